/* SPDX-License-Identifier: MIT
 * The page of changes since the baseline: what is new, gone, worse and better. */
#include "config.h"

#include <stdlib.h>

#include "lib/report/compare.h"
#include "lib/words.h"
#include "viz/html.h"
#include "viz/plot.h"
#include "viz/site.h"

#define ROWS_MAX	 500
#define PLOTS_MAX	 30
#define CLAIM_CHARACTERS 260

static void page_changes_print_numbers(
	struct page *page, const struct comparison *before)
{
	static const char *const name[COMPARISON_STATES] = {
		"New", "Worse", "Better", "Unchanged", "Gone"};

	fputs("<dl class=\"numbers\">\n", page->out);
	for (int i = 0; i < COMPARISON_STATES; i++)
		html_print(page->out, "<div><dt>%r</dt><dd>%n</dd></div>\n",
			name[i], (uint64_t)before->count[i]);
	fputs("</dl>\n", page->out);
}

static void page_changes_print_growth(
	struct page *page, const struct report_finding *finding)
{
	if (!report_growth_is_clear(&finding->evidence))
		fputs("-", page->out);
	else
		html_print(
			page->out, "n<sup>%d</sup>", finding->evidence.degree);
}

/* Of FINDING, and of what it is NOW where that differs; NULL: there is no other. */
static void print_cells(struct page *page, const struct report_finding *finding,
	const struct report_finding *now)
{
	const char *arrow = " <span aria-label=\"to\">&rarr;</span> ";

	fputs("</th><td data-label=\"Severity\">", page->out);
	site_print_severity(page, finding->severity);
	if (now && now->severity != finding->severity) {
		fputs(arrow, page->out);
		site_print_severity(page, now->severity);
	}
	html_print(page->out,
		"</td><td data-label=\"Repeated\" class=\"number\">%n",
		report_finding_repeated(finding));
	if (now && report_finding_repeated(now) !=
			   report_finding_repeated(finding))
		html_print(
			page->out, "%r%n", arrow, report_finding_repeated(now));
	fputs("</td><td data-label=\"Growth\">", page->out);
	page_changes_print_growth(page, finding);
	if (now && (finding->evidence.points > 0 || now->evidence.points > 0)) {
		fputs(arrow, page->out);
		page_changes_print_growth(page, now);
	}
	fputs("</td>", page->out);
}

static void print_what(struct page *page, const struct report_finding *finding)
{
	struct report_place place = {.function = finding->function,
		.file = finding->file,
		.line = finding->line};
	char *claim = site_claim_dup(finding, CLAIM_CHARACTERS);

	html_print(page->out, "<td data-label=\"What\" class=\"what\">%t<br>",
		claim);
	site_print_place(
		page, finding->aec.count > 0 ? &finding->aec.place[0] : &place);
	fputs("</td></tr>\n", page->out);
	free(claim);
}

static void page_changes_print_table_head(
	struct page *page, enum comparison_state state, size_t count)
{
	static const char *const title[COMPARISON_STATES] = {
		[COMPARISON_NEW] = "New",
		[COMPARISON_WORSE] = "Worse",
		[COMPARISON_BETTER] = "Better",
		[COMPARISON_GONE] = "Gone"};

	html_print(page->out,
		"<h2>%r</h2>\n<div class=\"scroll\"><table class=\"cards\" "
		"id=\"%r%r\" data-filter>\n<caption>%n finding%r</caption>\n"
		"<thead><tr><th scope=\"col\">Finding</th>"
		"<th scope=\"col\">Severity</th>"
		"<th scope=\"col\" class=\"number\">Repeated</th>"
		"<th scope=\"col\">Growth</th><th scope=\"col\">What</th>"
		"</tr></thead>\n<tbody>\n",
		title[state], page->prefix, comparison_state_name(state),
		(uint64_t)count, count == 1 ? "" : "s");
}

