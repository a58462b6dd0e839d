/* SPDX-License-Identifier: MIT
 * The first page: all findings, the important ones first. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/source.h"
#include "lib/words.h"
#include "viz/cards.h"
#include "viz/html.h"
#include "viz/plot.h"
#include "viz/site.h"

/* Long enough to be recognised. */
#define CLAIM_CHARACTERS  260
#define FILTER_CHARACTERS 80

static void page_overview_print_numbers(struct page *page)
{
	const struct report *report = page->site->report;
	size_t prominent = 0, truncated = 0;

	for (size_t i = 0; i < report->finding_count; i++)
		prominent += report_finding_is_shown(&report->finding[i]);
	for (size_t i = 0; i < report->process_count; i++)
		truncated += report->process[i].truncated;
	html_print(page->out,
		"<dl class=\"numbers\">\n"
		"<div><dt>Findings</dt><dd>%n</dd></div>\n"
		"<div><dt>For information</dt><dd>%n</dd></div>\n"
		"<div><dt>Processes recorded</dt><dd>%n</dd></div>\n"
		"<div><dt>Truncated</dt><dd>%n</dd></div>\n",
		(uint64_t)prominent,
		(uint64_t)(report->finding_count - prominent),
		(uint64_t)report->process_count, (uint64_t)truncated);
	for (enum report_outcome outcome = REPORT_SKIPPED;
		outcome <= REPORT_NOT_STARTED; outcome++) {
		size_t count = report_count_outcome(report, outcome);
		if (count > 0)
			html_print(page->out,
				"<div><dt>Tests %r</dt><dd>%n</dd></div>\n",
				report_outcome_name(outcome), (uint64_t)count);
	}
	html_print(page->out,
		"<div><dt>Functions that ran</dt><dd>%n</dd></div>\n"
		"<div><dt>Functions that traverse</dt><dd>%n</dd></div>\n"
		"<div><dt>Reads looked at</dt><dd>%n</dd></div>\n</dl>\n",
		report->coverage.functions, report->coverage.traversing,
		report->coverage.events);
}

/* A proof says more than what tests happened to show. */
static void page_overview_print_growth(
	struct page *page, const struct report_finding *finding)
{
	const struct report_evidence *from = &finding->evidence;
	const struct report_proof *proof = finding->proof;

	fputs("<td data-label=\"Growth\" class=\"growth\">", page->out);
	if (proof && proof->state == REPORT_PROVED && proof->model)
		html_print(page->out, "%t ", proof->model);
	else if (report_growth_is_clear(from))
		html_print(page->out, "n<sup>%d</sup> ", from->degree);
	else
		fputs("- ", page->out);
	if (plot_has_growth(from))
		plot_print_small(page->out, from);
	fputs("</td>", page->out);
}

/* The script filters by these. */
static void print_attributes(struct page *page, size_t index)
{
	const struct report_finding *finding =
		&page->site->report->finding[index];
	const char *file = finding->file ? source_short_name(page->site->source,
						   finding->file)
					 : "?";
	const char *slash = strrchr(file, '/');
	char *directory =
		slash && slash != file
			? memory_string_dup_length(file, (size_t)(slash - file))
			: memory_string_dup(slash ? "/" : ".");
	char *shorter = words_shorten(directory, FILTER_CHARACTERS);
	char *type = words_shorten(
		finding->structure_type ? finding->structure_type : "not known",
		FILTER_CHARACTERS);

	const char *state = site_state_words(page->site, index);

	html_print(page->out,
		" data-severity=\"%r\" data-directory=\"%t\" "
		"data-structure=\"%t\"",
		report_severity_name(finding->severity), shorter, type);
	html_print(page->out, " data-status=\"%r\"",
		*state != '\0' ? state : "not measured");
	if (finding->test_count > 0) {
		char *test =
			words_shorten(finding->tests[0], FILTER_CHARACTERS);
		html_print(page->out, " data-test=\"%t\"", test);
		free(test);
	}
	free(type);
	free(shorter);
	free(directory);
}

/* The others of the cause that finding INDEX leads. */
static void print_members(struct page *page, size_t index)
{
	const struct site_cause *cause = page->site->cause;
	uint64_t count = 0;

	for (size_t i = cause[index].next; i != SIZE_MAX; i = cause[i].next)
		count++;
	if (count == 0)
		return;
	html_print(page->out,
		"<details><summary>%n more of the same cause</summary>\n<ul>\n",
		count);
	for (size_t i = cause[index].next; i != SIZE_MAX; i = cause[i].next)
		site_print_member(page, &page->site->report->finding[i]);
	fputs("</ul></details>", page->out);
}

