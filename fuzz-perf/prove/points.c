/* SPDX-License-Identifier: MIT
 * What tests alone tell of how a finding grows. */
#include "config.h"

#include "fuzz-perf/prove/points.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/rows.h"

#define SCHEMA	   "retread-points-1"
#define COUNT_MAX  (UINT64_C(1) << 53) /* that a double tells from the next */
#define POINTS_MAX 100000
#define LONGER	   2   /* walks, with most repetitions: they grew */
#define APART	   1.4 /* of the sizes that models are fitted to */
#define LARGER	   2   /* what is walked: as in cli/prove/trial.h */
#define UNCHANGED  1.25
#define CHANGED	   1.5

/* ---- reading ---- */

#define COUNT(record, member)                                                  \
	ROW_BETWEEN(#member, record, member, 0, COUNT_MAX, 0, NULL)

static const struct row run_row[] = {
	COUNT(points_run, value),
	COUNT(points_run, reads),
	COUNT(points_run, cells),
	COUNT(points_run, calls),
	ROW_BETWEEN("bytes", points_run, bytes, 0, COUNT_MAX, ROW_LATER, NULL),
	ROW_BETWEEN("walks", points_run, walks, 0, COUNT_MAX, ROW_LATER, NULL),
	ROW_BETWEEN(
		"spread", points_run, spread, 0, COUNT_MAX, ROW_LATER, NULL),
	ROW(points_run, input, ROW_SPARSE, NULL),
	ROW_AS("truncated", points_run, is_truncated, 0, NULL),
	{0},
};
static const struct rows run_rows = {
	.row = run_row, .bytes = sizeof(struct points_run)};

static const struct row call_row[] = {
	COUNT(points_call, cells),
	COUNT(points_call, reads),
	{0},
};
static const struct rows call_rows = {
	.row = call_row, .bytes = sizeof(struct points_call)};

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

static void check_points(const void *record, const struct json_at *at)
{
	const struct points *points = record;

	if (strcmp(points->schema, SCHEMA) != 0)
		json_at_fail(at, "schema", "is \"%.40s\", not \"%s\"",
			points->schema, SCHEMA);
	if (points->run_count > POINTS_MAX || points->call_count > POINTS_MAX)
		json_at_fail(
			at, NULL, "has more than %d runs or calls", POINTS_MAX);
	if (points->run_count > 1)
		qsort(points->run, points->run_count, sizeof *points->run,
			compare_runs);
	for (size_t i = 1; i < points->run_count; i++)
		if (points->run[i].value == points->run[i - 1].value)
			json_at_fail(at, "runs", "have one value twice");
}

static const struct row points_row[] = {
	ROW(points, schema, 0, NULL),
	ROW(points, finding, 0, NULL),
	ROW(points, function, ROW_NULLABLE, NULL),
	ROW(points, file, ROW_NULLABLE, NULL),
	ROW(points, argument, ROW_NULLABLE, NULL),
	ROW(points, line, 0, NULL),
	ROW(points, pattern, ROW_SPARSE, NULL),
	ROW(points, change, ROW_SPARSE, NULL),
	ROW(points, only, ROW_SPARSE, NULL),
	ROW_TEXTS("knobs", points, knob, knob_count, ROW_LATER, NULL),
	ROW_TEXTS("knob_places", points, knob_place, knob_place_count,
		ROW_LATER, NULL),
	ROW_BETWEEN("native_value", points, native_value, 0, COUNT_MAX,
		ROW_SPARSE, NULL),
	ROW(points, native_seconds, ROW_SPARSE, NULL),
	ROW(points, directory, ROW_SPARSE, NULL),
	ROW(points, place, ROW_SPARSE, NULL),
	ROW(points, generator, ROW_SPARSE, NULL),
	ROW(points, attempts, ROW_SPARSE, NULL),
	ROW_AS("combined", points, is_combined, ROW_SPARSE, NULL),
	ROW_AS("data", points, is_data, ROW_SPARSE, NULL),
	ROW_AS("doubtful", points, is_doubtful, ROW_SPARSE, NULL),
	ROW(points, flat, ROW_SPARSE, NULL),
	ROW(points, tried, ROW_LATER, NULL),
	ROW(points, grown, ROW_LATER, NULL),
	ROW(points, results, ROW_SPARSE, NULL),
	ROW_AS("partial", points, is_partial, 0, NULL),
	ROW_TEXTS("command", points, command, command_count, 0, NULL),
	ROW_LIST("runs", points, run, run_count, &run_rows, 0, NULL),
	ROW_LIST("calls", points, call, call_count, &call_rows, 0, NULL),
	{0},
};
static const struct rows points_rows = {.row = points_row,
	.bytes = sizeof(struct points),
	.check = check_points};

/* Of calls with as many cells, keeps the one with most reads. */
static void join_calls(struct points *points)
{
	size_t kept = 0;

	if (points->call_count > 1)
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

int points_read(struct points *points, struct arena *arena, const char *path,
	struct error *err)
{
	struct json_value *value = json_read_file(path, err);
	struct json_reader reader = {.err = err};

	if (!value)
		return -1;
	struct json_at top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	rows_read(&points_rows, &top, arena, points);
	json_free(value);
	if (reader.failed)
		return error_add_context(err, "%s", path);
	join_calls(points);
	return 0;
}

/* ---- judging ---- */

static void points_add(struct law_series *series, double k, double count)
{
	if (series->points == LAW_POINTS)
		return;
	series->point[series->points].size = k;
	series->point[series->points++].cost = count;
}

/* From the largest down: each the largest that is APART from the one before. */
static void choose_apart(
	const struct law_series *all, struct law_series *chosen)
{
	size_t index[LAW_POINTS], count = 0;

	for (size_t i = all->points; i-- > 0;)
		if (!count || all->point[i].size * APART <=
				      all->point[index[count - 1]].size)
			index[count++] = i;
	while (count-- > 0)
		points_add(chosen, all->point[index[count]].size,
			all->point[index[count]].cost);
}

static bool is_equally_spaced(const struct law_series *series)
{
	for (size_t i = 2; i < series->points; i++)
		if (series->point[i].size - series->point[i - 1].size !=
			series->point[1].size - series->point[0].size)
			return false;
	return series->points > 2;
}

void points_find_law(struct law_curve *curve, struct law *law)
{
	choose_apart(&curve->given, &curve->doubled);
	if (is_equally_spaced(&curve->given))
		curve->equal = curve->given;
	*law = (struct law){.rival = LAW_CLASSES};
	if (curve->given.points > 0)
		law_find(curve, law);
}

static void judge_runs_as(
	const struct points *points, bool is_irregular, struct law *law)
{
	struct law_curve curve = {.is_irregular = is_irregular};

	for (size_t i = 0; i < points->run_count; i++)
		if (!points->run[i].is_truncated && points->run[i].value > 0)
			points_add(&curve.given, (double)points->run[i].value,
				(double)points->run[i].reads);
	points_find_law(&curve, law);
}

/* Where no law holds to a thousandth, the counts may go up in steps: a block that grows by
 * pages, a table by powers of two. */
static void judge_runs(const struct points *points, struct law *law)
{
	judge_runs_as(points, false, law);
	if (points->change && law->verdict == PROOF_NOT_SHOWN)
		judge_runs_as(points, true, law);
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
		points_add(&curve.given, (double)points->call[at].cells,
			(double)points->call[at].reads);
	}
	points_find_law(&curve, law);
}

/* How many times as much as in the first run there is in the last one; all 0: they do not
 * span enough. */
struct points_sides {
	double longer, more, walks;
	bool is_gone; /* nothing is walked again in the last one */
};

static struct points_sides points_find_sides(const struct points *points)
{
	const struct points_run *first = NULL, *last = NULL;
	struct points_sides sides = {0};

	for (size_t i = 0; i < points->run_count; i++) {
		const struct points_run *run = &points->run[i];
		if (run->is_truncated || !run->reads || (!first && !run->cells))
			continue;
		first = first ? first : run;
		last = run;
	}
	if (!first || last->value < GROWTH_FLAT_SPAN * first->value)
		return sides;
	sides.is_gone = last->cells == 0;
	sides.longer =
		sides.is_gone ? 1 : (double)last->cells / (double)first->cells;
	sides.more = (double)last->reads / (double)first->reads / sides.longer;
	/* A call that is repeated shows nothing of what one call does. */
	sides.walks = first->walks && last->walks
			      ? (double)last->walks / (double)first->walks
			      : sides.more;
	return sides;
}

/* Reads that rise in proportion to what is changed, though there are more walks or several
 * ways to change it were tried: what a walk reads does not grow with their number. */
static bool points_are_flat(
	const struct points *points, const struct points_sides *sides)
{
	struct law_series series = {0};

	for (size_t i = 0; i < points->run_count; i++)
		if (!points->run[i].is_truncated)
			points_add(&series, (double)points->run[i].value,
				(double)points->run[i].reads);
	return sides->longer > 0 &&
	       (sides->walks >= CHANGED || points->flat > 1) &&
	       growth_is_flat(series.point, series.points);
}

/* Walks that stay short in what was not made larger say nothing: a call that is made more often, or
 * with a larger number, finds the data of the test as they are. */
bool points_are_larger(const struct points *points)
{
	uint64_t first = 0, before = 0, last = 0;
	bool is_gone = false;

	for (size_t i = 0; i < points->run_count; i++) {
		const struct points_run *run = &points->run[i];
		if (run->is_truncated)
			continue;
		/* What is read and not walked again are other cells. */
		is_gone = run->cells == 0;
		if (run->spread == 0)
			continue;
		first = first ? first : run->spread;
		before = last;
		last = run->spread;
	}
	return points->is_data || is_gone || first == 0 ||
	       (last >= LARGER * first && last > before);
}

bool points_are_one_sided(const struct points *points)
{
	struct points_sides sides = points_find_sides(points);

	if (points->is_doubtful || !points_are_larger(points))
		return false;
	return points_are_flat(points, &sides) ||
	       (sides.longer > 0 &&
		       ((sides.longer <= UNCHANGED && sides.more >= CHANGED &&
				sides.walks >= CHANGED) ||
			       (sides.more <= UNCHANGED &&
				       sides.longer >= CHANGED &&
				       points->is_combined)));
}

/* Only what is walked counts: a law that is not steep says how much data there is, and a
 * steep one of walks that stay short how often they were begun. */
static void judge_grown(const struct points *points, struct law *law)
{
	struct points_sides sides = points_find_sides(points);
	bool is_steep = law_is_steep(law);

	/* What is gone may be another finding now, whose reads are as many; and what walks further at
	 * the end does not read in proportion, however much others read meanwhile. */
	if (points_are_one_sided(points) &&
		!(is_steep && (sides.is_gone || sides.longer > UNCHANGED)))
		law->verdict = PROOF_BOUNDED;
	else if (!law_is_steep(law) ||
		 (sides.longer > 0 && sides.longer <= UNCHANGED))
		law->verdict = PROOF_NOT_SHOWN;
}

void points_judge(const struct points *points, struct points_result *result)
{
	struct law *argument = &result->by_argument, *cells = &result->by_cells;

	*result = (struct points_result){0};
	judge_runs(points, argument);
	judge_calls(points, cells);
	if (!points_have_evidence(points, argument))
		argument->verdict = PROOF_NOT_SHOWN;
	if (points->change) {
		judge_grown(points, argument);
		return;
	}
	result->is_more_data = law_is_steep(argument) &&
			       cells->verdict == PROOF_GROWS &&
			       !law_is_steep(cells);
	result->is_by_cells =
		cells->verdict != PROOF_NOT_SHOWN &&
		(argument->verdict == PROOF_NOT_SHOWN || result->is_more_data ||
			(law_is_steep(cells) && !law_is_steep(argument)));
	/* Nothing is shown: say it of what there is most of. */
	if (argument->verdict == PROOF_NOT_SHOWN && !result->is_by_cells)
		result->is_by_cells = !points->run_count && !points->tried;
}

bool points_have_evidence(const struct points *points, const struct law *law)
{
	uint64_t least = 0, most = 0;

	if (!points->tried || law_is_steep(law))
		return true;
	if (law->verdict != PROOF_BOUNDED)
		return false;
	for (size_t i = 0; i < points->run_count; i++) {
		uint64_t cells = points->run[i].cells;
		if (cells && !least)
			least = cells;
		if (cells > most)
			most = cells;
	}
	return least && (double)most >= LONGER * (double)least;
}

const struct law *points_law(const struct points_result *result)
{
	return result->is_by_cells ? &result->by_cells : &result->by_argument;
}
