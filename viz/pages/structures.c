/* SPDX-License-Identifier: MIT
 * The structures: every type that was seen to be walked. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "viz/data.h"
#include "viz/site.h"

#define STRUCTURES_MAX	1000
#define TEXT_CHARACTERS 300

struct structure {
	const char *type, *kind;
	uint64_t findings, traversals, reads, repeated, longest;
	uint64_t bytes; /* of the largest object; 0: not known */
};

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

static struct json_value *structures_make_row(const struct structure *structure)
{
	uint64_t reads = structure->reads;

	return JSON_OBJECT(
		JSON("type", data_short(structure->type ?: "not known",
				     TEXT_CHARACTERS)),
		JSON("kind", structure->kind ?: "not known"),
		JSON("bytes", structure->bytes),
		JSON("findings", structure->findings),
		JSON("traversals", structure->traversals),
		JSON("longest", structure->longest), JSON("reads", reads),
		JSON("repeated", structure->repeated),
		JSON("share", reads > 0 ? 100 * (double)structure->repeated /
						  (double)reads
					: 0));
}

struct json_value *page_structures(struct page *page, size_t unused)
{
	struct json_value *rows = json_make_array();
	size_t count;
	struct structure *structure =
		structures_gather(page->site->report, &count);

	(void)unused;
	for (size_t i = 0; i < count && i < STRUCTURES_MAX; i++)
		json_append(rows, structures_make_row(&structure[i]));
	free(structure);
	return JSON_OBJECT(JSON("structures", rows),
		JSON("left_out", data_left_out(count, STRUCTURES_MAX)));
}
