/* SPDX-License-Identifier: MIT
 * Chooses what of a report's access graphs is shown. */
#include "config.h"

#include "viz/graph/selection.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/claim.h"
#include "lib/search.h"

#define NONE SIZE_MAX

/* Edges by the node they begin or end at: of node N those at FIRST[N] up to
 * FIRST[N + 1]. */
struct adjacency {
	size_t *first;
	size_t *edge;
};

struct selection_private {
	struct arena arena;
	struct adjacency out, in;
};

/* --- which graph -------------------------------------------------------- */

static bool selection_same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_place(
	const struct report_place *a, const struct report_place *b)
{
	return a->line == b->line && a->column == b->column &&
	       selection_same_text(a->function, b->function) &&
	       selection_same_text(a->file, b->file);
}

static bool same_calls(
	const struct report_places *a, const struct report_places *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i + 1 < a->count; i++)
		if (!same_place(&a->place[i], &b->place[i]))
			return false;
	return true;
}

/* The reads folded into FINDING share its calls, and differ in the last place. */
static bool is_read_of(const struct report_graph_node *node,
	const struct report_finding *finding)
{
	const struct report_place *read;

	if (node->variable || node->aec.count == 0 ||
		!same_calls(&node->aec, &finding->aec))
		return false;
	read = &node->aec.place[node->aec.count - 1];
	if (same_place(read, &finding->aec.place[finding->aec.count - 1]))
		return true;
	for (size_t i = 0; i < finding->sites.count; i++)
		if (same_place(read, &finding->sites.place[i]))
			return true;
	return false;
}

static bool selection_shows(
	const struct report_graph *graph, const struct report_finding *finding)
{
	for (size_t i = 0; i < graph->node_count; i++)
		if (is_read_of(&graph->node[i], finding))
			return true;
	return false;
}

/* The first of the graphs of FUNCTION, which are sorted by function; the count
 * is *COUNT. */
static const struct report_graph *graphs_of(
	const struct report *report, const char *function, size_t *count)
{
	size_t low;

	*count = 0;
	if (!function)
		return NULL;
	SEARCH_FIRST(low, report->graph_count,
		strcmp(report->graph[low].function, function) < 0);
	while (low + *count < report->graph_count &&
		strcmp(report->graph[low + *count].function, function) == 0)
		++*count;
	return *count > 0 ? &report->graph[low] : NULL;
}

const struct report_graph *selection_graph_of(
	const struct report *report, const struct report_finding *finding)
{
	size_t count;
	const struct report_graph *graph =
		graphs_of(report, finding->function, &count);

	for (size_t i = 0; i < count; i++)
		if (selection_shows(&graph[i], finding))
			return &graph[i];
	for (size_t i = 0; i < count; i++)
		if (selection_same_text(graph[i].file, finding->file))
			return &graph[i];
	return NULL;
}

char *selection_why_none_dup(const struct report_finding *finding)
{
	return memory_format(
		"it would begin with what was there before the call, and %s "
		"made what it walks itself, or the graph has too many places",
		finding->function ? finding->function : "the function");
}

const char *selection_other_function(const struct report_finding *finding)
{
	return claim_names(finding).leaf;
}

static bool ends_in(const char *text, size_t length, const char *end)
{
	size_t end_length = strlen(end);

	return length <= end_length &&
	       strncmp(end + end_length - length, text, length) == 0 &&
	       (length == end_length || end[end_length - length - 1] == '/');
}

/* Is NAME what FUNCTION is called, in full or without what it belongs to? */
static bool selection_is_called(const char *function, const char *name)
{
	size_t length, end = strlen(name);

	if (!function)
		return false;
	length = strlen(function);
	return length >= end && strcmp(function + length - end, name) == 0 &&
	       (length == end || function[length - end - 1] == ':');
}

