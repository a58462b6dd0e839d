/* SPDX-License-Identifier: MIT
 * `retread record` and `retread -- CMD`. */
#include "config.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/project.h"
#include "cli/record/steps.h"
#include "cli/suite/tests.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/command/known_errors.h"
#include "lib/folders.h"
#include "lib/memory.h"

#define EXIT_SKIPPED 77 /* as Automake has it */

#define FIELD(name) .offset = offsetof(struct record_options, name)

static const struct option_row common[] = {
	{"out", 'o', OPTION_TEXT, FIELD(out), .argument = "DIR",
		.help = "write to DIR instead of retread-out"},
	{"max-trace", 0, OPTION_SIZE, FIELD(recording.max_trace_bytes),
		.argument = "SIZE",
		.help = "record at most SIZE per process; then numbers are "
			"lower bounds"},
	{"trace-children", 0, OPTION_CHOICE, FIELD(recording.trace_children),
		.argument = "yes|no",
		.help = "also record programs that CMD starts (yes)",
		.choices = recording_yes_no},
	{"program", 0, OPTION_TEXTS, FIELD(recording.programs),
		.argument = "PATTERN",
		.help = "of what CMD starts, record only programs of that name "
			"or path"},
	{"quiet", 'q', OPTION_FLAG, FIELD(quiet),
		.help = "print problems only"},
};

const struct option_set record_common = {OPTION_ROWS(common)};

/* The exit code when the recording came to its end. */
static int record_judge(const struct record_run *run)
{
	struct error err = {{0}};

	if (run->interrupted_by != 0)
		return CLI_SIGNAL + run->interrupted_by;
	if (run->recorded == 0 && run->lost > 0) {
		error_set(&err, "no process was analysed");
		return cli_fail(CLI_ENVIRONMENT, run->options->verb, &err,
			"See the reason above. Is there enough space in %s, "
			"and enough memory?",
			run->session.out);
	}
	if (run->recorded == 0 && run->complaints > 0) {
		error_set(&err, "no process was recorded");
		finish_print_logs(&run->session);
		return cli_fail(CLI_ENVIRONMENT, run->options->verb, &err,
			HINT_VALGRIND);
	}
	/* One shard of many may have nothing that can be. */
	if (run->recorded == 0 && !run->options->shard &&
		run->options->kept.count == 0) {
		bool is_narrowed = run->options->recording.programs.count > 0;
		error_set(&err, "no process was recorded: %s",
			outcome_why_none(is_narrowed));
		return cli_fail(CLI_ENVIRONMENT, run->options->verb, &err,
			is_narrowed ? "Give the name of a program's file, or a "
				      "pattern of its path."
				    : HINT_INTERPRETERS);
	}
	if (run->failed > 0 || (run->options->strict && run->incomplete > 0))
		return CLI_TESTS_FAILED;
	return CLI_DONE;
}

/* The names that analyzers keep give way to it where there is no room. */
static int write_manifest(const struct record_run *run, struct error *err)
{
	const struct session *session = &run->session;

	if (manifest_write(run->manifest, session->manifest, err) == 0)
		return 0;
	*err = (struct error){{0}};
	folders_remove(session->symbols);
	return manifest_write(run->manifest, session->manifest, err);
}

int record_begin(struct record_run *run)
{
	const struct record_options *options = run->options;
	struct error err = {{0}};
	const char *hint;

	environment_init(&run->environment);
	if (environment_check(&run->environment, &err, &hint) != 0)
		return cli_fail(
			CLI_ENVIRONMENT, options->verb, &err, "%s", hint);
	if (session_open(
		    &run->session, cli_out_directory(options->out), &err) != 0)
		return cli_fail(CLI_ENVIRONMENT, options->verb, &err, HINT_OUT);
	if (session_link_valgrind(&run->session, &run->environment, &err) != 0)
		return cli_fail(CLI_ENVIRONMENT, options->verb, &err, HINT_OUT);
	return CLI_DONE;
}

/* Does --changed-since say which tests to record again, instead of what to analyse? */
static bool keeps_unchanged(const struct record_options *options)
{
	return options->append && options->changed_since;
}

