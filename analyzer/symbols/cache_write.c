/* SPDX-License-Identifier: MIT
 * Writes the tables of an object, and what its cache knew before, as a cache
 * file. */
#include "config.h"

#include "analyzer/symbols/cache.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/symbols/debug_info.h"
#include "lib/table.h"

/* The records of a section so far. */
struct buffer {
	char *bytes;
	size_t size_bytes;
	size_t capacity;
};

struct cache_writer {
	struct symbols_object *object;
	struct buffer sections[CACHE_SECTIONS];
	struct table texts;	/* address of a string -> where it is written */
	struct table functions; /* address of a function -> 1 + its number */
	uint32_t flags;
};

static void cache_write_add(struct cache_writer *writer,
	enum cache_section section, const void *records, size_t count)
{
	struct buffer *buffer = &writer->sections[section];
	size_t size_bytes = count * cache_record_bytes(section);

	if (size_bytes == 0)
		return;
	buffer->bytes = memory_grow(buffer->bytes, &buffer->capacity,
		buffer->size_bytes + size_bytes, 1);
	memcpy(buffer->bytes + buffer->size_bytes, records, size_bytes);
	buffer->size_bytes += size_bytes;
}

static uint32_t cache_write_count_of(
	const struct cache_writer *writer, enum cache_section section)
{
	return (uint32_t)(writer->sections[section].size_bytes /
			  cache_record_bytes(section));
}

/* Where TEXT stands in the file. Equal strings are mostly one string. */
static uint32_t cache_write_add_text(
	struct cache_writer *writer, const char *text)
{
	void **slot;

	if (!text)
		return 0;
	slot = table_place(&writer->texts, 0, (uintptr_t)text);
	if (!*slot) {
		*slot = (void *)(uintptr_t)cache_write_count_of(
			writer, CACHE_TEXT);
		cache_write_add(writer, CACHE_TEXT, text, strlen(text) + 1);
	}
	return (uint32_t)(uintptr_t)*slot;
}

static void add_spans(struct cache_writer *writer, enum cache_section section,
	const struct symbols_table *table)
{
	for (size_t i = 0; i < table->count; i++) {
		struct cache_span span = {.start = table->spans[i].start,
			.value = table->spans[i].value};

		cache_write_add(writer, section, &span, 1);
	}
}

static uint32_t add_paths(
	struct cache_writer *writer, const struct symbols_files *files)
{
	uint32_t first = cache_write_count_of(writer, CACHE_PATHS);

	for (size_t i = 0; files->paths && i < files->count; i++) {
		uint32_t text = cache_write_add_text(writer, files->paths[i]);

		cache_write_add(writer, CACHE_PATHS, &text, 1);
	}
	return first;
}

/* 1 + the number of the function SHOWN, known by IDENTITY. */
static uint32_t cache_write_add_function(struct cache_writer *writer,
	const void *identity, const struct symbol_function *shown)
{
	void **slot = table_place(&writer->functions, 0, (uintptr_t)identity);

	if (!*slot) {
		struct cache_function function = {
			cache_write_add_text(writer, shown->linkage),
			cache_write_add_text(writer, shown->name),
			cache_write_add_text(writer, shown->file), shown->line};

		cache_write_add(writer, CACHE_FUNCTIONS, &function, 1);
		*slot = (void *)(uintptr_t)cache_write_count_of(
			writer, CACHE_FUNCTIONS);
	}
	return (uint32_t)(uintptr_t)*slot;
}

/* 1 + the number of the function of NODE of UNIT; 0: it is not known yet. */
static uint32_t cache_write_describe_node(struct cache_writer *writer,
	const struct symbols_unit *unit, size_t node)
{
	const struct symbols_cache *cache = writer->object->cache;
	const struct symbols_function *function = unit->functions[node];
	const struct cache_function *from;
	struct symbol_function shown = {.name = NULL};
	size_t count;

	if (function)
		return cache_write_add_function(
			writer, function, &function->shown);
	if (!unit->described || unit->described[node] == 0)
		return 0;
	from = symbols_cache_records(cache, CACHE_FUNCTIONS, &count);
	if (unit->described[node] > count)
		return 0;
	from += unit->described[node] - 1;
	shown.linkage = symbols_cache_text(cache, from->linkage);
	shown.name = symbols_cache_text(cache, from->name);
	shown.file = symbols_cache_text(cache, from->file);
	shown.line = from->line;
	return cache_write_add_function(writer, from, &shown);
}