static bool leads_through(
	const struct report_finding *finding, const char *name)
{
	for (size_t i = 0; i < finding->aec.count; i++)
		if (selection_is_called(finding->aec.place[i].function, name))
			return true;
	return false;
}

/* That of the first finding that leads through the function NAME and has one. */
static const struct report_graph *graph_through(
	const struct report *report, const char *name)
{
	const struct report_graph *graph = NULL;

	for (size_t i = 0; !graph && i < report->finding_count; i++)
		if (leads_through(&report->finding[i], name))
			graph = selection_graph_of(report, &report->finding[i]);
	return graph;
}

const struct report_graph *selection_graph_named(
	const struct report *report, const char *name, struct error *err)
{
	size_t count;
	const struct report_graph *graph = graphs_of(report, name, &count);
	const char *colon = strchr(name, ':');

	if (count == 1)
		return graph;
	if (count > 1) {
		error_set(err,
			"%zu functions are called \"%.200s\", one in %s and "
			"one in %s",
			count, name, graph[0].file ? graph[0].file : "?",
			graph[1].file ? graph[1].file : "?");
		return NULL;
	}
	/* FILE:FUNCTION; a function of C++ has colons of its own. */
	for (; colon; colon = strchr(colon + 1, ':')) {
		graph = graphs_of(report, colon + 1, &count);
		for (size_t i = 0; i < count; i++)
			if (graph[i].file &&
				ends_in(name, (size_t)(colon - name),
					graph[i].file))
				return &graph[i];
	}
	graph = graph_through(report, name);
	if (!graph)
		error_set(err,
			"no access graph of a function \"%.200s\", and no "
			"finding with one leads through it",
			name);
	return graph;
}

/* --- adjacency ---------------------------------------------------------- */

static size_t selection_end_of(
	const struct report_graph_edge *edge, bool incoming)
{
	return incoming ? edge->to : edge->from;
}

static struct adjacency adjacency_of(
	const struct report_graph *graph, bool incoming, struct arena *arena)
{
	size_t nodes = graph->node_count;
	struct adjacency list = {
		arena_alloc_zero(arena, nodes + 2, sizeof(size_t)),
		arena_alloc(arena, graph->edge_count * sizeof(size_t))};

	for (size_t i = 0; i < graph->edge_count; i++)
		list.first[selection_end_of(&graph->edge[i], incoming) + 2]++;
	for (size_t i = 2; i <= nodes; i++)
		list.first[i] += list.first[i - 1];
	for (size_t i = 0; i < graph->edge_count; i++)
		list.edge[list.first[selection_end_of(
					     &graph->edge[i], incoming) +
				     1]++] = i;
	return list;
}

/* --- roots -------------------------------------------------------------- */

static const char *extend(
	struct arena *arena, const char *path, const char *label)
{
	return arena_format(
		arena, *label == '[' ? "%s%s" : "%s.%s", path, label);
}

static bool leads_to_traversal(const struct selection *selection, size_t node)
{
	const struct adjacency *out = &selection->private_->out;

	for (size_t i = out->first[node]; i < out->first[node + 1]; i++)
		if (selection->graph
				->node[selection->graph->edge[out->edge[i]].to]
				.is_traversal)
			return true;
	return false;
}

/* Breadth first from the variables; neither a traversal point nor a root is
 * gone beyond, so what is found is minimal. */
static void find_roots(struct selection *selection)
{
	const struct report_graph *graph = selection->graph;
	const struct adjacency *out = &selection->private_->out;
	struct arena *arena = &selection->private_->arena;
	const char **path =
		arena_alloc_zero(arena, graph->node_count, sizeof *path);
	size_t *queue = arena_alloc(arena, graph->node_count * sizeof *queue);
	size_t head = 0, tail = 0;

	for (size_t i = 0; i < graph->node_count; i++) {
		if (!graph->node[i].variable)
			continue;
		path[i] = graph->node[i].variable;
		queue[tail++] = i;
	}
	while (head < tail) {
		size_t node = queue[head++];
		if (leads_to_traversal(selection, node)) {
			selection->node[node].root = path[node];
			continue;
		}
		for (size_t i = out->first[node]; i < out->first[node + 1];
			i++) {
			const struct report_graph_edge *edge =
				&graph->edge[out->edge[i]];
			if (path[edge->to] || strlen(path[node]) > 1000)
				continue;
			path[edge->to] = extend(arena, path[node], edge->label);
			queue[tail++] = edge->to;
		}
	}
}

