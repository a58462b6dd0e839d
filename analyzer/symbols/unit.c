/* SPDX-License-Identifier: MIT
 * Compilation units: which addresses they cover, and, once one of these is
 * asked for, the table of their functions and inlined instances.
 *
 * The table of units comes from the units themselves: clang writes no
 * .debug_aranges, which libdw's own lookup needs. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* Reads one unit's DIEs. */
struct unit_reader {
	struct symbols *symbols;
	struct symbols_object *object;
	struct symbols_unit *unit;
	struct symbols_intervals intervals;
	size_t node_capacity;
	size_t left; /* DIEs that may still be visited: each takes a byte */
};

/* Adds the ranges of DIE that hold code. The linker leaves ranges of functions
 * it dropped at address 0 or 1, or in nothing. */
static bool add_ranges(const struct symbols_object *object, Dwarf_Die *die,
	struct symbols_intervals *intervals, uint32_t rank, uint32_t value)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t offset = 0;

	if (!symbols_die_has_code(die))
		return true;
	while ((offset = dwarf_ranges(die, offset, &base, &start, &end)) > 0) {
		const struct symbols_segment *segment =
			symbols_object_segment(object, start);

		if (!segment || !segment->executable)
			continue;
		symbols_intervals_add(intervals, start,
			end < segment->end ? end : segment->end, rank, value);
	}
	return offset == 0;
}

static size_t measure_unit(Dwarf_Die *die)
{
	Dwarf *dwarf = dwarf_cu_getdwarf(die->cu);
	Dwarf_Off start = dwarf_dieoffset(die) - dwarf_cuoffset(die), next;
	size_t header_bytes;

	if (dwarf_nextcu(dwarf, start, &next, &header_bytes, NULL, NULL,
		    NULL) != 0 ||
		next <= start)
		return 0;
	return next - start;
}

/* A unit that does not say what it covers: ask its functions. */
static bool add_function_ranges(const struct symbols_object *object,
	Dwarf_Die *unit_die, struct symbols_intervals *intervals,
	uint32_t value)
{
	Dwarf_Die die;
	bool is_sound = true;

	if (!symbols_die_child(unit_die, &die))
		return true;
	do {
		if (dwarf_tag(&die) == DW_TAG_subprogram)
			is_sound &= add_ranges(
				object, &die, intervals, value, value);
	} while (symbols_die_next(&die));
	return is_sound;
}

/* Finds the next unit with code of OBJECT after CU. Returns 0, 1 after the
 * last, -1 if there may be more that cannot be read. */
static int find_next_unit(const struct symbols_object *object, Dwarf_CU **cu,
	Dwarf_Die *die, bool *is_sound)
{
	int result;

	while ((result = dwarf_get_units(
			object->dwarf, *cu, cu, NULL, NULL, die, NULL)) == 0) {
		int tag = die->addr ? dwarf_tag(die) : DW_TAG_invalid;

		if (tag == DW_TAG_compile_unit || tag == DW_TAG_skeleton_unit)
			return 0;
		*is_sound &= tag != DW_TAG_invalid;
	}
	return result;
}

Dwarf_Die symbols_die_at(const struct symbols_unit *unit, uint32_t distance)
{
	Dwarf_Die die = unit->die;

	if (distance == 0 || distance >= unit->size_bytes)
		return die;
	die.addr = (char *)die.addr + distance;
	die.abbrev = NULL;
	return die;
}

static void set_dies(struct symbols_unit *unit, Dwarf_CU *cu, Dwarf_Die *die)
{
	unit->cu = cu;
	unit->skeleton = unit->die = *die;
	unit->size_bytes = measure_unit(die);
}

/* The units of OBJECT come from the cache: finds the DIE of each. */
static void attach_units(struct symbols_object *object)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;
	bool is_sound = true;

	for (size_t i = 0; i < object->unit_count &&
			   find_next_unit(object, &cu, &die, &is_sound) == 0;
		i++)
		set_dies(&object->units[i], cu, &die);
}

