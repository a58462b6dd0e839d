/* SPDX-License-Identifier: MIT
 * The acyclic execution context by the definition itself. */
#include "config.h"

#include "analyzer/program/shortest_path.h"

#include <stdbool.h>
#include <stdlib.h>

#include "lib/memory.h"

struct shortest_path_edge {
	uint32_t from, to; /* nodes */
	uint32_t weight;
	uint32_t place;
};

struct shortest_path_graph {
	const struct symbol_function *node[SHORTEST_PATH_FUNCTIONS];
	uint32_t cost[SHORTEST_PATH_FUNCTIONS];
	uint32_t by[SHORTEST_PATH_FUNCTIONS]; /* edge that COST came over */
	uint32_t nodes;
	struct shortest_path_edge *edge;
	size_t edges;
};

/* Returns SHORTEST_PATH_FUNCTIONS when there is no room. */
static uint32_t shortest_path_node_of(struct shortest_path_graph *graph,
	const struct symbol_function *function)
{
	for (uint32_t i = 0; i < graph->nodes; i++)
		if (graph->node[i] == function)
			return i;
	if (graph->nodes == SHORTEST_PATH_FUNCTIONS)
		return graph->nodes;
	graph->node[graph->nodes] = function;
	graph->cost[graph->nodes] = graph->nodes == 0 ? 0 : UINT32_MAX;
	return graph->nodes++;
}

static void shortest_path_add_edge(
	struct shortest_path_graph *graph, struct shortest_path_edge added)
{
	for (size_t i = 0; i < graph->edges; i++)
		if (graph->edge[i].from == added.from &&
			graph->edge[i].to == added.to)
			return; /* the first one weighs less */
	graph->edge[graph->edges++] = added;
}

static bool shortest_path_add_edges(struct shortest_path_graph *graph,
	const struct call_step *step, size_t count)
{
	shortest_path_node_of(graph, step[0].function);
	for (size_t i = 1; i < count; i++) {
		struct shortest_path_edge edge = {
			.from = shortest_path_node_of(
				graph, step[i - 1].function),
			.to = shortest_path_node_of(graph, step[i].function),
			.weight = (uint32_t)i,
			.place = step[i].place,
		};
		if (edge.to == SHORTEST_PATH_FUNCTIONS)
			return false;
		shortest_path_add_edge(graph, edge);
	}
	return true;
}

static bool relax(struct shortest_path_graph *graph)
{
	bool changed = false;

	for (size_t i = 0; i < graph->edges; i++) {
		const struct shortest_path_edge *edge = &graph->edge[i];
		uint32_t from = graph->cost[edge->from];
		if (from == UINT32_MAX ||
			from + edge->weight >= graph->cost[edge->to])
			continue;
		graph->cost[edge->to] = from + edge->weight;
		graph->by[edge->to] = (uint32_t)i;
		changed = true;
	}
	return changed;
}

size_t shortest_path_reduce(
	struct call_step *step, size_t count, uint32_t *weight)
{
	struct shortest_path_graph graph = {.nodes = 0};
	size_t length = 0;

	if (count > SHORTEST_PATH_STEPS)
		return 0;
	graph.edge = memory_alloc(count * sizeof *graph.edge);
	if (!shortest_path_add_edges(&graph, step, count))
		goto out;
	while (relax(&graph))
		;
	uint32_t end = shortest_path_node_of(&graph, step[count - 1].function);
	*weight = graph.cost[end];
	for (uint32_t at = end; at != 0; at = graph.edge[graph.by[at]].from)
		length++;
	/* From its end, over what is no longer needed. */
	for (size_t i = length++; i > 0; i--) {
		const struct shortest_path_edge *edge =
			&graph.edge[graph.by[end]];
		step[i].function = graph.node[end];
		step[i].place = edge->place;
		end = edge->from;
	}
out:
	free(graph.edge);
	return length;
}
