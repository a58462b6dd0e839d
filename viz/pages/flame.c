/* SPDX-License-Identifier: MIT
 * The flame graph: who calls what repeats, from the top, as wide as the repeated
 * reads. */
#include "config.h"

#include <stdlib.h>

#include "lib/memory.h"
#include "lib/output/stacks.h"
#include "lib/pictures/flame.h"
#include "viz/data.h"
#include "viz/site.h"

#define DEPTH_MAX  48
#define STACKS_MAX 500 /* in the table */

/* What repeats in a finding that is shown. */
struct page_flame_stack {
	const struct report_finding *finding;
	uint64_t repeated;
};

struct page_flame {
	struct page_flame_stack *stack;
	size_t count;
	uint64_t total;
};

static void page_flame_gather(
	struct page_flame *flame, const struct report *report)
{
	flame->stack =
		memory_alloc(report->finding_count * sizeof *flame->stack);
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		uint64_t repeated = report_finding_repeated(finding);
		if (!report_finding_is_shown(finding) || repeated == 0 ||
			finding->aec.count == 0)
			continue;
		flame->stack[flame->count++] =
			(struct page_flame_stack){finding, repeated};
		flame->total += repeated;
	}
}

static const char *page_flame_function_at(
	const struct report_finding *finding, size_t depth)
{
	return finding->aec.place[depth].function ?: "?";
}

static void page_flame_add_stack(struct stacks *stacks, const struct page *page,
	const struct page_flame_stack *stack)
{
	const struct report_finding *finding = stack->finding;
	size_t count =
		finding->aec.count < DEPTH_MAX ? finding->aec.count : DEPTH_MAX;
	const char *frame[DEPTH_MAX];
	char *frames,
		*reference = site_reference(page, PAGE_FINDING,
			(size_t)(finding - page->site->report->finding), 0);

	for (size_t i = 0; i < count; i++)
		frame[count - 1 - i] = page_flame_function_at(finding, i);
	frames = stacks_join_dup(frame, count);
	stacks_add_linked(stacks, frames, stack->repeated, reference);
	free(reference);
	free(frames);
}

static struct json_value *flame_make_picture(
	const struct page *page, const struct page_flame *flame, size_t *narrow)
{
	static const struct flame_style style = {
		.title = "Repeated reads by call",
		.all = "all findings",
		.unit = "repeated reads",
		.is_inline = true};
	struct data_printed picture;
	struct stacks stacks;

	stacks_init(&stacks);
	for (size_t i = 0; i < flame->count; i++)
		page_flame_add_stack(&stacks, page, &flame->stack[i]);
	stacks_sort(&stacks);
	*narrow = flame_print(&stacks, &style, data_begin(&picture));
	stacks_release(&stacks);
	return data_end(&picture);
}

/* By what repeats most, then as they stand in the report. */
static int page_flame_compare(const void *left, const void *right)
{
	const struct page_flame_stack *a = left, *b = right;

	if (a->repeated != b->repeated)
		return a->repeated > b->repeated ? -1 : 1;
	return (a->finding > b->finding) - (a->finding < b->finding);
}

static struct json_value *flame_make_stack(const struct report *report,
	const struct page_flame *flame, const struct page_flame_stack *stack)
{
	struct json_value *calls = json_make_array();

	for (size_t i = 0; i < stack->finding->aec.count && i < DEPTH_MAX; i++)
		json_append_text(
			calls, page_flame_function_at(stack->finding, i));
	return JSON_OBJECT(
		JSON("finding", page_make_index((size_t)(stack->finding -
							 report->finding))),
		JSON("calls", calls), JSON("repeated", stack->repeated),
		JSON("share", (double)stack->repeated / (double)flame->total));
}

struct json_value *page_flame(struct page *page, size_t unused)
{
	const struct report *report = page->site->report;
	struct page_flame flame = {0};
	struct json_value *stacks = json_make_array(), *picture;
	size_t narrow;

	(void)unused;
	page_flame_gather(&flame, report);
	picture = flame_make_picture(page, &flame, &narrow);
	if (flame.count > 1)
		qsort(flame.stack, flame.count, sizeof *flame.stack,
			page_flame_compare);
	for (size_t i = 0; i < flame.count && i < STACKS_MAX; i++)
		json_append(stacks,
			flame_make_stack(report, &flame, &flame.stack[i]));
	free(flame.stack);
	return JSON_OBJECT(JSON("picture", picture), JSON("narrow", narrow),
		JSON("are", narrow == 1 ? "is" : "are"), JSON("stacks", stacks),
		JSON("left_out", data_left_out(flame.count, STACKS_MAX)));
}
