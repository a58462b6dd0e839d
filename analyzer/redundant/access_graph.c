/* SPDX-License-Identifier: MIT
 * Access graphs. */
#include "config.h"

#include "analyzer/redundant/activation.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/report/report.h"

#include "lib/search.h"
#include "lib/table.h"

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

/* Nodes of a graph; what is beyond is counted. */
#define NODES_MAX 150
/* Of all graphs in a report. */
#define NODES_REPORTED_MAX 20000
#define STEPS_MAX	   512 /* of one AEC in one activation */
#define POINTERS_MAX	   65536

enum shown { SHOWN_PLAIN, SHOWN_TRAVERSAL, SHOWN_REDUNDANT, SHOWN_KINDS };
static const unsigned activations_max[SHOWN_KINDS] = {
	PLAIN_ACTIVATIONS, TRAVERSING_ACTIVATIONS, REDUNDANT_ACTIVATIONS};

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

struct function_graph {
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

/* A value that was read, or a variable's. */
struct pointer {
	object_t object;
	uint64_t value;
	uint32_t node;
};

struct access_graphs {
	struct program *program;
	struct function_graph **function; /* by symbol_function's index */
	size_t function_capacity;
	size_t plain_functions;
	bool all;		 /* see access_graphs_new */
	bool is_stopped;	 /* see access_graphs_stop */
	struct pointer *pointer; /* of the activation being added */
	size_t pointer_count, pointer_capacity;
	const char **scalar; /* of its steps, in order: see scalar_variable */
	size_t scalar_count, scalar_capacity;
};

struct access_graphs *access_graphs_new(struct program *program, bool all)
{
	struct access_graphs *graphs = memory_alloc_zero(1, sizeof *graphs);

	graphs->program = program;
	graphs->all = all;
	return graphs;
}

static void free_graph(struct function_graph *graph)
{
	if (!graph)
		return;
	free(graph->node);
	free(graph->edge);
	table_release(&graph->node_of);
	table_release(&graph->edge_of);
	free(graph);
}

void access_graphs_free(struct access_graphs *graphs)
{
	if (!graphs)
		return;
	for (size_t i = 0; i < graphs->function_capacity; i++)
		free_graph(graphs->function[i]);
	free(graphs->function);
	free(graphs->pointer);
	free(graphs->scalar);
	free(graphs);
}

/* --- nodes and edges ---------------------------------------------------- */

#define NO_NODE UINT32_MAX

/* Returns 1 + its index, as a table has it. */
static void *add_graph_node(
	struct function_graph *graph, const struct graph_node *wanted)
{
	graph->node = memory_grow(graph->node, &graph->node_capacity,
		graph->node_count + 1, sizeof *graph->node);
	graph->node[graph->node_count++] = *wanted;
	return (void *)graph->node_count;
}

/* Names come from the symbols, each from one place, but not each name once: one that is
 * known from another place is looked for once. */
static uint32_t access_graph_add_variable(
	struct function_graph *graph, const char *name)
{
	void **slot = table_place(&graph->node_of, (uintptr_t)name, 0);

	for (uint32_t i = 0; !*slot && i < graph->node_count; i++)
		if (graph->node[i].variable &&
			strcmp(graph->node[i].variable, name) == 0)
			*slot = (void *)(uintptr_t)(i + 1);
	if (!*slot)
		*slot = add_graph_node(
			graph, &(struct graph_node){.variable = name});
	return (uint32_t)(uintptr_t)*slot - 1;
}

/* Variables are few, and what everything hangs on: there is always room for them. */
static uint32_t add_aec(struct function_graph *graph, const struct aec *aec)
{
	const uint64_t key = (uintptr_t)aec->path;
	void **slot;

	if (graph->node_count >= NODES_MAX)
		return (uint32_t)(uintptr_t)table_find(
			       &graph->node_of, key, aec->place) -
		       1; /* NO_NODE if there is none */
	slot = table_place(&graph->node_of, key, aec->place);
	if (!*slot)
		*slot = add_graph_node(
			graph, &(struct graph_node){
				       .path = aec->path, .place = aec->place});
	return (uint32_t)(uintptr_t)*slot - 1;
}

static bool access_graph_same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static void access_graph_add_edge(
	struct function_graph *graph, const struct graph_edge *read)
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
			 !access_graph_same_text(edge->field, read->field);
	edge->reads += read->reads;
}

