/* SPDX-License-Identifier: MIT
 * Objects: what a memory location belongs to. */
#include "config.h"

#include "analyzer/program/objects.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/program/elsewhere.h"
#include "analyzer/program/homes.h"
#include "analyzer/program/threads.h"
#include "analyzer/program/variables.h"
#include "lib/memory.h"
#include "lib/search.h"
#include "lib/table.h"

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
	struct table page; /* address >> PAGE_SHIFT */
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

static bool has_cells(const void *data, uint32_t index, uint64_t group);

struct objects *objects_new(
	struct symbols *symbols, const struct threads *threads)
{
	struct objects *objects = memory_alloc_zero(1, sizeof *objects);

	objects->found = memory_alloc_zero(1, sizeof *objects->found);
	objects->homes = memory_alloc_zero(1, sizeof *objects->homes);
	objects->variables = variables_new(symbols);
	objects->threads = threads;
	objects->placed = UINT32_MAX;
	objects->elsewhere.has = has_cells;
	objects->elsewhere.data = objects;
	return objects;
}

void objects_free(struct objects *objects)
{
	if (!objects)
		return;
	variables_free(objects->variables);
	table_release(&objects->page);
	free(objects->found);
	arena_release(&objects->arena);
	free(objects->free_blocks.number);
	free(objects->free_regions.number);
	free(objects->homes);
	elsewhere_release(&objects->elsewhere);
	free(objects->block);
	free(objects->range);
	free(objects);
}

/* --- numbers ------------------------------------------------------------- */

static void give_back(struct numbers *numbers, uint32_t number)
{
	numbers->number = memory_grow(numbers->number, &numbers->capacity,
		numbers->count + 1, sizeof *numbers->number);
	numbers->number[numbers->count++] = number;
}

/* One that was given back, else the next after *LAST. */
static uint32_t objects_take(struct numbers *numbers, uint32_t *last)
{
	return numbers->count != 0 ? numbers->number[--numbers->count]
				   : ++*last;
}

/* --- ranges: large blocks and mappings ---------------------------------- */

/* Index of the first range that ends after ADDRESS. */
static size_t range_at(const struct objects *objects, uint64_t address)
{
	size_t at;

	SEARCH_FIRST(
		at, objects->range_count, objects->range[at].end <= address);
	return at;
}

static void insert_range(
	struct objects *objects, size_t at, struct objects_range range)
{
	objects->range = memory_grow(objects->range, &objects->range_capacity,
		objects->range_count + 1, sizeof *objects->range);
	memmove(objects->range + at + 1, objects->range + at,
		(objects->range_count - at) * sizeof range);
	objects->range[at] = range;
	objects->range_count++;
}

static uint64_t home_of(const struct objects_block *block)
{
	return (block->start + block->to_cell) & LEVEL_MASK;
}

/* Others may have the cells of a block that is freed. It keeps them until its
 * memory is used again. */
static void give_up_cells(struct objects *objects, struct objects_block *block)
{
	if (block->is_released)
		return;
	if (block->is_away)
		homes_end(objects->homes, home_of(block), block->home_bytes);
	if (block->region != 0)
		give_back(&objects->free_regions, block->region);
	block->is_released = true;
}

/* All of its memory is others' now: it will not be found again. */
static void forget_block(struct objects *objects, uint32_t block)
{
	if (block == objects->placed)
		return;
	give_up_cells(objects, &objects->block[block]);
	give_back(&objects->free_blocks, block);
}

static void forget_large(struct objects *objects, uint32_t block)
{
	if (block == UINT32_MAX || objects->block[block].granules != 0)
		return;
	for (size_t i = 0; i < objects->range_count; i++)
		if (objects->range[i].block == block)
			return;
	forget_block(objects, block);
}

static void remove_whole_ranges(struct objects *objects, size_t at, size_t last)
{
	while (last > at) {
		uint32_t block = objects->range[at].block;
		memmove(objects->range + at, objects->range + at + 1,
			(objects->range_count - at - 1) *
				sizeof *objects->range);
		objects->range_count--;
		last--;
		forget_large(objects, block);
	}
}

