/* SPDX-License-Identifier: MIT
 * How the tests of a recording came out, in words. */
#include "config.h"

#include "cli/outcomes.h"

#include <stdbool.h>

#include "cli/common.h"
#include "lib/report/report.h"

static bool is_in_part(const struct report_test *test)
{
	return test->outcome == REPORT_RECORDED &&
	       test->processes_in_part + test->processes_lost > 0;
}

static bool is_whole(const struct report_test *test)
{
	return test->outcome == REPORT_RECORDED && !is_in_part(test);
}

static bool is_skipped(const struct report_test *test)
{
	return test->outcome == REPORT_SKIPPED;
}

static bool has_failed(const struct report_test *test)
{
	return test->outcome == REPORT_FAILED;
}

static bool has_died(const struct report_test *test)
{
	return test->outcome == REPORT_DIED;
}

static bool has_timed_out(const struct report_test *test)
{
	return test->outcome == REPORT_TIMED_OUT;
}

static bool is_not_recorded(const struct report_test *test)
{
	return test->outcome == REPORT_NOT_RECORDED;
}

static bool is_not_started(const struct report_test *test)
{
	return test->outcome == REPORT_NOT_STARTED;
}

static const struct {
	const char *words;
	bool (*has)(const struct report_test *test);
} kinds[] = {
	{"in part", is_in_part},
	{"skipped", is_skipped},
	{"failed under Valgrind", has_failed},
	{"died under Valgrind", has_died},
	{"timed out", has_timed_out},
	{"not recorded", is_not_recorded},
	{"not started in time", is_not_started},
};

static size_t outcomes_count(const struct report *report,
	bool (*has)(const struct report_test *test))
{
	size_t found = 0;

	for (size_t i = 0; i < report->test_count; i++)
		found += has(&report->test[i]);
	return found;
}

/* " (One: why, Two, ...)" */
static void print_names(FILE *out, const struct report *report, size_t most,
	bool (*has)(const struct report_test *test))
{
	const char *before = " (";
	size_t printed = 0;

	for (size_t i = 0; i < report->test_count; i++) {
		const struct report_test *test = &report->test[i];
		if (!has(test))
			continue;
		fputs(before, out);
		before = ", ";
		if (printed++ == most) {
			fputs("...", out);
			break;
		}
		cli_print_clean(out, test->name);
		if (test->why) {
			fputs(": ", out);
			cli_print_clean(out, test->why);
		}
	}
	fputs(")", out);
}

void outcomes_print(FILE *out, const struct report *report, size_t most)
{
	fprintf(out, "%zu recorded", outcomes_count(report, is_whole));
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		size_t found = outcomes_count(report, kinds[i].has);
		if (found == 0)
			continue;
		fprintf(out, ", %zu %s", found, kinds[i].words);
		print_names(out, report, most, kinds[i].has);
	}
}

size_t outcomes_count_bad(const struct report *report)
{
	return report->test_count - outcomes_count(report, is_whole) -
	       outcomes_count(report, is_skipped);
}
