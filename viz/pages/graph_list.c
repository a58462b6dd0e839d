/* SPDX-License-Identifier: MIT
 * The access graph of a finding on its page: a picture, the same as a list, or why there
 * is none. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/words.h"
#include "viz/data.h"
#include "viz/graph/selection.h"
#include "viz/site.h"

#ifdef HAVE_GRAPHVIZ
#include "viz/graph/graph.h"
#endif

#define EDGES_MAX     200
#define SVG_BYTES_MAX (400 << 10)

#ifdef HAVE_GRAPHVIZ
static char *link_node(const void *data, const struct report_place *place)
{
	return site_line_reference(data, place->file, place->line);
}
#endif

/* NULL: there is no picture. Free it. */
static char *graph_picture_dup(
	struct page *page, const struct selection *selection)
{
#ifdef HAVE_GRAPHVIZ
	struct website *site = (struct website *)page->site;
	struct error err = {{0}};
	struct graph *graph;
	char *svg;

	if (!site->options.renderer || site->pictures_left == 0)
		return NULL;
	site->pictures_left--;
	graph = graph_new(selection, link_node, page);
	svg = graph_svg_dup(site->options.renderer, graph, &err);
	graph_free(graph);
	if (svg && strlen(svg) <= SVG_BYTES_MAX)
		return svg;
	free(svg);
#else
	(void)page;
	(void)selection;
#endif
	return NULL;
}

static struct json_value *graph_make_roots(const struct selection *selection)
{
	struct json_value *roots = json_make_array();

	for (size_t i = 0; i < selection->graph->node_count; i++)
		if (selection->node[i].root)
			json_append_text(roots, selection->node[i].root);
	return roots;
}

static struct json_value *graph_make_edges(const struct selection *selection)
{
	const struct report_graph *graph = selection->graph;
	struct json_value *edges = json_make_array();

	for (size_t i = 0;
		i < graph->edge_count && json_length(edges) < EDGES_MAX; i++) {
		const struct report_graph_edge *edge = &graph->edge[i];
		const struct report_graph_node *from = &graph->node[edge->from];
		const struct report_graph_node *to = &graph->node[edge->to];
		if (!selection->node[edge->from].is_shown ||
			!selection->node[edge->to].is_shown)
			continue;
		json_append(edges,
			JSON_OBJECT(JSON("from", data_own(selection_node_name(
							 from))),
				JSON("label", edge->label),
				JSON("to", data_own(selection_node_name(to))),
				JSON("is_traversal", (bool)to->is_traversal),
				JSON("is_repeated",
					selection_is_redundant(
						selection, edge->to)),
				JSON("reads", edge->reads)));
	}
	return edges;
}

/* Nothing is drawn that does not have what the finding reads. */
static struct json_value *graph_make_why_none(
	const struct report_finding *finding)
{
	const char *function = selection_other_function(finding);

	return JSON_OBJECT(
		JSON("why_none", data_own(selection_why_none_dup(finding))),
		JSON("function", data_own(function ? words_shell_quote(function)
						   : NULL)));
}

struct json_value *access_graph_make(struct page *page,
	const struct selection *selection, const struct report_finding *finding)
{
	const struct report_graph *graph = selection->graph;

	if (!selection->has_focus)
		return graph_make_why_none(finding);
	return JSON_OBJECT(
		JSON("picture", data_own(graph_picture_dup(page, selection))),
		JSON("roots", graph_make_roots(selection)),
		JSON("edges", graph_make_edges(selection)),
		JSON("left_out",
			data_left_out(graph->node_count, selection->shown)),
		JSON("nodes", graph->node_count));
}
