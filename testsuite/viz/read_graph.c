/* SPDX-License-Identifier: MIT
 * Prints what a graph in DOT says, read back by cgraph, a line for each node and
 * edge, sorted by `sort`: read_graph FILE.dot */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <graphviz/cgraph.h>

static const char *get(void *object, const char *name)
{
	char *value = agget(object, (char *)name);

	return value != NULL ? value : "";
}

/* The first lines of the label, which name the node; what begins with a small
 * letter and comes later is about it. */
static void print_name(Agnode_t *node)
{
	const char *label = get(node, "label");
	const char *end = label;

	while (*end != '\0' && strncmp(end, "\\nroot", 6) != 0 &&
		strncmp(end, "\\n(root)", 8) != 0 &&
		strncmp(end, "\\nread", 6) != 0)
		end++;
	for (; label < end; label++) {
		if (label[0] == '\\' && label[1] == 'n')
			label++;
		else
			putchar(*label);
	}
}

static void print_node(Agnode_t *node)
{
	printf("node ");
	print_name(node);
	if (strcmp(get(node, "shape"), "box") == 0)
		printf(" variable");
	if (strcmp(get(node, "style"), "filled") == 0)
		printf(" filled");
	if (strcmp(get(node, "peripheries"), "2") == 0)
		printf(" double");
	if (*get(node, "root") != '\0')
		printf(" root=%s", get(node, "root"));
	putchar('\n');
}

static void print_edge(Agedge_t *edge)
{
	printf("edge ");
	print_name(agtail(edge));
	printf(" %s ", get(edge, "label"));
	print_name(aghead(edge));
	putchar('\n');
}

int main(int argc, char **argv)
{
	FILE *in = argc == 2 ? fopen(argv[1], "r") : NULL;
	Agraph_t *graph = in != NULL ? agread(in, NULL) : NULL;

	if (graph == NULL) {
		fprintf(stderr, "read_graph: no graph can be read\n");
		return 1;
	}
	for (Agnode_t *node = agfstnode(graph); node != NULL;
		node = agnxtnode(graph, node)) {
		print_node(node);
		for (Agedge_t *edge = agfstout(graph, node); edge != NULL;
			edge = agnxtout(graph, edge))
			print_edge(edge);
	}
	printf("title %s\n", get(graph, "label"));
	agclose(graph);
	fclose(in);
	return 0;
}
