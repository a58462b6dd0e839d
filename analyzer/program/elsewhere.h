/* SPDX-License-Identifier: MIT
 * Blocks by their cells, of those whose cells are not their addresses (objects.c): in how many
 * places cells are looked for must not depend on how many blocks there are. */
#ifndef RETREAD_ANALYZER_PROGRAM_ELSEWHERE_H
#define RETREAD_ANALYZER_PROGRAM_ELSEWHERE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A group of cells, and a number of a block that has some of them. */
struct elsewhere_entry {
	uint64_t group;
	uint32_t block;
	uint32_t next; /* 1 + index, 0: none */
};

/* Zero-initialise it. */
struct elsewhere {
	struct elsewhere_entry *entry;
	size_t count, capacity;
	uint32_t unused; /* as NEXT: the first of a list */
	uint32_t *head;	 /* 1 << BITS lists, by group */
	uint32_t bits;	 /* 0: no lists yet */
	uint32_t filled; /* entries in lists */
	/* Whether BLOCK may still have cells of GROUP: if not, it is forgotten there. */
	bool (*has)(const void *data, uint32_t block, uint64_t group);
	const void *data;
};

/* The group of CELL; cells of one group are that many, side by side. */
#define ELSEWHERE_GROUP_SHIFT 10
static inline uint64_t elsewhere_group(uint64_t cell)
{
	return cell >> ELSEWHERE_GROUP_SHIFT;
}

void elsewhere_add(struct elsewhere *elsewhere, uint64_t group, uint32_t block);

/* The first block of GROUP after *AT, which begins as 0 and is 0 after the last. */
uint32_t elsewhere_next(
	const struct elsewhere *elsewhere, uint64_t group, uint32_t *at);

void elsewhere_release(struct elsewhere *elsewhere);

#endif
