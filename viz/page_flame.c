/* SPDX-License-Identifier: MIT
 * The flame graph: who calls what repeats, from the top, as wide as the repeated
 * reads. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/words.h"
#include "viz/html.h"
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
	struct page_flame_stack *stack; /* sorted by their functions */
	size_t count;
	uint64_t total;
	size_t depth; /* of the deepest frame that is drawn */
	size_t frames, narrow;
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
static void page_flame_print_frame(struct page_flame *flame, const char *name,
	size_t depth, double x, uint64_t repeated,
	const struct page_flame_stack *only)
{
	struct page *page = flame->page;
	double width = page_flame_width_of(flame, repeated);
	double y = ROW * (double)depth;
	size_t letters = width > 8 ? (size_t)((width - 8) / LETTER_WIDTH) : 0;
	char *full = words_shorten(name, NAME_CHARACTERS);
	bool is_link = false;

	if (depth > flame->depth)
		flame->depth = depth;
	fputs("<g class=\"frame\">", page->out);
	if (only)
		is_link = site_begin_link(page, PAGE_FINDING, only->finding);
	html_print(page->out,
		"<title>%t: %n repeated reads, %d %%</title><rect x=\"%d\" "
		"y=\"%d\" width=\"%d\" height=\"%u\"/>",
		full, repeated, 100 * (double)repeated / (double)flame->total,
		x, y, width, (uint64_t)ROW - 1);
	if (letters >= 3) {
		char *text = words_shorten(name, letters);
		html_print(page->out, "<text x=\"%d\" y=\"%d\">%t</text>",
			x + 4, y + 15, text);
		free(text);
	}
	html_print(page->out, "%r</g>\n", is_link ? "</a>" : "");
	free(full);
	flame->frames++;
}

/* The frames at DEPTH of the stacks from FIRST to END, which are the same
 * above. */
static void page_flame_print_frames(struct page_flame *flame, size_t depth,
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
		if (width < WIDTH_MIN || flame->frames >= FRAMES_MAX) {
			flame->narrow++;
			x += width;
			continue;
		}
		page_flame_print_frame(flame, name, depth + 1, x, repeated,
			next == i + 1 ? &flame->stack[i] : NULL);
		page_flame_print_frames(flame, depth + 1, i, next, x);
		x += width;
	}
}

/* All frames, before it is known how many rows there are. Free them. */
static char *page_flame_frames_dup(struct page_flame *flame)
{
	struct page *page = flame->page;
	FILE *out = page->out;
	char *frames = NULL;
	size_t bytes;

	page->out = open_memstream(&frames, &bytes);
	if (!page->out)
		memory_fail(0);
	page_flame_print_frame(flame, "all findings", 0, 0, flame->total,
		flame->count == 1 ? flame->stack : NULL);
	page_flame_print_frames(flame, 0, 0, flame->count, 0);
	fclose(page->out);
	page->out = out;
	return frames;
}

static void page_flame_print_picture(struct page_flame *flame)
{
	struct page *page = flame->page;
	char *frames = page_flame_frames_dup(flame);
	uint64_t height = ROW * (flame->depth + 1);

	html_print(page->out,
		"<figure class=\"flame\" data-search>\n<div class=\"scroll\" "
		"data-zoom "
		"tabindex=\"0\" role=\"region\" aria-label=\"Flame graph\">"
		"<svg role=\"group\" aria-label=\"Repeated reads by call\" "
		"viewBox=\"0 0 %u %u\" width=\"%u\" height=\"%u\">\n%r",
		(uint64_t)WIDTH, height, (uint64_t)WIDTH, height, frames);
	html_print(page->out,
		"</svg></div>\n<figcaption>From the top: the function whose "
		"call shows it, then what it calls, down to the read. A frame "
		"is as wide as its repeated reads; one that belongs to a "
		"single finding leads to it. %n frame%r too narrow to be "
		"shown.</figcaption></figure>\n",
		(uint64_t)flame->narrow, flame->narrow == 1 ? " is" : "s are");
	free(frames);
}

static int compare_repeated(const void *left, const void *right)
{
	const struct page_flame_stack *a = left, *b = right;

	if (a->repeated != b->repeated)
		return a->repeated > b->repeated ? -1 : 1;
	return (a->finding > b->finding) - (a->finding < b->finding);
}

static void print_stack(
	struct page_flame *flame, const struct page_flame_stack *stack)
{
	struct page *page = flame->page;
	const struct report_places *places =
		functions_of(page->site->report, stack);

	fputs("<tr><th scope=\"row\" data-label=\"Finding\">", page->out);
	site_print_finding_link(page, stack->finding);
	fputs("</th><td data-label=\"Calls\">", page->out);
	for (size_t i = 0; i < places->count && i < DEPTH_MAX; i++) {
		char *name = words_shorten(
			page_flame_function_at(places, i), NAME_CHARACTERS);
		html_print(page->out, "%r<code>%t</code>",
			i > 0 ? " &gt; " : "", name);
		free(name);
	}
	html_print(page->out,
		"</td><td data-label=\"Repeated\" class=\"number\">%n</td>"
		"<td data-label=\"Share\" class=\"number\">%d %%</td></tr>\n",
		stack->repeated,
		100 * (double)stack->repeated / (double)flame->total);
}

/* The same as rows, by what repeats most. */
static void print_stacks(struct page_flame *flame)
{
	struct page *page = flame->page;

	qsort(flame->stack, flame->count, sizeof *flame->stack,
		compare_repeated);
	html_print(page->out,
		"<h2>As a table</h2>\n<div class=\"scroll\"><table "
		"class=\"cards\" id=\"%rtable\" data-filter>\n"
		"<caption>Calls</caption>\n<thead><tr>"
		"<th scope=\"col\">Finding</th><th scope=\"col\">Calls</th>"
		"<th scope=\"col\" class=\"number\">Repeated</th>"
		"<th scope=\"col\" class=\"number\">Share</th></tr></thead>\n"
		"<tbody>\n",
		page->prefix);
	for (size_t i = 0; i < flame->count && i < STACKS_MAX; i++)
		print_stack(flame, &flame->stack[i]);
	fputs("</tbody></table></div>\n", page->out);
	site_print_left_out(page, flame->count, STACKS_MAX);
}

void page_flame(struct page *page, size_t unused)
{
	struct page_flame flame = {.page = page};

	(void)unused;
	fputs("<h1>Repeated reads by call</h1>\n", page->out);
	page_flame_gather(&flame);
	if (flame.count == 0) {
		fputs("<p>No repeated read is worth a change.</p>\n",
			page->out);
	} else {
		page_flame_print_picture(&flame);
		print_stacks(&flame);
	}
	free(flame.stack);
}