/* --- which nodes -------------------------------------------------------- */

struct selection_ranked {
	size_t node;
	size_t distance;
	uint64_t reads;
};

static int selection_compare_ranked(const void *left, const void *right)
{
	const struct selection_ranked *a = left, *b = right;

	if (a->distance != b->distance)
		return a->distance < b->distance ? -1 : 1;
	if (a->reads != b->reads)
		return a->reads > b->reads ? -1 : 1;
	return a->node < b->node ? -1 : a->node > b->node;
}

static void selection_show(struct selection *selection, size_t node)
{
	if (selection->node[node].is_shown)
		return;
	selection->node[node].is_shown = true;
	selection->shown++;
	selection->shown_reads += selection->graph->node[node].reads;
}

/* Distances from the nodes whose DISTANCE is 0, along edges of ADJACENCY, to
 * and fro if OTHER is given. FROM, if not NULL: the node before. */
static void selection_measure(const struct selection *selection,
	const struct adjacency *adjacency, const struct adjacency *other,
	bool incoming, size_t *distance, size_t *from)
{
	const struct report_graph *graph = selection->graph;
	const struct adjacency *const list[] = {adjacency, other};
	size_t *queue = memory_alloc(graph->node_count * sizeof *queue);
	size_t head = 0, tail = 0;

	for (size_t i = 0; i < graph->node_count; i++)
		if (distance[i] == 0)
			queue[tail++] = i;
	while (head < tail) {
		size_t node = queue[head++];
		for (int side = 0; side < 2 && list[side]; side++) {
			for (size_t i = list[side]->first[node];
				i < list[side]->first[node + 1]; i++) {
				size_t next = selection_end_of(
					&graph->edge[list[side]->edge[i]],
					incoming == (side != 0));
				if (distance[next] != NONE)
					continue;
				distance[next] = distance[node] + 1;
				if (from)
					from[next] = node;
				queue[tail++] = next;
			}
		}
	}
	free(queue);
}

static void find_focus(struct selection *selection)
{
	const struct report_graph *graph = selection->graph;

	for (size_t i = 0; selection->finding && i < graph->node_count; i++) {
		selection->node[i].is_focus =
			is_read_of(&graph->node[i], selection->finding);
		selection->has_focus |= selection->node[i].is_focus;
	}
}

/* The subject of the picture: the finding's reads; without a finding, or if the
 * graph does not know them, redundant or other traversals; else everything. */
static bool is_center(const struct selection *selection, size_t node, int kind)
{
	const struct report_graph_node *at = &selection->graph->node[node];

	switch (kind) {
	case 0:
		return selection->node[node].is_focus;
	case 1:
		return at->is_redundant;
	case 2:
		return at->is_traversal;
	default:
		return !at->variable;
	}
}

/* Fills DISTANCE with 0 at the centres and NONE elsewhere. */
static void find_centers(const struct selection *selection, size_t *distance)
{
	bool any = false;

	for (int kind = 0; kind < 4 && !any; kind++)
		for (size_t i = 0; i < selection->graph->node_count; i++) {
			distance[i] = is_center(selection, i, kind) ? 0 : NONE;
			any |= distance[i] == 0;
		}
}

