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
#define ROWS_DEGREE    1.7 /* of results in the data, that are a table */
#define LAW_POINTS_MIN 5   /* that are left when small sizes are left out */
#define POWER_MIN      1.6 /* degrees that are a law without a model */
#define POWER_MAX      4.4
#define POWER_SCATTER  0.2
#define FACTOR_MIN     1.4 /* for each step of an exponential law */
#define FACTOR_SCATTER 0.05
#define STEP_BYTES     16   /* that a library touches, for an execution */
#define WORK_MAX       64   /* executions for a result */
#define SPAN_MIN       12   /* of sizes, for a law that is fitted */
#define COUNT_MIN      32   /* of the largest run: less is not growth */
#define BYTES_MIN      2048 /* the same, of what a library touches */

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
	if (s.points < 3 ||
		s.count[s.points - 1] <
			(edge->kind == SNAP_KINDS ? BYTES_MIN : COUNT_MIN))
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

/* By how much a cost grows from the second last size to the last. */
static double last_ratio(const struct line_series *series)
{
	size_t last = series->points - 1;
	double before = series->count[last - 1] - series->count[last - 2];

	return before > 0 ? (series->count[last] - series->count[last - 1]) /
				    before
			  : 0;
}

/* The law of the points of SERIES from FIRST on. */
static bool series_has_law(
	const struct line_series *series, size_t first, struct law *law)
{
	struct law_curve curve = {0};

	for (size_t i = first; i < series->points; i++) {
		curve.given.k[i - first] = series->size[i];
		curve.given.count[i - first] = series->count[i];
	}
	curve.given.points = series->points - first;
	points_find_law(&curve, law);
	/* Few sizes close together are a law only if they are exactly one. */
	return law_is_steep(law) &&
	       (law->is_exact || law->class == LAW_EXPONENTIAL ||
		       series->size[series->points - 1] >=
			       SPAN_MIN * series->size[first]);
}

/* The degree of the increment that ends at POINT over the one before it. */
static double series_local_degree(
	const struct line_series *series, size_t point)
{
	const double *size = series->size + point,
		     *count = series->count + point;

	return log((count[0] - count[-1]) / (count[-1] - count[-2])) /
	       log((size[0] - size[-1]) / (size[-1] - size[-2]));
}

/* No model fits what is n^2 in one part and n^2 log n in another. It is a power all the
 * same where the degree stays what it is. */
static bool find_power(const struct line_series *series, struct law *law)
{
	static const enum law_class classes[] = {
		LAW_SQUARE, LAW_CUBE, LAW_FOURTH};
	size_t last = series->points - 1;
	double degree, before;

	if (series->points < LAW_POINTS_MIN ||
		series->size[last] < SPAN_MIN * series->size[0])
		return false;
	degree = series_local_degree(series, last);
	before = series_local_degree(series, last - 1);
	if (!(degree > POWER_MIN && degree < POWER_MAX &&
		    fabs(degree - before) < POWER_SCATTER))
		return false;
	*law = (struct law){.verdict = PROOF_GROWS,
		.class = classes[(size_t)(degree + 0.5) - 2],
		.degree = degree,
		.low = fmin(degree, before),
		.high = fmax(degree, before),
		.from = series->size[0],
		.to = series->size[last]};
	law->left = 1u << law->class;
	return true;
}

/* The last counts go up by nearly one factor for each of equal steps, as C(2n, n) does. */
static bool series_find_exponential(
	const struct line_series *series, struct law *law)
{
	size_t last = series->points - 1;
	const double *size = series->size + last, *count = series->count + last;
	double step, factor, before;

	if (series->points < LAW_POINTS_MIN)
		return false;
	step = size[0] - size[-1];
	factor = pow(count[0] / count[-1], 1 / step);
	before = pow(count[-1] / count[-2], 1 / step);
	if (size[-1] - size[-2] != step || factor < FACTOR_MIN ||
		fabs(factor / before - 1) > FACTOR_SCATTER)
		return false;
	*law = (struct law){.verdict = PROOF_GROWS,
		.class = LAW_EXPONENTIAL,
		.left = 1u << LAW_EXPONENTIAL,
		.degree = log(count[0] / count[-1]) / log(size[0] / size[-1]),
		.base = factor,
		.from = series->size[0],
		.to = size[0]};
	law->low = law->high = law->degree;
	return true;
}

/* Whether SERIES is steeper than n log n, perhaps only from some size on: the smallest
 * are often done in another way. */
static bool find_series_law(const struct line_series *series, struct law *law)
{
	size_t first = 0;

	while (!series_has_law(series, first, law))
		if (++first + LAW_POINTS_MIN > series->points)
			return series_find_exponential(series, law) ||
			       find_power(series, law);
	return true;
}

/* Calls of other code by the test's, in run RUN. */
static uint64_t count_asked(const struct experiments *experiments, size_t run)
{
	const struct counts *counts = &experiments->counts;
	const struct grow_code *code = &experiments->knobs->code;
	uint32_t program = counts_object(counts, code->path);
	uint64_t asked = 0;

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		const struct grow_function *from, *to;
		if (edge->from_object != program || !edge->count[run] ||
			edge->to_object != program ||
			(edge->kind != SNAP_CALL &&
				edge->kind != SNAP_INDIRECT_CALL))
			continue;
		from = grow_code_find(
			code, grow_code_address(code, edge->from));
		to = grow_code_find(code, grow_code_address(code, edge->to));
		if (from && to && from->is_test_code && !to->is_test_code)
			asked += edge->count[run];
	}
	return asked;
}