int record_tests(const struct record_options *options,
	const struct tests *tests, bool is_list)
{
	struct record_run run = {.options = options,
		.session.lock = -1,
		.began = clock_seconds()};
	struct error err = {{0}}, ignored = {{0}};
	int status = is_list ? CLI_DONE
			     : record_check_program(options,
				       tests->test[0].command[0], false, &err);

	if (status != CLI_DONE)
		return status;
	report_init(&run.outcomes);
	report_init(&run.before);
	status = record_begin(&run);
	if (status != CLI_DONE)
		goto out;
	run.manifest = manifest_new(
		&run.environment, &options->recording, options->tests);
	run.cache =
		cached_new(&run.environment, options, options->cache, false);
	run.resumed =
		cached_new(&run.environment, options, options->resumed, true);
	if (access(run.session.manifest, F_OK) == 0)
		report_read_tests(&run.before, run.session.manifest, &ignored);
	if (options->append)
		manifest_keep(run.manifest, run.session.manifest,
			keeps_unchanged(options) ? &options->kept : NULL);
	else
		session_clear_results(&run.session);
	if (is_list)
		record_list(&run, tests);
	else
		status = record_record_test(&run, &tests->test[0], "");
	/* Before a test is run once more, which may fill the disk. */
	bool is_written = status == CLI_DONE && write_manifest(&run, &err) == 0;
	if (is_list && !options->quiet)
		record_print_outcomes(&run, tests);
	if (status == CLI_DONE) {
		status = record_judge(&run);
		if (!is_written)
			status = cli_fail(CLI_ENVIRONMENT, options->verb, &err,
				"The report will not name the tests that "
				"failed "
				"or were not recorded.");
		if (!options->quiet && run.recorded > 0)
			record_print_next(&run);
	}
out:
	report_release(&run.outcomes);
	report_release(&run.before);
	manifest_free(run.manifest);
	cached_free(run.cache);
	cached_free(run.resumed);
	session_close(&run.session);
	environment_release(&run.environment);
	return status;
}

/* The list to be recorded when none is named: what `discover` found. Free it;
 * NULL: there is none. */
static char *record_find_list(const struct record_options *options)
{
	char *path =
		memory_format("%s/tests.json", cli_out_directory(options->out));

	if (access(path, F_OK) == 0)
		return path;
	free(path);
	return NULL;
}

/* Finds what changed, and turns it into patterns of what is analysed. */
static int choose_changed(struct record_options *options)
{
	struct error err = {{0}};

	if (!options->changed_since)
		return CLI_DONE;
	if (changes_find(&options->changes, options->changed_since, &err) != 0)
		return cli_fail(CLI_USAGE, options->verb, &err,
			"Name a commit of the repository that you are in: "
			"--changed-since origin/main");
	if (keeps_unchanged(options))
		return CLI_DONE;
	changes_add_patterns(&options->changes, &options->patterns);
	if (options->patterns.count == 0) {
		error_set(&err, "no source file of C or C++ changed since %s",
			options->changed_since);
		return cli_fail(CLI_USAGE, options->verb, &err,
			"There is nothing to analyse; drop --changed-since to "
			"record everything.");
	}
	for (size_t i = 0; i < options->patterns.count; i++)
		options_add_text(&options->recording.settings.include,
			options->patterns.word[i]);
	return CLI_DONE;
}

/* Records those of TESTS that what changed may touch. */
static int record_changed(struct record_options *options, struct tests *tests)
{
	size_t all = tests->count;

	unchanged_select(&options->kept, tests, cli_out_directory(options->out),
		&options->changes);
	if (!options->quiet)
		fprintf(stderr,
			"retread: %zu of %zu tests are touched by what changed "
			"since %s\n",
			tests->count, all, options->changed_since);
	return record_tests(options, tests, true);
}

