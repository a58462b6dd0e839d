/* SPDX-License-Identifier: MIT
 * Access graphs (dissertation, section 3.3.6, definition 8): for a function,
 * which values of which variables and AECs lead to what is read at which AEC.
 *
 * A function's graph is that of a few of its activations, merged. What a
 * sequence keeps is what the graph shows: all reads up to the one that broke it. */
#ifndef RETREAD_ANALYZER_REDUNDANT_ACCESS_GRAPH_H
#define RETREAD_ANALYZER_REDUNDANT_ACCESS_GRAPH_H

#include "analyzer/program/objects.h"
#include "analyzer/program/sites.h"
#include "analyzer/program/stack.h"
#include "analyzer/redundant/aecs.h"
#include "analyzer/symbols/symbols.h"

struct report;
struct access_graphs;

struct access_graphs *access_graphs_new(struct symbols *symbols,
	struct sites *sites, const struct objects *objects);
void access_graphs_free(struct access_graphs *graphs);

/* SUBJECT's activation is over and was judged. Cheap once the graph of its
 * function is complete. */
void access_graphs_add(
	struct access_graphs *graphs, const struct subject *subject);

/* From now on no functions are added. */
void access_graphs_stop(struct access_graphs *graphs);

/* Adds graphs to REPORT, which has the findings: first those of functions with one,
 * then of those with a traversal, then some others. AECS tell which nodes are
 * traversal points. */
void access_graphs_report(struct access_graphs *graphs, const struct aecs *aecs,
	struct report *report);

#endif
