/* SPDX-License-Identifier: MIT
 * Plans experiments with a test and does them, the cheap sizes first. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/error.h"

#define START_MIN                                                              \
	8 /* smaller sizes say little: tables of ten entries are one */
#define WORTH_SECONDS  3.0 /* of a run beyond the first sizes */
#define SCREEN_SECONDS 0.5 /* of a first run, for each time that it is larger */
#define SCREEN_MAX     4.0 /* of any, unless the test itself takes long */
#define SCREEN_TIMES   4   /* the same, in times that the test takes */
#define LOOK_FACTOR    4   /* of a run that shows whether a knob matters */
#define STEPS_MAX      8   /* of a knob that is made larger by STEP */
#define STEPS_LEAST    4   /* before it is given up */
#define STEP	       2
#define WEAK_DEGREE    1.06 /* of the last increments, worth one more size */
/* Of a run that nobody counts: counting takes some twenty times as long. */
#define REHEARSE_SECONDS 0.02
#define REHEARSE_TIMES	 8 /* that the test is shorter than when it is counted */
#define SHRINK_MIN	 8 /* a bound that can be made smaller instead */

bool experiments_are_over(const struct experiments *experiments)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
		       (double)(usage.ru_utime.tv_usec +
				usage.ru_stime.tv_usec) *
			       1e-6 +
		       count_servers_spent(&experiments->servers) >
	       experiments->end;
}

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

void experiments_keep_base(struct experiments *experiments)
{
	struct counts *counts = &experiments->counts;

	for (size_t i = 0; i < counts->edge_count; i++)
		memset(counts->edge[i]->count + 1, 0,
			sizeof counts->edge[i]->count -
				sizeof counts->edge[i]->count[0]);
	if (counts->run_count > 1)
		counts->run_count = 1;
}

/*--- what was made ---*/

uint64_t experiments_rounds(const struct experiments *experiments,
	const struct grow_knob *knob, size_t run)
{
	const struct counts *counts = &experiments->counts;
	const struct grow_code *code = &experiments->knobs->code;
	uint32_t program = counts_object(counts, code->path);
	uint64_t rounds = 0;

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		if (edge->to_object != program || edge->count[run] == 0 ||
			grow_code_address(code, edge->to) != knob->top)
			continue;
		if (edge->from_object == 0 ||
			(edge->from_object == program &&
				grow_code_address(code, edge->from) ==
					knob->back))
			rounds += edge->count[run];
	}
	return rounds;
}

static double measure_size(const struct experiments *experiments,
	const struct experiment *experiment, size_t run)
{
	double size = 0, most = 0;

	for (size_t i = 0; i < experiment->choice_count; i++) {
		const struct grow_knob *knob = experiment->choice[i].knob;
		size = knob->kind == GROW_LOOP ? (double)experiments_rounds(
							 experiments, knob, run)
					       : (double)experiment->value[run];
		most = size > most ? size : most;
	}
	return most;
}

/*--- runs ---*/

const char *experiment_outcome_name(const struct count_run *run)
{
	return run->outcome == COUNT_DIED ? strsignal(run->code)
					  : "it takes too long";
}

int experiment_run(struct experiments *experiments,
	struct experiment *experiment, struct error *err)
{
	const struct grow_setting setting = {
		experiment->choice, experiment->choice_count, experiment->test};
	struct counts *counts = &experiments->counts;
	struct arguments words = {0};
	char *settings = memory_format("%s/settings", experiments->directory);
	char *status = memory_format("%s/status", experiments->directory);
	char *input;
	size_t run = counts->run_count;
	int result = grow_setting_write(
		experiments->knobs, &setting, experiments->directory, err);

	unlink(status);
	grow_setting_command(
		experiments->knobs, &setting, experiments->directory, &words);
	experiments->limits.input = input = grow_setting_input_dup(
		experiments->knobs, &setting, experiments->directory);
	if (!result)
		result = counts_run(counts, words.word, settings,
			experiments->directory, &experiments->limits, err);
	if (!result)
		experiments->work +=
			experiments->limits.is_native
				? EXPERIMENT_NATIVE_WORK
				: EXPERIMENT_RUN_WORK + counts->run[run].work;
	if (!result && !experiment->is_run_again) {
		experiment->is_used[run] =
			counts->run[run].outcome <= COUNT_FAILED;
		experiments->run_total++;
	}
	experiments->limits.input = NULL;
	arguments_release(&words);
	free(input);
	free(settings);
	free(status);
	return result;
}

/* Runs it as it is set, and fills RUN only. */
static int experiment_run_apart(struct experiments *experiments,
	struct experiment *experiment, struct count_run *run, struct error *err)
{
	struct counts kept = experiments->counts;
	int result;

