/* SPDX-License-Identifier: MIT
 * Where content that was copied came from: a copy of a copy is of the same content, however
 * often its elements are changed one by one meanwhile. For analyzer/rewalk/ alone. */
#ifndef RETREAD_ANALYZER_REWALK_LINEAGE_H
#define RETREAD_ANALYZER_REWALK_LINEAGE_H

#include <stdbool.h>
#include <stdint.h>

/* So many copies are known. */
#define LINEAGE_COPIES 64

struct lineage_copy {
	uint64_t address, length_bytes;
	uint64_t cell; /* of its first byte, where the content began */
	uint64_t clock;
	uint64_t began; /* when the content was copied for the first time */
	uint64_t copied_bytes; /* of it, since then */
};

/* Zero-initialise it. */
struct lineage {
	struct lineage_copy copy[LINEAGE_COPIES];
	uint32_t next;
};

/* The copy that has made the content at ADDRESS. NULL: none is known, its block was BORN
 * later, or half of it was WRITTEN since. */
struct lineage_copy *lineage_find(struct lineage *lineage, uint64_t address,
	uint64_t born, uint64_t written);

void lineage_add(struct lineage *lineage, const struct lineage_copy *copy);

#endif