static int record_file(struct record_options *options, const char *file)
{
	struct tests tests;
	struct error err = {{0}};
	int status, read;

	tests_init(&tests);
	read = tests_read(&tests, file, &err);
	for (size_t i = 0; i < tests.count; i++)
		tests.test[i].prints_tap |= options->tap;
	if (read != 0)
		status = cli_fail(CLI_USAGE, options->verb, &err,
			"Write one command a line, e.g.: "
			"build/unit_tests --fast");
	else if (keeps_unchanged(options) && options->shard)
		status = cli_misuse(options->verb,
			"--append --changed-since does not go with --shard",
			"Shards find out what changed by --cache DIR.");
	else if (keeps_unchanged(options))
		status = record_changed(options, &tests);
	else if (options->shard || options->plan)
		status = record_shard(options, &tests);
	else
		status = record_tests(options, &tests, true);
	tests_release(&tests);
	return status;
}

/* Records the command that OPERANDS are, or a list of tests. */
static int record_operands(
	struct record_options *options, const struct operands *operands)
{
	struct test test = {
		.command = operands->operand, .prints_tap = options->tap};
	const struct tests only = {&test, 1, 1};
	struct error err = {{0}};
	char *found = NULL;
	int status;

	if (operands->count > 0 && options->tests)
		error_set(&err, "give a command or --tests, not both");
	else if (operands->count > 0 && (options->shard || options->plan))
		error_set(&err, "shards are of a list of tests, not of a "
				"command");
	else if (operands->count == 0 && !options->tests &&
		 !(found = record_find_list(options)))
		error_set(&err, "which command?");
	if (err.text[0] != '\0')
		return cli_fail(CLI_USAGE, options->verb, &err,
			options->then_report
				? "retread -- CMD [ARGUMENT]..."
				: "retread record -- CMD [ARGUMENT]..., or "
				  "find tests first: retread discover");
	status = cli_check_patterns(options->verb,
		&options->recording.settings.include,
		&options->recording.settings.exclude);
	if (status == CLI_DONE)
		status = choose_changed(options);
	if (status == CLI_DONE && operands->count > 0)
		status = record_tests(options, &only, false);
	else if (status == CLI_DONE)
		status = record_file(options, found ? found : options->tests);
	if (status == CLI_ENVIRONMENT && options->skip_unsupported)
		status = EXIT_SKIPPED;
	free(found);
	return status;
}

bool record_parse(struct record_options *chosen, int argc, char **argv,
	struct operands *operands, int *status)
{
	const struct option_row rows[] = {
		{"tests", 't', OPTION_TEXT, &chosen->tests, .argument = "FILE",
			.help = "record every command in FILE, one a line, or "
				"what retread discover wrote"},
		{.kind = OPTION_SET, .value = chosen, .set = &record_common},
		{"append", 0, OPTION_FLAG, &chosen->append,
			.help = "keep the results of earlier recordings in "
				"DIR"},
		{.kind = OPTION_SET,
			.value = &chosen->recording.settings,
			.set = &settings_options},
		{"timeout", 0, OPTION_NUMBER, &chosen->recording.timeout_s,
			.argument = "S",
			.help = "stop a command after S seconds"},
		{"time-budget", 0, OPTION_TIME, &chosen->budget_s,
			.argument = "TIME",
			.help = "end after 90s, 10m, 2h, short tests first, "
				"also in the middle of a test"},
		{"jobs", 'j', OPTION_NUMBER, &chosen->jobs, .argument = "N",
			.help = "record up to N tests at once (1; 0: as many "
				"as "
				"there are processors), fewer if their "
				"analyzers need more memory than is free"},
		{"prove", 0, OPTION_TIME, &chosen->prove_s, .argument = "TIME",
			.help = "then prove what was found; 30s, 2m (the "
				"default) for all of it"},
		{"changed-since", 0, OPTION_TEXT, &chosen->changed_since,
			.argument = "COMMIT",
			.help = "analyse only functions of files that git says "
				"have changed since COMMIT; with --append, "
				"record tests again that executed or read "
				"what changed"},
		{"shard", 0, OPTION_TEXT, &chosen->shard, .argument = "K/N",
			.help = "record part K of N of the tests; auto: as the "
				"environment of a test runner says"},
		{"plan", 0, OPTION_TEXT, &chosen->plan, .argument = "FILE",
			.help = "which part that is, as retread plan divided "
				"them; the results go to DIR/shards"},
		{"cache", 0, OPTION_TEXT, &chosen->cache, .argument = "DIR",
			.help = "do not record a test again as long as all "
				"that it depends on is as it was; results are "
				"kept in DIR"},
		{"cache-env", 0, OPTION_TEXTS, &chosen->cache_variables,
			.argument = "PATTERN",
			.help = "tests depend on these variables of the "
				"environment, too"},
		{"native", 0, OPTION_FLAG, &chosen->native,
			.help = "first run each command without the recorder, "
				"to measure the slow-down"},
		{"tap", 0, OPTION_FLAG, &chosen->tap,
			.help = "the tests print TAP, which says how they came "
				"out"},
		{"skip-unsupported", 0, OPTION_FLAG, &chosen->skip_unsupported,
			.help = "exit with 77, which Automake takes for a "
				"skipped test, when nothing can be recorded "
				"here"},
		{"strict", 0, OPTION_FLAG, &chosen->strict,
			.help = "fail when the program has no debug "
				"information or results are incomplete"},
		{"verbose", 'v', OPTION_FLAG, &chosen->verbose,
			.help = "print each command"},
	};
	const struct options options = {
		chosen->then_report ? "retread" : "retread record",
		"[OPTION]... -- CMD [ARGUMENT]...",
		chosen->then_report
			? "Records CMD and reports its repeated walks: retread "
			  "record, then retread report."
			: "Runs CMD under the recorder and analyses every "
			  "process of it while it runs.",
		OPTION_ROWS(rows), .stop_at_operand = true};

