/* SPDX-License-Identifier: MIT
 * What tests alone tell of how a finding grows. */
#include "config.h"

#include "fuzz-perf/prove/points.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

#define COUNT_MAX  (UINT64_C(1) << 53) /* that a double tells from the next */
#define POINTS_MAX 100000
#define APART	   1.4 /* of the sizes that models are fitted to */

/* ---- reading ---- */

static int compare_runs(const void *left, const void *right)
{
	const struct points_run *a = left, *b = right;

	return a->value < b->value ? -1 : a->value > b->value;
}

static int compare_calls(const void *left, const void *right)
{
	const struct points_call *a = left, *b = right;

	if (a->cells != b->cells)
		return a->cells < b->cells ? -1 : 1;
	return a->reads < b->reads ? -1 : a->reads > b->reads;
}

static void read_runs(struct points *points, const struct json_at *top)
{
	struct json_at list = json_at_member(top, "runs", JSON_KIND_ARRAY);
	size_t count = json_at_length(&list);

	if (count > POINTS_MAX) {
		json_at_fail(top, "runs", "are too many");
		return;
	}
	points->run = memory_alloc_zero(count + 1, sizeof *points->run);
	for (size_t i = 0; i < count && !top->reader->failed; i++) {
		struct json_at at = json_at_element(&list, i, JSON_KIND_OBJECT);
		points->run[i] = (struct points_run){
			.value = json_get_count(&at, "value", COUNT_MAX),
			.reads = json_get_count(&at, "reads", COUNT_MAX),
			.cells = json_get_count(&at, "cells", COUNT_MAX),
			.calls = json_get_count(&at, "calls", COUNT_MAX),
			.is_truncated = json_get_bool(&at, "truncated")};
		points->run_count = i + 1;
	}
	qsort(points->run, points->run_count, sizeof *points->run,
		compare_runs);
	for (size_t i = 1; i < points->run_count; i++)
		if (points->run[i].value == points->run[i - 1].value)
			json_at_fail(top, "runs", "have one value twice");
}

/* Of calls with as many cells the dearest is kept. */
static void join_calls(struct points *points)
{
	size_t kept = 0;

	qsort(points->call, points->call_count, sizeof *points->call,
		compare_calls);
	for (size_t i = 0; i < points->call_count; i++) {
		const struct points_call *call = &points->call[i];
		if (kept && points->call[kept - 1].cells == call->cells) {
			points->has_noise |=
				points->call[kept - 1].reads != call->reads;
			kept--;
		}
		points->call[kept++] = *call;
	}
	points->call_count = kept;
}

static void read_calls(struct points *points, const struct json_at *top)
{
	struct json_at list = json_at_member(top, "calls", JSON_KIND_ARRAY);
	size_t count = json_at_length(&list);

	if (count > POINTS_MAX) {
		json_at_fail(top, "calls", "are too many");
		return;
	}
	points->call = memory_alloc_zero(count + 1, sizeof *points->call);
	for (size_t i = 0; i < count && !top->reader->failed; i++) {
		struct json_at at = json_at_element(&list, i, JSON_KIND_OBJECT);
		points->call[i] = (struct points_call){
			.cells = json_get_count(&at, "cells", COUNT_MAX),
			.reads = json_get_count(&at, "reads", COUNT_MAX)};
		points->call_count = i + 1;
	}
	join_calls(points);
}

static void read_command(struct points *points, const struct json_at *top)
{
	struct json_at list = json_at_member(top, "command", JSON_KIND_ARRAY);
	size_t count = json_at_length(&list);

	points->command = memory_alloc_zero(count + 1, sizeof(char *));
	for (size_t i = 0; i < count && !top->reader->failed; i++)
		points->command[points->command_count++] =
			json_get_element_text(&list, i);
}