static void remove_ranges(struct objects *objects, uint64_t start, uint64_t end)
{
	size_t at = range_at(objects, start), last = at;

	if (at < objects->range_count && objects->range[at].start < start) {
		struct objects_range tail = objects->range[at];
		objects->range[at].end = start;
		at++;
		last = at;
		if (tail.end > end) {
			tail.start = end;
			insert_range(objects, at, tail);
			return;
		}
	}
	while (last < objects->range_count && objects->range[last].end <= end)
		last++;
	if (last < objects->range_count && objects->range[last].start < end)
		objects->range[last].start = end;
	remove_whole_ranges(objects, at, last);
}

static void add_range(struct objects *objects, uint64_t start, uint64_t end,
	uint32_t block, uint64_t born)
{
	if (end <= start)
		return;
	remove_ranges(objects, start, end);
	insert_range(objects, range_at(objects, start),
		(struct objects_range){start, end, block, born});
}

void objects_map(
	struct objects *objects, uint64_t start, uint64_t end, uint64_t clock)
{
	add_range(objects, start, end, UINT32_MAX, clock);
}

void objects_unmap(struct objects *objects, uint64_t start, uint64_t end)
{
	if (end > start)
		remove_ranges(objects, start, end);
}

void objects_forget_variables(struct objects *objects)
{
	variables_forget(objects->variables);
}

/* --- heap blocks -------------------------------------------------------- */

/* How many of COUNT granules are of the block that the first one is of. */
static uint32_t run_of(const uint32_t *granule, uint32_t count)
{
	uint32_t run = 1;

	while (run < count && granule[run] == *granule)
		run++;
	return run;
}

/* Blocks are placed where others were, which may be large. */
static void mark_granules(struct objects *objects, uint32_t *granule,
	uint32_t count, uint32_t value)
{
	uint32_t run;

	for (; count > 0; granule += run, count -= run) {
		uint32_t before = *granule;
		run = run_of(granule, count);
		if (before != 0 &&
			(objects->block[before - 1].granules -= run) == 0)
			forget_block(objects, before - 1);
		for (uint32_t i = 0; i < run; i++)
			granule[i] = value;
		if (value != 0)
			objects->block[value - 1].granules += run;
	}
}

/* The page of that number, made if MAKE; else NULL when there is none. */
static struct objects_page *page_of(
	struct objects *objects, uint64_t number, bool make)
{
	void **slot;

	if (!make)
		return table_find(&objects->page, 0, number);
	slot = table_place(&objects->page, 0, number);
	if (!*slot) {
		*slot = arena_alloc_zero(
			&objects->arena, 1, sizeof(struct objects_page));
		objects->found->page[number % PAGES_FOUND].number = number;
		objects->found->page[number % PAGES_FOUND].page = *slot;
	}
	return *slot;
}

/* VALUE 0: no block. */
static void objects_mark(struct objects *objects, uint64_t start,
	uint64_t size_bytes, uint32_t value)
{
	uint64_t granule = start >> GRANULE_SHIFT;
	uint64_t end = (start + size_bytes + (1 << GRANULE_SHIFT) - 1) >>
		       GRANULE_SHIFT;

	while (granule < end) {
		uint64_t index = granule / PAGE_GRANULES;
		uint64_t stop = (index + 1) * PAGE_GRANULES;
		struct objects_page *page = page_of(objects, index, value != 0);
		if (!page) {
			granule = stop;
			continue;
		}
		if (stop > end)
			stop = end;
		mark_granules(objects, &page->block[granule % PAGE_GRANULES],
			(uint32_t)(stop - granule), value);
		granule = stop;
	}
}

static void place_block(struct objects *objects, uint32_t index)
{
	const struct objects_block *block = &objects->block[index];

	objects->placed = index;
	if (block->size_bytes > LARGE_BYTES) {
		objects_mark(objects, block->start, block->size_bytes, 0);
		add_range(objects, block->start,
			block->start + block->size_bytes, index, block->born);
	} else {
		objects_mark(objects, block->start,
			block->size_bytes ? block->size_bytes : 1, index + 1);
	}
	objects->placed = UINT32_MAX;
}