	if (!options_start(&options, argc, argv, operands, status))
		return false;
	chosen->recording.quiet = chosen->quiet;
	if (chosen->budget_s == 0)
		chosen->budget_s = chosen->prove_s;
	return true;
}

void record_release(struct record_options *chosen)
{
	settings_release(&chosen->recording.settings);
	options_free(&chosen->exit_map);
	options_free(&chosen->recording.programs);
	options_free(&chosen->cache_variables);
	changes_release(&chosen->changes);
	arguments_release(&chosen->patterns);
	arguments_release(&chosen->kept);
}

/* Records, and proves what was found if that is asked for. Returns an exit code. */
static int record_and_prove(
	struct record_options *options, const struct operands *operands)
{
	double began = clock_spent();
	int status = record_operands(options, operands);
	int proved;

	if (options->prove_s == 0 ||
		(status != CLI_DONE && status != CLI_TESTS_FAILED))
		return status;
	proved = record_prove(options, began);
	return status == CLI_DONE || proved > CLI_GATE ? proved : status;
}

int verb_record(int argc, char **argv)
{
	struct record_options chosen = {.verb = "record",
		.jobs = 1,
		.recording.settings = SETTINGS_DEFAULT};
	struct operands operands;
	char *proving,
		**moved = record_move_prove(&argc, argv, false, &proving);
	int status;

	if (record_parse(&chosen, argc, moved, &operands, &status)) {
		status = record_and_prove(&chosen, &operands);
		record_release(&chosen);
	}
	free(moved);
	free(proving);
	return status;
}

/* As `retread report DIR` does. Returns an exit code. */
static int record_report(const struct record_options *options)
{
	struct arguments report = {0};
	char **words;
	int status;

	arguments_add(&report, "report");
	arguments_add(&report, cli_out_directory(options->out));
	if (options->quiet)
		arguments_add(&report, "--quiet");
	words = arguments_array(&report);
	status = project_run_verb(
		"report", verb_report, (int)report.count, words);
	free(words);
	arguments_release(&report);
	return status;
}

int verb_record_and_report(int argc, char **argv)
{
	struct record_options chosen = {.verb = "record",
		.then_report = true,
		.jobs = 1,
		.recording.settings = SETTINGS_DEFAULT};
	struct operands operands;
	char *proving, **moved = record_move_prove(&argc, argv, true, &proving);
	int status, reported = CLI_DONE;

	if (record_parse(&chosen, argc, moved, &operands, &status)) {
		status = record_and_prove(&chosen, &operands);
		if (status == CLI_DONE || status == CLI_TESTS_FAILED ||
			(chosen.prove_s > 0 && status == CLI_GATE))
			reported = record_report(&chosen);
		record_release(&chosen);
	}
	free(moved);
	free(proving);
	/* A test that fails is not a bug of ours. */
	return reported == CLI_DONE ? status : reported;
}
