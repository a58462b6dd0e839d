/* SPDX-License-Identifier: MIT
 * Where content that was copied came from. */
#include "config.h"

#include "analyzer/rewalk/lineage.h"

#include <stddef.h>

/* A copy is written after its record, before the next one. */
#define RECORD_CLOCKS 8

struct lineage_copy *lineage_find(struct lineage *lineage, uint64_t address,
	uint64_t born, uint64_t written)
{
	for (uint32_t i = 1; i <= LINEAGE_COPIES; i++) {
		struct lineage_copy *copy =
			&lineage->copy[(lineage->next + LINEAGE_COPIES - i) %
				       LINEAGE_COPIES];
		if (address - copy->address < copy->length_bytes)
			return born <= copy->clock &&
					       written <= copy->clock +
								  RECORD_CLOCKS
				       ? copy
				       : NULL;
	}
	return NULL;
}

void lineage_add(struct lineage *lineage, const struct lineage_copy *copy)
{
	lineage->copy[lineage->next] = *copy;
	lineage->next = (lineage->next + 1) % LINEAGE_COPIES;
}