/* --- one activation ----------------------------------------------------- */

static uint32_t steps_of(const struct aec *aec)
{
	uint32_t count = redundant_kept(&aec->sequence);

	return count < STEPS_MAX ? count : STEPS_MAX;
}

static uint64_t access_graph_address_of(const struct redundant_step *step)
{
	return step->location & LOCATION_ADDRESS_MASK;
}

static void access_graph_add_pointer(
	struct access_graphs *graphs, uint64_t value, uint32_t node)
{
	object_t object;

	if (value < 4096 || value >> LOCATION_ADDRESS_BITS != 0 ||
		node == NO_NODE || graphs->pointer_count == POINTERS_MAX)
		return;
	object = objects_identify(graphs->program->objects, value);
	if (object == 0)
		return;
	graphs->pointer =
		memory_grow(graphs->pointer, &graphs->pointer_capacity,
			graphs->pointer_count + 1, sizeof *graphs->pointer);
	graphs->pointer[graphs->pointer_count++] =
		(struct pointer){object, value, node};
}

/* Definition 7: the values of variables before the activation. */
static void access_graph_add_parameters(struct access_graphs *graphs,
	struct function_graph *graph, const struct subject *subject)
{
	const struct symbol_parameter *parameter;
	size_t count = symbols_parameters(
		graphs->program->symbols, subject->function, &parameter);

	for (size_t i = 0; i < count; i++) {
		int reg = parameter[i].argument_register;
		uint64_t value;
		if (reg < 0 || reg >= STACK_ARGUMENTS || !parameter[i].name ||
			!*parameter[i].name)
			continue;
		value = subject->argument[reg];
		if (value >= 4096 && value >> LOCATION_ADDRESS_BITS == 0 &&
			objects_identify(graphs->program->objects, value) != 0)
			access_graph_add_pointer(graphs, value,
				access_graph_add_variable(
					graph, parameter[i].name));
	}
}

/* The variable that the read at STEP reads itself, not a field or element of
 * it; NULL: none. */
static const char *scalar_variable(
	struct access_graphs *graphs, const struct redundant_step *step)
{
	struct object object;
	const struct site *site =
		sites_resolve(graphs->program->sites, step->site);

	if (!objects_find(graphs->program->objects,
		    access_graph_address_of(step), &object) ||
		object.kind != OBJECT_VARIABLE || !object.name ||
		object.start != access_graph_address_of(step) ||
		object.size_bytes > site->definition.size_bytes)
		return NULL;
	return object.name;
}

/* If there is not room for all, there is for these. */
static void add_traversal_points(
	struct function_graph *graph, const struct aec *live)
{
	for (; live; live = live->next_live)
		if (live->sighting && !live->is_joint &&
			redundant_has_two_locations(&live->sequence))
			add_aec(graph, live);
}

/* The values that were read. What reads a variable is not a node of its own: a
 * variable node stands for the variable's value. */
static void access_graph_add_values(struct access_graphs *graphs,
	struct function_graph *graph, const struct aec *live)
{
	for (; live; live = live->next_live) {
		uint32_t count = live->is_joint ? 0 : steps_of(live);
		graphs->scalar = memory_grow(graphs->scalar,
			&graphs->scalar_capacity, graphs->scalar_count + count,
			sizeof *graphs->scalar);
		for (uint32_t i = 0; i < count; i++) {
			const struct redundant_step *step =
				redundant_at(&live->sequence, i);
			const char *name = scalar_variable(graphs, step);
			graphs->scalar[graphs->scalar_count++] = name;
			if (name)
				access_graph_add_pointer(graphs, step->value,
					access_graph_add_variable(graph, name));
			else
				access_graph_add_pointer(graphs, step->value,
					add_aec(graph, live));
		}
	}
}

static int compare_pointers(const void *left, const void *right)
{
	const struct pointer *a = left, *b = right;

	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	if (a->value != b->value)
		return a->value < b->value ? -1 : 1;
	return a->node < b->node ? -1 : a->node > b->node;
}

