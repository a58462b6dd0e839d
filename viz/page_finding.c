/* SPDX-License-Identifier: MIT
 * The page of a finding: what is claimed, where, how the structure is reached,
 * the walks, and what usually helps. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/demangle.h"
#include "lib/memory.h"
#include "lib/report/compare.h"
#include "lib/source.h"
#include "lib/words.h"
#include "viz/frame.h"
#include "viz/glossary.h"
#include "viz/html.h"
#include "viz/plot.h"
#include "viz/selection.h"
#include "viz/site.h"

#define AROUND_LINES	 4 /* of the ends of a path */
#define BETWEEN_LINES	 1 /* of the calls between them, if there are many */
#define SHORT_WAY	 3
#define PLACES_MAX	 20
#define TESTS_MAX	 100
#define NODES_MAX	 16 /* a picture of a page's size */
#define CLAIM_CHARACTERS 1000
#define NAME_CHARACTERS	 120

/* --- claim -------------------------------------------------------------- */

static const char *exactness_words(enum report_exactness exactness)
{
	switch (exactness) {
	case REPORT_EXACT:
		return "The numbers are exact.";
	case REPORT_LOWER_BOUND:
		return "The numbers are lower bounds: a part of the run was "
		       "left out, as it said nothing new, or not recorded. "
		       "<code>retread record --follow-all</code> counts what "
		       "was left out.";
	case REPORT_ESTIMATE:
		break;
	}
	return "The numbers are estimates.";
}

/* The way back to all findings, and to those beside this one. */
static void print_neighbours(struct page *page, size_t index)
{
	size_t part = page->site->options.is_one_file
			      ? 0
			      : index / SITE_ROWS_PER_PAGE;

	fputs("<nav class=\"crumbs\" aria-label=\"Findings\"><ul><li>",
		page->out);
	site_begin_link(page, PAGE_OVERVIEW, part);
	fputs("All findings</a></li>", page->out);
	if (index > 0) {
		fputs("<li>", page->out);
		site_begin_link(page, PAGE_FINDING, index - 1);
		fputs("Previous</a></li>", page->out);
	}
	if (index + 1 < site_page_count(page->site, PAGE_FINDING)) {
		fputs("<li>", page->out);
		site_begin_link(page, PAGE_FINDING, index + 1);
		fputs("Next</a></li>", page->out);
	}
	fputs("</ul></nav>\n", page->out);
}

static void page_finding_print_claim(
	struct page *page, const struct report_finding *finding)
{
	enum report_state state = report_finding_state(finding);
	char *claim = site_claim_dup(finding, CLAIM_CHARACTERS);

	html_print(page->out, "<h1>%r ", finding->id);
	site_print_severity(page, finding->severity);
	if (state != REPORT_KNOWN)
		html_print(page->out, " <span class=\"severity %r\">%r</span>",
			state == REPORT_PROVED ? "high" : "info",
			state == REPORT_NOT_SHOWN ? "not shown"
						  : report_state_name(state));
	html_print(page->out, "</h1>\n<p class=\"claim\">%t</p>\n<p>%r</p>\n",
		claim, exactness_words(finding->exactness));
	free(claim);
}

/* The name of a number, which the glossary explains as TERM. */
static void begin_number(struct page *page, const char *term, const char *name)
{
	fputs("<div><dt>", page->out);
	glossary_print_term(page, term, name);
	fputs("</dt>", page->out);
}

static void page_finding_print_count(
	struct page *page, const char *term, const char *name, uint64_t count)
{
	begin_number(page, term, name);
	html_print(page->out, "<dd>%n</dd></div>\n", count);
}

static void page_finding_print_range(struct page *page, const char *term,
	const char *name, const struct report_range *range)
{
	begin_number(page, term, name);
	if (range->min < range->max)
		html_print(page->out, "<dd>%n to %n</dd></div>\n", range->min,
			range->max);
	else
		html_print(page->out, "<dd>%n</dd></div>\n", range->max);
}

/* In bold only what is clear. */
static void print_degree(
	struct page *page, const struct report_evidence *evidence)
{
	if (evidence->points == 0)
		return;
	begin_number(page, "growth", "Growth");
	if (report_growth_is_clear(evidence))
		html_print(page->out, "<dd>n<sup>%d</sup>", evidence->degree);
	else
		fputs("<dd class=\"unclear\">not clear", page->out);
	html_print(page->out,
		" <small>%d to %d, %n points</small></dd></div>\n",
		evidence->degree_low, evidence->degree_high, evidence->points);
}

