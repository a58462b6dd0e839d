/* SPDX-License-Identifier: MIT
 * Reads a cache file into the tables of an object. */
#include "config.h"

#include "analyzer/symbols/cache.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/symbols/debug_info.h"

size_t cache_record_bytes(enum cache_section section)
{
	static const unsigned char bytes[CACHE_SECTIONS] = {
		[CACHE_TEXT] = 1,
		[CACHE_UNIT_SPANS] = sizeof(struct cache_span),
		[CACHE_UNITS] = sizeof(struct cache_unit),
		[CACHE_NODES] = sizeof(struct symbols_node),
		[CACHE_DESCRIBED] = sizeof(uint32_t),
		[CACHE_STARTS] = sizeof(uint32_t),
		[CACHE_PIECES] = sizeof(struct symbols_piece),
		[CACHE_PATHS] = sizeof(uint32_t),
		[CACHE_FUNCTIONS] = sizeof(struct cache_function),
		[CACHE_LISTS] = sizeof(struct symbol_cache_list),
		[CACHE_PARAMETERS] = sizeof(struct cache_parameter),
		[CACHE_SYMBOL_SPANS] = sizeof(struct cache_span),
		[CACHE_SYMBOL_NAMES] = sizeof(uint32_t),
		[CACHE_DATA] = sizeof(struct cache_item),
		[CACHE_VARIABLES] = sizeof(struct cache_item),
		[CACHE_LABELS] = sizeof(struct cache_label),
	};

	return bytes[section];
}

/* Eight bytes a step: this reads every byte of every file at every start. */
uint64_t cache_checksum(const void *bytes, size_t size_bytes)
{
	const char *at = bytes;
	uint64_t sum = size_bytes, word;

	for (; size_bytes >= sizeof word; size_bytes -= sizeof word) {
		memcpy(&word, at, sizeof word);
		at += sizeof word;
		sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
		sum ^= sum >> 32;
	}
	word = 0;
	memcpy(&word, at, size_bytes);
	return (sum ^ word) * 0x9e3779b97f4a7c15u;
}

static bool is_sound(const struct cache_header *header, const char *bytes,
	size_t size_bytes, const uint64_t stamp[2])
{
	const size_t summed = offsetof(struct cache_header, stamp);

	if (memcmp(header->magic, CACHE_MAGIC, sizeof header->magic) != 0 ||
		header->version != CACHE_VERSION ||
		header->size_bytes != size_bytes ||
		header->stamp[0] != stamp[0] || header->stamp[1] != stamp[1] ||
		header->checksum !=
			cache_checksum(bytes + summed, size_bytes - summed))
		return false;
	for (int i = 0; i < CACHE_SECTIONS; i++) {
		uint64_t offset = header->sections[i].offset, total;

		if (offset % 8 != 0 || offset > size_bytes ||
			header->sections[i].count > UINT32_MAX)
			return false;
		total = header->sections[i].count * cache_record_bytes(i);
		if (total > size_bytes - offset)
			return false;
	}
	return header->sections[CACHE_TEXT].count > 0 &&
	       bytes[header->sections[CACHE_TEXT].offset +
		       header->sections[CACHE_TEXT].count - 1] == '\0';
}

struct symbols_cache *symbols_cache_parse(
	char *bytes, size_t size_bytes, const uint64_t stamp[2])
{
	struct symbols_cache *cache = NULL;
	struct cache_header header;

	if (size_bytes < sizeof header)
		goto out;
	memcpy(&header, bytes, sizeof header);
	if (!is_sound(&header, bytes, size_bytes, stamp))
		goto out;
	cache = memory_alloc_zero(1, sizeof *cache);
	cache->bytes = bytes;
	cache->header = header;
	return cache;
out:
	free(bytes);
	return NULL;
}

void symbols_cache_free(struct symbols_cache *cache)
{
	if (cache)
		free(cache->bytes);
	free(cache);
}

