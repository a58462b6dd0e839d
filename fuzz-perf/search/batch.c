/* SPDX-License-Identifier: MIT
 * One batch: children of an input are made and run, and what they reached is
 * taken into the corpus. */
#include "config.h"

#include "fuzz-perf/search/batch.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "fuzz-perf/corpus/walk.h"
#include "fuzz-perf/mutate/operands.h"
#include "fuzz-perf/search/fuzz.h"
#include "fuzz-perf/search/generated.h"
#include "fuzz-perf/search/influence_learn.h"
#include "fuzz-perf/search/keep.h"
#include "fuzz-perf/search/tiers.h"

#define EQUAL_CHANCE   4 /* one in so many equal children is accepted */
#define CROSS_CHANCE   4 /* one in so many is the target's cross-over */
#define OTHER_RIVALS   4
#define OTHER_CHILDREN 8  /* that may take parts of the same input */
#define COST_LIMIT     32 /* times the mean work of a run that ended */
#define LEAST_LIMIT    1000000
#define SAVED_ENDS     200 /* crashes, and hangs, that are written */

/* ---- what a batch brought ---- */

/* Knowledge about the children of one batch. */
struct batch {
	uint32_t parent;    /* id; CORPUS_NO_PARENT */
	uint32_t focus;	    /* index; UINT32_MAX */
	const char *origin; /* for inputs from outside */
	const char *written;
	double gain;
	uint64_t edges;
	unsigned kept;
	const char *maker; /* of the first MADE slots */
	unsigned made;
	uint64_t focus_value; /* of the champion, before the batch */
	bool is_counted;      /* by the second tier, all of it */
};

static const char *describe_origin(
	const struct fuzz *fuzz, const struct batch *batch, unsigned slot)
{
	if (batch->origin)
		return batch->origin;
	if (slot < batch->made)
		return batch->maker;
	if (fuzz->map->slot[slot].crosses)
		return "cross-over";
	if (fuzz->map->has_mutator)
		return "custom";
	return fuzz->trail[slot].count
		       ? mutate_rows[fuzz->trail[slot].row[0]].name
		       : "none";
}

static struct corpus_input *keep_slot(
	struct fuzz *fuzz, struct batch *batch, unsigned number)
{
	const struct perf_slot *slot = &fuzz->map->slot[number];
	struct corpus_input *input = corpus_add_input(&fuzz->corpus,
		execute_slot_data(fuzz->execute, number), slot->length,
		slot->edges, batch->parent);

	fuzz->counts.last_find_ms = fuzz_elapsed_ms(fuzz);
	batch->kept++;
	if (batch->written || !fuzz->output.path) {
		input->name =
			memory_string_dup(batch->written ? batch->written : "");
		input->is_written = true;
	} else {
		keep_new_input(fuzz, input,
			describe_origin(fuzz, batch, number),
			number < batch->made ? 1 : fuzz->trail[number].count);
	}
	return input;
}

/* The worth of a raise. Of counters that have a sum: the part of it that was
 * gained, since small ones that are raised many times over make up for nothing.
 * Of others: doublings. */
static double weigh_raise(const struct fuzz *fuzz, uint32_t index,
	double doublings, double difference)
{
	static const enum perf_total sums[] = {
		PERF_TOTAL_EDGES, PERF_TOTAL_ALLOCATED, PERF_TOTAL_BLOCK};
	uint32_t keys = fuzz->map->key_count;
	uint32_t kind = index < keys ? execute_places(fuzz->execute)[index].kind
				     : PERF_KINDS;
	uint32_t sum = index;

	if (kind < sizeof sums / sizeof sums[0])
		sum = keys + sums[kind];
	else if (index < keys || index >= keys + PERF_TOTALS)
		return doublings;
	const struct champion *champion = &fuzz->feedback.champion[sum];
	return champion->input ? difference / ((double)champion->value + 1)
			       : doublings;
}

/* Of a run, as a multiple of the mean: where coverage is looked for, a mutator that
 * makes slow inputs should find the more. */
static double cost_of(const struct fuzz *fuzz, unsigned number)
{
	const struct fuzz_counts *counts = &fuzz->counts;
	double runs = (double)counts->execs + 1;

	if (!fuzz->schedule.weighs_cost)
		return 1;
	return (double)(fuzz->map->slot[number].edges + SCHEDULE_RUN_EDGES) *
	       runs / ((double)counts->edges + runs * SCHEDULE_RUN_EDGES);
}

