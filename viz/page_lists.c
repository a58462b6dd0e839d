/* SPDX-License-Identifier: MIT
 * Tests, structures, and what the report was made of. */
#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/source.h"
#include "viz/html.h"
#include "viz/site.h"
#include "viz/words.h"

#define PROCESSES_MAX	1000
#define FINDINGS_MAX	8
#define STRUCTURES_MAX	1000
#define WARNINGS_MAX	500
#define TEXT_CHARACTERS 300

/* --- tests -------------------------------------------------------------- */

static bool shows(const struct report_finding *finding, const char *test)
{
	if (!site_is_prominent(finding) || test == NULL)
		return false;
	for (size_t i = 0; i < finding->test_count; i++)
		if (strcmp(finding->tests[i], test) == 0)
			return true;
	return false;
}

/* Important findings stand first. */
static void print_findings_of(struct page *page, const char *test)
{
	const struct report *report = page->site->report;
	size_t count = 0;

	for (size_t i = 0; i < report->finding_count && count <= FINDINGS_MAX;
		i++) {
		if (report->finding[i].severity == REPORT_INFO)
			break;
		if (!shows(&report->finding[i], test))
			continue;
		if (count == FINDINGS_MAX)
			fputs(" and more", page->out);
		else
			site_print_finding_link(page, i);
		fputs(" ", page->out);
		count++;
	}
	if (count == 0)
		fputs("-", page->out);
}

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
			process->truncated_why != NULL
				? process->truncated_why
				: "the trace has no end");
}

static void print_process(
	struct page *page, const struct report_process *process)
{
	char *command = words_shorten(process->command, TEXT_CHARACTERS);
	char *test = words_shorten(process->test, TEXT_CHARACTERS);

	html_print(page->out,
		"<tr><th scope=\"row\" data-label=\"Test\">%t</th>"
		"<td data-label=\"Command\"><code>%t</code></td>"
		"<td data-label=\"End\">",
		test, command);
	print_end(page, process);
	html_print(page->out,
		"</td><td data-label=\"Reads\" class=\"number\">%n</td>"
		"<td data-label=\"Calls\" class=\"number\">%n</td>"
		"<td data-label=\"Seconds\" class=\"number\">%d</td>"
		"<td data-label=\"Findings\">",
		process->events, process->calls, process->seconds);
	print_findings_of(page, process->test);
	fputs("</td></tr>\n", page->out);
	free(command);
	free(test);
}

static void print_left_out(struct page *page, size_t count, size_t max)
{
	if (count > max)
		html_print(page->out,
			"<p class=\"note\">%n more are in the JSON.</p>\n",
			(uint64_t)(count - max));
}

void page_tests(struct page *page, const void *data)
{
	const struct report *report = page->site->report;

	(void)data;
	fputs("<h1>Tests</h1>\n<p>A row for each process that was recorded."
	      "</p>\n<div class=\"scroll\"><table class=\"cards\" id=\"tests\" "
	      "data-filter>\n<caption>Processes</caption>\n<thead><tr>"
	      "<th scope=\"col\">Test</th><th scope=\"col\">Command</th>"
	      "<th scope=\"col\">End</th><th scope=\"col\" class=\"number\">"
	      "Reads</th><th scope=\"col\" class=\"number\">Calls</th>"
	      "<th scope=\"col\" class=\"number\">Seconds</th>"
	      "<th scope=\"col\">Findings</th></tr></thead>\n<tbody>\n",
		page->out);
	for (size_t i = 0; i < report->process_count && i < PROCESSES_MAX; i++)
		print_process(page, &report->process[i]);
	fputs("</tbody></table></div>\n", page->out);
	print_left_out(page, report->process_count, PROCESSES_MAX);
}

/* --- structures --------------------------------------------------------- */

struct structure {
	const char *type, *kind;
	uint64_t findings, traversals, reads, repeated, longest;
};

static int compare_texts(const char *a, const char *b)
{
	return strcmp(a != NULL ? a : "", b != NULL ? b : "");
}

static int compare_types(const void *left, const void *right)
{
	const struct report_finding *const *a = left, *const *b = right;
	int order = compare_texts((*a)->structure_type, (*b)->structure_type);

	return order != 0 ? order
			  : compare_texts(
				    (*a)->structure_kind, (*b)->structure_kind);
}

static int compare_structures(const void *left, const void *right)
{
	const struct structure *a = left, *b = right;

	if (a->repeated != b->repeated)
		return a->repeated > b->repeated ? -1 : 1;
	if (a->traversals != b->traversals)
		return a->traversals > b->traversals ? -1 : 1;
	return compare_texts(a->type, b->type);
}

static void add_to(
	struct structure *structure, const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;

	if (finding->rule == REPORT_TRAVERSAL) {
		structure->traversals++;
		return;
	}
	structure->findings++;
	structure->reads += evidence->reads;
	structure->repeated +=
		(uint64_t)(evidence->rewalk_ratio * (double)evidence->reads +
			   0.5);
	if (evidence->walk_length.max > structure->longest)
		structure->longest = evidence->walk_length.max;
}

/* Returns the structures, by what repeats most. Free it. */
static struct structure *gather(const struct report *report, size_t *count)
{
	size_t total = report->finding_count;
	const struct report_finding **sorted =
		memory_alloc(total * sizeof(const struct report_finding *));
	struct structure *structure = memory_alloc(total * sizeof(*structure));