/* The page of that number, or NULL. */
static const struct objects_page *objects_find_page(
	const struct objects *objects, uint64_t number)
{
	struct objects_found *found = objects->found;
	size_t at = number % PAGES_FOUND;

	if (found->page[at].number != number) {
		found->page[at].number = number;
		found->page[at].page = table_find(&objects->page, 0, number);
	}
	return found->page[at].page;
}

/* As range_at. The range found last at the same page is tried first. */
static size_t range_near(const struct objects *objects, uint64_t address)
{
	size_t *found =
		&objects->found->page[(address >> PAGE_SHIFT) % PAGES_FOUND]
			 .range;
	const struct objects_range *range = objects->range;
	size_t at = *found, count = objects->range_count;

	if (at > count || (at > 0 && range[at - 1].end > address) ||
		(at < count && range[at].end <= address))
		*found = at = range_at(objects, address);
	return at;
}

static uint32_t block_index(const struct objects *objects, uint64_t address)
{
	const struct objects_page *page =
		objects_find_page(objects, address >> PAGE_SHIFT);
	size_t at;

	if (page) {
		uint32_t found =
			page->block[(address >> GRANULE_SHIFT) % PAGE_GRANULES];
		if (found != 0)
			return found - 1;
	}
	at = range_near(objects, address);
	if (at < objects->range_count && objects->range[at].start <= address)
		return objects->range[at].block;
	return UINT32_MAX;
}

static uint32_t objects_add_block(
	struct objects *objects, const struct allocation *made)
{
	uint32_t index;

	if (objects->free_blocks.count != 0) {
		index = objects->free_blocks
				.number[--objects->free_blocks.count];
	} else {
		objects->block = memory_grow(objects->block,
			&objects->block_capacity, objects->block_count + 1,
			sizeof *objects->block);
		index = (uint32_t)objects->block_count++;
	}
	objects->block[index] = (struct objects_block){
		.start = made->address,
		.size_bytes = made->size_bytes,
		.context = made->context,
		.site = made->site,
		.identity = ++objects->identities,
		.born = made->clock,
	};
	return index;
}

/* --- moved blocks ------------------------------------------------------- */

static void add_pages(
	struct objects_moved *set, uint64_t start, uint64_t size_bytes)
{
	uint64_t page = start >> OBJECTS_PAGE_SHIFT;
	uint64_t end = (start + size_bytes) >> OBJECTS_PAGE_SHIFT;

	for (; page <= end; page++)
		set->page[page % OBJECTS_PAGES / 64] |= UINT64_C(1)
							<< page % 64;
}

/* Blocks that are large have cells of too many groups: they are in this one. */
#define GROUP_OF_LARGE UINT64_MAX
#define GROUPED_BYTES  (UINT64_C(1) << 16)

static uint64_t group_of_region(uint64_t cell)
{
	return REGION_BASE | (cell & ~REGION_BASE) >> REGION_SHIFT;
}

/* Whether the block INDEX has cells of GROUP (elsewhere.h), and is still found. */
static bool has_cells(const void *data, uint32_t index, uint64_t group)
{
	const struct objects *objects = data;
	const struct objects_block *block = &objects->block[index];
	uint64_t cell = block->start + block->to_cell;

	if (block->granules == 0 && block->size_bytes <= LARGE_BYTES)
		return false;
	if (group == GROUP_OF_LARGE)
		return block->home_bytes > GROUPED_BYTES;
	if (group >= REGION_BASE)
		return block->region == (group & ~REGION_BASE);
	return block->home_bytes != 0 && group >= elsewhere_group(cell) &&
	       group <= elsewhere_group(cell + block->home_bytes - 1);
}

