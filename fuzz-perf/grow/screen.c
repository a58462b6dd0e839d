/* SPDX-License-Identifier: MIT
 * Finds the tests of a program of which something may grow: in most of them nothing does,
 * and they are grown all at once, in a few runs of the whole program. */
#include "config.h"

#include "fuzz-perf/grow/screen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"

#define SCREEN_DEGREE                                                          \
	1.25 /* of some line: then tests are looked at one by one */
#define SCREEN_FACTOR	 16
#define SCREEN_BETWEEN	 2 /* the same, where that is dear */
#define SCREEN_FEW_TIMES 4 /* larger, where more ends the program */
#define SCREEN_SHRINKS	 4 /* times smaller, of what cannot be larger */
/* Executions by which a line differs, of 128 elements and more, or of 8. */
#define SCREEN_MORE	   512
#define SCREEN_LESS	   32
#define SCREEN_LARGE	   256 /* a bound of which a part is enough */
#define SCREEN_SMALLEST	   8   /* a bound that can be made smaller instead */
#define SCREEN_WHOLE_TIMES 4   /* the work of all tests, at larger sizes */
#define SCREEN_SINGLE_RUNS 2   /* of a test that is grown alone */
/* Times the work there is, to find the test in which something grows. */
#define SCREEN_HALVES 1.25
#define SCREEN_RANKS  8

/* The first of a text's ways is mostly the one that matters. */
static const unsigned screen_ranks[SCREEN_RANKS] = {
	0, 1, EXPERIMENT_RANK_INT, 2, 3, 4, 5, 6};

/* Whether TIMES as much work is done as there is for what has shown nothing. */
static bool screen_is_over(const struct experiments *experiments, double times)
{
	return (double)experiments->work >
	       times * (double)experiments->screen_work;
}

static bool screen_can_grow(const struct grow_knob *knob, uint64_t times)
{
	uint64_t start =
		knob->base > SCREEN_SMALLEST ? knob->base : SCREEN_SMALLEST;

	return knob->max / times >= start;
}

static enum screen_way screen_shrinks(const struct grow_knob *knob)
{
	return knob->kind != GROW_TEXT && knob->base >= SCREEN_SMALLEST
		       ? SCREEN_SHRINK
		       : SCREEN_NOT;
}

static bool screen_is_reached(const struct screening *screening,
	const struct grow_knob *knob, size_t first, size_t count)
{
	for (size_t i = first; i < first + count; i++)
		if (experiments_reach(
			    screening->experiments, screening->test[i], knob))
			return true;
	return false;
}

/* Adds the knobs that are changed in WAY and that a test from FIRST on reaches to
 * EXPERIMENT. False: they are too many. */
static bool screen_choose(const struct screening *screening, size_t first,
	size_t count, enum screen_way way, struct experiment *experiment)
{
	const struct grow_knobs *knobs = screening->experiments->knobs;

	for (size_t i = 0; i < knobs->count; i++) {
		if (screening->way[i] != way ||
			!screen_is_reached(
				screening, &knobs->knob[i], first, count))
			continue;
		if (experiment->choice_count == EXPERIMENT_KNOBS_MAX)
			return false;
		experiment->choice[experiment->choice_count++].knob =
			&knobs->knob[i];
	}
	return true;
}

static double screen_work_of_all(const struct screening *screening)
{
	return EXPERIMENT_RUN_WORK +
	       (double)screening->experiments->counts.run[0].work;
}

static double screen_work_of_singles(size_t count)
{
	return (double)count * SCREEN_SINGLE_RUNS * EXPERIMENT_RUN_WORK;
}

/* Whether each of COUNT tests, something in one of which bends, is looked at alone for less than
 * halves of them are, which mostly run what bends not. */
static bool screen_prefers_singles(
	const struct screening *screening, size_t count)
{
	return screen_work_of_singles(count) <
	       4 * log2((double)count) * screen_work_of_all(screening);
}

/* Whether that is less than even the runs cost that show whether anything bends. */
static bool screen_needs_no_whole(
	const struct screening *screening, size_t count)
{
	return count > 1 &&
	       screen_work_of_singles(count) <
		       SCREEN_WHOLE_TIMES * screen_work_of_all(screening);
}

/*--- knobs that end the program ---*/

