/* SPDX-License-Identifier: MIT
 * Which knobs of a test change what its findings walk. */
#include "config.h"

#include <string.h>

#include "cli/prove/tester.h"

#define SCREEN_TIMES  4	  /* as large */
#define SCREEN_K      8	  /* of what is there once */
#define SCREEN_LARGE  512 /* is made smaller instead */
#define SCREEN_COSTLY 2	  /* seconds of CPU time */

/* A value that is not KNOB's own. */
static uint64_t screen_value(const struct knob *knob)
{
	uint64_t value = knob->base < SCREEN_K / SCREEN_TIMES
				 ? SCREEN_K
				 : SCREEN_TIMES * knob->base;

	if (knob->base > SCREEN_LARGE || value > knob->max)
		value = knob->base / SCREEN_TIMES;
	return value > knob->min ? value : knob->min;
}

/* What is seen with all COUNT KNOBs set; NULL: the test did not end. */
static const struct seen_finding *screen_run(
	struct tester *tester, const struct knob *const *knob, size_t count)
{
	uint64_t *value =
		arena_alloc_zero(&tester->arena, count, sizeof *value);
	const struct knobs_setting setting = {knob, value, count, tester->only};

	for (size_t i = 0; i < count; i++)
		value[i] = screen_value(knob[i]);
	return tester_run(tester, &setting, NULL);
}

/* Adds those that matter to CHOSEN, with the CPU time of their runs. */
static void screen_divide(struct tester *tester, const struct knob *const *knob,
	size_t count, const struct knob **chosen, double *cost,
	size_t *chosen_count)
{
	const struct seen_finding *seen;

	if (count == 0 || tester_is_over(tester))
		return;
	seen = screen_run(tester, knob, count);
	if (seen && !tester_differs(tester, seen))
		return;
	if (count > 1) {
		screen_divide(
			tester, knob, count / 2, chosen, cost, chosen_count);
		screen_divide(tester, knob + count / 2, count - count / 2,
			chosen, cost, chosen_count);
	} else if (seen) {
		cost[*chosen_count] = tester->seconds;
		chosen[(*chosen_count)++] = knob[0];
	}
}

void tester_screen(
	struct tester *tester, const struct knob *const *knob, size_t count)
{
	const struct knob **chosen =
		arena_alloc_zero(&tester->arena, count + 1, sizeof *chosen);
	double *cost =
		arena_alloc_zero(&tester->arena, count + 1, sizeof *cost);
	size_t chosen_count = 0;

	for (size_t i = 0; i < count && !tester_is_over(tester); i++)
		tester_note(tester, knob[i]);
	screen_divide(tester, knob, count, chosen, cost, &chosen_count);
	for (size_t i = 0; i < chosen_count && tester_has_open(tester) &&
			   !tester_is_over(tester);
		i++) {
		struct trial trial = {.knob = {chosen[i]},
			.knobs = 1,
			.only = tester->only,
			.is_costly = cost[i] > SCREEN_COSTLY};
		tester_try(tester, &trial);
	}
}