const void *symbols_cache_records(const struct symbols_cache *cache,
	enum cache_section section, size_t *count)
{
	*count = (size_t)cache->header.sections[section].count;
	return cache->bytes + cache->header.sections[section].offset;
}

/* COUNT records of SECTION from FIRST; NULL: there are not so many. */
static const void *slice(const struct symbols_cache *cache,
	enum cache_section section, uint32_t first, uint32_t count)
{
	size_t all;
	const char *list = symbols_cache_records(cache, section, &all);

	return first <= all && count <= all - first
		       ? list + first * cache_record_bytes(section)
		       : NULL;
}

const char *symbols_cache_text(
	const struct symbols_cache *cache, uint32_t offset)
{
	size_t count;
	const char *text = symbols_cache_records(cache, CACHE_TEXT, &count);

	return offset > 0 && offset < count ? text + offset : NULL;
}

static const char *intern_at(struct symbols *symbols,
	const struct symbols_cache *cache, uint32_t offset)
{
	return symbols_intern_text(symbols, symbols_cache_text(cache, offset));
}

/* Reads SECTION into TABLE; the values must be below LIMIT. */
static bool cache_read_table(const struct symbols_cache *cache,
	enum cache_section section, size_t limit, struct symbols_table *table)
{
	size_t count;
	const struct cache_span *spans =
		symbols_cache_records(cache, section, &count);

	table->spans = memory_alloc(count * sizeof *table->spans);
	table->count = count;
	for (size_t i = 0; i < count; i++) {
		if (spans[i].value != SYMBOLS_NONE && spans[i].value >= limit) {
			symbols_table_release(table);
			return false;
		}
		table->spans[i] =
			(struct symbols_span){spans[i].start, spans[i].value};
	}
	return true;
}

/* The paths of one unit's files that are known. */
static void read_paths(struct symbols *symbols,
	const struct symbols_cache *cache, uint32_t first, uint32_t count,
	struct symbols_files *files)
{
	const uint32_t *paths = slice(cache, CACHE_PATHS, first, count);

	if (!paths || count == 0)
		return;
	files->count = count;
	files->paths = memory_alloc_zero(count, sizeof *files->paths);
	for (uint32_t i = 0; i < count; i++)
		files->paths[i] = intern_at(symbols, cache, paths[i]);
}

bool symbols_cache_units(struct symbols *symbols, struct symbols_object *object)
{
	const struct symbols_cache *cache = object->cache;
	const struct cache_unit *units;
	size_t count;

	if (!cache || !(cache->header.flags & CACHE_HAS_UNITS))
		return false;
	units = symbols_cache_records(cache, CACHE_UNITS, &count);
	if (!cache_read_table(
		    cache, CACHE_UNIT_SPANS, count, &object->unit_table))
		return false;
	object->has_units = true;
	object->unit_count = count;
	object->units = memory_alloc_zero(count, sizeof *object->units);
	for (size_t i = 0; i < count; i++) {
		struct symbols_unit *unit = &object->units[i];

		unit->has_tags = units[i].flags & CACHE_UNIT_HAS_TAGS;
		read_paths(symbols, cache, units[i].first_line_path,
			units[i].line_path_count, &unit->line_files);
		read_paths(symbols, cache, units[i].first_declared_path,
			units[i].declared_path_count, &unit->declared_files);
	}
	return true;
}

/* Parents come before what is inlined into them. */
static bool are_nodes_sound(const struct symbols_node *nodes, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t parent = nodes[i].parent;

		if (parent == SYMBOLS_NONE
				? nodes[i].depth != 0
				: parent >= i ||
					  nodes[i].depth !=
						  nodes[parent].depth + 1)
			return false;
	}
	return true;
}

static bool are_pieces_sound(
	const struct symbols_piece *pieces, uint32_t count, uint32_t node_count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (pieces[i].node != SYMBOLS_NONE &&
			pieces[i].node >= node_count)
			return false;
	}
	return true;
}

