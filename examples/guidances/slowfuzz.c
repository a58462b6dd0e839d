/* SPDX-License-Identifier: MIT
 * SlowFuzz (T. Petsios and others, 2017) as a guidance: an input is a parent if it executed more
 * edges than its own parent did. */
#include <retread/guidance.h>

#include <stdlib.h>
#include <string.h>

#define PARENTS 64

struct parent {
	uint8_t *bytes;
	size_t length;
	uint64_t edges;
};

struct slowfuzz {
	const struct retread_search *search;
	struct parent parent[PARENTS];
	unsigned count, current;
};

static void *slowfuzz_open(const struct retread_search *search)
{
	struct slowfuzz *all = calloc(1, sizeof *all);

	all->search = search;
	return all;
}

static size_t slowfuzz_get_input(void *self, uint8_t *to, size_t capacity)
{
	struct slowfuzz *all = self;

	/* One child at a time: whether it is a parent depends on the one before. */
	if (all->current != PARENTS)
		return RETREAD_GUIDANCE_WAIT;
	all->current = all->search->random(all->search) % all->count;
	const struct parent *parent = &all->parent[all->current];
	memcpy(to, parent->bytes, parent->length);
	return all->search->mutate(all->search, to, parent->length, capacity);
}

static void keep_parent(struct slowfuzz *all, const struct retread_run *run)
{
	unsigned least = 0;

	for (unsigned i = 1; i < all->count; i++)
		if (all->parent[i].edges < all->parent[least].edges)
			least = i;
	unsigned at = all->count < PARENTS ? all->count++ : least;
	struct parent *parent = &all->parent[at];
	parent->bytes = realloc(parent->bytes, run->length + 1);
	memcpy(parent->bytes, run->bytes, run->length);
	parent->length = run->length;
	parent->edges = run->edges;
}

static void slowfuzz_handle_result(void *self, enum retread_result result,
	const struct retread_run *run)
{
	struct slowfuzz *all = self;
	unsigned of = all->current;

	all->current = PARENTS;
	if (!all->count ||
		(result == RETREAD_SUCCESS &&
			(of == PARENTS || run->edges > all->parent[of].edges)))
		keep_parent(all, run);
}

static void slowfuzz_close(void *self)
{
	struct slowfuzz *all = self;

	for (unsigned i = 0; i < all->count; i++)
		free(all->parent[i].bytes);
	free(all);
}

const struct retread_guidance retread_guidance = {
	.version = RETREAD_GUIDANCE_VERSION,
	.name = "slowfuzz",
	.domains = "slow",
	.open = slowfuzz_open,
	.get_input = slowfuzz_get_input,
	.handle_result = slowfuzz_handle_result,
	.close = slowfuzz_close,
};
