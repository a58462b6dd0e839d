/* SPDX-License-Identifier: MIT
 * The page of a finding: what is claimed, where, how the structure is reached,
 * the walks, and what usually helps. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/demangle.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/compare.h"
#include "lib/report/proof.h"
#include "lib/source.h"
#include "lib/words.h"
#include "viz/html.h"
#include "viz/plot.h"
#include "viz/selection.h"
#include "viz/site.h"

#ifdef HAVE_GRAPHVIZ
#include "viz/graph.h"
#endif

#define AROUND_LINES	 4 /* of the ends of a path */
#define BETWEEN_LINES	 1 /* of the calls between them, if there are many */
#define SHORT_WAY	 3
#define PLACES_MAX	 20
#define TESTS_MAX	 100
#define NODES_MAX	 16 /* a picture of a page's size */
#define EDGES_MAX	 200
#define CLAIM_CHARACTERS 1000
#define NAME_CHARACTERS	 120
#define SVG_BYTES_MAX	 (400 << 10)

/* --- claim -------------------------------------------------------------- */

static const char *exactness_words(enum report_exactness exactness)
{
	switch (exactness) {
	case REPORT_EXACT:
		return "The numbers are exact.";
	case REPORT_LOWER_BOUND:
		return "The numbers are lower bounds: a part of the run was "
		       "left out, as it said nothing new, or not recorded.";
	case REPORT_ESTIMATE:
		break;
	}
	return "The numbers are estimates.";
}

static void print_claim(struct page *page, const struct report_finding *finding)
{
	const char *severity = report_severity_name(finding->severity);
	enum report_state state = report_finding_state(finding);
	char *claim = site_claim_dup(finding, CLAIM_CHARACTERS);

	html_print(page->out,
		"<h1>%r <span class=\"severity %r\">%r</span> "
		"<span class=\"severity %r\">%r</span></h1>\n"
		"<p class=\"claim\">%t</p>\n<p>%r</p>\n",
		finding->id, severity, severity,
		state == REPORT_PROVED ? "high" : "info",
		state == REPORT_NOT_SHOWN ? "not shown"
					  : report_state_name(state),
		claim, exactness_words(finding->exactness));
	free(claim);
}

/* AT_LEAST stands before numbers: "", or words. */
static void print_count(struct page *page, const char *name,
	const char *at_least, uint64_t count)
{
	html_print(page->out, "<div><dt>%r</dt><dd>%r%n</dd></div>\n", name,
		at_least, count);
}

static void print_range(struct page *page, const char *name,
	const char *at_least, const struct report_range *range)
{
	if (range->min == range->max)
		print_count(page, name, at_least, range->max);
	else
		html_print(page->out,
			"<div><dt>%r</dt><dd>%n to %r%n</dd></div>\n", name,
			range->min, at_least, range->max);
}

static void print_numbers(
	struct page *page, const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;
	const char *at_least =
		finding->exactness == REPORT_LOWER_BOUND ? "at least " : "";
	bool is_shift = finding->rule == REPORT_SHIFT;

	fputs("<dl class=\"numbers\">\n", page->out);
	print_count(
		page, "Calls that show it", at_least, evidence->activations);
	if (evidence->walks.max > 0) {
		print_range(page,
			is_shift ? "Shifts in a call" : "Walks in a call",
			at_least, &evidence->walks);
		print_range(page,
			is_shift ? "Bytes in a shift" : "Cells in a walk",
			at_least, &evidence->walk_length);
	}
	if (evidence->reads > 0) {
		print_count(page, is_shift ? "Bytes moved" : "Reads", at_least,
			evidence->reads);
		print_count(page,
			is_shift ? "Different bytes" : "Different cells",
			at_least, evidence->distinct);
		html_print(page->out,
			"<div><dt>Repeated</dt><dd>%d %%</dd></div>\n",
			100 * evidence->rewalk_ratio);
	}
	if (report_growth_is_clear(evidence))
		html_print(page->out,
			"<div><dt>Growth</dt><dd>n<sup>%d</sup> (%n points)"
			"</dd></div>\n",
			evidence->degree, evidence->points);
	else if (evidence->points > 0)
		html_print(page->out,
			"<div><dt>Growth</dt><dd>not clear (%n points)"
			"</dd></div>\n",
			evidence->points);
	fputs("</dl>\n", page->out);
}

/* --- where -------------------------------------------------------------- */

/* The function of PLACE; pointed at, with its parameters. */
static void print_function(struct page *page, const struct report_place *place)
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

