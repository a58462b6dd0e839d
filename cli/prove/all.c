/* SPDX-License-Identifier: MIT
 * `retread prove` without a finding: proves all that the results have, test by test, in
 * the order of the report. What has a proof keeps it, so an interrupted run goes on. */
#include "config.h"

#include "cli/prove/untargeted.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/prove/experiments.h"
#include "cli/prove/grow.h"
#include "cli/prove/progress.h"
#include "cli/prove/tasks.h"
#include "cli/prove/tested.h"
#include "cli/prove/trial.h"
#include "cli/recorded.h"
#include "cli/rerun.h"
#include "cli/results.h"
#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/command/known_errors.h"
#include "lib/command/part.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/report/proof.h"
#include "lib/report/report.h"
#include "lib/words.h"

#define VERB	    "prove"
#define SECONDS_MIN 10	/* of a test, as long as there is time */
#define NEARLY_ALL  0.8 /* of its time: who has used that did not end */

/* Why there is no proof. */
#define ALL_MISSING "not shown: it was not there when it was run again"
#define ALL_LATE    "not shown: its test did not end in time when it was run again"
#define ALL_SHORT                                                              \
	"not shown: its test takes more than --max-memory when it is run "     \
	"again"

/* Findings that one run of a test shows. */
struct all_test {
	size_t command; /* in the manifest; SIZE_MAX: none shows it */
	const char *program;
	const char *function; /* NULL: main(), or not known */
	const char *file;     /* that has it; NULL: not known */
	const struct report_finding **finding;
	size_t count, capacity, done; /* the first DONE have a proof now */
};

struct all {
	const struct prove_all *request;
	struct report report;
	struct arena arena;
	struct all_test *test;
	size_t count, capacity;
	struct kept_runs *kept;
	char *symbols, *results; /* absolute */
	double end;
	size_t *tried; /* of each finding of the report: tests before the last one */
	size_t recordings;
	int signal;
	/* How many findings came out so. */
	size_t grow, do_not, not_shown, in_test, left;
};

static bool all_has(const struct report_finding *finding)
{
	return finding->rule != REPORT_TRAVERSAL &&
	       finding->severity >= REPORT_MEDIUM &&
	       report_finding_state(finding) == REPORT_KNOWN;
}

/* ---- tests ---- */

static bool all_is_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool all_is_same(const struct all_test *a, const struct all_test *b)
{
	return all_is_text(a->program, b->program) &&
	       all_is_text(a->function, b->function) &&
	       all_is_text(a->file, b->file);
}

static struct all_test *all_find_test(
	struct all *all, const struct all_test *wanted)
{
	for (size_t i = 0; i < all->count; i++) {
		struct all_test *test = &all->test[i];
		if (test->command == wanted->command &&
			all_is_same(test, wanted))
			return test;
	}
	all->test = memory_grow(
		all->test, &all->capacity, all->count + 1, sizeof *all->test);
	all->test[all->count] = *wanted;
	return &all->test[all->count++];
}

/* The test in which command I of CHOICE shows FINDING best. */
static struct all_test all_test_of(const struct report_finding *finding,
	const struct recorded_choice *choice, size_t i)
{
	const struct report_witness *witness =
		i < choice->count ? prove_tested_witness(
					    finding, choice->command[i]->test)
				  : NULL;
	const struct report_place *test =
		witness ? prove_tested_place(finding, witness) : NULL;

	return (struct all_test){
		.command = witness ? choice->command[i]->index : SIZE_MAX,
		.program = witness ? witness->process.program : NULL,
		.function = test ? test->function : NULL,
		.file = test ? test->file : NULL};
}

static void all_add_to(
	struct all_test *test, const struct report_finding *finding)
{
	test->finding = memory_grow(test->finding, &test->capacity,
		test->count + 1, sizeof *test->finding);
	test->finding[test->count++] = finding;
}

/* By the test that shows its longest walk. */
static void all_add(struct all *all, const struct report_finding *finding)
{
	const struct recorded_choice choice =
		recorded_find(&all->arena, all->results, finding);
	const struct all_test wanted = all_test_of(finding, &choice, 0);

	all_add_to(all_find_test(all, &wanted), finding);
}

