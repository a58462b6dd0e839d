/* SPDX-License-Identifier: MIT
 * What guidances make of an input: its children, by the mutators, or inputs by chance. */
#include "config.h"

#include "fuzz-perf/search/children.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "fuzz-perf/corpus/walk.h"
#include "fuzz-perf/mutate/fields.h"
#include "fuzz-perf/mutate/operands.h"
#include "fuzz-perf/mutate/recode.h"
#include "fuzz-perf/search/batch.h"
#include "fuzz-perf/search/fuzz.h"
#include "fuzz-perf/search/generated.h"
#include "fuzz-perf/search/influence_learn.h"
#include "fuzz-perf/search/tiers.h"

#define CROSS_CHANCE   4 /* one in so many is the target's cross-over */
#define OTHER_RIVALS   4
#define OTHER_CHILDREN 8  /* that may take parts of the same input */
#define COST_LIMIT     32 /* times the mean work of a run that ended */
#define LEAST_LIMIT    1000000
#define RANDOM_BATCH   64
#define PLAIN_INPUTS   64
#define REPAIR_CHANCE  2 /* one child in so many is left as it is */

unsigned children_allowed(const struct fuzz *fuzz, unsigned wanted)
{
	uint64_t most = fuzz->options.execs, ran = fuzz->counts.execs;

	return most && most - ran < wanted ? (unsigned)(most - ran) : wanted;
}

/* Streams and fields. What a generator makes may hold some, not what it draws from. A
 * campaign without fields does not look for them for ever. */
static void learn_structure(struct fuzz *fuzz, struct corpus_input *input)
{
	struct mutate_choice *mutators = &fuzz->mutators;

	if (fuzz->generated || fuzz->map->has_mutator ||
		!mutators->uses_structure)
		return;
	if (!(mutators->known & MUTATE_STREAMS) &&
		recode_has_stream(input->bytes, input->length))
		mutate_choice_know(mutators, MUTATE_STREAMS);
	if (fuzz->plain_inputs == PLAIN_INPUTS)
		return;
	free(input->fields);
	input->fields = fields_find(input->bytes, input->length);
	if (!input->fields && !(mutators->known & MUTATE_RECORDS))
		fuzz->plain_inputs++;
	if (input->fields && input->fields->records)
		mutate_choice_know(mutators, MUTATE_RECORDS);
}

/* Runs INPUT once more to learn what it is compared with, and what a generator
 * drew of it. */
static int children_learn(
	struct fuzz *fuzz, struct corpus_input *input, struct error *err)
{
	uint32_t count;

	if (input->is_learnt)
		return 0;
	if (fuzz->map->has_predictions && influence_learn(fuzz, input, 2, err))
		return -1;
	input->is_learnt = true;
	learn_structure(fuzz, input);
	if (!fuzz->has_comparisons && !fuzz->generated)
		return 0;
	fuzz->map->operand_count = fuzz->map->span_count = 0;
	fuzz->map->logs = 1;
	int result = batch_try_input(
		fuzz, input->bytes, input->length, "again", NULL, err);
	fuzz->map->logs = 0;
	if (result < 0)
		return -1;
	if (fuzz->has_comparisons) {
		const struct perf_operand *operand =
			execute_operands(fuzz->execute, &count);
		input->operands = operands_new(operand, count);
	}
	if (fuzz->generated) {
		const struct parameters_span *span =
			execute_spans(fuzz->execute, &count);
		input->spans = memory_alloc(count * sizeof *span);
		memcpy(input->spans, span, count * sizeof *span);
		input->span_count = count;
	}
	return 0;
}

static const struct champion *any_champion(struct fuzz *fuzz)
{
	const struct feedback *feedback = &fuzz->feedback;

	return &feedback->champion[feedback->live[random_below(
		&fuzz->random, feedback->live_count)]];
}

/* Half of the time any champion, otherwise one that costs much: what it does
 * differently may be what others lack. */
static const struct corpus_input *pick_other(struct fuzz *fuzz)
{
	unsigned rivals = random_below(&fuzz->random, 2) ? OTHER_RIVALS : 0;
	const struct champion *best = any_champion(fuzz);

	for (unsigned i = 0; i < rivals; i++) {
		const struct champion *rival = any_champion(fuzz);
		if (rival->value > best->value)
			best = rival;
	}
	return best->input;
}

