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

static void set(void *object, const char *name, const char *value)
{
	agsafeset(object, (char *)name, (char *)value, "");
}

/* Texts of a graph are printed, then set. */
struct graph_text {
	FILE *out;
	char *text;
	size_t bytes;
};

static FILE *graph_begin_text(struct graph_text *text)
{
	text->out = open_memstream(&text->text, &text->bytes);
	if (!text->out)
		memory_fail(0);
	return text->out;
}

/* TEXT as the attribute NAME of OBJECT. */
static void graph_set_text(
	void *object, const char *name, struct graph_text *text)
{
	fclose(text->out);
	set(object, name, text->text);
	free(text->text);
}

/* Graphviz interprets backslashes, and entities as HTML has them. */
static void graph_print_escaped(FILE *out, const char *text, size_t characters)
{
	char *clean = words_shorten(text, characters);

	for (const char *c = clean; *c != '\0'; c++)
		if (*c == '\\')
			fputs("\\\\", out);
		else if (*c == '&')
			fputs("&amp;", out);
		else
			putc(*c, out);
	free(clean);
}

static void graph_print_steps(FILE *out, const struct report_places *aec)
{
	for (size_t i = 0; i < aec->count; i++) {
		if (aec->count > STEPS_MAX && i == STEPS_MAX / 2) {
			fprintf(out, "\\n%s %zu more calls", "\xe2\x8b\xae",
				aec->count - STEPS_MAX);
			i += aec->count - STEPS_MAX;
		}
		fputs(i > 0 ? "\\n(" : "(", out);
		graph_print_escaped(
			out, aec->place[i].function, FUNCTION_CHARACTERS);
		if (aec->place[i].line != 0)
			fprintf(out, ":%u", aec->place[i].line);
		putc(')', out);
	}
}

static void set_position(const struct graph *graph, Agnode_t *node,
	const struct report_graph_node *described)
{
	const struct report_place *place =
		&described->aec.place[described->aec.count - 1];
	char number[WORDS_NUMBER_BYTES];
	char *url = graph->link ? graph->link(graph->link_data, place) : NULL;
	struct graph_text tooltip;

	graph_print_escaped(
		graph_begin_text(&tooltip), place->file, TOOLTIP_CHARACTERS);
	fprintf(tooltip.out, ":%u:%u, reads: %s", place->line, place->column,
		words_number(number, described->reads));
	graph_set_text(node, "tooltip", &tooltip);
	if (url)
		set(node, "URL", url);
	free(url);
}

/* A variable that is a root itself needs its name once. */
static void graph_print_root(FILE *out, const char *root, bool is_variable)
{
	fputs(is_variable ? "\\n(root)" : "\\nroot: ", out);
	if (!is_variable)
		graph_print_escaped(out, root, LABEL_CHARACTERS);
}

static void viz_add_node(struct graph *graph, size_t index)
{
	const struct selection *selection = graph->selection;
	const struct report_graph_node *described =
		&selection->graph->node[index];
	const char *root = selection->node[index].root;
	char *name = memory_format("n%zu", index);
	Agnode_t *node = agnode(graph->agraph, name, 1);
	struct graph_text label, escaped;

	graph->node[index] = node;
	graph_begin_text(&label);
	if (described->variable) {
		set(node, "shape", "box");
		set(node, "tooltip", "a variable, when the function begins");
		graph_print_escaped(
			label.out, described->variable, LABEL_CHARACTERS);
	} else {
		set_position(graph, node, described);
		graph_print_steps(label.out, &described->aec);
	}
	if (described->is_traversal)
		set(node, "style", "filled");
	if (selection_is_redundant(selection, index)) {
		set(node, "peripheries", "2");
		fputs("\\nread repeatedly", label.out);
	}
	if (root) {
		graph_print_escaped(
			graph_begin_text(&escaped), root, LABEL_CHARACTERS);
		graph_set_text(node, "root", &escaped);
		set(node, "penwidth", "2.5");
		graph_print_root(label.out, root, described->variable);
	}
	graph_set_text(node, "label", &label);
	free(name);
}

static void viz_add_edge(
	struct graph *graph, const struct report_graph_edge *edge)
{
	Agnode_t *from = graph->node[edge->from], *to = graph->node[edge->to];
	static const char *const tooltips[] = {"tooltip", "labeltooltip"};
	char number[WORDS_NUMBER_BYTES];
	struct graph_text text;
	Agedge_t *drawn;

	if (!from || !to)
		return;
	drawn = agedge(graph->agraph, from, to, NULL, 1);
	graph_print_escaped(
		graph_begin_text(&text), edge->label, LABEL_CHARACTERS);
	graph_set_text(drawn, "label", &text);
	for (int i = 0; i < 2; i++) {
		graph_print_escaped(
			graph_begin_text(&text), edge->label, LABEL_CHARACTERS);
		fprintf(text.out, ", reads: %s",
			words_number(number, edge->reads));
		graph_set_text(drawn, tooltips[i], &text);
	}
	fprintf(graph_begin_text(&text), "%.2f",
		1 + 0.7 * log10((double)(edge->reads ?: 1)));
	graph_set_text(drawn, "penwidth", &text);
}

/* Reports what the picture shows, and what it does not. */
static void set_title(Agraph_t *agraph, const struct selection *selection)
{
	const struct report_graph *graph = selection->graph;
	uint64_t left_out = selection->reads - selection->shown_reads;
	char number[WORDS_NUMBER_BYTES];
	struct graph_text title;

	fputs("access graph of ", graph_begin_text(&title));
	graph_print_escaped(title.out, graph->function, TITLE_CHARACTERS);
	if (selection->finding)
		fprintf(title.out, ", %s", selection->finding->id);
	if (selection->shown < graph->node_count)
		fprintf(title.out,
			"\\nleft out: %zu of %zu nodes, "
			"%.0f %% of the reads",
			graph->node_count - selection->shown, graph->node_count,
			selection->reads ? 100.0 * (double)left_out /
						   (double)selection->reads
					 : 0.0);
	if (graph->left_out != 0)
		fprintf(title.out,
			"\\n%s reads in further contexts were not kept",
			words_number(number, graph->left_out));
	graph_set_text(agraph, "label", &title);
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
	set_title(graph->agraph, selection);
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
