/* SPDX-License-Identifier: MIT
 * Which of the functions that grow work out again what they have worked out before: one
 * run more counts calls with equal arguments. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"

#define RECOMPUTED_MAX	     3 /* functions of an experiment that are looked at */
#define RECOMPUTED_COUNT_MAX (1 << 20) /* executions of the line in that run */

/* "48:1a30:/path" for the tool; NULL: an argument is in no register of its own. Free it. */
static char *recomputed_describe_dup(
	const struct grow_code *code, const struct grow_function *function)
{
	char widths[sizeof function->width + 1] = "";

	if (function->parameters == 0 ||
		function->parameters > sizeof function->width ||
		function->returns_large)
		return NULL;
	for (size_t i = 0; i < function->parameters; i++) {
		if (!function->width[i])
			return NULL;
		widths[i] = (char)('0' + function->width[i]);
	}
	return memory_format("%s:%" PRIx64 ":%s", widths,
		grow_code_offset(code, function->start), code->path);
}

/* The first of LINES of each function that calls itself. */
static bool recomputed_is_chosen(const struct grown_lines *lines, size_t i)
{
	const struct grown_line *line = &lines->line[i];

	if (line->is_test_code || line->output.what || !line->function ||
		!line->is_recursive)
		return false;
	for (size_t j = 0; j < i; j++)
		if (lines->line[j].function == line->function)
			return false;
	return true;
}

/* The run in which LINE is executed most often, but not too often to look at each call. */
static size_t recomputed_choose_run(
	const struct experiment *experiment, const struct grown_line *line)
{
	const uint64_t *count = line->edge->count;
	size_t chosen = 0;

	for (size_t i = 1; i < COUNT_RUNS_MAX; i++)
		if (experiment->is_used[i] && count[i] > count[chosen] &&
			count[i] <= RECOMPUTED_COUNT_MAX)
			chosen = i;
	return chosen;
}

static int recomputed_count(struct experiments *experiments,
	struct experiment *experiment, struct grown_lines *lines, size_t i,
	struct error *err)
{
	struct grown_line *line = &lines->line[i];
	char *arguments = recomputed_describe_dup(line->code, line->function);
	struct count_run run = {0};
	int result = arguments
			     ? experiment_run_again(experiments, experiment,
				       recomputed_choose_run(experiment, line),
				       arguments, &run, err)
			     : 0;

	free(arguments);
	for (size_t j = i; j < lines->count; j++)
		if (lines->line[j].function == line->function) {
			lines->line[j].calls = run.argument_calls;
			lines->line[j].repeats = run.argument_repeats;
		}
	return result;
}

int experiment_find_recomputed(struct experiments *experiments,
	struct experiment *experiment, struct grown_lines *lines,
	struct error *err)
{
	size_t count = 0;
	int result = 0;

	for (size_t i = 0;
		!result && i < lines->count && count < RECOMPUTED_MAX; i++) {
		if (!recomputed_is_chosen(lines, i))
			continue;
		count++;
		result = recomputed_count(
			experiments, experiment, lines, i, err);
	}
	return result;
}
