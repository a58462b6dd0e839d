/* SPDX-License-Identifier: MIT
 * A campaign: everything it holds, and its loop. */
#include "config.h"

#include "fuzz-perf/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"

#include "fuzz-perf/operands.h"
#include "fuzz-perf/persist.h"
#include "fuzz-perf/status.h"

#define EQUAL_CHANCE   4   /* one in so many equal children is accepted */
#define CLOSE_PART     64  /* a child this part below a sum is close */
#define CLOSE_CHANCE   16  /* one in so many of them is accepted */
#define LOOK_BATCHES   64  /* batches between looks at the clock */
#define OTHER_CHILDREN 8   /* that may take parts of the same input */
#define SAVED_ENDS     200 /* crashes, and hangs, that are written */

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint64_t fuzz_elapsed_ms(const struct fuzz *fuzz)
{
	return fuzz->earlier_ms + now_ms() - fuzz->started_ms;
}

/* ---- what a batch brought ---- */

/* What is known about the children of one batch. */
struct batch {
	uint32_t parent;    /* id; CORPUS_NO_PARENT */
	uint32_t focus;	    /* index; UINT32_MAX */
	const char *origin; /* for inputs from outside */
	const char *written;
	double gain;
	uint64_t edges;
	unsigned kept;
	uint64_t focus_value; /* of the champion, before the batch */
};

static const char *describe_origin(
	const struct fuzz *fuzz, const struct batch *batch, unsigned slot)
{
	if (batch->origin)
		return batch->origin;
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
	if (batch->written) {
		input->name = memory_string_dup(batch->written);
		input->is_written = true;
	} else {
		persist_input(fuzz, input, describe_origin(fuzz, batch, number),
			fuzz->trail[number].count);
	}
	return input;
}

/* Slots that left records become inputs, and champions. Records of one slot
 * stand together, in the order of the slots. */
static void take_records(struct fuzz *fuzz, struct batch *batch)
{
	const struct perf_record *record = execute_records(fuzz->execute);
	uint32_t count = fuzz->map->record_count;
	struct corpus_input *input = NULL;
	double gain = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t slot = record[i].slot;
		if (slot >= execute_slots(fuzz->execute) ||
			record[i].index >= fuzz->feedback.index_count)
			continue;
		if (i == 0 || slot != record[i - 1].slot) {
			gain = 0;
			input = keep_slot(fuzz, batch, slot);
		}
		double raised = feedback_crown(&fuzz->feedback, &fuzz->corpus,
			record[i].index, record[i].value, input);
		schedule_note_raise(&fuzz->schedule, record[i].index);
		gain += raised;
		if (i + 1 == count || record[i + 1].slot != slot) {
			batch->gain += gain;
			if (!batch->origin)
				mutate_reward(
					&fuzz->mutators, &fuzz->trail[slot], 1);
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
			execute_slot_data(fuzz->execute, number), slot->length,
			false);
}

/* A child that nearly reached a sum. Sums have many ways to the same value, and
 * the way up from where the champion is may lead through a little less. */
static void take_close(struct fuzz *fuzz, struct batch *batch, unsigned number)
{
	const struct perf_slot *slot = &fuzz->map->slot[number];
	const struct champion *champion =
		&fuzz->feedback.champion[batch->focus];

	if (batch->focus < fuzz->schedule.totals_first ||
		batch->focus >= fuzz->schedule.totals_end ||
		slot->value < champion->value - champion->value / CLOSE_PART ||
		random_below(&fuzz->random, CLOSE_CHANCE))
		return;
	feedback_drift(&fuzz->feedback, batch->focus,
		execute_slot_data(fuzz->execute, number), slot->length, true);
}

static void take_slot(struct fuzz *fuzz, struct batch *batch, unsigned number)
{
	const struct perf_slot *slot = &fuzz->map->slot[number];

	batch->edges += slot->edges;
	if (slot->outcome & PERF_OVER_LIMIT)
		fuzz->counts.over_limit++;
	if (slot->outcome & PERF_INVALID)
		fuzz->counts.invalid++;
	if (slot->outcome & PERF_NEW || batch->origin)
		return;
	mutate_reward(&fuzz->mutators, &fuzz->trail[number], 0);
	if (batch->focus == UINT32_MAX || fuzz->options.no_equal)
		return;
	if (slot->outcome & PERF_EQUAL)
		take_equal(fuzz, batch, number);
	else
		take_close(fuzz, batch, number);
}

static void take_end(struct fuzz *fuzz, struct batch *batch, unsigned number,
	enum execute_end end)
{
	struct fuzz_counts *counts = &fuzz->counts;

