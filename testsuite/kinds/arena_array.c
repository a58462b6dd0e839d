/* SPDX-License-Identifier: MIT
 * An array in an arena that is made anew, one longer, for each element. */
#include <stdlib.h>
#include <string.h>

struct arena {
	char *memory;
	size_t used, size;
};
struct ints {
	int *at;
	int count;
};

static void *arena_take(struct arena *arena, size_t bytes)
{
	void *block = arena->memory + arena->used;

	arena->used += (bytes + 15) & ~(size_t)15;
	if (arena->used > arena->size)
		abort();
	return block;
}

struct ints ints_with(struct arena *arena, struct ints ints, int value)
{
	struct ints more = {arena_take(arena, (ints.count + 1) * sizeof(int)),
		ints.count + 1};

	if (ints.count > 0)
		memcpy(more.at, ints.at, ints.count * sizeof(int));
	more.at[ints.count] = value;
	return more;
}

struct ints squares(struct arena *arena, int count)
{
	struct ints all = {NULL, 0};

	for (int i = 0; i < count; i++)
		all = ints_with(arena, all, i * i);
	return all;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40;
	struct arena arena = {NULL, 0, (size_t)n * (4 * n + 32)};
	struct ints all;

	arena.memory = malloc(arena.size);
	all = squares(&arena, n);
	free(arena.memory);
	return all.count != n;
}
