/* SPDX-License-Identifier: MIT
 * `retread prove` without a fuzz target: from a test at growing sizes, or from
 * the calls that were recorded. What is collected is judged by retread-prove. */
#include "config.h"

#include "cli/prove/untargeted.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/prove/experiments.h"
#include "cli/prove/grow.h"
#include "cli/prove/points.h"
#include "cli/prove/progress.h"
#include "cli/prove/tested.h"
#include "cli/prove/trial.h"
#include "cli/results.h"
#include "lib/arguments.h"
#include "lib/command/known_errors.h"
#include "lib/command/part.h"
#include "lib/folders.h"
#include "lib/memory.h"

#define VERB  "prove"
#define USAGE "retread prove FINDING --vary N=100,200,400,800,1600 -- TEST {}"

struct grown_tests {
	const char *id, *vary, *out;
	bool is_json, prints_output, is_quiet, runs_nothing;
	char *const *command; /* NULL: none */
	struct option_texts programs;
	uint64_t seconds, max_memory;
	struct prove_values values;
	struct prove_points points;
	struct report report;
	const struct report_finding *finding; /* in it */
	char *folder;
	struct tested_finding in_place; /* that POINTS borrow from */
	char *tried;			/* that POINTS borrow */
	char *const *grown; /* the command whose file was grown; NULL: none */
};

static bool tests_is_option(const char *word, const char *name)
{
	size_t length = strlen(name);

	return strncmp(word, name, length) == 0 &&
	       (word[length] == '\0' || word[length] == '=');
}

/* Does ARGV begin with no target and no finding, but with how to prove all of them? */
static bool tests_are_all(int argc, char **argv)
{
	int first = 1;

	while (first < argc && (strcmp(argv[first], "-q") == 0 ||
				       strcmp(argv[first], "--quiet") == 0))
		first++;
	return first == argc || tests_is_option(argv[first], "--budget") ||
	       tests_is_option(argv[first], "--time-budget") ||
	       tests_is_option(argv[first], "--max-memory") ||
	       tests_is_option(argv[first], "--recorded");
}

bool prove_tests_are_meant(int argc, char **argv)
{
	bool is_finding = argc > 1 && strncmp(argv[1], "RT-", 3) == 0;
	bool has_command = false, has_seeds = false;

	for (int i = 1; i < argc && !has_command; i++) {
		if (tests_is_option(argv[i], "--vary"))
			return true;
		has_command = strcmp(argv[i], "--") == 0;
		has_seeds |= strncmp(argv[i], "-i", 2) == 0 ||
			     tests_is_option(argv[i], "--input");
	}
	return (is_finding || tests_are_all(argc, argv)) && !has_command &&
	       !has_seeds;
}

/* ---- what was asked ---- */

static int check_command(const struct grown_tests *tests, struct error *err)
{
	if (!tests->command)
		return error_set(err, "--vary needs a test: -- TEST {}");
	if (!prove_vary_has_place(&tests->values, tests->command))
		return error_set(err,
			"--vary: there is no {} in the test's arguments, so "
			"nothing would vary");
	return 0;
}

static int tests_take_arguments(
	struct grown_tests *tests, const struct operands *operands)
{
	struct error err = {{0}};
	bool has_id = operands->before_dashes == 1 ||
		      (operands->before_dashes == operands->count &&
			      operands->count == 1);

	if (operands->count == 0 && !tests->vary)
		return CLI_DONE;
	if (!has_id) {
		error_set(&err, "%s",
			operands->before_dashes == 0 ? "which finding?"
						     : "one finding at a time");
		return cli_fail(CLI_USAGE, VERB, &err, "Write: " USAGE);
	}
	tests->id = operands->operand[0];
	if (operands->count > operands->before_dashes)
		tests->command = operands->operand + operands->before_dashes;
	if (tests->vary &&
		(prove_values_parse(&tests->values, tests->vary, &err) != 0 ||
			check_command(tests, &err) != 0))
		return cli_fail(CLI_USAGE, VERB, &err, "Write: " USAGE);
	return CLI_DONE;
}