	counts_init(&experiments->counts);
	experiment->is_run_again = true;
	result = experiment_run(experiments, experiment, err);
	experiment->is_run_again = false;
	*run = experiments->counts.run[0];
	counts_release(&experiments->counts);
	experiments->counts = kept;
	return result;
}

int experiment_run_again(struct experiments *experiments,
	struct experiment *experiment, size_t last, const char *arguments,
	struct count_run *run, struct error *err)
{
	int result;

	for (size_t i = 0; i < experiment->choice_count; i++)
		experiment->choice[i].value = experiment->value[last];
	experiments->limits.arguments = arguments;
	result = experiment_run_apart(experiments, experiment, run, err);
	experiments->limits.arguments = NULL;
	return result;
}

static void set_choices(
	struct experiment *experiment, uint64_t from, uint64_t to)
{
	for (size_t i = 0; i < experiment->choice_count; i++) {
		struct grow_choice *choice = &experiment->choice[i];
		uint64_t start = choice->knob->base > START_MIN || to < from
					 ? choice->knob->base
					 : START_MIN;
		choice->value = start * to / from;
		if (choice->value > choice->knob->max)
			choice->value = choice->knob->max;
		if (choice->value < choice->knob->min)
			choice->value = choice->knob->min;
	}
}

/* Runs it with its knobs as they are set. *GOES_ON: it ended by itself. */
static int run_choices(struct experiments *experiments,
	struct experiment *experiment, bool *goes_on, struct error *err)
{
	size_t run = experiments->counts.run_count;

	*goes_on = false;
	if (run == COUNT_RUNS_MAX || experiments_are_over(experiments))
		return 0;
	if (experiment_run(experiments, experiment, err))
		return -1;
	experiment->value[run] = experiment->choice[0].value;
	experiment->size[run] = measure_size(experiments, experiment, run);
	*goes_on = experiment->is_used[run];
	experiment->is_too_long |=
		experiments->counts.run[run].outcome == COUNT_TOO_LONG;
	if (!*goes_on && !*experiment->note) {
		char *where = grow_died_dup(
			experiments->knobs, experiments->directory);
		snprintf(experiment->note, sizeof experiment->note,
			"ends at %llu: %s%s",
			(unsigned long long)experiment->value[run],
			experiment_outcome_name(&experiments->counts.run[run]),
			where);
		free(where);
	}
	return 0;
}

int experiment_run_scaled(struct experiments *experiments,
	struct experiment *experiment, uint64_t from, uint64_t to,
	bool *goes_on, struct error *err)
{
	set_choices(experiment, from, to);
	return run_choices(experiments, experiment, goes_on, err);
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

static void set_steps(struct experiment *experiment, uint64_t steps)
{
	for (size_t i = 0; i < experiment->choice_count; i++) {
		struct grow_choice *choice = &experiment->choice[i];
		choice->value = choice->knob->base + steps * STEP;
		if (choice->value > choice->knob->max)
			choice->value = choice->knob->max;
	}
}

/* With all knobs a little larger, again and again, as what doubles with each step can
 * only be. */
static int experiment_run_steps(struct experiments *experiments,
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
		guess_next_seconds(counts) < WORTH_SECONDS &&
		(i <= STEPS_LEAST ||
			experiments_have_news(experiments, experiment, 0));
		i++) {
		set_steps(experiment, i);
		result = run_choices(experiments, experiment, &goes_on, err);
	}
	return result;
}

/* What a run FACTOR times as large as the test may take, by those that there are: time
 * grows as from the second largest to the largest of them. */
static double guess_seconds(const struct experiments *experiments,
	const struct experiment *experiment, uint64_t factor)
{
	const struct counts *counts = &experiments->counts;
	double value =
		fmax((double)experiment->value[0], START_MIN) * (double)factor;
	size_t largest = 0, second = 0;

	for (size_t i = 1; i < counts->run_count; i++) {
		if (experiment->value[i] > experiment->value[largest]) {
			second = largest;
			largest = i;
		} else if (second == largest ||
			   experiment->value[i] > experiment->value[second]) {
			second = i;
		}
	}
	if (largest == second || value <= (double)experiment->value[largest])
		return counts->run[largest].seconds;
	double grows = log(counts->run[largest].seconds /
			       counts->run[second].seconds) /
		       log((double)experiment->value[largest] /
			       (double)experiment->value[second]);
	return counts->run[largest].seconds *
	       pow(value / (double)experiment->value[largest],
		       grows > 0 ? grows : 0);
}

/* What a run FACTOR times as large as the test may take: what takes much longer than that is
 * not only larger, it doubles with each step. */
static double limit_seconds(
	const struct experiments *experiments, uint64_t factor)
{
	double most = SCREEN_TIMES * experiments->counts.run[0].seconds;
	double least = fmin((double)factor * SCREEN_SECONDS, SCREEN_MAX);

	return fmin(experiments->limits.seconds,
		fmax((double)factor * most, least));
}

