/* SPDX-License-Identifier: MIT
 * A graph as a list of edges: the degree of each vertex goes through all edges. */
#include <assert.h>
#include <stdlib.h>

struct edge {
	int from, to;
};

struct graph {
	int vertices;
	int edges;
	struct edge edge[];
};

struct graph *graph_new_wheel(int rim)
{
	struct graph *graph =
		malloc(sizeof *graph + 2 * (size_t)rim * sizeof(struct edge));

	graph->vertices = rim + 1;
	graph->edges = 0;
	for (int i = 0; i < rim; i++) {
		graph->edge[graph->edges++] = (struct edge){i, (i + 1) % rim};
		graph->edge[graph->edges++] = (struct edge){i, rim};
	}
	return graph;
}

int graph_degree(const struct graph *graph, int vertex)
{
	int degree = 0;

	for (int i = 0; i < graph->edges; i++)
		degree += graph->edge[i].from == vertex ||
			  graph->edge[i].to == vertex;
	return degree;
}

int graph_hub(const struct graph *graph)
{
	int hub = 0, most = -1;

	for (int vertex = 0; vertex < graph->vertices; vertex++) {
		int degree = graph_degree(graph, vertex);
		if (degree > most) {
			most = degree;
			hub = vertex;
		}
	}
	return hub;
}

int main(void)
{
	struct graph *wheel = graph_new_wheel(6);

	assert(graph_degree(wheel, 0) == 3);
	assert(graph_hub(wheel) == 6);
	free(wheel);
	return 0;
}