/* The block INDEX, which is placed, will be found by its cells. */
static void objects_note_cells(struct objects *objects, uint32_t index)
{
	const struct objects_block *block = &objects->block[index];
	uint64_t cell = block->start + block->to_cell;

	if (block->region != 0)
		elsewhere_add(&objects->elsewhere, REGION_BASE | block->region,
			index);
	if (block->to_cell == 0 || block->home_bytes == 0)
		return;
	if (block->home_bytes > GROUPED_BYTES) {
		elsewhere_add(&objects->elsewhere, GROUP_OF_LARGE, index);
		return;
	}
	for (uint64_t group = elsewhere_group(cell);
		group <= elsewhere_group(cell + block->home_bytes - 1); group++)
		elsewhere_add(&objects->elsewhere, group, index);
}

/* The bytes of BLOCK from BYTES on have no cells at home. */
static void end_home(
	struct objects *objects, struct objects_block *block, uint64_t bytes)
{
	block->home_bytes = bytes;
	block->region = objects_take(&objects->free_regions, &objects->regions);
}

/* Gives a block cells that none has which is away. */
static void settle(struct objects *objects, struct objects_block *block)
{
	uint32_t level =
		homes_level(objects->homes, block->start, block->size_bytes);

	block->home_bytes = block->size_bytes;
	if (level == HOMES_LEVELS)
		end_home(objects, block, 0);
	else
		block->to_cell = (uint64_t)level << LEVEL_SHIFT;
	if (level != 0)
		add_pages(&objects->moved, block->start, block->size_bytes);
}

/* BLOCK has another size, and maybe another place. What was not there when it began
 * may be others' home. */
static void resize_home(struct objects *objects, struct objects_block *block)
{
	uint64_t home = home_of(block);
	uint32_t level = (uint32_t)(block->to_cell >> LEVEL_SHIFT);

	if (block->region != 0 || block->size_bytes <= block->home_bytes)
		return;
	if (!block->is_away && home == block->start &&
		homes_level(objects->homes, home, block->size_bytes) == level)
		block->home_bytes = block->size_bytes;
	else
		end_home(objects, block, block->home_bytes);
}

/* TO is where FROM was moved to. */
static void take_cells(struct objects *objects, struct objects_block *to,
	struct objects_block *from)
{
	if (from->is_released) {
		settle(objects, to);
		return;
	}
	to->to_cell = from->to_cell + from->start - to->start;
	to->home_bytes = from->home_bytes;
	to->region = from->region;
	to->is_away = from->is_away;
	from->is_released = true;
	if (!to->is_away && to->home_bytes != 0) {
		to->is_away = true;
		homes_leave(objects->homes, home_of(to), to->home_bytes,
			(uint32_t)(from->to_cell >> LEVEL_SHIFT));
	}
	resize_home(objects, to);
}

static uint64_t cell_of(const struct objects_block *block, uint64_t address)
{
	uint64_t offset = address - block->start;

	return offset < block->home_bytes
		       ? address + block->to_cell
		       : REGION_BASE | (uint64_t)block->region << REGION_SHIFT |
				 offset;
}

void objects_stop(struct objects *objects)
{
	objects->is_stopped = true;
}

static void forget_place(struct objects *objects, const struct allocation *made)
{
	objects_mark(objects, made->address,
		made->size_bytes ? made->size_bytes : 1, 0);
	remove_ranges(objects, made->address, made->address + made->size_bytes);
}

void objects_allocate(struct objects *objects, const struct allocation *made)
{
	uint32_t block;

	if (objects->is_stopped) {
		forget_place(objects, made);
		return;
	}
	block = objects_add_block(objects, made);
	settle(objects, &objects->block[block]);
	place_block(objects, block);
	objects_note_cells(objects, block);
}

/* Index of the block that begins at ADDRESS, or UINT32_MAX. */
static uint32_t block_at(const struct objects *objects, uint64_t address)
{
	uint32_t block = block_index(objects, address);

	return block != UINT32_MAX && objects->block[block].start == address
		       ? block
		       : UINT32_MAX;
}

void objects_release(struct objects *objects, uint64_t address)
{
	uint32_t block = block_at(objects, address);

	if (block != UINT32_MAX)
		give_up_cells(objects, &objects->block[block]);
}

