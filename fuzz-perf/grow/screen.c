/* SPDX-License-Identifier: MIT
 * Finds the tests of a program of which something may grow: in most of them nothing does,
 * and they are grown all at once, in a few runs of the whole program. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"

#define SCREEN_DEGREE                                                          \
	1.25 /* of some line: then tests are looked at one by one */
#define SCREEN_FACTOR  16
#define SCREEN_SHRINKS 4 /* times smaller, of what cannot be larger */
/* Executions by which a line differs, of 128 elements and more, or of 8. */
#define SCREEN_MORE	   512
#define SCREEN_LESS	   32
#define SCREEN_LARGE	   256 /* a bound of which a part is enough */
#define SCREEN_SMALLEST	   8   /* a bound that can be made smaller instead */
#define SCREEN_WHOLE_TIMES 4   /* the work of all tests, at larger sizes */
#define SCREEN_SINGLE_RUNS 2   /* of a test that is grown alone */
/* Times the work there is, to find the test in which something grows. */
#define SCREEN_HALVES 1.5

/* How a knob can be changed in a run of all tests. */
enum screen_way {
	SCREEN_NOT, /* it ends the program, or it is of another rank */
	SCREEN_GROW,
	SCREEN_SHRINK,
	SCREEN_SLOW, /* a little at a time, and alone */
};

struct screening {
	struct experiments *experiments;
	const struct grow_function *const *test;
	enum screen_way *way; /* of each knob, for the rank at hand */
	bool *is_left_out;    /* of each knob, when one test is grown alone */
};

/* Whether TIMES as much work is done as there is for what has shown nothing. */
static bool screen_is_over(const struct experiments *experiments, double times)
{
	return (double)experiments->work >
	       times * (double)experiments->screen_work;
}

