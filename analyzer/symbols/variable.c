/* SPDX-License-Identifier: MIT
 * Global and static variables by address. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "lib/search.h"

/* Reading all entries of larger debug information takes seconds; the symbol
 * table then has to do. */
#define READ_BYTES_MAX (UINT64_C(256) << 20)

struct variable_reader {
	struct symbols *symbols;
	struct symbols_object *object;
	struct symbols_unit *unit;
	size_t capacity;
	size_t left; /* DIEs that may still be visited */
};

/* The fixed address of the variable DIE. */
static bool find_address(Dwarf_Die *die, uint64_t *address)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *list;
	size_t count;

	return dwarf_attr(die, DW_AT_location, &attribute) &&
	       dwarf_getlocation(&attribute, &list, &count) == 0 &&
	       count == 1 &&
	       symbols_place_address(&attribute, &list[0], address);
}

static const char *name_variable(struct symbols *symbols,
	const struct symbols_unit *unit, Dwarf_Die *die)
{
	const char *name = symbols_die_name(die), *scope;
	Dwarf_Die root = *die, origin;
	char *text;

	if (!name || unit->has_tags)
		return name ? symbols_intern_text(symbols, name) : NULL;
	for (int i = 0;
		i < SYMBOLS_CHAIN_MAX && symbols_die_origin(&root, &origin);
		i++)
		root = origin;
	scope = symbols_scope_name(symbols, &root);
	text = memory_format("%s%s", scope, name);
	name = symbols_intern_text(symbols, text);
	free(text);
	return name;
}

static void variable_add_variable(
	struct variable_reader *reader, Dwarf_Die *die)
{
	struct symbols_object *object = reader->object;
	struct symbols_item *item;
	uint64_t address, size_bytes;
	Dwarf_Die type;
	const char *name;

	if (!find_address(die, &address) || !symbols_die_type(die, &type) ||
		!symbols_type_size(&type, &size_bytes) || size_bytes == 0 ||
		!symbols_object_segment(object, address) ||
		!(name = name_variable(reader->symbols, reader->unit, die)))
		return;
	object->variables = memory_grow(object->variables, &reader->capacity,
		object->variable_count + 1, sizeof *object->variables);
	item = &object->variables[object->variable_count++];
	*item = (struct symbols_item){.name = name,
		.start = address,
		.size_bytes = size_bytes,
		.unit = (uint32_t)(reader->unit - object->units),
		.die = (uint32_t)((char *)die->addr -
				  (char *)reader->unit->die.addr),
		.has_tags = reader->unit->has_tags};
}

static void variable_read_children(
	struct variable_reader *reader, Dwarf_Die *parent, int depth)
{
	Dwarf_Die die;

	if (depth > SYMBOLS_DEPTH_MAX || !symbols_die_child(parent, &die))
		return;
	do {
		if (reader->left == 0)
			return;
		reader->left--;
		switch (dwarf_tag(&die)) {
		case DW_TAG_variable:
			variable_add_variable(reader, &die);
			break;
		case DW_TAG_subprogram:
		case DW_TAG_lexical_block:
		case DW_TAG_namespace:
		case DW_TAG_module:
			variable_read_children(reader, &die, depth + 1);
			break;
		default:
			break;
		}
	} while (symbols_die_next(&die));
}

static int compare_items(const void *a, const void *b)
{
	const struct symbols_item *left = a, *right = b;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	if (left->size_bytes != right->size_bytes)
		return left->size_bytes < right->size_bytes ? -1 : 1;
	return strcmp(left->name, right->name);
}

void symbols_variables_read(
	struct symbols *symbols, struct symbols_object *object)
{
	uint64_t size_bytes = 0;
	struct variable_reader reader = {.symbols = symbols, .object = object};

	if (object->has_variables)
		return;
	object->has_variables = true;
	if (symbols_cache_variables(symbols, object))
		return;
	object->has_news = true;
	symbols_object_open_dwarf(symbols, object);
	for (size_t i = 0; i < object->unit_count; i++)
		size_bytes += object->units[i].size_bytes;
	if (size_bytes > READ_BYTES_MAX)
		return;
	for (size_t i = 0; i < object->unit_count; i++) {
		reader.unit = &object->units[i];
		if (!symbols_unit_open(symbols, object, reader.unit))
			continue;
		reader.left = reader.unit->size_bytes;
		variable_read_children(&reader, &reader.unit->die, 0);
	}
	if (object->variable_count > 0)
		qsort(object->variables, object->variable_count,
			sizeof *object->variables, compare_items);
}

static struct symbols_item *find_item(
	struct symbols_item *list, size_t count, uint64_t pc)
{
	size_t at;

	SEARCH_FIRST(at, count, list[at].start <= pc);
	return at > 0 && pc - list[at - 1].start < list[at - 1].size_bytes
		       ? &list[at - 1]
		       : NULL;
}

/* `stdout` of `stdout@GLIBC_2.2.5`, `calls` of `calls.0`; demangled. */
static const char *name_symbol(struct symbols *symbols, const char *raw)
{
	const char *name = symbols_plain_linkage(symbols, raw);
	size_t length = strlen(name), digits = length;

	while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
		digits--;
	if (digits > 1 && digits < length && name[digits - 1] == '.')
		name = symbols_intern(symbols, name, digits - 1)->text;
	return symbols_display_name(symbols, name);
}

struct symbols_item *symbols_variable_at(
	struct symbols *symbols, struct symbols_object *object, uint64_t pc)
{
	struct symbols_item *item;

	symbols_variables_read(symbols, object);
	item = find_item(object->variables, object->variable_count, pc);
	if (item)
		return item;
	symbols_elf_read(symbols, object);
	item = find_item(object->data_symbols, object->data_symbol_count, pc);
	if (item && !item->is_named) {
		item->is_named = true;
		item->name = name_symbol(symbols, item->name);
	}
	return item;
}

bool symbols_variable_die(struct symbols *symbols,
	struct symbols_object *object, const struct symbols_item *item,
	Dwarf_Die *die)
{
	struct symbols_unit *unit;

	if (item->unit >= object->unit_count)
		return false;
	unit = &object->units[item->unit];
	if (!symbols_unit_open(symbols, object, unit))
		return false;
	*die = symbols_die_at(unit, item->die);
	return true;
}

const char *symbols_variable_type(struct symbols *symbols,
	struct symbols_object *object, struct symbols_item *item)
{
	Dwarf_Die die, type;

	if (item->is_typed)
		return item->type;
	item->is_typed = object->has_news = true;
	if (symbols_variable_die(symbols, object, item, &die) &&
		symbols_die_type(&die, &type))
		item->type = symbols_type_name(symbols, &type, item->has_tags);
	return item->type;
}