/* NULL: INDEX is not a sum's. */
static struct walk *walk_of(struct fuzz *fuzz, uint32_t index)
{
	uint32_t first = fuzz->schedule.totals_first;

	if (index < first || index >= fuzz->schedule.totals_end)
		return NULL;
	return &fuzz->walk[index - first];
}

/* Slots that left one of COUNT records become inputs, and champions. Records of
 * one slot stand together, in the order of the slots. */
static void take_records(struct fuzz *fuzz, struct batch *batch,
	const struct perf_record *record, uint32_t count)
{
	struct corpus_input *input = NULL;
	double gain = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t slot = record[i].slot;
		if (slot >= execute_slots(fuzz->execute) ||
			record[i].index >= fuzz->feedback.index_count)
			continue;
		if (i == 0 || slot != record[i - 1].slot) {
			gain = 0;
			if (feedback_is_context(
				    &fuzz->feedback, record[i].index) &&
				!context_takes(&fuzz->context,
					fuzz->map->slot[slot].edge_set,
					fuzz->counts.execs))
				continue;
			input = keep_slot(fuzz, batch, slot);
		}
		uint64_t before =
			fuzz->feedback.champion[record[i].index].value;
		double doublings = feedback_crown(&fuzz->feedback,
			&fuzz->corpus, record[i].index, record[i].value, input);
		schedule_note_raise(&fuzz->schedule, record[i].index);
		if (walk_of(fuzz, record[i].index))
			walk_note_raise(walk_of(fuzz, record[i].index),
				fuzz->counts.execs, before, record[i].value);
		gain += weigh_raise(fuzz, record[i].index, doublings,
			(double)record[i].value - (double)before);
		if (i + 1 == count || record[i + 1].slot != slot) {
			batch->gain += gain;
			if (!batch->origin)
				mutate_reward(&fuzz->mutators,
					&fuzz->trail[slot], 1,
					cost_of(fuzz, slot));
		}
	}
}

/* A child that reached the value of the key it was made for again. A clearly
 * shorter one is the better champion: it is easier to read, and has room. */
static void take_equal(struct fuzz *fuzz, struct batch *batch, unsigned number)
{
	const struct perf_slot *slot = &fuzz->map->slot[number];
	const struct champion *champion =
		&fuzz->feedback.champion[batch->focus];

	/* Raised within this batch: some of its equals reached the old value. */
	if (champion->value != batch->focus_value)
		return;
	if (slot->length * 10 <= champion->input->length * 9)
		feedback_crown(&fuzz->feedback, &fuzz->corpus, batch->focus,
			champion->value, keep_slot(fuzz, batch, number));
	else if (!random_below(&fuzz->random, EQUAL_CHANCE))
		feedback_drift(&fuzz->feedback, batch->focus,
			execute_slot_data(fuzz->execute, number), slot->length);
}

/* A child that nearly reached a sum. Sums have many ways to the same value, and
 * the way up from where the champion is may lead through a little less. */
static void take_close(struct fuzz *fuzz, struct batch *batch, unsigned number)
{
	const struct perf_slot *slot = &fuzz->map->slot[number];
	const struct walk *walk = walk_of(fuzz, batch->focus);
	size_t length;

	feedback_parent(&fuzz->feedback, batch->focus, &length);
	if (walk && walk_takes(walk, &fuzz->random, slot->value,
			    fuzz->feedback.champion[batch->focus].value,
			    slot->length < length))
		feedback_drift(&fuzz->feedback, batch->focus,
			execute_slot_data(fuzz->execute, number), slot->length);
}

static void take_slot(struct fuzz *fuzz, struct batch *batch, unsigned number)
{
	const struct perf_slot *slot = &fuzz->map->slot[number];

	batch->edges += slot->edges;
	if (slot->outcome & PERF_OVER_LIMIT) {
		fuzz->counts.over_limit++;
		fuzz->counts.stopped_edges += slot->edges;
	}
	if (slot->outcome & PERF_INVALID)
		fuzz->counts.invalid++;
	if (slot->outcome & PERF_NEW || batch->origin)
		return;
	mutate_reward(&fuzz->mutators, &fuzz->trail[number], 0,
		cost_of(fuzz, number));
	if (batch->focus == UINT32_MAX || fuzz->options.no_equal)
		return;
	if (slot->outcome & PERF_EQUAL)
		take_equal(fuzz, batch, number);
	else
		take_close(fuzz, batch, number);
}