	if (!fuzz->output.path)
		return;
	if (end == EXECUTE_CRASH) {
		counts->crashes++;
		counts->last_crash_ms = fuzz_elapsed_ms(fuzz);
		if (counts->saved_crashes < SAVED_ENDS)
			persist_end(fuzz, number, "crashes",
				counts->saved_crashes++, batch->parent,
				describe_origin(fuzz, batch, number));
		return;
	}
	counts->hangs++;
	counts->last_hang_ms = fuzz_elapsed_ms(fuzz);
	if (counts->saved_hangs < SAVED_ENDS)
		persist_end(fuzz, number, "hangs", counts->saved_hangs++,
			batch->parent, describe_origin(fuzz, batch, number));
}

static void keep_over_limit(
	struct fuzz *fuzz, struct batch *batch, unsigned number)
{
	struct fuzz_counts *counts = &fuzz->counts;

	if (!fuzz->output.path ||
		!(fuzz->map->slot[number].outcome & PERF_OVER_LIMIT) ||
		!(fuzz->map->slot[number].outcome & PERF_NEW) ||
		counts->saved_hangs >= SAVED_ENDS)
		return;
	counts->last_hang_ms = fuzz_elapsed_ms(fuzz);
	persist_end(fuzz, number, "hangs", counts->saved_hangs++, batch->parent,
		describe_origin(fuzz, batch, number));
}

/* Runs the first COUNT slots, whose inputs are in place. */
static int run_slots(struct fuzz *fuzz, struct batch *batch, unsigned count,
	struct error *err)
{
	enum execute_end end;

	fuzz->map->focus = batch->focus;
	if (batch->focus != UINT32_MAX)
		batch->focus_value =
			fuzz->feedback.champion[batch->focus].value;
	for (unsigned from = 0; from < count;) {
		int next = execute_run(fuzz->execute, from, count, &end, err);
		if (next < 0)
			return -1;
		take_records(fuzz, batch);
		for (unsigned i = from; i < (unsigned)next; i++) {
			take_slot(fuzz, batch, i);
			keep_over_limit(fuzz, batch, i);
		}
		if (end != EXECUTE_DONE)
			take_end(fuzz, batch, (unsigned)next - 1, end);
		fuzz->counts.execs += (unsigned)next - from;
		from = (unsigned)next;
	}
	fuzz->counts.edges += batch->edges;
	return 0;
}

int fuzz_try_input(struct fuzz *fuzz, const uint8_t *bytes, size_t length,
	const char *origin, const char *written, bool *kept, struct error *err)
{
	struct batch batch = {
		CORPUS_NO_PARENT, UINT32_MAX, origin, written, 0, 0, 0};

	fuzz->trail[0].count = 0;
	fuzz->map->slot[0].mutate_seed = 0;
	memcpy(execute_slot_data(fuzz->execute, 0), bytes, length);
	fuzz->map->slot[0].length = (uint32_t)length;
	if (run_slots(fuzz, &batch, 1, err))
		return -1;
	*kept = batch.kept > 0;
	return 0;
}

int fuzz_profile_input(struct fuzz *fuzz, const uint8_t *bytes, size_t length,
	struct error *err)
{
	bool kept;

	uint32_t weighs = fuzz->map->weighs_heap;
	fuzz->map->profile = fuzz->map->weighs_heap = 1;
	int result =
		fuzz_try_input(fuzz, bytes, length, "profile", "", &kept, err);
	fuzz->map->profile = 0;
	fuzz->map->weighs_heap = weighs;
	return result;
}

void fuzz_note_seeds(struct fuzz *fuzz)
{
	if (fuzz->seed_value)
		return;
	fuzz->seed_value = memory_alloc_zero(
		fuzz->feedback.index_count, sizeof *fuzz->seed_value);
	for (uint32_t i = 0; i < fuzz->feedback.index_count; i++)
		fuzz->seed_value[i] = fuzz->feedback.champion[i].value;
}

/* ---- making children ---- */

/* Runs INPUT once more to learn what it is compared with. */
static int learn_operands(
	struct fuzz *fuzz, struct corpus_input *input, struct error *err)
{
	uint32_t count;
	bool kept;

	if (!fuzz->has_comparisons || input->operands)
		return 0;
	fuzz->map->operand_count = 0;
	fuzz->map->logs = 1;
	int result = fuzz_try_input(
		fuzz, input->bytes, input->length, "again", NULL, &kept, err);
	fuzz->map->logs = 0;
	if (result)
		return -1;
	const struct perf_operand *operand =
		execute_operands(fuzz->execute, &count);
	input->operands = operands_new(operand, count);
	return 0;
}

