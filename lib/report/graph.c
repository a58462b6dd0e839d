/* SPDX-License-Identifier: MIT
 * The access graphs of a report: copies, JSON, and the union that merging makes.
 *
 * What two graphs of one function know is joined by union and maximum, so a
 * graph that is merged twice counts once. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/json.h"
#include "lib/report/internal.h"
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
static int compare_nodes(
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

/* --- copies ------------------------------------------------------------- */

static struct report_graph_node copy_node(
	struct report *report, const struct report_graph_node *node)
{
	struct report_graph_node copy = *node;

	copy.variable = report_copy_text(report, node->variable);
	copy.walk = NULL;
	copy.walks = node->walk_count > 0 ? node->walks : 0;
	if (node->walk_count > 0)
		copy.walk = arena_copy(&report->private_->arena, node->walk,
			node->walk_count * sizeof(*copy.walk));
	copy.aec.place = arena_alloc(&report->private_->arena,
		node->aec.count * sizeof(*copy.aec.place));
	for (size_t i = 0; i < node->aec.count; i++) {
		struct report_place place = node->aec.place[i];
		copy.aec.place[i] = (struct report_place){
			.function = report_copy_text(report, place.function),
			.file = report_copy_text(report, place.file),
			.line = place.line,
			.column = place.column};
	}
	return copy;
}

void report_add_graph(struct report *report, const struct report_graph *graph)
{
	struct arena *arena = &report->private_->arena;
	struct report_graph copy = *graph;

	copy.function = report_copy_text(report, graph->function);
	copy.file = report_copy_text(report, graph->file);
	copy.node = arena_alloc(arena, graph->node_count * sizeof(*copy.node));
	copy.edge = arena_alloc(arena, graph->edge_count * sizeof(*copy.edge));
	for (size_t i = 0; i < graph->node_count; i++)
		copy.node[i] = copy_node(report, &graph->node[i]);
	for (size_t i = 0; i < graph->edge_count; i++) {
		copy.edge[i] = graph->edge[i];
		copy.edge[i].label =
			report_copy_text(report, graph->edge[i].label);
	}
	report->graph =
		memory_grow(report->graph, &report->private_->graph_capacity,
			report->graph_count + 1, sizeof(copy));
	report->graph[report->graph_count++] = copy;
}

/* --- union -------------------------------------------------------------- */

/* Which of two samples of walks is kept: the one of more. */
static int compare_walks(
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

	return compare_nodes(&a->node, &b->node)
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
	all = memory_alloc(total * sizeof(*all));
	total = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < group[i].node_count; k++, total++)
			all[total] = (struct numbered){group[i].node[k], total};
	if (total > 1)
		qsort(all, total, sizeof(*all), compare_numbered);
	joined->node = arena_alloc(
		&report->private_->arena, total * sizeof(*joined->node));
	joined->node_count = 0;
	for (size_t i = 0; i < total; i++) {
		struct report_graph_node *last =
			joined->node + joined->node_count - 1;
		const struct report_graph_node *node = &all[i].node;
		if (joined->node_count == 0 || compare_nodes(last, node) != 0) {
			joined->node[joined->node_count++] = *node;
		} else {
			last->is_traversal |= node->is_traversal;
			last->is_redundant |= node->is_redundant;
			last->reads = larger(last->reads, node->reads);
			if (compare_walks(node, last) > 0) {
				last->walk = node->walk;
				last->walk_count = node->walk_count;
				last->walks = node->walks;
			}
		}
		index[all[i].source] = joined->node_count - 1;
	}
	free(all);
}

