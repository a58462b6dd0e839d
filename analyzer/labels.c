/* SPDX-License-Identifier: MIT
 * What a read instruction reads, in words of the source: the variable its
 * address came from, and the member it reads there. */
#include "config.h"

#include "analyzer/labels_internal.h"
#include "lib/format/trace_format.h"

#include <dwarf.h>
#include <string.h>

/* One question, and the answer so far. */
struct reader {
	struct symbols *symbols;
	struct symbols_object *object;
	struct symbols_unit *unit;
	uint64_t pc;
	const struct trace_site *site;
	unsigned dwarf_register;
	struct label_frame frame;
	size_t left; /* DIEs that may still be visited */
	struct symbol_label *label;
};

/* DWARF's number of each register of an x86-64 instruction. */
static const unsigned char dwarf_registers[16] = {
	0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15};

static struct label_access make_access(
	const struct trace_site *site, int64_t offset, bool is_last)
{
	struct label_access access = {.offset = offset, .size_bytes = 8};

	if (is_last) {
		access.size_bytes = site->size_bytes;
		access.is_indexed = site->flags & TRACE_SITE_INDEXED;
		access.index_scale = site->index_scale;
	}
	return access;
}

/* The type that elements of TYPE have, if it is an array. */
static void strip_arrays(Dwarf_Die *type)
{
	Dwarf_Die at = *type;

	for (int i = 0; i < SYMBOLS_CHAIN_MAX && symbols_type_strip(&at, &at) &&
			dwarf_tag(&at) == DW_TAG_array_type;
		i++) {
		if (!symbols_die_type(&at, &at))
			return;
		*type = at;
	}
}

/* The type of the value read, when it points to something. */
static const char *name_target(
	struct symbols *symbols, Dwarf_Die *type, bool has_tags)
{
	Dwarf_Die target, stripped;

	if (!symbols_type_pointee(type, &target) ||
		!symbols_type_strip(&target, &stripped) ||
		dwarf_tag(&stripped) == DW_TAG_subroutine_type)
		return NULL;
	return symbols_type_object_name(symbols, &target, has_tags);
}

/* Follows the steps of SITE from NEXT on. Before them the address is OFFSET
 * bytes into an object of TYPE; IS_WHOLE: that is a variable itself. */
static bool follow_steps(struct symbols *symbols, const struct trace_site *site,
	Dwarf_Die type, bool is_whole, int64_t offset, unsigned next,
	bool has_tags, struct symbol_label *label)
{
	struct label_member member;
	Dwarf_Die stripped;

	for (; symbols_type_strip(&type, &stripped); next++) {
		struct label_access access =
			make_access(site, offset, next == site->step_count);

		if (!labels_find_member(&stripped, is_whole, &access, &member))
			return false;
		if (next == site->step_count) {
			strip_arrays(&type);
			label->object_type = symbols_type_object_name(
				symbols, &type, has_tags);
			if (*member.path)
				label->field = symbols_intern_text(
					symbols, member.path);
			if (site->size_bytes == 8)
				label->value_type = name_target(
					symbols, &member.type, has_tags);
			return true;
		}
		if (!symbols_type_pointee(&member.type, &type))
			return false;
		is_whole = false;
		offset = site->step[next];
	}
	return false;
}

/* The target of the pointer at byte PIECE of a value of TYPE. */
static bool find_target(Dwarf_Die *type, uint64_t piece, Dwarf_Die *target)
{
	struct label_access access = {
		.offset = (int64_t)piece, .size_bytes = 8};
	struct label_member member;
	Dwarf_Die stripped;

	return symbols_type_strip(type, &stripped) &&
	       labels_find_member(&stripped, true, &access, &member) &&
	       symbols_type_pointee(&member.type, target);
}

