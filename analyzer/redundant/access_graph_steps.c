/* SPDX-License-Identifier: MIT
 * What an access graph gets of one activation: which values that were read, or that
 * variables have, lead to what is read. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/redundant/access_graph.h"
#include "lib/memory.h"
#include "lib/search.h"

#define STEPS_MAX    512 /* of one AEC in one activation */
#define POINTERS_MAX 65536

/* A value that was read, or a variable's. */
struct pointer {
	object_t object;
	uint64_t value;
	uint32_t node;
};

static uint32_t steps_of(const struct aec *aec)
{
	uint32_t count = redundant_kept(&aec->sequence);

	return count < STEPS_MAX ? count : STEPS_MAX;
}

static uint64_t address_of(const struct redundant_step *step)
{
	return step->location & LOCATION_ADDRESS_MASK;
}

static void add_pointer(
	struct graph_steps *steps, uint64_t value, uint32_t node)
{
	object_t object;

	if (value < 4096 || value >> LOCATION_ADDRESS_BITS != 0 ||
		node == NO_NODE || steps->pointer_count == POINTERS_MAX)
		return;
	object = objects_identify(steps->program->objects, value);
	if (object == 0)
		return;
	steps->pointer = memory_grow(steps->pointer, &steps->pointer_capacity,
		steps->pointer_count + 1, sizeof *steps->pointer);
	steps->pointer[steps->pointer_count++] =
		(struct pointer){object, value, node};
}

/* Definition 7: the values of variables before the activation. */
static void add_parameters(struct graph_steps *steps,
	struct access_graph *graph, const struct subject *subject)
{
	const struct symbol_parameter *parameter;
	size_t count = symbols_parameters(
		steps->program->symbols, subject->function, &parameter);

	for (size_t i = 0; i < count; i++) {
		int reg = parameter[i].argument_register;
		uint64_t value;
		if (reg < 0 || reg >= STACK_ARGUMENTS || !parameter[i].name ||
			!*parameter[i].name)
			continue;
		value = subject->argument[reg];
		if (value >= 4096 && value >> LOCATION_ADDRESS_BITS == 0 &&
			objects_identify(steps->program->objects, value) != 0)
			add_pointer(steps, value,
				access_graph_add_variable(
					graph, parameter[i].name));
	}
}

/* The variable that the read at STEP reads itself, not a field or element of
 * it; NULL: none. */
static const char *scalar_variable(
	struct graph_steps *steps, const struct redundant_step *step)
{
	struct object object;
	const struct site *site =
		sites_resolve(steps->program->sites, step->site);

	if (!objects_find(steps->program->objects, address_of(step), &object) ||
		object.kind != OBJECT_VARIABLE || !object.name ||
		object.start != address_of(step) ||
		object.size_bytes > site->definition.size_bytes)
		return NULL;
	return object.name;
}

/* If there is not room for all, there is for these. */
static void add_traversal_points(
	struct access_graph *graph, const struct aec *live)
{
	for (; live; live = live->next_live)
		if (live->sighting && !live->is_joint &&
			redundant_has_two_locations(&live->sequence))
			access_graph_add_aec(graph, live);
}

/* The values that were read. What reads a variable is not a node of its own: a
 * variable node stands for the variable's value. */