static bool screen_can_grow(const struct grow_knob *knob)
{
	uint64_t start =
		knob->base > SCREEN_SMALLEST ? knob->base : SCREEN_SMALLEST;

	return knob->max / SCREEN_FACTOR >= start;
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

/*--- knobs that end the program ---*/

/* KNOB ends the program, as OUTCOME says, when it is larger. */
static int screen_find_way(struct screening *screening,
	const struct grow_knob *knob, enum count_outcome outcome,
	struct error *err)
{
	struct experiment alone = {
		.choice = {{.knob = knob}}, .choice_count = 1};
	enum screen_way *way =
		&screening->way[knob - screening->experiments->knobs->knob];
	int result = 0;

	*way = screen_shrinks(knob);
	if (outcome != COUNT_TOO_LONG || knob->base >= SCREEN_LARGE)
		return 0;
	result = experiment_rehearse(
		screening->experiments, &alone, 0, &outcome, err);
	if (!result && outcome <= COUNT_FAILED)
		*way = SCREEN_SLOW;
	return result;
}

/* Finds those of the COUNT knobs at CHOICE that end the program, which a native run of a few
 * milliseconds shows, half after half. */
static int screen_cull(struct screening *screening,
	const struct grow_choice *choice, size_t count, struct error *err)
{
	struct experiment part = {.choice_count = count};
	enum count_outcome outcome;
	size_t half = count / 2;

	if (count == 0)
		return 0;
	memcpy(part.choice, choice, count * sizeof *choice);
	if (experiment_rehearse(screening->experiments, &part, SCREEN_FACTOR,
		    &outcome, err))
		return -1;
	if (outcome <= COUNT_FAILED)
		return 0;
	if (count == 1)
		return screen_find_way(screening, choice->knob, outcome, err);
	if (screen_cull(screening, choice, half, err))
		return -1;
	return screen_cull(screening, choice + half, count - half, err);
}

/* Finds how knobs of RANK that one of the COUNT tests reaches can be changed. */
static int screen_find_ways(struct screening *screening, size_t count,
	unsigned rank, struct error *err)
{
	const struct grow_knobs *knobs = screening->experiments->knobs;
	struct experiment part = {.choice_count = 0};

	for (size_t i = 0; i < knobs->count; i++) {
		const struct grow_knob *knob = &knobs->knob[i];
		screening->way[i] = SCREEN_NOT;
		if (experiments_rank(knobs, i) != rank ||
			!experiments_can_use(screening->experiments, knob) ||
			!screen_is_reached(screening, knob, 0, count))
			continue;
		screening->way[i] = screen_can_grow(knob)
					    ? SCREEN_GROW
					    : screen_shrinks(knob);
		if (screening->way[i] != SCREEN_GROW)
			continue;
		part.choice[part.choice_count++].knob = knob;
		if (part.choice_count == EXPERIMENT_KNOBS_MAX) {
			if (screen_cull(screening, part.choice,
				    part.choice_count, err))
				return -1;
			part.choice_count = 0;
		}
	}
	return screen_cull(screening, part.choice, part.choice_count, err);
}

/*--- many tests at once ---*/

/* Runs EXPERIMENT at two larger sizes, the second if the first changes anything. */
static int screen_run_larger(struct experiments *experiments,
	struct experiment *experiment, bool *goes_on, struct error *err)
{
	int result = 0;

	for (uint64_t factor = 4;
		!result && *goes_on && factor <= SCREEN_FACTOR &&
		(factor == 4 || experiments_have_changed(experiments));
		factor *= 4) {
		size_t run = experiments->counts.run_count;
		result = experiment_run_screen(
			experiments, experiment, factor, goes_on, err);
		experiment->size[run] = (double)factor;
		experiment->value[run] = factor;
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
	experiment->value[0] = way == SCREEN_GROW ? 1 : SCREEN_SHRINKS;
	experiment->size[0] = (double)experiment->value[0];
	experiment->least_more = way == SCREEN_GROW ? SCREEN_MORE : SCREEN_LESS;
	result = way == SCREEN_GROW ? screen_run_larger(experiments, experiment,
					      &goes_on, err)
				    : screen_run_smaller(experiments,
					      experiment, &goes_on, err);
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

/* Does experiments with test number AT alone, by the knobs that are changed in WAY. The first
 * run, of all tests, is kept. */
static int screen_single(struct screening *screening, size_t at, unsigned rank,
	enum screen_way way, struct error *err)
{
	struct experiments *experiments = screening->experiments;
	struct counts all = experiments->counts;
	int result;

	for (size_t i = 0; i < experiments->knobs->count; i++)
		screening->is_left_out[i] = screening->way[i] != way;
	counts_init(&experiments->counts);
	experiments->is_left_out = screening->is_left_out;
	experiments->is_smaller = way == SCREEN_SHRINK;
	result = experiments_do(
		experiments, screening->test[at], 1u << rank, err);
	experiments->is_left_out = NULL;
	experiments->is_smaller = false;
	counts_release(&experiments->counts);
	experiments->counts = all;
	return result;
}

static int screen_part(struct screening *screening, size_t first, size_t count,
	unsigned rank, enum screen_way way, bool *bends, struct error *err);

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
		screening->experiments->untried += all.choice_count;
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

/* How many knobs of RANK the COUNT tests reach. */
static size_t screen_count_reached(
	const struct screening *screening, size_t count, unsigned rank)
{
	const struct grow_knobs *knobs = screening->experiments->knobs;
	size_t all = 0;

	for (size_t i = 0; i < knobs->count; i++)
		all += experiments_rank(knobs, i) == rank &&
		       experiments_can_use(
			       screening->experiments, &knobs->knob[i]) &&
		       screen_is_reached(screening, &knobs->knob[i], 0, count);
	return all;
}

int experiments_screen(struct experiments *experiments,
	const struct grow_function *const *test, size_t count,
	struct error *err)
{
	/* The first of a text's ways is mostly the one that matters. */
	static const unsigned ranks[] = {
		0, 1, EXPERIMENT_RANK_INT, 2, 3, 4, 5, 6};
	size_t knobs = experiments->knobs->count + 1;
	struct screening screening = {.experiments = experiments,
		.test = test,
		.way = memory_alloc_zero(knobs, sizeof *screening.way),
		.is_left_out = memory_alloc_zero(knobs, sizeof(bool))};
	int result = 0;

	for (size_t i = 0; !result && i < sizeof ranks / sizeof ranks[0]; i++) {
		unsigned rank = ranks[i];
		if (screen_is_over(experiments, 1)) {
			experiments->untried +=
				screen_count_reached(&screening, count, rank);
			continue;
		}
		result = screen_find_ways(&screening, count, rank, err);
		for (enum screen_way way = SCREEN_GROW;
			!result && way <= SCREEN_SLOW; way++) {
			bool bends = way == SCREEN_SLOW ||
				     screen_needs_no_whole(&screening, count);
			result = screen_part(
				&screening, 0, count, rank, way, &bends, err);
		}
	}
	free(screening.way);
	free(screening.is_left_out);
	if (!result && experiments->untried > 0)
		result = experiment_write_untried(experiments, err);
	return result;
}
