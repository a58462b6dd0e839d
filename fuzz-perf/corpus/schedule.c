/* SPDX-License-Identifier: MIT
 * Picks the next input and how long to spend on it. */
#include "config.h"

#include "fuzz-perf/corpus/schedule.h"

#include <string.h>

#include "fuzz-perf/corpus/corpus.h"
#include "fuzz-perf/corpus/feedback.h"

#define UPDATE_BATCHES 64
#define DECAY	       0.9
#define SHARE	       0.4     /* of the chances, spread evenly */
#define BATCH_EDGES    400000u /* a batch should be worth a switch */
#define ALPHA	       0.01    /* chance of inputs that hold no key */
#define VALID_TRIES    16      /* to find a key of a valid input */
#define CONTEXT_BATCH  64      /* what one finds is the next one's parent */

void schedule_init(struct schedule *schedule, struct random *random,
	struct feedback *feedback, const struct corpus *corpus)
{
	memset(schedule, 0, sizeof *schedule);
	schedule->random = random;
	schedule->feedback = feedback;
	schedule->corpus = corpus;
	schedule->until_update = UPDATE_BATCHES;
	schedule->learns = true;
	schedule->rest = ALPHA;
	for (int i = 0; i < SCHEDULE_REST; i++)
		schedule->weight[i] = 1.0 / SCHEDULE_REST;
}

static enum schedule_way pick_way(struct schedule *schedule)
{
	if (random_unit(schedule->random) < schedule->rest)
		return SCHEDULE_REST;
	if (schedule->only_total)
		return SCHEDULE_TOTAL;
	double at = random_unit(schedule->random);
	for (int i = 0; i < SCHEDULE_REST - 1; i++) {
		at -= schedule->weight[i];
		if (at < 0)
			return (enum schedule_way)i;
	}
	return SCHEDULE_REST - 1;
}

static uint32_t any_live(struct schedule *schedule)
{
	const struct feedback *feedback = schedule->feedback;

	return feedback
		->live[random_below(schedule->random, feedback->live_count)];
}

/* What was spent on a champion since it was last raised, and on one more batch. */
static double schedule_spent(const struct schedule *schedule, uint32_t index)
{
	const struct champion *champion = &schedule->feedback->champion[index];

	if (!schedule->weighs_cost)
		return (double)champion->tries;
	return ((double)champion->tries + 1) *
	       (double)(champion->input->edges + SCHEDULE_RUN_EDGES);
}

/* Of two candidates, the one that less was spent on. */
static uint32_t fresher(
	const struct schedule *schedule, uint32_t first, uint32_t second)
{
	return schedule_spent(schedule, second) <
			       schedule_spent(schedule, first)
		       ? second
		       : first;
}

/* Inputs hold between one and thousands of keys: picking a key and accepting it
 * once in so many times makes inputs alike. */
static uint32_t pick_by_input(struct schedule *schedule)
{
	uint32_t index = 0;

	for (int i = 0; i < 8; i++) {
		index = any_live(schedule);
		uint32_t held =
			schedule->feedback->champion[index].input->champion;
		if (!random_below(schedule->random, held))
			break;
	}
	return index;
}

/* Large, and not tried in vain too often. */
static double heat(const struct champion *champion)
{
	return (double)champion->value / (16 + champion->tries);
}

static uint32_t pick_hot(struct schedule *schedule)
{
	const struct champion *champion = schedule->feedback->champion;
	uint32_t best = any_live(schedule);
	/* Few rivals: any large one. Many: the very largest. */
	uint32_t rivals = 2u << random_below(schedule->random, 5);

	for (uint32_t i = 0; i < rivals; i++) {
		uint32_t index = any_live(schedule);
		if (heat(&champion[index]) > heat(&champion[best]))
			best = index;
	}
	return best;
}

static uint32_t pick_total(struct schedule *schedule)
{
	const struct champion *champion = schedule->feedback->champion;

	for (uint32_t i = schedule->totals_first; i < schedule->totals_end; i++)
		if (champion[i].input &&
			(i + 1 == schedule->totals_end ||
				!champion[i + 1].input ||
				random_below(schedule->random, 2)))
			return i;
	return any_live(schedule);
}

static uint32_t pick_recent(struct schedule *schedule)
{
	if (!schedule->recent_count)
		return any_live(schedule);
	return schedule->recent[random_below(
		schedule->random, schedule->recent_count)];
}

static uint32_t pick_wanted(struct schedule *schedule)
{
	for (int i = 0; i < 8; i++) {
		uint32_t index = schedule->wanted[random_below(
			schedule->random, schedule->wanted_count)];
		if (schedule->feedback->champion[index].input)
			return index;
	}
	return any_live(schedule);
}

