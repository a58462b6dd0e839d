/* SPDX-License-Identifier: MIT
 * The flame graph: who calls what repeats, from the top, as wide as the repeated
 * reads. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "viz/data.h"
#include "viz/site.h"

#define WIDTH		1200
#define ROW		22
#define DEPTH_MAX	48
#define WIDTH_MIN	2 /* what is narrower is left out */
#define LETTER_WIDTH	7.5
#define FRAMES_MAX	4000
#define STACKS_MAX	500
#define NAME_CHARACTERS 160

/* The functions from the analysed one to the read, and what repeats there. */
struct page_flame_stack {
	size_t finding;
	uint64_t repeated;
};

struct page_flame {
	struct page *page;
	struct json_value *frame;
	struct page_flame_stack *stack; /* sorted by their functions */
	size_t count;
	uint64_t total;
	size_t depth; /* of the deepest frame that is drawn */
	size_t narrow;
};

static const struct report_places *functions_of(
	const struct report *report, const struct page_flame_stack *stack)
{
	return &report->finding[stack->finding].aec;
}

static const char *page_flame_function_at(
	const struct report_places *places, size_t depth)
{
	const char *function =
		depth < places->count ? places->place[depth].function : NULL;

	return function ? function : "?";
}

static int page_flame_compare_stacks(
	const void *left, const void *right, void *data)
{
	const struct report *report = data;
	const struct report_places *a = functions_of(report, left);
	const struct report_places *b = functions_of(report, right);
	int order = 0;

	for (size_t i = 0; order == 0 && i < a->count && i < b->count; i++)
		order = strcmp(page_flame_function_at(a, i),
			page_flame_function_at(b, i));
	return order != 0 ? order
			  : (a->count > b->count) - (a->count < b->count);
}

static void page_flame_gather(struct page_flame *flame)
{
	const struct report *report = flame->page->site->report;

	flame->stack =
		memory_alloc(report->finding_count * sizeof *flame->stack);
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		uint64_t repeated = report_finding_repeated(finding);
		if (!report_finding_is_shown(finding) || repeated == 0 ||
			finding->aec.count == 0)
			continue;
		flame->stack[flame->count++] =
			(struct page_flame_stack){i, repeated};
		flame->total += repeated;
	}
	if (flame->count > 1)
		qsort_r(flame->stack, flame->count, sizeof *flame->stack,
			page_flame_compare_stacks, (void *)report);
}

static uint64_t page_flame_sum_of(
	const struct page_flame *flame, size_t first, size_t end)
{
	uint64_t sum = 0;

	for (size_t i = first; i < end; i++)
		sum += flame->stack[i].repeated;
	return sum;
}

static double page_flame_width_of(
	const struct page_flame *flame, uint64_t repeated)
{
	return WIDTH * (double)repeated / (double)flame->total;
}

/* A frame of one finding links to it. */
static void flame_add_frame(struct page_flame *flame, const char *name,
	size_t depth, double x, uint64_t repeated,
	const struct page_flame_stack *only)
{
	double width = page_flame_width_of(flame, repeated);
	double y = ROW * (double)depth;
	size_t letters = width > 8 ? (size_t)((width - 8) / LETTER_WIDTH) : 0;
	char *reference = only ? site_reference(flame->page, PAGE_FINDING,
					 only->finding, 0)
			       : NULL;

	if (depth > flame->depth)
		flame->depth = depth;
	json_append(flame->frame,
		JSON_OBJECT(JSON("reference", data_own(reference)),
			JSON("name", data_short(name, NAME_CHARACTERS)),
			JSON("repeated", repeated),
			JSON("share",
				100 * (double)repeated / (double)flame->total),
			JSON("x", x), JSON("y", y), JSON("width", width),
			JSON_IF(letters >= 3, "short",
				data_short(name, letters)),
			JSON("text_x", x + 4), JSON("text_y", y + 15)));
}

/* The frames at DEPTH of the stacks from FIRST to END, which are the same
 * above. */
static void flame_add_frames(struct page_flame *flame, size_t depth,
	size_t first, size_t end, double x)
{
	const struct report *report = flame->page->site->report;
	size_t next;

	for (size_t i = first; i < end; i = next) {
		const struct report_places *places =
			functions_of(report, &flame->stack[i]);
		const char *name = page_flame_function_at(places, depth);
		uint64_t repeated;
		double width;
		next = i + 1;
		if (depth >= places->count || depth >= DEPTH_MAX)
			continue;
		while (next < end &&
			strcmp(page_flame_function_at(
				       functions_of(
					       report, &flame->stack[next]),
				       depth),
				name) == 0)
			next++;
		repeated = page_flame_sum_of(flame, i, next);
		width = page_flame_width_of(flame, repeated);
		if (width < WIDTH_MIN ||
			json_length(flame->frame) >= FRAMES_MAX) {
			flame->narrow++;
			x += width;
			continue;
		}
		flame_add_frame(flame, name, depth + 1, x, repeated,
			next == i + 1 ? &flame->stack[i] : NULL);
		flame_add_frames(flame, depth + 1, i, next, x);
		x += width;
	}
}

static int compare_repeated(const void *left, const void *right)
{
	const struct page_flame_stack *a = left, *b = right;

	if (a->repeated != b->repeated)
		return a->repeated > b->repeated ? -1 : 1;
	return (a->finding > b->finding) - (a->finding < b->finding);
}

static struct json_value *flame_make_stack(
	struct page_flame *flame, const struct page_flame_stack *stack)
{
	const struct report_places *places =
		functions_of(flame->page->site->report, stack);
	struct json_value *calls = json_make_array();

	for (size_t i = 0; i < places->count && i < DEPTH_MAX; i++)
		json_append(calls, data_short(page_flame_function_at(places, i),
					   NAME_CHARACTERS));
	return JSON_OBJECT(JSON("finding", site_make_finding(flame->page,
						   stack->finding, 1)),
		JSON("calls", calls), JSON("repeated", stack->repeated),
		JSON("share",
			100 * (double)stack->repeated / (double)flame->total));
}

/* The same as rows, by what repeats most. */
static struct json_value *flame_make_stacks(struct page_flame *flame)
{
	struct json_value *stacks = json_make_array();

	if (flame->count > 1)
		qsort(flame->stack, flame->count, sizeof *flame->stack,
			compare_repeated);
	for (size_t i = 0; i < flame->count && i < STACKS_MAX; i++)
		json_append(stacks, flame_make_stack(flame, &flame->stack[i]));
	return stacks;
}

struct json_value *page_flame(struct page *page, size_t unused)
{
	struct page_flame flame = {.page = page, .frame = json_make_array()};
	struct json_value *data;

	(void)unused;
	page_flame_gather(&flame);
	if (flame.count > 0) {
		flame_add_frame(&flame, "all findings", 0, 0, flame.total,
			flame.count == 1 ? flame.stack : NULL);
		flame_add_frames(&flame, 0, 0, flame.count, 0);
	}
	data = JSON_OBJECT(JSON("has_frames", flame.count > 0),
		JSON("height", (uint64_t)ROW * (flame.depth + 1)),
		JSON("narrow", flame.narrow),
		JSON("is_one_narrow", flame.narrow == 1),
		JSON("frames", flame.frame),
		JSON("stacks", flame_make_stacks(&flame)),
		JSON("left_out", data_left_out(flame.count, STACKS_MAX)));
	free(flame.stack);
	return data;
}
