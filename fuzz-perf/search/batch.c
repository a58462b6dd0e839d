/* SPDX-License-Identifier: MIT
 * One batch: inputs are run, and what they reached is taken into the corpus. */
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

#define EQUAL_CHANCE 4	 /* one in so many equal children is accepted */
#define SAVED_ENDS   200 /* crashes, and hangs, that are written */

/* ---- what a batch brought ---- */

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
		if (fuzz_walk(fuzz, record[i].index))
			walk_note_raise(fuzz_walk(fuzz, record[i].index),
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
	const struct walk *walk = fuzz_walk(fuzz, batch->focus);
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
		batch->ran = from = (unsigned)next;
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

int batch_run(struct fuzz *fuzz, struct error *err)
{
	const struct guidance *guidance = fuzz->options.guidance;
	struct batch batch = {.parent = CORPUS_NO_PARENT, .focus = UINT32_MAX};

	if (guidance->get_inputs(fuzz, &batch, err))
		return -1;
	if (!batch.count)
		return 0;
	if (batch_run_slots(fuzz, &batch, batch.count, err))
		return -1;
	fuzz->counts.batches++;
	guidance->handle_results(fuzz, &batch);
	return 0;
}
