/* SPDX-License-Identifier: MIT
 * The access graph of a finding on its page: a picture, the same as a list, or why there
 * is none. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/words.h"
#include "viz/frame.h"
#include "viz/html.h"
#include "viz/selection.h"
#include "viz/site.h"

#ifdef HAVE_GRAPHVIZ
#include "viz/graph.h"
#endif

#define EDGES_MAX	200
#define NAME_CHARACTERS 120
#define SVG_BYTES_MAX	(400 << 10)

#ifdef HAVE_GRAPHVIZ
static char *link_node(const void *data, const struct report_place *place)
{
	const struct page *page = data;
	const struct website *site = page->site;
	size_t file = site_file_index(site, place->file);

	return file == SIZE_MAX || !site_shows_line(
					   site, &site->file[file], place->line)
		       ? NULL
		       : site_reference(page, PAGE_SOURCE, file, place->line);
}
#endif

/* Draws; returns false when there is no picture. */
static bool page_graph_print_picture(
	struct page *page, const struct selection *selection)
{
#ifdef HAVE_GRAPHVIZ
	struct website *site = (struct website *)page->site;
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
			"data-zoom tabindex=\"0\" role=\"region\" "
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

static void page_graph_print_edge(struct page *page,
	const struct selection *selection, const struct report_graph_edge *edge)
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

static void page_graph_print_list(
	struct page *page, const struct selection *selection)
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
		page_graph_print_edge(page, selection, edge);
		shown++;
	}
	if (selection->shown < graph->node_count)
		html_print(page->out, "<li>%n of %n places are left out</li>\n",
			(uint64_t)(graph->node_count - selection->shown),
			(uint64_t)graph->node_count);
	fputs("</ul>\n", page->out);
}

/* Nothing is drawn that does not have what the finding reads. */
static void print_why_none(
	struct page *page, const struct report_finding *finding)
{
	const char *function = selection_other_function(finding);
	char *why = selection_why_none_dup(finding);

	html_print(page->out, "<p>There is no access graph: %t.</p>\n", why);
	free(why);
	if (!function)
		return;
	why = words_shell_quote(function);
	html_print(page->out,
		"<p>What it calls may have one:</p>\n<pre tabindex=\"0\" "
		"data-copy>"
		"<code>retread record --all-rules -- PROGRAM\n"
		"retread graph -o graph.svg %t</code></pre>\n",
		why);
	free(why);
}

void page_print_graph(struct page *page, const struct selection *selection,
	const struct report_finding *finding)
{
	frame_print_heading(page->out, page->prefix, "graph",
		"How the structure is reached");
	if (!selection->has_focus) {
		print_why_none(page, finding);
		return;
	}
	if (page_graph_print_picture(page, selection)) {
		fputs("<details><summary>The same as a list</summary>\n",
			page->out);
		page_graph_print_list(page, selection);
		fputs("</details>\n", page->out);
	} else {
		page_graph_print_list(page, selection);
	}
}
