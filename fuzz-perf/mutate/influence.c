/* SPDX-License-Identifier: MIT
 * Which bytes of an input influence which branches. */
#include "config.h"

#include "fuzz-perf/mutate/influence.h"

#include <stdlib.h>

#include "lib/memory.h"

#include "fuzz-perf/mutate/mutation.h"

void influence_free(struct influence *influence)
{
	if (!influence)
		return;
	free(influence->mark);
	free(influence->branch);
	free(influence);
}

void influence_add(struct influence *influence, uint32_t key, uint32_t byte)
{
	influence->mark = memory_grow(influence->mark, &influence->capacity,
		influence->count + 1, sizeof *influence->mark);
	influence->mark[influence->count++] =
		(struct influence_mark){key, byte};
}

static int influence_compare_marks(const void *left, const void *right)
{
	const struct influence_mark *a = left, *b = right;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->byte < b->byte ? -1 : a->byte > b->byte;
}

void influence_close(struct influence *influence)
{
	struct influence_mark *mark = influence->mark;
	size_t kept = 0;

	if (influence->count)
		qsort(mark, influence->count, sizeof *mark,
			influence_compare_marks);
	influence->branch = memory_alloc(
		(influence->count + 1) * sizeof *influence->branch);
	for (size_t i = 0; i < influence->count; i++) {
		if (kept && !influence_compare_marks(&mark[i], &mark[kept - 1]))
			continue;
		if (!kept || mark[i].key != mark[kept - 1].key)
			influence->branch[influence->branches++] = kept;
		mark[kept++] = mark[i];
	}
	influence->count = kept;
	influence->branch[influence->branches] = kept;
}

/*--- mutation ---*/

static size_t find_branch(const struct influence *influence, uint32_t key)
{
	size_t low = 0, high = influence->branches;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (influence->mark[influence->branch[middle]].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low < influence->branches &&
			       influence->mark[influence->branch[low]].key ==
				       key
		       ? low
		       : influence->branches;
}

uint32_t influence_pick(
	const struct influence *influence, uint32_t key, struct random *random)
{
	size_t branch = find_branch(influence, key);
	const size_t *first;

	if (branch == influence->branches)
		branch = random_below(random, (uint32_t)influence->branches);
	first = &influence->branch[branch];
	return influence
		->mark[first[0] +
			random_below(random, (uint32_t)(first[1] - first[0]))]
		.byte;
}

bool influence_change_byte(struct mutation *mutation)
{
	struct random *random = mutation->random;
	uint32_t at;

	if (!mutation->influence || !mutation->influence->count)
		return false;
	at = influence_pick(
		mutation->influence, mutation->influence_key, random);
	if (at >= mutation->length)
		return false;
	/* What another byte of the input is, may mean something here. */
	if (random_below(random, 2))
		mutation->bytes[at] = mutation->bytes[random_below(
			random, (uint32_t)mutation->length)];
	else if (random_below(random, 2))
		mutation->bytes[at] ^= (uint8_t)(1 << random_below(random, 8));
	else
		mutation->bytes[at] = (uint8_t)random_below(random, 256);
	return true;
}
