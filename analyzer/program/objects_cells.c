/* SPDX-License-Identifier: MIT
 * Which cells a block has: those of its addresses, unless it moved, or others had them. */
#include "config.h"

#include "analyzer/program/objects_inside.h"

static uint64_t home_of(const struct objects_block *block)
{
	return (block->start + block->to_cell) & LEVEL_MASK;
}

void objects_give_up_cells(struct objects *objects, struct objects_block *block)
{
	if (block->is_released)
		return;
	if (block->is_away)
		homes_end(objects->homes, home_of(block), block->home_bytes);
	if (block->region != 0)
		objects_give_back(&objects->free_regions, block->region);
	block->is_released = true;
}

void objects_add_moved(
	struct objects *objects, uint64_t start, uint64_t size_bytes)
{
	struct objects_moved *set = &objects->moved;
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

bool objects_has_cells(const void *data, uint32_t index, uint64_t group)
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

void objects_note_cells(struct objects *objects, uint32_t index)
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

/* One that was given back, else the next after *LAST. */
static uint32_t objects_take(struct numbers *numbers, uint32_t *last)
{
	return numbers->count != 0 ? numbers->number[--numbers->count]
				   : ++*last;
}

/* The bytes of BLOCK from BYTES on have no cells at home. */
static void end_home(
	struct objects *objects, struct objects_block *block, uint64_t bytes)
{
	block->home_bytes = bytes;
	block->region = objects_take(&objects->free_regions, &objects->regions);
}

void objects_settle(struct objects *objects, struct objects_block *block)
{
	uint32_t level =
		homes_level(objects->homes, block->start, block->size_bytes);

	block->home_bytes = block->size_bytes;
	if (level == HOMES_LEVELS)
		end_home(objects, block, 0);
	else
		block->to_cell = (uint64_t)level << LEVEL_SHIFT;
	if (level != 0)
		objects_add_moved(objects, block->start, block->size_bytes);
}

void objects_resize_home(struct objects *objects, struct objects_block *block)
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

void objects_take_cells(struct objects *objects, struct objects_block *to,
	struct objects_block *from)
{
	if (from->is_released) {
		objects_settle(objects, to);
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
	objects_resize_home(objects, to);
}

const struct objects_moved *objects_moved(const struct objects *objects)
{
	return &objects->moved;
}

/* The address of CELL if it is one of BLOCK's. */
static bool is_cell_of(
	const struct objects_block *block, uint64_t cell, uint64_t *address)
{
	*address = cell < REGION_BASE ? cell - block->to_cell
				      : block->start + (cell & REGION_MASK);
	return *address - block->start < block->size_bytes &&
	       objects_cell_in(block, *address) == cell;
}

/* Whether nothing says that the block of CELL has moved away from ADDRESS, its home. */
static bool is_at_home(
	const struct objects *objects, uint64_t cell, uint64_t address)
{
	uint32_t index = objects_block_index(objects, address);

	return index == UINT32_MAX || !objects->block[index].is_released ||
	       homes_level(objects->homes, address, 1) <= cell >> LEVEL_SHIFT;
}

/* Whether CELL is of the block INDEX, which is still found where it lies: at *ADDRESS. */
static bool objects_is_in(const struct objects *objects, size_t index,
	uint64_t cell, uint64_t *address)
{
	return is_cell_of(&objects->block[index], cell, address) &&
	       objects_block_index(objects, *address) == index;
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
