/* SPDX-License-Identifier: MIT
 * Five functions whose cost is in step(): slow-kinds KIND <INPUT runs one;
 * slow-kinds KIND --check SHARE BEFORE AFTER prints both costs, and how many spans of AFTER
 * can be left out so that SHARE percent of BEFORE's cost is still there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES_MAX 65536

static unsigned long steps;

__attribute__((noinline)) void step(void)
{
	steps++;
	__asm__ volatile("");
}

/* An insertion sort: the inversions. */
static void sort(const char *text, size_t length)
{
	static char sorted[BYTES_MAX];

	for (size_t i = 0; i < length; i++) {
		size_t at = i;
		for (; at > 0 && sorted[at - 1] > text[i]; at--) {
			step();
			sorted[at] = sorted[at - 1];
		}
		sorted[at] = text[i];
	}
}

/* A list of different words, each looked for from the start. */
static void words(const char *text, size_t length)
{
	static size_t start[BYTES_MAX], size[BYTES_MAX];
	size_t count = 0;

	for (size_t i = 0, end; i < length; i = end + 1) {
		size_t at = 0;
		for (end = i; end < length && text[end] != ' '; end++)
			;
		for (; at < count; at++) {
			step();
			if (size[at] == end - i &&
				!memcmp(text + start[at], text + i, end - i))
				break;
		}
		if (at < count)
			continue;
		start[count] = i;
		size[count++] = end - i;
	}
}

/* The bracket that each one closes, looked for backwards. */
static void brackets(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		long depth = 1;
		if (text[i] != ')')
			continue;
		for (size_t at = i; at > 0 && depth > 0; at--) {
			step();
			depth += (text[at - 1] == ')') - (text[at - 1] == '(');
		}
	}
}

/* The text's first eight bytes, looked for at each place. */
static void search(const char *text, size_t length)
{
	for (size_t i = 8; i + 8 <= length; i++)
		for (size_t at = 0; at < 8 && text[i + at] == text[at]; at++)
			step();
}

/* The lines before each "undo" are counted again. */
static void undo(const char *text, size_t length)
{
	for (size_t i = 0; i + 4 <= length; i++) {
		if (memcmp(text + i, "undo", 4))
			continue;
		for (size_t at = 0; at < i; at++)
			if (text[at] == '\n')
				step();
	}
}

static const struct {
	const char *name;
	void (*run)(const char *text, size_t length);
} kinds[] = {{"sort", sort}, {"words", words}, {"brackets", brackets},
	{"search", search}, {"undo", undo}};

static size_t slurp(FILE *file, char *text)
{
	size_t length = file ? fread(text, 1, BYTES_MAX, file) : 0;

	if (file)
		fclose(file);
	return length;
}

static unsigned long cost(size_t kind, const char *text, size_t length)
{
	steps = 0;
	kinds[kind].run(text, length);
	return steps;
}

int main(int argc, char **argv)
{
	static char before[BYTES_MAX], after[BYTES_MAX], less[BYTES_MAX];
	size_t kind = 0, length, spans = 0;
	unsigned long wanted, all;

	while (argc > 1 && kind < 5 && strcmp(kinds[kind].name, argv[1]))
		kind++;
	if (argc < 2 || kind == 5)
		return 2;
	if (argc < 6) {
		length = slurp(stdin, before);
		cost(kind, before, length);
		return 0;
	}
	all = cost(kind, before, slurp(fopen(argv[4], "r"), before));
	wanted = (all * strtoul(argv[3], NULL, 10) + 99) / 100;
	length = slurp(fopen(argv[5], "r"), after);
	for (size_t at = 0; at < length; at++)
		for (size_t size = 1; at + size <= length; size++) {
			memcpy(less, after, at);
			memcpy(less + at, after + at + size, length - at - size);
			spans += cost(kind, less, length - size) >= wanted;
		}
	printf("%lu %lu %zu\n", all, cost(kind, after, length), spans);
	return 0;
}