static void objects_change_size(
	struct objects *objects, uint32_t block, uint64_t size_bytes)
{
	struct objects_block *same = &objects->block[block];

	objects->placed = block;
	if (same->size_bytes <= LARGE_BYTES)
		objects_mark(objects, same->start, same->size_bytes, 0);
	else
		remove_ranges(
			objects, same->start, same->start + same->size_bytes);
	same->size_bytes = size_bytes;
	resize_home(objects, same);
	if (same->to_cell != 0 || same->region != 0)
		add_pages(&objects->moved, same->start, size_bytes);
	place_block(objects, block);
	objects_note_cells(objects, block);
}

void objects_reallocate(struct objects *objects, uint64_t old_address,
	const struct allocation *made)
{
	uint32_t old = block_at(objects, old_address);
	uint32_t block;

	if (old != UINT32_MAX && old_address == made->address) {
		objects_change_size(objects, old, made->size_bytes);
		return;
	}
	objects_release(objects, made->address);
	if (objects->is_stopped) {
		forget_place(objects, made);
		return;
	}
	block = objects_add_block(objects, made);
	if (old != UINT32_MAX) {
		struct objects_block *from = &objects->block[old];
		struct objects_block *to = &objects->block[block];
		to->identity = from->identity;
		to->context = from->context;
		to->site = from->site;
		to->born = from->born;
		take_cells(objects, to, from);
		add_pages(&objects->moved, made->address, made->size_bytes);
	} else {
		settle(objects, &objects->block[block]);
	}
	place_block(objects, block);
	objects_note_cells(objects, block);
}

/* --- finding ------------------------------------------------------------ */

static object_t identity(enum object_kind kind, uint64_t number)
{
	return (uint64_t)kind << KIND_SHIFT |
	       (number & ((UINT64_C(1) << KIND_SHIFT) - 1));
}

/* Finds what is not a heap block. */
static bool find_other(
	const struct objects *objects, uint64_t address, struct object *found)
{
	uint64_t frame = threads_frame_at(objects->threads, address);
	const struct symbol_variable *variable;
	size_t at;

	if (frame != 0) {
		found->kind = OBJECT_STACK;
		found->id = identity(OBJECT_STACK, frame);
		return true;
	}
	variable = variables_find(objects->variables, address);
	if (variable) {
		found->kind = OBJECT_VARIABLE;
		found->id = identity(OBJECT_VARIABLE, variable->start);
		found->start = variable->start;
		found->size_bytes = variable->size_bytes;
		found->name = variable->name;
		found->type = variable->type;
		return true;
	}
	at = range_near(objects, address);
	if (at < objects->range_count && objects->range[at].start <= address) {
		found->kind = OBJECT_MAPPING;
		found->id = identity(OBJECT_MAPPING, objects->range[at].start);
		found->start = objects->range[at].start;
		found->size_bytes = objects->range[at].end - found->start;
		return true;
	}
	return false;
}

bool objects_find(
	const struct objects *objects, uint64_t address, struct object *found)
{
	uint32_t index = block_index(objects, address);
	const struct objects_block *block;

	memset(found, 0, sizeof *found);
	if (index == UINT32_MAX)
		return find_other(objects, address, found);
	block = &objects->block[index];
	found->kind = OBJECT_HEAP;
	found->id = identity(OBJECT_HEAP, block->identity);
	found->start = block->start;
	found->size_bytes = block->size_bytes;
	found->context = block->context;
	found->site = block->site;
	return true;
}

object_t objects_identify(const struct objects *objects, uint64_t address)
{
	uint32_t index = block_index(objects, address);
	struct object found;

	if (index != UINT32_MAX)
		return identity(OBJECT_HEAP, objects->block[index].identity);
	return find_other(objects, address, &found) ? found.id : 0;
}

bool objects_are_one(
	const struct objects *objects, const uint64_t *address, size_t count)
{
	object_t first = count != 0 ? objects_identify(objects, *address) : 0;

	for (size_t i = 1; i < count; i++)
		if (objects_identify(objects, address[i]) != first)
			return false;
	return true;
}