static void cache_write_add_list(struct cache_writer *writer,
	struct symbol_cache_list list,
	const struct symbol_parameter *parameters, size_t count)
{
	list.first_parameter = cache_write_count_of(writer, CACHE_PARAMETERS);
	list.parameter_count = (uint32_t)count;
	for (size_t i = 0; i < count; i++) {
		struct cache_parameter parameter = {
			cache_write_add_text(writer, parameters[i].name),
			cache_write_add_text(writer, parameters[i].type),
			cache_write_add_text(writer, parameters[i].pointee),
			parameters[i].pointee_bytes,
			parameters[i].argument_register};

		cache_write_add(writer, CACHE_PARAMETERS, &parameter, 1);
	}
	cache_write_add(writer, CACHE_LISTS, &list, 1);
}

/* The parameters of NODE, if they were asked for now or earlier. */
static void cache_write_add_parameters(struct cache_writer *writer,
	const struct symbols_unit *unit, uint32_t node, struct symbols *symbols)
{
	struct symbols_object *object = writer->object;
	struct symbol_cache_list list = {
		.unit = (uint32_t)(unit - object->units), .node = node};
	const struct symbols_function *function = unit->functions[node];
	struct symbols_function asked = {.object = object,
		.unit = (struct symbols_unit *)unit,
		.node = node};

	if (function && function->has_parameters &&
		function->read_unit == unit && function->read_node == node)
		cache_write_add_list(writer, list, function->parameters,
			function->parameter_count);
	else if (symbols_cache_parameters(symbols, &asked))
		cache_write_add_list(
			writer, list, asked.parameters, asked.parameter_count);
}

static void add_tables(struct cache_writer *writer, struct symbols *symbols,
	const struct symbols_unit *unit, struct cache_unit *to)
{
	to->flags |= CACHE_UNIT_LOADED;
	to->base = unit->base;
	to->node_count = (uint32_t)unit->node_count;
	to->piece_count = (uint32_t)unit->piece_count;
	cache_write_add(writer, CACHE_NODES, unit->nodes, unit->node_count);
	cache_write_add(writer, CACHE_STARTS, unit->starts, unit->piece_count);
	cache_write_add(writer, CACHE_PIECES, unit->pieces, unit->piece_count);
	for (uint32_t i = 0; i < unit->node_count; i++) {
		uint32_t number = cache_write_describe_node(writer, unit, i);

		cache_write_add(writer, CACHE_DESCRIBED, &number, 1);
		if (number > 0)
			cache_write_add_parameters(writer, unit, i, symbols);
	}
}

static void cache_write_add_unit(
	struct cache_writer *writer, struct symbols *symbols, size_t index)
{
	struct symbols_object *object = writer->object;
	struct symbols_unit *unit = &object->units[index];
	struct cache_unit to = {
		.first_node = cache_write_count_of(writer, CACHE_NODES),
		.first_piece = cache_write_count_of(writer, CACHE_PIECES),
		.first_line_path = add_paths(writer, &unit->line_files),
		.first_declared_path = add_paths(writer, &unit->declared_files),
		.line_path_count = (uint32_t)unit->line_files.count,
		.declared_path_count = (uint32_t)unit->declared_files.count,
		.flags = unit->has_tags ? CACHE_UNIT_HAS_TAGS : 0};

	/* Nobody asked for it this time: what was known stays. */
	if (unit->is_loaded || symbols_cache_unit(object, unit))
		add_tables(writer, symbols, unit, &to);
	cache_write_add(writer, CACHE_UNITS, &to, 1);
}

static void cache_write_add_items(struct cache_writer *writer,
	enum cache_section section, const struct symbols_item *items,
	size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct cache_item item = {.start = items[i].start,
			.size_bytes = items[i].size_bytes,
			.name = cache_write_add_text(writer, items[i].name),
			.type = cache_write_add_text(writer, items[i].type),
			.unit = items[i].unit,
			.die = items[i].die,
			.flags = (items[i].has_tags ? CACHE_ITEM_HAS_TAGS : 0) |
				 (items[i].is_named ? CACHE_ITEM_NAMED : 0) |
				 (items[i].is_typed ? CACHE_ITEM_TYPED : 0)};

		cache_write_add(writer, section, &item, 1);
	}
}

static void add_elf(struct cache_writer *writer)
{
	const struct symbols_object *object = writer->object;

	writer->flags |= CACHE_HAS_SYMBOLS;
	add_spans(writer, CACHE_SYMBOL_SPANS, &object->symbol_table);
	for (size_t i = 0; i < object->symbol_count; i++) {
		uint32_t text =
			cache_write_add_text(writer, object->symbol_names[i]);

		cache_write_add(writer, CACHE_SYMBOL_NAMES, &text, 1);
	}
	cache_write_add_items(writer, CACHE_DATA, object->data_symbols,
		object->data_symbol_count);
}