static void keep_hang(struct fuzz *fuzz, struct batch *batch, unsigned number)
{
	struct fuzz_counts *counts = &fuzz->counts;

	counts->last_hang_ms = fuzz_elapsed_ms(fuzz);
	if (counts->saved_hangs < SAVED_ENDS)
		free(keep_end(fuzz, number, "hangs", counts->saved_hangs++,
			batch->parent, describe_origin(fuzz, batch, number)));
}

/* Of the inputs that crash in one place the first is kept. */
static void take_crash(struct fuzz *fuzz, struct batch *batch, unsigned number)
{
	struct fuzz_counts *counts = &fuzz->counts;
	struct perf_map *map = fuzz->map;
	struct crash crash = {.signal = map->slot[number].signal, .inputs = 1};
	struct crash *known;

	counts->crashes++;
	counts->last_crash_ms = fuzz_elapsed_ms(fuzz);
	if (fuzz->sieve && !map->profile && !batch->is_counted)
		tiers_copy_crash(fuzz);
	crash.frame_count = map->crash_frame_count < PERF_FRAMES
				    ? map->crash_frame_count
				    : PERF_FRAMES;
	memcpy(crash.frame, map->crash_frame, sizeof crash.frame);
	map->crash_frame_count = 0;
	known = crashes_find(&fuzz->crashes, &crash);
	if (known) {
		known->inputs++;
	} else if (counts->saved_crashes < SAVED_ENDS) {
		char *name = keep_end(fuzz, number, "crashes",
			counts->saved_crashes++, batch->parent,
			describe_origin(fuzz, batch, number));
		crashes_add(&fuzz->crashes, &crash, name);
		free(name);
	}
}

static void take_end(struct fuzz *fuzz, struct batch *batch, unsigned number,
	enum execute_end end)
{
	if (!fuzz->output.path)
		return;
	if (end == EXECUTE_CRASH) {
		take_crash(fuzz, batch, number);
		return;
	}
	fuzz->counts.hangs++;
	keep_hang(fuzz, batch, number);
}

static void keep_over_limit(
	struct fuzz *fuzz, struct batch *batch, unsigned number)
{
	uint32_t outcome = fuzz->map->slot[number].outcome;

	if (fuzz->output.path && outcome & PERF_OVER_LIMIT &&
		outcome & PERF_NEW && fuzz->counts.saved_hangs < SAVED_ENDS)
		keep_hang(fuzz, batch, number);
}

static void copy_outcome(struct fuzz *fuzz, unsigned number)
{
	const struct perf_slot *from = &execute_map(fuzz->sieve)->slot[number];
	struct perf_slot *to = &fuzz->map->slot[number];

	to->outcome = from->outcome;
	to->signal = from->signal;
	to->edges = from->edges;
	to->value = 0;
}

/* Slot NUMBER came to a new block, as the first tier's COUNT records say. They
 * count only if the run under Valgrind came to nothing new: it may end there. */
static int count_slot(struct fuzz *fuzz, struct batch *batch, unsigned number,
	const struct perf_record *record, uint32_t count, struct error *err)
{
	enum execute_end end;

	if (execute_run(fuzz->execute, number, number + 1, &end, err) < 0)
		return -1;
	fuzz->counts.counted++;
	if (fuzz->map->record_count) {
		take_records(fuzz, batch, execute_records(fuzz->execute),
			fuzz->map->record_count);
		return 0;
	}
	copy_outcome(fuzz, number);
	take_records(fuzz, batch, record, count);
	return 0;
}

/* As execute_run, by both tiers. */
static int sift_slots(struct fuzz *fuzz, struct batch *batch, unsigned from,
	unsigned count, enum execute_end *end, struct error *err)
{
	const struct perf_record *record;
	uint32_t records, at = 0;

	tiers_copy_slots(fuzz, from, count);
	int next = execute_run(fuzz->sieve, from, count, end, err);
	record = execute_records(fuzz->sieve);
	records = execute_map(fuzz->sieve)->record_count;
	for (unsigned i = from; next > 0 && i < (unsigned)next; i++) {
		uint32_t first = at;
		while (at < records && record[at].slot == i)
			at++;
		if (at == first)
			copy_outcome(fuzz, i);
		else if (count_slot(fuzz, batch, i, record + first, at - first,
				 err))
			return -1;
	}
	return next;
}

