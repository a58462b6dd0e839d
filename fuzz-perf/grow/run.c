/* SPDX-License-Identifier: MIT
 * Runs of an experiment: what is set for one, and what it may take. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/error.h"

#define SCREEN_MAX   4.0 /* of any, unless the test itself takes long */
#define SCREEN_TIMES 4	 /* the same, in times that the test takes */
#define LOOK_FACTOR  4	 /* of a run that shows whether a knob matters */
#define STEP	     2
/* Of a run that nobody counts: counting takes some twenty times as long. */
#define REHEARSE_SECONDS 0.02
#define REHEARSE_TIMES	 8 /* that the test is shorter than when it is counted */
#define REHEARSE_FASTER	 20

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

/* Whether A and B end the same loop, in two places: both compare one counter with one bound. */
static bool run_is_same_loop(
	const struct grow_knob *a, const struct grow_knob *b)
{
	return b->kind == GROW_LOOP && a->function == b->function &&
	       a->base == b->base && a->is.kind == DECODE_COMPARE &&
	       b->is.kind == DECODE_COMPARE &&
	       a->is.is_memory == b->is.is_memory &&
	       a->is.destination == b->is.destination &&
	       a->is.displacement == b->is.displacement && a->top <= b->back &&
	       b->top <= a->back;
}

/* The code of the loop of KNOB, from *FIRST to *LAST. */
static void run_find_loop(const struct grow_knobs *knobs,
	const struct grow_knob *knob, uint64_t *first, uint64_t *last)
{
	*first = *last = knob->back;
	for (size_t i = 0; i < knobs->count; i++) {
		const struct grow_knob *other = &knobs->knob[i];
		if (other == knob || !run_is_same_loop(knob, other))
			continue;
		*first = other->top < *first ? other->top : *first;
		*last = other->back > *last ? other->back : *last;
	}
	*first = grow_code_offset(&knobs->code, *first);
	*last = grow_code_offset(&knobs->code, *last);
}

uint64_t experiments_rounds(const struct experiments *experiments,
	const struct grow_knob *knob, size_t run)
{
	const struct counts *counts = &experiments->counts;
	const struct grow_code *code = &experiments->knobs->code;
	uint32_t program = counts_object(counts, code->path);
	uint64_t first, last, rounds = 0;

	run_find_loop(experiments->knobs, knob, &first, &last);
	for (const struct count_edge *edge = counts_to(
		     counts, program, grow_code_offset(code, knob->top));
		edge; edge = edge->next_to)
		if (edge->from_object == 0 ||
			(edge->from_object == program && edge->from >= first &&
				edge->from <= last))
			rounds += edge->count[run];
	return rounds;
}

