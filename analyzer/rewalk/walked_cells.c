/* SPDX-License-Identifier: MIT
 * What the cells of a walk say of it. */
#include "config.h"

#include "analyzer/rewalk/walked_cells.h"

#include <stdlib.h>

#include "analyzer/rewalk/walked_type.h"
#include "lib/memory.h"

uint64_t walked_cells_address(const struct program *program, uint64_t cell)
{
	uint64_t address;

	return objects_address_of(program->objects, cell, &address) ? address
								    : 0;
}

/* How many objects the addresses AT[0..COUNT) are in. */
static uint32_t count_objects(
	const struct objects *objects, const uint64_t *at, uint32_t count)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t j = 0;
		while (j < i && !objects_are_one(objects,
					(const uint64_t[]){at[j], at[i]}, 2))
			j++;
		found += j == i;
	}
	return found;
}

/* Puts in place of COUNT cells where they are. */
static void locate_cells(
	const struct program *program, uint64_t *at, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		at[i] = walked_cells_address(program, at[i]);
}

void walked_cells_note_objects(const struct program *program,
	const struct rewalk_limits *limits, const struct rewalk_node *node,
	struct sighting *sighting)
{
	uint64_t at[OBJECTS_TO_COMPARE];
	uint32_t count, objects;

	if (sighting->one_object || sighting->objects >= limits->length)
		return;
	count = rewalk_node_known(node, at, OBJECTS_TO_COMPARE);
	locate_cells(program, at, count);
	objects = count_objects(program->objects, at, count);
	if (objects > sighting->objects)
		sighting->objects = objects;
}

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
	while (b != 0) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* Notes the steps from each of the addresses AT[0..COUNT) to the next: of an array that is
 * walked from end to end most are like the step before. */
static void note_steps(
	const uint64_t *at, uint32_t count, struct sighting *sighting)
{
	uint32_t alike = 0;

	for (uint32_t i = 1; i < count; i++) {
		uint64_t step = at[i] > at[i - 1] ? at[i] - at[i - 1]
						  : at[i - 1] - at[i];
		sighting->step_bytes =
			greatest_divisor(sighting->step_bytes, step);
		alike += i > 1 && at[i] - at[i - 1] == at[i - 1] - at[i - 2];
	}
	sighting->is_uneven = count > 2 && 2 * alike < count - 2;
}

/* What NODE has read last: whether that is in one object, and how far it reaches. */
static void note_extent(const struct program *program,
	const struct rewalk_node *node, struct sighting *sighting)
{
	uint64_t at[OBJECTS_TO_COMPARE], low = UINT64_MAX, high = 0;
	uint32_t count = rewalk_node_cells(node, at, OBJECTS_TO_COMPARE);

	locate_cells(program, at, count);
	for (uint32_t i = 0; i < count; i++) {
		low = at[i] < low ? at[i] : low;
		high = at[i] > high ? at[i] : high;
	}
	sighting->one_object =
		count != 0 && objects_are_one(program->objects, at, count);
	if (sighting->one_object)
		note_steps(at, count, sighting);
	if (count != 0 && high - low > sighting->span_bytes)
		sighting->span_bytes = high - low;
}

static int walked_cells_compare(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

	return a < b ? -1 : a > b;
}

/* How many letters COUNT cells have in turn at most. */
static uint64_t longest_run(uint64_t *cell, uint32_t count)
{
	uint64_t longest = 0, run = 0;

	qsort(cell, count, sizeof *cell, walked_cells_compare);
	for (uint32_t i = 0; i < count; i++) {
		uint64_t step = i > 0 ? cell[i] - cell[i - 1] : UINT64_MAX;
		run = step <= REWALK_LETTER_BYTES ? run + step : 1;
		longest = run > longest ? run : longest;
	}
	return longest;
}

void walked_cells_note_text(const struct rewalk_limits *limits,
	const struct rewalk_node *node, uint32_t size_bytes,
	struct severity_facts *facts)
{
	struct rewalk_steps steps = rewalk_node_steps(node, 1);
	uint64_t *cell, run;

	if (size_bytes != 1 || steps.on == 0 ||
		(double)facts->text_bytes > limits->key_bytes)
		return;
	if (rewalk_node_stays(node) ||
		(double)steps.up < limits->letters * (double)steps.on) {
		facts->text_bytes = UINT64_MAX;
		return;
	}
	cell = memory_alloc(node->cells * sizeof *cell);
	run = longest_run(cell, rewalk_node_known(node, cell, node->cells));
	free(cell);
	if (run > facts->text_bytes)
		facts->text_bytes = run;
}

/* An array that is indexed by a character has an element for each of ASCII's, at most one
 * for each value of a byte and the end of a file. */
#define CHARACTERS_MIN 128
#define CHARACTERS_MAX 257

/* Whether NODE goes through an array of constant size in no order of its own: a table
 * that says something of each character of a text, and not a walk. */
static bool looks_up_characters(const struct program *program,
	const struct rewalk_limits *limits, const struct rewalk_node *node,
	struct sighting *sighting)
{
	const struct symbol_label *label = walked_type_array(program, sighting);
	struct rewalk_steps steps;

	if (label->elements < CHARACTERS_MIN ||
		label->elements > CHARACTERS_MAX)
		return false;
	steps = rewalk_node_steps(node, label->array_bytes / label->elements);
	return steps.all > 0 &&
	       (double)steps.near < limits->lookup * (double)steps.all;
}

void walked_cells_note(const struct program *program,
	const struct rewalk_limits *limits, const struct rewalk_node *node,
	struct sighting *sighting)
{
	note_extent(program, node, sighting);
	walked_cells_note_objects(program, limits, node, sighting);
	sighting->facts.is_looked_up =
		sighting->facts.is_looked_up &&
		looks_up_characters(program, limits, node, sighting);
}
