/* SPDX-License-Identifier: MIT
 * Mutators for what formats say of the rest in few bytes. */
#include "config.h"

#include "fuzz-perf/mutate/mutate_heads.h"

#include <stddef.h>
#include <stdint.h>

#include "fuzz-perf/mutate/dictionary.h"
#include "fuzz-perf/mutate/mutation.h"

bool mutate_swap_case(struct mutation *mutation)
{
	const struct dictionary *words = mutation->dictionary;
	size_t length = mutation->length;

	if (!length || !words)
		return false;
	size_t start = random_below(mutation->random, (uint32_t)length);
	for (size_t i = 0; i < length; i++) {
		uint8_t *at = &mutation->bytes[(start + i) % length];
		uint32_t others = words->sibling_count[*at];
		if (!others)
			continue;
		*at = words->sibling[*at]
				    [random_below(mutation->random, others)];
		return true;
	}
	return false;
}

bool mutate_take_difference(struct mutation *mutation)
{
	size_t length = mutation->length, other_length = mutation->other_length;
	size_t both = length < other_length ? length : other_length;
	uint8_t *own = mutation->bytes;
	const uint8_t *other = mutation->other;

	if (!both)
		return false;
	if (random_below(mutation->random, 2)) {
		own += length - both;
		other += other_length - both;
	}
	size_t at = random_below(mutation->random, (uint32_t)both), tried = 0;
	while (own[at] == other[at]) {
		if (++tried == both)
			return false;
		at = at + 1 == both ? 0 : at + 1;
	}
	for (; at < both && own[at] != other[at]; at++)
		own[at] = other[at];
	return true;
}