bool symbols_cache_unit(
	struct symbols_object *object, struct symbols_unit *unit)
{
	const struct symbols_cache *cache = object->cache;
	const struct cache_unit *from = NULL;
	const struct symbols_node *nodes;
	const struct symbols_piece *pieces;
	const uint32_t *starts, *described;

	if (cache)
		from = slice(cache, CACHE_UNITS,
			(uint32_t)(unit - object->units), 1);
	if (!from || !(from->flags & CACHE_UNIT_LOADED))
		return false;
	nodes = slice(cache, CACHE_NODES, from->first_node, from->node_count);
	described = slice(
		cache, CACHE_DESCRIBED, from->first_node, from->node_count);
	starts = slice(
		cache, CACHE_STARTS, from->first_piece, from->piece_count);
	pieces = slice(
		cache, CACHE_PIECES, from->first_piece, from->piece_count);
	if (!nodes || !described || !starts || !pieces ||
		!are_nodes_sound(nodes, from->node_count) ||
		!are_pieces_sound(pieces, from->piece_count, from->node_count))
		return false;
	unit->is_loaded = unit->is_borrowed = true;
	unit->base = from->base;
	unit->nodes = (struct symbols_node *)nodes;
	unit->node_count = from->node_count;
	unit->described = described;
	unit->functions =
		memory_alloc_zero(unit->node_count, sizeof *unit->functions);
	unit->starts = (uint32_t *)starts;
	unit->pieces = (struct symbols_piece *)pieces;
	unit->piece_count = from->piece_count;
	return true;
}

static struct symbols_item *read_items(struct symbols *symbols,
	const struct symbols_cache *cache, enum cache_section section,
	size_t *count)
{
	const struct cache_item *from =
		symbols_cache_records(cache, section, count);
	struct symbols_item *items =
		memory_alloc_zero(*count + 1, sizeof *items);

	for (size_t i = 0; i < *count; i++) {
		const char *name = symbols_cache_text(cache, from[i].name);

		items[i].name = name ? name : "";
		items[i].type = intern_at(symbols, cache, from[i].type);
		items[i].start = from[i].start;
		items[i].size_bytes = from[i].size_bytes;
		items[i].unit = from[i].unit;
		items[i].die = from[i].die;
		items[i].has_tags = from[i].flags & CACHE_ITEM_HAS_TAGS;
		items[i].is_named = from[i].flags & CACHE_ITEM_NAMED;
		items[i].is_typed = from[i].flags & CACHE_ITEM_TYPED;
	}
	return items;
}

bool symbols_cache_elf(struct symbols *symbols, struct symbols_object *object)
{
	const struct symbols_cache *cache = object->cache;
	const uint32_t *names;
	size_t count;

	if (!cache || !(cache->header.flags & CACHE_HAS_SYMBOLS))
		return false;
	names = symbols_cache_records(cache, CACHE_SYMBOL_NAMES, &count);
	if (!cache_read_table(
		    cache, CACHE_SYMBOL_SPANS, count, &object->symbol_table))
		return false;
	object->symbol_count = count;
	object->symbol_names = memory_alloc((count + 1) * sizeof(char *));
	object->symbol_functions = memory_alloc_zero(count + 1, sizeof(void *));
	for (size_t i = 0; i < count; i++) {
		const char *name = symbols_cache_text(cache, names[i]);

		object->symbol_names[i] = name ? name : "??";
	}
	object->data_symbols = read_items(
		symbols, cache, CACHE_DATA, &object->data_symbol_count);
	return true;
}

bool symbols_cache_variables(
	struct symbols *symbols, struct symbols_object *object)
{
	const struct symbols_cache *cache = object->cache;

	if (!cache || !(cache->header.flags & CACHE_HAS_VARIABLES))
		return false;
	object->variables = read_items(
		symbols, cache, CACHE_VARIABLES, &object->variable_count);
	return true;
}