static void page_finding_print_numbers(
	struct page *page, const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;
	bool is_shift = finding->rule == REPORT_SHIFT;
	const char *term = is_shift ? "shift" : "walk";

	fputs("<dl class=\"numbers\">\n", page->out);
	page_finding_print_count(
		page, "call", "Calls that show it", evidence->activations);
	if (evidence->walks.max > 0) {
		page_finding_print_range(page, term,
			is_shift ? "Shifts in a call" : "Walks in a call",
			&evidence->walks);
		page_finding_print_range(page, is_shift ? "shift" : "cell",
			is_shift ? "Bytes in a shift" : "Cells in a walk",
			&evidence->walk_length);
	}
	if (evidence->reads > 0) {
		page_finding_print_count(page, is_shift ? "shift" : "walk",
			is_shift ? "Bytes moved" : "Reads", evidence->reads);
		page_finding_print_count(page, "cell",
			is_shift ? "Different bytes" : "Different cells",
			evidence->distinct);
		begin_number(page, "repeated", "Repeated");
		html_print(page->out, "<dd>%d %%</dd></div>\n",
			100 * evidence->rewalk_ratio);
	}
	print_degree(page, evidence);
	fputs("</dl>\n", page->out);
}

/* --- where -------------------------------------------------------------- */

/* The function of PLACE; pointed at, with its parameters. */
static void page_finding_print_function(
	struct page *page, const struct report_place *place)
{
	char *function = words_shorten(place->function, NAME_CHARACTERS);
	char *full =
		place->linkage ? demangle_name_dup(place->linkage, true) : NULL;

	if (full)
		html_print(page->out, "<code title=\"%t\">%t</code>, ", full,
			function);
	else
		html_print(page->out, "<code>%t</code>, ", function);
	free(full);
	free(function);
}

static void page_finding_print_step(struct page *page,
	const struct report_finding *finding, const struct report_place *place,
	bool is_read, unsigned around)
{
	struct source *source = page->site->source;
	unsigned line = place->line;

	html_print(page->out, "<h3>%r ", is_read ? "Read in" : "Called in");
	page_finding_print_function(page, place);
	site_print_place(page, place);
	fputs("</h3>\n", page->out);
	if (place->file && place->text &&
		source_says(source, place->file, line, place->text)) {
		page_print_lines(page, place->file,
			line > around ? line - around : 1, line + around, line,
			finding);
	} else if (place->text) {
		char *text = words_shorten(place->text, CLAIM_CHARACTERS);
		html_print(page->out,
			"<p><code>%t</code></p>\n<p class=\"note\">The source "
			"has changed since this was recorded, or is not "
			"here.</p>\n",
			text);
		free(text);
	}
}

static void page_finding_print_way(
	struct page *page, const struct report_finding *finding)
{
	size_t count = finding->aec.count;

	if (count == 0)
		return;
	frame_print_heading(page->out, page->prefix, "where", "Where");
	for (size_t i = 0; i < count && i < PLACES_MAX; i++)
		page_finding_print_step(page, finding, &finding->aec.place[i],
			i + 1 == count,
			count <= SHORT_WAY || i == 0 || i + 1 == count
				? AROUND_LINES
				: BETWEEN_LINES);
	if (count > PLACES_MAX)
		html_print(page->out,
			"<p class=\"note\">%n more calls are in the "
			"JSON.</p>\n",
			(uint64_t)(count - PLACES_MAX));
}

static void page_finding_print_places(struct page *page, const char *title,
	const struct report_places *places)
{
	if (places->count == 0)
		return;
	html_print(page->out, "<h2>%r</h2>\n<ul>\n", title);
	for (size_t i = 0; i < places->count && i < PLACES_MAX; i++) {
		fputs("<li>", page->out);
		page_finding_print_function(page, &places->place[i]);
		site_print_place(page, &places->place[i]);
		fputs("</li>\n", page->out);
	}
	fputs("</ul>\n", page->out);
	if (places->count > PLACES_MAX)
		html_print(page->out,
			"<p class=\"note\">%n more are in the JSON.</p>\n",
			(uint64_t)(places->count - PLACES_MAX));
}

/* --- walks -------------------------------------------------------------- */

/* The sample with the most walks among the finding's reads. */
static const struct report_graph_node *find_walks(
	const struct selection *selection)
{
	const struct report_graph_node *best = NULL;

	for (size_t i = 0; i < selection->graph->node_count; i++) {
		const struct report_graph_node *node =
			&selection->graph->node[i];
		if (selection->node[i].is_focus && node->walk_count > 1 &&
			(!best || node->walks > best->walks))
			best = node;
	}
	return best;
}