static void page_overview_print_row(struct page *page, size_t index)
{
	const struct report_finding *finding =
		&page->site->report->finding[index];
	char *claim = site_claim_dup(finding, CLAIM_CHARACTERS);

	fputs("<tr", page->out);
	print_attributes(page, index);
	fputs("><th scope=\"row\" data-label=\"Finding\">", page->out);
	site_print_finding_link(page, index);
	fputs("</th><td data-label=\"Severity\">", page->out);
	site_print_severity(page, finding->severity);
	html_print(page->out,
		" %r</td><td data-label=\"What\" class=\"what\">%t<br>",
		site_state_words(page->site, index), claim);
	if (finding->aec.count > 0)
		site_print_place(page, &finding->aec.place[0]);
	print_members(page, index);
	html_print(page->out,
		"</td><td data-label=\"Reads\" class=\"number\">%n</td>"
		"<td data-label=\"Repeated\" class=\"number\">%d %%</td>",
		finding->evidence.reads, 100 * finding->evidence.rewalk_ratio);
	page_overview_print_growth(page, finding);
	html_print(page->out,
		"<td data-label=\"Tests\" class=\"number\">%n</td></tr>\n",
		(uint64_t)finding->test_count);
	free(claim);
}

static void page_overview_print_table(struct page *page, const char *id,
	const char *caption, size_t first, size_t end, bool prominent)
{
	static const struct cards_column columns[] = {{"Finding"},
		{"Severity", "severity"}, {"What"}, {"Reads", "walk", true},
		{"Repeated", "repeated", true}, {"Growth", "growth"},
		{"Tests", NULL, true}};
	const struct website *site = page->site;

	cards_begin_on(page, &(struct cards){.id = id,
				     .caption = caption,
				     CARDS_COLUMNS(columns),
				     .has_filter = true});
	for (size_t i = first; i < end; i++)
		if (site->cause[i].lead == i &&
			report_finding_is_shown(&site->report->finding[i]) ==
				prominent)
			page_overview_print_row(page, i);
	cards_end(page->out);
}

static size_t count_prominent(
	const struct report *report, size_t first, size_t end)
{
	size_t count = 0;

	for (size_t i = first; i < end; i++)
		count += report_finding_is_shown(&report->finding[i]);
	return count;
}

static void page_overview_print_parts(struct page *page, size_t part)
{
	size_t parts = site_page_count(page->site, PAGE_OVERVIEW);

	if (parts == 1)
		return;
	fputs("<nav aria-label=\"More findings\"><ul class=\"parts\">",
		page->out);
	for (size_t i = 0; i < parts; i++) {
		fputs("<li>", page->out);
		if (i == part)
			html_print(page->out,
				"<span aria-current=\"page\">%u</span>",
				(uint64_t)i + 1);
		else if (site_begin_link(page, PAGE_OVERVIEW, i))
			html_print(page->out, "%u</a>", (uint64_t)i + 1);
		fputs("</li>", page->out);
	}
	fputs("</ul></nav>\n", page->out);
}

static void page_overview_print_findings(
	struct page *page, size_t first, size_t end)
{
	const struct report *report = page->site->report;
	size_t prominent = count_prominent(report, first, end);

	if (prominent > 0)
		page_overview_print_table(page, "findings",
			"Findings, most important first", first, end, true);
	else if (first == 0 && report->coverage.functions == 0)
		fputs("<p>No function with debug information read anything. "
		      "Was the program compiled with -g?</p>\n",
			page->out);
	else if (first == 0)
		fputs("<p>No repeated walk is worth a change.</p>\n",
			page->out);
	if (prominent == end - first)
		return;
	html_print(page->out,
		"<details%r><summary>For information: traversals, minor and "
		"suppressed findings (%n)</summary>\n",
		prominent == 0 ? " open" : "",
		(uint64_t)(end - first - prominent));
	page_overview_print_table(
		page, "information", "For information", first, end, false);
	fputs("</details>\n", page->out);
}

void page_overview(struct page *page, size_t part)
{
	const struct report *report = page->site->report;
	size_t first = part * SITE_ROWS_PER_PAGE;
	size_t end = first + SITE_ROWS_PER_PAGE;

	if (end > report->finding_count)
		end = report->finding_count;
	if (part == 0) {
		fputs("<h1>Repeated walks</h1>\n", page->out);
		page_overview_print_numbers(page);
	} else {
		html_print(page->out, "<h1>Findings, page %u</h1>\n",
			(uint64_t)part + 1);
	}
	page_overview_print_findings(page, first, end);
	page_overview_print_parts(page, part);
	if (page->site->options.is_one_file)
		site_print_left_out(page, report->finding_count, end);
	fputs("<p class=\"note\">Findings stand in order of what a change "
	      "would save: first what is proved to grow, then by severity, "
	      "which asks how many reads repeat and whether they grow with "
	      "the structure, then by the number of repeated reads.</p>\n",
		page->out);
}
