/* SPDX-License-Identifier: MIT
 * `retread repro`: one input of a campaign once more. */
#include "config.h"

#include "fuzz-perf/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/arguments.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

#include "fuzz-perf/breakpoints/choice.h"
#include "fuzz-perf/campaign/campaign.h"
#include "fuzz-perf/campaign/maxima.h"
#include "fuzz-perf/search/fuzz.h"
#include "fuzz-perf/search/influence_learn.h"

#define REPRO "retread repro"

int commands_read_target(
	const char *input, struct arguments *command, struct error *err)
{
	char *path = memory_string_dup(input);
	char *line = NULL;
	size_t line_capacity = 0;

	for (int i = 0; i < 2; i++) {
		char *slash = strrchr(path, '/');
		if (slash)
			*slash = '\0';
		else
			strcpy(path, i ? ".." : ".");
	}
	char *name = memory_format("%s/cmdline", path);
	FILE *file = fopen(name, "r");
	while (file && getline(&line, &line_capacity, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		arguments_add(command, line);
	}
	if (!command->count)
		error_set(err,
			"which target? %s does not say; write: retread repro "
			"INPUT -- TARGET",
			name);
	if (file)
		fclose(file);
	free(line);
	free(name);
	free(path);
	return command->count ? 0 : -1;
}

int commands_check_debug(const struct debug_search *search, struct error *err)
{
	const char *servers = getenv("DEBUGINFOD_URLS");

	if (search->is_fetched && (!servers || !*servers))
		return error_set(err,
			"--debuginfod: DEBUGINFOD_URLS names no server to "
			"fetch from");
	return 0;
}

struct repro_arguments {
	struct choice choice;
	struct debug_search debug;
	bool is_json, has_influence;
	uint64_t size; /* of a finding's test; 0: not given */
};

static int reproduce(const char *input, char **command,
	const struct repro_arguments *arguments, struct error *err)
{
	struct fuzz_options options = {.execute = {.command = command,
					       .timeout_ms = 600000,
					       .debug = arguments->debug}};
	struct fuzz *fuzz = memory_alloc_zero(1, sizeof *fuzz);
	struct log log;
	uint8_t *bytes;
	size_t length;
	int result = -1;

	log_init(&log, REPRO);
	if (!whole_file_read(input, 1 << 24, &bytes, &length, err)) {
		options.execute.max_length = length ? length : 1;
		result = campaign_open_target(fuzz, &options, &log, err);
		if (!result && arguments->has_influence)
			result = influence_print(
				fuzz, bytes, length, arguments->is_json, err);
		else if (!result)
			result = maxima_print_input(fuzz, input, bytes, length,
				arguments->is_json, err);
		free(bytes);
	}
	campaign_release(fuzz);
	free(fuzz);
	return result;
}

/* Influence is seen by predictions, of which those of two-bit counters depend on
 * nothing but the branch. */
static void take_predictions(struct arguments *command)
{
	struct arguments counting = {0}, predicting = {0};
	char *const *line = command->word;

	if (choice_add_option(line, "--perf", &counting))
		line = counting.word;
	if (choice_add_option(line, "--predict=bimodal", &predicting))
		line = predicting.word;
	if (line != command->word) {
		struct arguments changed = {0};
		arguments_add_all(&changed, line);
		arguments_release(command);
		*command = changed;
	}
	arguments_release(&counting);
	arguments_release(&predicting);
}

static int repro(void *chosen, const struct operands *operands)
{
	const struct repro_arguments *arguments = chosen;
	const char *input = operands->operand[0];
	struct error err = {{0}};
	struct arguments command = {0};
	int status;

	if (arguments->size > 0)
		return program_fail(PROGRAM_USAGE, REPRO,
			"--size is of a finding, as in: retread repro "
			"RT-1f3c9a --size 4096",
			NULL);
	if (operands->before_dashes != 1)
		return program_fail(PROGRAM_USAGE, REPRO,
			"one INPUT is needed before --", NULL);
	if (commands_check_debug(&arguments->debug, &err) ||
		(operands->count > 1
				? choice_make_command(&arguments->choice,
					  operands->operand + 1, &command, &err)
				: commands_read_target(input, &command, &err)))
		return program_fail(PROGRAM_USAGE, REPRO, err.text, NULL);
	if (arguments->has_influence)
		take_predictions(&command);
	status = reproduce(input, command.word, arguments, &err);
	arguments_release(&command);
	return status ? program_fail(PROGRAM_ENVIRONMENT, REPRO, err.text, NULL)
		      : PROGRAM_DONE;
}

int command_repro(int argc, char **argv)
{
	struct repro_arguments arguments = {0};
	const struct option_row rows[] = {
		CHOICE_ROWS(&arguments.choice),
		DEBUG_ROWS(&arguments.debug),
		{"influence", 0, OPTION_FLAG, &arguments.has_influence, NULL,
			"print which bytes of INPUT influence which branches; "
			"needs --no-source"},
		{"size", 0, OPTION_NUMBER, &arguments.size, "K",
			"of a finding in place of INPUT: run its test, grown "
			"to K; TARGET, as a profiler, runs it"},
		{"json", 0, OPTION_FLAG, &arguments.is_json, NULL,
			"print JSON"},
	};
	const struct options options = {REPRO,
		"[OPTION]... INPUT [-- TARGET [ARGUMENT]...]",
		"Runs one input and prints where it makes TARGET work most. "
		"Without TARGET: the one of the campaign that INPUT is from.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, repro, &arguments);
}
