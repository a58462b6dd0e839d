/* SPDX-License-Identifier: MIT
 * The tests: what each cost, how it ended, and what it shows. */
#include "config.h"

#include <stdbool.h>

#include "viz/data.h"
#include "viz/site.h"

#define TESTS_MAX	1000
#define PROCESSES_MAX	500
#define LINKS_MAX	8
#define FINDINGS_MAX	500
#define TEXT_CHARACTERS 300

static struct json_value *tests_make_end(const struct report_process *process)
{
	const char *why = process->truncated_why ? process->truncated_why
						 : "the trace has no end";

	return JSON_OBJECT(
		JSON("signal", process->signal > 0 ? process->signal : 0),
		JSON("has_code", process->exit_code >= 0),
		JSON("exit_code", process->exit_code),
		JSON("truncated_why",
			process->truncated ? why : (const char *)NULL));
}

/* --- all ---------------------------------------------------------------- */

static struct report_process tests_sum_of(const struct site_test *test)
{
	struct report_process sum = {0};

	for (size_t i = 0; i < test->process_count; i++) {
		sum.events += test->process[i]->events;
		sum.calls += test->process[i]->calls;
		sum.seconds += test->process[i]->seconds;
	}
	return sum;
}

/* Important findings stand first. */
static struct json_value *tests_make_findings(
	struct page *page, const struct site_test *test, size_t max)
{
	struct json_value *findings = json_make_array();

	for (size_t i = 0; i < test->finding_count && i < max; i++)
		json_append(findings, site_make_finding(page, test->finding[i],
					      TEXT_CHARACTERS));
	return findings;
}

/* With the end of the one process, or how many ended badly. */
static struct json_value *tests_make_row(
	struct page *page, const struct site_test *test)
{
	struct report_process sum = tests_sum_of(test);
	size_t count = test->process_count, failed = 0, truncated = 0;

	for (size_t i = 0; i < count; i++) {
		failed += test->process[i]->signal > 0 ||
			  test->process[i]->exit_code > 0;
		truncated += test->process[i]->truncated;
	}
	return JSON_OBJECT(
		JSON("reference", site_make_test_reference(page, test->name)),
		JSON("name", data_short(test->name, SITE_TEST_CHARACTERS)),
		JSON("processes", count),
		JSON("end", count == 1 ? tests_make_end(test->process[0])
				       : json_make_text(NULL)),
		JSON("failed", failed), JSON("truncated", truncated),
		JSON("reads", sum.events), JSON("calls", sum.calls),
		JSON("seconds", sum.seconds),
		JSON("slowdown",
			recorded_slowdown(&page->site->recorded, test->name)),
		JSON("findings", tests_make_findings(page, test, LINKS_MAX)),
		JSON("more", data_left_out(test->finding_count, LINKS_MAX)));
}

static bool tests_is_well(const struct report_test *test)
{
	return test->outcome == REPORT_RECORDED &&
	       test->processes_in_part + test->processes_lost == 0;
}

static struct json_value *tests_make_outcome(const struct report_test *test)
{
	return JSON_OBJECT(
		JSON("name", data_short(test->name, TEXT_CHARACTERS)),
		JSON("outcome", report_outcome_name(test->outcome)),
		JSON("in_part", test->outcome == REPORT_RECORDED),
		JSON("why", test->why));
}

/* Tests of which nothing was recorded have no row above: no process of them is in
 * the report. NULL: all are well. */
static struct json_value *tests_make_outcomes(const struct report *report)
{
	struct json_value *outcomes = json_make_array();
	size_t count = 0;

	for (size_t i = 0; i < report->test_count; i++)
		if (!tests_is_well(&report->test[i]) && count++ < TESTS_MAX)
			json_append(
				outcomes, tests_make_outcome(&report->test[i]));
	if (count == 0) {
		json_free(outcomes);
		return NULL;
	}
	return JSON_OBJECT(JSON("count", count),
		JSON("all", report->test_count),
		JSON("is_one", report->test_count == 1),
		JSON("verb", count == 1 ? "was" : "were"),
		JSON("outcomes", outcomes),
		JSON("left_out", data_left_out(count, TESTS_MAX)));
}

struct json_value *page_tests(struct page *page, size_t unused)
{
	const struct website *site = page->site;
	struct json_value *not_well = tests_make_outcomes(site->report);
	struct json_value *tests = json_make_array();

	(void)unused;
	for (size_t i = 0; i < site->test_count && i < TESTS_MAX; i++)
		json_append(tests, tests_make_row(page, &site->test[i]));
	return JSON_OBJECT(JSON("tests", tests),
		JSON("left_out", data_left_out(site->test_count, TESTS_MAX)),
		JSON_IF(not_well, "not_well", not_well));
}

/* --- one ---------------------------------------------------------------- */

static struct json_value *tests_make_process(
	const struct report_process *process)
{
	return JSON_OBJECT(JSON("pid", (uint64_t)process->pid),
		JSON("command", data_short(process->command, TEXT_CHARACTERS)),
		JSON("end", tests_make_end(process)),
		JSON("reads", process->events), JSON("calls", process->calls),
		JSON("functions", process->functions),
		JSON("traversing", process->traversing),
		JSON("seconds", process->seconds));
}

struct json_value *page_test(struct page *page, size_t index)
{
	const struct site_test *test = &page->site->test[index];
	struct json_value *processes = json_make_array();
	struct json_value *shown = JSON_OBJECT(
		JSON("findings", tests_make_findings(page, test, FINDINGS_MAX)),
		JSON("left_out",
			data_left_out(test->finding_count, FINDINGS_MAX)));

	for (size_t i = 0; i < test->process_count && i < PROCESSES_MAX; i++)
		json_append(processes, tests_make_process(test->process[i]));
	if (test->finding_count == 0) {
		json_free(shown);
		shown = json_make_text(NULL);
	}
	return JSON_OBJECT(
		JSON("name", data_short(test->name, TEXT_CHARACTERS)),
		JSON("shown", shown), JSON("processes", processes),
		JSON("left_out",
			data_left_out(test->process_count, PROCESSES_MAX)));
}