static int compare_edges(const void *left, const void *right)
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
	all = arena_alloc(&report->private_->arena, total * sizeof(*all));
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
		qsort(all, total, sizeof(*all), compare_edges);
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
	index = memory_alloc(total * sizeof(*index));
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
		qsort(graph, report->graph_count, sizeof(*graph),
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

/* --- JSON --------------------------------------------------------------- */

static struct json_value *walks_value(const struct report_graph_node *node)
{
	struct json_value *object = json_make_object();
	struct json_value *first = json_make_array();

	json_put_count(object, "count", node->walks);
	for (size_t i = 0; i < node->walk_count; i++) {
		struct json_value *walk = json_make_object();
		json_put_count(walk, "cells", node->walk[i]);
		json_append(first, walk);
	}
	json_put(object, "first", first);
	return object;
}

static struct json_value *node_value(const struct report_graph_node *node)
{
	struct json_value *object = json_make_object();
	struct json_value *aec;

	if (node->variable != NULL) {
		json_put_text(object, "variable", node->variable);
		return object;
	}
	aec = json_make_array();
	for (size_t i = 0; i < node->aec.count; i++) {
		const struct report_place *place = &node->aec.place[i];
		struct json_value *step = json_make_object();
		json_put_text(step, "function", place->function);
		json_put_text(step, "file", place->file);
		json_put_count(step, "line", place->line);
		json_put_count(step, "column", place->column);
		json_append(aec, step);
	}
	json_put(object, "aec", aec);
	json_put_bool(object, "traversal", node->is_traversal);
	json_put_bool(object, "redundant", node->is_redundant);
	json_put_count(object, "reads", node->reads);
	if (node->walk_count > 0)
		json_put(object, "walks", walks_value(node));
	return object;
}

static struct json_value *graph_value(const struct report_graph *graph)
{
	struct json_value *object = json_make_object();
	struct json_value *nodes = json_make_array();
	struct json_value *edges = json_make_array();

	json_put_text(object, "function", graph->function);
	json_put_text(object, "file", graph->file);
	json_put_count(object, "line", graph->line);
	json_put_count(object, "activations", graph->activations);
	json_put_count(object, "left_out", graph->left_out);
	for (size_t i = 0; i < graph->node_count; i++)
		json_append(nodes, node_value(&graph->node[i]));
	json_put(object, "nodes", nodes);
	for (size_t i = 0; i < graph->edge_count; i++) {
		const struct report_graph_edge *edge = &graph->edge[i];
		struct json_value *value = json_make_object();
		json_put_count(value, "from", edge->from);
		json_put_count(value, "to", edge->to);
		json_put_text(value, "label", edge->label);
		json_put_count(value, "reads", edge->reads);
		json_append(edges, value);
	}
	json_put(object, "edges", edges);
	return object;
}

struct json_value *report_make_graph(const void *data, size_t index)
{
	const struct report *report = data;

	return graph_value(&report->graph[index]);
}

static void read_walks(const struct json_at *object,
	struct report_graph_node *node, struct arena *arena)
{
	struct json_at at = json_at_member(object, "walks", JSON_KIND_OBJECT);
	struct json_at first = json_at_member(&at, "first", JSON_KIND_ARRAY);
	uint32_t *walk;

	node->walks = json_get_count(&at, "count", UINT64_MAX);
	node->walk_count = json_at_length(&first);
	node->walk = walk =
		arena_alloc_zero(arena, node->walk_count, sizeof(*walk));
	for (size_t i = 0; i < node->walk_count && !at.reader->failed; i++) {
		struct json_at one =
			json_at_element(&first, i, JSON_KIND_OBJECT);
		walk[i] = (uint32_t)json_get_count(&one, "cells", UINT32_MAX);
	}
}

static struct report_graph_node read_node(
	const struct json_at *at, struct arena *arena)
{
	struct report_graph_node node = {
		.variable = json_get_text_or_null(at, "variable")};
	struct json_at aec;

	if (node.variable != NULL)
		return node;
	aec = json_at_member(at, "aec", JSON_KIND_ARRAY);
	node.aec.count = json_at_length(&aec);
	if (node.aec.count == 0)
		json_at_fail(&aec, NULL, "is empty, a node needs a place");
	node.aec.place = arena_alloc_zero(
		arena, node.aec.count, sizeof(*node.aec.place));
	for (size_t i = 0; i < node.aec.count && !at->reader->failed; i++) {
		struct json_at step =
			json_at_element(&aec, i, JSON_KIND_OBJECT);
		node.aec.place[i] = (struct report_place){
			.function = json_get_text_or_null(&step, "function"),
			.file = json_get_text_or_null(&step, "file"),
			.line = (unsigned)json_get_count(
				&step, "line", UINT32_MAX),
			.column = (unsigned)json_get_count(
				&step, "column", UINT32_MAX)};
	}
	node.is_traversal = json_get_bool(at, "traversal");
	node.is_redundant = json_get_bool(at, "redundant");
	node.reads = json_get_count(at, "reads", UINT64_MAX);
	if (json_has(at, "walks"))
		read_walks(at, &node, arena);
	return node;
}

static struct report_graph_edge read_edge(
	const struct json_at *at, const struct report_graph *graph)
{
	struct report_graph_edge edge = {
		.from = json_get_count(at, "from", SIZE_MAX),
		.to = json_get_count(at, "to", SIZE_MAX),
		.label = json_get_text(at, "label"),
		.reads = json_get_count(at, "reads", UINT64_MAX)};

	if (edge.from >= graph->node_count || edge.to >= graph->node_count)
		json_at_fail(at, NULL,
			"joins nodes %zu and %zu, but there are %zu", edge.from,
			edge.to, graph->node_count);
	return edge;
}

static void read_graph(
	struct report *report, const struct json_at *at, struct arena *arena)
{
	struct json_at nodes = json_at_member(at, "nodes", JSON_KIND_ARRAY);
	struct json_at edges = json_at_member(at, "edges", JSON_KIND_ARRAY);
	struct report_graph graph = {
		.function = json_get_text(at, "function"),
		.file = json_get_text_or_null(at, "file"),
		.line = (unsigned)json_get_count(at, "line", UINT32_MAX),
		.activations = json_get_count(at, "activations", UINT64_MAX),
		.left_out = json_get_count(at, "left_out", UINT64_MAX),
		.node_count = json_at_length(&nodes),
		.edge_count = json_at_length(&edges),
	};

	graph.node =
		arena_alloc_zero(arena, graph.node_count, sizeof(*graph.node));
	graph.edge =
		arena_alloc_zero(arena, graph.edge_count, sizeof(*graph.edge));
	for (size_t i = 0; i < graph.node_count && !at->reader->failed; i++) {
		struct json_at node =
			json_at_element(&nodes, i, JSON_KIND_OBJECT);
		graph.node[i] = read_node(&node, arena);
	}
	for (size_t i = 0; i < graph.edge_count && !at->reader->failed; i++) {
		struct json_at edge =
			json_at_element(&edges, i, JSON_KIND_OBJECT);
		graph.edge[i] = read_edge(&edge, &graph);
	}
	if (!at->reader->failed)
		report_add_graph(report, &graph);
}

void report_read_graphs(struct report *report, const struct json_at *top)
{
	struct arena scratch = {0};
	struct json_at graphs;
	size_t count;

	/* Reports of before there were graphs have none. */
	if (!json_has(top, "graphs"))
		return;
	graphs = json_at_member(top, "graphs", JSON_KIND_ARRAY);
	count = json_at_length(&graphs);
	for (size_t i = 0; i < count && !top->reader->failed; i++) {
		struct json_at at =
			json_at_element(&graphs, i, JSON_KIND_OBJECT);
		read_graph(report, &at, &scratch);
	}
	arena_release(&scratch);
}