static const struct corpus_input *pick_other(struct fuzz *fuzz)
{
	const struct feedback *feedback = &fuzz->feedback;

	return feedback
		->champion[feedback->live[random_below(
			&fuzz->random, feedback->live_count)]]
		.input;
}

static void make_child(struct fuzz *fuzz, unsigned number,
	const uint8_t *parent, size_t parent_length,
	const struct corpus_input *other, const struct operands *operands)
{
	struct mutation mutation = {
		.random = &fuzz->random,
		.bytes = execute_slot_data(fuzz->execute, number),
		.length = parent_length,
		.limit = fuzz->options.execute.max_length,
		.other = other->bytes,
		.other_length = other->length,
		.dictionary = &fuzz->dictionary,
		.operands = operands,
	};

	memcpy(mutation.bytes, parent, parent_length);
	fuzz->map->slot[number].mutate_seed = 0;
	if (fuzz->map->has_mutator) {
		/* What the target makes of it is all that its harness is
		 * written for. */
		fuzz->trail[number].count = 0;
		fuzz->map->slot[number].length = (uint32_t)parent_length;
		fuzz->map->slot[number].mutate_seed =
			(uint32_t)random_next(&fuzz->random) | 1;
		return;
	}
	mutate_apply(&fuzz->mutators, &mutation, &fuzz->trail[number]);
	fuzz->map->slot[number].length = (uint32_t)mutation.length;
}

/* A lower drift may lead nowhere: half of the time goes to the champion. */
static bool prefers_champion(struct fuzz *fuzz, uint32_t focus)
{
	const struct champion *champion = &fuzz->feedback.champion[focus];

	return champion->drift && champion->is_drift_lower &&
	       random_below(&fuzz->random, 2);
}

static int run_batch(struct fuzz *fuzz, struct error *err)
{
	unsigned limit = execute_slots(fuzz->execute);
	struct schedule_choice choice = schedule_pick(&fuzz->schedule, limit);
	size_t length = choice.input->length;
	const uint8_t *parent = choice.input->bytes;
	const struct corpus_input *other = NULL;
	struct batch batch = {
		choice.input->id, choice.focus, NULL, NULL, 0, 0, 0};

	if (learn_operands(fuzz, choice.input, err))
		return -1;
	if (choice.focus != UINT32_MAX && !prefers_champion(fuzz, choice.focus))
		parent =
			feedback_parent(&fuzz->feedback, choice.focus, &length);
	if (fuzz->options.execs &&
		fuzz->options.execs - fuzz->counts.execs < choice.batch)
		choice.batch =
			(unsigned)(fuzz->options.execs - fuzz->counts.execs);
	for (unsigned i = 0; i < choice.batch; i++) {
		if (i % OTHER_CHILDREN == 0)
			other = pick_other(fuzz);
		make_child(
			fuzz, i, parent, length, other, choice.input->operands);
	}
	if (run_slots(fuzz, &batch, choice.batch, err))
		return -1;
	fuzz->counts.batches++;
	schedule_reward(&fuzz->schedule, &choice, batch.gain, batch.edges);
	return 0;
}

/* ---- start and end ---- */

static int open_dictionary(struct fuzz *fuzz, struct error *err)
{
	const struct perf_token *token = execute_tokens(fuzz->execute);

	for (size_t i = 0; i < fuzz->options.dictionary_count; i++)
		if (dictionary_read(&fuzz->dictionary,
			    fuzz->options.dictionaries[i], err))
			return -1;
	for (uint32_t i = 0; i < fuzz->map->token_count; i++)
		if (token[i].length <= sizeof token[i].byte)
			dictionary_add(&fuzz->dictionary, token[i].byte,
				token[i].length);
	return 0;
}

static bool is_place(struct fuzz *fuzz, uint32_t key, const char *name)
{
	const struct perf_mapped_place *place =
		&execute_places(fuzz->execute)[key];
	const char *file = execute_text(fuzz->execute, place->file);
	const char *colon = strrchr(name, ':');

	if (!strcmp(execute_text(fuzz->execute, place->function), name))
		return true;
	if (!colon || (unsigned long)atol(colon + 1) != place->line)
		return false;
	size_t tail = (size_t)(colon - name), length = strlen(file);
	return length >= tail && !memcmp(file + length - tail, name, tail) &&
	       (length == tail || file[length - tail - 1] == '/');
}

