/* SPDX-License-Identifier: MIT
 * Edges for callgrind_annotate, KCachegrind and flame graphs. */
#include "config.h"

#include "analyzer/edges/edges.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/output/stacks.h"
#include "lib/words.h"

/* No name of ours may end a line of the file. */
static void export_print_text(FILE *out, const char *text)
{
	for (; *text; text++)
		putc((unsigned char)*text < ' ' ? '?' : *text, out);
	putc('\n', out);
}

static void export_print_name(FILE *out, const char *key, const char *name)
{
	fprintf(out, "%s=", key);
	export_print_text(out, name);
}

static const char *export_file_of(const struct edge_place *place)
{
	return place->at.file && place->at.line ? place->at.file : "???";
}

static const char *export_object_of(const struct edge_place *place)
{
	return *place->object ? place->object : "???";
}

/*--- callgrind ---*/

static bool is_call(const struct edge *edge)
{
	return edge->kind == SNAP_CALL || edge->kind == SNAP_INDIRECT_CALL;
}

static int export_compare_places(
	const struct edge_place *a, const struct edge_place *b)
{
	int order = strcmp(a->object, b->object);

	if (!order)
		order = strcmp(export_file_of(a), export_file_of(b));
	if (!order)
		order = strcmp(a->at.function->name, b->at.function->name);
	if (!order && a->at.line != b->at.line)
		order = a->at.line < b->at.line ? -1 : 1;
	return order;
}

static int export_compare_edges(const void *left, const void *right)
{
	const struct edge *a = *(const struct edge *const *)left;
	const struct edge *b = *(const struct edge *const *)right;
	int order = export_compare_places(&a->from, &b->from);

	return order ? order : a < b ? -1 : a > b;
}

static void export_print_edge(
	const struct edges *edges, const struct edge *edge, FILE *out)
{
	const struct edge_place *from = &edge->from, *to = &edge->to;

	fprintf(out, "%u %" PRIu64, from->at.line, edge->count);
	if (edges->sum.predictor)
		fprintf(out, " %" PRIu64, edge->mispredicted);
	putc('\n', out);
	if (!is_call(edge))
		return;
	/* Edges do not tell what a call costs inclusively: it is left at 0. */
	export_print_name(out, "cob", export_object_of(to));
	export_print_name(out, "cfi", export_file_of(to));
	export_print_name(out, "cfn", to->at.function->name);
	fprintf(out, "calls=%" PRIu64 " %u\n%u 0\n", edge->count, to->at.line,
		from->at.line);
}

void edges_print_callgrind(
	const struct edges *edges, const char *command, FILE *out)
{
	const struct edge **sorted =
		memory_alloc((edges->count + 1) * sizeof *sorted);
	const struct edge *last = NULL;

	for (size_t i = 0; i < edges->count; i++)
		sorted[i] = &edges->edge[i];
	if (edges->count > 1)
		qsort(sorted, edges->count, sizeof *sorted,
			export_compare_edges);
	fputs("# callgrind format\nversion: 1\ncreator: "
	      "retread-" PACKAGE_VERSION "\n",
		out);
	fputs("cmd: ", out);
	export_print_text(out, command);
	fprintf(out,
		"\npositions: line\nevent: Bx : Branches executed\n%sevents: "
		"Bx%s\n\n",
		edges->sum.predictor ? "event: Bm : Branches mispredicted\n"
				     : "",
		edges->sum.predictor ? " Bm" : "");
	for (size_t i = 0; i < edges->count; i++) {
		const struct edge_place *from = &sorted[i]->from;
		if (!last || strcmp(last->from.object, from->object) ||
			strcmp(export_file_of(&last->from),
				export_file_of(from)) ||
			last->from.at.function != from->at.function) {
			export_print_name(out, "ob", export_object_of(from));
			export_print_name(out, "fl", export_file_of(from));
			export_print_name(out, "fn", from->at.function->name);
		}
		export_print_edge(edges, sorted[i], out);
		last = sorted[i];
	}
	free(sorted);
}

/*--- folded stacks ---*/

void edges_print_folded(const struct edges *edges, FILE *out)
{
	struct stacks stacks;

	stacks_init(&stacks);
	for (size_t i = 0; i < edges->count; i++) {
		const struct edge_place *from = &edges->edge[i].from;
		char *line = memory_format("%s:%u",
			words_base_name(export_file_of(from)), from->at.line);
		const char *frame[] = {line, from->at.function->name,
			words_base_name(export_object_of(from))};
		bool has_line = from->at.file && from->at.line;
		char *frames =
			stacks_join_dup(frame + !has_line, has_line ? 3 : 2);
		stacks_add(&stacks, frames, 0, edges->edge[i].count);
		free(frames);
		free(line);
	}
	stacks_sort(&stacks);
	stacks_print(&stacks, out);
	stacks_release(&stacks);
}