void symbols_units_find(struct symbols *symbols, struct symbols_object *object)
{
	struct symbols_intervals intervals = {NULL, 0, 0};
	size_t capacity = 0;
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;
	int result;
	bool is_sound = true;

	if (object->has_units || symbols_cache_units(symbols, object)) {
		attach_units(object);
		return;
	}
	object->has_units = object->has_news = true;
	while ((result = find_next_unit(object, &cu, &die, &is_sound)) == 0) {
		uint32_t index = (uint32_t)object->unit_count;
		size_t before = intervals.count;

		object->units = memory_grow(object->units, &capacity,
			object->unit_count + 1, sizeof *object->units);
		object->units[index] = (struct symbols_unit){.cu = NULL};
		set_dies(&object->units[index], cu, &die);
		object->unit_count++;
		is_sound &= add_ranges(object, &die, &intervals, index, index);
		if (intervals.count == before)
			is_sound &= add_function_ranges(
				object, &die, &intervals, index);
	}
	symbols_table_build(&object->unit_table, &intervals);
	if (result < 0 || !is_sound)
		symbols_warn_damage(symbols, object,
			"a unit in .debug_info cannot be read");
}

/* Adds the function or inlined instance DIE; SYMBOLS_NONE if it has no code. */
static uint32_t unit_add_node(
	struct unit_reader *reader, Dwarf_Die *die, uint32_t parent)
{
	struct symbols_unit *unit = reader->unit;
	struct symbols_node node = {
		.die = (uint32_t)((char *)die->addr - (char *)unit->die.addr),
		.parent = SYMBOLS_NONE,
		.call_file = SYMBOLS_NONE};
	size_t before = reader->intervals.count;
	uint64_t number;

	if (dwarf_tag(die) == DW_TAG_inlined_subroutine &&
		parent != SYMBOLS_NONE) {
		node.parent = parent;
		node.depth = unit->nodes[parent].depth + 1;
		if (symbols_die_own_number(die, DW_AT_call_file, &number))
			node.call_file = (uint32_t)number;
		if (symbols_die_own_number(die, DW_AT_call_line, &number))
			node.call_line = (uint32_t)number;
		if (symbols_die_own_number(die, DW_AT_call_column, &number))
			node.call_column =
				number <= UINT16_MAX ? (uint16_t)number : 0;
	}
	if (!add_ranges(reader->object, die, &reader->intervals, node.depth,
		    (uint32_t)unit->node_count))
		symbols_warn_damage(reader->symbols, reader->object,
			"the address ranges of a function cannot be read");
	if (reader->intervals.count == before)
		return SYMBOLS_NONE;
	unit->nodes = memory_grow(unit->nodes, &reader->node_capacity,
		unit->node_count + 1, sizeof *unit->nodes);
	unit->nodes[unit->node_count] = node;
	return (uint32_t)unit->node_count++;
}

static void unit_read_children(struct unit_reader *reader,
	Dwarf_Die *parent_die, uint32_t parent, int depth)
{
	Dwarf_Die die;

	if (!symbols_die_child(parent_die, &die))
		return;
	do {
		uint32_t node;

		if (reader->left == 0 || depth > SYMBOLS_DEPTH_MAX) {
			symbols_warn_damage(reader->symbols, reader->object,
				"entries of .debug_info are nested wrongly");
			return;
		}
		reader->left--;
		switch (dwarf_tag(&die)) {
		case DW_TAG_subprogram:
		case DW_TAG_inlined_subroutine:
			node = unit_add_node(reader, &die, parent);
			if (node != SYMBOLS_NONE)
				unit_read_children(
					reader, &die, node, depth + 1);
			break;
		case DW_TAG_lexical_block:
		case DW_TAG_try_block:
		case DW_TAG_catch_block:
		case DW_TAG_with_stmt:
		case DW_TAG_namespace:
		case DW_TAG_module:
			unit_read_children(reader, &die, parent, depth + 1);
			break;
		default:
			/* What a class inside of a function does is there, as
			 * GCC has it: the body of a lambda. */
			if (parent != SYMBOLS_NONE &&
				symbols_type_is_aggregate(dwarf_tag(&die)))
				unit_read_children(
					reader, &die, parent, depth + 1);
			break;
		}
	} while (symbols_die_next(&die));
}

/* The part of a split unit that was left in a .dwo file. */
static void find_split_die(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit)
{
	Dwarf_Die split;
	uint8_t type = 0;

	if (dwarf_cu_info(unit->cu, NULL, &type, NULL, &split, NULL, NULL,
		    NULL) != 0 ||
		type != DW_UT_skeleton)
		return;
	if (split.addr) {
		unit->die = split;
		unit->size_bytes = measure_unit(&split);
	} else if (!object->warned_debug) {
		Dwarf_Attribute attribute;
		const char *name = NULL;

		if (dwarf_attr(&unit->skeleton, DW_AT_dwo_name, &attribute) ||
			dwarf_attr(&unit->skeleton, DW_AT_GNU_dwo_name,
				&attribute))
			name = dwarf_formstring(&attribute);
		object->warned_debug = true;
		symbols_warn(symbols,
			"%s: its debug information in %s is missing; inlined "
			"functions and variables there have no names; keep the "
			".dwo files, or compile without -gsplit-dwarf",
			object->path, name ? name : "a .dwo file");
	}
}