static struct selection_ranked *selection_rank(
	const struct selection *selection, const size_t *distance)
{
	const struct report_graph *graph = selection->graph;
	struct selection_ranked *ranked =
		memory_alloc(graph->node_count * sizeof *ranked);

	for (size_t i = 0; i < graph->node_count; i++)
		ranked[i] = (struct selection_ranked){
			i, distance[i], graph->node[i].reads};
	if (graph->node_count > 1)
		qsort(ranked, graph->node_count, sizeof *ranked,
			selection_compare_ranked);
	return ranked;
}

/* Shows CENTER and the shortest way to it from a variable, as far as there is
 * room. */
static void show_way(struct selection *selection, size_t center,
	size_t nodes_max, const size_t *up)
{
	for (size_t at = center; at != NONE && selection->shown < nodes_max;
		at = up[at])
		selection_show(selection, at);
}

/* UP[n]: the node before N on a shortest way from a variable. */
static size_t *ways_from_variables(const struct selection *selection)
{
	const struct report_graph *graph = selection->graph;
	size_t *distance = memory_alloc(graph->node_count * sizeof *distance);
	size_t *up = memory_alloc(graph->node_count * sizeof *up);

	for (size_t i = 0; i < graph->node_count; i++) {
		distance[i] = graph->node[i].variable ? 0 : NONE;
		up[i] = NONE;
	}
	selection_measure(selection, &selection->private_->out, NULL, false,
		distance, up);
	free(distance);
	return up;
}

static void selection_choose(struct selection *selection, size_t nodes_max)
{
	const struct report_graph *graph = selection->graph;
	struct selection_private *private_ = selection->private_;
	size_t *distance = memory_alloc(graph->node_count * sizeof *distance);
	size_t *up = ways_from_variables(selection);
	struct selection_ranked *ranked;

	find_centers(selection, distance);
	selection_measure(selection, &private_->out, &private_->in, false,
		distance, NULL);
	ranked = selection_rank(selection, distance);
	for (size_t i = 0; i < graph->node_count; i++)
		if (ranked[i].distance == 0)
			show_way(selection, ranked[i].node, nodes_max, up);
	for (size_t i = 0; i < graph->node_count; i++)
		if (selection->shown < nodes_max)
			selection_show(selection, ranked[i].node);
	free(ranked);
	free(up);
	free(distance);
}

void selection_init(struct selection *selection,
	const struct report_graph *graph, const struct report_finding *finding,
	size_t nodes_max)
{
	struct selection_private *private_ =
		memory_alloc_zero(1, sizeof *private_);

	*selection = (struct selection){
		.graph = graph, .finding = finding, .private_ = private_};
	selection->node = arena_alloc_zero(
		&private_->arena, graph->node_count, sizeof *selection->node);
	private_->out = adjacency_of(graph, false, &private_->arena);
	private_->in = adjacency_of(graph, true, &private_->arena);
	for (size_t i = 0; i < graph->node_count; i++)
		selection->reads += graph->node[i].reads;
	find_focus(selection);
	find_roots(selection);
	selection_choose(selection, nodes_max);
}

void selection_release(struct selection *selection)
{
	if (!selection->private_)
		return;
	arena_release(&selection->private_->arena);
	free(selection->private_);
	*selection = (struct selection){0};
}

/* --- names -------------------------------------------------------------- */

char *selection_node_name(const struct report_graph_node *node)
{
	char *name;

	if (node->variable)
		return memory_string_dup(node->variable);
	name = memory_string_dup("");
	for (size_t i = 0; i < node->aec.count; i++) {
		const struct report_place *place = &node->aec.place[i];
		char *longer = memory_format(
			place->line != 0 ? "%s(%s:%u)" : "%s(%s)", name,
			place->function ? place->function : "?", place->line);
		free(name);
		name = longer;
	}
	return name;
}

bool selection_is_redundant(const struct selection *selection, size_t node)
{
	return selection->graph->node[node].is_redundant ||
	       (selection->node[node].is_focus &&
		       selection->finding->rule != REPORT_TRAVERSAL);
}
