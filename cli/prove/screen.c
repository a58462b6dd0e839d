/* SPDX-License-Identifier: MIT
 * Which knobs of a test change what its findings walk. */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/prove/progress.h"
#include "cli/prove/tester.h"
#include "lib/clock.h"
#include "lib/error.h"

#define SCREEN_TIMES  4	  /* as large */
#define SCREEN_K      8	  /* of what is there once */
#define SCREEN_LARGE  512 /* is made smaller instead */
#define SCREEN_COSTLY 2	  /* seconds of CPU time */
/* Of a test that takes so many seconds as it is, less is large. */
#define SCREEN_SLOW	  0.4
#define SCREEN_SLOW_LARGE 32
#define SCREEN_TWICE	  2
#define SCREEN_SAID_MAX	  (64 << 10)

static bool screen_is_slow(const struct tester *tester)
{
	return tester->base_seconds > SCREEN_SLOW;
}

uint64_t tester_other_value(
	const struct tester *tester, const struct knob *knob, bool is_costly)
{
	uint64_t large =
		screen_is_slow(tester) ? SCREEN_SLOW_LARGE : SCREEN_LARGE;
	uint64_t base = trial_base(knob);
	uint64_t value =
		base < SCREEN_K / SCREEN_TIMES ? SCREEN_K : SCREEN_TIMES * base;

	if (is_costly || base > large || value > knob->max)
		value = base / SCREEN_TIMES;
	return value > knob->min ? value : knob->min;
}

static bool screen_is_call(const struct knob *knob)
{
	return strcmp(knob->kind, "CALLS") == 0;
}

/* All knobs of the COUNT groups, larger, or smaller if IS_COSTLY; calls done CALLS times, unless
 * that is 0. */
static struct knobs_setting screen_set(struct tester *tester,
	const struct knob_group *group, size_t count, bool is_costly,
	uint64_t calls)
{
	const struct knob **knob = arena_alloc_zero(
		&tester->arena, count * TESTED_KNOBS_MAX, sizeof *knob);
	uint64_t *value = arena_alloc_zero(
		&tester->arena, count * TESTED_KNOBS_MAX, sizeof *value);
	struct knobs_setting setting = {knob, value, 0, tester->only};

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < group[i].knobs; j++) {
			const struct knob *each = group[i].knob[j];
			knob[setting.count] = each;
			value[setting.count++] =
				calls && screen_is_call(each)
					? calls
					: tester_other_value(
						  tester, each, is_costly);
		}
	return setting;
}

/* What is seen then; NULL: the test did not end. */
static const struct seen_finding *screen_run(struct tester *tester,
	const struct knob_group *group, size_t count, bool is_costly)
{
	const struct knobs_setting setting =
		screen_set(tester, group, count, is_costly, 0);

	return tester_run(tester, &setting, NULL);
}

bool tester_can_shrink(const struct knob_group *group)
{
	return group->knob[0]->base >= SCREEN_K;
}

/* Whether something open is walked still: a text that is not understood any more shows
 * nothing. */
static bool screen_has_walks(
	const struct tester *tester, const struct seen_finding *seen)
{
	for (size_t i = 0; i < tester->count; i++)
		if (tester_is_open(tester, i) && seen[i].reads > 0)
			return true;
	return false;
}

/* Groups that matter, and the CPU time of their runs. */
struct screen_chosen {
	const struct knob_group **group;
	double *cost;
	size_t count;
	double end; /* of the CPU time for looking, if there are any */
};

static void screen_add(struct tester *tester, const struct knob_group *group,
	struct screen_chosen *chosen)
{
	for (size_t i = 0; i < tester->count; i++)
		tester->best[i].can_differ |= knob_group_differs(group);
	chosen->cost[chosen->count] = tester->seconds;
	chosen->group[chosen->count++] = group;
}

/* Adds GROUP, which cannot be larger, to CHOSEN if it matters when it is smaller. */
static void screen_shrink(struct tester *tester, const struct knob_group *group,
	struct screen_chosen *chosen)
{
	const struct seen_finding *seen = screen_run(tester, group, 1, true);

	tester->seconds = SCREEN_COSTLY + 1;
	if (seen && tester_differs(tester, seen) &&
		(tester_other_value(tester, group->knob[0], false) <
				group->knob[0]->base ||
			screen_has_walks(tester, seen)))
		screen_add(tester, group, chosen);
}

/* Adds those of the COUNT groups that matter to CHOSEN. */
static void screen_divide(struct tester *tester, const struct knob_group *group,
	size_t count, struct screen_chosen *chosen)
{
	const struct seen_finding *seen;
	const struct knob *first = group->knob[0];

	if (count == 0 || tester_is_over(tester) ||
		(chosen->count > 0 && clock_spent() > chosen->end))
		return;
	seen = screen_run(tester, group, count, false);
	/* What cannot be larger is made smaller. */
	if (!seen && count == 1 && tester_can_shrink(group) &&
		!tester_is_over(tester)) {
		screen_shrink(tester, group, chosen);
		return;
	}
	if (seen && !tester_differs(tester, seen))
		return;
	/* One that is not understood any more hides the others: each alone, then. */
	bool is_hidden =
		first->text != 0 && !(seen && screen_has_walks(tester, seen));
	size_t part = is_hidden ? 1 : (count + 1) / 2;
	if (count > 1) {
		for (size_t i = 0; i < count; i += part)
			screen_divide(tester, group + i,
				part < count - i ? part : count - i, chosen);
	} else if (seen &&
		   (tester_other_value(tester, first, false) < first->base ||
			   screen_has_walks(tester, seen))) {
		screen_add(tester, group, chosen);
	}
}