static void sort_pointers(struct access_graphs *graphs)
{
	struct pointer *pointer = graphs->pointer;
	size_t kept = 0;

	if (graphs->pointer_count == 0)
		return;
	qsort(pointer, graphs->pointer_count, sizeof *pointer,
		compare_pointers);
	for (size_t i = 0; i < graphs->pointer_count; i++)
		if (kept == 0 ||
			compare_pointers(&pointer[kept - 1], &pointer[i]) != 0)
			pointer[kept++] = pointer[i];
	graphs->pointer_count = kept;
}

/* The first of the pointers at one value through which ADDRESS in OBJECT was
 * most likely read: the nearest at or below it, else the nearest above. NULL:
 * nothing points into OBJECT. */
static const struct pointer *nearest_pointer(
	const struct access_graphs *graphs, object_t object, uint64_t address)
{
	const struct pointer *pointer = graphs->pointer;
	struct pointer wanted = {object, address, NO_NODE};
	size_t low;

	SEARCH_FIRST(low, graphs->pointer_count,
		compare_pointers(&pointer[low], &wanted) <= 0);
	if (low == 0 || pointer[low - 1].object != object)
		return low < graphs->pointer_count &&
				       pointer[low].object == object
			       ? &pointer[low]
			       : NULL;
	low--;
	while (low > 0 && pointer[low - 1].object == object &&
		pointer[low - 1].value == pointer[low].value)
		low--;
	return &pointer[low];
}

/* No value that was seen leads to ADDRESS: it is part of a variable, or comes
 * from what the debug information names, or from somewhere. */
static void add_direct_edge(struct access_graphs *graphs,
	struct function_graph *graph, struct graph_edge *edge, uint64_t address)
{
	struct object object;
	const char *name = "?";

	if (objects_find(graphs->program->objects, address, &object) &&
		object.kind == OBJECT_VARIABLE && object.name) {
		name = object.name;
		edge->offset = (int64_t)(address - object.start);
	}
	edge->from = access_graph_add_variable(graph, name);
	access_graph_add_edge(graph, edge);
}

static void add_step_edges(struct access_graphs *graphs,
	struct function_graph *graph, uint32_t to,
	const struct redundant_step *step)
{
	const struct site *site =
		sites_resolve(graphs->program->sites, step->site);
	uint64_t address = access_graph_address_of(step);
	object_t object = objects_identify(graphs->program->objects, address);
	const struct symbol_label *label =
		sites_label(graphs->program->sites, step->site);
	const struct pointer *at, *end;
	struct graph_edge edge = {.to = to,
		.size_bytes = site->definition.size_bytes,
		.field = label->field,
		.reads = 1};
	uint64_t value;

	at = object != 0 ? nearest_pointer(graphs, object, address) : NULL;
	if (!at) {
		if (label->variable && label->variable_is_parameter) {
			edge.from = access_graph_add_variable(
				graph, label->variable);
			access_graph_add_edge(graph, &edge);
			return;
		}
		add_direct_edge(graphs, graph, &edge, address);
		return;
	}
	value = at->value;
	end = graphs->pointer + graphs->pointer_count;
	for (; at < end && at->object == object && at->value == value; at++) {
		edge.from = at->node;
		edge.offset = (int64_t)(address - value);
		access_graph_add_edge(graph, &edge);
	}
}