/* ---- the finding ---- */

static int tests_find_finding(struct grown_tests *tests)
{
	const char *results = cli_out_directory(NULL);
	struct error err = {{0}};

	if (results_load(&tests->report, results, &err) != 0)
		return cli_fail(CLI_USAGE, VERB, &err, HINT_RECORD);
	for (size_t i = 0; i < tests->report.finding_count; i++)
		if (report_finding_matches(
			    &tests->report.finding[i], tests->id)) {
			tests->finding = &tests->report.finding[i];
			break;
		}
	if (!tests->finding) {
		error_set(&err, "no finding \"%s\" in %s", tests->id, results);
		return cli_fail(CLI_USAGE, VERB, &err,
			"List the findings: retread report");
	}
	if (tests->finding->rule != REPORT_TRAVERSAL)
		return CLI_DONE;
	error_set(&err, "%s is a walk that repeats nothing", tests->id);
	return cli_fail(CLI_USAGE, VERB, &err,
		"There is nothing to prove about it. List other findings: "
		"retread report");
}

/* ---- going on ---- */

static int tests_judge(const struct grown_tests *tests, const char *path)
{
	const char *judge = PART_PROVER;
	struct arguments command = {0};
	struct error err = {{0}};
	int status;

	arguments_add(&command, judge);
	arguments_add(&command, "points");
	arguments_add_option(&command, "out", tests->folder);
	if (tests->is_json)
		arguments_add(&command, "--json");
	arguments_add(&command, path);
	fflush(NULL);
	status = part_run(judge, command.word, &err);
	arguments_release(&command);
	return status >= 0
		       ? status
		       : cli_fail(CLI_ENVIRONMENT, VERB, &err, HINT_INSTALL);
}

static int write_and_judge(
	struct grown_tests *tests, const struct prove_varied *varied)
{
	char *results = cli_directory_argument(cli_out_directory(NULL));
	const struct prove_subject subject = {.finding = tests->finding,
		.results = results,
		.argument = tests->values.name,
		.command = tests->vary ? tests->command : tests->grown,
		.is_partial = varied->is_partial};
	char *path = memory_format("%s/points.json", tests->folder);
	struct error err = {{0}};
	int status;

	if (prove_points_write(&tests->points, &subject, path, &err) != 0)
		status = cli_fail(CLI_ENVIRONMENT, VERB, &err,
			"Choose another folder: -o DIR");
	else
		status = tests_judge(tests, path);
	free(path);
	free(results);
	return varied->signal != 0 ? CLI_SIGNAL + varied->signal : status;
}

static int prove_varied(struct grown_tests *tests)
{
	char *symbols = memory_format("%s/symbols", cli_out_directory(NULL));
	const struct prove_vary vary = {.values = &tests->values,
		.finding = tests->finding,
		.command = tests->command,
		.folder = tests->folder,
		.symbols = symbols,
		.programs = &tests->programs,
		.max_memory = tests->max_memory,
		.seconds = (double)tests->seconds,
		.is_quiet = tests->is_quiet,
		.prints_output = tests->prints_output};
	struct prove_varied varied;
	int status = prove_vary_record(&vary, &tests->points, &varied);

	free(symbols);
	return status == CLI_DONE ? write_and_judge(tests, &varied) : status;
}

static void say_grown(
	const struct grown_tests *tests, const struct tested_course *course)
{
	prove_progress_clear();
	if (!tests->is_quiet && course->recordings > 0)
		fprintf(stderr,
			"retread: %zu knob%s of the test, %zu of them changed "
			"what it walks, %zu recordings\n",
			course->knobs, cli_plural(course->knobs),
			course->reached, course->recordings);
}

