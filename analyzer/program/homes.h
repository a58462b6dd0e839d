/* SPDX-License-Identifier: MIT
 * Where blocks began that have moved since.
 *
 * A block that moves keeps the cells of the place where it began, its home, as long
 * as it lives; what is allocated there meanwhile needs others. Each page of memory
 * therefore has a level: a block that is placed there takes cells of that level,
 * and no block that is away has any of them. */
#ifndef RETREAD_ANALYZER_PROGRAM_HOMES_H
#define RETREAD_ANALYZER_PROGRAM_HOMES_H

#include <stdint.h>

#define HOMES_PAGE_SHIFT 12
#define HOMES_PAGES	 65536 /* those of 256 MiB; farther ones share theirs */
#define HOMES_LEVELS	 (1u << 14)

struct home {
	uint32_t level;
	uint32_t away; /* blocks that began there and live elsewhere */
};

struct homes {
	struct home page[HOMES_PAGES];
};

/* The level of a block that is placed at START; HOMES_LEVELS: none is left. */
uint32_t homes_level(
	const struct homes *homes, uint64_t start, uint64_t size_bytes);

/* A block with cells of LEVEL moves away from where it began. */
void homes_leave(struct homes *homes, uint64_t start, uint64_t size_bytes,
	uint32_t level);

/* It is freed. The levels of pages from which no other is away begin anew. */
void homes_end(struct homes *homes, uint64_t start, uint64_t size_bytes);

#endif