/* NODE, of a graph, knows the order of the cells, but of rule `redundant` only;
 * what rule `rewalk` has shown knows how many of each walk were read before. */
static void print_walks(struct page *page, const struct report_finding *finding,
	const struct report_graph_node *node)
{
	const struct report_evidence *evidence = &finding->evidence;
	struct report_walk *walk;

	if (evidence->walk_count > 0)
		node = NULL;
	walk = node ? strip_walks_dup(node) : NULL;
	size_t count = node ? node->walk_count : evidence->walk_count;
	if (count == 0)
		return;
	frame_print_heading(page->out, page->prefix, "walks", "The walks");
	fputs("<figure class=\"strip\">\n"
	      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
	      "aria-label=\"Walks\">",
		page->out);
	strip_print(page->out, walk ? walk : evidence->walk, count);
	html_print(page->out,
		"</div>\n<figcaption>One call: each row is a walk, each square "
		"a cell. A full square is read again in this call and nothing "
		"has changed it, a hollow one is read for the first "
		"time%r. The first %n of %n walks are shown.</figcaption>\n"
		"</figure>\n",
		node ? "" : "; full ones stand first, whatever the order",
		(uint64_t)count, node ? node->walks : evidence->walks.max);
	free(walk);
}

/* Beside what it cost before, if that is known. */
static void page_finding_print_growth(struct page *page, size_t index)
{
	const struct report_finding *finding =
		&page->site->report->finding[index];
	const struct comparison *before = page->site->options.before;
	const struct report_finding *old =
		before ? comparison_before(before, finding) : NULL;
	struct plot_series series[PLOT_SERIES_MAX] = {
		{"now", &finding->evidence}};
	size_t count = 1;

	if (!plot_has_points(&finding->evidence))
		return;
	if (old && plot_has_points(&old->evidence))
		series[count++] =
			(struct plot_series){"before", &old->evidence};
	frame_print_heading(page->out, page->prefix, "cost", "What it costs");
	fputs("<figure><div class=\"scroll\" "
	      "tabindex=\"0\" role=\"region\" aria-label=\"Plot\">",
		page->out);
	plot_print(page->out, series, count, PLOT_SIZE, PLOT_COST);
	fputs("</div>\n<figcaption>A point for each call: what it read here, "
	      "over the cells that it used. Both axes are logarithmic, so a "
	      "straight line is a power.",
		page->out);
	if (report_growth_is_clear(&finding->evidence))
		html_print(page->out,
			" The line is n<sup>%d</sup>, between %d and %d with a "
			"certainty of 95 %%.",
			finding->evidence.degree, finding->evidence.degree_low,
			finding->evidence.degree_high);
	fputs("</figcaption></figure>\n", page->out);
}

/* --- the rest ----------------------------------------------------------- */

static void page_finding_print_structure(
	struct page *page, const struct report_finding *finding)
{
	char *type = words_shorten(finding->structure_type, NAME_CHARACTERS);
	char *root = words_shorten(finding->root, NAME_CHARACTERS);

	frame_print_heading(page->out, page->prefix, "structure", "Structure");
	fputs("<p>", page->out);
	if (finding->structure_type)
		html_print(page->out, "<code>%t</code>", type);
	else
		fputs("Type not known", page->out);
	if (finding->structure_kind)
		html_print(page->out, " (%t)", finding->structure_kind);
	if (finding->structure_bytes > 0)
		html_print(page->out, ", %n byte%r", finding->structure_bytes,
			finding->structure_bytes == 1 ? "" : "s");
	html_print(page->out, ", reached by <code>%t</code>.</p>\n", root);
	free(type);
	free(root);
	page_finding_print_places(page, "Allocated at", &finding->allocated_at);
}

static void page_finding_print_tests(
	struct page *page, const struct report_finding *finding)
{
	if (finding->test_count == 0)
		return;
	frame_print_heading(
		page->out, page->prefix, "tests", "Tests that show it");
	fputs("<ul>\n", page->out);
	for (size_t i = 0; i < finding->test_count && i < TESTS_MAX; i++) {
		fputs("<li>", page->out);
		site_print_test_link(page, finding->tests[i]);
		fputs("</li>\n", page->out);
	}
	fputs("</ul>\n", page->out);
	if (finding->test_function.function)
		html_print(page->out,
			"<p>The longest walk is in <code>%t</code>.</p>\n",
			finding->test_function.function);
	if (finding->test_count > TESTS_MAX)
		html_print(page->out,
			"<p class=\"note\">%n more are in the JSON.</p>\n",
			(uint64_t)(finding->test_count - TESTS_MAX));
}

