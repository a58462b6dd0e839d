/* SPDX-License-Identifier: MIT
 * What contexts of rule `rewalk` have shown, as sightings. */
#include "config.h"

#include "analyzer/rewalk/describe.h"

#include "analyzer/program/chains.h"
#include "analyzer/rewalk/walked_cells.h"
#include "analyzer/rewalk/walked_type.h"

/* Cells and bytes do not add up. */
enum shown_as {
	SHOWN_AS_PC = REWALK_PC,
	SHOWN_AS_LINE = REWALK_LINE,
	SHOWN_AS_PATH = REWALK_PATH,
	SHOWN_AS_RANGES
};

/* What has shown the same: the activations of one function repeat at one read,
 * whatever called the function. */
static struct rewalk_shown *find_joint(struct rewalk_state *state,
	enum shown_as as, struct path *path, const struct standing *standing)
{
	uint64_t where = as == SHOWN_AS_LINE ? standing->place : standing->site;
	void **slot = table_place(
		&state->joint, (uintptr_t)path, where << 2 | (uint64_t)as);
	struct rewalk_shown *shown;

	if (*slot)
		return *slot;
	*slot = shown = arena_alloc_zero(&state->arena, 1, sizeof *shown);
	shown->part = standing->part;
	chain_note_use(standing->part->chain);
	shown->sighting = (struct sighting){
		.rule = as != SHOWN_AS_RANGES	     ? REPORT_REWALK
			: standing->store_bytes != 0 ? REPORT_OVERWRITE
			: standing->shifts	     ? REPORT_SHIFT
			: standing->copies	     ? REPORT_COPY
						     : REPORT_REWALK,
		.path = path,
		.site = standing->site,
		.place = standing->place,
		.is_by_names = as == SHOWN_AS_PATH,
		.facts.has_one_length = true,
		.walk = shown->kept,
	};
	state->all = memory_grow(state->all, &state->capacity, state->count + 1,
		sizeof *state->all);
	state->all[state->count++] = shown;
	return shown;
}

/* What the context KEY has shown at LEVEL. */
static struct rewalk_shown *find_shown(struct rewalk_state *state,
	const void *key, const struct standing *standing, uint32_t level,
	enum shown_as as)
{
	void **slot = table_place(&state->shown, (uintptr_t)key, level);

	if (!*slot)
		*slot = find_joint(state, as,
			standing->path[level < standing->count
					       ? level
					       : standing->count - 1],
			standing);
	return *slot;
}

/* Asks by which path SUBJECT has what SIGHTING walks, at ADDRESS and in the last walk of
 * NODE, which may be NULL. */
static void describe_ask(struct rewalk_state *state, struct sighting *sighting,
	const struct subject *subject, uint64_t address,
	const struct rewalk_node *node)
{
	struct questions *questions = state->questions;
	struct question *question;

	questions->all = memory_grow(questions->all, &questions->capacity,
		questions->count + 1, sizeof *questions->all);
	question = &questions->all[questions->count++];
	*question = (struct question){.sighting = sighting,
		.subject = subject,
		.address = address,
		.walked = {address},
		.walked_count = 1};
	if (!node)
		return;
	question->walked_count += rewalk_node_cells(
		node, question->walked + 1, QUESTION_CELLS - 1);
	for (uint32_t i = 1; i < question->walked_count; i++)
		question->walked[i] = walked_cells_address(
			state->program, question->walked[i]);
}

/* Whether an argument of SUBJECT points to what is at ADDRESS, or shortly before it. */
static bool is_passed(const struct subject *subject, uint64_t address)
{
	for (unsigned i = 0; i < STACK_ARGUMENTS; i++)
		if (address - subject->argument[i] < 1u << OBJECTS_PAGE_SHIFT)
			return true;
	return false;
}

static void describe_sighting(struct rewalk_state *state,
	struct sighting *sighting, const struct subject *subject,
	const struct rewalk_seen *seen, const struct rewalk_node *node)
{
	struct program *program = state->program;
	uint64_t address;

	program_note_caller(program, sighting, subject);
	if (!objects_address_of(program->objects, seen->cell, &address) ||
		objects_born(program->objects, address) > seen->read)
		address = 0; /* it is gone */
	sighting->facts.is_passed = is_passed(subject, address);
	describe_ask(state, sighting, subject, address, node);
	if (address != 0)
		program_note_object(program, sighting, subject, address);
}

/* What a string function reads is judged by its call. */
static void describe_note_text(const struct rewalk_state *state,
	const struct rewalk_node *node, uint32_t size_bytes,
	struct severity_facts *facts)
{
	const struct standing *standing = node->user;

	if (!standing->is_string)
		walked_cells_note_text(state->limits, node, size_bytes, facts);
}

