/* SPDX-License-Identifier: MIT
 * How large the array is, by the type of a variable, that an address lies in. */
#include "config.h"

#include "analyzer/symbols/label_parts.h"

#include <dwarf.h>
#include <string.h>

#include "lib/format/trace_format.h"

/* For the keys of the cache: no register of a read. */
enum array_base { ARRAY_IN_FRAME = 0x40, ARRAY_IN_MODULE };

struct array_wanted {
	struct symbols_object *object;
	uint64_t pc;	/* a call of the function whose frame it is */
	int64_t offset; /* in it */
	uint64_t span_bytes;
};

static bool array_in_type(Dwarf_Die *variable, uint64_t offset,
	uint64_t span_bytes, struct label_member *member)
{
	uint64_t size_bytes;
	Dwarf_Die type;

	return symbols_die_type(variable, &type) &&
	       symbols_type_strip(&type, &type) &&
	       symbols_type_size(&type, &size_bytes) && offset < size_bytes &&
	       labels_find_array(&type, offset, span_bytes, member);
}

static bool array_in_variable(const struct array_wanted *wanted,
	Dwarf_Die *function, Dwarf_Die *variable, struct label_member *member)
{
	int64_t start;

	return labels_find_in_frame(wanted->object, function, variable,
		       wanted->pc, &start) &&
	       wanted->offset >= start &&
	       array_in_type(variable, (uint64_t)(wanted->offset - start),
		       wanted->span_bytes, member);
}

/* Among the variables that live at the call, of SCOPE and what is in it. FUNCTION is the one
 * that has the frame, NULL above functions. */
static bool array_in_scope(const struct array_wanted *wanted, Dwarf_Die *scope,
	Dwarf_Die *function, int depth, struct label_member *member)
{
	Dwarf_Die die;

	if (depth > SYMBOLS_DEPTH_MAX || !symbols_die_child(scope, &die))
		return false;
	do {
		bool is_found = false;
		switch (dwarf_tag(&die)) {
		case DW_TAG_variable:
		case DW_TAG_formal_parameter:
			is_found = function && array_in_variable(wanted,
						       function, &die, member);
			break;
		case DW_TAG_subprogram:
		case DW_TAG_lexical_block:
		case DW_TAG_inlined_subroutine:
			is_found = dwarf_haspc(&die, wanted->pc) == 1 &&
				   array_in_scope(wanted, &die,
					   function ? function : &die,
					   depth + 1, member);
			break;
		case DW_TAG_namespace:
			is_found = array_in_scope(
				wanted, &die, function, depth + 1, member);
			break;
		default:
			break;
		}
		if (is_found)
			return true;
	} while (symbols_die_next(&die));
	return false;
}

static bool array_in_frame(struct symbols *symbols,
	const struct array_wanted *wanted, struct label_member *member)
{
	struct symbols_unit *unit =
		symbols_unit_at(symbols, wanted->object, wanted->pc);

	return unit && symbols_unit_open(symbols, wanted->object, unit) &&
	       array_in_scope(wanted, &unit->die, NULL, 0, member);
}

static bool array_in_module(struct symbols *symbols,
	const struct array_wanted *wanted, struct label_member *member)
{
	struct symbols_item *item =
		symbols_variable_at(symbols, wanted->object, wanted->pc);
	Dwarf_Die die;

	return item &&
	       symbols_variable_die(symbols, wanted->object, item, &die) &&
	       array_in_type(&die, wanted->pc - item->start, wanted->span_bytes,
		       member);
}

void symbols_label_array(struct symbols *symbols,
	const struct symbol_place *place, uint64_t span_bytes,
	struct symbol_label *label)
{
	const struct symbols_mapping *mapping =
		symbols_map_find(symbols, place->address);
	struct trace_site shape = {.pc = place->address,
		.size_bytes = (unsigned short)span_bytes,
		.base = place->is_frame ? ARRAY_IN_FRAME : ARRAY_IN_MODULE,
		.step_count = 2,
		.step = {place->offset, (long long)span_bytes}};
	struct label_member member = {.path = ""};
	uint64_t key[2];
	bool is_found;

	memset(label, 0, sizeof *label);
	if (!mapping || mapping->object->is_system)
		return;
	const struct array_wanted wanted = {mapping->object,
		place->address - mapping->bias, place->offset, span_bytes};
	symbols_cache_key(&shape, mapping->bias, key);
	if (symbols_cache_label(symbols, wanted.object, key, label))
		return;
	is_found = place->is_frame ? array_in_frame(symbols, &wanted, &member)
				   : array_in_module(symbols, &wanted, &member);
	if (is_found && member.elements <= UINT32_MAX &&
		member.array_bytes <= UINT32_MAX) {
		label->elements = (uint32_t)member.elements;
		label->array_bytes = (uint32_t)member.array_bytes;
		label->row = (uint32_t)member.row;
		label->field =
			member.path[0] != '\0'
				? symbols_intern_text(symbols, member.path)
				: NULL;
	}
	if (symbols->cache_directory)
		symbols_cache_keep_label(wanted.object, key, label);
}