/* Coverage of valid inputs has a queue share of its own (Zest). */
static uint32_t pick_valid(struct schedule *schedule)
{
	uint32_t index = 0;

	for (int i = 0; i < VALID_TRIES; i++) {
		index = fresher(
			schedule, any_live(schedule), pick_by_input(schedule));
		if (index >= schedule->valid_first &&
			index < schedule->valid_end)
			break;
	}
	return index;
}

/* So have contexts: there may be far more of them than of all else. */
static uint32_t pick_context(struct schedule *schedule)
{
	const struct feedback *feedback = schedule->feedback;
	uint32_t first =
		random_below(schedule->random, feedback->context_count);
	uint32_t second =
		random_below(schedule->random, feedback->context_count);

	return fresher(
		schedule, feedback->context[first], feedback->context[second]);
}

static struct corpus_input *pick_rest(struct schedule *schedule)
{
	const struct corpus *corpus = schedule->corpus;

	for (int i = 0; i < 8; i++) {
		struct corpus_input *input = corpus->input[random_below(
			schedule->random, (uint32_t)corpus->count)];
		if (input->bytes)
			return input;
	}
	return NULL;
}

static uint32_t pick_focus(struct schedule *schedule, enum schedule_way way)
{
	if (schedule->wanted_count && random_below(schedule->random, 2))
		return pick_wanted(schedule);
	if (schedule->valid_end && random_below(schedule->random, 2))
		return pick_valid(schedule);
	if (schedule->feedback->context_count &&
		random_below(schedule->random, 2))
		return pick_context(schedule);
	switch (way) {
	case SCHEDULE_TOTAL:
		return pick_total(schedule);
	case SCHEDULE_HOT:
		return pick_hot(schedule);
	case SCHEDULE_RECENT:
		return pick_recent(schedule);
	default:
		return fresher(schedule, pick_by_input(schedule),
			pick_by_input(schedule));
	}
}

/* Small enough that what a batch finds is soon built upon, large enough that
 * waking the target does not count. */
static unsigned schedule_batch_size(
	const struct corpus_input *input, unsigned limit)
{
	uint64_t size = BATCH_EDGES / (input->edges + SCHEDULE_RUN_EDGES);

	if (size < 4)
		size = 4;
	return size < limit ? (unsigned)size : limit;
}

struct schedule_choice schedule_pick(
	struct schedule *schedule, unsigned batch_limit)
{
	struct schedule_choice choice = {
		pick_way(schedule), UINT32_MAX, NULL, 0};

	if (choice.way == SCHEDULE_REST)
		choice.input = pick_rest(schedule);
	if (!choice.input) {
		if (choice.way == SCHEDULE_REST)
			choice.way = SCHEDULE_INPUT;
		choice.focus = pick_focus(schedule, choice.way);
		struct champion *champion =
			&schedule->feedback->champion[choice.focus];
		champion->tries++;
		choice.input = champion->input;
	}
	if (feedback_is_context(schedule->feedback, choice.focus) &&
		batch_limit > CONTEXT_BATCH)
		batch_limit = CONTEXT_BATCH;
	choice.batch = schedule_batch_size(choice.input, batch_limit);
	return choice;
}

void schedule_note_raise(struct schedule *schedule, uint32_t index)
{
	schedule->recent[schedule->recent_next] = index;
	schedule->recent_next =
		(schedule->recent_next + 1) % SCHEDULE_RECENT_KEYS;
	if (schedule->recent_count < SCHEDULE_RECENT_KEYS)
		schedule->recent_count++;
}

static double rate(const struct schedule *schedule, int way)
{
	/* When nothing gains any more, all inputs are as promising, but walks
	 * can lead on. */
	double hope = way == SCHEDULE_INPUT ? 1e-2 : 1e-3;

	if (way == SCHEDULE_TOTAL && schedule->walks)
		hope = 1e-1;
	return (schedule->gain[way] + hope) /
	       (schedule->cost[way] + BATCH_EDGES);
}

static void update_weights(struct schedule *schedule)
{
	double sum = 0;

	for (int i = 0; i < SCHEDULE_REST; i++)
		sum += rate(schedule, i);
	for (int i = 0; i < SCHEDULE_REST; i++) {
		schedule->weight[i] = SHARE / SCHEDULE_REST +
				      (1 - SHARE) * rate(schedule, i) / sum;
		schedule->gain[i] *= DECAY;
		schedule->cost[i] *= DECAY;
	}
}

void schedule_reward(struct schedule *schedule,
	const struct schedule_choice *choice, double gain, uint64_t edges)
{
	if (!schedule->learns)
		return;
	schedule->gain[choice->way] += gain;
	schedule->cost[choice->way] +=
		(double)edges + (double)choice->batch * SCHEDULE_RUN_EDGES;
	if (--schedule->until_update)
		return;
	schedule->until_update = UPDATE_BATCHES;
	update_weights(schedule);
}
