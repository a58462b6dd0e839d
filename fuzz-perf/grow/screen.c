/* SPDX-License-Identifier: MIT
 * Finds the tests of a program of which something may grow: in most of them nothing does,
 * and they are grown all at once, in a few runs of the whole program. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"

#define SCREEN_DEGREE                                                          \
	1.25 /* of some line: then tests are looked at one by one */
#define SCREEN_FACTOR	 16
#define SCREEN_KNOBS_MIN 4 /* of one test that are grown at once, first */
#define SCREEN_SMALLEST	 8 /* a bound that can be made smaller instead */

struct screening {
	struct experiments *experiments;
	const struct grow_function *const *test;
	/* Of each test, whether its knobs of the rank at hand can only be made smaller. */
	bool *is_apart;
};

static bool screen_can_grow(const struct grow_knob *knob)
{
	uint64_t start =
		knob->base > SCREEN_SMALLEST ? knob->base : SCREEN_SMALLEST;

	return knob->max / SCREEN_FACTOR >= start;
}

/* Adds the knobs of RANK of tests FIRST up to END to EXPERIMENT; tests that have one which
 * can only be made smaller are apart. False: they are too many. */
static bool screen_choose(struct screening *screening, size_t first, size_t end,
	unsigned rank, struct experiment *experiment)
{
	const struct grow_knobs *knobs = screening->experiments->knobs;

	for (size_t i = 0; i < knobs->count; i++) {
		const struct grow_knob *knob = &knobs->knob[i];
		bool is_chosen = false;
		if (experiments_rank(knobs, i) != rank ||
			!experiments_can_use(screening->experiments, knob))
			continue;
		for (size_t j = first; j < end; j++) {
			if (!experiments_reach(screening->experiments,
				    screening->test[j], knob))
				continue;
			if (screen_can_grow(knob))
				is_chosen = true;
			else if (knob->base >= SCREEN_SMALLEST)
				screening->is_apart[j] = true;
		}
		if (is_chosen &&
			experiment->choice_count == EXPERIMENT_KNOBS_MAX)
			return false;
		if (is_chosen)
			experiment->choice[experiment->choice_count++].knob =
				knob;
	}
	return true;
}

/* Runs EXPERIMENT at two sizes, the second if the first changes anything. *IS_SILENT: it
 * ended, and there is no news. */
static int screen_run_sizes(struct experiments *experiments,
	struct experiment *experiment, bool *is_silent, struct error *err)
{
	bool goes_on = true;
	int result = 0;

	experiments_keep_base(experiments);
	experiment->is_used[0] = true;
	experiment->size[0] = experiment->value[0] = 1;
	for (uint64_t factor = 4;
		!result && goes_on && factor <= SCREEN_FACTOR &&
		(factor == 4 || experiments_have_changed(experiments));
		factor *= 4) {
		size_t run = experiments->counts.run_count;
		result = experiment_run_screen(
			experiments, experiment, factor, &goes_on, err);
		experiment->size[run] = (double)factor;
		experiment->value[run] = factor;
	}
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

/* Does experiments with test number AT alone. The first run, of all tests, is kept. */
static int screen_single(struct screening *screening, size_t at, unsigned rank,
	struct error *err)
{
	struct experiments *experiments = screening->experiments;
	struct counts all = experiments->counts;
	int result;

	counts_init(&experiments->counts);
	result = experiments_do(
		experiments, screening->test[at], 1u << rank, err);
	counts_release(&experiments->counts);
	experiments->counts = all;
	screening->is_apart[at] = false;
	return result;
}

/* Tests FIRST and the COUNT - 1 after it, by their knobs of RANK: all at once, then by
 * halves, until one is left that bends. */
static int screen_part(struct screening *screening, size_t first, size_t count,
	unsigned rank, struct error *err)
{
	struct experiment all = {.test = NULL};
	bool is_silent = false, fits;
	int result = 0;

	if (counts_spent() > screening->experiments->end)
		return 0;
	fits = screen_choose(screening, first, first + count, rank, &all);
	if (fits && all.choice_count == 0)
		return 0;
	/* One test is not worth two runs that its own experiments do again, unless they
	 * are many. */
	if (count == 1 && all.choice_count < SCREEN_KNOBS_MIN)
		return screen_single(screening, first, rank, err);
	if (fits)
		result = screen_run_sizes(
			screening->experiments, &all, &is_silent, err);
	if (result)
		return result;
	if (is_silent)
		return screen_write(screening, &all, first, count, err);
	if (count == 1)
		return screen_single(screening, first, rank, err);
	result = screen_part(screening, first, count / 2, rank, err);
	return result ? result
		      : screen_part(screening, first + count / 2,
				count - count / 2, rank, err);
}

/* Tests that are apart, of which the others may have been silent. */
static int screen_rest(struct screening *screening, size_t count, unsigned rank,
	struct error *err)
{
	int result = 0;

	for (size_t i = 0; !result && i < count; i++)
		if (screening->is_apart[i])
			result = screen_single(screening, i, rank, err);
	return result;
}

int experiments_screen(struct experiments *experiments,
	const struct grow_function *const *test, size_t count,
	struct error *err)
{
	struct screening screening = {.experiments = experiments,
		.test = test,
		.is_apart = memory_alloc_zero(count + 1, sizeof(bool))};
	int result = 0;

	for (unsigned rank = 0; !result && rank <= EXPERIMENT_RANK_INT;
		rank++) {
		memset(screening.is_apart, 0, count * sizeof(bool));
		result = screen_part(&screening, 0, count, rank, err);
		if (!result)
			result = screen_rest(&screening, count, rank, err);
	}
	free(screening.is_apart);
	return result;
}