static int batch_run_part(struct fuzz *fuzz, struct batch *batch, unsigned from,
	unsigned count, enum execute_end *end, struct error *err)
{
	if (fuzz->sieve && !fuzz->map->profile && !batch->is_counted)
		return sift_slots(fuzz, batch, from, count, end, err);
	int next = execute_run(fuzz->execute, from, count, end, err);
	if (batch->is_counted && next > 0)
		fuzz->counts.counted += (unsigned)next - from;
	if (next >= 0)
		take_records(fuzz, batch, execute_records(fuzz->execute),
			fuzz->map->record_count);
	return next;
}

/* Runs the first COUNT slots, whose inputs are in place. */
static int batch_run_slots(struct fuzz *fuzz, struct batch *batch,
	unsigned count, struct error *err)
{
	enum execute_end end;

	fuzz->map->focus = batch->focus;
	if (batch->focus != UINT32_MAX)
		batch->focus_value =
			fuzz->feedback.champion[batch->focus].value;
	for (unsigned from = 0; from < count;) {
		int next = batch_run_part(fuzz, batch, from, count, &end, err);
		if (next < 0)
			return -1;
		for (unsigned i = from; i < (unsigned)next; i++) {
			take_slot(fuzz, batch, i);
			keep_over_limit(fuzz, batch, i);
		}
		if (end == EXECUTE_CRASH || end == EXECUTE_HANG)
			take_end(fuzz, batch, (unsigned)next - 1, end);
		fuzz->counts.execs += (unsigned)next - from;
		from = (unsigned)next;
		if (end == EXECUTE_OVER || fuzz_has_hung(fuzz))
			break;
	}
	fuzz->counts.edges += batch->edges;
	return 0;
}

int batch_run_made(struct fuzz *fuzz, uint32_t parent, const char *maker,
	unsigned count, struct error *err)
{
	struct batch batch = {.parent = parent,
		.focus = UINT32_MAX,
		.maker = maker,
		.made = count};

	return batch_run_slots(fuzz, &batch, count, err);
}

int batch_try_input(struct fuzz *fuzz, const uint8_t *bytes, size_t length,
	const char *origin, const char *written, struct error *err)
{
	struct batch batch = {.parent = CORPUS_NO_PARENT,
		.focus = UINT32_MAX,
		.origin = origin,
		.written = written};

	if (fuzz_has_hung(fuzz))
		return 0;
	fuzz->trail[0].count = 0;
	fuzz->map->slot[0].mutate_seed = fuzz->map->slot[0].crosses = 0;
	if (length)
		memcpy(execute_slot_data(fuzz->execute, 0), bytes, length);
	fuzz->map->slot[0].length = (uint32_t)length;
	if (batch_run_slots(fuzz, &batch, 1, err))
		return -1;
	return batch.kept > 0;
}

int batch_profile_input(struct fuzz *fuzz, const uint8_t *bytes, size_t length,
	struct error *err)
{
	uint32_t weighs = fuzz->map->weighs_heap;

	fuzz->map->profile = fuzz->map->weighs_heap = 1;
	int result = batch_try_input(fuzz, bytes, length, "profile", "", err);
	fuzz->map->profile = 0;
	fuzz->map->weighs_heap = weighs;
	return result < 0 ? -1 : 0;
}

void batch_note_seeds(struct fuzz *fuzz)
{
	if (fuzz->seed_value)
		return;
	fuzz->seed_value = memory_alloc_zero(
		fuzz->feedback.index_count, sizeof *fuzz->seed_value);
	for (uint32_t i = 0; i < fuzz->feedback.index_count; i++)
		fuzz->seed_value[i] = fuzz->feedback.champion[i].value;
}

/* ---- making children ---- */

/* Runs INPUT once more to learn what it is compared with, and what a generator
 * drew of it. */
static int batch_learn(
	struct fuzz *fuzz, struct corpus_input *input, struct error *err)
{
	uint32_t count;