/* KNOB ends the program, as OUTCOME says, when it is larger. */
static int screen_find_way(struct screening *screening,
	const struct grow_knob *knob, enum count_outcome outcome,
	struct error *err)
{
	struct experiment alone = {.test = screening->alone,
		.choice = {{.knob = knob}},
		.choice_count = 1};
	enum screen_way *way =
		&screening->way[knob - screening->experiments->knobs->knob];
	bool is_slow = outcome == COUNT_TOO_LONG;
	int result;

	*way = screen_shrinks(knob);
	if (is_slow ? knob->base >= SCREEN_LARGE
		    : !screen_can_grow(knob, SCREEN_FEW_TIMES))
		return 0;
	result = experiment_rehearse(screening->experiments, &alone,
		is_slow ? 0 : SCREEN_FEW_TIMES, &outcome, err);
	if (!result && outcome <= COUNT_FAILED)
		*way = is_slow ? SCREEN_SLOW : SCREEN_FEW;
	return result;
}

/* Finds those of the COUNT knobs at CHOICE that end the program, which a native run of a few
 * milliseconds shows, half after half. *OUTCOME: how they end, if that is known (else
 * COUNT_ENDED); then, how they do. */
static int screen_cull(struct screening *screening,
	const struct grow_choice *choice, size_t count,
	enum count_outcome *outcome, struct error *err)
{
	struct experiment part = {
		.test = screening->alone, .choice_count = count};
	enum count_outcome first = COUNT_ENDED, second;
	size_t half = count / 2;

	if (count == 0)
		return 0;
	memcpy(part.choice, choice, count * sizeof *choice);
	if (*outcome <= COUNT_FAILED &&
		experiment_rehearse(screening->experiments, &part,
			SCREEN_FACTOR, outcome, err))
		return -1;
	if (*outcome <= COUNT_FAILED)
		return 0;
	if (count == 1)
		return screen_find_way(screening, choice->knob, *outcome, err);
	if (screen_cull(screening, choice, half, &first, err))
		return -1;
	/* If it is not the first half, it is the second. */
	second = first <= COUNT_FAILED ? *outcome : COUNT_ENDED;
	return screen_cull(
		screening, choice + half, count - half, &second, err);
}

/* Finds how knobs of RANK that one of the COUNT tests from FIRST on reaches can be changed. */
static int screen_find_ways(struct screening *screening, size_t first,
	size_t count, unsigned rank, struct error *err)
{
	const struct grow_knobs *knobs = screening->experiments->knobs;
	enum count_outcome outcome = COUNT_ENDED;
	struct experiment part = {.choice_count = 0};

	for (size_t i = 0; i < knobs->count; i++) {
		const struct grow_knob *knob = &knobs->knob[i];
		screening->way[i] = SCREEN_NOT;
		if (experiments_rank(knobs, i) != rank ||
			!experiments_can_use(screening->experiments, knob) ||
			!screen_is_reached(screening, knob, first, count))
			continue;
		screening->way[i] = screen_can_grow(knob, SCREEN_FACTOR)
					    ? SCREEN_GROW
					    : screen_shrinks(knob);
		if (screening->way[i] != SCREEN_GROW)
			continue;
		part.choice[part.choice_count++].knob = knob;
		if (part.choice_count == EXPERIMENT_KNOBS_MAX) {
			if (screen_cull(screening, part.choice,
				    part.choice_count, &outcome, err))
				return -1;
			outcome = COUNT_ENDED;
			part.choice_count = 0;
		}
	}
	return screen_cull(
		screening, part.choice, part.choice_count, &outcome, err);
}

/* Runs EXPERIMENT at two larger sizes, the second if the first changes anything. */
static int screen_run_larger(struct experiments *experiments,
	struct experiment *experiment, enum screen_way way, bool *goes_on,
	struct error *err)
{
	const struct count_run *run = experiments->counts.run;
	uint64_t factor = 4;
	int result = 0;

	for (size_t i = 1; !result && *goes_on && i <= 2; i++) {
		result = experiment_run_screen(
			experiments, experiment, factor, goes_on, err);
		experiment->size[i] = (double)factor;
		experiment->value[i] = factor;
		if (!experiments_have_changed(experiments))
			break;
		bool is_dear =
			experiments_have_end(experiments) &&
			run[1].work > run[0].work + EXPERIMENT_DEAR_WORK / 4;
		factor = is_dear || way == SCREEN_FEW ? SCREEN_BETWEEN
						      : SCREEN_FACTOR;
	}
	return result;
}