static void read_all(struct points *points, const struct json_at *top)
{
	const char *schema = json_get_text(top, "schema");

	if (!top->reader->failed && strcmp(schema, POINTS_SCHEMA) != 0)
		json_at_fail(top, "schema", "is \"%.40s\", not \"%s\"", schema,
			POINTS_SCHEMA);
	points->finding = json_get_text(top, "finding");
	points->function = json_get_text_or_null(top, "function");
	points->file = json_get_text_or_null(top, "file");
	points->argument = json_get_text_or_null(top, "argument");
	points->line = (unsigned)json_get_count(top, "line", UINT32_MAX);
	points->is_partial = json_get_bool(top, "partial");
	read_command(points, top);
	read_runs(points, top);
	read_calls(points, top);
}

int points_read(struct points *points, const char *path, struct error *err)
{
	struct json_reader reader = {.err = err};

	*points = (struct points){.json = json_read_file(path, err)};
	if (!points->json)
		return -1;
	struct json_at top =
		json_at_top(&reader, points->json, JSON_KIND_OBJECT);
	if (!reader.failed)
		read_all(points, &top);
	if (!reader.failed)
		return 0;
	error_add_context(err, "%s", path);
	return -1;
}

void points_release(struct points *points)
{
	free(points->command);
	free(points->run);
	free(points->call);
	json_free(points->json);
	*points = (struct points){0};
}

/* ---- judging ---- */

static void add(struct law_series *series, double k, double count)
{
	if (series->points == LAW_POINTS)
		return;
	series->k[series->points] = k;
	series->count[series->points++] = count;
}

/* From the largest down: each the largest that is APART from the one before. */
static void choose_apart(
	const struct law_series *all, struct law_series *chosen)
{
	size_t index[LAW_POINTS], count = 0;

	for (size_t i = all->points; i-- > 0;)
		if (!count || all->k[i] * APART <= all->k[index[count - 1]])
			index[count++] = i;
	while (count-- > 0)
		add(chosen, all->k[index[count]], all->count[index[count]]);
}

static bool is_equally_spaced(const struct law_series *series)
{
	for (size_t i = 2; i < series->points; i++)
		if (series->k[i] - series->k[i - 1] !=
			series->k[1] - series->k[0])
			return false;
	return series->points > 2;
}

static void find_law(struct law_curve *curve, struct law *law)
{
	choose_apart(&curve->given, &curve->doubled);
	if (is_equally_spaced(&curve->given))
		curve->equal = curve->given;
	*law = (struct law){.rival = LAW_CLASSES};
	if (curve->given.points > 0)
		law_find(curve, law);
}

static void judge_runs(const struct points *points, struct law *law)
{
	struct law_curve curve = {0};

	for (size_t i = 0; i < points->run_count; i++)
		if (!points->run[i].is_truncated && points->run[i].value > 0)
			add(&curve.given, (double)points->run[i].value,
				(double)points->run[i].reads);
	find_law(&curve, law);
}

/* Of many sizes, LAW_POINTS from the first to the last. */
static void judge_calls(const struct points *points, struct law *law)
{
	struct law_curve curve = {
		.is_noisy = points->has_noise, .is_irregular = true};
	size_t count = points->call_count;
	size_t kept = count < LAW_POINTS ? count : LAW_POINTS;

	for (size_t i = 0; i < kept; i++) {
		size_t at = kept > 1 ? i * (count - 1) / (kept - 1) : 0;
		add(&curve.given, (double)points->call[at].cells,
			(double)points->call[at].reads);
	}
	find_law(&curve, law);
}

void points_judge(const struct points *points, struct points_result *result)
{
	struct law *argument = &result->by_argument, *cells = &result->by_cells;

	*result = (struct points_result){0};
	judge_runs(points, argument);
	judge_calls(points, cells);
	result->is_more_data = law_is_steep(argument) &&
			       cells->verdict == PROOF_GROWS &&
			       !law_is_steep(cells);
	result->is_by_cells =
		cells->verdict != PROOF_NOT_SHOWN &&
		(argument->verdict == PROOF_NOT_SHOWN || result->is_more_data ||
			(law_is_steep(cells) && !law_is_steep(argument)));
	/* Nothing is shown: say it of what there is most of. */
	if (argument->verdict == PROOF_NOT_SHOWN && !result->is_by_cells)
		result->is_by_cells = !points->run_count;
}

const struct law *points_law(const struct points_result *result)
{
	return result->is_by_cells ? &result->by_cells : &result->by_argument;
}
