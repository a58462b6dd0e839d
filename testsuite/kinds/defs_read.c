/* SPDX-License-Identifier: MIT
 * Words are folded by a constant table, and the number of each definition is looked for among
 * those that were read: as many cells of the table are read as there are searches, but it is
 * not an outer loop of theirs. */
#include <stdlib.h>

static const unsigned char defs_fold[256] = {['A'] = 'a',
	['D'] = 'd',
	['E'] = 'e',
	['F'] = 'f',
	['M'] = 'm',
	['O'] = 'o',
	['P'] = 'p'};

struct definitions {
	unsigned *number;
	unsigned count, capacity;
};

static __attribute__((noinline)) unsigned defs_kind(const char *word)
{
	unsigned kind = 0;

	for (; *word; word++)
		kind += defs_fold[(unsigned char)*word];
	return kind;
}

static __attribute__((noinline)) int defs_have(
	const struct definitions *defs, unsigned number)
{
	for (unsigned i = 0; i < defs->count; i++)
		if (defs->number[i] == number)
			return 1;
	return 0;
}

static __attribute__((noinline)) void defs_add(
	struct definitions *defs, unsigned number)
{
	if (defs_have(defs, number))
		return;
	if (defs->count == defs->capacity) {
		defs->capacity = 2 * defs->capacity + 4;
		defs->number = realloc(
			defs->number, defs->capacity * sizeof *defs->number);
	}
	defs->number[defs->count++] = number;
}

__attribute__((noinline)) unsigned defs_read(unsigned lines)
{
	struct definitions defs = {NULL, 0, 0};
	unsigned kinds = 0;

	for (unsigned i = 0; i < 3; i++)
		kinds += defs_kind("DEFMAPOQRSTUV");
	for (unsigned i = 0; i < lines; i++)
		defs_add(&defs, i * 3);
	kinds += defs.count;
	free(defs.number);
	return kinds;
}

int main(int argc, char **argv)
{
	unsigned lines = (unsigned)(argc > 1 ? atoi(argv[1]) : 40);

	return defs_read(lines) + defs_read(lines / 2) + defs_read(lines / 3) ==
	       0;
}
