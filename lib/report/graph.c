/* SPDX-License-Identifier: MIT
 * The union of access graphs that merging makes.
 *
 * What two graphs of one function know is joined by union and maximum, so a
 * graph that is merged twice counts once. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/report/joins.h"
#include "lib/report/report.h"

#define LABEL_MANY "*"

static int compare_aecs(
	const struct report_places *a, const struct report_places *b)
{
	int order = 0;

	for (size_t i = 0; order == 0 && i < a->count && i < b->count; i++)
		order = report_compare_position(&a->place[i], &b->place[i]);
	return order ?: report_compare_number(a->count, b->count);
}

/* Variables first. */
static int report_compare_nodes(
	const struct report_graph_node *a, const struct report_graph_node *b)
{
	return report_compare_text(a->variable, b->variable)
		       ?: compare_aecs(&a->aec, &b->aec);
}

static int compare_graphs(const void *left, const void *right)
{
	const struct report_graph *a = left, *b = right;

	return report_compare_text(a->function, b->function)
		?: report_compare_text(a->file, b->file)
		?: report_compare_number(a->line, b->line);
}

/* Which of two samples of walks is kept: the one of more. */
static int report_compare_walks(
	const struct report_graph_node *a, const struct report_graph_node *b)
{
	int order =
		report_compare_number(a->walks, b->walks)
			?: report_compare_number(a->walk_count, b->walk_count);

	for (size_t i = 0; order == 0 && i < a->walk_count; i++)
		order = report_compare_number(a->walk[i], b->walk[i]);
	return order;
}

/* A node or edge on its way into the union, with where it came from. */
struct numbered {
	struct report_graph_node node;
	size_t source; /* index over all graphs of the group */
};

static int compare_numbered(const void *left, const void *right)
{
	const struct numbered *a = left, *b = right;

	return report_compare_nodes(&a->node, &b->node)
		       ?: report_compare_number(a->source, b->source);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Joins the nodes of COUNT graphs into JOINED; INDEX says where each went. */
static void join_nodes(struct report *report, const struct report_graph *group,
	size_t count, struct report_graph *joined, size_t *index)
{
	size_t total = 0;
	struct numbered *all;

	for (size_t i = 0; i < count; i++)
		total += group[i].node_count;
	all = memory_alloc(total * sizeof *all);
	total = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < group[i].node_count; k++, total++)
			all[total] = (struct numbered){group[i].node[k], total};
	if (total > 1)
		qsort(all, total, sizeof *all, compare_numbered);
	joined->node = arena_alloc(
		&report->private_->arena, total * sizeof *joined->node);
	joined->node_count = 0;
	for (size_t i = 0; i < total; i++) {
		struct report_graph_node *last =
			joined->node + joined->node_count - 1;
		const struct report_graph_node *node = &all[i].node;
		if (joined->node_count == 0 ||
			report_compare_nodes(last, node) != 0) {
			joined->node[joined->node_count++] = *node;
		} else {
			last->is_traversal |= node->is_traversal;
			last->is_redundant |= node->is_redundant;
			last->reads = larger(last->reads, node->reads);
			if (report_compare_walks(node, last) > 0) {
				last->walk = node->walk;
				last->walk_count = node->walk_count;
				last->walks = node->walks;
			}
		}
		index[all[i].source] = joined->node_count - 1;
	}
	free(all);
}

static int report_compare_edges(const void *left, const void *right)
{
	const struct report_graph_edge *a = left, *b = right;

	return report_compare_number(a->from, b->from)
		?: report_compare_number(a->to, b->to)
		?: report_compare_text(a->label, b->label);
}

