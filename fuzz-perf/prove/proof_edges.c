/* SPDX-License-Identifier: MIT
 * The places that a proof counted, and the law of each. */
#include "config.h"

#include "fuzz-perf/prove/proof_steps.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/report/proof.h"
#include "lib/words.h"

#include "fuzz-perf/prove/prove.h"

#define EDGES_KEPT  12
#define EDGES_SHOWN 5
#define ALL_EDGES   "all edges"

/* ---- places ---- */

struct proof_place proof_place_of(const struct proof *proof, uint32_t key)
{
	static const char *const kind[] = {
		"edge", "allocation", "block", "comparison"};
	const struct probe *probe = &proof->probe;
	const struct perf_mapped_place *at;

	if (key >= probe->key_count)
		return (struct proof_place){.kind = ALL_EDGES};
	at = &execute_places(probe->execute)[key];
	return (struct proof_place){.kind = kind[at->kind % PERF_KINDS],
		.function = execute_text(probe->execute, at->function),
		.file = execute_text(probe->execute, at->file),
		.line = at->line,
		.column = at->column,
		.from_line = at->from_line};
}

void proof_print_place(const struct proof_result *result, FILE *out)
{
	const struct proof_place *place = &result->place;

	if (!strcmp(place->kind, ALL_EDGES))
		fputs("counted      all edges\n", out);
	else
		fprintf(out, "counted      %s in %s() at %s:%u\n",
			strcmp(place->kind, "block") ? "an edge"
						     : "bytes moved",
			place->function, place->file, place->line);
}

/* ---- laws ---- */

struct proof_edge {
	uint32_t key;
	struct law law;
	uint64_t most;
	bool is_wanted; /* the verdict is about it */
};

static int proof_edges_compare_edges(const void *left, const void *right)
{
	const struct proof_edge *a = left, *b = right;
	int order = law_compare(&b->law, &a->law);

	if (a->is_wanted != b->is_wanted)
		return a->is_wanted ? -1 : 1;
	if (order)
		return order;
	if (a->most != b->most)
		return a->most < b->most ? 1 : -1;
	return a->key < b->key ? -1 : a->key > b->key;
}

static bool proof_edges_is_same_line(const struct proof *proof,
	const struct proof_edge *a, const struct proof_edge *b)
{
	const struct perf_mapped_place *place =
		execute_places(proof->probe.execute);

	return place[a->key].function == place[b->key].function &&
	       place[a->key].file == place[b->key].file &&
	       place[a->key].line == place[b->key].line;
}

/* Keeps the first of each line. */
static size_t keep_lines(
	const struct proof *proof, struct proof_edge *edge, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count && kept < EDGES_KEPT; i++) {
		bool is_known = false;
		for (size_t j = 0; j < kept; j++)
			is_known |= proof_edges_is_same_line(
				proof, &edge[j], &edge[i]);
		if (!is_known)
			edge[kept++] = edge[i];
	}
	return kept;
}

/* EDGE has room for all counters. */
static size_t list_edges(const struct proof *proof, struct proof_edge *edge)
{
	const struct measurement *measured = &proof->measured;
	const struct probe *probe = &proof->probe;
	const bool *listed = proof->aim.at_place;
	size_t count = 0;

	for (uint32_t key = 0; key < probe->key_count; key++) {
		uint64_t most = measure_most(measured, key);
		if (!most || !probe_is_cost(probe, key) ||
			(listed && !listed[key]))
			continue;
		edge[count] = (struct proof_edge){.key = key,
			.most = most,
			.is_wanted = proof->wanted && proof->wanted[key]};
		measure_find_law(measured, key, &edge[count++].law);
	}
	qsort(edge, count, sizeof *edge, proof_edges_compare_edges);
	return keep_lines(proof, edge, count);
}

void proof_list_lines(const struct proof *proof, struct proof_result *result,
	struct arena *arena)
{
	struct proof_edge *edge = memory_alloc_zero(
		(size_t)proof->probe.key_count + 1, sizeof *edge);
	size_t count = list_edges(proof, edge);

	result->line = arena_alloc(arena, (count + 1) * sizeof *result->line);
	result->line_count = count;
	for (size_t i = 0; i < count; i++) {
		const struct law *law = &edge[i].law;
		result->line[i] = (struct proof_line){
			.place = proof_place_of(proof, edge[i].key),
			.verdict = law->verdict,
			.model = law_model_name(law, arena),
			.degree = law->verdict == PROOF_GROWS ? law->degree : 0,
			.is_exact = law->is_exact,
			.most = edge[i].most};
	}
	free(edge);
}

void proof_print_lines(const struct proof_result *result, FILE *out)
{
	for (size_t i = 0; i < result->line_count && i < EDGES_SHOWN; i++) {
		const struct proof_line *line = &result->line[i];
		if (i && line->verdict == PROOF_BOUNDED)
			continue;
		fprintf(out, "%-12s %-18s ", i ? "" : "by line", line->model);
		law_print_count(line->most, 14, out);
		fprintf(out, "  %s:%u %s()\n",
			words_base_name(line->place.file), line->place.line,
			line->place.function);
	}
}