static void print_step(struct page *page, const struct report_finding *finding,
	const struct report_place *place, bool is_read, unsigned around)
{
	struct source *source = page->site->source;
	unsigned line = place->line;

	html_print(page->out, "<h3>%r ", is_read ? "Read in" : "Called in");
	print_function(page, place);
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

static void print_way(struct page *page, const struct report_finding *finding)
{
	size_t count = finding->aec.count;

	if (count == 0)
		return;
	fputs("<h2>Where</h2>\n", page->out);
	for (size_t i = 0; i < count && i < PLACES_MAX; i++)
		print_step(page, finding, &finding->aec.place[i],
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

static void print_places(struct page *page, const char *title,
	const struct report_places *places)
{
	if (places->count == 0)
		return;
	html_print(page->out, "<h2>%r</h2>\n<ul>\n", title);
	for (size_t i = 0; i < places->count && i < PLACES_MAX; i++) {
		fputs("<li>", page->out);
		print_function(page, &places->place[i]);
		site_print_place(page, &places->place[i]);
		fputs("</li>\n", page->out);
	}
	fputs("</ul>\n", page->out);
	if (places->count > PLACES_MAX)
		html_print(page->out,
			"<p class=\"note\">%n more are in the JSON.</p>\n",
			(uint64_t)(places->count - PLACES_MAX));
}

/* --- access graph ------------------------------------------------------- */

#ifdef HAVE_GRAPHVIZ
static char *link_node(const void *data, const struct report_place *place)
{
	const struct page *page = data;
	const struct site *site = page->site;
	size_t file = site_file_index(site, place->file);

	return file == SIZE_MAX || !site_shows_line(
					   site, &site->file[file], place->line)
		       ? NULL
		       : site_reference(page, PAGE_SOURCE, file, place->line);
}
#endif

/* Draws; returns false when there is no picture. */
static bool print_picture(struct page *page, const struct selection *selection)
{
#ifdef HAVE_GRAPHVIZ
	struct site *site = (struct site *)page->site;
	struct error err = {{0}};
	struct graph *graph;
	char *svg;

	if (!site->options.renderer || site->pictures_left == 0)
		return false;
	site->pictures_left--;
	graph = graph_new(selection, link_node, page);
	svg = graph_svg_dup(site->options.renderer, graph, &err);
	graph_free(graph);
	if (svg && strlen(svg) <= SVG_BYTES_MAX)
		html_print(page->out,
			"<figure class=\"graph\"><div class=\"scroll\" "
			"tabindex=\"0\" role=\"region\" "
			"aria-label=\"Access graph\">%r</div>\n"
			"<figcaption>Boxes are variables, ellipses are places "
			"that read; an arrow says which field leads from one "
			"to the other. Filled: a traversal point. Double line: "
			"read repeatedly. Thick line: a root of what is "
			"walked.</figcaption></figure>\n",
			svg);
	bool drawn = svg && strlen(svg) <= SVG_BYTES_MAX;
	free(svg);
	return drawn;
#else
	(void)page;
	(void)selection;
	return false;
#endif
}

static void print_edge(struct page *page, const struct selection *selection,
	const struct report_graph_edge *edge)
{
	const struct report_graph_node *node = selection->graph->node;
	char *from = selection_node_name(&node[edge->from]);
	char *to = selection_node_name(&node[edge->to]);
	char *shorter_from = words_shorten(from, NAME_CHARACTERS);
	char *shorter_to = words_shorten(to, NAME_CHARACTERS);
	char *label = words_shorten(edge->label, NAME_CHARACTERS);

	html_print(page->out,
		"<li><code>%t</code>, field <code>%t</code>: read at "
		"<code>%t</code>%r%r, reads: %n</li>\n",
		shorter_from, label, shorter_to,
		node[edge->to].is_traversal ? ", a traversal point" : "",
		selection_is_redundant(selection, edge->to) ? ", repeatedly"
							    : "",
		edge->reads);
	free(from);
	free(to);
	free(shorter_from);
	free(shorter_to);
	free(label);
}

static void print_list(struct page *page, const struct selection *selection)
{
	const struct report_graph *graph = selection->graph;
	size_t shown = 0;

	fputs("<ul>\n", page->out);
	for (size_t i = 0; i < graph->node_count; i++) {
		if (!selection->node[i].root)
			continue;
		char *root =
			words_shorten(selection->node[i].root, NAME_CHARACTERS);
		html_print(page->out,
			"<li>Root of what is walked: <code>%t</code></li>\n",
			root);
		free(root);
	}
	for (size_t i = 0; i < graph->edge_count && shown < EDGES_MAX; i++) {
		const struct report_graph_edge *edge = &graph->edge[i];
		if (!selection->node[edge->from].is_shown ||
			!selection->node[edge->to].is_shown)
			continue;
		print_edge(page, selection, edge);
		shown++;
	}
	if (selection->shown < graph->node_count)
		html_print(page->out, "<li>%n of %n places are left out</li>\n",
			(uint64_t)(graph->node_count - selection->shown),
			(uint64_t)graph->node_count);
	fputs("</ul>\n", page->out);
}

static void print_graph(struct page *page, const struct selection *selection)
{
	fputs("<h2>How the structure is reached</h2>\n", page->out);
	if (print_picture(page, selection)) {
		fputs("<details><summary>The same as a list</summary>\n",
			page->out);
		print_list(page, selection);
		fputs("</details>\n", page->out);
	} else {
		print_list(page, selection);
	}
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
	fputs("<h2>The walks</h2>\n<figure class=\"strip\">\n"
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
static void print_growth(struct page *page, size_t index)
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
	fputs("<h2>What it costs</h2>\n<figure><div class=\"scroll\" "
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

static void print_structure(
	struct page *page, const struct report_finding *finding)
{
	char *type = words_shorten(finding->structure_type, NAME_CHARACTERS);
	char *root = words_shorten(finding->root, NAME_CHARACTERS);

	fputs("<h2>Structure</h2>\n<p>", page->out);
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
	print_places(page, "Allocated at", &finding->allocated_at);
}

static void print_tests(struct page *page, const struct report_finding *finding)
{
	if (finding->test_count == 0)
		return;
	fputs("<h2>Tests that show it</h2>\n<ul>\n", page->out);
	for (size_t i = 0; i < finding->test_count && i < TESTS_MAX; i++) {
		fputs("<li>", page->out);
		site_print_test_link(page, finding->tests[i]);
		fputs("</li>\n", page->out);
	}
	fputs("</ul>\n", page->out);
	if (finding->test_count > TESTS_MAX)
		html_print(page->out,
			"<p class=\"note\">%n more are in the JSON.</p>\n",
			(uint64_t)(finding->test_count - TESTS_MAX));
}

static void print_advice(
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

static void print_commands(
	struct page *page, const struct report_finding *finding)
{
	html_print(page->out,
		"<h2>In the terminal</h2>\n<pre tabindex=\"0\"><code>"
		"retread show %r\nretread graph -o %r.svg %r\n",
		finding->id, finding->id, finding->id);
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
		"<pre tabindex=\"0\"><code>{\n   %r\n   Retread:%r\n",
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

/* "suppressed", or what became of it since the baseline. */
static void print_state(struct page *page, size_t index)
{
	const struct comparison *before = page->site->options.before;
	const struct report_finding *finding =
		&page->site->report->finding[index];

	size_t proof = site_proof_of(page->site, index);

	if (proof != SIZE_MAX) {
		const struct proof_law *law =
			&page->site->proof[proof].result->law;
		char *sentence = words_shorten(law->sentence, CLAIM_CHARACTERS);
		bool is_link;
		fputs("<p>", page->out);
		is_link = site_begin_link(page, PAGE_PROOF, proof);
		html_print(page->out, "Measured: %r%t%r.</p>\n",
			law->verdict == PROOF_GROWS ? "it " : "", sentence,
			is_link ? "</a>" : "");
		free(sentence);
	}
	if (site_campaign_of(page->site, index) != SIZE_MAX) {
		fputs("<p>", page->out);
		site_begin_link(
			page, PAGE_FUZZ, site_campaign_of(page->site, index));
		fputs("It was fuzzed</a>.</p>\n", page->out);
	}
	if (finding->suppressed)
		fputs("<p>This finding is suppressed.</p>\n", page->out);
	else if (before)
		html_print(page->out, "<p>Since the baseline: %r.</p>\n",
			comparison_state_name(before->after_state[index]));
}

void page_finding(struct page *page, size_t index)
{
	const struct report *report = page->site->report;
	const struct report_finding *finding = &report->finding[index];
	const struct report_graph *graph = selection_graph_of(report, finding);
	struct selection selection = {0};

	print_claim(page, finding);
	print_numbers(page, finding);
	if (graph)
		selection_init(&selection, graph, finding, NODES_MAX);
	print_state(page, index);
	print_walks(page, finding, graph ? find_walks(&selection) : NULL);
	print_advice(page, finding);
	print_way(page, finding);
	/* A large graph may have left the finding's reads out. */
	if (graph && selection.has_focus)
		print_graph(page, &selection);
	selection_release(&selection);
	print_structure(page, finding);
	print_places(page, "Callers", &finding->callers);
	print_growth(page, index);
	print_tests(page, finding);
	print_commands(page, finding);
	print_suppression(page, finding);
}