/* Of the activation with the most walks. */
static void add_walks(struct function_graph *graph, const struct aec *aec)
{
	const struct redundant *sequence = &aec->sequence;
	uint32_t index = add_aec(graph, aec);
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

static void access_graph_add_edges(struct access_graphs *graphs,
	struct function_graph *graph, const struct aec *live)
{
	size_t first = 0; /* step */

	for (; live; live = live->next_live) {
		uint32_t count = live->is_joint ? 0 : steps_of(live);
		uint32_t to = NO_NODE;
		if (redundant_is_redundant(&live->sequence))
			add_walks(graph, live);
		for (uint32_t i = 0; i < count; i++) {
			if (graphs->scalar[first + i])
				continue;
			if (to == NO_NODE)
				to = add_aec(graph, live);
			if (to == NO_NODE)
				break;
			add_step_edges(graphs, graph, to,
				redundant_at(&live->sequence, i));
		}
		first += count;
		if (to != NO_NODE)
			graph->node[to].reads += live->reads;
		else if (!live->is_joint && graph->node_count >= NODES_MAX)
			graph->left_out += live->reads;
	}
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

static struct function_graph **graph_of(
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

static void begin_graph(
	struct function_graph **place, const struct symbol_function *function)
{
	*place = memory_alloc_zero(1, sizeof **place);
	(*place)->function = function;
}

void access_graphs_want(
	struct access_graphs *graphs, const struct symbol_function *function)
{
	struct function_graph **place = graph_of(graphs, function);

	if (!*place && !graphs->is_stopped)
		begin_graph(place, function);
}

/* Whether FUNCTION, which has shown no more than SHOWN, gets a graph unasked. */
static bool is_welcome(struct access_graphs *graphs, enum shown shown)
{
	return graphs->all && !graphs->is_stopped &&
	       (shown != SHOWN_PLAIN ||
		       graphs->plain_functions++ < PLAIN_FUNCTIONS_MAX);
}

static bool is_complete(
	const struct access_graphs *graphs, struct function_graph *graph)
{
	return graph->activations[SHOWN_REDUNDANT] == REDUNDANT_ACTIVATIONS ||
	       (!graphs->all && graph->looks++ >= ACTIVATIONS_LOOKED_AT);
}

void access_graphs_add(
	struct access_graphs *graphs, const struct subject *subject)
{
	struct function_graph **place = graph_of(graphs, subject->function);
	struct function_graph *graph = *place;
	enum shown shown;

	if (!subject->live ||
		(!graph ? !graphs->all : is_complete(graphs, graph)))
		return;
	shown = shown_by(subject);
	if (!graph && !is_welcome(graphs, shown))
		return;
	if (!graph)
		begin_graph(place, subject->function);
	graph = *place;
	if (graph->activations[shown] == activations_max[shown])
		return;
	graph->activations[shown]++;
	graphs->pointer_count = graphs->scalar_count = 0;
	access_graph_add_parameters(graphs, graph, subject);
	add_traversal_points(graph, subject->live);
	access_graph_add_values(graphs, graph, subject->live);
	sort_pointers(graphs);
	access_graph_add_edges(graphs, graph, subject->live);
}

/* --- report ------------------------------------------------------------- */

/* The traversal points among the nodes, over all activations. */
static void mark_traversals(
	struct access_graphs *graphs, const struct aecs *aecs)
{
	for (size_t i = 0; i < aecs_count(aecs); i++) {
		const struct aec *aec = aecs_get(aecs, i);
		struct function_graph *graph;
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

static struct report_place access_graph_describe_place(
	const struct access_graphs *graphs,
	const struct symbol_function *function, uint32_t place)
{
	const struct symbol_position *position;
	struct report_place described = {
		.function = function->name, .object = function->object};

	if (place == 0)
		return described;
	position = sites_place(graphs->program->sites, place);
	described.file = position->file;
	described.line = position->line;
	described.column = position->column;
	return described;
}

static struct report_graph_node access_graph_describe_node(
	const struct access_graphs *graphs, const struct graph_node *node,
	struct arena *arena)
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
		described.aec.place[i] = access_graph_describe_place(
			graphs, path->function, place);
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

static void report_graph(const struct access_graphs *graphs,
	const struct function_graph *graph, struct report *report)
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
		described.node[i] = access_graph_describe_node(
			graphs, &graph->node[i], &arena);
	for (size_t i = 0; i < graph->edge_count; i++)
		described.edge[i] = (struct report_graph_edge){
			.from = graph->edge[i].from,
			.to = graph->edge[i].to,
			.label = describe_label(&graph->edge[i], &arena),
			.reads = graph->edge[i].reads};
	report_add_graph(report, &described);
	arena_release(&arena);
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
	const struct function_graph *graph, const struct report *report)
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
			const struct function_graph *graph =
				graphs->function[i];
			if (worth[i] != now)
				continue;
			if (now == WORTH_PLAIN && plain++ >= PLAIN_REPORTED_MAX)
				break;
			if (nodes + graph->node_count > NODES_REPORTED_MAX) {
				left_out++;
				continue;
			}
			nodes += graph->node_count;
			report_graph(graphs, graph, report);
		}
	free(worth);
	if (left_out != 0)
		report_add_warning(report,
			"access graphs of %zu functions are left out of the "
			"report, which has %zu nodes",
			left_out, nodes);
}
