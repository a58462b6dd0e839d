/* SPDX-License-Identifier: MIT
 * From edges that bend to lines with a law. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/prove/points.h"
#include "lib/code/interpreters.h"
#include "lib/error.h"
#include "lib/words.h"

#define BENDS 1.3 /* degree of the last increments; n log n has less */
#define AS_OUTPUT                                                              \
	1.2 /* of work for a byte of output, from one step to the next */
#define SPAN_MIN  12 /* of sizes, for a law that is fitted */
#define COUNT_MIN 32 /* of the largest run: less is not growth */

struct line_series {
	double size[COUNT_RUNS_MAX], count[COUNT_RUNS_MAX];
	size_t points;
};

/* The runs that count, by size, with the cost that COST gives each; of equal sizes the
 * first. */
static void make_series(const struct experiment *experiment,
	const uint64_t *cost, size_t runs, struct line_series *series)
{
	series->points = 0;
	for (size_t i = 0; i < runs; i++) {
		size_t at = series->points;
		if (!experiment->is_used[i])
			continue;
		while (at > 0 && series->size[at - 1] > experiment->size[i])
			at--;
		if (at > 0 && series->size[at - 1] == experiment->size[i])
			continue;
		for (size_t j = series->points++; j > at; j--) {
			series->size[j] = series->size[j - 1];
			series->count[j] = series->count[j - 1];
		}
		series->size[at] = experiment->size[i];
		series->count[at] = (double)cost[i];
	}
}

bool experiment_bends(const struct experiment *experiment,
	const struct count_edge *edge, size_t runs)
{
	struct line_series s;
	double first, last;

	make_series(experiment, edge->count, runs, &s);
	if (s.points < 3 || s.count[s.points - 1] < COUNT_MIN)
		return false;
	last = s.count[s.points - 1] - s.count[s.points - 2];
	first = s.count[s.points - 2] - s.count[s.points - 3];
	return first > 0 && last > first &&
	       log(last / first) >
		       BENDS * log((s.size[s.points - 1] -
					   s.size[s.points - 2]) /
				       (s.size[s.points - 2] -
					       s.size[s.points - 3]));
}

/* Whether EDGE grows only as the output does: no faster than bytes are written. */
static bool grows_as_output(const struct experiments *experiments,
	const struct experiment *experiment, const struct count_edge *edge)
{
	const struct counts *counts = &experiments->counts;
	uint64_t written[COUNT_RUNS_MAX];
	struct line_series s, w;
	size_t last;

	for (size_t i = 0; i < counts->run_count; i++)
		written[i] = counts->run[i].written;
	make_series(experiment, edge->count, counts->run_count, &s);
	make_series(experiment, written, counts->run_count, &w);
	last = s.points - 1;
	return w.count[last - 1] > w.count[last - 2] &&
	       (s.count[last] - s.count[last - 1]) *
			       (w.count[last - 1] - w.count[last - 2]) <
		       AS_OUTPUT * (s.count[last - 1] - s.count[last - 2]) *
			       (w.count[last] - w.count[last - 1]);
}

static bool find_line_law(const struct experiment *experiment,
	const struct count_edge *edge, size_t runs, struct law *law)
{
	struct law_curve curve = {0};
	struct line_series series;

	make_series(experiment, edge->count, runs, &series);
	for (size_t i = 0; i < series.points; i++) {
		curve.given.k[i] = series.size[i];
		curve.given.count[i] = series.count[i];
	}
	curve.given.points = series.points;
	points_find_law(&curve, law);
	/* Few sizes close together are a law only if they are exactly one. */
	return law_is_steep(law) &&
	       (law->is_exact || series.size[series.points - 1] >=
					 SPAN_MIN * series.size[0]);
}

/* The code of object NUMBER; NULL: it cannot be read, or is the system's. */
static const struct grow_code *lines_open_object(
	struct experiments *experiments, uint32_t number)
{
	const char *path = experiments->counts.object[number];
	struct error err = {{0}};
	struct grow_code *code;

	if (!strcmp(path, experiments->knobs->code.path))
		return &experiments->knobs->code;
	if (number >= EXPERIMENT_OBJECTS_MAX || !number ||
		interpreters_have(path) || counts_is_system(path))
		return NULL;
	if (!experiments->code[number]) {
		code = experiments->code[number] =
			memory_alloc_zero(1, sizeof *code);
		if (grow_code_open(code, path, &err))
			code->count = 0;
	}
	return experiments->code[number]->count > 0 ? experiments->code[number]
						    : NULL;
}

static struct grown_line *lines_find(
	struct grown_lines *lines, const struct grow_place *place)
{
	for (size_t i = 0; i < lines->count; i++) {
		const struct grow_place *known = &lines->line[i].place;
		if (known->line == place->line &&
			!strcmp(known->file, place->file) &&
			!strcmp(known->function, place->function))
			return &lines->line[i];
	}
	return NULL;
}

static bool is_of_test(const struct grow_knobs *knobs,
	const struct grow_code *code, uint64_t address,
	const struct grow_place *place)
{
	const struct grow_function *function =
		code == &knobs->code ? grow_code_find(code, address) : NULL;

	return function && function->is_test_code && function->file &&
	       !strcmp(words_base_name(function->file),
		       words_base_name(place->file));
}

static void add_line(struct experiments *experiments,
	const struct experiment *experiment, const struct count_edge *edge,
	size_t last, const struct law *law, struct grown_lines *lines)
{
	const struct grow_code *code =
		lines_open_object(experiments, edge->from_object);
	struct grow_place place;
	struct grown_line *line;
	uint64_t address = code ? grow_code_address(code, edge->from) : 0;

	if (!code || !grow_code_place(code, address, &place))
		return;
	line = lines_find(lines, &place);
	if (line && line->edge->count[last] >= edge->count[last])
		return;
	if (!line) {
		lines->line = memory_grow(lines->line, &lines->capacity,
			lines->count + 1, sizeof *lines->line);
		line = &lines->line[lines->count++];
	}
	*line = (struct grown_line){.place = place,
		.is_test_code =
			is_of_test(experiments->knobs, code, address, &place),
		.is_output = grows_as_output(experiments, experiment, edge),
		.edge = edge,
		.law = *law};
}

void experiment_find_lines(struct experiments *experiments,
	const struct experiment *experiment, struct grown_lines *lines)
{
	const struct counts *counts = &experiments->counts;
	size_t runs = counts->run_count, last = 0;

	for (size_t i = 0; i < runs; i++)
		if (experiment->is_used[i] &&
			experiment->size[i] >= experiment->size[last])
			last = i;
	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		struct law law;
		if (experiment_bends(experiment, edge, runs) &&
			find_line_law(experiment, edge, runs, &law))
			add_line(experiments, experiment, edge, last, &law,
				lines);
	}
}
