/* SPDX-License-Identifier: MIT
 * From a selection to a drawn graph.
 *
 * Variables are boxes, AECs ellipses; a traversal point is filled, one that is
 * read repeatedly has a double line. Nothing depends on colour. */
#include "config.h"

#include "viz/graph/graph.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/whole_file.h"
#include "lib/words.h"

#define FUNCTION_CHARACTERS 32
#define LABEL_CHARACTERS    40
#define TITLE_CHARACTERS    60
#define TOOLTIP_CHARACTERS  400
#define STEPS_MAX	    8 /* functions of an AEC in a label */
/* Of a picture in a page; more take seconds each to lay out, and show nothing. */
#define SVG_EDGES_MAX 250

struct graph {
	Agraph_t *agraph;
	const struct selection *selection;
	Agnode_t **node;
	graph_link *link;
	const void *link_data;
};

struct graph_renderer {
	GVC_t *gvc;
};

/* Graphviz interprets backslashes, and entities as HTML has them. */
static char *escape_dup(const char *text, size_t characters)
{
	char *clean = words_shorten(text, characters);
	char *escaped = memory_alloc(5 * strlen(clean) + 1), *to = escaped;

	for (const char *c = clean; *c != '\0'; c++) {
		if (*c == '\\')
			to = stpcpy(to, "\\\\");
		else if (*c == '&')
			to = stpcpy(to, "&amp;");
		else
			*to++ = *c;
	}
	*to = '\0';
	free(clean);
	return escaped;
}

static void set(void *object, const char *name, const char *value)
{
	agsafeset(object, (char *)name, (char *)value, "");
}

/* Appends to TEXT, which it frees. */
static char *viz_append(char *text, const char *more)
{
	char *longer = memory_format("%s%s", text, more);

	free(text);
	return longer;
}

static char *append_step(char *text, const struct report_place *place)
{
	char *function = escape_dup(place->function, FUNCTION_CHARACTERS);
	char *step = memory_format(place->line != 0 ? "%s(%s:%u)" : "%s(%s)",
		*text != '\0' ? "\\n" : "", function, place->line);

	text = viz_append(text, step);
	free(function);
	free(step);
	return text;
}

static char *label_of(const struct graph *graph, size_t index)
{
	const struct report_graph_node *node =
		&graph->selection->graph->node[index];
	char *label;

	if (node->variable)
		return escape_dup(node->variable, LABEL_CHARACTERS);
	label = memory_string_dup("");
	for (size_t i = 0; i < node->aec.count; i++) {
		if (node->aec.count > STEPS_MAX && i == STEPS_MAX / 2) {
			char *gap = memory_format("\\n%s %zu more calls",
				"\xe2\x8b\xae", node->aec.count - STEPS_MAX);
			label = viz_append(label, gap);
			free(gap);
			i += node->aec.count - STEPS_MAX;
		}
		label = append_step(label, &node->aec.place[i]);
	}
	return label;
}

/* A variable that is a root itself needs its name once. */
static void set_root(
	Agnode_t *node, const char *root, bool is_variable, char **label)
{
	char *name = escape_dup(root, LABEL_CHARACTERS);
	char *line = is_variable ? memory_string_dup("\\n(root)")
				 : memory_format("\\nroot: %s", name);

	set(node, "root", name);
	set(node, "penwidth", "2.5");
	*label = viz_append(*label, line);
	free(line);
	free(name);
}

static void set_position(const struct graph *graph, Agnode_t *node,
	const struct report_graph_node *described)
{
	const struct report_place *place =
		&described->aec.place[described->aec.count - 1];
	char number[WORDS_NUMBER_BYTES];
	char *file = escape_dup(place->file, TOOLTIP_CHARACTERS);
	char *tooltip = memory_format("%s:%u:%u, reads: %s", file, place->line,
		place->column, words_number(number, described->reads));
	char *url = graph->link ? graph->link(graph->link_data, place) : NULL;

	set(node, "tooltip", tooltip);
	if (url)
		set(node, "URL", url);
	free(url);
	free(tooltip);
	free(file);
}