static void add_values(struct graph_steps *steps, struct access_graph *graph,
	const struct aec *live)
{
	for (; live; live = live->next_live) {
		uint32_t count = live->is_joint ? 0 : steps_of(live);
		steps->scalar = memory_grow(steps->scalar,
			&steps->scalar_capacity, steps->scalar_count + count,
			sizeof *steps->scalar);
		for (uint32_t i = 0; i < count; i++) {
			const struct redundant_step *step =
				redundant_at(&live->sequence, i);
			const char *name = scalar_variable(steps, step);
			steps->scalar[steps->scalar_count++] = name;
			if (name)
				add_pointer(steps, step->value,
					access_graph_add_variable(graph, name));
			else
				add_pointer(steps, step->value,
					access_graph_add_aec(graph, live));
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

static void sort_pointers(struct graph_steps *steps)
{
	struct pointer *pointer = steps->pointer;
	size_t kept = 0;

	if (steps->pointer_count == 0)
		return;
	qsort(pointer, steps->pointer_count, sizeof *pointer, compare_pointers);
	for (size_t i = 0; i < steps->pointer_count; i++)
		if (kept == 0 ||
			compare_pointers(&pointer[kept - 1], &pointer[i]) != 0)
			pointer[kept++] = pointer[i];
	steps->pointer_count = kept;
}

/* The first of the pointers at one value through which ADDRESS in OBJECT was
 * most likely read: the nearest at or below it, else the nearest above. NULL:
 * nothing points into OBJECT. */
static const struct pointer *nearest_pointer(
	const struct graph_steps *steps, object_t object, uint64_t address)
{
	const struct pointer *pointer = steps->pointer;
	struct pointer wanted = {object, address, NO_NODE};
	size_t low;

	SEARCH_FIRST(low, steps->pointer_count,
		compare_pointers(&pointer[low], &wanted) <= 0);
	if (low == 0 || pointer[low - 1].object != object)
		return low < steps->pointer_count &&
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
static void add_direct_edge(struct graph_steps *steps,
	struct access_graph *graph, struct graph_edge *edge, uint64_t address)
{
	struct object object;
	const char *name = "?";

	if (objects_find(steps->program->objects, address, &object) &&
		object.kind == OBJECT_VARIABLE && object.name) {
		name = object.name;
		edge->offset = (int64_t)(address - object.start);
	}
	edge->from = access_graph_add_variable(graph, name);
	access_graph_add_edge(graph, edge);
}

static void add_step_edges(struct graph_steps *steps,
	struct access_graph *graph, uint32_t to,
	const struct redundant_step *step)
{
	const struct site *site =
		sites_resolve(steps->program->sites, step->site);
	uint64_t address = address_of(step);
	object_t object = objects_identify(steps->program->objects, address);
	const struct symbol_label *label =
		sites_label(steps->program->sites, step->site);
	const struct pointer *at, *end;
	struct graph_edge edge = {.to = to,
		.size_bytes = site->definition.size_bytes,
		.field = label->field,
		.reads = 1};
	uint64_t value;

	at = object != 0 ? nearest_pointer(steps, object, address) : NULL;
	if (!at) {
		if (label->variable && label->variable_is_parameter) {
			edge.from = access_graph_add_variable(
				graph, label->variable);
			access_graph_add_edge(graph, &edge);
			return;
		}
		add_direct_edge(steps, graph, &edge, address);
		return;
	}
	value = at->value;
	end = steps->pointer + steps->pointer_count;
	for (; at < end && at->object == object && at->value == value; at++) {
		edge.from = at->node;
		edge.offset = (int64_t)(address - value);
		access_graph_add_edge(graph, &edge);
	}
}

static void add_edges(struct graph_steps *steps, struct access_graph *graph,
	const struct aec *live)
{
	size_t first = 0; /* step */

	for (; live; live = live->next_live) {
		uint32_t count = live->is_joint ? 0 : steps_of(live);
		uint32_t to = NO_NODE;
		if (redundant_is_redundant(&live->sequence))
			access_graph_add_walks(graph, live);
		for (uint32_t i = 0; i < count; i++) {
			if (steps->scalar[first + i])
				continue;
			if (to == NO_NODE)
				to = access_graph_add_aec(graph, live);
			if (to == NO_NODE)
				break;
			add_step_edges(steps, graph, to,
				redundant_at(&live->sequence, i));
		}
		first += count;
		if (to != NO_NODE)
			graph->node[to].reads += live->reads;
		else if (!live->is_joint && access_graph_is_full(graph))
			graph->left_out += live->reads;
	}
}

void graph_steps_add(struct graph_steps *steps, const struct program *program,
	struct access_graph *graph, const struct subject *subject)
{
	steps->program = program;
	steps->pointer_count = steps->scalar_count = 0;
	add_parameters(steps, graph, subject);
	add_traversal_points(graph, subject->live);
	add_values(steps, graph, subject->live);
	sort_pointers(steps);
	add_edges(steps, graph, subject->live);
}

void graph_steps_release(struct graph_steps *steps)
{
	free(steps->pointer);
	free(steps->scalar);
	*steps = (struct graph_steps){0};
}
