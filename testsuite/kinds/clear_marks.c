/* SPDX-License-Identifier: MIT
 * All marks are cleared for each of the nodes from which a ring is looked for. */
#include <stdlib.h>
#include <string.h>

struct graph {
	int count;
	int *next;
	char *mark;
};

static int graph_length_from(struct graph *graph, int node)
{
	int length = 0;

	memset(graph->mark, 0, graph->count);
	while (!graph->mark[node] && length < 4) {
		graph->mark[node] = 1;
		node = graph->next[node];
		length++;
	}
	return length;
}

int graph_sum(struct graph *graph)
{
	int sum = 0;

	for (int node = 0; node < graph->count; node++)
		sum += graph_length_from(graph, node);
	return sum;
}

int main(int argc, char **argv)
{
	int n = 4 * (argc > 1 ? atoi(argv[1]) : 24), sum;
	struct graph graph = {n, malloc(n * sizeof(int)), malloc(n)};

	for (int i = 0; i < n; i++)
		graph.next[i] = (i + 1) % n;
	sum = graph_sum(&graph);
	free(graph.next);
	free(graph.mark);
	return sum == 0;
}