	if (input->is_learnt)
		return 0;
	if (fuzz->map->has_predictions && influence_learn(fuzz, input, 2, err))
		return -1;
	input->is_learnt = true;
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

static struct mutation batch_start_child(struct fuzz *fuzz, unsigned number,
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

static bool is_blind(const struct fuzz *fuzz)
{
	return fuzz->options.guidance && fuzz->options.guidance->is_blind;
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
		batch_start_child(fuzz, number, parent, parent_length);

	mutation.other = other->bytes;
	mutation.other_length = other->length;
	mutation.operands = input->operands;
	mutation.influence = input->influence;
	mutation.influence_key = fuzz->map->focus;
	if (!leave_to_target(fuzz, number))
		mutate_apply(&fuzz->mutators, &mutation, &fuzz->trail[number]);
	fuzz->map->slot[number].length = (uint32_t)mutation.length;
}

static void batch_make_child(struct fuzz *fuzz, unsigned number,
	const struct corpus_input *input, const uint8_t *parent, size_t length,
	const struct corpus_input *other)
{
	if (fuzz->generated && is_blind(fuzz))
		generated_make_random(fuzz, number);
	else if (fuzz->generated)
		generated_make_child(
			fuzz, number, input, parent, length, other);
	else if (is_blind(fuzz))
		make_random(fuzz, number);
	else
		make_mutant(fuzz, number, input, parent, length, other);
}

/* Children of INPUT that differ from it in one side of a comparison each, LIMIT
 * at most. Whatever there is to match is tried once before anything else: later
 * it would be one mutator of many, in one input of many. Returns how many. */
static unsigned match_each(
	struct fuzz *fuzz, struct corpus_input *input, unsigned limit)
{
	unsigned children = 0;

	/* What a generator makes is compared, not what it draws from. */
	if (!input->operands || fuzz->map->has_mutator || fuzz->generated ||
		is_blind(fuzz))
		return 0;
	while (children < limit &&
		input->next_pair < 2 * input->operands->count) {
		struct mutation mutation = batch_start_child(
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
	struct walk *walk = walk_of(fuzz, focus);

	if (fuzz->options.no_equal)
		return;
	mutate_choice_walk(
		&fuzz->mutators, walk && walk_is_on(walk, fuzz->counts.execs));
	if (walk)
		fuzz->schedule.walks = walk->is_on;
}

int batch_run(struct fuzz *fuzz, struct error *err)
{
	unsigned limit = execute_slots(fuzz->execute);

	generated_choose_length(fuzz);
	choose_edge_limit(fuzz);
	struct schedule_choice choice = schedule_pick(&fuzz->schedule, limit);
	size_t length = choice.input->length;
	const uint8_t *parent = choice.input->bytes;
	const struct corpus_input *other = NULL;
	struct batch batch = {.parent = choice.input->id,
		.focus = choice.focus,
		.maker = "match-each"};

	if (batch_learn(fuzz, choice.input, err))
		return -1;
	if (!choice.input->bytes)
		return 0; /* what learning found took its place */
	choose_walk(fuzz, choice.focus);
	if (choice.focus != UINT32_MAX)
		parent =
			feedback_parent(&fuzz->feedback, choice.focus, &length);
	if (fuzz->options.execs &&
		fuzz->options.execs - fuzz->counts.execs < choice.batch)
		choice.batch =
			(unsigned)(fuzz->options.execs - fuzz->counts.execs);
	if (fuzz->map->has_cross_over) {
		other = pick_other(fuzz);
		execute_set_other(fuzz->execute, other->bytes, other->length);
	}
	batch.is_counted = tiers_count_next(fuzz);
	if (batch.is_counted && choice.batch > TIERS_COUNTED_MAX)
		choice.batch = TIERS_COUNTED_MAX;
	fuzz->map->focus = choice.focus;
	batch.made = match_each(fuzz, choice.input, choice.batch);
	if (batch.made)
		choice.batch = batch.made;
	for (unsigned i = batch.made; i < choice.batch; i++) {
		if (i % OTHER_CHILDREN == 0)
			other = pick_other(fuzz);
		batch_make_child(fuzz, i, choice.input, parent, length, other);
	}
	if (batch_run_slots(fuzz, &batch, choice.batch, err))
		return -1;
	fuzz->counts.batches++;
	adapt_context(fuzz);
	schedule_reward(&fuzz->schedule, &choice, batch.gain, batch.edges);
	return 0;
}