	*count = 0;
	for (size_t i = 0; i < total; i++)
		sorted[i] = &report->finding[i];
	if (total > 1)
		qsort(sorted, total, sizeof(*sorted), compare_types);
	for (size_t i = 0; i < total; i++) {
		if (i == 0 || compare_types(&sorted[i - 1], &sorted[i]) != 0)
			structure[(*count)++] = (struct structure){
				.type = sorted[i]->structure_type,
				.kind = sorted[i]->structure_kind};
		add_to(&structure[*count - 1], sorted[i]);
	}
	if (*count > 1)
		qsort(structure, *count, sizeof(*structure),
			compare_structures);
	free(sorted);
	return structure;
}

static void print_structure(
	struct page *page, const struct structure *structure)
{
	char *type = words_shorten(
		structure->type != NULL ? structure->type : "not known",
		TEXT_CHARACTERS);

	html_print(page->out,
		"<tr><th scope=\"row\" data-label=\"Type\"><code>%t</code></th>"
		"<td data-label=\"Kind\">%t</td>"
		"<td data-label=\"Findings\" class=\"number\">%n</td>"
		"<td data-label=\"Traversals\" class=\"number\">%n</td>"
		"<td data-label=\"Longest walk\" class=\"number\">%n</td>"
		"<td data-label=\"Reads\" class=\"number\">%n</td>"
		"<td data-label=\"Repeated\" class=\"number\">%n</td></tr>\n",
		type, structure->kind != NULL ? structure->kind : "not known",
		structure->findings, structure->traversals, structure->longest,
		structure->reads, structure->repeated);
	free(type);
}

void page_structures(struct page *page, const void *data)
{
	size_t count;
	struct structure *structure = gather(page->site->report, &count);

	(void)data;
	fputs("<h1>Structures</h1>\n<p>Every type that was seen to be walked, "
	      "also where nothing is wrong. <em>Findings</em> are walks again "
	      "and again, <em>traversals</em> are places that walk it once; "
	      "reads are those of the findings.</p>\n"
	      "<div class=\"scroll\"><table class=\"cards\" id=\"structures\" "
	      "data-filter>\n<caption>Types</caption>\n<thead><tr>"
	      "<th scope=\"col\">Type</th><th scope=\"col\">Kind</th>"
	      "<th scope=\"col\" class=\"number\">Findings</th>"
	      "<th scope=\"col\" class=\"number\">Traversals</th>"
	      "<th scope=\"col\" class=\"number\">Longest walk</th>"
	      "<th scope=\"col\" class=\"number\">Reads</th>"
	      "<th scope=\"col\" class=\"number\">Repeated</th></tr></thead>\n"
	      "<tbody>\n",
		page->out);
	for (size_t i = 0; i < count && i < STRUCTURES_MAX; i++)
		print_structure(page, &structure[i]);
	fputs("</tbody></table></div>\n", page->out);
	print_left_out(page, count, STRUCTURES_MAX);
	free(structure);
}

/* --- about -------------------------------------------------------------- */

static void print_warnings(struct page *page)
{
	const struct report *report = page->site->report;

	if (report->warning_count == 0)
		return;
	fputs("<h2>Limits and damage</h2>\n<ul>\n", page->out);
	for (size_t i = 0; i < report->warning_count && i < WARNINGS_MAX; i++) {
		char *warning = words_shorten(report->warning[i], 1000);
		html_print(page->out, "<li>%t</li>\n", warning);
		free(warning);
	}
	fputs("</ul>\n", page->out);
	print_left_out(page, report->warning_count, WARNINGS_MAX);
}

void page_about(struct page *page, const void *data)
{
	const struct report *report = page->site->report;

	(void)data;
	html_print(page->out,
		"<h1>About this report</h1>\n"
		"<p>retread " PACKAGE_VERSION
		" recorded %n process%r, %n calls and %n reads in them, and "
		"analysed %n calls of functions with debug information.</p>\n"
		"<p>The commands are on the page <a "
		"href=\"tests.html\">Tests</a>. To repeat one: <code>retread "
		"record -- COMMAND</code>, then <code>retread report --html "
		"DIR</code>.</p>\n",
		(uint64_t)report->process_count,
		report->process_count == 1 ? "" : "es", report->coverage.calls,
		report->coverage.events, report->coverage.activations);
	fputs("<h2>Words</h2>\n<dl class=\"words\">\n"
	      "<dt>walk</dt><dd>One pass over connected cells at one place of "
	      "the program.</dd>\n"
	      "<dt>cell</dt><dd>What one load reads: a field or an element, "
	      "until it is written again.</dd>\n"
	      "<dt>repeated read</dt><dd>A read of a cell that the same place "
	      "read before, and that nobody has written since.</dd>\n"
	      "<dt>growth</dt><dd>The power of the number of cells that the "
	      "reads grow with, measured over calls of different size. "
	      "n<sup>2</sup>: twice the data, four times the reads.</dd>\n"
	      "<dt>exact, lower bound, estimate</dt><dd>Whether all of the run "
	      "was seen, a part, or a number was calculated from a part.</dd>\n"
	      "</dl>\n",
		page->out);
	print_warnings(page);
}
