/* SPDX-License-Identifier: MIT
 * `retread wrap`: records a command, and ends as it does. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/record/steps.h"
#include "cli/suite/tests.h"
#include "cli/verbs.h"
#include "lib/words.h"

/* Takes "A=B" apart: exit codes. */
static int split_mapping(const char *text, long *from, long *to)
{
	char *end;

	*from = strtol(text, &end, 10);
	if (end == text || *end != '=' || *from < 0 || *from > 255)
		return -1;
	text = end + 1;
	*to = strtol(text, &end, 10);
	return end == text || *end != '\0' || *to < 0 || *to > 255 ? -1 : 0;
}

static int check_mappings(const struct option_texts *map)
{
	struct error err = {{0}};
	long from, to;

	for (size_t i = 0; i < map->count; i++) {
		if (split_mapping(map->text[i], &from, &to) == 0)
			continue;
		error_set(&err, "--exit-map: '%s' is not a pair of exit codes",
			map->text[i]);
		return cli_fail(CLI_USAGE, "wrap", &err,
			"Give A=B, 0 to 255 each, as in: --exit-map 77=0");
	}
	return CLI_DONE;
}

/* The last one that fits counts. */
static int map_exit(const struct option_texts *map, int code)
{
	long from, to;

	for (size_t i = map->count; i-- > 0;)
		if (split_mapping(map->text[i], &from, &to) == 0 &&
			from == code)
			return (int)to;
	return code;
}

/* Ends by the signal that ended the wrapped program. */
static int end_like(const struct recording *recording)
{
	const struct rlimit no_core = {0, 0};

	fflush(NULL);
	setrlimit(RLIMIT_CORE, &no_core); /* it had its own */
	signal(recording->signal, SIG_DFL);
	raise(recording->signal);
	return CLI_SIGNAL + recording->signal;
}

/* Runs COMMAND as if retread were not there. */
static int run_plainly(char *const *command)
{
	struct error err = {{0}};
	int status;

	fflush(NULL);
	execvp(command[0], command);
	status = errno == ENOENT ? 127 : 126; /* as shells do */
	error_set_errno(&err, "cannot run %s", command[0]);
	return cli_fail(status, "wrap", &err, NULL);
}

/* The harness must see the program's own result, so what hinders recording is
 * said, and the program runs without it. */
static int wrap(const struct record_options *options, char **command)
{
	const struct test test = {.command = command};
	struct record_run run = {.options = options, .session.lock = -1};
	struct recording recording = {0};
	struct error err = {{0}};
	bool found;
	char *path = environment_find_program(command[0], &found);
	int status;

	if (!path)
		return run_plainly(command);
	free(path);
	status = record_check_program(options, command[0], false, &err);
	if (status == CLI_DONE)
		status = record_begin(&run);
	if (status == CLI_DONE &&
		recording_run(&run.session, &run.environment,
			&options->recording, &test, &recording, &err) != 0)
		status = cli_fail(CLI_ENVIRONMENT, "wrap", &err, NULL);
	if (status == CLI_DONE) {
		run.manifest = manifest_new(
			&run.environment, &options->recording, NULL);
		manifest_write_first(run.manifest, run.session.manifest);
		if (options->verbose) {
			fputs("retread: ", stderr);
			record_print_end(
				&recording, words_base_name(command[0]));
		}
		if (!options->quiet)
			record_print_notes(&recording);
	}
	manifest_free(run.manifest);
	session_close(&run.session);
	environment_release(&run.environment);
	if (status == CLI_DONE)
		return recording.signal == 0 ? map_exit(&options->exit_map,
						       recording.exit_code)
					     : end_like(&recording);
	fputs("retread wrap: running it without recording\n", stderr);
	return run_plainly(command);
}

static int check_and_wrap(void *chosen, const struct operands *operands)
{
	struct record_options *options = chosen;
	int status = check_mappings(&options->exit_map);

	options->recording.quiet = true;
	if (status == CLI_DONE)
		status = cli_check_patterns("wrap",
			&options->recording.settings.include,
			&options->recording.settings.exclude);
	return status == CLI_DONE ? wrap(options, operands->operand) : status;
}

int verb_wrap(int argc, char **argv)
{
	struct record_options chosen = {
		.verb = "wrap", .recording.settings = SETTINGS_DEFAULT};
	const struct option_row rows[] = {
		{.kind = OPTION_SET, .value = &chosen, .set = &record_common},
		{.kind = OPTION_SET,
			.value = &chosen.recording.settings,
			.set = &settings_options},
		{"exit-map", 0, OPTION_TEXTS, &chosen.exit_map,
			.argument = "A=B",
			.help = "exit with B where CMD exits with A, if it was "
				"recorded"},
		{"verbose", 'v', OPTION_FLAG, &chosen.verbose,
			.help = "print how it ended and what was recorded"},
	};
	const struct options options = {"retread wrap",
		"[OPTION]... -- CMD [ARGUMENT]...",
		"Records CMD for a test harness: its results are added to "
		"those in DIR, and it ends with CMD's own exit code or "
		"signal.",
		OPTION_ROWS(rows), .stop_at_operand = true, .least = 1,
		.few = "which command?",
		.hint = "retread wrap -- CMD [ARGUMENT]..."};

	return options_run(&options, argc, argv, check_and_wrap, &chosen);
}
