/* SPDX-License-Identifier: MIT
 * From edges that bend to lines with a law. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/grow/agent.h"
#include "lib/code/interpreters.h"
#include "lib/error.h"
#include "lib/words.h"

#define AGAIN_PART  8	 /* of a count, in which equal runs may differ */
#define ALONE_SLACK 1.25 /* times, of what calls cost by their numbers */

const struct grow_code *experiments_code(
	struct experiments *experiments, uint32_t number)
{
	const char *path = experiments->counts.object[number];
	struct error err = {{0}};
	struct grow_code **place = NULL;

	if (!strcmp(path, experiments->knobs->code.path))
		return &experiments->knobs->code;
	if (!number || interpreters_have(path) || counts_is_system(path) ||
		!strcmp(words_base_name(path), GROW_AGENT))
		return NULL;
	for (size_t i = 0; !place && i < EXPERIMENT_OBJECTS_MAX; i++)
		if (!experiments->code[i] ||
			!strcmp(experiments->code[i]->path, path))
			place = &experiments->code[i];
	if (!place)
		return NULL;
	if (!*place) {
		*place = memory_alloc_zero(1, sizeof **place);
		if (grow_code_open(*place, path, &err)) {
			(*place)->count = 0;
			if (!(*place)->path)
				(*place)->path = memory_string_dup(path);
		}
	}
	return (*place)->count > 0 ? *place : NULL;
}

/*--- lines ---*/

static bool lines_is_of(const struct grow_place *a, const struct grow_place *b)
{
	return !strcmp(a->function, b->function) && !strcmp(a->file, b->file);
}

