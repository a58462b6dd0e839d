/* SPDX-License-Identifier: MIT
 * Access graphs: of which functions, and of which activations. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/redundant/access_graph.h"
#include "lib/memory.h"
#include "lib/report/report.h"

/* Activations of one function that its graph is merged from: any, those that
 * show a traversal, and those that show a redundant one. */
#define PLAIN_ACTIVATIONS      1
#define TRAVERSING_ACTIVATIONS 3
#define REDUNDANT_ACTIVATIONS  3

/* So many activations of a function are looked at when its graph was asked for; most
 * never show a redundant one. */
#define ACTIVATIONS_LOOKED_AT 256

/* Functions without a traversal, of which there may be very many: graphs of so
 * many are made, and so many of them reported; those with a finding come first. */
#define PLAIN_FUNCTIONS_MAX 256
#define PLAIN_REPORTED_MAX  64

/* Nodes of all graphs in a report. */
#define NODES_REPORTED_MAX 20000

static const unsigned activations_max[SHOWN_KINDS] = {
	PLAIN_ACTIVATIONS, TRAVERSING_ACTIVATIONS, REDUNDANT_ACTIVATIONS};

struct access_graphs {
	struct program *program;
	struct access_graph **function; /* by symbol_function's index */
	size_t function_capacity;
	size_t plain_functions;
	bool all;	 /* see access_graphs_new */
	bool is_stopped; /* see access_graphs_stop */
	struct graph_steps steps;
};

struct access_graphs *access_graphs_new(struct program *program, bool all)
{
	struct access_graphs *graphs = memory_alloc_zero(1, sizeof *graphs);

	graphs->program = program;
	graphs->all = all;
	return graphs;
}

void access_graphs_free(struct access_graphs *graphs)
{
	if (!graphs)
		return;
	for (size_t i = 0; i < graphs->function_capacity; i++)
		access_graph_free(graphs->function[i]);
	free(graphs->function);
	graph_steps_release(&graphs->steps);
	free(graphs);
}

/* --- which activations -------------------------------------------------- */

static enum shown shown_by(const struct subject *subject)
{
	enum shown shown = SHOWN_PLAIN;

	for (const struct aec *aec = subject->live; aec; aec = aec->next_live) {
		if (!aec->sighting ||
			!redundant_has_two_locations(&aec->sequence))
			continue;
		if (redundant_is_redundant(&aec->sequence))
			return SHOWN_REDUNDANT;
		shown = SHOWN_TRAVERSAL;
	}
	return shown;
}

static struct access_graph **graph_of(
	struct access_graphs *graphs, const struct symbol_function *function)
{
	size_t old = graphs->function_capacity;

	if (function->index >= old) {
		graphs->function = memory_grow(graphs->function,
			&graphs->function_capacity, (size_t)function->index + 1,
			sizeof *graphs->function);
		memset(graphs->function + old, 0,
			(graphs->function_capacity - old) *
				sizeof *graphs->function);
	}
	return &graphs->function[function->index];
}

void access_graphs_stop(struct access_graphs *graphs)
{
	graphs->is_stopped = true;
}

void access_graphs_want(
	struct access_graphs *graphs, const struct symbol_function *function)
{
	struct access_graph **place = graph_of(graphs, function);

	if (!*place && !graphs->is_stopped)
		*place = access_graph_new(function);
}

/* Whether FUNCTION, which has shown no more than SHOWN, gets a graph unasked. */
static bool is_welcome(struct access_graphs *graphs, enum shown shown)
{
	return graphs->all && !graphs->is_stopped &&
	       (shown != SHOWN_PLAIN ||
		       graphs->plain_functions++ < PLAIN_FUNCTIONS_MAX);
}

static bool is_complete(
	const struct access_graphs *graphs, struct access_graph *graph)
{
	return graph->activations[SHOWN_REDUNDANT] == REDUNDANT_ACTIVATIONS ||
	       (!graphs->all && graph->looks++ >= ACTIVATIONS_LOOKED_AT);
}

void access_graphs_add(
	struct access_graphs *graphs, const struct subject *subject)
{
	struct access_graph **place = graph_of(graphs, subject->function);
	struct access_graph *graph = *place;
	enum shown shown;

	if (!subject->live ||
		(!graph ? !graphs->all : is_complete(graphs, graph)))
		return;
	shown = shown_by(subject);
	if (!graph && !is_welcome(graphs, shown))
		return;
	if (!graph)
		graph = *place = access_graph_new(subject->function);
	if (graph->activations[shown] == activations_max[shown])
		return;
	graph->activations[shown]++;
	graph_steps_add(&graphs->steps, graphs->program, graph, subject);
}

/* --- report ------------------------------------------------------------- */

/* The traversal points among the nodes, over all activations. */
static void mark_traversals(
	struct access_graphs *graphs, const struct aecs *aecs)
{
	for (size_t i = 0; i < aecs_count(aecs); i++) {
		const struct aec *aec = aecs_get(aecs, i);
		struct access_graph *graph;
		struct graph_node *node;
		uintptr_t index;
		if (!aec->sighting)
			continue;
		graph = *graph_of(graphs, path_subject(aec->path));
		index = !graph ? 0
			       : (uintptr_t)table_find(&graph->node_of,
					 (uintptr_t)aec->path, aec->place);
		if (index == 0)
			continue;
		node = &graph->node[index - 1];
		node->is_traversal = true;
		node->is_redundant |= aec->sighting->redundant != 0;
	}
}

static bool has_finding(
	const struct report *report, const struct symbol_function *function)
{
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		if (finding->rule != REPORT_TRAVERSAL &&
			strcmp(finding->function, function->name) == 0)
			return true;
	}
	return false;
}

/* What a graph is worth; the best comes first. */
enum worth { WORTH_FINDING, WORTH_TRAVERSAL, WORTH_PLAIN, WORTH_NOTHING };

static enum worth worth_of(
	const struct access_graph *graph, const struct report *report)
{
	if (!graph || graph->edge_count == 0)
		return WORTH_NOTHING;
	if (has_finding(report, graph->function))
		return WORTH_FINDING;
	return graph->activations[SHOWN_TRAVERSAL] != 0 ||
			       graph->activations[SHOWN_REDUNDANT] != 0
		       ? WORTH_TRAVERSAL
		       : WORTH_PLAIN;
}

void access_graphs_report(struct access_graphs *graphs, const struct aecs *aecs,
	struct report *report)
{
	enum worth *worth =
		memory_alloc(graphs->function_capacity * sizeof *worth);
	size_t plain = 0, nodes = 0, left_out = 0;

	mark_traversals(graphs, aecs);
	for (size_t i = 0; i < graphs->function_capacity; i++)
		worth[i] = worth_of(graphs->function[i], report);
	for (enum worth now = WORTH_FINDING; now < WORTH_NOTHING; now++)
		for (size_t i = 0; i < graphs->function_capacity; i++) {
			const struct access_graph *graph = graphs->function[i];
			if (worth[i] != now)
				continue;
			if (now == WORTH_PLAIN && plain++ >= PLAIN_REPORTED_MAX)
				break;
			if (nodes + graph->node_count > NODES_REPORTED_MAX) {
				left_out++;
				continue;
			}
			nodes += graph->node_count;
			access_graph_report(graphs->program, graph, report);
		}
	free(worth);
	if (left_out != 0)
		report_add_warning(report,
			"access graphs of %zu functions are left out of the "
			"report, which has %zu nodes",
			left_out, nodes);
}
