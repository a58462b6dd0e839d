/* SPDX-License-Identifier: MIT
 * Objects: what a memory location belongs to. */
#include "config.h"

#include "analyzer/program/objects_inside.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/program/threads.h"
#include "analyzer/program/variables.h"
#include "lib/search.h"

struct objects *objects_new(
	struct symbols *symbols, const struct threads *threads)
{
	struct objects *objects = memory_alloc_zero(1, sizeof *objects);

	objects->found = memory_alloc_zero(1, sizeof *objects->found);
	objects->homes = memory_alloc_zero(1, sizeof *objects->homes);
	objects->variables = variables_new(symbols);
	objects->threads = threads;
	objects->placed = UINT32_MAX;
	objects->elsewhere.has = objects_has_cells;
	objects->elsewhere.data = objects;
	return objects;
}

void objects_free(struct objects *objects)
{
	if (!objects)
		return;
	variables_free(objects->variables);
	table_release(&objects->page);
	table_release(&objects->peers);
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

void objects_give_back(struct numbers *numbers, uint32_t number)
{
	numbers->number = memory_grow(numbers->number, &numbers->capacity,
		numbers->count + 1, sizeof *numbers->number);
	numbers->number[numbers->count++] = number;
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

/* All of its memory is others' now: it will not be found again. */
static void forget_block(struct objects *objects, uint32_t block)
{
	if (block == objects->placed)
		return;
	objects_give_up_cells(objects, &objects->block[block]);
	objects_give_back(&objects->free_blocks, block);
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

uint32_t objects_block_index(const struct objects *objects, uint64_t address)
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

/* Those of what is allocated where BLOCK was. */
static struct objects_peers *find_peers(
	struct objects *objects, const struct objects_block *block)
{
	void **slot = table_place(
		&objects->peers, (uintptr_t)block->context, block->site);

	if (!*slot)
		*slot = arena_alloc_zero(
			&objects->arena, 1, sizeof(struct objects_peers));
	return *slot;
}

static void objects_count_block(struct objects *objects, uint32_t block)
{
	struct objects_peers *peers =
		find_peers(objects, &objects->block[block]);

	if (++peers->count > peers->most)
		peers->most = peers->count;
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
	objects_count_block(objects, block);
	objects_settle(objects, &objects->block[block]);
	place_block(objects, block);
	objects_note_cells(objects, block);
}

/* Index of the block that begins at ADDRESS, or UINT32_MAX. */
static uint32_t block_at(const struct objects *objects, uint64_t address)
{
	uint32_t block = objects_block_index(objects, address);

	return block != UINT32_MAX && objects->block[block].start == address
		       ? block
		       : UINT32_MAX;
}

void objects_release(struct objects *objects, uint64_t address)
{
	uint32_t block = block_at(objects, address);
	struct objects_peers *peers;

	if (block == UINT32_MAX)
		return;
	peers = find_peers(objects, &objects->block[block]);
	peers->count -= peers->count > 0;
	objects_give_up_cells(objects, &objects->block[block]);
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
	objects_resize_home(objects, same);
	if (same->to_cell != 0 || same->region != 0)
		objects_add_moved(objects, same->start, size_bytes);
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
		objects_take_cells(objects, to, from);
		objects_add_moved(objects, made->address, made->size_bytes);
	} else {
		objects_settle(objects, &objects->block[block]);
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
	uint32_t index = objects_block_index(objects, address);
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
	found->peers = table_find(
		&objects->peers, (uintptr_t)block->context, block->site);
	return true;
}

object_t objects_identify(const struct objects *objects, uint64_t address)
{
	uint32_t index = objects_block_index(objects, address);
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
	uint32_t index = objects_block_index(objects, address);
	size_t at;

	if (index != UINT32_MAX)
		return objects->block[index].born;
	at = range_near(objects, address);
	if (at < objects->range_count && objects->range[at].start <= address)
		return objects->range[at].born;
	return threads_frame_born(objects->threads, address);
}

uint64_t objects_cell_moved(const struct objects *objects, uint64_t address)
{
	uint32_t index = objects_block_index(objects, address);

	return index != UINT32_MAX
		       ? objects_cell_in(&objects->block[index], address)
		       : address;
}
