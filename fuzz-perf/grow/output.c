/* SPDX-License-Identifier: MIT
 * What a test produces: work that grows no faster than that is needed. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <math.h>
#include <string.h>

#include "fuzz-perf/grow/agent.h"
#include "lib/words.h"

#define AS_OUTPUT                                                              \
	1.2 /* of work for a byte of output, from one step to the next */
#define RISES	    1.15 /* of output for a byte of data, from one step to the next */
#define STEP_PART   80	/* of all that is produced: less does not matter */
#define ROWS_DEGREE 1.7 /* of results in the data, that are a table */
#define STEP_BYTES  16	/* that a library touches, for an execution */
#define WORK_MAX    64	/* executions for a result */

/* Whether the agent is EDGE's caller: it repeats calls of the test. */
static bool output_is_repeated(
	const struct counts *counts, const struct count_edge *edge)
{
	return edge->from_object &&
	       !strcmp(words_base_name(counts->object[edge->from_object]),
		       GROW_AGENT);
}

/* Calls between the test's code and other code in run RUN: what the test asks for, or, of
 * CALLBACKS, what is handed to functions of it that return nothing. Those that compare
 * return what is wanted of them. */
static uint64_t output_count_calls(
	const struct experiments *experiments, size_t run, bool callbacks)
{
	const struct counts *counts = &experiments->counts;
	const struct grow_code *code = &experiments->knobs->code;
	uint32_t program = counts_object(counts, code->path);
	uint64_t calls = 0;

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		const struct grow_function *from, *to;
		bool is_repeated;
		if (!edge->count[run] || edge->to_object != program ||
			(edge->kind != SNAP_CALL &&
				edge->kind != SNAP_INDIRECT_CALL))
			continue;
		from = edge->from_object == program
			       ? grow_code_find(code,
					 grow_code_address(code, edge->from))
			       : NULL;
		to = grow_code_find(code, grow_code_address(code, edge->to));
		is_repeated = output_is_repeated(counts, edge);
		if (!to || (!from && !is_repeated &&
				   !(callbacks && edge->from_object)))
			continue;
		if (callbacks ? to->is_test_code && to->returns_nothing &&
					!is_repeated &&
					!(from && from->is_test_code)
			      : (is_repeated || from->is_test_code) &&
					!to->is_test_code)
			calls += edge->count[run];
	}
	return calls;
}

/* By how much a cost grows from one size to the next, over the last two of them; 0: there are
 * too few. */
static double output_wide_ratio(const struct law_series *series)
{
	size_t last = series->points - 1;
	const struct growth_point *at = series->point + last;

	return last >= 4 && at[-2].cost > at[-4].cost &&
			       at[0].cost > at[-2].cost
		       ? sqrt((at[0].cost - at[-2].cost) /
				 (at[-2].cost - at[-4].cost))
		       : 0;
}

/* Whether more is produced for a byte of data with each of the last four steps, except one:
 * a buffer that doubles is copied at one step, or at two, and at the others it is not. Steps
 * that add next to nothing do not matter: what was written before is filled again. */
static bool output_rises(const struct law_series *series)
{
	const struct growth_point *point = series->point;
	size_t last = series->points - 1, i = last > 5 ? last - 5 : 0;
	double least = (point[last].cost - point[0].cost) / STEP_PART;
	double before = 0;
	unsigned flat = 0;

	for (; i < last; i++) {
		double slope = (point[i + 1].cost - point[i].cost) /
			       (point[i + 1].size - point[i].size);
		flat += slope < RISES * before &&
			point[i + 1].cost - point[i].cost >= least;
		before = slope;
	}
	return flat <= 1;
}

/* Whether a series of that RATIO bends, although it has no law. */
static bool output_bends(
	const struct law_series *series, double ratio, double *degree)
{
	const struct growth_point *last = series->point + series->points - 1;

	*degree = ratio > 0 ? 2 * log(ratio) / log(last[0].size / last[-2].size)
			    : 0;
	return *degree > EXPERIMENT_BENDS && output_rises(series);
}

/* Whether COST is what it takes to make PRODUCED, which grows faster than the data. What
 * reads a row for each result may take its root more. *DEGREE: of the cost, in what is
 * produced. */
static bool output_explains(const struct experiment *experiment,
	const struct law_series *cost, const uint64_t *produced, size_t runs,
	bool has_rows, double *degree)
{
	struct law_series made;
	struct law law;
	size_t last = cost->points - 1;
	double grows, most, wide;

	experiment_make_series(experiment, produced, runs, &made);
	grows = experiment_last_ratio(&made);
	wide = output_wide_ratio(&made);
	if (!experiment_find_law(&made, &law) &&
		!output_bends(&made, wide, &law.degree))
		return false;
	most = made.point[last].cost - made.point[0].cost;
	*degree = log(experiment_last_ratio(cost)) / log(grows);
	if (has_rows && law.degree > ROWS_DEGREE) {
		grows = pow(grows, 1.5);
		wide = pow(wide, 1.5);
		most = pow(most, 1.5);
	}
	/* Where memory is used again, one step alone may say little. */
	return (experiment_last_ratio(cost) < AS_OUTPUT * grows ||
		       output_wide_ratio(cost) < AS_OUTPUT * wide) &&
	       cost->point[last].cost < WORK_MAX * most;
}

struct grown_output experiment_find_output(
	const struct experiments *experiments,
	const struct experiment *experiment, const struct count_edge *edge)
{
	static const char *const names[] = {"bytes written", "cells filled",
		"calls asked for", "calls of callbacks"};
	enum { WRITTEN, CELLS, ASKED, CALLBACKS, OUTPUTS };
	const struct counts *counts = &experiments->counts;
	size_t again = experiment->again;
	uint64_t produced[OUTPUTS][COUNT_RUNS_MAX];
	struct grown_output output = {.what = NULL};
	struct law_series cost;
	const struct grow_code *code = &experiments->knobs->code;
	bool is_own = edge->from_object == counts_object(counts, code->path);

	for (size_t i = 0; i < counts->run_count; i++) {
		produced[WRITTEN][i] = counts->run[i].written;
		produced[CELLS][i] = counts->run[i].cells;
		produced[ASKED][i] = output_count_calls(experiments, i, false);
		produced[CALLBACKS][i] =
			output_count_calls(experiments, i, true) +
			(is_own ? experiment_count_inlined(experiments, code,
					  grow_code_address(code, edge->from),
					  i)
				: 0);
	}
	/* Memory that is given back may be used again, or not: the more is what was
	 * filled. */
	if (again > 0 && produced[CELLS][again - 1] < produced[CELLS][again])
		produced[CELLS][again - 1] = produced[CELLS][again];
	experiment_make_series(
		experiment, edge->count, counts->run_count, &cost);
	for (size_t i = 0; edge->kind == SNAP_KINDS && i < cost.points; i++)
		cost.point[i].cost /= STEP_BYTES;
	for (size_t i = 0; !output.what && i < OUTPUTS; i++)
		if (output_explains(experiment, &cost, produced[i],
			    counts->run_count, i == CELLS, &output.degree))
			output.what = names[i];
	return output;
}
