/* SPDX-License-Identifier: MIT
 * The sightings of rule `rewalk`, added up: what is known of tables and blocks by all of them. */
#include "config.h"

#include "analyzer/rewalk/summary.h"

#include <math.h>

#include "analyzer/program/chains.h"
#include "analyzer/rewalk/walked_type.h"

/* NAME with the letters of TEXT, which may be NULL. */
static uint64_t summary_mix_text(uint64_t name, const char *text)
{
	for (; text && *text; text++)
		name = table_mix(name, (unsigned char)*text);
	return name;
}

/* Where it is kept that an array has been walked as far as it goes: by the name that
 * SIGHTING's subject has for it. */
static void **place_of_table(
	struct rewalk_state *state, const struct sighting *sighting)
{
	return table_place(&state->whole, path_subject(sighting->path)->index,
		summary_mix_text(0, sighting->root));
}

/* ... and by the name of what its elements, FIELD, point to. */
static void **place_of_element(struct rewalk_state *state,
	const struct sighting *sighting, const char *field)
{
	uint64_t name = summary_mix_text(0, sighting->root);

	if (field && field[0] != '[')
		name = summary_mix_text(name, ".");
	return table_place(&state->element, path_subject(sighting->path)->index,
		summary_mix_text(name, field));
}

/* Whether SIGHTING reads a cell of what each element of an array points to that is walked
 * as far as it goes. */
static bool is_of_elements(
	struct rewalk_state *state, const struct sighting *sighting)
{
	const struct rewalk_shown *array =
		*place_of_element(state, sighting, NULL);

	return array && sighting->rule == REPORT_REWALK &&
	       sighting->length.max <=
		       sites_label(state->program->sites, array->sighting.site)
			       ->elements;
}

/* Whether an activation of SIGHTING has about as many walks as its longest has cells, those
 * that were only noted included. */
static bool is_full_square(
	const struct rewalk_state *state, const struct sighting *sighting)
{
	double reads = (double)(sighting->reads + sighting->rested);
	double cells = (double)sighting->longest.max;
	double walks = reads / (double)sighting->redundant / cells;

	return fabs(walks - cells) <= 1 + state->limits->square * cells;
}

/* Walks of an activation of SHOWN, if these are few for what they walk from end to end, or
 * of one length; else 0. */
static double count_rounds(const struct rewalk_shown *shown)
{
	const struct sighting *sighting = &shown->sighting;
	double calls = (double)sighting->redundant;
	double walks = (double)sighting->facts.walks / calls;

	if (!shown->node || shown->is_uneven || shown->node->is_left_out)
		return 0;
	return 2 * walks <= (double)sighting->distinct / calls ||
			       sighting->facts.has_one_length
		       ? walks
		       : 0;
}

/* What is known of the blocks of one size that are allocated where SIGHTING's is; of a
 * variable, what the sighting knows alone. */
static struct walked_object *walked_object_of(
	struct rewalk_state *state, const struct sighting *sighting)
{
	bool is_heap = sighting->allocated_context != NULL;
	void **slot = table_place(&state->object,
		is_heap ? (uintptr_t)sighting->allocated_context
			: (uintptr_t)sighting,
		is_heap ? sighting->object_bytes << 32 |
				  sighting->allocated_place
			: 0);

	if (!*slot)
		*slot = arena_alloc_zero(
			&state->arena, 1, sizeof(struct walked_object));
	return *slot;
}

/* How many elements there are of what SIGHTING walks: blocks that were allocated as one of
 * them was; of an array that it goes through in no order, most of which may be free, the
 * square root of its places; 0: not known. */
static uint64_t summary_count_elements(
	const struct rewalk_state *state, const struct sighting *sighting)
{
	if (sighting->rule != REPORT_REWALK)
		return 0;
	if (sighting->one_object)
		return sighting->is_uneven && sighting->step_bytes != 0
			       ? (uint64_t)sqrt((double)sighting->object_bytes /
						(double)sighting->step_bytes)
			       : 0;
	return sighting->peers && sighting->objects >= state->limits->length
		       ? sighting->peers->most
		       : 0;
}