/* ---- what ends the test ---- */

bool tester_has_freed_twice(const char *path)
{
	static const char *const said[] = {"free(): ", "realloc(): ",
		"malloc(): ", "double free", "corrupted", "munmap_chunk(): "};
	struct error ignored = {{0}};
	size_t length;
	uint8_t *text =
		scratch_read_file(path, SCREEN_SAID_MAX, &length, &ignored);
	bool is_so = false;

	for (size_t i = 0; text && i < sizeof said / sizeof said[0]; i++)
		is_so |= memmem(text, length, said[i], strlen(said[i])) != NULL;
	free(text);
	return is_so;
}

/* The signal by which the test dies of memory without the recorder, which forgives that, if
 * the COUNT groups at GROUP are larger: calls done twice, and others as when they are looked
 * at. 0: it does not. */
static int screen_death(
	struct tester *tester, const struct knob_group *group, size_t count)
{
	const struct knobs_setting setting =
		screen_set(tester, group, count, false, SCREEN_TWICE);
	char *said = memory_format("%s/said", tester->place.folder);
	struct knobs_run run;
	struct error ignored = {{0}};
	int status = -1, signal = 0;

	if (knobs_write(&run, &tester->arena, &tester->keeper, &setting,
		    &ignored) == 0) {
		const struct native_run native = tester_native(tester, &run);
		status = native_status(
			&native, tester_left(tester, SCREEN_TWICE), said);
	}
	if (status >= 0 && WIFSIGNALED(status))
		signal = WTERMSIG(status);
	if (signal == SIGABRT && !tester_has_freed_twice(said))
		signal = 0;
	free(said);
	return signal == SIGABRT || signal == SIGSEGV || signal == SIGBUS
		       ? signal
		       : 0;
}

/* Groups of which a larger one does not end the test, and those that are to be smaller. */
struct screen_kept {
	struct knob_group *larger, *smaller;
	size_t larger_count, smaller_count;
};

void tester_say_once(const struct tester *tester, const struct knob *knob)
{
	if (tester->request->is_quiet)
		return;
	prove_progress_clear();
	fprintf(stderr,
		"retread: %.*s: twice, it ends the test; it is not "
		"repeated\n",
		(int)strcspn(knob->what, "\n") - 3, knob->what);
}

/* Adds the COUNT groups at GROUP to KEPT, except for those that can be neither. */
static void screen_keep(struct tester *tester, const struct knob_group *group,
	size_t count, struct screen_kept *kept)
{
	const struct knob *first = group->knob[0];
	size_t half = count / 2;
	int signal;

	if (count == 0 || tester_is_over(tester))
		return;
	signal = screen_death(tester, group, count);
	if (signal == 0) {
		memcpy(kept->larger + kept->larger_count, group,
			count * sizeof *group);
		kept->larger_count += count;
	} else if (count > 1) {
		screen_keep(tester, group, half, kept);
		screen_keep(tester, group + half, count - half, kept);
	} else if (tester_can_shrink(group)) {
		kept->smaller[kept->smaller_count++] = *group;
	} else if (!screen_is_call(first)) {
		tester_say_end(tester, first,
			tester_other_value(tester, first, false), signal);
	} else {
		tester_say_once(tester, first);
	}
}

/* The cheapest first. */
static void screen_sort(struct screen_chosen *chosen)
{
	for (size_t i = 1; i < chosen->count; i++)
		for (size_t j = i;
			j > 0 && chosen->cost[j] < chosen->cost[j - 1]; j--) {
			const struct knob_group *swapped = chosen->group[j];
			double seconds = chosen->cost[j];
			chosen->group[j] = chosen->group[j - 1];
			chosen->cost[j] = chosen->cost[j - 1];
			chosen->group[j - 1] = swapped;
			chosen->cost[j - 1] = seconds;
		}
}

struct trial tester_trial(
	const struct tester *tester, const struct knob_group *group)
{
	bool is_slow = screen_is_slow(tester);

	return (struct trial){.group = *group,
		.only = tester->only,
		.is_costly = is_slow,
		.is_slow = is_slow && tester->base_seconds <= SCREEN_COSTLY};
}

void tester_screen(
	struct tester *tester, const struct knob_group *group, size_t count)
{
	struct screen_kept kept = {.larger = arena_alloc_zero(&tester->arena,
					   count + 1, sizeof *kept.larger),
		.smaller = arena_alloc_zero(
			&tester->arena, count + 1, sizeof *kept.smaller)};
	struct screen_chosen chosen = {.group = arena_alloc_zero(&tester->arena,
					       count + 1, sizeof *chosen.group),
		.cost = arena_alloc_zero(
			&tester->arena, count + 1, sizeof *chosen.cost),
		.end = (clock_spent() + tester->end) / 2};

	screen_keep(tester, group, count, &kept);
	screen_divide(tester, kept.larger, kept.larger_count, &chosen);
	for (size_t i = 0; i < kept.smaller_count && !tester_is_over(tester) &&
			   (chosen.count == 0 || clock_spent() <= chosen.end);
		i++)
		screen_shrink(tester, &kept.smaller[i], &chosen);
	screen_sort(&chosen);
	for (size_t i = 0; i < chosen.count && tester_has_open(tester) &&
			   !tester_is_over(tester);
		i++) {
		struct trial trial = tester_trial(tester, chosen.group[i]);
		if (chosen.cost[i] > SCREEN_COSTLY) {
			trial.is_costly = true;
			trial.is_slow = false;
		}
		tester_try(tester, &trial);
	}
}
