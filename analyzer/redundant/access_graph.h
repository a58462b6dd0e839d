/* SPDX-License-Identifier: MIT
 * One access graph: its nodes and edges (dissertation, section 3.3.6, definition 8). For
 * analyzer/redundant/ alone. */
#ifndef RETREAD_ANALYZER_REDUNDANT_ACCESS_GRAPH_H
#define RETREAD_ANALYZER_REDUNDANT_ACCESS_GRAPH_H

#include "analyzer/redundant/activation.h"
#include "lib/table.h"

/* By what an activation shows. */
enum shown { SHOWN_PLAIN, SHOWN_TRAVERSAL, SHOWN_REDUNDANT, SHOWN_KINDS };

struct graph_node {
	const char *variable; /* NULL: an AEC */
	struct path *path;
	uint32_t place;
	bool is_traversal, is_redundant;
	uint64_t reads;
	uint32_t walk[REDUNDANT_WALKS_KEPT]; /* see report_graph_node */
	uint32_t walk_count;
	uint64_t walks;
};

struct graph_edge {
	uint32_t from, to;
	uint32_t size_bytes; /* of the read */
	bool is_many;	     /* several fields: `*` */
	int64_t offset;	     /* of the field from where FROM points */
	const char *field;   /* NULL: not known */
	uint64_t reads;
};

struct access_graph {
	const struct symbol_function *function;
	unsigned activations[SHOWN_KINDS];
	unsigned looks; /* activations looked at */
	struct graph_node *node;
	size_t node_count, node_capacity;
	struct graph_edge *edge;
	size_t edge_count, edge_capacity;
	struct table node_of; /* (path or variable, place) -> index + 1 */
	struct table edge_of; /* (from, to) -> index + 1 */
	uint64_t left_out;    /* reads at AECs beyond NODES_MAX */
};

#define NO_NODE UINT32_MAX

struct access_graph *access_graph_new(const struct symbol_function *function);
void access_graph_free(struct access_graph *graph); /* or NULL */

/* Variables are few, and what everything hangs on: there is always room for them. */
uint32_t access_graph_add_variable(
	struct access_graph *graph, const char *name);

/* NO_NODE: there is no room for one more. */
uint32_t access_graph_add_aec(
	struct access_graph *graph, const struct aec *aec);

bool access_graph_is_full(const struct access_graph *graph);

/* Adds READ, of which no end is known if it is NO_NODE: then nothing is added. */
void access_graph_add_edge(
	struct access_graph *graph, const struct graph_edge *read);

/* The walks of AEC's node are those of the activation that has most. */
void access_graph_add_walks(struct access_graph *graph, const struct aec *aec);

void access_graph_report(const struct program *program,
	const struct access_graph *graph, struct report *report);

/* --- what an activation read ---------------------------------------------- */

/* What is known of one activation, and memory for the next. */
struct graph_steps {
	const struct program *program;
	struct pointer *pointer;
	size_t pointer_count, pointer_capacity;
	const char **scalar; /* of its steps, in order: see scalar_variable */
	size_t scalar_count, scalar_capacity;
};

void graph_steps_release(struct graph_steps *steps);

/* Adds to GRAPH what the activation of SUBJECT read. */
void graph_steps_add(struct graph_steps *steps, const struct program *program,
	struct access_graph *graph, const struct subject *subject);

#endif