static void add_up(struct rewalk_state *state, struct rewalk_shown *shown)
{
	struct sighting *sighting = &shown->sighting;
	struct severity_facts *facts = &sighting->facts;
	const struct symbol_label *label =
		sites_label(state->program->sites, sighting->site);

	walked_type_note(state->program, state->limits, sighting, label,
		walked_object_of(state, sighting));
	if (facts->is_table &&
		(double)sighting->length.max >=
			state->limits->table * (double)sighting->elements)
		*place_of_table(state, sighting) = shown;
	if (facts->is_whole_table && label->elements != 0)
		*place_of_element(state, sighting, label->field) = shown;
	sighting_note_lower_bound(
		sighting, shown->node && shown->node->is_left_out);
	/* Pauses leave out a bit here and there, and not all that comes after. */
	facts->is_cut = !shown->node || shown->node->is_lower_bound;
	sighting->rested = (uint64_t)((double)sighting->reads *
				      (double)shown->part->noted /
				      (double)shown->part->reads.all);
	if (sighting->longest.min == 0) /* none was followed to its end */
		sighting->longest.min = sighting->longest.max;
	facts->has_sizes = rewalk_shown_has_sizes(shown, state->limits);
	facts->has_grown = sighting->longest.max > sighting->longest.min;
	facts->is_square = sighting->rule == REPORT_OVERWRITE ||
			   is_full_square(state, sighting);
	facts->rounds = count_rounds(shown);
	facts->has_more_walks =
		(double)sighting->walks.max >=
		state->limits->span * (double)sighting->walks.min;
	facts->recurs = contexts_recurs(
		state->program->contexts, sighting->path, &facts->dispatches);
	growth_fit(&sighting->growth, &facts->fit);
	/* Once memory is short a call may repeat what is not known to be repeated. */
	facts->share = shown->read != 0 && !state->is_stopped
			       ? (double)sighting->reads / (double)shown->read
			       : 1;
	facts->calls = sighting->redundant;
	facts->elements = summary_count_elements(state, sighting);
	facts->deepest = sighting->longest.max;
	if (isinf(facts->fit.high)) /* two sizes of one process show little */
		facts->fit = (struct growth_fit){0};
}

/* Adds up what the contexts of all that was shown have read. */
static void add_reads(struct rewalk_state *state)
{
	for (size_t i = 0; i < state->shown.capacity; i++) {
		const struct table_entry *entry = &state->shown.entry[i];
		struct rewalk_shown *shown = entry->value;
		if (shown && shown->node)
			shown->read += ((const struct rewalk_node *)(uintptr_t)
						entry->high)
					       ->reads;
	}
}

void summary_report(void *data, struct sightings *sightings)
{
	struct rewalk_state *state = data;

	for (size_t i = 0; i < state->count; i++) {
		const struct rewalk_shown *shown = state->all[i];
		const struct sighting *sighting = &shown->sighting;
		walked_type_learn(state->program, sighting,
			sites_label(state->program->sites, sighting->site),
			walked_object_of(state, sighting));
	}
	add_reads(state);
	/* It may have been shown and not hold at an end. */
	for (size_t i = 0; i < state->count; i++)
		if (state->all[i]->sighting.redundant != 0)
			add_up(state, state->all[i]);
	for (size_t i = 0; i < state->count; i++) {
		struct sighting *sighting = &state->all[i]->sighting;
		if (sighting->redundant == 0)
			continue;
		sighting->facts.is_whole_table |=
			(sighting->facts.is_table &&
				*place_of_table(state, sighting) != NULL) ||
			is_of_elements(state, sighting);
		sightings_add(sightings, sighting);
	}
}
