/* SPDX-License-Identifier: MIT
 * Plans experiments with a test and does them, the cheap sizes first. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"

#define STEPS_MAX   8  /* of a knob that is made larger by STEP */
#define STEPS_LEAST 4  /* before it is given up */
#define SHRINK_MIN  8  /* a bound that can be made smaller instead */
#define LARGE_MIN   32 /* one that should be, of a run of so much work */
#define LARGE_WORK  (8ul * EXPERIMENT_RUN_WORK)

void experiments_release(struct experiments *experiments)
{
	count_servers_end(&experiments->servers);
	for (size_t i = 0; i < EXPERIMENT_OBJECTS_MAX; i++) {
		if (experiments->code[i])
			grow_code_release(experiments->code[i]);
		free(experiments->code[i]);
	}
	free(experiments->known);
	arena_release(&experiments->arena);
	counts_release(&experiments->counts);
}

/* What a run one step larger than the newest may take: the time that the first needs, too,
 * set apart, as many times more as the newest worked than the one before. */
static double guess_next_seconds(const struct counts *counts)
{
	const struct count_run *run = &counts->run[counts->run_count - 1];
	double start = (double)counts->run[0].work, before, last;
	double more = run->seconds - counts->run[0].seconds;

	if (counts->run_count < 3)
		return run->seconds;
	before = (double)run[-1].work - start;
	last = (double)run->work - start;
	return run->seconds + (before > 0 && last > before && more > 0
					      ? more * last / before
					      : 0);
}

/* With all knobs a little larger, again and again, as what doubles with each step can
 * only be. */
static int run_by_steps(struct experiments *experiments,
	struct experiment *experiment, struct error *err)
{
	const struct counts *counts = &experiments->counts;
	bool goes_on = true;
	int result = 0;

	experiments_keep_base(experiments);
	experiment->is_used[0] = true;
	/* What doubles with each step shows that early. */
	for (uint64_t i = 1;
		!result && goes_on && i <= STEPS_MAX &&
		guess_next_seconds(counts) < EXPERIMENT_WORTH_SECONDS &&
		(i <= STEPS_LEAST ||
			experiments_have_news(experiments, experiment, 0));
		i++) {
		result = experiment_run_steps(
			experiments, experiment, i, &goes_on, err);
	}
	return result;
}

static int run_smaller(struct experiments *experiments,
	struct experiment *experiment, struct error *err)
{
	bool goes_on;
	int result = 0;

	for (uint64_t i = 8; !result && i > 1; i /= 2)
		result = experiment_run_scaled(
			experiments, experiment, i, 1, &goes_on, err);
	if (!result)
		result = experiment_run_scaled(
			experiments, experiment, 4, 3, &goes_on, err);
	return result;
}

static bool can_grow(const struct experiment *experiment)
{
	for (size_t i = 0; i < experiment->choice_count; i++) {
		const struct grow_knob *knob = experiment->choice[i].knob;
		if (knob->max < 4 * knob->base)
			return false;
	}
	return true;
}

static bool is_worth_shrinking(
	const struct experiment *experiment, uint64_t least)
{
	for (size_t i = 0; i < experiment->choice_count; i++)
		if (experiment->choice[i].knob->base < least)
			return false;
	return true;
}

/* Whether the test as it is takes so much of the work that there is that it is made smaller. */
static bool is_large_enough(const struct experiments *experiments,
	const struct experiment *experiment)
{
	return experiments_have_end(experiments) &&
	       experiments->counts.run[0].work > LARGE_WORK &&
	       is_worth_shrinking(experiment, LARGE_MIN);
}

/* What differs between two runs that are the same, as the chains of a table with a random
 * seed do, follows no law. */
static int run_again(struct experiments *experiments,
	struct experiment *experiment, struct error *err)
{
	size_t run = experiments->counts.run_count;
	bool goes_on;
	int result;

	if (run == COUNT_RUNS_MAX || !experiment->is_used[run - 1])
		return 0;
	/* A seed may be from the start, which runs that are forked have in common. */
	experiments->limits.servers = NULL;
	result = experiment_run_choices(experiments, experiment, &goes_on, err);
	experiments->limits.servers = &experiments->servers;
	if (result)
		return result;
	if (goes_on)
		experiment->again = run;
	experiment->is_used[run] = false;
	return 0;
}

/* Calls that are repeated with numbers counted up may do more because the numbers are
 * larger. */
static int run_last_alone(struct experiments *experiments,
	struct experiment *experiment, struct error *err)
{
	size_t run = experiments->counts.run_count;
	size_t largest = experiment_find_largest(experiment, run);
	bool counts_up = false, goes_on;

	experiment_set_again(experiment, largest);
	for (size_t i = 0; i < experiment->choice_count; i++) {
		struct grow_choice *choice = &experiment->choice[i];
		counts_up |= choice->knob->kind == GROW_CALLS &&
			     choice->knob->integers;
		choice->has_last_alone = true;
	}
	if (!counts_up || run == COUNT_RUNS_MAX)
		return 0;
	if (experiment_run_choices(experiments, experiment, &goes_on, err))
		return -1;
	if (goes_on)
		experiment->last_alone = run;
	experiment->is_used[run] = false;
	for (size_t i = 0; i < experiment->choice_count; i++)
		experiment->choice[i].has_last_alone = false;
	return 0;
}

/* Leaves of LINES those that further runs confirm. */
static int check_lines(struct experiments *experiments,
	struct experiment *experiment, struct grown_lines *lines,
	struct error *err)
{
	if (run_again(experiments, experiment, err) ||
		run_last_alone(experiments, experiment, err))
		return -1;
	free(lines->line);
	*lines = (struct grown_lines){0};
	experiment_find_lines(experiments, experiment, lines);
	return 0;
}

int experiment_do(struct experiments *experiments,
	struct experiment *experiment, struct error *err)
{
	struct grown_lines lines = {0};
	bool grows = can_grow(experiment) && !experiments->is_smaller &&
		     !is_large_enough(experiments, experiment);
	int result = 0;

	experiments_keep_base(experiments);
	experiment->value[0] = experiment->choice[0].knob->base;
	experiment->size[0] = experiment_measure(experiments, experiment, 0);
	experiment->is_used[0] = experiment->value[0] >= EXPERIMENT_START_MIN;
	if (grows)
		result = experiment_run_sizes(experiments, experiment, err);
	if (!result && experiment->is_too_long &&
		(!experiments_have_news(experiments, experiment, 0) ||
			experiments_have_news(experiments, experiment,
				EXPERIMENT_STEEP_DEGREE)))
		result = run_by_steps(experiments, experiment, err);
	if (!result && (!grows || *experiment->note) &&
		is_worth_shrinking(experiment, SHRINK_MIN) &&
		!experiments_have_news(experiments, experiment, 0)) {
		experiments_keep_base(experiments);
		experiment->is_used[0] = true;
		result = run_smaller(experiments, experiment, err);
	}
	if (!result && experiments_have_news(experiments, experiment, 0))
		experiment_find_lines(experiments, experiment, &lines);
	if (!result && lines.count > 0)
		result = check_lines(experiments, experiment, &lines, err);
	if (!result)
		result = experiment_find_recomputed(
			experiments, experiment, &lines, err);
	if (!result) {
		experiments_know(experiments, &lines);
		result = experiment_write(experiments, experiment, &lines, err);
		experiments->done++;
	}
	experiment->line_count = lines.count;
	experiments->line_total += lines.count;
	free(lines.line);
	return result;
}
