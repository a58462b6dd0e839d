/* SPDX-License-Identifier: MIT
 * The tests: what each cost, how it ended, and what it shows. */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>

#include "lib/words.h"
#include "viz/html.h"
#include "viz/site.h"

#define TESTS_MAX	1000
#define PROCESSES_MAX	500
#define LINKS_MAX	8
#define FINDINGS_MAX	500
#define TEXT_CHARACTERS 300

static void print_end(struct page *page, const struct report_process *process)
{
	if (process->signal > 0)
		html_print(page->out, "signal %u", (uint64_t)process->signal);
	else if (process->exit_code >= 0)
		html_print(page->out, "exit code %u",
			(uint64_t)process->exit_code);
	else
		fputs("not known", page->out);
	if (process->truncated)
		html_print(page->out, "<br>truncated: %t",
			process->truncated_why ? process->truncated_why
					       : "the trace has no end");
}

/* --- all ---------------------------------------------------------------- */

/* The end of the one process, or how many ended badly. */
static void print_ends(struct page *page, const struct site_test *test)
{
	size_t failed = 0, truncated = 0;

	if (test->process_count == 1) {
		print_end(page, test->process[0]);
		return;
	}
	for (size_t i = 0; i < test->process_count; i++) {
		failed += test->process[i]->signal > 0 ||
			  test->process[i]->exit_code > 0;
		truncated += test->process[i]->truncated;
	}
	html_print(page->out, "%n failed, %n truncated", (uint64_t)failed,
		(uint64_t)truncated);
}

/* Important findings stand first. */
static void print_links(struct page *page, const struct site_test *test)
{
	for (size_t i = 0; i < test->finding_count && i < LINKS_MAX; i++) {
		if (i > 0)
			fputs(" ", page->out);
		site_print_finding_link(page, test->finding[i]);
	}
	if (test->finding_count > LINKS_MAX)
		html_print(page->out, " and %n more",
			(uint64_t)(test->finding_count - LINKS_MAX));
	if (test->finding_count == 0)
		fputs("-", page->out);
}

static struct report_process page_tests_sum_of(const struct site_test *test)
{
	struct report_process sum = {0};

	for (size_t i = 0; i < test->process_count; i++) {
		sum.events += test->process[i]->events;
		sum.calls += test->process[i]->calls;
		sum.seconds += test->process[i]->seconds;
	}
	return sum;
}

static void page_tests_print_test(
	struct page *page, const struct site_test *test)
{
	struct report_process sum = page_tests_sum_of(test);
	double slowdown = recorded_slowdown(&page->site->recorded, test->name);

	fputs("<tr><th scope=\"row\" data-label=\"Test\">", page->out);
	site_print_test_link(page, test->name);
	html_print(page->out,
		"</th><td data-label=\"Processes\" class=\"number\">%n</td>"
		"<td data-label=\"End\" class=\"end\">",
		(uint64_t)test->process_count);
	print_ends(page, test);
	html_print(page->out,
		"</td><td data-label=\"Reads\" class=\"number\">%n</td>"
		"<td data-label=\"Calls\" class=\"number\">%n</td>"
		"<td data-label=\"Seconds\" class=\"number\">%d</td>"
		"<td data-label=\"Slow-down\" class=\"number\">",
		sum.events, sum.calls, sum.seconds);
	if (slowdown > 0)
		html_print(page->out, "%d x", slowdown);
	else
		fputs("-", page->out);
	fputs("</td><td data-label=\"Findings\" class=\"ids\">", page->out);
	print_links(page, test);
	fputs("</td></tr>\n", page->out);
}

static bool is_well(const struct report_test *test)
{
	return test->outcome == REPORT_RECORDED &&
	       test->processes_in_part + test->processes_lost == 0;
}

static void page_tests_print_outcome(
	struct page *page, const struct report_test *test)
{
	char *name = words_shorten(test->name, TEXT_CHARACTERS);

	html_print(page->out, "<li>%t: %r%r", name,
		report_outcome_name(test->outcome),
		is_well(test) || test->outcome != REPORT_RECORDED ? ""
								  : " in part");
	if (test->why)
		html_print(page->out, " (%t)", test->why);
	fputs("</li>\n", page->out);
	free(name);
}

/* Tests of which nothing was recorded have no row above: no process of them is in
 * the report. */
static void page_tests_print_outcomes(struct page *page)
{
	const struct report *report = page->site->report;
	size_t count = 0, printed = 0;

	for (size_t i = 0; i < report->test_count; i++)
		count += !is_well(&report->test[i]);
	if (count == 0)
		return;
	html_print(page->out,
		"<h2 id=\"%rnot-well\">Not as they should be</h2>\n<p>%n of %n "
		"test%r failed under the recorder, or %r not recorded as a "
		"whole.</p>\n<ul>\n",
		page->prefix, (uint64_t)count, (uint64_t)report->test_count,
		report->test_count == 1 ? "" : "s",
		count == 1 ? "was" : "were");
	for (size_t i = 0; i < report->test_count && printed < TESTS_MAX; i++) {
		if (is_well(&report->test[i]))
			continue;
		page_tests_print_outcome(page, &report->test[i]);
		printed++;
	}
	fputs("</ul>\n", page->out);
	site_print_left_out(page, count, TESTS_MAX);
}