static void viz_add_node(struct graph *graph, size_t index)
{
	const struct selection *selection = graph->selection;
	const struct report_graph_node *described =
		&selection->graph->node[index];
	char *name = memory_format("n%zu", index);
	Agnode_t *node = agnode(graph->agraph, name, 1);
	char *label = label_of(graph, index);

	graph->node[index] = node;
	if (described->variable) {
		set(node, "shape", "box");
		set(node, "tooltip", "a variable, when the function begins");
	} else {
		set_position(graph, node, described);
	}
	if (described->is_traversal)
		set(node, "style", "filled");
	if (selection_is_redundant(selection, index)) {
		set(node, "peripheries", "2");
		label = viz_append(label, "\\nread repeatedly");
	}
	if (selection->node[index].root)
		set_root(node, selection->node[index].root, described->variable,
			&label);
	set(node, "label", label);
	free(label);
	free(name);
}

static void viz_add_edge(
	struct graph *graph, const struct report_graph_edge *edge)
{
	Agnode_t *from = graph->node[edge->from], *to = graph->node[edge->to];
	char number[WORDS_NUMBER_BYTES], *label, *text;
	Agedge_t *drawn;

	if (!from || !to)
		return;
	drawn = agedge(graph->agraph, from, to, NULL, 1);
	label = escape_dup(edge->label, LABEL_CHARACTERS);
	set(drawn, "label", label);
	text = memory_format(
		"%s, reads: %s", label, words_number(number, edge->reads));
	set(drawn, "tooltip", text);
	set(drawn, "labeltooltip", text);
	free(text);
	text = memory_format(
		"%.2f", 1 + 0.7 * log10((double)(edge->reads ?: 1)));
	set(drawn, "penwidth", text);
	free(text);
	free(label);
}

/* Reports what the picture shows, and what it does not. */
static char *title_of(const struct selection *selection)
{
	const struct report_graph *graph = selection->graph;
	char *function = escape_dup(graph->function, TITLE_CHARACTERS);
	char number[WORDS_NUMBER_BYTES];
	char *title = memory_format("access graph of %s%s%s", function,
		selection->finding ? ", " : "",
		selection->finding ? selection->finding->id : "");
	char *more;

	free(function);
	if (selection->shown < graph->node_count) {
		more = memory_format("\\nleft out: %zu of %zu nodes, "
				     "%.0f %% of the reads",
			graph->node_count - selection->shown, graph->node_count,
			selection->reads
				? 100.0 *
					  (double)(selection->reads -
						   selection->shown_reads) /
					  (double)selection->reads
				: 0.0);
		title = viz_append(title, more);
		free(more);
	}
	if (graph->left_out != 0) {
		more = memory_format(
			"\\n%s reads in further contexts were not kept",
			words_number(number, graph->left_out));
		title = viz_append(title, more);
		free(more);
	}
	return title;
}

static void set_defaults(Agraph_t *graph)
{
	agattr(graph, AGRAPH, "fontname", "sans-serif");
	agattr(graph, AGRAPH, "fontsize", "11");
	agattr(graph, AGRAPH, "labelloc", "b");
	agattr(graph, AGRAPH, "bgcolor", "white");
	agattr(graph, AGRAPH, "charset", "UTF-8");
	/* A picture in a second, not the best one in ten minutes. */
	agattr(graph, AGRAPH, "nslimit", "2");
	agattr(graph, AGRAPH, "nslimit1", "2");
	agattr(graph, AGRAPH, "mclimit", "0.5");
	agattr(graph, AGNODE, "shape", "ellipse");
	agattr(graph, AGNODE, "fontname", "sans-serif");
	agattr(graph, AGNODE, "fontsize", "11");
	agattr(graph, AGNODE, "fillcolor", "#d0d0d0");
	agattr(graph, AGNODE, "label", "");
	agattr(graph, AGEDGE, "fontname", "sans-serif");
	agattr(graph, AGEDGE, "fontsize", "11");
}

struct graph *graph_new(
	const struct selection *selection, graph_link *link, const void *data)
{
	struct graph *graph = memory_alloc_zero(1, sizeof *graph);
	const struct report_graph *from = selection->graph;
	char *title;

	agseterr(AGMAX);
	graph->selection = selection;
	graph->link = link;
	graph->link_data = data;
	graph->agraph = agopen((char *)"access", Agdirected, NULL);
	graph->node = memory_alloc_zero(from->node_count, sizeof *graph->node);
	set_defaults(graph->agraph);
	for (size_t i = 0; i < from->node_count; i++)
		if (selection->node[i].is_shown)
			viz_add_node(graph, i);
	for (size_t i = 0; i < from->edge_count; i++)
		viz_add_edge(graph, &from->edge[i]);
	/* Several drawings in one page must not share ids. */
	if (selection->finding)
		set(graph->agraph, "id", selection->finding->id);
	title = title_of(selection);
	set(graph->agraph, "label", title);
	free(title);
	return graph;
}