bool symbols_cache_function(struct symbols *symbols,
	const struct symbols_object *object, const struct symbols_unit *unit,
	uint32_t node, struct symbol_function *shown)
{
	const struct cache_function *from;
	const struct symbols_cache *cache = object->cache;

	if (!unit->described || unit->described[node] == 0)
		return false;
	from = slice(cache, CACHE_FUNCTIONS, unit->described[node] - 1, 1);
	if (!from || !symbols_cache_text(cache, from->linkage))
		return false;
	shown->linkage = intern_at(symbols, cache, from->linkage);
	shown->name = intern_at(symbols, cache, from->name);
	shown->file = intern_at(symbols, cache, from->file);
	shown->line = from->line;
	return true;
}

static int compare_lists(const void *a, const void *b)
{
	const struct symbol_cache_list *left = a, *right = b;

	if (left->unit != right->unit)
		return left->unit < right->unit ? -1 : 1;
	return (left->node > right->node) - (left->node < right->node);
}

static void cache_read_parameter(struct symbols *symbols,
	const struct symbols_cache *cache, const struct cache_parameter *from,
	struct symbol_parameter *parameter)
{
	const char *name = intern_at(symbols, cache, from->name);

	parameter->name = name ? name : "";
	parameter->type = intern_at(symbols, cache, from->type);
	parameter->pointee = intern_at(symbols, cache, from->pointee);
	parameter->pointee_bytes = from->pointee_bytes;
	parameter->argument_register =
		from->argument_register >= 0 && from->argument_register < 6
			? from->argument_register
			: -1;
}

bool symbols_cache_parameters(
	struct symbols *symbols, struct symbols_function *function)
{
	const struct symbols_object *object = function->object;
	const struct symbols_cache *cache = object->cache;
	const struct cache_parameter *from;
	const struct symbol_cache_list *found, *lists;
	struct symbol_cache_list key = {.node = function->node};
	size_t count;

	if (!cache)
		return false;
	key.unit = (uint32_t)(function->unit - object->units);
	lists = symbols_cache_records(cache, CACHE_LISTS, &count);
	found = bsearch(&key, lists, count, sizeof key, compare_lists);
	from = found ? slice(cache, CACHE_PARAMETERS, found->first_parameter,
			       found->parameter_count)
		     : NULL;
	if (!from)
		return false;
	function->parameter_count = found->parameter_count;
	function->parameters = arena_alloc_zero(&symbols->arena,
		found->parameter_count, sizeof *function->parameters);
	for (uint32_t i = 0; i < found->parameter_count; i++)
		cache_read_parameter(
			symbols, cache, &from[i], &function->parameters[i]);
	return true;
}

static int cache_read_compare_labels(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(uint64_t[2]));
}

bool symbols_cache_label(struct symbols *symbols,
	const struct symbols_object *object, const uint64_t key[2],
	struct symbol_label *label)
{
	const struct symbols_cache *cache = object->cache;
	const struct cache_label *from, *labels;
	/* A library that comes and goes is asked about again and again. */
	uintptr_t kept =
		(uintptr_t)table_find(&object->label_of, key[0], key[1]);
	size_t count;

	if (kept != 0) {
		*label = object->labels[kept - 1].label;
		return true;
	}
	if (!cache)
		return false;
	labels = symbols_cache_records(cache, CACHE_LABELS, &count);
	from = bsearch(
		key, labels, count, sizeof *labels, cache_read_compare_labels);
	if (!from)
		return false;
	label->variable = intern_at(symbols, cache, from->variable);
	label->field = intern_at(symbols, cache, from->field);
	label->object_type = intern_at(symbols, cache, from->object_type);
	label->value_type = intern_at(symbols, cache, from->value_type);
	label->variable_is_parameter = from->flags & CACHE_LABEL_PARAMETER;
	label->is_indexed = from->flags & CACHE_LABEL_INDEXED;
	label->is_floating = from->flags & CACHE_LABEL_FLOATING;
	label->elements = from->elements;
	label->array_bytes = from->array_bytes;
	label->row = from->row;
	return true;
}
