/* SPDX-License-Identifier: MIT
 * Other releases of the compiler: `replay` by each, whose lines are read. */
#include "config.h"

#include "fuzz-perf/ir/releases.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/generate/runs.h"
#include "fuzz-perf/ir/case.h"
#include "lib/arguments.h"
#include "lib/command/program.h"
#include "lib/memory.h"

#define PRINTED_MAX (64u << 10) /* more than replay prints */

uint64_t ir_function_key(const struct irf_fn *fn)
{
	char *text = irf_print(fn);
	uint64_t key = parameters_hash(0, text, strlen(text));

	free(text);
	return key;
}

/*--- passes by name ---*/

char *ir_release_name_passes(const struct ir_program *program,
	struct parameters *input, const char *names)
{
	struct parameters_stream *stream;
	char *text;

	if (!program->own)
		return NULL;
	text = memory_format("%s %s", program->own, names);
	stream = ir_input_stream(input, IR_STREAM_N);
	stream->bytes = (const uint8_t *)text;
	stream->length = strlen(text);
	return text;
}

char *ir_release_take_passes(
	const struct ir_program *program, struct parameters *input)
{
	const char *own = program->own ?: "";
	char *names = NULL;

	for (unsigned i = 1; i < input->count; i++) {
		struct parameters_stream *stream = &input->stream[i];
		if (strcmp(stream->name, IR_STREAM_N) != 0)
			continue;
		char *text = memory_format("%.*s", (int)stream->length,
			(const char *)stream->bytes);
		size_t release = strcspn(text, " ");
		if (text[release] && (release != strlen(own) ||
					     memcmp(text, own, release) != 0))
			names = memory_string_dup(text + release + 1);
		free(text);
		*stream = input->stream[--input->count];
		break;
	}
	return names;
}

/*--- runs of other releases ---*/

/* The first SIZE - 1 bytes that FILE prints are in TEXT. Returns its exit code, or
 * -1. */
static int releases_run(
	const char *file, char *const *words, char *text, size_t size)
{
	int ends[2], status = 0;
	size_t length = 0;
	ssize_t got;

	text[0] = '\0';
	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	pid_t child = fork();
	if (child == 0) {
		int null = open("/dev/null", O_RDWR | O_CLOEXEC);

		dup2(null, STDIN_FILENO);
		dup2(ends[1], STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		execv(file, words);
		_exit(127);
	}
	close(ends[1]);
	while (child > 0 &&
		(got = read(ends[0], text + length, size - 1 - length)) != 0)
		if (got > 0)
			length += (size_t)got;
		else if (errno != EINTR)
			break;
	text[length] = '\0';
	close(ends[0]);
	while (child > 0 && waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* What stands after "KEY: " at the beginning of a line; NULL: no line has it. */
static const char *releases_find_value(const char *lines, const char *key)
{
	size_t length = strlen(key);

	while (lines && strncmp(lines, key, length) != 0) {
		lines = strchr(lines, '\n');
		lines += lines != NULL;
	}
	return lines ? lines + length : NULL;
}

static void releases_judge(
	const char *lines, uint64_t key, struct ir_opinion *opinion)
{
	const char *class = releases_find_value(lines, "class: ");
	const char *function = releases_find_value(lines, "function: ");
	static const char none[] = "not run";

	if (!class || !function || !strncmp(class, none, sizeof none - 1))
		strcpy(opinion->verdict, none);
	else if (strtoull(function, NULL, 16) != key)
		strcpy(opinion->verdict, "another function");
	else
		opinion->is_judged =
			snprintf(opinion->verdict, sizeof opinion->verdict,
				"%.*s", (int)strcspn(class, "\n"), class) > 0;
}

unsigned ir_ask_releases(const struct ir_program *program,
	const struct arguments *options, const char *input, uint64_t key,
	struct ir_opinion opinion[IR_RELEASES])
{
	static char lines[PRINTED_MAX];
	unsigned count = 0;

	if (!program->file)
		return 0;
	for (; program->release[count] && count < IR_RELEASES; count++) {
		struct arguments words = {0};

		opinion[count] =
			(struct ir_opinion){.release = program->release[count]};
		arguments_add(&words, program->file);
		arguments_add(&words, "ir"); /* the verb */
		arguments_add_option(&words, "target", opinion[count].release);
		arguments_add(&words, "replay");
		if (options->count)
			arguments_add_all(&words, options->word);
		arguments_add(&words, "--");
		arguments_add(&words, input);
		releases_run(program->file, words.word, lines, sizeof lines);
		arguments_release(&words);
		releases_judge(lines, key, &opinion[count]);
	}
	return count;
}

char *ir_ask_import(const struct ir_program *program, const char *file,
	const char *out, const char **release)
{
	char *lines = memory_alloc(PRINTED_MAX);
	unsigned count = 0, own = 0;
	int status = -1;

	while (program->file && program->release[count])
		count++;
	while (own < count && strcmp(program->release[own], program->own) != 0)
		own++;
	while (status != PROGRAM_DONE && status != PROGRAM_NOTHING &&
		count-- > own + 1) {
		struct arguments words = {0};

		*release = program->release[count];
		arguments_add(&words, program->file);
		arguments_add(&words, "ir");
		arguments_add_option(&words, "target", *release);
		arguments_add(&words, "import");
		arguments_add_option(&words, "out", out);
		arguments_add(&words, "--");
		arguments_add(&words, file);
		status = releases_run(
			program->file, words.word, lines, PRINTED_MAX);
		arguments_release(&words);
	}
	if (status == PROGRAM_DONE || status == PROGRAM_NOTHING)
		return lines;
	free(lines);
	return NULL;
}
