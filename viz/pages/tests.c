/* SPDX-License-Identifier: MIT
 * The tests: what each cost, how it ended, and what it shows. */
#include "config.h"

#include <stdbool.h>

#include "lib/rows.h"
#include "viz/data.h"
#include "viz/site.h"

#define PROCESSES_MAX 500

/* --- all ---------------------------------------------------------------- */

/* Important findings stand first. */
static struct json_value *tests_make_finding(const void *closure, size_t i)
{
	const struct site_test *test = closure;

	return page_make_index(test->finding[i]);
}

static struct json_value *tests_make_findings(const struct site_test *test)
{
	return data_list(test->finding_count, tests_make_finding, test);
}

/* With the end of the one process, or how many ended badly. */
static struct json_value *tests_make_row(const void *closure, size_t index)
{
	const struct website *site = closure;
	const struct site_test *test = &site->test[index];
	struct report_process sum = {0};
	size_t failed = 0, truncated = 0;

	for (size_t i = 0; i < test->process_count; i++) {
		const struct report_process *process = test->process[i];
		failed += process->signal > 0 || process->exit_code > 0;
		truncated += process->truncated;
		sum.events += process->events;
		sum.calls += process->calls;
		sum.seconds += process->seconds;
	}
	return JSON_OBJECT(JSON("name", test->name),
		JSON("processes", test->process_count),
		JSON_IF(test->process_count == 1, "end",
			rows_make_whole(
				&report_process_rows, test->process[0])),
		JSON("failed", failed), JSON("cut", truncated),
		JSON("reads", sum.events), JSON("calls", sum.calls),
		JSON("seconds", sum.seconds),
		JSON("slowdown",
			recorded_slowdown(&site->recorded, test->name)),
		JSON("findings", tests_make_findings(test)));
}

/* Tests of which nothing was recorded have no row above: no process of them is in
 * the report. NULL: this one is well. */
static struct json_value *tests_make_outcome(const void *closure, size_t index)
{
	const struct report *report = closure;
	const struct report_test *test = &report->test[index];
	bool is_recorded = test->outcome == REPORT_RECORDED;
	struct json_value *value;

	if (is_recorded && test->processes_in_part + test->processes_lost == 0)
		return NULL;
	value = rows_make_whole(&report_test_rows, test);
	json_put_bool(value, "in_part", is_recorded);
	return value;
}

struct json_value *page_tests(struct page *page, size_t unused)
{
	const struct website *site = page->site;
	const struct report *report = site->report;
	struct json_value *not_well =
		data_list(report->test_count, tests_make_outcome, report);
	size_t count = json_length(not_well);

	(void)unused;
	return JSON_OBJECT(JSON("tests", data_list(site->test_count,
						 tests_make_row, site)),
		JSON("not_well", not_well), JSON("not_well_count", count),
		JSON("verb", count == 1 ? "was" : "were"),
		JSON("test_count", report->test_count));
}

/* --- one ---------------------------------------------------------------- */

static struct json_value *tests_make_process(const void *closure, size_t index)
{
	const struct site_test *test = closure;

	return rows_make_whole(&report_process_rows, test->process[index]);
}

struct json_value *page_test(struct page *page, size_t index)
{
	const struct site_test *test = &page->site->test[index];
	size_t left_out = data_left_out(test->process_count, PROCESSES_MAX);

	return JSON_OBJECT(JSON("name", test->name),
		JSON("findings", tests_make_findings(test)),
		JSON("processes", data_list(test->process_count - left_out,
					  tests_make_process, test)),
		JSON("left_out", left_out));
}
