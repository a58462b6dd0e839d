/* SPDX-License-Identifier: MIT
 * `retread shrink`: an input that does the same, and is as small as it can be. */
#include "config.h"

#include "fuzz-perf/commands/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/command/environment.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

#include "fuzz-perf/breakpoints/choice.h"
#include "fuzz-perf/generate/target.h"
#include "fuzz-perf/search/reduce_run.h"
#include "fuzz-perf/target/execute.h"

#define SHRINK		"retread shrink"
#define INPUT_BYTES_MAX (1 << 24)

struct shrink_arguments {
	struct choice choice;
	struct reduce_wish wish;
	struct execute_options execute;
	const char *out;
	uint64_t seconds, timeout_ms;
};

static const char *const kept_choices[] = {"failure", "crash", "hang", "status",
	"cost", NULL}; /* enum reduce_keep */

/* Was the program linked with a generator's library? That knows the name of a variable. */
static bool has_generator(char *const *command)
{
	static const char name[] = RETREAD_GEN_SECONDS;
	bool is_there, has = false;
	char *path = choice_program_words((char **)command) == command
			     ? environment_find_program(command[0], &is_there)
			     : NULL;
	struct error err = {{0}};
	uint8_t *bytes;
	size_t length;

	if (path && !whole_file_read(path, SIZE_MAX, &bytes, &length, &err)) {
		has = memmem(bytes, length, name, sizeof name) != NULL;
		free(bytes);
	}
	free(path);
	return has;
}

static int write_answer(const struct shrink_arguments *arguments,
	const struct reduce_answer *answer, size_t length)
{
	FILE *file = fopen(arguments->out, "wb");
	bool is_written = file && fwrite(answer->bytes, 1, answer->length,
					  file) == answer->length;
	struct error err = {{0}};

	if ((file && fclose(file)) || !is_written) {
		error_set_errno(&err, "%s", arguments->out);
		return program_fail(
			PROGRAM_ENVIRONMENT, SHRINK, err.text, NULL);
	}
	printf("%" PRIu64 " runs made %zu bytes %zu\nit keeps: %s\n",
		answer->runs, length, answer->length, answer->what);
	if (!answer->is_minimal)
		printf("stopped before it was as small as it can be; to go on: "
		       "retread shrink --time 10m %s\n",
			arguments->out);
	return PROGRAM_DONE;
}

static int shrink_bytes(struct shrink_arguments *arguments, const char *input,
	char **command, struct error *err)
{
	struct arguments counting = {0};
	struct reduce_answer answer = {0};
	struct log log;
	uint8_t *bytes;
	size_t length;

	if (whole_file_read(input, INPUT_BYTES_MAX, &bytes, &length, err))
		return program_fail(PROGRAM_USAGE, SHRINK, err->text, NULL);
	log_init(&log, SHRINK);
	arguments->execute.command = command;
	if (arguments->wish.keep == REDUCE_KEEP_COST &&
		choice_add_option(command, "--perf", &counting))
		arguments->execute.command = counting.word;
	arguments->execute.timeout_ms = (unsigned)arguments->timeout_ms;
	arguments->execute.end_ms = clock_ms() + arguments->seconds * 1000;
	arguments->execute.is_stopped = program_catch_signals();
	int status = reduce_run(&arguments->execute, &arguments->wish, bytes,
		length, &log, &answer, err);
	if (status)
		status = program_fail(
			PROGRAM_ENVIRONMENT, SHRINK, err->text, NULL);
	else if (!answer.is_kept)
		status = program_fail(PROGRAM_NOTHING, SHRINK,
			"the input does not fail so",
			"to keep what it costs: --keep cost");
	else
		status = write_answer(arguments, &answer, length);
	arguments_release(&counting);
	free(answer.bytes);
	free(bytes);
	return status;
}

/* COMMAND is whole: with what watches the program. */
static int shrink_by(struct shrink_arguments *arguments, const char *input,
	char **command, struct error *err)
{
	const struct generator_question question = {.verb = SHRINK,
		.wish = RETREAD_GEN_SHRINK,
		.out = arguments->out,
		.input = input,
		.runs = arguments->wish.runs,
		.seconds = arguments->seconds};

	/* Draws go before bytes, where there are any. */
	if (arguments->wish.keep == REDUCE_KEEP_END && has_generator(command))
		return commands_ask_generator(&question, command);
	return shrink_bytes(arguments, input, command, err);
}

static int fuzz_perf_shrink(void *chosen, const struct operands *operands)
{
	struct shrink_arguments *arguments = chosen;
	const char *input = operands->operand[0];
	struct arguments command = {0};
	struct error err = {{0}};
	int status;

	if (operands->before_dashes != 1)
		return program_fail(PROGRAM_USAGE, SHRINK,
			"one INPUT is needed before --", NULL);
	if (arguments->wish.place && arguments->wish.keep != REDUCE_KEEP_COST)
		return program_fail(PROGRAM_USAGE, SHRINK,
			"--target needs --keep cost", NULL);
	char *out = memory_format("%s.shrunk", input);
	if (!arguments->out)
		arguments->out = out;
	if (commands_check_debug(&arguments->execute.debug, &err) ||
		(operands->count > 1
				? choice_make_command(&arguments->choice,
					  operands->operand + 1, &command, &err)
				: commands_read_target(input, &command, &err)))
		status = program_fail(PROGRAM_USAGE, SHRINK, err.text, NULL);
	else
		status = shrink_by(arguments, input, command.word, &err);
	arguments_release(&command);
	free(out);
	return status;
}

int command_shrink(int argc, char **argv)
{
	struct shrink_arguments arguments = {
		.wish = {.percent = 90}, .seconds = 60, .timeout_ms = 5000};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &arguments.out, "FILE",
			"the shrunk input (INPUT.shrunk)"},
		{"keep", 0, OPTION_CHOICE, &arguments.wish.keep, "WHAT",
			"failure (of any kind, the default), crash, hang, "
			"status or cost",
			kept_choices},
		{"percent", 0, OPTION_NUMBER, &arguments.wish.percent, "N",
			"of the cost, keep so much at least (90)", .min = 1,
			.max = 100},
		{"target", 0, OPTION_TEXT, &arguments.wish.place,
			"FUNCTION|FILE:LINE",
			"the cost is how often this place runs; by default, "
			"all edges"},
		{"time", 0, OPTION_TIME, &arguments.seconds, "TIME",
			"stop after TIME (60s)", .min = 1, .max = 1000000},
		{"runs", 0, OPTION_NUMBER, &arguments.wish.runs, "N",
			"run the target so often at most (no limit)", .min = 1,
			.max = UINT32_MAX},
		{"timeout", 0, OPTION_NUMBER, &arguments.timeout_ms, "MS",
			"a run that takes longer hangs (5000)", .min = 1,
			.max = UINT32_MAX},
		{"memory", 'm', OPTION_SIZE, &arguments.execute.memory_bytes,
			"SIZE", "limit the target's address space (no limit)"},
		CHOICE_ROWS(&arguments.choice),
		DEBUG_ROWS(&arguments.execute.debug),
	};
	const struct options options = {SHRINK,
		"[OPTION]... INPUT [-- TARGET [ARGUMENT]...]",
		"Makes an input small that does the same to TARGET: no part of "
		"the result can be left out.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, fuzz_perf_shrink, &arguments);
}