/* The test could not be run again as it is. */
static int tests_say_limit(
	const struct grown_tests *tests, const struct tested_course *course)
{
	struct error err = {{0}};

	if (course->is_short)
		error_set(&err,
			"the test of %s takes more than --max-memory when it "
			"is run again",
			tests->finding->id);
	else
		error_set(&err,
			"the test of %s did not end in time when it was run "
			"again",
			tests->finding->id);
	return cli_fail(CLI_NOTHING, VERB, &err,
		course->is_short ? "Give its analysis more: --max-memory SIZE"
				 : "Give it more CPU time: --time-budget TIME");
}

/* Grows the test itself. Its points are taken if they say more than those of a file. */
static int prove_in_place(struct grown_tests *tests,
	const struct prove_grow *request, struct arguments *command,
	int *signal, bool *is_missing)
{
	struct tested_finding tested = {.finding = tests->finding};
	struct arguments words = {0};
	struct tested_course course = {.command = &words};
	struct kept_runs *kept;
	char *path;
	int status;

	prove_points_init(&tested.points);
	path = memory_format("%s/" RESULTS_EXPERIMENTS, request->results);
	kept = kept_runs_open(path);
	status = prove_tested(request, kept, &tested, 1, &course);
	kept_runs_close(kept);
	free(path);
	*signal = course.signal;
	say_grown(tests, &course);
	/* What a file decides, and the test does not, may grow all the same. */
	bool says_more = prove_tested_says_more(&tested) &&
			 (tests->points.run_count == 0 ||
				 tested.verdict > TESTED_NOT_SHOWN);
	if (tests->points.is_file_fixed)
		says_more = tested.verdict == TESTED_GROWS;
	if (says_more) {
		struct prove_points points = tests->points;
		tests->points = tested.points;
		tested.points = points;
		arguments_release(command);
		arguments_add_all(command, words.word);
		/* As long as they are borrowed. */
		tests->in_place = tested;
		tests->in_place.points = (struct prove_points){0};
		tests->points.knob = tests->in_place.knob;
		tests->points.knob_place = tests->in_place.knob_place;
		prove_points_release(&tested.points);
	} else {
		prove_tested_release(&tested, 1);
	}
	if (!course.is_missing && !tests->points.pattern)
		prove_tested_note(&tested, &course, &tests->points);
	tests->tried = course.tried;
	arguments_release(&words);
	*is_missing = course.is_missing;
	return status == CLI_DONE && (course.is_late || course.is_short) &&
			       course.signal == 0
		       ? tests_say_limit(tests, &course)
		       : status;
}

/* Whether the test that shows the finding is a function that can be run alone, with what
 * of its files it reads. */
static bool tests_have_function(const struct grown_tests *tests)
{
	const struct report_place *test = prove_tested_place(
		tests->finding, prove_tested_witness(tests->finding, NULL));

	return test->function && strcmp(test->function, "main") != 0;
}

/* By growing the test if that is a function, else by the file that the command was given;
 * without one, by growing it all the same, or by its recorded calls. */
static int prove_grown(struct grown_tests *tests)
{
	const char *results = cli_out_directory(NULL);
	char *here = realpath(results, NULL);
	char *symbols = memory_format("%s/symbols", here);
	const struct prove_grow grow = {.finding = tests->finding,
		.report = &tests->report,
		.results = results,
		.folder = tests->folder,
		.symbols = symbols,
		.seconds = (double)tests->seconds,
		.max_memory = tests->max_memory,
		.is_quiet = tests->is_quiet,
		.prints_output = tests->prints_output};
	struct prove_varied varied = {.is_partial = false};
	struct arguments command = {0};
	bool is_alone = !tests->runs_nothing && tests_have_function(tests);
	bool is_missing = true;
	int status = CLI_DONE;

	if (is_alone)
		status = prove_in_place(
			tests, &grow, &command, &varied.signal, &is_missing);
	if (is_missing && status == CLI_DONE && varied.signal == 0 &&
		!tests->runs_nothing)
		status = prove_grow(
			&grow, &tests->points, &command, &varied.signal);
	if (!is_alone && status == CLI_DONE && varied.signal == 0 &&
		!tests->points.is_steep && !tests->runs_nothing)
		status = prove_in_place(
			tests, &grow, &command, &varied.signal, &is_missing);
	varied.is_partial = varied.signal != 0;
	if (command.count > 0)
		tests->grown = command.word;
	else
		prove_points_add_calls(&tests->points, tests->finding);
	if (status == CLI_DONE)
		status = write_and_judge(tests, &varied);
	arguments_release(&command);
	free(symbols);
	free(here);
	return status;
}