static int cache_write_compare_labels(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(uint64_t[2]));
}

static void add_labels(struct cache_writer *writer)
{
	const struct symbols_object *object = writer->object;
	const struct symbols_cache *cache = object->cache;
	struct buffer *buffer = &writer->sections[CACHE_LABELS];
	const struct cache_label *old;
	size_t count = 0;

	old = cache ? symbols_cache_records(cache, CACHE_LABELS, &count) : NULL;
	for (size_t i = 0; i < count; i++) {
		struct cache_label label = old[i];

		label.variable = cache_write_add_text(
			writer, symbols_cache_text(cache, label.variable));
		label.field = cache_write_add_text(
			writer, symbols_cache_text(cache, label.field));
		label.object_type = cache_write_add_text(
			writer, symbols_cache_text(cache, label.object_type));
		label.value_type = cache_write_add_text(
			writer, symbols_cache_text(cache, label.value_type));
		cache_write_add(writer, CACHE_LABELS, &label, 1);
	}
	for (size_t i = 0; i < object->label_count; i++) {
		const struct symbols_kept_label *from = &object->labels[i];
		struct cache_label label = {.key = {from->key[0], from->key[1]},
			.variable = cache_write_add_text(
				writer, from->label.variable),
			.field =
				cache_write_add_text(writer, from->label.field),
			.object_type = cache_write_add_text(
				writer, from->label.object_type),
			.value_type = cache_write_add_text(
				writer, from->label.value_type),
			.flags = (from->label.variable_is_parameter
						 ? CACHE_LABEL_PARAMETER
						 : 0) |
				 (from->label.is_indexed ? CACHE_LABEL_INDEXED
							 : 0) |
				 (from->label.is_floating ? CACHE_LABEL_FLOATING
							  : 0),
			.elements = from->label.elements,
			.array_bytes = from->label.array_bytes,
			.row = from->label.row};

		cache_write_add(writer, CACHE_LABELS, &label, 1);
	}
	if (buffer->size_bytes > 0)
		qsort(buffer->bytes, cache_write_count_of(writer, CACHE_LABELS),
			sizeof(struct cache_label), cache_write_compare_labels);
}

/* Joins the sections after their header. */
static void cache_write_join(struct cache_writer *writer,
	const uint64_t stamp[2], char **bytes, size_t *size_bytes)
{
	const size_t summed = offsetof(struct cache_header, stamp);
	struct cache_header header = {.magic = CACHE_MAGIC,
		.version = CACHE_VERSION,
		.flags = writer->flags,
		.stamp = {stamp[0], stamp[1]}};

	*size_bytes = sizeof header;
	for (int i = 0; i < CACHE_SECTIONS; i++) {
		header.sections[i].offset = *size_bytes;
		header.sections[i].count = cache_write_count_of(writer, i);
		*size_bytes += (writer->sections[i].size_bytes + 7) & ~7ul;
	}
	header.size_bytes = *size_bytes;
	*bytes = memory_alloc_zero(1, *size_bytes);
	memcpy(*bytes, &header, sizeof header);
	for (int i = 0; i < CACHE_SECTIONS; i++) {
		if (writer->sections[i].size_bytes > 0)
			memcpy(*bytes + header.sections[i].offset,
				writer->sections[i].bytes,
				writer->sections[i].size_bytes);
		free(writer->sections[i].bytes);
	}
	header.checksum = cache_checksum(*bytes + summed, *size_bytes - summed);
	memcpy(*bytes, &header, sizeof header);
}

void symbols_cache_format(struct symbols *symbols,
	struct symbols_object *object, const uint64_t stamp[2], char **bytes,
	size_t *size_bytes)
{
	struct cache_writer writer = {.object = object};

	cache_write_add(&writer, CACHE_TEXT, "", 1);
	/* Entries that were not asked for this time are taken over. */
	if (!object->has_units)
		symbols_cache_units(symbols, object);
	if (object->has_units) {
		writer.flags |= CACHE_HAS_UNITS;
		add_spans(&writer, CACHE_UNIT_SPANS, &object->unit_table);
		for (size_t i = 0; i < object->unit_count; i++)
			cache_write_add_unit(&writer, symbols, i);
	}
	if (object->has_symbols || symbols_cache_elf(symbols, object))
		add_elf(&writer);
	if (object->has_variables || symbols_cache_variables(symbols, object)) {
		writer.flags |= CACHE_HAS_VARIABLES;
		cache_write_add_items(&writer, CACHE_VARIABLES,
			object->variables, object->variable_count);
	}
	add_labels(&writer);
	table_release(&writer.texts);
	table_release(&writer.functions);
	cache_write_join(&writer, stamp, bytes, size_bytes);
}
