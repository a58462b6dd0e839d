/* SPDX-License-Identifier: MIT
 * The places that a proof counted, and the law of each. */
#include "config.h"

#include "fuzz-perf/prove/proof_edges.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/json.h"
#include "lib/memory.h"
#include "lib/words.h"

#include "fuzz-perf/prove/law_write.h"
#include "fuzz-perf/prove/prove.h"

#define EDGES_KEPT  12
#define EDGES_SHOWN 5

/* ---- places ---- */

struct json_value *proof_place_to_json(const struct proof *proof, uint32_t key)
{
	static const char *const kind[] = {
		"edge", "allocation", "block", "comparison"};
	const struct probe *probe = &proof->probe;
	struct json_value *place = json_make_object();
	const struct perf_mapped_place *at;

	if (key >= probe->key_count) {
		json_put_text(place, "kind", "all edges");
		return place;
	}
	at = &execute_places(probe->execute)[key];
	json_put_text(place, "kind", kind[at->kind % PERF_KINDS]);
	json_put_text(
		place, "function", execute_text(probe->execute, at->function));
	json_put_text(place, "file", execute_text(probe->execute, at->file));
	json_put_count(place, "line", at->line);
	json_put_count(place, "column", at->column);
	json_put_count(place, "from_line", at->from_line);
	return place;
}

void proof_print_place(const struct proof *proof, FILE *out)
{
	const struct probe *probe = &proof->probe;
	const struct perf_mapped_place *at;

	if (proof->result.key >= probe->key_count) {
		fputs("counted      all edges\n", out);
		return;
	}
	at = &execute_places(probe->execute)[proof->result.key];
	fprintf(out, "counted      %s in %s() at %s:%u\n",
		at->kind == PERF_BLOCK ? "bytes moved" : "an edge",
		execute_text(probe->execute, at->function),
		execute_text(probe->execute, at->file), at->line);
}

/* ---- laws ---- */

struct edge {
	uint32_t key;
	struct law law;
	uint64_t most;
	bool is_wanted; /* the verdict is about it */
};

static int compare_edges(const void *left, const void *right)
{
	const struct edge *a = left, *b = right;
	int order = law_compare(&b->law, &a->law);

	if (a->is_wanted != b->is_wanted)
		return a->is_wanted ? -1 : 1;
	if (order)
		return order;
	if (a->most != b->most)
		return a->most < b->most ? 1 : -1;
	return a->key < b->key ? -1 : a->key > b->key;
}

static bool is_same_line(
	const struct proof *proof, const struct edge *a, const struct edge *b)
{
	const struct perf_mapped_place *place =
		execute_places(proof->probe.execute);

	return place[a->key].function == place[b->key].function &&
	       place[a->key].file == place[b->key].file &&
	       place[a->key].line == place[b->key].line;
}

/* Keeps the first of each line. */
static size_t keep_lines(
	const struct proof *proof, struct edge *edge, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count && kept < EDGES_KEPT; i++) {
		bool is_known = false;
		for (size_t j = 0; j < kept; j++)
			is_known |= is_same_line(proof, &edge[j], &edge[i]);
		if (!is_known)
			edge[kept++] = edge[i];
	}
	return kept;
}

/* EDGE has room for all counters. */
static size_t list_edges(const struct proof *proof, struct edge *edge)
{
	const struct measurement *measured = &proof->measured;
	const struct probe *probe = &proof->probe;
	const bool *listed = proof->aim.at_place;
	size_t count = 0;

	for (uint32_t key = 0; proof->has_family && key < probe->key_count;
		key++) {
		uint64_t most = measure_most(measured, key);
		if (!most || !probe_is_cost(probe, key) ||
			(listed && !listed[key]))
			continue;
		edge[count] = (struct edge){.key = key,
			.most = most,
			.is_wanted = proof->wanted && proof->wanted[key]};
		measure_find_law(measured, key, &edge[count++].law);
	}
	qsort(edge, count, sizeof *edge, compare_edges);
	return keep_lines(proof, edge, count);
}

static const char *model_of(const struct law *law, char *buffer)
{
	return law->verdict == LAW_NOT_SHOWN ? "not shown"
					     : law_name(law, buffer);
}

struct json_value *proof_edges_to_json(const struct proof *proof)
{
	struct edge *edge = memory_alloc_zero(
		(size_t)proof->probe.key_count + 1, sizeof *edge);
	size_t count = list_edges(proof, edge);
	struct json_value *list = json_make_array();
	char name[LAW_NAME_BYTES];

	for (size_t i = 0; i < count; i++) {
		const struct law *law = &edge[i].law;
		struct json_value *each =
			proof_place_to_json(proof, edge[i].key);
		json_put_text(each, "model", model_of(law, name));
		json_put_real(each, "degree",
			law->verdict == LAW_GROWS ? law->degree : 0);
		json_put_bool(each, "exact", law->is_exact);
		json_put_count(each, "most", edge[i].most);
		json_append(list, each);
	}
	free(edge);
	return list;
}

void proof_print_edges(const struct proof *proof, FILE *out)
{
	struct edge *edge = memory_alloc_zero(
		(size_t)proof->probe.key_count + 1, sizeof *edge);
	const struct probe *probe = &proof->probe;
	size_t count = list_edges(proof, edge);
	char name[LAW_NAME_BYTES], most[WORDS_NUMBER_BYTES];

	for (size_t i = 0; i < count && i < EDGES_SHOWN; i++) {
		const struct law *law = &edge[i].law;
		if (i && law->verdict == LAW_BOUNDED)
			continue;
		const struct perf_mapped_place *at =
			&execute_places(probe->execute)[edge[i].key];
		fprintf(out, "%-12s %-18s %14s  %s:%u %s()\n",
			i ? "" : "by line", model_of(law, name),
			words_number(most, edge[i].most),
			words_base_name(execute_text(probe->execute, at->file)),
			at->line, execute_text(probe->execute, at->function));
	}
	free(edge);
}