static int tests_prove_finding(struct grown_tests *tests)
{
	struct error err = {{0}};
	int status = tests_find_finding(tests);

	if (status != CLI_DONE)
		return status;
	if (!tests->vary &&
		prove_say_in_test(&tests->report, tests->finding, stdout))
		return CLI_NOTHING;
	tests->folder = tests->out ? memory_string_dup(tests->out)
				   : memory_format("%s/prove/%s",
					     cli_out_directory(NULL),
					     tests->finding->id);
	if (folders_make_all(tests->folder, &err) != 0)
		return cli_fail(CLI_ENVIRONMENT, VERB, &err,
			"Choose another folder: -o DIR");
	if (tests->vary)
		return prove_varied(tests);
	return prove_grown(tests);
}

static int tests_prove(void *chosen, const struct operands *operands)
{
	struct grown_tests *tests = chosen;
	int status;

	report_init(&tests->report);
	prove_points_init(&tests->points);
	status = tests_take_arguments(tests, operands);
	if (status == CLI_DONE && tests->id)
		status = tests_prove_finding(tests);
	else if (status == CLI_DONE)
		status = prove_all_findings(
			&(struct prove_all){.seconds = (double)tests->seconds,
				.max_memory = tests->max_memory,
				.runs_nothing = tests->runs_nothing,
				.is_quiet = tests->is_quiet});
	prove_points_release(&tests->points);
	prove_tested_release(&tests->in_place, 1);
	free(tests->tried);
	prove_values_release(&tests->values);
	report_release(&tests->report);
	free(tests->folder);
	return status;
}

int prove_tests(int argc, char **argv)
{
	struct grown_tests tests = {
		.seconds = 300, .max_memory = UINT64_C(2) << 30};
	int status;
	const struct option_row rows[] = {
		{"vary", 0, OPTION_TEXT, &tests.vary, "N=VALUE,VALUE...",
			"record TEST with each value in place of {} or {N}"},
		{"program", 0, OPTION_TEXTS, &tests.programs, "PATTERN",
			"with --vary: of what TEST starts, record only "
			"programs of that name or path"},
		{"max-memory", 0, OPTION_SIZE, &tests.max_memory, "SIZE",
			"memory of each analysis (2G)"},
		{"recorded", 0, OPTION_FLAG, &tests.runs_nothing, NULL,
			"run nothing: judge the calls that were recorded"},
		{"out", 'o', OPTION_TEXT, &tests.out, "DIR",
			"where the proof is kept (OUT/prove/FINDING)"},
		{"time-budget", 0, OPTION_TIME, &tests.seconds, "TIME",
			"total for all recordings: 60s, 10m, 1h (300s)"},
		{"budget", 0, OPTION_TIME, &tests.seconds, "TIME", NULL},
		{"json", 0, OPTION_FLAG, &tests.is_json, NULL, "print JSON"},
		{"print-output", 0, OPTION_FLAG, &tests.prints_output, NULL,
			"let the test print, to stderr"},
		{"quiet", 'q', OPTION_FLAG, &tests.is_quiet, NULL,
			"print the result and problems only"},
	};
	const struct options options = {"retread prove",
		"[FINDING] [OPTION]... [-- TEST [ARGUMENT]...]",
		"Finds how the reads of FINDING grow, without a fuzz target: "
		"with --vary by recording TEST at growing values, else by "
		"recording its command on larger versions of a file that it "
		"was given, by growing its test in place, or from the calls "
		"that were recorded.",
		OPTION_ROWS(rows)};

	status = options_run(&options, argc, argv, tests_prove, &tests);
	options_free(&tests.programs);
	return status;
}