/* Whether test I of CHOICE is another one than those before it. */
static bool all_is_other(const struct report_finding *finding,
	const struct recorded_choice *choice, size_t i)
{
	const struct all_test test = all_test_of(finding, choice, i);

	for (size_t j = 0; j < i; j++) {
		const struct all_test before = all_test_of(finding, choice, j);
		if (all_is_same(&test, &before))
			return false;
	}
	return true;
}

/* Tests stay where they are, however many are added. */
static void all_reserve_tests(struct all *all)
{
	size_t count = all->report.finding_count + 1;

	all->tried = memory_alloc_zero(count, sizeof *all->tried);
	all->test = memory_grow(NULL, &all->capacity,
		count * PROVE_WITNESSES_MAX, sizeof *all->test);
}

/* By the test with the next shorter walk. False: all were tried. */
static bool all_add_next(struct all *all, const struct report_finding *finding)
{
	const struct recorded_choice choice =
		recorded_find(&all->arena, all->results, finding);
	size_t *tried = &all->tried[finding - all->report.finding];

	while (++*tried < choice.count && *tried < PROVE_WITNESSES_MAX) {
		const struct all_test wanted =
			all_test_of(finding, &choice, *tried);
		if (!all_is_other(finding, &choice, *tried))
			continue;
		all_add_to(all_find_test(all, &wanted), finding);
		return true;
	}
	return false;
}

bool prove_say_in_test(const struct report *report,
	const struct report_finding *finding, FILE *out)
{
	const struct report_place *end = report_walk_in_test(report, finding);

	if (!end)
		return false;
	fprintf(out, "%-10s %s: not proved: the test's own code walks (",
		finding->id, finding->function ? finding->function : "?");
	cli_print_clean(out, words_base_name(end->file));
	fprintf(out, ":%u)\n", end->line);
	return true;
}

/* Those without a proof; of a walk in a test's own code none is sought. */
static void all_add_findings(struct all *all)
{
	for (size_t i = 0; i < all->report.finding_count; i++) {
		const struct report_finding *finding = &all->report.finding[i];
		if (!all_has(finding))
			continue;
		if (prove_say_in_test(&all->report, finding, stdout)) {
			all->in_test++;
			continue;
		}
		all_add(all, finding);
		all->left++;
	}
}

/* ---- a finding ---- */

/* Prints what the proof of FINDING says, or WHY there is none, and counts it. */
static void all_print(
	struct all *all, const struct report_finding *finding, const char *why)
{
	char *folder = memory_format("%s/prove/%s", all->results, finding->id);
	struct arena arena = {0};
	struct error ignored = {{0}};
	const struct proof_result *proof = proof_read(&arena, folder, &ignored);
	enum report_state state =
		proof ? report_proof_of(proof).state : REPORT_NOT_SHOWN;

	all->grow += state == REPORT_PROVED;
	all->do_not += state == REPORT_BOUNDED;
	all->not_shown += state == REPORT_NOT_SHOWN;
	all->left--;
	prove_progress_clear();
	printf("%-10s %s: %s\n", finding->id,
		finding->function ? finding->function : "?",
		proof ? proof->law.sentence : why);
	fflush(stdout);
	arena_release(&arena);
	free(folder);
}

/* By its file, or its recorded calls: what cannot be grown in place. */
static void all_prove_alone(
	struct all *all, const struct report_finding *finding, double seconds)
{
	const struct rerun rerun = {.output = RERUN_HIDDEN,
		.is_silent = true,
		.signal = &all->signal};
	struct arguments command = {0};
	double end = clock_spent() + NEARLY_ALL * seconds;

	arguments_add(&command, "retread");
	arguments_add(&command, VERB);
	arguments_add(&command, finding->id);
	arguments_add(&command, "--quiet");
	if (all->request->runs_nothing)
		arguments_add(&command, "--recorded");
	arguments_add_format(
		&command, "--time-budget=%.0fs", fmax(1, floor(seconds)));
	arguments_add_format(
		&command, "--max-memory=%" PRIu64, all->request->max_memory);
	rerun_hold_signals();
	rerun_verb(&rerun, command.word);
	rerun_release_signals();
	arguments_release(&command);
	if (all->signal == 0)
		all_print(all, finding,
			clock_spent() >= end ? ALL_LATE : ALL_MISSING);
}

