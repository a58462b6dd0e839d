/* SPDX-License-Identifier: MIT
 * Tests of what lib/report makes of one finding that processes of different sizes
 * show. */
#include "config.h"

#include "lib/report/report.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/report/joins.h"
#include "testsuite/unit/walk_report.h"

/* The report of process PID, in which COUNT calls of different sizes from SIZE on read
 * as the DEGREE-th power, and walk LONGEST cells at most. */
static void make_sized_report(struct report *report, unsigned pid, double size,
	size_t count, double degree, uint64_t longest)
{
	struct report_finding finding = walk_finding();
	struct growth_point point[8];
	struct report_place site = {.function = "contains",
		.line = 4,
		.longest = {longest, longest}};

	for (size_t i = 0; i < count; i++) {
		point[i].size = size + (double)i;
		point[i].cost = pow(point[i].size, degree);
	}
	finding.evidence.point = point;
	finding.evidence.point_count = count;
	finding.evidence.walk_length.max = longest;
	finding.sites = (struct report_places){&site, 1};
	make_walk_report(report, pid, &finding);
}

/* Two reports like that, of sizes 10 and SIZE, merged. */
static void make_two_sizes(struct report *report, double size, size_t count,
	double degree, uint64_t longest, uint64_t longest_then)
{
	struct report more;

	make_sized_report(report, 1, 10, count, degree, longest);
	make_sized_report(&more, 2, size, count, degree, longest_then);
	report_merge(report, &more);
	report_release(&more);
	report_sort(report);
}

static void assert_severity(
	struct report *report, enum report_severity severity, bool is_bounded)
{
	assert_int_equal(report->finding_count, 1);
	assert_int_equal(report->finding[0].severity, severity);
	assert_int_equal(report->finding[0].is_bounded, is_bounded);
	report_release(report);
}

static void what_walks_no_further_at_a_second_size_is_bounded(void **unused)
{
	struct report report;

	(void)unused;
	make_two_sizes(&report, 20, 1, 1, 5, 5);
	assert_severity(&report, REPORT_LOW, true);
	/* The sizes are as good as equal. */
	make_two_sizes(&report, 14, 1, 1, 5, 5);
	assert_severity(&report, REPORT_MEDIUM, false);
}

/* As retread-analyze leaves it with --limit high_rereads=1000. */
static void limits_that_were_given_judge_what_is_merged(void **unused)
{
	struct growth_limits limits = growth_limits_default;
	struct report report, more, none;

	(void)unused;
	limits.high_rereads = 1000;
	make_sized_report(&report, 1, 10, 1, 2, 5);
	make_sized_report(&more, 2, 20, 1, 2, 9);
	more.limits = limits;
	report_merge(&report, &more);
	report_release(&more);
	report_init(&none);
	report_merge(&none, &report);
	report_release(&report);
	report_sort(&none);
	assert_true(none.limits.high_rereads == 1000);
	assert_severity(&none, REPORT_MEDIUM, false);
}

static void what_grows_with_a_second_size_is_not_bounded(void **unused)
{
	struct report report;

	(void)unused;
	make_two_sizes(&report, 20, 1, 1.4, 5, 9);
	assert_severity(&report, REPORT_MEDIUM, false);
	make_two_sizes(&report, 20, 1, 2, 5, 9);
	assert_severity(&report, REPORT_HIGH, false);
}

static void what_grows_as_its_size_is_bounded(void **unused)
{
	struct report report;

	(void)unused;
	make_two_sizes(&report, 40, 4, 1, 5, 9);
	assert_true(fabs(report.finding[0].evidence.degree - 1) < 1e-6);
	assert_severity(&report, REPORT_LOW, true);
}

static void bounds_of_one_process_end_where_another_grows(void **unused)
{
	struct report_finding finding = walk_finding();
	struct report_place site = {
		.function = "contains", .line = 4, .longest = {5, 5}};
	struct report report, more;

	(void)unused;
	finding.severity = REPORT_LOW;
	finding.is_bounded = true;
	finding.sites = (struct report_places){&site, 1};
	make_walk_report(&report, 1, &finding);
	make_sized_report(&more, 2, 20, 1, 2, 12);
	report_merge(&report, &more);
	report_release(&more);
	report_sort(&report);
	assert_severity(&report, REPORT_MEDIUM, false);
}

static void two_sizes_fit_no_growth(void **unused)
{
	struct report report;

	(void)unused;
	make_two_sizes(&report, 20, 1, 2, 5, 9);
	assert_int_equal(report.finding[0].evidence.points, 0);
	report_release(&report);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			what_walks_no_further_at_a_second_size_is_bounded),
		cmocka_unit_test(limits_that_were_given_judge_what_is_merged),
		cmocka_unit_test(what_grows_with_a_second_size_is_not_bounded),
		cmocka_unit_test(what_grows_as_its_size_is_bounded),
		cmocka_unit_test(bounds_of_one_process_end_where_another_grows),
		cmocka_unit_test(two_sizes_fit_no_growth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