bool symbols_unit_open(struct symbols *symbols, struct symbols_object *object,
	struct symbols_unit *unit)
{
	if (unit->is_open)
		return unit->cu;
	unit->is_open = true;
	symbols_object_open_dwarf(symbols, object);
	if (!unit->cu)
		return false;
	find_split_die(symbols, object, unit);
	unit->has_tags = symbols_die_language(&unit->die) == SYMBOLS_C;
	return true;
}

static void load_unit(struct symbols *symbols, struct symbols_object *object,
	struct symbols_unit *unit)
{
	struct unit_reader reader = {
		.symbols = symbols, .object = object, .unit = unit};
	struct symbols_table nodes;

	unit->is_loaded = true;
	if (!symbols_unit_open(symbols, object, unit))
		return;
	object->has_news = true;
	reader.left = unit->size_bytes;
	unit_read_children(&reader, &unit->die, SYMBOLS_NONE, 0);
	symbols_table_build(&nodes, &reader.intervals);
	symbols_lines_join(symbols, object, unit, &nodes);
	symbols_table_release(&nodes);
}

struct symbols_unit *symbols_unit_at(
	struct symbols *symbols, struct symbols_object *object, uint64_t pc)
{
	uint32_t index;

	if (!object->has_units) {
		if (!symbols_cache_units(symbols, object))
			symbols_object_open_dwarf(symbols, object);
		object->has_news |= !object->has_units; /* it has none */
		object->has_units = true;
	}
	index = symbols_table_find(&object->unit_table, pc);
	if (index == SYMBOLS_NONE)
		return NULL;
	if (!object->units[index].is_loaded &&
		!symbols_cache_unit(object, &object->units[index]))
		load_unit(symbols, object, &object->units[index]);
	object->units[index].is_used = true;
	return &object->units[index];
}

const struct symbols_piece *symbols_unit_piece(
	const struct symbols_unit *unit, uint64_t pc)
{
	const uint32_t *first = unit->starts;
	size_t count = unit->piece_count;
	uint64_t offset = pc - unit->base;

	if (count == 0 || pc < unit->base)
		return NULL;
	while (count > 1) {
		size_t half = count / 2;

		first += first[half] <= offset ? half : 0;
		count -= half;
	}
	return &unit->pieces[first - unit->starts];
}

/* Reads the table FILES of UNIT_DIE. Paths from the cache stay. */
static void read_files(struct symbols_files *files, Dwarf_Die *unit_die)
{
	size_t count;

	files->is_read = true;
	if (dwarf_getsrcfiles(unit_die, &files->files, &count) != 0)
		count = 0;
	if (!files->paths) {
		files->paths = memory_alloc_zero(count, sizeof *files->paths);
		files->count = count;
	} else if (count < files->count) {
		files->count = count;
	}
}

/* File number FILE of FILES, those of the unit's SKELETON or of its DIE. */
static const char *unit_find_file(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit,
	struct symbols_files *files, uint32_t file)
{
	Dwarf_Die *die;

	if (files->paths && file < files->count && files->paths[file])
		return files->paths[file];
	if (file == SYMBOLS_NONE || (files->paths && file >= files->count) ||
		!symbols_unit_open(symbols, object, unit))
		return NULL;
	die = files == &unit->line_files ? &unit->skeleton : &unit->die;
	if (!files->is_read)
		read_files(files, die);
	if (file >= files->count)
		return NULL;
	object->has_news = true;
	files->paths[file] = symbols_die_path(symbols, die, files->files, file);
	return files->paths[file];
}

const char *symbols_unit_line_file(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit, uint32_t file)
{
	return unit_find_file(symbols, object, unit, &unit->line_files, file);
}

const char *symbols_unit_declared_file(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit, uint32_t file)
{
	return unit_find_file(
		symbols, object, unit, &unit->declared_files, file);
}

void symbols_unit_release(struct symbols_unit *unit)
{
	free(unit->functions);
	if (!unit->is_borrowed) {
		free(unit->nodes);
		free(unit->starts);
		free(unit->pieces);
	}
	free(unit->line_files.paths);
	free(unit->declared_files.paths);
}