/* Whether COST is what it takes to make PRODUCED, which grows faster than the data. What
 * reads a row for each result may take its root more. */
static bool grows_as_made(const struct experiment *experiment,
	const struct line_series *cost, const uint64_t *produced, size_t runs,
	bool has_rows)
{
	struct line_series made;
	struct law law;
	size_t last = cost->points - 1;
	double grows, most;

	make_series(experiment, produced, runs, &made);
	if (!find_series_law(&made, &law))
		return false;
	grows = last_ratio(&made);
	most = made.count[last] - made.count[0];
	if (has_rows && law.degree > ROWS_DEGREE) {
		grows = pow(grows, 1.5);
		most = pow(most, 1.5);
	}
	return last_ratio(cost) < AS_OUTPUT * grows &&
	       cost->count[last] < WORK_MAX * most;
}

/* Whether EDGE grows only as what the test prints, keeps or asks for. */
static bool grows_as_output(const struct experiments *experiments,
	const struct experiment *experiment, const struct count_edge *edge)
{
	const struct counts *counts = &experiments->counts;
	size_t runs = counts->run_count;
	uint64_t written[COUNT_RUNS_MAX], cells[COUNT_RUNS_MAX],
		asked[COUNT_RUNS_MAX];
	struct line_series cost;

	for (size_t i = 0; i < runs; i++) {
		written[i] = counts->run[i].written;
		cells[i] = counts->run[i].cells;
		asked[i] = count_asked(experiments, i);
	}
	make_series(experiment, edge->count, runs, &cost);
	for (size_t i = 0; edge->kind == SNAP_KINDS && i < cost.points; i++)
		cost.count[i] /= STEP_BYTES;
	return grows_as_made(experiment, &cost, written, runs, false) ||
	       grows_as_made(experiment, &cost, cells, runs, true) ||
	       grows_as_made(experiment, &cost, asked, runs, false);
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

static struct grown_line *lines_find(struct grown_lines *lines,
	const struct grow_place *place, const char *callee)
{
	for (size_t i = 0; i < lines->count; i++) {
		const struct grow_place *known = &lines->line[i].place;
		if (known->line == place->line &&
			!lines->line[i].callee == !callee &&
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

/* The function of a library that is called at ADDRESS. How memory is found is not the
 * caller's work. False: it is not known, or that. */
static bool lines_read_callee(
	const struct grow_code *code, uint64_t address, const char **callee)
{
	struct decoded is;
	size_t left;
	const uint8_t *bytes = grow_code_bytes(code, address, &left);

	*callee = bytes && decode_instruction(bytes, left, &is)
			  ? grow_code_callee(code, address, &is)
			  : NULL;
	return *callee && strcmp(*callee, "malloc") != 0 &&
	       strcmp(*callee, "free") != 0;
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
	const char *callee = NULL;

	if (!code || !grow_code_place(code, address, &place) ||
		(edge->kind == SNAP_KINDS &&
			!lines_read_callee(code, address, &callee)))
		return;
	line = lines_find(lines, &place, callee);
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
		.callee = callee,
		.edge = edge,
		.law = *law};
}

/* Whether EDGE has so many counts because calls had larger and larger numbers: then the
 * last of them alone cost as much as any of them. */
static bool grows_by_numbers(const struct experiment *experiment,
	const struct count_edge *edge, size_t last)
{
	const uint64_t *count = edge->count;
	size_t alone = experiment->last_alone;

	return alone && count[alone] > count[0] &&
	       count[last] - count[0] <=
		       experiment->value[last] * (count[alone] - count[0]);
}

size_t experiment_find_largest(const struct experiment *experiment, size_t runs)
{
	size_t largest = 0;

	for (size_t i = 0; i < runs; i++)
		if (experiment->is_used[i] &&
			experiment->size[i] >= experiment->size[largest])
			largest = i;
	return largest;
}

/* What is said of each of LINES beside its law. */
static void describe_lines(struct experiments *experiments,
	const struct experiment *experiment, size_t last,
	struct grown_lines *lines)
{
	const struct counts *counts = &experiments->counts;
	size_t first = last;

	for (size_t i = 0; i < counts->run_count; i++)
		if (experiment->is_used[i] &&
			experiment->size[i] < experiment->size[first])
			first = i;
	for (size_t i = 0; i < lines->count; i++) {
		struct grown_line *line = &lines->line[i];
		const struct grow_code *code =
			lines_open_object(experiments, line->edge->from_object);
		const struct grow_function *function =
			code ? grow_code_find(code, grow_code_address(code,
							    line->edge->from))
			     : NULL;
		if (!function)
			continue;
		experiment_find_callers(
			counts, code, function, last, &line->callers);
		line->share =
			experiment_share(counts, code, function, first, last);
	}
}

void experiment_find_lines(struct experiments *experiments,
	const struct experiment *experiment, struct grown_lines *lines)
{
	const struct counts *counts = &experiments->counts;
	size_t runs = counts->run_count;
	size_t last = experiment_find_largest(experiment, runs);

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		struct law law;
		struct line_series series;
		if (!experiment_bends(experiment, edge, runs) ||
			grows_by_numbers(experiment, edge, last))
			continue;
		make_series(experiment, edge->count, runs, &series);
		if (find_series_law(&series, &law))
			add_line(experiments, experiment, edge, last, &law,
				lines);
	}
	describe_lines(experiments, experiment, last, lines);
}
