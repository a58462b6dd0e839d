/* SPDX-License-Identifier: MIT
 * Where code is mapped now. */
#include "config.h"

#include "analyzer/program/code_ranges.h"

#include <stdlib.h>

#include "lib/memory.h"

void code_ranges_add(struct code_ranges *ranges, uint64_t start, uint64_t end)
{
	ranges->range = memory_grow(ranges->range, &ranges->capacity,
		ranges->count + 1, sizeof *ranges->range);
	ranges->range[ranges->count++] = (struct code_range){start, end};
}

bool code_ranges_remove(
	struct code_ranges *ranges, uint64_t start, uint64_t end)
{
	bool any = false;

	for (size_t i = 0; i < ranges->count;) {
		struct code_range *range = &ranges->range[i];
		if (range->end <= start || range->start >= end) {
			i++;
			continue;
		}
		any = true;
		*range = ranges->range[--ranges->count];
	}
	return any;
}

void code_ranges_release(struct code_ranges *ranges)
{
	free(ranges->range);
	*ranges = (struct code_ranges){0};
}
