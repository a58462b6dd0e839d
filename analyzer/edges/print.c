/* SPDX-License-Identifier: MIT
 * Edges for people, and as JSON. */
#include "config.h"

#include "analyzer/edges/edges.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lib/json.h"
#include "lib/words.h"

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_sums(const struct edges *edges, FILE *out)
{
	const struct snap_header *sum = &edges->sum;
	char number[WORDS_NUMBER_BYTES], other[WORDS_NUMBER_BYTES];

	fprintf(out, "branches    %s, over %s edges",
		words_number(number, edges_total(edges)),
		words_number(other, edges->count));
	if (edges->process_count > 1)
		fprintf(out, ", in %zu processes", edges->process_count);
	fputc('\n', out);
	if (sum->is_full)
		fputs("            edges that found no room are the one "
		      "without names; --max-edges makes more\n",
			out);
	if (sum->predictor)
		fprintf(out,
			"predicted   %s: wrong for %.2f %% of %s conditional, "
			"%.2f %% of %s indirect branches\n",
			edges_predictors[sum->predictor],
			percent(sum->conditional_wrong, sum->conditional),
			words_number(number, sum->conditional),
			percent(sum->indirect_wrong, sum->indirect),
			words_number(other, sum->indirect));
	if (sum->encoding)
		fprintf(out,
			"map         %s: %s of %s entries in use, %.2f %% of "
			"%" PRIu64 " %s collide\n",
			edges_encodings[sum->encoding],
			words_number(number, sum->map_used),
			words_number(other, sum->map_entries),
			percent(sum->map_hashed - sum->map_used,
				sum->map_hashed),
			sum->map_hashed,
			sum->encoding == SNAP_BLOCK ? "blocks" : "edges");
	if (sum->branch_count)
		fprintf(out,
			"context     %016" PRIx64 ", of the last %u branches\n",
			sum->context, sum->branch_count);
}

void edges_print_text(const struct edges *edges, size_t most, FILE *out)
{
	uint64_t total = edges_total(edges);

	print_sums(edges, out);
	if (edges->count)
		fprintf(out, "\n%14s %7s%s  KIND    FROM -> TO\n", "COUNT",
			"SHARE", edges->sum.predictor ? "   WRONG" : "");
	for (size_t i = 0; i < edges->count && i < most; i++) {
		const struct edge *edge = &edges->edge[i];
		char number[WORDS_NUMBER_BYTES];
		char *from = edges_place_dup(&edge->from);
		char *to = edges_place_dup(&edge->to);
		fprintf(out, "%14s %5.1f %%", words_number(number, edge->count),
			percent(edge->count, total));
		if (edges->sum.predictor)
			fprintf(out, " %5.1f %%",
				percent(edge->mispredicted, edge->count));
		fprintf(out, "  %-7s %s -> %s\n", edges_kinds[edge->kind], from,
			to);
		free(from);
		free(to);
	}
}

static struct json_value *make_place(const struct edge_place *place)
{
	char *address = memory_format("0x%" PRIx64, place->at.offset);
	struct json_value *made = JSON_OBJECT(JSON("object", place->object),
		JSON("address", address),
		JSON("function", place->at.function->name),
		JSON_IF(place->at.line > 0, "file", place->at.file),
		JSON_IF(place->at.line > 0, "line", place->at.line));

	free(address);
	return made;
}

int edges_print_json(const struct edges *edges, FILE *out, struct error *err)
{
	const struct snap_header *sum = &edges->sum;
	struct json_value *list = json_make_array();
	struct json_value *all;
	int result;

	for (size_t i = 0; i < edges->count; i++) {
		const struct edge *edge = &edges->edge[i];
		json_append(
			list, JSON_OBJECT(JSON("kind", edges_kinds[edge->kind]),
				      JSON("count", edge->count),
				      JSON_IF(sum->predictor, "mispredicted",
					      edge->mispredicted),
				      JSON("from", make_place(&edge->from)),
				      JSON("to", make_place(&edge->to))));
	}
	all = JSON_OBJECT(JSON("schema", "retread-edges-1"),
		JSON("branches", edges_total(edges)),
		JSON("encoding", edges_encodings[sum->encoding]),
		JSON_IF(sum->encoding, "map_entries", sum->map_entries),
		JSON_IF(sum->encoding, "map_used", sum->map_used),
		JSON_IF(sum->encoding, "map_hashed", sum->map_hashed),
		JSON("predictor", edges_predictors[sum->predictor]),
		JSON_IF(sum->predictor, "conditional", sum->conditional),
		JSON_IF(sum->predictor, "conditional_mispredicted",
			sum->conditional_wrong),
		JSON_IF(sum->predictor, "indirect", sum->indirect),
		JSON_IF(sum->predictor, "indirect_mispredicted",
			sum->indirect_wrong),
		JSON("edges", list));
	result = json_print(all, out, err);
	json_free(all);
	return result;
}