/* Writes the proof of TESTED, whose test COMMAND runs. */
static void all_write(struct all *all, struct tested_finding *tested,
	const struct tested_course *course)
{
	char *folder =
		memory_format("%s/prove/%s", all->results, tested->finding->id);
	char *path = memory_format("%s/points.json", folder);
	const char *judge = PART_PROVER;
	char *words[] = {(char *)judge, "points", "--out", folder, path, NULL};
	bool is_by_calls = !prove_tested_says_more(tested);
	const struct prove_subject subject = {.finding = tested->finding,
		.command = is_by_calls ? NULL : course->command->word};
	struct error err = {{0}};
	int status = folders_make_all(folder, &err);

	if (is_by_calls) {
		prove_tested_release(tested, 1);
		prove_points_init(&tested->points);
		prove_points_add_calls(&tested->points, tested->finding);
	}
	prove_tested_note(tested, course, &tested->points);
	if (status == 0)
		status = prove_points_write(
			&tested->points, &subject, path, &err);
	if (status == 0)
		part_run_in(judge, words, NULL, "/dev/null", &err);
	free(path);
	free(folder);
}

/* ---- a test ---- */

/* A test that is being grown. */
struct all_growing {
	struct all *all;
	struct all_test *test;
};

static void all_finish_one(
	struct all_test *test, const struct report_finding *finding)
{
	for (size_t i = test->done; i < test->count; i++)
		if (test->finding[i] == finding) {
			test->finding[i] = test->finding[test->done];
			test->finding[test->done++] = finding;
		}
}

/* As soon as it is known, so that it is there whatever comes then. */
static void all_grows(void *with, struct tested_finding *tested,
	const struct tested_course *course)
{
	struct all_growing *growing = with;

	all_write(growing->all, tested, course);
	all_print(growing->all, tested->finding, ALL_MISSING);
	all_finish_one(growing->test, tested->finding);
}

/* Findings that are decided, or all of them if nothing is left to be tried, get their
 * proofs. */
static void all_take(struct all *all, struct all_test *test,
	struct tested_finding *tested, size_t count,
	const struct tested_course *course)
{
	for (size_t i = 0; i < count; i++) {
		struct tested_finding *one = &tested[i];
		if (one->is_told || (!course->is_complete && !one->is_settled))
			continue;
		if (!one->is_missing)
			all_write(all, one, course);
		all_finish_one(test, one->finding);
		if (one->verdict != TESTED_NOT_SHOWN || one->is_doubtful ||
			!all_add_next(all, one->finding))
			all_print(all, one->finding, ALL_MISSING);
	}
}

/* Where there is no terminal to draw on, a line for each test says what is going on. */
static void all_begin_test(const struct all_test *test, double seconds)
{
	size_t count = test->count - test->done;

	if (!isatty(STDERR_FILENO))
		fprintf(stderr, "retread: %s: %zu finding%s, %.0f s\n",
			test->function ? test->function : test->program, count,
			cli_plural(count), seconds);
}

static void all_grow_test(
	struct all *all, struct all_test *test, double seconds)
{
	size_t count = test->count - test->done;
	struct tested_finding *tested =
		memory_alloc_zero(count, sizeof *tested);
	struct arguments words = {0};
	struct all_growing growing = {all, test};
	struct tested_course course = {
		.command = &words, .grows = all_grows, .with = &growing};
	char *folder = memory_format("%s/prove", all->results);
	const struct prove_grow request = {.finding = test->finding[test->done],
		.report = &all->report,
		.results = all->results,
		.folder = folder,
		.symbols = all->symbols,
		.command = test->command + 1,
		.seconds = seconds,
		.max_memory = all->request->max_memory,
		.is_quiet = all->request->is_quiet};

	for (size_t i = 0; i < count; i++) {
		tested[i].finding = test->finding[test->done + i];
		prove_points_init(&tested[i].points);
	}
	if (!all->request->is_quiet)
		all_begin_test(test, seconds);
	prove_tested(&request, all->kept, tested, count, &course);
	prove_progress_clear();
	all->signal = course.signal;
	all->recordings += course.recordings;
	if (course.signal == 0 && !course.is_missing)
		all_take(all, test, tested, count, &course);
	prove_tested_release(tested, count);
	free(tested);
	free(course.tried);
	/* With more time it may end; if it had enough, that is all there is to say. */
	bool has_no_more = course.is_short ||
			   (course.is_late && seconds >= PROVE_RUN_SECONDS);
	while (has_no_more && course.signal == 0 && test->done < test->count)
		all_print(all, test->finding[test->done++],
			course.is_short ? ALL_SHORT : ALL_LATE);
	while (course.signal == 0 && course.is_missing && !course.is_late &&
		test->done < test->count && all->signal == 0)
		all_prove_alone(all, test->finding[test->done++],
			seconds / (double)count);
	arguments_release(&words);
	free(folder);
}

