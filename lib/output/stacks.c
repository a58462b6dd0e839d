/* SPDX-License-Identifier: MIT
 * Folded stacks. */
#include "config.h"

#include "lib/output/stacks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"

#define LINE_MAX_BYTES (1 << 20)

void stacks_init(struct stacks *stacks)
{
	*stacks = (struct stacks){0};
	arena_init(&stacks->arena);
}

void stacks_release(struct stacks *stacks)
{
	free(stacks->stack);
	arena_release(&stacks->arena);
	*stacks = (struct stacks){0};
}

void stacks_add(struct stacks *stacks, const char *frames, uint64_t before,
	uint64_t after)
{
	stacks->stack = memory_grow(stacks->stack, &stacks->capacity,
		stacks->count + 1, sizeof *stacks->stack);
	stacks->stack[stacks->count++] =
		(struct stack){.frames = arena_string(&stacks->arena, frames),
			.before = before,
			.after = after};
}

void stacks_add_linked(struct stacks *stacks, const char *frames,
	uint64_t after, const char *reference)
{
	stacks_add(stacks, frames, 0, after);
	if (reference)
		stacks->stack[stacks->count - 1].reference =
			arena_string(&stacks->arena, reference);
}

static void stacks_print_frame(FILE *out, const char *name)
{
	if (*name == '\0')
		name = "?";
	for (const unsigned char *c = (const unsigned char *)name; *c; c++)
		putc(*c == ';' ? ':' : *c < 0x20 || *c == 0x7f ? '?' : *c, out);
}

char *stacks_join_dup(const char *const *frame, size_t count)
{
	char *text = NULL;
	size_t bytes;
	FILE *out = open_memstream(&text, &bytes);

	if (!out)
		memory_fail(0);
	for (size_t i = count; i-- > 0;) {
		stacks_print_frame(out, frame[i]);
		if (i > 0)
			putc(';', out);
	}
	fclose(out);
	return text;
}

/* Frame by frame: the end of a frame comes before every character. */
static int stacks_compare_stacks(const void *left, const void *right)
{
	const unsigned char *a =
		(const unsigned char *)((const struct stack *)left)->frames;
	const unsigned char *b =
		(const unsigned char *)((const struct stack *)right)->frames;

	while (*a != '\0' && *a == *b)
		a++, b++;
	return (*a == ';' ? 1 : *a) - (*b == ';' ? 1 : *b);
}

void stacks_sort(struct stacks *stacks)
{
	size_t kept = 0;

	if (stacks->count > 1)
		qsort(stacks->stack, stacks->count, sizeof *stacks->stack,
			stacks_compare_stacks);
	for (size_t i = 0; i < stacks->count; i++) {
		struct stack *last = kept > 0 ? &stacks->stack[kept - 1] : NULL;
		const struct stack *next = &stacks->stack[i];
		if (last && strcmp(last->frames, next->frames) == 0) {
			last->before += next->before;
			last->after += next->after;
			last->reference = NULL;
		} else {
			stacks->stack[kept++] = *next;
		}
	}
	stacks->count = kept;
}

void stacks_compare(struct stacks *into, const struct stacks *before,
	const struct stacks *after)
{
	for (size_t i = 0; i < before->count; i++)
		stacks_add(into, before->stack[i].frames,
			before->stack[i].after, 0);
	for (size_t i = 0; i < after->count; i++)
		stacks_add(
			into, after->stack[i].frames, 0, after->stack[i].after);
	stacks_sort(into);
}

uint64_t stacks_total_after(const struct stacks *stacks)
{
	uint64_t total = 0;

	for (size_t i = 0; i < stacks->count; i++)
		total += stacks->stack[i].after;
	return total;
}

void stacks_print(const struct stacks *stacks, FILE *out)
{
	for (size_t i = 0; i < stacks->count; i++)
		if (stacks->stack[i].after > 0)
			fprintf(out, "%s %" PRIu64 "\n",
				stacks->stack[i].frames,
				stacks->stack[i].after);
}

void stacks_print_difference(const struct stacks *stacks, FILE *out)
{
	for (size_t i = 0; i < stacks->count; i++)
		fprintf(out, "%s %" PRIu64 " %" PRIu64 "\n",
			stacks->stack[i].frames, stacks->stack[i].before,
			stacks->stack[i].after);
}

/* Takes the count at the end of LINE off it. Returns whether there is one. */
static int take_count(char *line, uint64_t *count)
{
	char *blank = strrchr(line, ' '), *end;

	if (!blank || blank == line || blank[1] < '0' || blank[1] > '9')
		return 0;
	*count = strtoull(blank + 1, &end, 10);
	*blank = '\0';
	return *end == '\0' && *count < UINT64_MAX / LINE_MAX_BYTES;
}

static int stacks_read_line(struct stacks *stacks, char *line)
{
	uint64_t before, after;

	line[strcspn(line, "\n")] = '\0';
	if (!take_count(line, &after) || !take_count(line, &before))
		return -1;
	stacks_add(stacks, line, before, after);
	return 0;
}

int stacks_read_difference(
	struct stacks *stacks, const char *path, struct error *err)
{
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t bytes = 0, number = 0;
	int result = 0;

	if (!in)
		return error_set_errno(err, "cannot open %s", path);
	while (result == 0 && getline(&line, &bytes, in) >= 0) {
		number++;
		if (stacks_read_line(stacks, line) != 0)
			result = error_set(err,
				"%s: line %zu is not a stack with two counts",
				path, number);
	}
	free(line);
	fclose(in);
	stacks_sort(stacks);
	return result;
}
