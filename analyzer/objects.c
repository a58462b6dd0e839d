/* SPDX-License-Identifier: MIT
 * Objects: what a memory location belongs to. */
#include "config.h"

#include "analyzer/objects.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "analyzer/table.h"
#include "analyzer/variables.h"

/* Blocks are found through a map of 16-byte granules, a page of them at a
 * time. Blocks larger than LARGE_BYTES are in a sorted list instead. */
#define GRANULE_SHIFT 4
#define PAGE_SHIFT    16
#define PAGE_GRANULES (1u << (PAGE_SHIFT - GRANULE_SHIFT))
#define LARGE_BYTES   (UINT64_C(1) << 20)
#define KIND_SHIFT    60

struct page {
	uint32_t block[PAGE_GRANULES]; /* 1 + index, 0: none */
};

struct block {
	uint64_t start;
	uint64_t size_bytes;
	struct context *context;
	uint32_t site;
	uint32_t granules; /* that are still marked as its own */
	uint64_t identity; /* a number of its own, or of what it took over */
	uint64_t born;	   /* clock */
	uint64_t to_cell;  /* what to add to an address: see objects_cell */
	uint32_t space;	   /* of its cells, see add_space; 0: the common one */
};

/* Numbers to be given again. */
struct numbers {
	uint32_t *number;
	size_t count, capacity;
};

struct range {
	uint64_t start, end;
	uint32_t block; /* large block: index; mapping: UINT32_MAX */
	uint64_t born;
};

/* The page that was looked up last; NULL is looked up again. */
#define PAGE_CACHE 256
struct page_cache {
	uint64_t number;
	const struct page *page;
};

struct objects {
	struct variables *variables;
	uint64_t (*frame_at)(const void *data, uint64_t address,
		const struct symbol_function **function);
	const void *data;
	struct table page;	   /* address >> PAGE_SHIFT */
	struct page_cache *cached; /* PAGE_CACHE, by number */
	struct arena arena;
	struct block *block;
	size_t block_count, block_capacity;
	struct numbers free_blocks; /* whose memory is others' now */
	uint32_t placed; /* the one that is being placed, not to be freed */
	uint64_t identities;
	struct range *range; /* sorted by start, disjoint */
	size_t range_count, range_capacity;
	struct objects_moved moved;
	struct objects_moved homes; /* pages from which blocks moved away */
	uint32_t spaces;
	struct numbers free_spaces;
	bool is_stopped; /* see objects_stop */
};

struct objects *objects_new(struct symbols *symbols,
	uint64_t (*frame_at)(const void *data, uint64_t address,
		const struct symbol_function **function),
	const void *data)
{
	struct objects *objects = memory_alloc_zero(1, sizeof *objects);

	objects->cached =
		memory_alloc_zero(PAGE_CACHE, sizeof *objects->cached);

	objects->variables = variables_new(symbols);
	objects->frame_at = frame_at;
	objects->data = data;
	objects->placed = UINT32_MAX;
	return objects;
}