double experiment_measure(const struct experiments *experiments,
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

static uint64_t run_start(const struct grow_knob *knob)
{
	return knob->base > EXPERIMENT_START_MIN ? knob->base
						 : EXPERIMENT_START_MIN;
}

void experiment_set_again(struct experiment *experiment, size_t run)
{
	const struct grow_knob *first = experiment->choice[0].knob;

	for (size_t i = 0; i < experiment->choice_count; i++) {
		struct grow_choice *choice = &experiment->choice[i];
		uint64_t start = run_start(choice->knob);
		choice->value = experiment->value[run];
		if (run_start(first) != start)
			choice->value =
				choice->value * start / run_start(first);
		if (choice->value > choice->knob->max)
			choice->value = choice->knob->max;
	}
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

	experiment_set_again(experiment, last);
	experiments->limits.arguments = arguments;
	result = experiment_run_apart(experiments, experiment, run, err);
	experiments->limits.arguments = NULL;
	return result;
}

static uint64_t run_scale(
	const struct grow_knob *knob, uint64_t from, uint64_t to)
{
	uint64_t start = to < from ? knob->base : run_start(knob);
	uint64_t value = start * to / from;

	value = value < knob->max ? value : knob->max;
	return value > knob->min ? value : knob->min;
}

bool experiment_has_run(const struct experiments *experiments,
	const struct experiment *experiment, uint64_t factor)
{
	uint64_t value = run_scale(experiment->choice[0].knob, 1, factor);

	for (size_t i = 0; i < experiments->counts.run_count; i++)
		if (experiment->value[i] == value)
			return true;
	return false;
}

static void run_set_choices(
	struct experiment *experiment, uint64_t from, uint64_t to)
{
	for (size_t i = 0; i < experiment->choice_count; i++)
		experiment->choice[i].value =
			run_scale(experiment->choice[i].knob, from, to);
}

/* Runs it natively as it is set, for SECONDS at most. */
static int run_natively(struct experiments *experiments,
	struct experiment *experiment, double seconds,
	enum count_outcome *outcome, struct error *err)
{
	struct count_limits limits = experiments->limits;
	struct count_run run = {0};
	int result;

	experiments->limits.is_native = true;
	experiments->limits.seconds = seconds;
	result = experiment_run_apart(experiments, experiment, &run, err);
	experiments->limits = limits;
	*outcome = run.outcome;
	return result;
}

/* Runs it as it is set within SECONDS. What is likely to take longer, as others did, is not counted
 * if it does so natively. */
static int run_within(struct experiments *experiments,
	struct experiment *experiment, double seconds, struct error *err)
{
	struct counts *counts = &experiments->counts;
	double limit = experiments->limits.seconds;
	enum count_outcome outcome = COUNT_ENDED;
	int result = 0;

	if (experiments->is_slow || experiment->is_too_long)
		result = run_natively(experiments, experiment,
			seconds / REHEARSE_FASTER, &outcome, err);
	if (!result && outcome == COUNT_TOO_LONG) {
		experiment->is_used[counts->run_count] = false;
		counts->run[counts->run_count++] =
			(struct count_run){.outcome = outcome};
		experiments->run_total++;
		return 0;
	}
	experiments->limits.seconds = seconds;
	if (!result)
		result = experiment_run(experiments, experiment, err);
	experiments->limits.seconds = limit;
	return result;
}

/* Runs EXPERIMENT as it is set within SECONDS. *GOES_ON: it ended by itself. */
static int run_choices(struct experiments *experiments,
	struct experiment *experiment, double seconds, bool *goes_on,
	struct error *err)
{
	size_t run = experiments->counts.run_count;

	*goes_on = false;
	if (run == COUNT_RUNS_MAX || experiments_are_over(experiments))
		return 0;
	if (run_within(experiments, experiment, seconds, err))
		return -1;
	experiment->value[run] = experiment->choice[0].value;
	experiment->size[run] =
		experiment_measure(experiments, experiment, run);
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

int experiment_run_choices(struct experiments *experiments,
	struct experiment *experiment, bool *goes_on, struct error *err)
{
	return run_choices(experiments, experiment, experiments->limits.seconds,
		goes_on, err);
}

int experiment_run_scaled(struct experiments *experiments,
	struct experiment *experiment, uint64_t from, uint64_t to,
	bool *goes_on, struct error *err)
{
	run_set_choices(experiment, from, to);
	return experiment_run_choices(experiments, experiment, goes_on, err);
}

static void run_set_steps(struct experiment *experiment, uint64_t steps)
{
	for (size_t i = 0; i < experiment->choice_count; i++) {
		struct grow_choice *choice = &experiment->choice[i];
		choice->value = choice->knob->base + steps * STEP;
		if (choice->value > choice->knob->max)
			choice->value = choice->knob->max;
	}
}

int experiment_run_steps(struct experiments *experiments,
	struct experiment *experiment, uint64_t steps, bool *goes_on,
	struct error *err)
{
	run_set_steps(experiment, steps);
	return experiment_run_choices(experiments, experiment, goes_on, err);
}

/* What a run FACTOR times as large as the test may take: what takes much longer than that is
 * not only larger, it doubles with each step. Most of what a small test takes is its start. */
static double run_limit_seconds(
	const struct experiments *experiments, uint64_t factor)
{
	const struct count_run *base = &experiments->counts.run[0];
	double work = (double)base->work;
	double most = SCREEN_TIMES * base->seconds * work /
		      (work + EXPERIMENT_RUN_WORK);
	double least =
		fmin((double)factor * EXPERIMENT_SCREEN_SECONDS, SCREEN_MAX);

	return fmin(experiments->limits.seconds,
		fmax((double)factor * most, least));
}

int experiment_run_look(struct experiments *experiments,
	struct experiment *experiment, struct error *err)
{
	return run_within(experiments, experiment,
		run_limit_seconds(experiments, LOOK_FACTOR), err);
}

int experiment_run_screen(struct experiments *experiments,
	struct experiment *experiment, uint64_t factor, bool *goes_on,
	struct error *err)
{
	run_set_choices(experiment, 1, factor);
	return run_choices(experiments, experiment,
		run_limit_seconds(experiments, factor), goes_on, err);
}

int experiment_rehearse(struct experiments *experiments,
	struct experiment *experiment, uint64_t factor,
	enum count_outcome *outcome, struct error *err)
{
	double seconds =
		fmax(experiments->counts.run[0].seconds / REHEARSE_TIMES,
			REHEARSE_SECONDS);

	if (factor)
		run_set_choices(experiment, 1, factor);
	else
		run_set_steps(experiment, 1);
	if (!experiment->test)
		experiments->work +=
			experiments->counts.run[0].work / REHEARSE_FASTER;
	return run_natively(experiments, experiment, seconds, outcome, err);
}