/* Findings of one state, but those that are gone. */
static void page_changes_print_state(struct page *page,
	const struct comparison *before, enum comparison_state state)
{
	const struct report *report = before->after;
	size_t shown = 0;

	if (before->count[state] == 0)
		return;
	page_changes_print_table_head(page, state, before->count[state]);
	for (size_t i = 0; i < report->finding_count && shown < ROWS_MAX; i++) {
		const struct report_finding *finding = &report->finding[i];
		const struct report_finding *old = NULL;
		if (before->after_state[i] != state ||
			!report_finding_is_shown(finding))
			continue;
		fputs("<tr><th scope=\"row\" data-label=\"Finding\">",
			page->out);
		site_print_finding_link(page, i);
		if (state != COMPARISON_NEW)
			old = comparison_before(before, finding);
		print_cells(page, old ? old : finding, old ? finding : NULL);
		print_what(page, finding);
		shown++;
	}
	fputs("</tbody></table></div>\n", page->out);
	site_print_left_out(page, before->count[state], ROWS_MAX);
}

static void print_gone(struct page *page, const struct comparison *before)
{
	const struct report *report = before->before;
	size_t shown = 0;

	if (before->count[COMPARISON_GONE] == 0)
		return;
	page_changes_print_table_head(
		page, COMPARISON_GONE, before->count[COMPARISON_GONE]);
	for (size_t i = 0; i < report->finding_count && shown < ROWS_MAX; i++) {
		const struct report_finding *finding = &report->finding[i];
		if (!before->is_gone[i] || !report_finding_is_shown(finding))
			continue;
		html_print(page->out,
			"<tr><th scope=\"row\" data-label=\"Finding\">%r",
			finding->id);
		print_cells(page, finding, NULL);
		print_what(page, finding);
		shown++;
	}
	fputs("</tbody></table></div>\n", page->out);
	site_print_left_out(page, before->count[COMPARISON_GONE], ROWS_MAX);
}

/* The old and the new curve of what changed. */
static void page_changes_print_curves(
	struct page *page, const struct comparison *before)
{
	const struct report *report = before->after;
	size_t shown = 0;

	for (size_t i = 0; i < report->finding_count && shown < PLOTS_MAX;
		i++) {
		const struct report_finding *now = &report->finding[i], *old;
		if ((before->after_state[i] != COMPARISON_WORSE &&
			    before->after_state[i] != COMPARISON_BETTER) ||
			!report_finding_is_shown(now))
			continue;
		old = comparison_before(before, now);
		if (!old || !plot_has_points(&now->evidence) ||
			!plot_has_points(&old->evidence))
			continue;
		if (shown++ == 0)
			fputs("<h2>Old and new curves</h2>\n", page->out);
		fputs("<figure><div class=\"scroll\" tabindex=\"0\" "
		      "role=\"region\" aria-label=\"Curves\">",
			page->out);
		plot_print(page->out,
			(const struct plot_series[]){{"now", &now->evidence},
				{"before", &old->evidence}},
			2, PLOT_SIZE, PLOT_COST);
		fputs("</div><figcaption>", page->out);
		site_print_finding_link(page, i);
		html_print(page->out, " is %r.</figcaption></figure>\n",
			comparison_state_name(before->after_state[i]));
	}
}

void page_changes(struct page *page, size_t unused)
{
	const struct comparison *before = page->site->options.before;

	(void)unused;
	fputs("<h1>What changed since the baseline</h1>\n<p>Findings are "
	      "matched by what they are about, not by their lines: edits "
	      "elsewhere change nothing here.</p>\n",
		page->out);
	page_changes_print_numbers(page, before);
	page_changes_print_state(page, before, COMPARISON_NEW);
	page_changes_print_state(page, before, COMPARISON_WORSE);
	page_changes_print_state(page, before, COMPARISON_BETTER);
	print_gone(page, before);
	page_changes_print_curves(page, before);
}