int experiment_run_look(struct experiments *experiments,
	struct experiment *experiment, struct error *err)
{
	double limit = experiments->limits.seconds;
	int result;

	experiments->limits.seconds = limit_seconds(experiments, LOOK_FACTOR);
	result = experiment_run(experiments, experiment, err);
	experiments->limits.seconds = limit;
	return result;
}

int experiment_run_screen(struct experiments *experiments,
	struct experiment *experiment, uint64_t factor, bool *goes_on,
	struct error *err)
{
	double limit = experiments->limits.seconds;
	int result;

	experiments->limits.seconds = limit_seconds(experiments, factor);
	result = experiment_run_scaled(
		experiments, experiment, 1, factor, goes_on, err);
	experiments->limits.seconds = limit;
	return result;
}

int experiment_rehearse(struct experiments *experiments,
	struct experiment *experiment, uint64_t factor,
	enum count_outcome *outcome, struct error *err)
{
	struct count_limits limits = experiments->limits;
	struct count_run run = {0};
	int result;

	experiments->limits.is_native = true;
	experiments->limits.seconds =
		fmax(experiments->counts.run[0].seconds / REHEARSE_TIMES,
			REHEARSE_SECONDS);
	if (factor)
		set_choices(experiment, 1, factor);
	else
		set_steps(experiment, 1);
	result = experiment_run_apart(experiments, experiment, &run, err);
	experiments->limits = limits;
	*outcome = run.outcome;
	return result;
}

/* Whether a line bends upwards, but too little: what each call of a library costs may hide
 * the rest of its work, at these sizes. */
static bool is_weak(
	struct experiments *experiments, const struct experiment *experiment)
{
	return !experiments_have_news(experiments, experiment, 0) &&
	       experiments_have_news(experiments, experiment, WEAK_DEGREE);
}

/* The test as it is and 4 and 16 times as large; then, if something bends, sizes between
 * and beyond, as long as they are cheap. */
static int run_sizes(struct experiments *experiments,
	struct experiment *experiment, struct error *err)
{
	static const uint64_t screen[] = {1, 4, 16}, more[] = {2, 8, 32, 64},
			      weak[] = {64, 256};
	bool goes_on = true;
	int result = 0;

	for (size_t i = experiment->is_used[0]; !result && goes_on && i < 3;
		i++)
		if (guess_seconds(experiments, experiment, screen[i]) >=
			experiments->limits.seconds)
			experiment->is_too_long = true;
		else
			result = experiment_run_screen(experiments, experiment,
				screen[i], &goes_on, err);
	for (size_t i = 0;
		!result && goes_on && i < 2 && is_weak(experiments, experiment);
		i++)
		if (guess_seconds(experiments, experiment, weak[i]) <
			SCREEN_SECONDS)
			result = experiment_run_scaled(experiments, experiment,
				1, weak[i], &goes_on, err);
	if (result || !experiments_have_news(experiments, experiment, 0))
		return result;
	for (size_t i = 0; !result && i < sizeof more / sizeof more[0]; i++)
		if (guess_seconds(experiments, experiment, more[i]) <
			(i < 2 ? experiments->limits.seconds : WORTH_SECONDS))
			result = experiment_run_scaled(experiments, experiment,
				1, more[i], &goes_on, err);
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

static bool is_worth_shrinking(const struct experiment *experiment)
{
	for (size_t i = 0; i < experiment->choice_count; i++)
		if (experiment->choice[i].knob->base < SHRINK_MIN)
			return false;
	return true;
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
	result = run_choices(experiments, experiment, &goes_on, err);
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

	for (size_t i = 0; i < experiment->choice_count; i++) {
		struct grow_choice *choice = &experiment->choice[i];
		counts_up |= choice->knob->kind == GROW_CALLS &&
			     choice->knob->integers;
		choice->value = experiment->value[largest];
		choice->has_last_alone = true;
	}
	if (!counts_up || run == COUNT_RUNS_MAX)
		return 0;
	if (run_choices(experiments, experiment, &goes_on, err))
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
	bool grows = can_grow(experiment) && !experiments->is_smaller;
	int result = 0;

	experiments_keep_base(experiments);
	experiment->value[0] = experiment->choice[0].knob->base;
	experiment->size[0] = measure_size(experiments, experiment, 0);
	experiment->is_used[0] = experiment->value[0] >= START_MIN;
	if (grows)
		result = run_sizes(experiments, experiment, err);
	if (!result && experiment->is_too_long &&
		!experiments_have_news(experiments, experiment, 0))
		result = experiment_run_steps(experiments, experiment, err);
	if (!result && (!grows || *experiment->note) &&
		is_worth_shrinking(experiment) &&
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
	free(lines.line);
	return result;
}
