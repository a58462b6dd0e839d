/* SPDX-License-Identifier: MIT
 * At which sizes an experiment is run: those that its laws need, as long as they are cheap. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <math.h>

#define WEAK_DEGREE 1.06 /* of the last increments, worth one more size */
/* Work that a run may be in which something grows, or bends a little; or the part of what there
 * is for a program. */
#define SIZES_FOUND	 (32.0 * EXPERIMENT_RUN_WORK)
#define SIZES_WEAK	 (8.0 * EXPERIMENT_RUN_WORK)
#define SIZES_FOUND_PART 8

/* The runs with the largest value and the one before; the same: there is one. */
static void sizes_find_largest(const struct experiments *experiments,
	const struct experiment *experiment, size_t *largest, size_t *second)
{
	const uint64_t *value = experiment->value;

	*largest = *second = 0;
	for (size_t i = 1; i < experiments->counts.run_count; i++) {
		if (value[i] > value[*largest]) {
			*second = *largest;
			*largest = i;
		} else if (*second == *largest || value[i] > value[*second]) {
			*second = i;
		}
	}
}

static double sizes_value(const struct experiment *experiment, uint64_t factor)
{
	return fmax((double)experiment->value[0], EXPERIMENT_START_MIN) *
	       (double)factor;
}

/* What a run FACTOR times as large as the test may take, by those that there are: time
 * grows as from the second largest to the largest of them. */
static double guess_seconds(const struct experiments *experiments,
	const struct experiment *experiment, uint64_t factor)
{
	const struct count_run *run = experiments->counts.run;
	double value = sizes_value(experiment, factor);
	size_t largest, second;

	sizes_find_largest(experiments, experiment, &largest, &second);
	if (largest == second || value <= (double)experiment->value[largest])
		return run[largest].seconds;
	double grows = log(run[largest].seconds / run[second].seconds) /
		       log((double)experiment->value[largest] /
			       (double)experiment->value[second]);
	return run[largest].seconds *
	       pow(value / (double)experiment->value[largest],
		       grows > 0 ? grows : 0);
}

/* The same in work, which is the same on any machine, and grows as the data at least. */
static double guess_work(const struct experiments *experiments,
	const struct experiment *experiment, uint64_t factor)
{
	const struct count_run *run = experiments->counts.run;
	size_t largest, second;
	double times, step, start = (double)run[0].work, more, before;

	sizes_find_largest(experiments, experiment, &largest, &second);
	times = sizes_value(experiment, factor) /
		(double)experiment->value[largest];
	step = (double)experiment->value[largest] /
	       (double)experiment->value[second];
	more = (double)run[largest].work - start;
	before = (double)run[second].work - start;
	if (largest == second || times <= 1 || more <= 0)
		return (double)run[largest].work;
	return start +
	       more * pow(times, before > 0 && more > before * step
					 ? log(more / before) / log(step)
					 : 1);
}

bool experiments_have_end(const struct experiments *experiments)
{
	return experiments->screen_work < EXPERIMENT_ENDLESS;
}

/* Whether a run FACTOR times as large is no more than MOST work, or nobody counts that. */
static bool sizes_are_worth(const struct experiments *experiments,
	const struct experiment *experiment, uint64_t factor, double most)
{
	return !experiments_have_end(experiments) ||
	       guess_work(experiments, experiment, factor) < most;
}

static bool sizes_are_dear(const struct experiments *experiments,
	const struct experiment *experiment, uint64_t factor)
{
	return guess_seconds(experiments, experiment, factor) >=
		       experiments->limits.seconds ||
	       (experiments_have_end(experiments) &&
		       guess_work(experiments, experiment, factor) >
			       EXPERIMENT_DEAR_WORK);
}

/* Whether a line bends upwards, but too little: what each call of a library costs may hide
 * the rest of its work, at these sizes. */
static bool is_weak(
	struct experiments *experiments, const struct experiment *experiment)
{
	return !experiments_have_news(experiments, experiment, 0) &&
	       experiments_have_news(experiments, experiment, WEAK_DEGREE);
}

/* A run FACTOR times as large; if it does not end by itself, *END becomes FACTOR. */
static int sizes_run_first(struct experiments *experiments,
	struct experiment *experiment, uint64_t factor, uint64_t *end,
	struct error *err)
{
	bool goes_on;
	int result = experiment_run_screen(
		experiments, experiment, factor, &goes_on, err);