/* Explains the read by VARIABLE. Returns true when nothing is missing. */
static bool try_variable(struct reader *reader, Dwarf_Die *variable)
{
	const struct trace_site *site = reader->site;
	struct symbol_label *label = reader->label;
	bool has_tags = reader->unit->has_tags, is_whole = true;
	struct label_place place;
	unsigned next = 1;
	int64_t offset;
	uint64_t size_bytes;
	Dwarf_Die type;
	const char *name;

	if (!labels_locate(variable, reader->pc, reader->dwarf_register,
		    &reader->frame, &place) ||
		!symbols_die_type(variable, &type))
		return false;
	offset = (int64_t)((uint64_t)site->step[0] - (uint64_t)place.offset);
	switch (place.kind) {
	case LABEL_VALUE:
		if (!find_target(&type, place.piece, &type))
			return false;
		is_whole = false;
		break;
	case LABEL_SLOT:
		if (!symbols_type_size(&type, &size_bytes) ||
			(uint64_t)offset >= size_bytes)
			return false;
		break;
	case LABEL_BEHIND:
		if (site->step_count < 2 || offset != 0)
			return false;
		offset = site->step[next++];
		break;
	}
	name = symbols_die_name(variable);
	if (!label->variable && name) {
		label->variable = symbols_intern_text(reader->symbols, name);
		label->variable_is_parameter =
			dwarf_tag(variable) == DW_TAG_formal_parameter;
	}
	if (!follow_steps(reader->symbols, site, type, is_whole, offset, next,
		    has_tags, label))
		return false;
	label->variable =
		name ? symbols_intern_text(reader->symbols, name) : NULL;
	label->variable_is_parameter =
		dwarf_tag(variable) == DW_TAG_formal_parameter;
	return true;
}

/* Tries the variables of SCOPE, those of blocks inside it first. */
static bool try_scope(struct reader *reader, Dwarf_Die *scope, int depth)
{
	Dwarf_Die first, die;

	if (depth > SYMBOLS_DEPTH_MAX || !symbols_die_child(scope, &first))
		return false;
	for (int pass = 0; pass < 2; pass++) {
		die = first;
		do {
			int tag = dwarf_tag(&die);

			if (reader->left == 0)
				return false;
			reader->left--;
			if (pass == 0 && tag == DW_TAG_lexical_block &&
				symbols_die_covers(&die, reader->pc) &&
				try_scope(reader, &die, depth + 1))
				return true;
			if (pass == 1 &&
				(tag == DW_TAG_variable ||
					tag == DW_TAG_formal_parameter) &&
				try_variable(reader, &die))
				return true;
		} while (symbols_die_next(&die));
	}
	return false;
}

/* The innermost inlined function first, then what it is inlined into. */
static void label_register(struct reader *reader, uint32_t node)
{
	uint32_t outermost = node;
	Dwarf_Die die;

	while (reader->unit->nodes[outermost].parent != SYMBOLS_NONE)
		outermost = reader->unit->nodes[outermost].parent;
	die = symbols_die_of_node(
		reader->unit, &reader->unit->nodes[outermost]);
	labels_read_frame(reader->object, &die, reader->pc, &reader->frame);
	for (; node != SYMBOLS_NONE; node = reader->unit->nodes[node].parent) {
		die = symbols_die_of_node(
			reader->unit, &reader->unit->nodes[node]);
		reader->left = reader->unit->size_bytes;
		if (try_scope(reader, &die, 0))
			return;
	}
}

static void label_global(struct symbols *symbols, const struct trace_site *site,
	struct symbol_label *label)
{
	uint64_t address = (uint64_t)site->step[0];
	const struct symbols_mapping *mapping =
		symbols_map_find(symbols, address);
	const struct symbols_item *item;
	Dwarf_Die die, type;

	if (!mapping)
		return;
	item = symbols_variable_at(
		symbols, mapping->object, address - mapping->bias);
	if (!item)
		return;
	label->variable = item->name;
	die = item->die;
	if (die.addr && symbols_die_type(&die, &type))
		follow_steps(symbols, site, type, true,
			(int64_t)(address - mapping->bias - item->start), 1,
			item->has_tags, label);
}

void symbols_label_read(struct symbols *symbols, const struct trace_site *site,
	struct symbol_label *label)
{
	struct reader reader = {
		.symbols = symbols, .site = site, .label = label};
	const struct symbols_mapping *mapping;
	const struct symbols_piece *piece;

	memset(label, 0, sizeof *label);
	if (site->step_count == 0 || site->step_count > TRACE_STEPS_MAX)
		return;
	if (site->base == TRACE_BASE_PC) {
		label_global(symbols, site, label);
		return;
	}
	mapping = symbols_map_find(symbols, site->pc);
	if (!mapping || site->base >= sizeof dwarf_registers)
		return;
	reader.object = mapping->object;
	reader.pc = site->pc - mapping->bias;
	reader.dwarf_register = dwarf_registers[site->base];
	reader.unit = symbols_unit_at(symbols, reader.object, reader.pc);
	piece = reader.unit ? symbols_unit_piece(reader.unit, reader.pc) : NULL;
	if (piece && piece->node != SYMBOLS_NONE)
		label_register(&reader, piece->node);
}
