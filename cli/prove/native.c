/* SPDX-License-Identifier: MIT
 * Runs a test without the recorder, and measures its CPU time. */
#include "config.h"

#include "cli/prove/native.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/clock.h"

#define FAILED 126

static void native_enter(const struct native_run *native, const char *said)
{
	const char *input = native->input ? native->input : "/dev/null";
	int in = open(input, O_RDONLY | O_CLOEXEC);
	int out = open("/dev/null", O_WRONLY | O_CLOEXEC);
	int errors = open(said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (in < 0 || dup2(in, STDIN_FILENO) < 0 || out < 0 ||
		dup2(out, STDOUT_FILENO) < 0 || errors < 0 ||
		dup2(errors, STDERR_FILENO) < 0)
		_exit(FAILED);
}

static void native_limit(unsigned seconds)
{
	const struct rlimit cpu = {seconds, seconds + 1}, core = {0, 0};

	setrlimit(RLIMIT_CPU, &cpu);
	setrlimit(RLIMIT_CORE, &core);
	alarm((unsigned)(clock_patience() * seconds));
}

void native_become(const struct native_run *native)
{
	if (chdir(native->directory) != 0)
		return;
	setenv("HOME", native->home, 1);
	setenv("TMPDIR", native->home, 1);
	/* Of what is wrong with freed memory libc writes here, and not to a terminal. */
	setenv("LIBC_FATAL_STDERR_", "1", 1);
	for (char *const *each = native->environment; each && *each; each++)
		putenv(*each);
	execvp(native->command[0], native->command);
}

/* A check that fails may end a test after what is measured. */
static bool native_has_ended(int status)
{
	return (WIFEXITED(status) && WEXITSTATUS(status) != FAILED) ||
	       (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

/* Runs it; *STATUS and *USAGE are as of wait4(). False: it could not be. */
static bool native_run(const struct native_run *native, unsigned limit,
	const char *said, int *status, struct rusage *usage)
{
	pid_t child = fork();

	if (child == 0) {
		native_enter(native, said);
		native_limit(limit);
		native_become(native);
		_exit(FAILED);
	}
	return child > 0 && wait4(child, status, 0, usage) == child;
}

double native_seconds(const struct native_run *native, unsigned limit)
{
	struct rusage usage;
	int status;

	if (!native_run(native, limit, "/dev/null", &status, &usage) ||
		!native_has_ended(status))
		return -1;
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

int native_status(
	const struct native_run *native, unsigned limit, const char *said)
{
	struct rusage usage;
	int status;

	return native_run(native, limit, said, &status, &usage) ? status : -1;
}