/* Left to the target: what it makes of an input is all that its harness is
 * written for. Returns whether it takes this one. */
static bool leave_to_target(struct fuzz *fuzz, unsigned number)
{
	struct perf_map *map = fuzz->map;
	struct perf_slot *slot = &map->slot[number];

	slot->mutate_seed = slot->crosses = 0;
	if (map->has_cross_over)
		slot->crosses = !random_below(&fuzz->random, CROSS_CHANCE);
	if (!slot->crosses && !map->has_mutator)
		return false;
	fuzz->trail[number].count = 0;
	slot->mutate_seed = (uint32_t)random_next(&fuzz->random) | 1;
	return true;
}

static struct mutation children_start(struct fuzz *fuzz, unsigned number,
	const uint8_t *parent, size_t length)
{
	struct mutation mutation = {
		.random = &fuzz->random,
		.bytes = execute_slot_data(fuzz->execute, number),
		.length = length,
		.limit = fuzz->options.execute.max_length,
		.dictionary = &fuzz->dictionary,
	};

	memcpy(mutation.bytes, parent, length);
	return mutation;
}

/* Bytes by chance, of any length. */
static void make_random(struct fuzz *fuzz, unsigned number)
{
	uint8_t *bytes = execute_slot_data(fuzz->execute, number);
	struct perf_slot *slot = &fuzz->map->slot[number];

	slot->mutate_seed = slot->crosses = 0;
	slot->length = 1 + random_below(&fuzz->random,
				   (uint32_t)fuzz->options.execute.max_length);
	for (uint32_t i = 0; i < slot->length; i++)
		bytes[i] = (uint8_t)random_next(&fuzz->random);
	fuzz->trail[number].count = 0;
}

static void make_mutant(struct fuzz *fuzz, unsigned number,
	const struct corpus_input *input, const uint8_t *parent,
	size_t parent_length, const struct corpus_input *other)
{
	struct mutation mutation =
		children_start(fuzz, number, parent, parent_length);

	mutation.other = other->bytes;
	mutation.other_length = other->length;
	mutation.operands = input->operands;
	mutation.influence = input->influence;
	mutation.influence_key = fuzz->map->focus;
	if (parent_length == input->length)
		mutation.fields = input->fields;
	if (!leave_to_target(fuzz, number))
		mutate_apply(&fuzz->mutators, &mutation, &fuzz->trail[number]);
	if (input->fields && random_below(&fuzz->random, REPAIR_CHANCE))
		fields_repair(
			input->fields, input->bytes, input->length, &mutation);
	fuzz->map->slot[number].length = (uint32_t)mutation.length;
}

/* Children of INPUT that differ from it in one side of a comparison each, LIMIT
 * at most. Whatever there is to match is tried once before anything else: later
 * it would be one mutator of many, in one input of many. Returns how many. */
static unsigned match_each(
	struct fuzz *fuzz, struct corpus_input *input, unsigned limit)
{
	unsigned children = 0;

	/* What a generator makes is compared, not what it draws from. */
	if (!input->operands || fuzz->map->has_mutator || fuzz->generated)
		return 0;
	while (children < limit &&
		input->next_pair < 2 * input->operands->count) {
		struct mutation mutation = children_start(
			fuzz, children, input->bytes, input->length);
		mutation.operands = input->operands;
		if (!operands_match_pair(&mutation, input->next_pair++))
			continue;
		struct perf_slot *slot = &fuzz->map->slot[children];
		slot->mutate_seed = slot->crosses = 0;
		slot->length = (uint32_t)mutation.length;
		fuzz->trail[children++].count = 0;
	}
	return children;
}

/* Where coverage is looked for, a run that takes many times what others do is
 * stopped: in as much work others find more. */
static void choose_edge_limit(struct fuzz *fuzz)
{
	const struct fuzz_counts *counts = &fuzz->counts;
	uint64_t most = fuzz->options.execute.edge_limit;

	if (!fuzz->schedule.weighs_cost || counts->execs == counts->over_limit)
		return;
	uint64_t limit =
		COST_LIMIT * ((counts->edges - counts->stopped_edges) /
				     (counts->execs - counts->over_limit));
	if (limit < LEAST_LIMIT)
		limit = LEAST_LIMIT;
	fuzz->map->edge_limit = most && most < limit ? most : limit;
}