/* The same with smaller sizes. */
static int screen_run_smaller(struct experiments *experiments,
	struct experiment *experiment, bool *goes_on, struct error *err)
{
	int result = 0;

	for (uint64_t divisor = 2;
		!result && *goes_on && divisor <= SCREEN_SHRINKS;
		divisor *= 2) {
		size_t run = experiments->counts.run_count;
		result = experiment_run_scaled(
			experiments, experiment, divisor, 1, goes_on, err);
		experiment->value[run] = SCREEN_SHRINKS / divisor;
		experiment->size[run] = (double)experiment->value[run];
	}
	return result;
}

/* *IS_SILENT: it ended, and there is no news. */
static int screen_run_sizes(struct experiments *experiments,
	struct experiment *experiment, enum screen_way way, bool *is_silent,
	struct error *err)
{
	bool goes_on = true;
	int result;

	experiments_keep_base(experiments);
	experiment->is_used[0] = true;
	experiment->value[0] = way == SCREEN_SHRINK ? SCREEN_SHRINKS : 1;
	experiment->size[0] = (double)experiment->value[0];
	experiment->least_more = way == SCREEN_GROW ? SCREEN_MORE : SCREEN_LESS;
	result = way == SCREEN_SHRINK ? screen_run_smaller(experiments,
						experiment, &goes_on, err)
				      : screen_run_larger(experiments,
						experiment, way, &goes_on, err);
	*is_silent = goes_on && !experiments_have_news(
					experiments, experiment, SCREEN_DEGREE);
	return result;
}

static int screen_write(const struct screening *screening,
	struct experiment *experiment, size_t first, size_t count,
	struct error *err)
{
	const struct grown_lines none = {.count = 0};

	experiment->together = screening->test + first;
	experiment->together_count = screening->test[first] ? count : 0;
	snprintf(experiment->note, sizeof experiment->note,
		"%zu knobs of %zu tests at once", experiment->choice_count,
		count);
	return experiment_write(screening->experiments, experiment, &none, err);
}

/*--- many tests at once ---*/

static int screen_part(struct screening *screening, size_t first, size_t count,
	unsigned rank, enum screen_way way, bool *bends, struct error *err);

/* Does experiments with test FIRST and the COUNT - 1 after it, one after the other. */
static int screen_singles(struct screening *screening, size_t first,
	size_t count, unsigned rank, enum screen_way way, struct error *err)
{
	int result = 0;

	for (size_t i = 0; !result && i < count; i++) {
		bool bends = true;
		result = screen_part(
			screening, first + i, 1, rank, way, &bends, err);
	}
	return result;
}

/* Tests FIRST and the COUNT - 1 after it, by their knobs of RANK that are changed in WAY: all
 * at once, then by halves, until one is left that bends. *BENDS: they need not be run to know
 * that; then, whether they did. */
static int screen_part(struct screening *screening, size_t first, size_t count,
	unsigned rank, enum screen_way way, bool *bends, struct error *err)
{
	struct experiment all = {.test = NULL};
	bool is_silent = false, first_bends = way == SCREEN_SLOW, fits;
	int result = 0;

	fits = screen_choose(screening, first, count, way, &all);
	if (screen_is_over(screening->experiments, SCREEN_HALVES)) {
		for (size_t i = 0; i < all.choice_count; i++)
			screening->is_untried[all.choice[i].knob -
					      screening->experiments->knobs
						      ->knob] = true;
		*bends = false;
		return 0;
	}
	if ((fits && all.choice_count == 0) ||
		experiments_are_over(screening->experiments)) {
		*bends = false;
		return 0;
	}
	if (fits && !*bends)
		result = screen_run_sizes(
			screening->experiments, &all, way, &is_silent, err);
	*bends = !is_silent;
	if (result)
		return result;
	if (is_silent)
		return screen_write(screening, &all, first, count, err);
	if (count == 1)
		return screen_single(screening, first, rank, way, err);
	if (screen_prefers_singles(screening, count))
		return screen_singles(screening, first, count, rank, way, err);
	result = screen_part(
		screening, first, count / 2, rank, way, &first_bends, err);
	/* If it is not the first half, it is the second. */
	first_bends = way == SCREEN_SLOW || (fits && !first_bends);
	return result ? result
		      : screen_part(screening, first + count / 2,
				count - count / 2, rank, way, &first_bends,
				err);
}