	if (!goes_on)
		*end = factor;
	return result;
}

/* The test as it is and 4 and 16 times as large; where that is dear, or ends the program, twice,
 * which shows as well whether anything bends. *END: the factor that did; else UINT64_MAX. */
static int run_first_sizes(struct experiments *experiments,
	struct experiment *experiment, uint64_t *end, struct error *err)
{
	static const uint64_t first[] = {1, 4, 16};
	bool is_large = false;
	int result = 0;

	*end = UINT64_MAX;
	for (size_t i = experiment->is_used[0];
		!result && *end == UINT64_MAX && i < 3; i++) {
		if (first[i] == 16 &&
			sizes_are_dear(experiments, experiment, 16))
			break;
		is_large = first[i] == 16;
		result = sizes_run_first(
			experiments, experiment, first[i], end, err);
	}
	if (result || (is_large && *end > 16))
		return result;
	for (uint64_t i = 2; !result && i <= (*end == 4 ? 3 : 2) && i < *end;
		i++)
		result = sizes_run_first(experiments, experiment, i, end, err);
	if (experiments_have_news(
		    experiments, experiment, EXPERIMENT_STEEP_DEGREE))
		experiment->is_too_long = true;
	return result;
}

/* Larger ones, as long as something bends a little. */
static int run_weak_sizes(struct experiments *experiments,
	struct experiment *experiment, struct error *err)
{
	static const uint64_t weak[] = {16, 64, 256};
	bool goes_on = true;
	int result = 0;

	for (size_t i = 0;
		!result && goes_on && i < 3 && is_weak(experiments, experiment);
		i++)
		if (!experiment_has_run(experiments, experiment, weak[i]) &&
			guess_seconds(experiments, experiment, weak[i]) <
				EXPERIMENT_SCREEN_SECONDS &&
			sizes_are_worth(
				experiments, experiment, weak[i], SIZES_WEAK))
			result = experiment_run_scaled(experiments, experiment,
				1, weak[i], &goes_on, err);
	return result;
}

/* Whether a size between others is wanted: where work has an end, six times instead of eight, and
 * a cheap one last, as that is done again; and where few are small enough for a law. */
static bool sizes_are_few(const struct experiments *experiments,
	const struct experiment *experiment, uint64_t factor, uint64_t end)
{
	if (end <= 16)
		return true;
	return experiments_have_end(experiments)
		       ? factor != 6 ||
				 !experiment_has_run(experiments, experiment, 8)
		       : !experiment_has_run(experiments, experiment, 16);
}

/* Whether a run FACTOR times as large is not beyond what ends the program, nor too dear. */
static bool sizes_can_run(const struct experiments *experiments,
	const struct experiment *experiment, uint64_t factor, uint64_t end)
{
	double most = fmax(SIZES_FOUND,
		(double)experiments->screen_work / SIZES_FOUND_PART);

	return factor < end &&
	       !experiment_has_run(experiments, experiment, factor) &&
	       guess_seconds(experiments, experiment, factor) <
		       (factor < 16 ? experiments->limits.seconds
				    : EXPERIMENT_WORTH_SECONDS) &&
	       sizes_are_worth(experiments, experiment, factor, most);
}

int experiment_run_sizes(struct experiments *experiments,
	struct experiment *experiment, struct error *err)
{
	static const uint64_t more[] = {2, 8, 16, 32, 64}, between[] = {6, 3};
	uint64_t end;
	bool goes_on = true;
	int result = run_first_sizes(experiments, experiment, &end, err);

	if (!result && end == UINT64_MAX)
		result = run_weak_sizes(experiments, experiment, err);
	if (result || !experiments_have_news(experiments, experiment, 0))
		return result;
	for (size_t i = 0; !result && i < sizeof more / sizeof *more; i++) {
		if (!sizes_can_run(experiments, experiment, more[i], end))
			continue;
		result = experiment_run_scaled(
			experiments, experiment, 1, more[i], &goes_on, err);
		if (!goes_on)
			end = more[i];
	}
	for (size_t i = 0; !result && i < sizeof between / sizeof *between; i++)
		if (sizes_can_run(experiments, experiment, between[i], end) &&
			sizes_are_few(experiments, experiment, between[i], end))
			result = experiment_run_scaled(experiments, experiment,
				1, between[i], &goes_on, err);
	return result;
}