static void page_finding_print_advice(
	struct page *page, const struct report_finding *finding)
{
	const char *advice[ADVICE_MAX];
	size_t count = advice_find(finding, advice);

	if (count == 0)
		return;
	html_print(page->out,
		"<aside class=\"advice\" aria-labelledby=\"%radvice\">\n"
		"<h2 id=\"%radvice\">What usually fixes this</h2>\n<ul>\n",
		page->prefix, page->prefix);
	for (size_t i = 0; i < count; i++)
		html_print(page->out, "<li>%r</li>\n", advice[i]);
	fputs("</ul>\n</aside>\n", page->out);
}

static void page_finding_print_commands(
	struct page *page, const struct report_finding *finding, bool has_graph)
{
	frame_print_heading(
		page->out, page->prefix, "terminal", "In the terminal");
	html_print(page->out,
		"<pre tabindex=\"0\" data-copy><code>retread show %r\n",
		finding->id);
	if (has_graph)
		html_print(page->out, "retread graph -o %r.svg %r\n",
			finding->id, finding->id);
	if (finding->witness_count > 0 && finding->witness[0].process.command) {
		char *command =
			words_shorten(finding->witness[0].process.command, 200);
		html_print(page->out, "retread record -- %t\n", command);
		free(command);
	}
	fputs("</code></pre>\n", page->out);
}

/* In the file and in the source. */
static void print_suppression(
	struct page *page, const struct report_finding *finding)
{
	size_t count = finding->aec.count;

	if (finding->rule == REPORT_TRAVERSAL || count == 0)
		return;
	html_print(page->out,
		"<details><summary>To suppress it</summary>\n"
		"<pre tabindex=\"0\" data-copy><code>{\n   %r\n   Retread:%r\n",
		finding->id, report_rule_kind(finding->rule));
	for (size_t i = count; i-- > 0 && count - i <= PLACES_MAX;) {
		const char *function = finding->aec.place[i].function;
		html_print(
			page->out, "   fun:%t\n", function ? function : "???");
	}
	fputs("}\n</code></pre>\n<p>In a file for <code>retread report "
	      "--suppressions FILE</code>; or a comment at one of the lines "
	      "above, <code>/* retread: ok(reason) */</code>.</p>\n"
	      "</details>\n",
		page->out);
}

/* What became of it since the baseline, and what else was done about it. */
static void page_finding_print_state(struct page *page, size_t index)
{
	const struct comparison *before = page->site->options.before;
	size_t campaign = site_campaign_of(page->site, index);

	if (campaign != SIZE_MAX) {
		fputs("<p>", page->out);
		site_begin_link(page, PAGE_FUZZ, campaign);
		fputs("It was fuzzed</a>.</p>\n", page->out);
	}
	if (page->site->report->finding[index].suppressed)
		fputs("<p>This finding is suppressed.</p>\n", page->out);
	else if (before)
		html_print(page->out, "<p>Since the baseline: %r.</p>\n",
			comparison_state_name(before->after_state[index]));
}

/* The others of its cause. */
static void print_cause(struct page *page, size_t index)
{
	const struct site_cause *cause = page->site->cause;
	const struct report *report = page->site->report;
	size_t lead = cause[index].lead;

	if (cause[lead].next == SIZE_MAX)
		return;
	frame_print_heading(
		page->out, page->prefix, "cause", "Findings of the same cause");
	fputs("<ul>\n", page->out);
	for (size_t i = lead; i != SIZE_MAX; i = cause[i].next)
		if (i != index)
			site_print_member(page, &report->finding[i]);
	fputs("</ul>\n", page->out);
}

void page_finding(struct page *page, size_t index)
{
	const struct report *report = page->site->report;
	const struct report_finding *finding = &report->finding[index];
	const struct report_graph *graph = selection_graph_of(report, finding);
	struct selection selection = {0};

	print_neighbours(page, index);
	page_finding_print_claim(page, finding);
	page_finding_print_numbers(page, finding);
	page_print_measured(page, index);
	if (graph)
		selection_init(&selection, graph, finding, NODES_MAX);
	page_finding_print_state(page, index);
	print_walks(page, finding, graph ? find_walks(&selection) : NULL);
	page_finding_print_advice(page, finding);
	page_finding_print_way(page, finding);
	page_print_graph(page, &selection, finding);
	selection_release(&selection);
	page_finding_print_structure(page, finding);
	page_finding_print_places(page, "Callers", &finding->callers);
	page_finding_print_growth(page, index);
	print_cause(page, index);
	page_finding_print_tests(page, finding);
	page_finding_print_commands(page, finding, graph);
	print_suppression(page, finding);
}
