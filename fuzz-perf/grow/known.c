/* SPDX-License-Identifier: MIT
 * What experiments with other tests of the program have shown. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KNOWN_DEGREE 0.5 /* that is more than what is known */
#define KNOWN_BYTES  16	 /* that a library touches, for an execution */

static struct grown_known *known_find(
	struct experiments *experiments, const struct grow_place *place)
{
	for (size_t i = 0;
		experiments->is_screened && i < experiments->known_count; i++) {
		struct grown_known *known = &experiments->known[i];
		if (!strcmp(known->function, place->function) &&
			!strcmp(known->file, place->file))
			return known;
	}
	return NULL;
}

/* Takes note that the function at PLACE, of texts that stay, grows by DEGREE. */
static void known_add(struct experiments *experiments,
	const struct grow_place *place, double degree)
{
	struct grown_known *known = known_find(experiments, place);

	if (!known) {
		experiments->known = memory_grow(experiments->known,
			&experiments->known_capacity,
			experiments->known_count + 1,
			sizeof *experiments->known);
		known = &experiments->known[experiments->known_count++];
		*known = (struct grown_known){
			place->function, place->file, degree};
	}
	known->degree = fmax(known->degree, degree);
}

/* Lines of "DEGREE<TAB>FUNCTION<TAB>FILE", of programs before. */
void experiments_read_known(struct experiments *experiments)
{
	FILE *in = experiments->known_file
			   ? fopen(experiments->known_file, "re")
			   : NULL;
	char *line = NULL;
	size_t capacity = 0;

	while (in && getline(&line, &capacity, in) > 0) {
		char *rest = line, *degree = strsep(&rest, "\t"),
		     *function = strsep(&rest, "\t"),
		     *file = strsep(&rest, "\n");
		if (!file)
			continue;
		known_add(experiments,
			&(struct grow_place){
				arena_string(&experiments->arena, function),
				arena_string(&experiments->arena, file), 0},
			strtod(degree, NULL));
	}
	free(line);
	if (in)
		fclose(in);
}

/* Takes note of the functions of LINES, for programs that come, too. */
void experiments_know(
	struct experiments *experiments, const struct grown_lines *lines)
{
	FILE *out = experiments->known_file && lines->count > 0
			    ? fopen(experiments->known_file, "ae")
			    : NULL;

	for (size_t i = 0; experiments->is_screened && i < lines->count; i++) {
		const struct grown_line *line = &lines->line[i];
		if (line->is_test_code || line->output.what)
			continue;
		known_add(experiments, &line->place, line->law.degree);
		if (out)
			fprintf(out, "%f\t%s\t%s\n", line->law.degree,
				line->place.function, line->place.file);
	}
	if (out)
		fclose(out);
}

/* Whether the runs of EXPERIMENT differ by less than what is worth a look. */
static bool known_is_little(const struct experiment *experiment,
	const struct count_edge *edge, size_t runs)
{
	uint64_t scale = edge->kind == SNAP_KINDS ? KNOWN_BYTES : 1;
	uint64_t least = edge->count[0], most = least;

	for (size_t i = 1; i < runs; i++) {
		if (edge->count[i] < least)
			least = edge->count[i];
		if (edge->count[i] > most)
			most = edge->count[i];
	}
	return most - least < experiment->least_more * scale;
}

bool experiments_have_news(struct experiments *experiments,
	const struct experiment *experiment, double degree)
{
	const struct counts *counts = &experiments->counts;

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		double own =
			experiment_degree(experiment, edge, counts->run_count);
		const struct grow_code *code;
		const struct grown_known *known;
		struct edge_work work;
		if (!(own > (degree > 0 ? degree : EXPERIMENT_BENDS)) ||
			known_is_little(experiment, edge, counts->run_count))
			continue;
		code = experiments_code(experiments, edge->from_object);
		if (!code || !experiment_find_work(counts, code, edge, &work))
			continue;
		known = known_find(experiments, &work.place);
		if (!known || own > known->degree + KNOWN_DEGREE)
			return true;
	}
	return false;
}
