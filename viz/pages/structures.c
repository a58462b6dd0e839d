/* SPDX-License-Identifier: MIT
 * The structures: every type that was seen to be walked. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/rows.h"
#include "viz/data.h"
#include "viz/site.h"

struct structure {
	const char *type, *kind;
	uint64_t findings, traversals, reads, repeated, longest;
	uint64_t bytes; /* of the largest object; 0: not known */
};

static const struct row structure_row[] = {
	ROW(structure, type, ROW_NULLABLE, NULL),
	ROW(structure, kind, ROW_NULLABLE, NULL),
	ROW(structure, findings, 0, NULL),
	ROW(structure, traversals, 0, NULL),
	ROW(structure, reads, 0, NULL),
	ROW(structure, repeated, 0, NULL),
	ROW(structure, longest, 0, NULL),
	ROW(structure, bytes, 0, NULL),
	{0},
};
static const struct rows structure_rows = {
	.row = structure_row, .bytes = sizeof(struct structure)};

static int structures_compare_texts(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

static int compare_types(const void *left, const void *right)
{
	const struct report_finding *const *a = left, *const *b = right;
	int order = structures_compare_texts(
		(*a)->structure_type, (*b)->structure_type);

	return order != 0 ? order
			  : structures_compare_texts(
				    (*a)->structure_kind, (*b)->structure_kind);
}

static int compare_structures(const void *left, const void *right)
{
	const struct structure *a = left, *b = right;

	if (a->repeated != b->repeated)
		return a->repeated > b->repeated ? -1 : 1;
	if (a->traversals != b->traversals)
		return a->traversals > b->traversals ? -1 : 1;
	return structures_compare_texts(a->type, b->type);
}

static void structures_add_to(
	struct structure *structure, const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;

	if (finding->structure_bytes > structure->bytes)
		structure->bytes = finding->structure_bytes;
	if (finding->rule == REPORT_TRAVERSAL) {
		structure->traversals++;
		return;
	}
	structure->findings++;
	structure->reads += evidence->reads;
	structure->repeated += report_finding_repeated(finding);
	if (evidence->walk_length.max > structure->longest)
		structure->longest = evidence->walk_length.max;
}

/* Returns the structures, by what repeats most. Free it. */
static struct structure *structures_gather(
	const struct report *report, size_t *count)
{
	size_t total = report->finding_count;
	const struct report_finding **sorted =
		memory_alloc(total * sizeof(const struct report_finding *));
	struct structure *structure = memory_alloc(total * sizeof *structure);

	*count = 0;
	for (size_t i = 0; i < total; i++)
		sorted[i] = &report->finding[i];
	if (total > 1)
		qsort(sorted, total, sizeof *sorted, compare_types);
	for (size_t i = 0; i < total; i++) {
		if (i == 0 || compare_types(&sorted[i - 1], &sorted[i]) != 0)
			structure[(*count)++] = (struct structure){
				.type = sorted[i]->structure_type,
				.kind = sorted[i]->structure_kind};
		structures_add_to(&structure[*count - 1], sorted[i]);
	}
	if (*count > 1)
		qsort(structure, *count, sizeof *structure, compare_structures);
	free(sorted);
	return structure;
}

static struct json_value *structures_make_row(const void *closure, size_t index)
{
	const struct structure *structure = closure;
	struct json_value *row =
		rows_make_whole(&structure_rows, &structure[index]);

	json_put_real(row, "share",
		(double)structure[index].repeated /
			(double)(structure[index].reads ?: 1));
	return row;
}

struct json_value *page_structures(struct page *page, size_t unused)
{
	size_t count;
	struct structure *structure =
		structures_gather(page->site->report, &count);
	struct json_value *value = JSON_OBJECT(JSON("structures",
		data_list(count, structures_make_row, structure)));

	(void)unused;
	free(structure);
	return value;
}