/* A program that is not a test is grown by the files that it reads, for each finding,
 * before the numbers in its code are. */
static bool all_is_of_files(const struct all *all, const struct all_test *test)
{
	const struct report_finding *finding = test->finding[test->done];

	return (!test->function || strcmp(test->function, "main") == 0) &&
	       tasks_has_files(&all->report, all->results, finding);
}

/* One round: all tests that are left, each with a share of the time. */
static void all_go_round(struct all *all)
{
	size_t left = 0;

	for (size_t i = 0; i < all->count; i++)
		left += all->test[i].done < all->test[i].count;
	for (size_t i = 0; i < all->count && all->signal == 0; i++) {
		struct all_test *test = &all->test[i];
		double rest = all->end - clock_spent();
		double share = fmin(
			rest, fmax(SECONDS_MIN, rest / (double)(left + !left)));
		if (test->done == test->count)
			continue;
		if (rest < 1)
			break;
		left--;
		if (test->command != SIZE_MAX && !all->request->runs_nothing &&
			!all_is_of_files(all, test)) {
			all_grow_test(all, test, share);
			continue;
		}
		while (test->done < test->count && all->signal == 0)
			all_prove_alone(all, test->finding[test->done++],
				share / (double)test->count);
	}
}

static int all_finish(const struct all *all)
{
	printf("%zu grow%s, %zu do%s not, %zu not shown", all->grow,
		all->grow == 1 ? "s" : "", all->do_not,
		all->do_not == 1 ? "es" : "", all->not_shown);
	char *argument = cli_directory_argument(cli_out_directory(NULL));

	if (all->in_test > 0)
		printf(", %zu in test code", all->in_test);
	if (all->left > 0)
		printf("; %zu left: retread prove%s", all->left, argument);
	putchar('\n');
	if (!all->request->is_quiet)
		printf("next: retread report%s\n", argument);
	free(argument);
	if (all->signal != 0)
		return CLI_SIGNAL + all->signal;
	if (all->grow > 0)
		return CLI_GATE;
	return all->do_not > 0 || all->not_shown == 0 ? CLI_DONE : CLI_NOTHING;
}

static void all_release(struct all *all)
{
	for (size_t i = 0; i < all->count; i++)
		free(all->test[i].finding);
	free(all->test);
	free(all->tried);
	kept_runs_close(all->kept);
	report_release(&all->report);
	arena_release(&all->arena);
	free(all->symbols);
	free(all->results);
}

/* What has no proof from now on was not shown to grow. */
static void all_note(const struct all *all)
{
	char *path = memory_format("%s/" RESULTS_ALL_PROVED, all->results);
	FILE *out = fopen(path, "we");

	if (out)
		fclose(out);
	free(path);
}

int prove_all_findings(const struct prove_all *request)
{
	const char *results = cli_out_directory(NULL);
	struct all all = {.request = request,
		.end = clock_spent() + request->seconds,
		.results = realpath(results, NULL)};
	struct error err = {{0}};
	size_t left, recordings;
	int status = CLI_DONE;

	report_init(&all.report);
	if (results_load(&all.report, results, &err) != 0)
		status = cli_fail(CLI_USAGE, VERB, &err, HINT_RECORD);
	char *path = memory_format(
		"%s/" RESULTS_EXPERIMENTS, all.results ? all.results : results);
	all.kept = kept_runs_open(path);
	free(path);
	all.symbols = memory_format("%s/symbols", all.results);
	if (status == CLI_DONE) {
		all_note(&all);
		all_reserve_tests(&all);
		all_add_findings(&all);
	}
	/* Again, as long as that shows something. */
	do {
		left = all.left;
		recordings = all.recordings;
		all_go_round(&all);
	} while (all.left > 0 && all.signal == 0 &&
		 (all.left < left || all.recordings > recordings));
	if (status == CLI_DONE)
		status = all_finish(&all);
	all_release(&all);
	return status;
}