void describe_shown_context(void *data, struct rewalk_node *node,
	uint32_t level, const struct subject *subject,
	const struct rewalk_seen *seen)
{
	struct rewalk_state *state = data;
	struct rewalk_shown *shown = find_shown(
		state, node, node->user, level, (enum shown_as)node->kind);

	if (!shown->node)
		shown->sighting.facts.is_looked_up = true;
	shown->node = node;
	if (!shown->sighting.root)
		describe_sighting(state, &shown->sighting, subject, seen, node);
	walked_cells_note(
		state->program, state->limits, node, &shown->sighting);
	describe_note_text(state, node,
		walked_type_load_bytes(state->program, &shown->sighting),
		&shown->sighting.facts);
}

/* What an activation tells about growth if it was followed to its end. */
static void add_growth(struct rewalk_state *state, struct rewalk_shown *shown,
	const struct standing *standing, const struct subject *subject,
	uint64_t longest, uint64_t walks, uint64_t reads)
{
	struct sighting *sighting = &shown->sighting;
	struct path *whole = standing->path[0];
	struct path *path = contexts_path_find(whole, subject->function);

	if (!sighting->whole || longest > sighting->longest.max)
		sighting->whole = whole;
	if (longest > sighting->longest.max)
		sighting->longest.max = longest;
	if (chain_part_has_gap(standing->part, subject->start)) {
		sighting_note_lower_bound(sighting, !shown->node);
		return;
	}
	rewalk_shown_add_seen(
		shown, (uint64_t)subject->footprint, walks, longest);
	if (chains_has_gap(state->program->chains, path ? path : whole,
		    subject->start)) {
		sighting_note_lower_bound(sighting, !shown->node);
		return;
	}
	growth_add(
		&sighting->growth, (double)subject->footprint, (double)reads);
}

/* Whether the beginning of the activation SUBJECT was left out: what it has read there
 * is not known to the sequence that BEGAN then. */
static bool has_no_beginning(const struct standing *standing,
	const struct subject *subject, uint64_t began)
{
	const struct chain_part *part = standing->part;

	return part->woken > subject->start && part->woken <= began &&
	       !chain_part_is_begun(part, standing->path[0], subject);
}

void describe_ended_context(void *data, struct rewalk_node *node,
	uint32_t level, const struct subject *subject,
	const struct rewalk_counts *counts)
{
	struct rewalk_state *state = data;
	struct rewalk_shown *shown =
		table_find(&state->shown, (uintptr_t)node, level);
	uint32_t size_bytes;

	/* It may hold now and not have held at the end of any walk. */
	if (!shown || !rewalk_holds(state->limits, node->kind, counts) ||
		has_no_beginning(node->user, subject, counts->began))
		return;
	size_bytes = walked_type_load_bytes(state->program, &shown->sighting);
	describe_note_text(state, node, size_bytes, &shown->sighting.facts);
	walked_cells_note_objects(
		state->program, state->limits, node, &shown->sighting);
	rewalk_shown_add(shown, state->limits, subject, counts, size_bytes);
	sighting_note_lower_bound(&shown->sighting, node->is_lower_bound);
	add_growth(state, shown, node->user, subject, counts->walks.longest,
		counts->walks.count, counts->reads);
	rewalk_shown_note_open(shown, state->limits);
}

/* --- ranges ------------------------------------------------------------- */

static enum rewalk_range_verdict judge_ranges(
	const struct rewalk_limits *limits, const struct standing *standing,
	const struct rewalk_range_counts *counts)
{
	if (standing->store_bytes != 0)
		return rewalk_ranges_judge_written(
			limits, counts, standing->store_bytes);
	if (standing->sorts)
		return rewalk_ranges_judge_sorted(limits, counts);
	if (standing->compares)
		return rewalk_ranges_judge_compared(limits, counts);
	return standing->copies ? rewalk_ranges_judge_copied(limits, counts)
				: rewalk_ranges_judge(limits, counts);
}

void describe_ended_ranges(void *data, void *user, uint32_t level,
	const struct subject *subject, const struct rewalk_seen *seen,
	const struct rewalk_range_counts *counts)
{
	struct rewalk_state *state = data;
	const struct standing *standing = user;
	enum rewalk_range_verdict verdict =
		judge_ranges(state->limits, standing, counts);
	struct sighting *sighting;
	struct rewalk_shown *shown;
	bool is_key;

	if (verdict == RANGES_NOTHING)
		return;
	/* What always moves as far, as the lines of a screen, is as bounded as a
	 * key. */
	is_key = verdict == RANGES_HOT_KEY ||
		 (standing->shifts &&
			 (double)counts->lengths < state->limits->key_lengths);
	shown = find_shown(state, standing, standing, level, SHOWN_AS_RANGES);
	sighting = &shown->sighting;
	sighting->one_object = true;
	if (counts->longest_length > sighting->span_bytes)
		sighting->span_bytes = counts->longest_length;
	if (sighting->redundant == 0)
		describe_sighting(state, sighting, subject, seen, NULL);
	/* A hot key unless some activation shows more. */
	sighting->facts.has_hot_key =
		is_key &&
		(sighting->redundant == 0 || sighting->facts.has_hot_key);
	rewalk_shown_add_range(shown, counts);
	add_growth(state, shown, standing, subject, counts->longest_length,
		counts->events, counts->bytes);
}