static bool has_comparisons(const struct fuzz *fuzz)
{
	const struct perf_mapped_place *place = execute_places(fuzz->execute);

	for (uint32_t key = 0; key < fuzz->map->key_count; key++)
		if (place[key].kind == PERF_COMPARISON)
			return !fuzz->options.no_matching;
	return false;
}

/* Keys of the places that --target names. */
static int choose_wanted(struct fuzz *fuzz, struct error *err)
{
	const struct fuzz_options *options = &fuzz->options;

	fuzz->schedule.wanted = memory_alloc_zero(
		fuzz->map->key_count, sizeof *fuzz->schedule.wanted);
	for (size_t i = 0; i < options->wanted_count; i++) {
		uint32_t before = fuzz->schedule.wanted_count;
		for (uint32_t key = 0; key < fuzz->map->key_count; key++)
			if (fuzz->schedule.wanted_count <
					fuzz->map->key_count &&
				is_place(fuzz, key, options->wanted[i]))
				fuzz->schedule
					.wanted[fuzz->schedule.wanted_count++] =
					key;
		if (fuzz->schedule.wanted_count == before)
			return error_set(err,
				"--target %s: no counter of the target is "
				"there; give a function's name or FILE:LINE",
				options->wanted[i]);
	}
	return 0;
}

static void open_search(struct fuzz *fuzz)
{
	const struct fuzz_options *options = &fuzz->options;

	random_init(&fuzz->random, options->seed);
	feedback_init(&fuzz->feedback, fuzz->map->index_count);
	mutate_choice_init(
		&fuzz->mutators, !options->no_learning, !options->no_structure);
	schedule_init(
		&fuzz->schedule, &fuzz->random, &fuzz->feedback, &fuzz->corpus);
	fuzz->schedule.totals_first = fuzz->map->key_count;
	fuzz->schedule.totals_end = fuzz->map->key_count + PERF_TOTALS;
	fuzz->schedule.only_total = options->only_total;
	fuzz->schedule.learns = !options->no_learning;
}

int fuzz_open_target(struct fuzz *fuzz, const struct fuzz_options *options,
	const struct log *log, struct error *err)
{
	memset(fuzz, 0, sizeof *fuzz);
	fuzz->options = *options;
	fuzz->log = log;
	fuzz->started_ms = now_ms();
	fuzz->execute = execute_new(&options->execute, err);
	if (!fuzz->execute)
		return -1;
	fuzz->map = execute_map(fuzz->execute);
	open_search(fuzz);
	return 0;
}

int fuzz_open(struct fuzz *fuzz, const struct fuzz_options *options,
	volatile int *is_stopped, const struct log *log, struct error *err)
{
	if (fuzz_open_target(fuzz, options, log, err))
		return -1;
	fuzz->is_stopped = is_stopped;
	fuzz->has_comparisons = has_comparisons(fuzz);
	if (domains_apply(&options->domains, fuzz->execute, err) ||
		choose_wanted(fuzz, err) || open_dictionary(fuzz, err) ||
		persist_open(fuzz, err))
		return -1;
	if (!fuzz->feedback.live_count)
		return error_set(err,
			"no seed reaches code that was compiled with "
			"retread-cc%s",
			fuzz->counts.crashes ? " without crashing" : "");
	return 0;
}

void fuzz_release(struct fuzz *fuzz)
{
	execute_free(fuzz->execute);
	corpus_release(&fuzz->corpus);
	feedback_release(&fuzz->feedback);
	mutate_choice_release(&fuzz->mutators);
	dictionary_release(&fuzz->dictionary);
	output_release(&fuzz->output);
	free(fuzz->schedule.wanted);
	free(fuzz->seed_value);
}

static bool is_over(const struct fuzz *fuzz)
{
	return *fuzz->is_stopped ||
	       (fuzz->options.execs &&
		       fuzz->counts.execs >= fuzz->options.execs);
}

static bool is_time_over(const struct fuzz *fuzz)
{
	return fuzz->options.time_seconds &&
	       now_ms() - fuzz->started_ms >= fuzz->options.time_seconds * 1000;
}

int fuzz_run(struct fuzz *fuzz, struct error *err)
{
	uint64_t edges = 0;
	unsigned batches = 0;

	while (!is_over(fuzz)) {
		if (run_batch(fuzz, err))
			return -1;
		if (++batches < LOOK_BATCHES &&
			fuzz->counts.edges - edges < 20000000)
			continue;
		batches = 0;
		edges = fuzz->counts.edges;
		if (persist_now_and_then(fuzz, err))
			return -1;
		status_show(fuzz);
		if (is_time_over(fuzz))
			break;
	}
	persist_all(fuzz);
	return 0;
}
