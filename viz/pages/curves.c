/* SPDX-License-Identifier: MIT
 * Plots of a search over time: what plot_data has of it, drawn. */
#include "config.h"

#include "viz/pages/curves.h"

#include <stdlib.h>

#include "lib/found/found.h"
#include "lib/memory.h"
#include "lib/pictures/plot.h"
#include "viz/data.h"

#define BY_TIME_SECONDS 5 /* what is shorter is counted in runs */

static bool curves_are_by_time(const struct found_search *search)
{
	size_t count = search->point_count;

	return count > 0 && search->point[count - 1].seconds >= BY_TIME_SECONDS;
}

struct curves_points {
	struct growth_point *point; /* allocated */
	size_t count;
};

static struct curves_points curves_begin(const struct found_search *search)
{
	return (struct curves_points){
		.point = memory_alloc_zero(
			search->point_count + 1, sizeof(struct growth_point))};
}

/* A plot begins at 1, as its axes are logarithmic. */
static void curves_add_point(
	struct curves_points *points, uint64_t at, double value)
{
	points->point[points->count++] =
		(struct growth_point){1 + (double)at, value};
}

/* The rows of SEARCH in which the member at OFFSET is above all before, and the last. */
static struct curves_points curves_find_rises(
	const struct found_search *search, size_t offset)
{
	bool is_by_time = curves_are_by_time(search);
	struct curves_points rises = curves_begin(search);
	uint64_t most = 0;

	for (size_t i = 0; i < search->point_count; i++) {
		const struct found_point *point = &search->point[i];
		uint64_t value =
			*(const uint64_t *)((const char *)point + offset);
		if (value <= most && i + 1 < search->point_count)
			continue;
		most = value > most ? value : most;
		curves_add_point(&rises,
			is_by_time ? point->seconds : point->runs,
			(double)most);
	}
	return rises;
}

/* Runs a second between each two rows of SEARCH. */
static struct curves_points curves_find_rates(const struct found_search *search)
{
	struct curves_points rates = curves_begin(search);

	for (size_t i = 1; i < search->point_count; i++) {
		const struct found_point *from = &search->point[i - 1];
		const struct found_point *to = &search->point[i];
		if (to->seconds > from->seconds && to->runs > from->runs)
			curves_add_point(&rates, to->seconds,
				(double)(to->runs - from->runs) /
					(double)(to->seconds - from->seconds));
	}
	return rates;
}

struct curves_axes {
	const char *x, *y, *caption;
};

/* Adds a plot of COUNT series to LIST if one has points enough, and frees POINTS. */
static void curves_add(struct json_value *list, const char *const *name,
	struct curves_points *points, size_t count,
	const struct curves_axes *axes)
{
	struct report_evidence evidence[PLOT_SERIES_MAX];
	struct plot_series series[PLOT_SERIES_MAX];
	struct data_printed plot;
	bool has_points = false;

	for (size_t i = 0; i < count; i++) {
		evidence[i] = (struct report_evidence){.point = points[i].point,
			.point_count = points[i].count};
		series[i] = (struct plot_series){name[i], &evidence[i]};
		has_points |= plot_has_points(&evidence[i]);
	}
	if (has_points) {
		plot_print(data_begin(&plot), series, count, axes->x, axes->y);
		json_append(list, JSON_OBJECT(JSON("plot", data_end(&plot)),
					  JSON("caption", axes->caption)));
	}
	for (size_t i = 0; i < count; i++)
		free(points[i].point);
}

static const char *curves_name_time(const struct found_search *search)
{
	return curves_are_by_time(search) ? "seconds" : "inputs tried";
}

static void curves_add_maxima(
	struct json_value *list, const struct found_search *search)
{
	static const char *const names[] = {
		"all edges of one input", "the edge that ran most"};
	struct curves_points points[] = {
		curves_find_rises(search, offsetof(struct found_point, path)),
		curves_find_rises(
			search, offsetof(struct found_point, hot_spot))};

	curves_add(list, names, points, 2,
		&(struct curves_axes){curves_name_time(search),
			"most executions",
			"The maxima over time, as they rose."});
}

struct json_value *curves_make_maxima(const struct found_search *search)
{
	struct json_value *list = json_make_array();

	curves_add_maxima(list, search);
	return list;
}

struct json_value *curves_make(
	const struct found_search *search, const char *covered)
{
	struct json_value *list = json_make_array();
	struct curves_points rises = curves_find_rises(
		search, offsetof(struct found_point, covered));
	struct curves_points rates = curves_find_rates(search);

	curves_add(list, &covered, &rises, 1,
		&(struct curves_axes){curves_name_time(search), covered,
			"What was covered over time, as it rose."});
	curves_add_maxima(list, search);
	curves_add(list, &(const char *){"runs"}, &rates, 1,
		&(struct curves_axes){"seconds", "runs a second",
			"How fast inputs were run."});
	return list;
}