static struct grown_line *lines_find(struct grown_lines *lines,
	const struct grow_place *place, const char *callee)
{
	for (size_t i = 0; i < lines->count; i++) {
		const struct grow_place *known = &lines->line[i].place;
		if (known->line == place->line &&
			!lines->line[i].callee == !callee &&
			lines_is_of(known, place))
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

bool experiment_read_callee(
	const struct grow_code *code, uint64_t address, const char **callee)
{
	struct decoded is;
	size_t left;
	const uint8_t *bytes = grow_code_bytes(code, address, &left);

	*callee = bytes && decode_instruction(bytes, left, &is)
			  ? grow_code_callee(code, address, &is)
			  : NULL;
	return *callee != NULL;
}

bool experiment_find_work(const struct counts *counts,
	const struct grow_code *code, const struct count_edge *edge,
	struct edge_work *work)
{
	uint64_t address = grow_code_address(code, edge->from);

	*work = (struct edge_work){.address = address};
	/* How memory is found is not the work of who asks for it. */
	if (!grow_code_place(code, address, &work->place) ||
		(edge->kind == SNAP_KINDS &&
			!(experiment_read_callee(
				  code, address, &work->callee) &&
				!grow_imports_manage_memory(work->callee))))
		return false;
	experiment_leave_headers(counts, code, &work->address, &work->place);
	return true;
}

static void add_line(struct experiments *experiments,
	const struct experiment *experiment, const struct count_edge *edge,
	size_t last, const struct law *law, struct grown_lines *lines)
{
	const struct grow_code *code =
		experiments_code(experiments, edge->from_object);
	struct grown_line *line;
	struct edge_work work;

	if (!code ||
		!experiment_find_work(&experiments->counts, code, edge, &work))
		return;
	line = lines_find(lines, &work.place, work.callee);
	if (line && line->edge->count[last] >= edge->count[last])
		return;
	if (!line) {
		lines->line = memory_grow(lines->line, &lines->capacity,
			lines->count + 1, sizeof *lines->line);
		line = &lines->line[lines->count++];
	}
	*line = (struct grown_line){.place = work.place,
		.address = work.address,
		.is_test_code = is_of_test(
			experiments->knobs, code, work.address, &work.place),
		.output = experiment_find_output(experiments, experiment, edge),
		.callee = work.callee
				  ? grow_functions_written(
					    &experiments->arena, work.callee)
				  : NULL,
		.edge = edge,
		.law = *law};
}

/* Whether EDGE had other counts in a run that was done again. */
static bool differs_again(
	const struct experiment *experiment, const struct count_edge *edge)
{
	size_t again = experiment->again;
	uint64_t first = again ? edge->count[again - 1] : 0;
	uint64_t second = again ? edge->count[again] : 0;
	uint64_t by = first < second ? second - first : first - second;

	return by > first / AGAIN_PART;
}

/* Whether EDGE has so many counts because calls had larger and larger numbers: then those with
 * the largest, alone, cost at least as much as as many others. */
static bool grows_by_numbers(const struct experiment *experiment,
	const struct count_edge *edge, size_t last)
{
	const uint64_t *count = edge->count;
	size_t alone = experiment->last_alone;

	return alone && count[alone] > count[0] &&
	       (double)(count[last] - count[0]) <=
		       ALONE_SLACK * (double)experiment->value[last] /
			       GROW_CALLS_LAST *
			       (double)(count[alone] - count[0]);
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
			experiments_code(experiments, line->edge->from_object);
		const struct grow_function *function =
			code ? grow_code_find(code, line->address) : NULL;
		line->code = code;
		line->function = function;
		if (!function)
			continue;
		line->callers.count = 0;
		experiment_add_inlined(
			code, line->address, UINT64_MAX, &line->callers);
		if (line->callers.count == 0 || !function->is_test_code)
			experiment_find_callers(
				counts, code, function, last, &line->callers);
		line->is_recursive =
			experiment_is_recursive(counts, code, function, last);
		line->allocations = experiment_count_allocations(
			counts, code, function, last);
		line->share =
			experiment_share(counts, code, function, first, last);
	}
}

/* Counts of EDGE, which bends and follows no law, are added to those of others of its
 * function: what a compiler has unrolled or inlined into itself is in parts. */
static void lines_add_to_sum(struct experiments *experiments,
	const struct count_edge *edge, struct grown_lines *sums)
{
	const struct grow_code *code =
		experiments_code(experiments, edge->from_object);
	struct grow_place place;
	struct grown_line *sum = NULL;
	struct count_edge *all;

	if (!code || edge->kind == SNAP_KINDS ||
		!grow_code_place(
			code, grow_code_address(code, edge->from), &place))
		return;
	for (size_t i = 0; !sum && i < sums->count; i++)
		if (lines_is_of(&sums->line[i].place, &place))
			sum = &sums->line[i];
	if (!sum) {
		sums->line = memory_grow(sums->line, &sums->capacity,
			sums->count + 1, sizeof *sums->line);
		sum = &sums->line[sums->count++];
		all = arena_alloc_zero(
			&experiments->counts.arena, 1, sizeof *all);
		*sum = (struct grown_line){.place = place, .edge = all};
	}
	all = (struct count_edge *)sum->edge;
	for (size_t i = 0; i < COUNT_RUNS_MAX; i++)
		all->count[i] += edge->count[i];
	if (sum->calls++ == 0) {
		all->from_object = edge->from_object;
		all->to_object = edge->to_object;
		all->from = edge->from;
		all->to = edge->to;
		all->kind = edge->kind;
	}
}

/* Of each function of SUMS that has no line in LINES, the sum if that follows a law. */
static void lines_add_sums(struct experiments *experiments,
	const struct experiment *experiment, size_t last,
	const struct grown_lines *sums, struct grown_lines *lines)
{
	size_t known = lines->count;

	for (size_t i = 0; i < sums->count; i++) {
		const struct grown_line *sum = &sums->line[i];
		bool has_line = sum->calls < 2;
		struct law_series series;
		struct law law;
		for (size_t j = 0; !has_line && j < known; j++)
			has_line =
				lines_is_of(&lines->line[j].place, &sum->place);
		experiment_make_series(experiment, sum->edge->count,
			experiments->counts.run_count, &series);
		if (!has_line && experiment_find_law(&series, &law))
			add_line(experiments, experiment, sum->edge, last, &law,
				lines);
	}
}

void experiment_find_lines(struct experiments *experiments,
	const struct experiment *experiment, struct grown_lines *lines)
{
	const struct counts *counts = &experiments->counts;
	struct grown_lines sums = {.count = 0};
	size_t runs = counts->run_count;
	size_t last = experiment_find_largest(experiment, runs);

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		struct law law;
		struct law_series series;
		if (!(experiment_degree(experiment, edge, runs) >
			    EXPERIMENT_BENDS) ||
			differs_again(experiment, edge) ||
			grows_by_numbers(experiment, edge, last))
			continue;
		experiment_make_series(experiment, edge->count, runs, &series);
		if (experiment_find_law(&series, &law))
			add_line(experiments, experiment, edge, last, &law,
				lines);
		else
			lines_add_to_sum(experiments, edge, &sums);
	}
	lines_add_sums(experiments, experiment, last, &sums, lines);
	free(sums.line);
	describe_lines(experiments, experiment, last, lines);
}
