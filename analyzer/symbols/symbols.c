/* SPDX-License-Identifier: MIT
 * Address -> function, file, line and variable: the questions the analyzer
 * asks, answered from the tables of the object mapped there. */
#include "config.h"

#include "analyzer/symbols/symbols.h"

#include "analyzer/symbols/debug_info.h"

#include <stdlib.h>
#include <string.h>

struct symbols *symbols_new(void)
{
	return memory_alloc_zero(1, sizeof(struct symbols));
}

void symbols_keep(struct symbols *symbols, const char *directory,
	uint64_t total_bytes_max)
{
	free(symbols->cache_directory);
	symbols->cache_directory = memory_string_dup(directory);
	symbols->cache_bytes_max = total_bytes_max;
}

void symbols_choose(struct symbols *symbols, const struct code_choice *chosen)
{
	symbols->chosen = chosen;
}

void symbols_free(struct symbols *symbols)
{
	struct symbols_object *object;

	if (!symbols)
		return;
	while ((object = symbols->objects)) {
		symbols->objects = object->next;
		symbols_cache_save(symbols, object);
		symbols_object_free(object);
	}
	free(symbols->cache_directory);
	for (size_t i = 0; i < symbols->warning_count; i++)
		free(symbols->warnings[i]);
	free(symbols->warnings);
	free(symbols->mappings);
	free(symbols->buckets);
	arena_release(&symbols->arena);
	free(symbols);
}

const char *symbols_warning(const struct symbols *symbols, size_t index)
{
	return index < symbols->warning_count ? symbols->warnings[index] : NULL;
}

/* An instruction that no DWARF function covers. */
static void resolve_symbol(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit,
	const struct symbols_piece *piece, struct symbol_position *position)
{
	position->function =
		&symbols_elf_function(symbols, object, position->offset)->shown;
	if (!piece)
		return;
	position->file =
		symbols_unit_line_file(symbols, object, unit, piece->file);
	position->line = piece->line;
	position->column = piece->column;
}

/* Fills the line of the position, whose function is known: the call of the inlined
 * CALLEE, or for the innermost the line of PIECE. */
static void fill_line(struct symbols *symbols, struct symbols_object *object,
	struct symbols_unit *unit, const struct symbols_node *callee,
	const struct symbols_piece *piece, struct symbol_position *position)
{
	if (callee) {
		position->file = symbols_unit_declared_file(
			symbols, object, unit, callee->call_file);
		position->line = callee->call_line;
		position->column = callee->call_column;
	} else {
		position->file = symbols_unit_line_file(
			symbols, object, unit, piece->file);
		position->line = piece->line;
		position->column = piece->column;
	}
	if (position->line == 0) {
		/* No line at all: where the function begins is close. */
		position->file = position->function->file;
		position->line = position->function->line;
		position->column = 0;
	}
}

static size_t resolve_nodes(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit,
	const struct symbols_piece *piece, struct symbol_position *chain,
	size_t max)
{
	const struct symbols_node *callee = NULL;
	uint32_t node = piece->node;
	uint64_t offset = chain[0].offset;
	size_t count;

	while (unit->nodes[node].depth >= max) {
		callee = &unit->nodes[node];
		node = callee->parent;
	}
	count = unit->nodes[node].depth + 1u;
	for (size_t i = count; i-- > 0;) {
		chain[i].offset = offset;
		chain[i].function =
			&symbols_function_of_node(symbols, object, unit, node)
				 ->shown;
		fill_line(symbols, object, unit, callee, piece, &chain[i]);
		callee = &unit->nodes[node];
		node = callee->parent;
	}
	return count;
}

size_t symbols_resolve(struct symbols *symbols, uint64_t address,
	struct symbol_position *chain, size_t max)
{
	const struct symbols_mapping *mapping =
		symbols_map_find(symbols, address);
	const struct symbols_piece *piece;
	struct symbols_unit *unit;

	if (max == 0)
		return 0;
	memset(chain, 0, sizeof *chain);
	chain->offset = address;
	if (!mapping) {
		chain->function = &symbols_function_unknown(symbols)->shown;
		return 1;
	}
	chain->offset = address - mapping->bias;
	unit = symbols_unit_at(symbols, mapping->object, chain->offset);
	piece = unit ? symbols_unit_piece(unit, chain->offset) : NULL;
	if (piece && piece->node != SYMBOLS_NONE)
		return resolve_nodes(
			symbols, mapping->object, unit, piece, chain, max);
	resolve_symbol(symbols, mapping->object, unit, piece, chain);
	return 1;
}

const struct symbol_function *symbols_function_at(
	struct symbols *symbols, uint64_t address)
{
	const struct symbols_mapping *mapping =
		symbols_map_find(symbols, address);
	const struct symbols_piece *piece;
	struct symbols_unit *unit;
	uint32_t node;

	if (!mapping)
		return &symbols_function_unknown(symbols)->shown;
	address -= mapping->bias;
	unit = symbols_unit_at(symbols, mapping->object, address);
	piece = unit ? symbols_unit_piece(unit, address) : NULL;
	if (!piece || piece->node == SYMBOLS_NONE)
		return &symbols_elf_function(symbols, mapping->object, address)
				->shown;
	node = piece->node;
	while (unit->nodes[node].parent != SYMBOLS_NONE)
		node = unit->nodes[node].parent;
	return &symbols_function_of_node(symbols, mapping->object, unit, node)
			->shown;
}

size_t symbols_parameters(struct symbols *symbols,
	const struct symbol_function *shown,
	const struct symbol_parameter **parameters)
{
	struct symbols_function *function = (struct symbols_function *)shown;

	if (!function->has_parameters && function->unit) {
		function->has_parameters = true;
		function->read_unit = function->unit;
		function->read_node = function->node;
		if (!symbols_cache_parameters(symbols, function)) {
			function->object->has_news = true;
			symbols_parameters_read(symbols, function);
		}
	}
	*parameters = function->parameters;
	return function->parameter_count;
}

bool symbols_has_module(struct symbols *symbols, uint64_t address)
{
	return symbols_map_find(symbols, address) != NULL;
}

bool symbols_find_variable(struct symbols *symbols, uint64_t address,
	struct symbol_variable *variable)
{
	const struct symbols_mapping *mapping =
		symbols_map_find(symbols, address);
	const struct symbols_segment *segment;
	struct symbols_item *item;

	if (!mapping)
		return false;
	item = symbols_variable_at(
		symbols, mapping->object, address - mapping->bias);
	if (!item)
		return false;
	/* SYMBOLS_NONE, or whatever a cache says. */
	if (item->unit < mapping->object->unit_count)
		mapping->object->units[item->unit].is_used = true;
	segment = symbols_object_segment(mapping->object, item->start);
	variable->name = item->name;
	variable->type = symbols_variable_type(symbols, mapping->object, item);
	variable->start = item->start + mapping->bias;
	variable->size_bytes = item->size_bytes;
	variable->writable = segment && segment->writable;
	return true;
}