/* There is no work left for the knobs of RANK that tests FIRST and the COUNT - 1 after it reach. */
static void screen_leave(
	struct screening *screening, size_t first, size_t count, unsigned rank)
{
	const struct grow_knobs *knobs = screening->experiments->knobs;

	for (size_t i = 0; i < knobs->count; i++)
		screening->is_untried[i] |=
			experiments_rank(knobs, i) == rank &&
			experiments_can_use(
				screening->experiments, &knobs->knob[i]) &&
			screen_is_reached(
				screening, &knobs->knob[i], first, count);
}

/* All COUNT tests at once, by knobs of RANK. */
static int screen_whole(struct screening *screening, size_t count,
	unsigned rank, struct error *err)
{
	int result = screen_find_ways(screening, 0, count, rank, err);

	for (enum screen_way way = SCREEN_GROW; !result && way <= SCREEN_SLOW;
		way++) {
		bool bends = way == SCREEN_SLOW || (count == 1 && rank == 0);
		result = screen_part(
			screening, 0, count, rank, way, &bends, err);
	}
	return result;
}

/* Test number AT alone, by knobs of RANK. */
static int screen_alone(struct screening *screening, size_t at, unsigned rank,
	struct error *err)
{
	int result;

	if (screen_is_over(screening->experiments, SCREEN_HALVES)) {
		screen_leave(screening, at, 1, rank);
		return 0;
	}
	screening->alone = screening->test[at];
	result = screen_find_ways(screening, at, 1, rank, err);
	screening->alone = NULL;
	for (enum screen_way way = SCREEN_GROW; !result && way <= SCREEN_SLOW;
		way++) {
		bool bends = true;
		result = screen_part(screening, at, 1, rank, way, &bends, err);
	}
	return result;
}

/* The COUNT tests, each alone, by knobs of one rank after the other; those that are dear by all
 * of them when nothing else is left. */
static int screen_each(
	struct screening *screening, size_t count, struct error *err)
{
	int result = screen_measure(screening, count, err);
	struct screen_place *order = screen_order(screening, count);
	size_t cheap = 0;

	while (cheap < count && !screen_is_dear(screening, order[cheap].at))
		cheap++;
	for (size_t i = 0; i < SCREEN_RANKS; i++)
		for (size_t at = 0; !result && at < cheap; at++)
			result = screen_alone(
				screening, order[at].at, screen_ranks[i], err);
	for (size_t at = cheap; at < count; at++)
		for (size_t i = 0; !result && i < SCREEN_RANKS; i++)
			result = screen_alone(
				screening, order[at].at, screen_ranks[i], err);
	free(order);
	return result;
}

/* The COUNT tests at once, by knobs of one rank after the other. */
static int screen_all(
	struct screening *screening, size_t count, struct error *err)
{
	int result = 0;

	for (size_t i = 0; !result && i < SCREEN_RANKS; i++) {
		unsigned rank = screen_ranks[i];
		if (screen_is_over(screening->experiments, 1))
			screen_leave(screening, 0, count, rank);
		else
			result = screen_whole(screening, count, rank, err);
	}
	return result;
}

int experiments_screen(struct experiments *experiments,
	const struct grow_function *const *test, size_t count,
	struct error *err)
{
	size_t knobs = experiments->knobs->count + 1;
	struct screening screening = {.experiments = experiments,
		.test = test,
		.way = memory_alloc_zero(knobs, sizeof *screening.way),
		.is_left_out = memory_alloc_zero(knobs, sizeof(bool)),
		.is_untried = memory_alloc_zero(knobs, sizeof(bool)),
		.kept = memory_alloc_zero(count, sizeof *screening.kept),
		.work = memory_alloc_zero(count, sizeof *screening.work)};
	int result = screen_needs_no_whole(&screening, count)
			     ? screen_each(&screening, count, err)
			     : screen_all(&screening, count, err);

	for (size_t i = 0; i < knobs - 1; i++)
		experiments->untried += screening.is_untried[i];
	screen_forget(&screening, count);
	free(screening.way);
	free(screening.is_left_out);
	free(screening.is_untried);
	if (!result && experiments->untried > 0)
		result = experiment_write_untried(experiments, err);
	return result;
}