void page_tests(struct page *page, size_t unused)
{
	const struct website *site = page->site;

	(void)unused;
	html_print(page->out,
		"<h1>Tests</h1>\n<p>A row for each test that was recorded. "
		"Reads and calls are what it cost, seconds are those under "
		"the recorder; retread record --native shows how much slower "
		"that is.</p>\n<div class=\"scroll\"><table "
		"class=\"cards\" id=\"%rtable\" data-filter>\n"
		"<caption>Tests</caption>\n<thead><tr>"
		"<th scope=\"col\">Test</th><th scope=\"col\" "
		"class=\"number\">Processes</th><th scope=\"col\">End</th>"
		"<th scope=\"col\" class=\"number\">Reads</th>"
		"<th scope=\"col\" class=\"number\">Calls</th>"
		"<th scope=\"col\" class=\"number\">Seconds</th>"
		"<th scope=\"col\" class=\"number\">Slow-down</th>"
		"<th scope=\"col\">Findings</th></tr></thead>\n<tbody>\n",
		page->prefix);
	for (size_t i = 0; i < site->test_count && i < TESTS_MAX; i++)
		page_tests_print_test(page, &site->test[i]);
	fputs("</tbody></table></div>\n", page->out);
	site_print_left_out(page, site->test_count, TESTS_MAX);
	page_tests_print_outcomes(page);
}

/* --- one ---------------------------------------------------------------- */

static void print_process(
	struct page *page, const struct report_process *process)
{
	char *command = words_shorten(process->command, TEXT_CHARACTERS);

	html_print(page->out,
		"<tr><th scope=\"row\" data-label=\"Process\">%u</th>"
		"<td data-label=\"Command\"><code>%t</code></td>"
		"<td data-label=\"End\">",
		(uint64_t)process->pid, command);
	print_end(page, process);
	html_print(page->out,
		"</td><td data-label=\"Reads\" class=\"number\">%n</td>"
		"<td data-label=\"Calls\" class=\"number\">%n</td>"
		"<td data-label=\"Functions\" class=\"number\">%n</td>"
		"<td data-label=\"That traverse\" class=\"number\">%n</td>"
		"<td data-label=\"Seconds\" class=\"number\">%d</td></tr>\n",
		process->events, process->calls, process->functions,
		process->traversing, process->seconds);
	free(command);
}

static void page_tests_print_findings(
	struct page *page, const struct site_test *test)
{
	const struct report *report = page->site->report;

	fputs("<h2>What it shows</h2>\n", page->out);
	if (test->finding_count == 0) {
		fputs("<p>Nothing that is worth a change.</p>\n", page->out);
		return;
	}
	fputs("<ul>\n", page->out);
	for (size_t i = 0; i < test->finding_count && i < FINDINGS_MAX; i++) {
		const struct report_finding *finding =
			&report->finding[test->finding[i]];
		char *claim = site_claim_dup(finding, TEXT_CHARACTERS);
		const char *severity = report_severity_name(finding->severity);
		fputs("<li>", page->out);
		site_print_finding_link(page, test->finding[i]);
		html_print(page->out,
			" <span class=\"severity %r\">%r</span> %t</li>\n",
			severity, severity, claim);
		free(claim);
	}
	fputs("</ul>\n", page->out);
	site_print_left_out(page, test->finding_count, FINDINGS_MAX);
}

void page_test(struct page *page, size_t index)
{
	const struct site_test *test = &page->site->test[index];
	char *name = words_shorten(test->name, TEXT_CHARACTERS);

	html_print(page->out, "<h1>Test %t</h1>\n", name);
	page_tests_print_findings(page, test);
	html_print(page->out,
		"<h2>What it cost</h2>\n<div class=\"scroll\"><table "
		"class=\"cards\" id=\"%rtable\" data-filter>\n"
		"<caption>Processes</caption>\n<thead><tr>"
		"<th scope=\"col\">Process</th><th scope=\"col\">Command</th>"
		"<th scope=\"col\">End</th>"
		"<th scope=\"col\" class=\"number\">Reads</th>"
		"<th scope=\"col\" class=\"number\">Calls</th>"
		"<th scope=\"col\" class=\"number\">Functions</th>"
		"<th scope=\"col\" class=\"number\">That traverse</th>"
		"<th scope=\"col\" class=\"number\">Seconds</th></tr></thead>\n"
		"<tbody>\n",
		page->prefix);
	for (size_t i = 0; i < test->process_count && i < PROCESSES_MAX; i++)
		print_process(page, test->process[i]);
	fputs("</tbody></table></div>\n", page->out);
	site_print_left_out(page, test->process_count, PROCESSES_MAX);
	free(name);
}
