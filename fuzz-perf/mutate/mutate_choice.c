/* SPDX-License-Identifier: MIT
 * Which mutators to use: those that raised maxima, and a little of all. */
#include "config.h"

#include <stdlib.h>

#include "lib/memory.h"

#include "fuzz-perf/mutate/mutate.h"

#define UPDATE_INPUTS 2048
#define DECAY	      0.9
#define SHARE	      0.3 /* of the chances that is spread evenly */

static bool is_allowed(const struct mutate_choice *choice, unsigned row)
{
	const struct mutate_row *each = &mutate_rows[row];

	return (choice->uses_structure || !each->is_structural) &&
	       !(each->needs & ~choice->known);
}

/* Each allowed row gets its part of the table, and at least one entry. */
static void fill_table(struct mutate_choice *choice, const double *weight)
{
	double sum = 0, at = 0;
	unsigned next = 0, left = 0;

	for (unsigned i = 0; i < mutate_row_count; i++)
		if (is_allowed(choice, i)) {
			sum += weight[i];
			left++;
		}
	for (unsigned i = 0; i < mutate_row_count; i++) {
		if (!is_allowed(choice, i))
			continue;
		at += weight[i];
		unsigned end = (unsigned)(at / sum * MUTATE_TABLE + 0.5);
		left--;
		if (end <= next)
			end = next + 1;
		if (end > MUTATE_TABLE - left || !left)
			end = MUTATE_TABLE - left;
		while (next < end)
			choice->table[next++] = (uint8_t)i;
	}
}

static double win_rate(const struct mutate_choice *choice, unsigned row)
{
	return (choice->win[row] + 0.5) / (choice->use[row] + 50);
}

static void update_table(struct mutate_choice *choice)
{
	double weight[UINT8_MAX], sum = 0;
	unsigned allowed = 0;

	for (unsigned i = 0; i < mutate_row_count; i++)
		if (is_allowed(choice, i)) {
			sum += win_rate(choice, i);
			allowed++;
		}
	for (unsigned i = 0; i < mutate_row_count; i++) {
		weight[i] = SHARE / allowed +
			    (1 - SHARE) * win_rate(choice, i) / sum;
		choice->use[i] *= DECAY;
		choice->win[i] *= DECAY;
	}
	fill_table(choice, weight);
}

void mutate_choice_init(struct mutate_choice *choice, bool learns,
	bool uses_structure, unsigned known)
{
	choice->known = known;
	choice->learns = learns;
	choice->uses_structure = uses_structure;
	choice->until_update = UPDATE_INPUTS;
	choice->use = memory_alloc_zero(mutate_row_count, sizeof(double));
	choice->win = memory_alloc_zero(mutate_row_count, sizeof(double));
	update_table(choice);
}

void mutate_choice_know(struct mutate_choice *choice, unsigned known)
{
	if (!(known & ~choice->known))
		return;
	choice->known |= known;
	update_table(choice);
}

void mutate_choice_walk(struct mutate_choice *choice, bool walks)
{
	choice->steps_once = walks;
	if (walks)
		mutate_choice_know(choice, MUTATE_WALKS);
}

void mutate_choice_release(struct mutate_choice *choice)
{
	free(choice->use);
	free(choice->win);
}

void mutate_apply(struct mutate_choice *choice, struct mutation *mutation,
	struct mutate_trail *trail)
{
	struct random *random = mutation->random;
	uint64_t bits = random_next(random);
	/* One mutator half of the time, two a quarter of it, ... */
	unsigned steps = 1 + (unsigned)__builtin_ctzll(bits | 1ull << 7);

	if (choice->steps_once)
		steps = 1;

	trail->count = 0;
	for (unsigned tries = 0; trail->count < steps && tries < 3 * steps;
		tries++) {
		unsigned row =
			choice->table[random_below(random, MUTATE_TABLE)];
		size_t length = mutation->length;
		if (!mutate_rows[row].apply(mutation))
			continue;
		trail->row[trail->count++] = (uint8_t)row;
		/* Where things are has changed. */
		if (mutate_rows[row].needs & MUTATE_SPANS ||
			mutation->length != length)
			mutation->spans = NULL;
		if (mutate_rows[row].needs & MUTATE_RECORDS ||
			mutation->length != length)
			mutation->fields = NULL;
		if (mutation->length != length)
			mutation->influence = NULL;
	}
}

void mutate_reward(struct mutate_choice *choice,
	const struct mutate_trail *trail, double gain, double cost)
{
	if (!choice->learns)
		return;
	for (unsigned i = 0; i < trail->count; i++)
		choice->use[trail->row[i]] += cost;
	for (unsigned i = 0; gain > 0 && i < trail->count; i++)
		choice->win[trail->row[i]] += gain / trail->count;
	if (--choice->until_update)
		return;
	choice->until_update = UPDATE_INPUTS;
	update_table(choice);
}