static void join_edges(struct report *report, const struct report_graph *group,
	size_t count, struct report_graph *joined, const size_t *index)
{
	struct report_graph_edge *all;
	size_t total = 0, before = 0;

	for (size_t i = 0; i < count; i++)
		total += group[i].edge_count;
	all = arena_alloc(&report->private_->arena, total * sizeof *all);
	total = 0;
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; k < group[i].edge_count; k++) {
			struct report_graph_edge edge = group[i].edge[k];
			edge.from = index[before + edge.from];
			edge.to = index[before + edge.to];
			all[total++] = edge;
		}
		before += group[i].node_count;
	}
	if (total > 1)
		qsort(all, total, sizeof *all, report_compare_edges);
	joined->edge = all;
	joined->edge_count = 0;
	for (size_t i = 0; i < total; i++) {
		struct report_graph_edge *last = all + joined->edge_count - 1;
		if (joined->edge_count == 0 || last->from != all[i].from ||
			last->to != all[i].to) {
			all[joined->edge_count++] = all[i];
			continue;
		}
		if (report_compare_text(last->label, all[i].label) != 0)
			last->label = LABEL_MANY;
		last->reads = larger(last->reads, all[i].reads);
	}
}

static struct report_graph join_graphs(
	struct report *report, const struct report_graph *group, size_t count)
{
	struct report_graph joined = group[0];
	size_t total = 0;
	size_t *index;

	for (size_t i = 0; i < count; i++) {
		total += group[i].node_count;
		joined.activations =
			larger(joined.activations, group[i].activations);
		joined.left_out = larger(joined.left_out, group[i].left_out);
	}
	index = memory_alloc(total * sizeof *index);
	join_nodes(report, group, count, &joined, index);
	join_edges(report, group, count, &joined, index);
	free(index);
	return joined;
}

void report_join_graphs(struct report *report)
{
	struct report_graph *graph = report->graph;
	size_t kept = 0, end;

	if (report->graph_count > 1)
		qsort(graph, report->graph_count, sizeof *graph,
			compare_graphs);
	for (size_t i = 0; i < report->graph_count; i = end) {
		end = i + 1;
		while (end < report->graph_count &&
			compare_graphs(&graph[end], &graph[i]) == 0)
			end++;
		graph[kept++] = join_graphs(report, &graph[i], end - i);
	}
	report->graph_count = kept;
}

/*--- in a file ---*/

static size_t count_shared(
	const struct report_places *a, const struct report_places *b)
{
	size_t count = 0;

	while (count < a->count && count + 1 < b->count &&
		report_compare_position(&a->place[count], &b->place[count]) ==
			0)
		count++;
	return count;
}

/* From the last node on, as each is compared with a whole one. */
static void fold_nodes(struct report_graph *graph)
{
	for (size_t i = graph->node_count; i-- > 1;) {
		struct report_graph_node *node = &graph->node[i];
		node->shared = count_shared(&node[-1].aec, &node->aec);
		node->aec.place += node->shared;
		node->aec.count -= node->shared;
	}
}

static void unfold_nodes(struct report_graph *graph)
{
	for (size_t i = 0; i < graph->node_count; i++) {
		struct report_graph_node *node = &graph->node[i];
		node->aec.place -= node->shared;
		node->aec.count += node->shared;
		node->shared = 0;
	}
}

void report_fold_graphs(struct report *report)
{
	for (size_t i = 0; i < report->graph_count; i++)
		fold_nodes(&report->graph[i]);
}

void report_unfold_graphs(struct report *report)
{
	for (size_t i = 0; i < report->graph_count; i++)
		unfold_nodes(&report->graph[i]);
}

void report_read_nodes(struct arena *arena, struct report_graph *graph)
{
	for (size_t i = 1; i < graph->node_count; i++) {
		struct report_graph_node *node = &graph->node[i];
		struct report_place *whole;
		size_t count = node->shared + node->aec.count;
		if (node->shared == 0)
			continue;
		whole = arena_alloc(arena, count * sizeof(*whole));
		memcpy(mempcpy(whole, node[-1].aec.place,
			       node->shared * sizeof(*whole)),
			node->aec.place, node->aec.count * sizeof(*whole));
		node->aec = (struct report_places){whole, count};
		node->shared = 0;
	}
}