void objects_free(struct objects *objects)
{
	if (objects == NULL)
		return;
	variables_free(objects->variables);
	table_release(&objects->page);
	free(objects->cached);
	arena_release(&objects->arena);
	free(objects->free_blocks.number);
	free(objects->free_spaces.number);
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
static uint32_t take(struct numbers *numbers, uint32_t *last)
{
	return numbers->count != 0 ? numbers->number[--numbers->count]
				   : ++*last;
}

/* --- ranges: large blocks and mappings ---------------------------------- */

/* Index of the first range that ends after ADDRESS. */
static size_t range_at(const struct objects *objects, uint64_t address)
{
	size_t low = 0, high = objects->range_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (objects->range[middle].end > address)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static void insert_range(struct objects *objects, size_t at, struct range range)
{
	objects->range = memory_grow(objects->range, &objects->range_capacity,
		objects->range_count + 1, sizeof *objects->range);
	memmove(objects->range + at + 1, objects->range + at,
		(objects->range_count - at) * sizeof range);
	objects->range[at] = range;
	objects->range_count++;
}

static void leave_space(struct objects *objects, struct block *block)
{
	if (block->space != 0)
		give_back(&objects->free_spaces, block->space);
	block->space = 0;
}

/* All of its memory is others' now: it will not be found again. */
static void forget_block(struct objects *objects, uint32_t block)
{
	if (block == objects->placed)
		return;
	leave_space(objects, &objects->block[block]);
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
		struct range tail = objects->range[at];
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
		(struct range){start, end, block, born});
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

static void mark_granule(
	struct objects *objects, uint32_t *granule, uint32_t value)
{
	if (*granule != 0 && --objects->block[*granule - 1].granules == 0)
		forget_block(objects, *granule - 1);
	*granule = value;
	if (value != 0)
		objects->block[value - 1].granules++;
}

/* The page of that number, made if MAKE; else NULL when there is none. */
static struct page *page_of(struct objects *objects, uint64_t number, bool make)
{
	void **slot;

	if (!make)
		return table_find(&objects->page, 0, number);
	slot = table_place(&objects->page, 0, number);
	if (*slot == NULL)
		*slot = arena_alloc_zero(
			&objects->arena, 1, sizeof(struct page));
	return *slot;
}

/* VALUE 0: no block. */
static void mark(struct objects *objects, uint64_t start, uint64_t size_bytes,
	uint32_t value)
{
	uint64_t granule = start >> GRANULE_SHIFT;
	uint64_t end = (start + size_bytes + (1 << GRANULE_SHIFT) - 1) >>
		       GRANULE_SHIFT;

	while (granule < end) {
		uint64_t index = granule / PAGE_GRANULES;
		uint64_t stop = (index + 1) * PAGE_GRANULES;
		struct page *page = page_of(objects, index, value != 0);
		if (page == NULL) {
			granule = stop;
			continue;
		}
		for (; granule < end && granule < stop; granule++)
			mark_granule(objects,
				&page->block[granule % PAGE_GRANULES], value);
	}
}

static void place_block(struct objects *objects, uint32_t index)
{
	const struct block *block = &objects->block[index];

	objects->placed = index;
	if (block->size_bytes > LARGE_BYTES) {
		mark(objects, block->start, block->size_bytes, 0);
		add_range(objects, block->start,
			block->start + block->size_bytes, index, block->born);
	} else {
		mark(objects, block->start,
			block->size_bytes ? block->size_bytes : 1, index + 1);
	}
	objects->placed = UINT32_MAX;
}

/* The page of that number, or NULL. */
static const struct page *find_page(
	const struct objects *objects, uint64_t number)
{
	struct page_cache *cached = &objects->cached[number % PAGE_CACHE];

	if (cached->number != number || cached->page == NULL) {
		cached->number = number;
		cached->page = table_find(&objects->page, 0, number);
	}
	return cached->page;
}

static uint32_t block_index(const struct objects *objects, uint64_t address)
{
	const struct page *page = find_page(objects, address >> PAGE_SHIFT);
	size_t at;

	if (page != NULL) {
		uint32_t found =
			page->block[(address >> GRANULE_SHIFT) % PAGE_GRANULES];
		if (found != 0)
			return found - 1;
	}
	at = range_at(objects, address);
	if (at < objects->range_count && objects->range[at].start <= address)
		return objects->range[at].block;
	return UINT32_MAX;
}

static uint32_t add_block(struct objects *objects, uint64_t address,
	uint64_t size_bytes, uint64_t clock, struct context *context,
	uint32_t site)
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
	objects->block[index] = (struct block){
		.start = address,
		.size_bytes = size_bytes,
		.context = context,
		.site = site,
		.identity = ++objects->identities,
		.born = clock,
	};
	return index;
}

/* --- moved blocks ------------------------------------------------------- */

static bool has_page(
	const struct objects_moved *set, uint64_t start, uint64_t size_bytes)
{
	uint64_t page = start >> OBJECTS_PAGE_SHIFT;
	uint64_t end = (start + size_bytes) >> OBJECTS_PAGE_SHIFT;

	for (; page <= end; page++)
		if (set->page[page % OBJECTS_PAGES / 64] >> page % 64 & 1)
			return true;
	return false;
}

static void add_pages(
	struct objects_moved *set, uint64_t start, uint64_t size_bytes)
{
	uint64_t page = start >> OBJECTS_PAGE_SHIFT;
	uint64_t end = (start + size_bytes) >> OBJECTS_PAGE_SHIFT;

	for (; page <= end; page++)
		set->page[page % OBJECTS_PAGES / 64] |= UINT64_C(1)
							<< page % 64;
}

/* A block that moved keeps the cells of the place where it began. What is
 * allocated there later must not have them, so it gets cells of another space,
 * which it keeps until it is freed. */
#define SPACE_SHIFT 48

static void add_space(struct objects *objects, struct block *block)
{
	block->space = take(&objects->free_spaces, &objects->spaces);
	block->to_cell = (uint64_t)block->space << SPACE_SHIFT;
	add_pages(&objects->moved, block->start, block->size_bytes);
}

void objects_stop(struct objects *objects)
{
	objects->is_stopped = true;
}

static void forget_place(
	struct objects *objects, uint64_t address, uint64_t size_bytes)
{
	mark(objects, address, size_bytes ? size_bytes : 1, 0);
	remove_ranges(objects, address, address + size_bytes);
}

void objects_allocate(struct objects *objects, uint64_t address,
	uint64_t size_bytes, uint64_t clock, struct context *context,
	uint32_t site)
{
	uint32_t block;

	if (objects->is_stopped) {
		forget_place(objects, address, size_bytes);
		return;
	}
	block = add_block(objects, address, size_bytes, clock, context, site);
	if (has_page(&objects->homes, address, size_bytes))
		add_space(objects, &objects->block[block]);
	place_block(objects, block);
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
		leave_space(objects, &objects->block[block]);
}

static void change_size(
	struct objects *objects, uint32_t block, uint64_t size_bytes)
{
	struct block *same = &objects->block[block];

	objects->placed = block;
	if (same->size_bytes <= LARGE_BYTES)
		mark(objects, same->start, same->size_bytes, 0);
	else
		remove_ranges(
			objects, same->start, same->start + same->size_bytes);
	same->size_bytes = size_bytes;
	if (same->to_cell != 0)
		add_pages(&objects->moved, same->start, size_bytes);
	place_block(objects, block);
}

void objects_reallocate(struct objects *objects, uint64_t old_address,
	uint64_t address, uint64_t size_bytes, uint64_t clock,
	struct context *context, uint32_t site)
{
	uint32_t old = block_at(objects, old_address);
	uint32_t block;

	if (old != UINT32_MAX && old_address == address) {
		change_size(objects, old, size_bytes);
		return;
	}
	objects_release(objects, address);
	if (objects->is_stopped) {
		forget_place(objects, address, size_bytes);
		return;
	}
	block = add_block(objects, address, size_bytes, clock, context, site);
	if (old != UINT32_MAX) {
		struct block *from = &objects->block[old];
		struct block *to = &objects->block[block];
		to->identity = from->identity;
		to->context = from->context;
		to->site = from->site;
		to->born = from->born;
		to->to_cell = from->to_cell + old_address - address;
		to->space = from->space;
		from->space = 0;
		add_pages(&objects->moved, address, size_bytes);
		add_pages(&objects->homes, old_address, from->size_bytes);
	}
	place_block(objects, block);
}

/* --- finding ------------------------------------------------------------ */

static object_t identity(enum object_kind kind, uint64_t number)
{
	return (uint64_t)kind << KIND_SHIFT |
	       (number & ((UINT64_C(1) << KIND_SHIFT) - 1));
}

bool objects_find(
	const struct objects *objects, uint64_t address, struct object *found)
{
	uint32_t index = block_index(objects, address);
	const struct symbol_function *function;
	const struct symbol_variable *variable;
	uint64_t frame;
	size_t at;

	memset(found, 0, sizeof *found);
	if (index != UINT32_MAX) {
		const struct block *block = &objects->block[index];
		found->kind = OBJECT_HEAP;
		found->id = identity(OBJECT_HEAP, block->identity);
		found->start = block->start;
		found->size_bytes = block->size_bytes;
		found->context = block->context;
		found->site = block->site;
		return true;
	}
	frame = objects->frame_at(objects->data, address, &function);
	if (frame != 0) {
		found->kind = OBJECT_STACK;
		found->id = identity(OBJECT_STACK, frame);
		return true;
	}
	variable = variables_find(objects->variables, address);
	if (variable != NULL) {
		found->kind = OBJECT_VARIABLE;
		found->id = identity(OBJECT_VARIABLE, variable->start);
		found->start = variable->start;
		found->size_bytes = variable->size_bytes;
		found->name = variable->name;
		found->type = variable->type;
		return true;
	}
	at = range_at(objects, address);
	if (at < objects->range_count && objects->range[at].start <= address) {
		found->kind = OBJECT_MAPPING;
		found->id = identity(OBJECT_MAPPING, objects->range[at].start);
		found->start = objects->range[at].start;
		found->size_bytes = objects->range[at].end - found->start;
		return true;
	}
	return false;
}

object_t objects_identify(const struct objects *objects, uint64_t address)
{
	uint32_t index = block_index(objects, address);
	struct object found;

	if (index != UINT32_MAX)
		return identity(OBJECT_HEAP, objects->block[index].identity);
	return objects_find(objects, address, &found) ? found.id : 0;
}

uint64_t objects_born(const struct objects *objects, uint64_t address)
{
	uint32_t index = block_index(objects, address);
	size_t at;

	if (index != UINT32_MAX)
		return objects->block[index].born;
	at = range_at(objects, address);
	if (at < objects->range_count && objects->range[at].start <= address)
		return objects->range[at].born;
	return 0;
}

const struct objects_moved *objects_moved(const struct objects *objects)
{
	return &objects->moved;
}

uint64_t objects_cell_moved(const struct objects *objects, uint64_t address)
{
	uint32_t index = block_index(objects, address);

	return index != UINT32_MAX ? address + objects->block[index].to_cell
				   : address;
}

bool objects_address_of(
	const struct objects *objects, uint64_t cell, uint64_t *address)
{
	*address = cell;
	if (cell >> SPACE_SHIFT == 0 &&
		objects_cell(objects, &objects->moved, cell) == cell)
		return true;
	for (size_t i = 0; i < objects->block_count; i++) {
		const struct block *block = &objects->block[i];
		*address = cell - block->to_cell;
		if (*address - block->start < block->size_bytes &&
			block_index(objects, *address) == i)
			return true;
	}
	return false;
}
