/* SPDX-License-Identifier: MIT
 * What is printed after the last test: how all came out, how much slower they were, and what
 * to do next. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/outcomes.h"
#include "cli/record/steps.h"
#include "cli/suite/tests.h"
#include "lib/clock.h"

/* Tests that are named, of one outcome. */
#define OUTCOME_NAMES 3

/* The test that took a quarter of the time of all or more, if one did. */
static void print_longest_test(const struct report *outcomes)
{
	const struct report_test *longest = NULL;
	double sum = 0;

	for (size_t i = 0; i < outcomes->test_count; i++) {
		const struct report_test *test = &outcomes->test[i];
		sum += test->seconds;
		if (!longest || test->seconds > longest->seconds)
			longest = test;
	}
	if (outcomes->test_count < 2 || longest->seconds < sum / 4)
		return;
	fputs(", most of it by ", stderr);
	cli_print_clean(stderr, longest->name);
	fprintf(stderr, " (%.0f of %.0f s)", longest->seconds, sum);
}

/* The test of TESTS that took longest and succeeded; NULL: there is none. *SECONDS it took. */
static const struct test *record_find_longest(const struct record_run *run,
	const struct tests *tests, double *seconds)
{
	const struct report_test *longest = NULL;
	const struct test *found = NULL;

	for (size_t i = 0; i < run->outcomes.test_count; i++) {
		const struct report_test *one = &run->outcomes.test[i];
		if (one->outcome == REPORT_RECORDED &&
			(!longest || one->seconds > longest->seconds))
			longest = one;
	}
	for (size_t i = 0; longest && !found && i < tests->count; i++)
		if (strcmp(tests_name(&tests->test[i]), longest->name) == 0)
			found = &tests->test[i];
	*seconds = longest ? longest->seconds : 0;
	return found;
}

/* By how much the suite is slower, if --native did not measure it: by its longest test, which
 * is run once more, without the recorder and in a fraction of the time. */
static void print_sampled_factor(
	struct record_run *run, const struct tests *tests)
{
	struct recording_options how = run->options->recording;
	double seconds, native;
	const struct test *test = record_find_longest(run, tests, &seconds);
	int exit_code = -1;

	how.stop_at = record_stop_time(run);
	if (!test || tests->count < 2 || run->taken > 0 ||
		run->interrupted_by != 0 ||
		(how.stop_at > 0 && how.stop_at <= clock_seconds()))
		return;
	native = recording_time(test, record_native_limit(&how), &exit_code,
		&run->interrupted_by);
	if (native <= 0 || exit_code < 0)
		return;
	fprintf(stderr, "; %.0f x slow-down of ", seconds / native);
	cli_print_clean(stderr, tests_name(test));
}

void record_print_outcomes(struct record_run *run, const struct tests *tests)
{
	size_t programs = tests_count_programs(tests);
	unsigned long seconds =
		(unsigned long)(clock_seconds() - run->began + 0.5);

	fprintf(stderr, "retread: %zu test%s of %zu program%s: ", tests->count,
		cli_plural(tests->count), programs, cli_plural(programs));
	outcomes_print(stderr, &run->outcomes, OUTCOME_NAMES);
	if (run->taken > 0)
		fprintf(stderr, "; %zu of them kept from before", run->taken);
	if (run->native_seconds > 0)
		fprintf(stderr, "; %.0f x slow-down",
			run->seconds / run->native_seconds);
	else
		print_sampled_factor(run, tests);
	print_longest_test(&run->outcomes);
	if (seconds < 60)
		fprintf(stderr, "; %lus\n", seconds);
	else
		fprintf(stderr, "; %lum%02lus\n", seconds / 60, seconds % 60);
	if (run->nested > 0)
		fprintf(stderr,
			"retread: %zu test%s Valgrind: what was to run in it "
			"was recorded without\n",
			run->nested, run->nested == 1 ? " starts" : "s start");
}

void record_print_next(const struct record_run *run)
{
	char *argument = cli_directory_argument(run->session.out);
	bool goes_on =
		(run->options->then_report || run->options->prove_s > 0) &&
		run->interrupted_by == 0;

	if (run->interrupted_by != 0)
		fputs(run->options->plan
				? "retread: interrupted; the shard is to be "
				  "recorded again.\n"
				: "retread: interrupted; what was recorded so "
				  "far is kept.\n",
			stderr);
	if (!goes_on && !run->options->plan)
		fprintf(stderr, "next: retread report%s\n", argument);
	free(argument);
}