void graph_free(struct graph *graph)
{
	if (!graph)
		return;
	agclose(graph->agraph);
	free(graph->node);
	free(graph);
}

#ifdef __SANITIZE_ADDRESS__
/* Memory that these keep until the process ends is theirs: the leak checker asks here. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libfontconfig\nleak:libpango\nleak:libcairo\n"
	       "leak:libgvc\nleak:libgvplugin\n";
}
#endif

struct graph_renderer *graph_renderer_new(void)
{
	struct graph_renderer *renderer =
		memory_alloc_zero(1, sizeof *renderer);

	renderer->gvc = gvContext();
	agseterr(AGMAX);
	return renderer;
}

void graph_renderer_free(struct graph_renderer *renderer)
{
	if (!renderer)
		return;
	gvFreeContext(renderer->gvc);
	free(renderer);
}

const char *graph_renderer_check(
	struct graph_renderer *renderer, struct error *err)
{
	char name[] = "check";
	Agraph_t *graph = agopen(name, Agdirected, NULL);
	bool can_lay_out;

	agnode(graph, name, 1);
	can_lay_out = gvLayout(renderer->gvc, graph, "dot") == 0;
	if (can_lay_out)
		gvFreeLayout(renderer->gvc, graph);
	agclose(graph);
	if (can_lay_out)
		return gvcVersion(renderer->gvc);
	error_set(err, "Graphviz has no plug-in that lays graphs out");
	return NULL;
}

static int viz_draw(struct graph_renderer *renderer, struct graph *graph,
	const char *format, FILE *out, struct error *err)
{
	int status;

	if (strcmp(format, "dot") == 0)
		return agwrite(graph->agraph, out) == 0
			       ? 0
			       : error_set(err, "the graph cannot be written");
	if (gvLayout(renderer->gvc, graph->agraph, "dot") != 0)
		return error_set(err, "Graphviz cannot lay the graph out");
	status = gvRender(renderer->gvc, graph->agraph, format, out);
	gvFreeLayout(renderer->gvc, graph->agraph);
	return status == 0 ? 0
			   : error_set(err,
				     "this Graphviz cannot draw the format %s",
				     format);
}

int graph_write(struct graph_renderer *renderer, struct graph *graph,
	const char *format, const char *path, struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		result = viz_draw(renderer, graph, format, file.out, err);
	return whole_file_close(&file, result, err);
}

/* Takes what a page has once, or does not need, out of SVG: a report has many pictures. */
static void svg_shorten(char *svg)
{
	static const char *const needless[][2] = {{"<!-- ", "-->\n"},
		{"<title>", "</title>\n"}, {" id=\"", "\""},
		{" font-family=\"sans-serif\" font-size=\"11.00\"", ""},
		{" text-anchor=\"middle\"", ""}};
	char *to = svg;

	while (*svg != '\0') {
		const char *end = NULL;
		for (size_t i = 0; i < sizeof needless / sizeof needless[0];
			i++) {
			size_t length = strlen(needless[i][0]);
			if (strncmp(svg, needless[i][0], length) == 0 &&
				(end = strstr(svg + length, needless[i][1])))
				end += strlen(needless[i][1]);
			if (end)
				break;
		}
		if (end)
			svg += end - svg;
		else
			*to++ = *svg++;
	}
	*to = '\0';
}

char *graph_svg_dup(
	struct graph_renderer *renderer, struct graph *graph, struct error *err)
{
	char *text = NULL, *begin;
	size_t bytes;

	if (agnedges(graph->agraph) > SVG_EDGES_MAX) {
		error_set(err, "%d edges are too many to look at",
			agnedges(graph->agraph));
		return NULL;
	}
	FILE *out = open_memstream(&text, &bytes);
	int result = viz_draw(renderer, graph, "svg", out, err);

	fclose(out);
	begin = result == 0 ? strstr(text, "<svg") : NULL;
	if (begin) {
		svg_shorten(begin);
		begin = memory_format(
			"<svg text-anchor=\"middle\" font-size=\"11\"%s",
			begin + strlen("<svg"));
	} else if (result == 0) {
		error_set(err, "Graphviz drew no SVG");
	}
	free(text);
	return begin;
}