uint64_t objects_born(const struct objects *objects, uint64_t address)
{
	uint32_t index = block_index(objects, address);
	size_t at;

	if (index != UINT32_MAX)
		return objects->block[index].born;
	at = range_near(objects, address);
	if (at < objects->range_count && objects->range[at].start <= address)
		return objects->range[at].born;
	return threads_frame_born(objects->threads, address);
}

const struct objects_moved *objects_moved(const struct objects *objects)
{
	return &objects->moved;
}

uint64_t objects_cell_moved(const struct objects *objects, uint64_t address)
{
	uint32_t index = block_index(objects, address);

	return index != UINT32_MAX ? cell_of(&objects->block[index], address)
				   : address;
}

/* The address of CELL if it is one of BLOCK's. */
static bool is_cell_of(
	const struct objects_block *block, uint64_t cell, uint64_t *address)
{
	*address = cell < REGION_BASE ? cell - block->to_cell
				      : block->start + (cell & REGION_MASK);
	return *address - block->start < block->size_bytes &&
	       cell_of(block, *address) == cell;
}

/* Whether nothing says that the block of CELL has moved away from ADDRESS, its home. */
static bool is_at_home(
	const struct objects *objects, uint64_t cell, uint64_t address)
{
	uint32_t index = block_index(objects, address);

	return index == UINT32_MAX || !objects->block[index].is_released ||
	       homes_level(objects->homes, address, 1) <= cell >> LEVEL_SHIFT;
}

/* Whether CELL is of the block INDEX, which is still found where it lies: at *ADDRESS. */
static bool objects_is_in(const struct objects *objects, size_t index,
	uint64_t cell, uint64_t *address)
{
	return is_cell_of(&objects->block[index], cell, address) &&
	       block_index(objects, *address) == index;
}

/* What is found so far of a block that has a cell. */
struct moved_search {
	uint64_t cell, address;
	size_t block; /* SIZE_MAX: none */
	bool is_released;
};

/* Looks among blocks of GROUP for one that was not freed, else for one that was: of several
 * for the first. */
static void search_group(const struct objects *objects, uint64_t group,
	struct moved_search *search)
{
	uint32_t place = 0, block;

	while ((block = elsewhere_next(&objects->elsewhere, group, &place),
		place != 0)) {
		bool is_released = objects->block[block].is_released;
		uint64_t address;
		if (search->block != SIZE_MAX &&
			(is_released != search->is_released
					? is_released
					: block > search->block))
			continue;
		if (!objects_is_in(objects, block, search->cell, &address))
			continue;
		search->block = block;
		search->is_released = is_released;
		search->address = address;
	}
}

/* Finds the block that moved and has CELL or, unless CELL IS_FOUND elsewhere, one that had
 * it and was freed. */
static bool find_moved(const struct objects *objects, uint64_t cell,
	bool is_found, uint64_t *address)
{
	struct moved_search search = {.cell = cell, .block = SIZE_MAX};
	size_t *last = &objects->found->moved_block;
	uint64_t at;

	if (*last < objects->block_count &&
		!objects->block[*last].is_released &&
		objects_is_in(objects, *last, cell, &at)) {
		*address = at;
		return true;
	}
	if (cell >= REGION_BASE) {
		search_group(objects, group_of_region(cell), &search);
	} else {
		search_group(objects, elsewhere_group(cell), &search);
		search_group(objects, GROUP_OF_LARGE, &search);
	}
	if (search.block == SIZE_MAX || (is_found && search.is_released))
		return is_found;
	*address = search.address;
	if (!search.is_released)
		*last = search.block;
	return true;
}

bool objects_address_of(
	const struct objects *objects, uint64_t cell, uint64_t *address)
{
	uint64_t home = cell & LEVEL_MASK;
	bool is_found = cell < REGION_BASE &&
			objects_cell(objects, &objects->moved, home) == cell;

	*address = home;
	return (is_found && is_at_home(objects, cell, home)) ||
	       find_moved(objects, cell, is_found, address);
}
