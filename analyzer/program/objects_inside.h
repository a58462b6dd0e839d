/* SPDX-License-Identifier: MIT
 * What objects.c, which finds blocks by address, and objects_cells.c share. */
#ifndef RETREAD_ANALYZER_PROGRAM_OBJECTS_INSIDE_H
#define RETREAD_ANALYZER_PROGRAM_OBJECTS_INSIDE_H

#include "analyzer/program/objects.h"

#include "analyzer/program/elsewhere.h"
#include "analyzer/program/homes.h"
#include "lib/memory.h"
#include "lib/table.h"

struct threads;
struct variables;

/* Blocks are found through a map of 16-byte granules, a page of them at a
 * time. Blocks larger than LARGE_BYTES are in a sorted list instead. */
#define GRANULE_SHIFT 4
#define PAGE_SHIFT    16
#define PAGE_GRANULES (1u << (PAGE_SHIFT - GRANULE_SHIFT))
#define LARGE_BYTES   (UINT64_C(1) << 20)
#define KIND_SHIFT    60

/* A cell is an address with a level of homes.h above it, or one of a region that a
 * block has for itself. */
#define LEVEL_SHIFT  OBJECTS_ADDRESS_BITS
#define LEVEL_MASK   ((UINT64_C(1) << LEVEL_SHIFT) - 1)
#define REGION_BASE  (UINT64_C(1) << 62)
#define REGION_SHIFT 40
#define REGION_MASK  ((UINT64_C(1) << REGION_SHIFT) - 1)

struct objects_page {
	uint32_t block[PAGE_GRANULES]; /* 1 + index, 0: none */
};

struct objects_block {
	uint64_t start;
	uint64_t size_bytes;
	struct context *context;
	uint32_t site;
	uint32_t granules; /* that are still marked as its own */
	uint64_t identity; /* a number of its own, or of what it took over */
	uint64_t born;	   /* clock */
	/* Cells: see "moved blocks" below. */
	uint64_t to_cell;    /* what to add to an address at home */
	uint64_t home_bytes; /* so many of its bytes are */
	uint32_t region;     /* of the others; 0: none */
	bool is_away;	     /* from its home */
	bool is_released;    /* its cells may be others' */
};

/* Numbers to be given again. */
struct numbers {
	uint32_t *number;
	size_t count, capacity;
};

struct objects_range {
	uint64_t start, end;
	uint32_t block; /* large block: index; mapping: UINT32_MAX */
	uint64_t born;
};

/* What was looked up last. */
#define PAGES_FOUND 256
struct objects_found {
	struct {
		uint64_t number;
		const struct objects_page *page; /* NULL: there is none */
		size_t range;			 /* see range_near */
	} page[PAGES_FOUND];			 /* by number; 0 has none */
	size_t moved_block;			 /* index */
};

struct objects {
	struct variables *variables;
	const struct threads *threads;
	struct table page;  /* address >> PAGE_SHIFT */
	struct table peers; /* (context, site) of an allocation */
	struct objects_found *found;
	struct arena arena;
	struct objects_block *block;
	size_t block_count, block_capacity;
	struct numbers free_blocks; /* whose memory is others' now */
	uint32_t placed; /* the one that is being placed, not to be freed */
	uint64_t identities;
	struct objects_range *range; /* sorted by start, disjoint */
	size_t range_count, range_capacity;
	struct objects_moved moved;
	struct homes *homes;
	struct elsewhere
		elsewhere; /* blocks whose cells are not their addresses */
	uint32_t regions;
	struct numbers free_regions;
	bool is_stopped; /* see objects_stop */
};

/* --- objects.c ----------------------------------------------------------- */

void objects_give_back(struct numbers *numbers, uint32_t number);
/* Of the block at ADDRESS; UINT32_MAX: none. */
uint32_t objects_block_index(const struct objects *objects, uint64_t address);

/* --- objects_cells.c ----------------------------------------------------- */

/* Others may have the cells of a block that is freed. It keeps them until its
 * memory is used again. */
void objects_give_up_cells(
	struct objects *objects, struct objects_block *block);
/* Gives a block cells that none has which is away. */
void objects_settle(struct objects *objects, struct objects_block *block);
/* BLOCK has another size, and maybe another place. What was not there when it began
 * may be others' home. */
void objects_resize_home(struct objects *objects, struct objects_block *block);
/* TO is where FROM was moved to. */
void objects_take_cells(struct objects *objects, struct objects_block *to,
	struct objects_block *from);
/* The pages of SIZE_BYTES at START have cells that are not their addresses. */
void objects_add_moved(
	struct objects *objects, uint64_t start, uint64_t size_bytes);
/* The block INDEX, which is placed, will be found by its cells. */
void objects_note_cells(struct objects *objects, uint32_t index);
/* Whether the block INDEX has cells of GROUP (elsewhere.h), and is still found. */
bool objects_has_cells(const void *objects, uint32_t index, uint64_t group);

/* The cell of ADDRESS, in BLOCK. */
static inline uint64_t objects_cell_in(
	const struct objects_block *block, uint64_t address)
{
	uint64_t offset = address - block->start;

	return offset < block->home_bytes
		       ? address + block->to_cell
		       : REGION_BASE | (uint64_t)block->region << REGION_SHIFT |
				 offset;
}

#endif