/* Contexts of another length are others. */
static void adapt_context(struct fuzz *fuzz)
{
	struct feedback *feedback = &fuzz->feedback;
	enum context_change change;

	if (!fuzz->map->has_context)
		return;
	change = context_adapt(&fuzz->context, fuzz->counts.execs);
	fuzz->map->context_length = fuzz->context.length;
	if (change != CONTEXT_STARTS_ANEW)
		return;
	memset(execute_aggregates(fuzz->execute) + feedback->context_first, 0,
		PERF_CONTEXTS * sizeof(uint64_t));
	feedback_forget_contexts(feedback, &fuzz->corpus);
}

static void choose_walk(struct fuzz *fuzz, uint32_t focus)
{
	struct walk *walk = fuzz_walk(fuzz, focus);

	if (fuzz->options.no_equal)
		return;
	mutate_choice_walk(
		&fuzz->mutators, walk && walk_is_on(walk, fuzz->counts.execs));
	if (walk)
		fuzz->schedule.walks = walk->is_on;
}

/* The first ones differ in one side of a comparison each, if there is any left. */
static void make_children(struct fuzz *fuzz, struct batch *batch,
	const uint8_t *parent, size_t length, const struct corpus_input *other)
{
	const struct corpus_input *input = batch->choice.input;

	batch->made = match_each(fuzz, batch->choice.input, batch->count);
	if (batch->made)
		batch->count = batch->made;
	for (unsigned i = batch->made; i < batch->count; i++) {
		if (i % OTHER_CHILDREN == 0)
			other = pick_other(fuzz);
		if (fuzz->generated)
			generated_make_child(
				fuzz, i, input, parent, length, other);
		else
			make_mutant(fuzz, i, input, parent, length, other);
	}
}

int children_of_champion(
	struct fuzz *fuzz, struct batch *batch, struct error *err)
{
	unsigned limit = execute_slots(fuzz->execute);

	generated_choose_length(fuzz);
	choose_edge_limit(fuzz);
	batch->choice = schedule_pick(&fuzz->schedule, limit);
	struct schedule_choice *choice = &batch->choice;
	size_t length = choice->input->length;
	const uint8_t *parent = choice->input->bytes;
	const struct corpus_input *other = NULL;

	batch->parent = choice->input->id;
	batch->focus = choice->focus;
	batch->maker = "match-each";
	if (children_learn(fuzz, choice->input, err))
		return -1;
	if (!choice->input->bytes)
		return 0; /* what learning found took its place */
	choose_walk(fuzz, choice->focus);
	if (choice->focus != UINT32_MAX)
		parent = feedback_parent(
			&fuzz->feedback, choice->focus, &length);
	batch->count = children_allowed(fuzz, choice->batch);
	if (fuzz->map->has_cross_over) {
		other = pick_other(fuzz);
		execute_set_other(fuzz->execute, other->bytes, other->length);
	}
	batch->is_counted = tiers_count_next(fuzz);
	if (batch->is_counted && batch->count > TIERS_COUNTED_MAX)
		batch->count = TIERS_COUNTED_MAX;
	fuzz->map->focus = choice->focus;
	make_children(fuzz, batch, parent, length, other);
	return 0;
}

void children_reward(struct fuzz *fuzz, struct batch *batch)
{
	adapt_context(fuzz);
	schedule_reward(
		&fuzz->schedule, &batch->choice, batch->gain, batch->edges);
}

int children_by_chance(
	struct fuzz *fuzz, struct batch *batch, struct error *err)
{
	unsigned slots = execute_slots(fuzz->execute);

	(void)err;
	choose_edge_limit(fuzz);
	batch->is_counted = tiers_count_next(fuzz);
	batch->count =
		children_allowed(fuzz, batch->is_counted ? TIERS_COUNTED_MAX
				       : slots < RANDOM_BATCH ? slots
							      : RANDOM_BATCH);
	for (unsigned i = 0; i < batch->count; i++)
		if (fuzz->generated)
			generated_make_random(fuzz, i);
		else
			make_random(fuzz, i);
	return 0;
}

void children_note(struct fuzz *fuzz, struct batch *batch)
{
	(void)batch;
	adapt_context(fuzz);
}
