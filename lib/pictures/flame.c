/* SPDX-License-Identifier: MIT
 * Flame graphs of differences. */
#include "config.h"

#include "lib/pictures/flame.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/markup.h"
#include "lib/memory.h"
#include "lib/output/stacks.h"
#include "lib/words.h"

#define WIDTH		1200
#define ROW		22
#define DEPTH_MAX	64
#define WIDTH_MIN	1.5 /* what is narrower is left out */
#define LETTER_WIDTH	7.5
#define FRAMES_MAX	3000
#define NAME_CHARACTERS 160
#define GRADES		4

struct flame_frame {
	size_t depth;
	double x, width;
	uint64_t before, after;		/* with all that it calls */
	uint64_t own_before, own_after; /* of itself */
	const char *reference; /* of the only stack in it; NULL: none */
};

struct flame_tree {
	const struct stacks *stacks;
	const struct flame_style *style;
	FILE *out;
	uint64_t total;
	uint64_t largest; /* difference of a function itself */
	size_t depth, frames, left_out;
};

/* The part of FRAMES at DEPTH, NULL if it is not as deep. */
static const char *part_at(const char *frames, size_t depth)
{
	while (depth-- > 0 && frames) {
		frames = strchr(frames, ';');
		frames += frames != NULL;
	}
	return frames;
}

static size_t part_length(const char *part)
{
	return strcspn(part, ";");
}

static bool flame_is_same(const char *a, const char *b)
{
	size_t length = part_length(a);

	return b && length == part_length(b) && strncmp(a, b, length) == 0;
}

