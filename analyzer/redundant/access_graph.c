/* SPDX-License-Identifier: MIT
 * One access graph. */
#include "config.h"

#include "analyzer/redundant/access_graph.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/report/report.h"

/* What is beyond is counted. */
#define NODES_MAX 150

struct access_graph *access_graph_new(const struct symbol_function *function)
{
	struct access_graph *graph = memory_alloc_zero(1, sizeof *graph);

	graph->function = function;
	return graph;
}

void access_graph_free(struct access_graph *graph)
{
	if (!graph)
		return;
	free(graph->node);
	free(graph->edge);
	table_release(&graph->node_of);
	table_release(&graph->edge_of);
	free(graph);
}

/* --- nodes and edges ---------------------------------------------------- */

/* Returns 1 + its index, as a table has it. */
static void *add_node(
	struct access_graph *graph, const struct graph_node *wanted)
{
	graph->node = memory_grow(graph->node, &graph->node_capacity,
		graph->node_count + 1, sizeof *graph->node);
	graph->node[graph->node_count++] = *wanted;
	return (void *)graph->node_count;
}

/* Names come from the symbols, each from one place, but not each name once: one that is
 * known from another place is looked for once. */
uint32_t access_graph_add_variable(struct access_graph *graph, const char *name)
{
	void **slot = table_place(&graph->node_of, (uintptr_t)name, 0);

	for (uint32_t i = 0; !*slot && i < graph->node_count; i++)
		if (graph->node[i].variable &&
			strcmp(graph->node[i].variable, name) == 0)
			*slot = (void *)(uintptr_t)(i + 1);
	if (!*slot)
		*slot = add_node(graph, &(struct graph_node){.variable = name});
	return (uint32_t)(uintptr_t)*slot - 1;
}

bool access_graph_is_full(const struct access_graph *graph)
{
	return graph->node_count >= NODES_MAX;
}

uint32_t access_graph_add_aec(struct access_graph *graph, const struct aec *aec)
{
	const uint64_t key = (uintptr_t)aec->path;
	void **slot;

	if (access_graph_is_full(graph))
		return (uint32_t)(uintptr_t)table_find(
			       &graph->node_of, key, aec->place) -
		       1; /* NO_NODE if there is none */
	slot = table_place(&graph->node_of, key, aec->place);
	if (!*slot)
		*slot = add_node(graph, &(struct graph_node){.path = aec->path,
						.place = aec->place});
	return (uint32_t)(uintptr_t)*slot - 1;
}

static bool is_same_field(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

void access_graph_add_edge(
	struct access_graph *graph, const struct graph_edge *read)
{
	void **slot;
	struct graph_edge *edge;

	if (read->from == NO_NODE || read->to == NO_NODE)
		return;
	slot = table_place(&graph->edge_of, (uint64_t)read->from + 1, read->to);
	if (!*slot) {
		graph->edge = memory_grow(graph->edge, &graph->edge_capacity,
			graph->edge_count + 1, sizeof *graph->edge);
		graph->edge[graph->edge_count++] = *read;
		*slot = (void *)graph->edge_count;
		return;
	}
	edge = &graph->edge[(uintptr_t)*slot - 1];
	edge->is_many |= edge->offset != read->offset ||
			 !is_same_field(edge->field, read->field);
	edge->reads += read->reads;
}

void access_graph_add_walks(struct access_graph *graph, const struct aec *aec)
{
	const struct redundant *sequence = &aec->sequence;
	uint32_t index = access_graph_add_aec(graph, aec);
	struct graph_node *node;

	if (index == NO_NODE || graph->node[index].walks >= sequence->parts)
		return;
	node = &graph->node[index];
	node->walks = sequence->parts;
	node->walk_count = sequence->parts < REDUNDANT_WALKS_KEPT
				   ? sequence->parts
				   : REDUNDANT_WALKS_KEPT;
	for (uint32_t i = 0; i < node->walk_count; i++)
		node->walk[i] = i + 1 < sequence->parts ? sequence->walk[i]
							: sequence->cursor;
}

/* --- report ------------------------------------------------------------- */

static struct report_place describe_place(const struct program *program,
	const struct symbol_function *function, uint32_t place)
{
	const struct symbol_position *position;
	struct report_place described = {
		.function = function->name, .object = function->object};

	if (place == 0)
		return described;
	position = sites_place(program->sites, place);
	described.file = position->file;
	described.line = position->line;
	described.column = position->column;
	return described;
}

static struct report_graph_node describe_node(const struct program *program,
	const struct graph_node *node, struct arena *arena)
{
	struct report_graph_node described = {.variable = node->variable,
		.is_traversal = node->is_traversal,
		.is_redundant = node->is_redundant,
		.reads = node->reads,
		.walk = node->walk,
		.walk_count = node->walk_count,
		.walks = node->walks};
	const struct path *path = node->path;
	uint32_t place = node->place;

	if (node->variable)
		return described;
	described.aec.count = path->length;
	described.aec.place =
		arena_alloc(arena, path->length * sizeof *described.aec.place);
	for (size_t i = path->length; i-- > 0; path = path->parent) {
		described.aec.place[i] =
			describe_place(program, path->function, place);
		place = path->place;
	}
	return described;
}

/* `next`, `[2]`, `*`, or `+8` where no name is known. */
static const char *describe_label(
	const struct graph_edge *edge, struct arena *arena)
{
	if (edge->is_many)
		return "*";
	if (!edge->field)
		return arena_format(arena, "%+lld", (long long)edge->offset);
	if (strcmp(edge->field, "[*]") == 0 && edge->size_bytes != 0 &&
		edge->offset % edge->size_bytes == 0)
		return arena_format(arena, "[%lld]",
			(long long)(edge->offset / edge->size_bytes));
	return edge->field;
}

void access_graph_report(const struct program *program,
	const struct access_graph *graph, struct report *report)
{
	struct arena arena = {0};
	struct report_graph described = {.function = graph->function->name,
		.file = graph->function->file,
		.line = graph->function->line,
		.node_count = graph->node_count,
		.edge_count = graph->edge_count,
		.left_out = graph->left_out};

	described.node =
		arena_alloc(&arena, graph->node_count * sizeof *described.node);
	described.edge =
		arena_alloc(&arena, graph->edge_count * sizeof *described.edge);
	for (int i = 0; i < SHOWN_KINDS; i++)
		described.activations += graph->activations[i];
	for (size_t i = 0; i < graph->node_count; i++)
		described.node[i] =
			describe_node(program, &graph->node[i], &arena);
	for (size_t i = 0; i < graph->edge_count; i++)
		described.edge[i] = (struct report_graph_edge){
			.from = graph->edge[i].from,
			.to = graph->edge[i].to,
			.label = describe_label(&graph->edge[i], &arena),
			.reads = graph->edge[i].reads};
	report_add_graph(report, &described);
	arena_release(&arena);
}
