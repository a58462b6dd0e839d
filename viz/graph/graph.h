/* SPDX-License-Identifier: MIT
 * From a selection to a drawn graph; sole user of cgraph and gvc. */
#ifndef RETREAD_VIZ_GRAPH_GRAPH_H
#define RETREAD_VIZ_GRAPH_GRAPH_H

#include <stddef.h>

#include "viz/graph/selection.h"

struct error;
struct graph;
struct graph_renderer;

/* Where a node links to. Returns a new URL, or NULL for none. */
typedef char *graph_link(const void *data, const struct report_place *place);

/* LINK may be NULL. */
struct graph *graph_new(
	const struct selection *selection, graph_link *link, const void *data);
void graph_free(struct graph *graph);

/* Drawing takes a renderer, which is costly to make. One in a process: Graphviz
 * remembers the font of the last text, which goes with its renderer. */
struct graph_renderer *graph_renderer_new(void);
void graph_renderer_free(struct graph_renderer *renderer);

/* Lays out a graph of one node, for which Graphviz must find its plug-ins. Returns the
 * version of Graphviz, borrowed; NULL with ERR filled. */
const char *graph_renderer_check(
	struct graph_renderer *renderer, struct error *err);

/* FORMAT as Graphviz names it: dot (not laid out), svg, png, pdf. Writes a
 * temporary file beside PATH, then renames it. */
int graph_write(struct graph_renderer *renderer, struct graph *graph,
	const char *format, const char *path, struct error *err);

/* The drawing as SVG in memory, without what stands before <svg>. NULL with
 * ERR filled: it cannot be drawn, or has too many edges for a page. Free it. */
char *graph_svg_dup(struct graph_renderer *renderer, struct graph *graph,
	struct error *err);

#endif