static uint64_t flame_difference(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* -GRADES: much less, GRADES: much more, 0: about the same. */
static int grade_of(
	const struct flame_tree *flame, const struct flame_frame *frame)
{
	static const double from[GRADES] = {0.005, 0.05, 0.2, 0.5};
	double share =
		(double)flame_difference(frame->own_after, frame->own_before) /
		fmax((double)flame->largest, 1);
	int grade = 0;

	while (grade < GRADES && share >= from[grade])
		grade++;
	return frame->own_after >= frame->own_before ? grade : -grade;
}

static void flame_print_count(FILE *out, uint64_t count)
{
	char text[WORDS_NUMBER_BYTES];

	fputs(words_number(text, count), out);
}

static void print_title(struct flame_tree *flame, const char *name,
	const struct flame_frame *frame)
{
	FILE *out = flame->out;

	fputs("<title>", out);
	markup_print(out, name);
	fputs(": ", out);
	flame_print_count(out, frame->after);
	if (!flame->style->before) {
		fprintf(out, " %s, %.1f %%</title>", flame->style->unit,
			100 * (double)frame->after / (double)flame->total);
		return;
	}
	fprintf(out, " %s %s, ", flame->style->unit, flame->style->after);
	flame_print_count(out, frame->before);
	fprintf(out, " %s; itself ", flame->style->before);
	flame_print_count(out, frame->own_after);
	fputs(", ", out);
	flame_print_count(out, frame->own_before);
	fputs("</title>", out);
}

static void flame_print_frame(struct flame_tree *flame, const char *name,
	const struct flame_frame *frame)
{
	FILE *out = flame->out;
	size_t letters = frame->width > 8
				 ? (size_t)((frame->width - 8) / LETTER_WIDTH)
				 : 0;
	int grade = grade_of(flame, frame);
	double y = ROW * (double)frame->depth;

	if (frame->depth > flame->depth)
		flame->depth = frame->depth;
	flame->frames++;
	if (flame->style->before)
		fprintf(out, "<g class=\"frame %s%d\">",
			grade > 0   ? "more"
			: grade < 0 ? "less"
				    : "same",
			abs(grade));
	else
		fputs("<g class=\"frame\">", out);
	if (frame->reference) {
		fputs("<a href=\"", out);
		markup_print_url(out, frame->reference, "-._~/#");
		fputs("\">", out);
	}
	print_title(flame, name, frame);
	fprintf(out,
		"<rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%d\"/>",
		frame->x, y, frame->width, ROW - 1);
	if (letters >= 3) {
		char *text = words_shorten(name, letters);
		fprintf(out, "<text x=\"%.1f\" y=\"%.0f\">", frame->x + 4,
			y + 15);
		markup_print(out, text);
		fputs("</text>", out);
		free(text);
	}
	fputs(frame->reference ? "</a></g>\n" : "</g>\n", out);
}

/* The frame at DEPTH of the stacks from FIRST on that is the same. Returns the
 * end of these. */
static size_t find_frame(const struct flame_tree *flame, size_t depth,
	size_t first, size_t end, struct flame_frame *frame)
{
	const struct stack *stack = flame->stacks->stack;
	const char *name = part_at(stack[first].frames, depth);
	size_t next = first;

	while (next < end &&
		flame_is_same(name, part_at(stack[next].frames, depth))) {
		const char *part = part_at(stack[next].frames, depth);
		frame->before += stack[next].before;
		frame->after += stack[next].after;
		if (part[part_length(part)] == '\0') {
			frame->own_before += stack[next].before;
			frame->own_after += stack[next].after;
		}
		next++;
	}
	frame->reference = next == first + 1 ? stack[first].reference : NULL;
	return next;
}

static void flame_print_frames(struct flame_tree *flame, size_t depth,
	size_t first, size_t end, double x)
{
	const struct stack *stack = flame->stacks->stack;
	size_t next;

	for (size_t i = first; i < end; i = next) {
		struct flame_frame frame = {.depth = depth + 1, .x = x};
		const char *part = part_at(stack[i].frames, depth);
		char *name, *full;
		next = i + 1;
		if (!part)
			continue;
		next = find_frame(flame, depth, i, end, &frame);
		frame.width =
			WIDTH * (double)frame.after / (double)flame->total;
		x += frame.width;
		if (frame.width < WIDTH_MIN || depth >= DEPTH_MAX ||
			flame->frames >= FRAMES_MAX) {
			flame->left_out++;
			continue;
		}
		full = memory_string_dup_length(part, part_length(part));
		name = words_shorten(full, NAME_CHARACTERS);
		flame_print_frame(flame, name, &frame);
		free(name);
		free(full);
		flame_print_frames(flame, depth + 1, i, next, frame.x);
	}
}

static void flame_measure(struct flame_tree *flame)
{
	const struct stacks *stacks = flame->stacks;

	for (size_t i = 0; i < stacks->count; i++) {
		uint64_t own = flame_difference(
			stacks->stack[i].after, stacks->stack[i].before);
		flame->total += stacks->stack[i].after;
		if (own > flame->largest)
			flame->largest = own;
	}
}

/* Before it is known how many rows there are. Free it. */
static char *flame_frames_dup(struct flame_tree *flame)
{
	struct flame_frame all = {.width = WIDTH, .after = flame->total};
	FILE *out = flame->out;
	char *frames = NULL;
	size_t bytes;

	for (size_t i = 0; i < flame->stacks->count; i++)
		all.before += flame->stacks->stack[i].before;
	flame->out = open_memstream(&frames, &bytes);
	if (!flame->out)
		memory_fail(0);
	if (flame->stacks->count == 1)
		all.reference = flame->stacks->stack[0].reference;
	flame_print_frame(flame, flame->style->all ?: "all", &all);
	flame_print_frames(flame, 0, 0, flame->stacks->count, 0);
	fclose(flame->out);
	flame->out = out;
	return frames;
}

static const char own_style[] =
	"<style>text{font:12px sans-serif;fill:#1b1f24}rect{stroke:#fff}"
	".same0 rect{fill:#e4e7eb}"
	".more1 rect{fill:#fbe0d8}.more2 rect{fill:#f6b8a4}"
	".more3 rect{fill:#ec8465}.more4 rect{fill:#d9532c}"
	".less1 rect{fill:#dce8f7}.less2 rect{fill:#aecbee}"
	".less3 rect{fill:#78a7e0}.less4 rect{fill:#4681cc}"
	"</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";

size_t flame_print(
	const struct stacks *stacks, const struct flame_style *style, FILE *out)
{
	struct flame_tree flame = {
		.stacks = stacks, .style = style, .out = out};
	char *frames;

	flame_measure(&flame);
	if (flame.total == 0)
		flame.total = 1;
	frames = flame_frames_dup(&flame);
	fprintf(out, "<svg %srole=\"group\" aria-label=\"",
		style->is_inline ? ""
				 : "xmlns=\"http://www.w3.org/2000/svg\" ");
	if (style->title)
		fputs(style->title, out);
	else
		fprintf(out, "%s %s, compared with %s", style->unit,
			style->after, style->before);
	fprintf(out, "\" viewBox=\"0 0 %d %zu\" width=\"%d\" height=\"%zu\">\n",
		WIDTH, ROW * (flame.depth + 1), WIDTH, ROW * (flame.depth + 1));
	fprintf(out, "%s%s</svg>\n", style->is_inline ? "" : own_style, frames);
	free(frames);
	return flame.left_out;
}
