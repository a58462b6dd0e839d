/* SPDX-License-Identifier: MIT
 * Does a program do the same with breakpoints in it? */
#include "config.h"

#include "fuzz-perf/breakpoints/verify.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/breakpoints/choice.h"
#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/error.h"

#define INPUT_PATH "/proc/self/fd/0"

/* What a run did. */
struct verify_run {
	uint64_t hash, bytes; /* of its output */
	int status;
};

static void verify_become(char *const *words, int input, int output)
{
	struct arguments line = {0};
	int null = open("/dev/null", O_WRONLY);

	for (; *words; words++)
		arguments_add(
			&line, strcmp(*words, "@@") ? *words : INPUT_PATH);
	assert(line.word); /* there is a command */
	setpgid(0, 0);
	/* As the fuzzer runs it: addresses must not vary. */
	personality(ADDR_NO_RANDOMIZE);
	dup2(input, STDIN_FILENO);
	dup2(output, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	execvp(line.word[0], line.word);
	_exit(127);
}

/* Returns false when the time was over first. */
static bool read_output(struct verify_run *run, int from, unsigned timeout_ms)
{
	uint64_t end = clock_ms() + timeout_ms;
	uint8_t bytes[4096];
	ssize_t count = 1;

	while (count > 0) {
		struct pollfd ready = {.fd = from, .events = POLLIN};
		uint64_t now = clock_ms();
		if (now >= end || poll(&ready, 1, (int)(end - now)) == 0)
			return false;
		count = read(from, bytes, sizeof bytes);
		for (ssize_t i = 0; i < count; i++)
			run->hash = (run->hash ^ bytes[i]) * 0x100000001b3ull;
		run->bytes += count > 0 ? (uint64_t)count : 0;
	}
	return true;
}

static int verify_run_once(struct verify_run *run, char *const *words,
	const char *input, unsigned timeout_ms, struct error *err)
{
	int file = open(input, O_RDONLY | O_CLOEXEC);
	int ends[2];
	pid_t child;

	memset(run, 0, sizeof *run);
	if (file < 0)
		return error_set_errno(err, "%s", input);
	if (pipe2(ends, O_CLOEXEC)) {
		close(file);
		return error_set_errno(err, "cannot make a pipe");
	}
	child = fork();
	if (child == 0)
		verify_become(words, file, ends[1]);
	close(file);
	close(ends[1]);
	if (child > 0 && !read_output(run, ends[0], timeout_ms))
		kill(-child, SIGKILL);
	close(ends[0]);
	if (child < 0)
		return error_set_errno(err, "cannot start a process");
	while (waitpid(child, &run->status, 0) < 0 && errno == EINTR)
		;
	return 0;
}

static bool verify_is_same(
	const struct verify_run *a, const struct verify_run *b)
{
	return a->hash == b->hash && a->bytes == b->bytes &&
	       a->status == b->status;
}

enum verify_result verify_input(char *const *line, const char *input,
	unsigned timeout_ms, struct error *err)
{
	char *const *program = choice_program_words(line);
	struct verify_run first, second, watched;

	if (verify_run_once(&first, program, input, timeout_ms, err) ||
		verify_run_once(&second, program, input, timeout_ms, err) ||
		verify_run_once(&watched, line, input, timeout_ms, err))
		return VERIFY_FAILED;
	if (!verify_is_same(&first, &second))
		return VERIFY_VARIES;
	return verify_is_same(&first, &watched) ? VERIFY_SAME : VERIFY_DIFFERS;
}
