/* SPDX-License-Identifier: MIT
 * Chooses what of a report's access graphs is shown: the graph of a finding or function,
 * the nodes of it that matter most, and the roots (dissertation, definition 9). */
#ifndef RETREAD_VIZ_GRAPH_SELECTION_H
#define RETREAD_VIZ_GRAPH_SELECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/report/report.h"

struct error;

/* One node of the graph, as it is shown. */
struct selection_node {
	bool is_shown;
	bool is_focus;	  /* the finding reads here */
	const char *root; /* access path, if one of a traversal ends here */
};

struct selection {
	const struct report_graph *graph;
	const struct report_finding *finding; /* NULL: of a function */
	struct selection_node *node;	      /* as the graph's */
	bool has_focus; /* the graph knows what the finding reads */
	size_t shown;
	uint64_t shown_reads, reads;
	struct selection_private *private_;
};

/* The graph of FINDING's function; NULL: the report has none. */
const struct report_graph *selection_graph_of(
	const struct report *report, const struct report_finding *finding);

/* Why no graph has what FINDING reads. Free it. */
char *selection_why_none_dup(const struct report_finding *finding);
/* The function called by FINDING's that may have a graph; NULL: none. Borrowed. */
const char *selection_other_function(const struct report_finding *finding);

/* The graph of NAME, a function or FILE:FUNCTION; or that of a finding which leads through
 * it. NULL with ERR filled: none, or not one. */
const struct report_graph *selection_graph_named(
	const struct report *report, const char *name, struct error *err);

/* Chooses at most NODES_MAX nodes of GRAPH: what FINDING (may be NULL) is about,
 * the way there from variables, and what is near. */
void selection_init(struct selection *selection,
	const struct report_graph *graph, const struct report_finding *finding,
	size_t nodes_max);
void selection_release(struct selection *selection);

/* "(contains_all:12)(contains:4)" or the variable's name. Free it. */
char *selection_node_name(const struct report_graph_node *node);

/* Is NODE read repeatedly, as far as the graph or the finding knows? */
bool selection_is_redundant(const struct selection *selection, size_t node);

#endif
