/* SPDX-License-Identifier: MIT
 * Which object is where in the client's address space, and how far it was
 * moved from the addresses in its file. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <stdlib.h>
#include <string.h>

#include "lib/search.h"

#define PAGE_MASK UINT64_C(0xfff)

/* Index of the first mapping that ends after ADDRESS. */
static size_t find_index(const struct symbols *symbols, uint64_t address)
{
	size_t at;

	SEARCH_FIRST(at, symbols->mapping_count,
		symbols->mappings[at].end <= address);
	return at;
}

static void insert_at(
	struct symbols *symbols, size_t at, const struct symbols_mapping *new)
{
	symbols->mappings =
		memory_grow(symbols->mappings, &symbols->mapping_capacity,
			symbols->mapping_count + 1, sizeof *symbols->mappings);
	memmove(symbols->mappings + at + 1, symbols->mappings + at,
		(symbols->mapping_count - at) * sizeof *symbols->mappings);
	symbols->mappings[at] = *new;
	symbols->mapping_count++;
	symbols->gap_start = symbols->gap_end = 0;
}

static void remove_at(struct symbols *symbols, size_t at)
{
	symbols->mapping_count--;
	memmove(symbols->mappings + at, symbols->mappings + at + 1,
		(symbols->mapping_count - at) * sizeof *symbols->mappings);
}

/* Cuts [start, end) out of the table. */
static void cut_range(struct symbols *symbols, uint64_t start, uint64_t end)
{
	size_t at = find_index(symbols, start);

	symbols->last_mapping = 0;
	while (at < symbols->mapping_count &&
		symbols->mappings[at].start < end) {
		struct symbols_mapping *old = &symbols->mappings[at];
		struct symbols_mapping rest = *old;

		if (old->start < start && old->end > end) {
			old->end = start;
			rest.file_offset += end - rest.start;
			rest.start = end;
			insert_at(symbols, at + 1, &rest);
			return;
		}
		if (old->start < start) {
			old->end = start;
			at++;
		} else if (old->end > end) {
			old->file_offset += end - old->start;
			old->start = end;
			return;
		} else {
			remove_at(symbols, at);
		}
	}
}

static bool has_code(const struct symbols *symbols,
	const struct symbols_object *object, uint64_t bias)
{
	for (size_t i = 0; i < symbols->mapping_count; i++) {
		const struct symbols_mapping *mapping = &symbols->mappings[i];

		if (mapping->is_code && mapping->object == object &&
			(!mapping->is_settled || mapping->bias == bias))
			return true;
	}
	return false;
}

void symbols_remove_range(struct symbols *symbols, uint64_t start, uint64_t end)
{
	bool had_code = false;

	for (size_t i = find_index(symbols, start);
		i < symbols->mapping_count && symbols->mappings[i].start < end;
		i++)
		had_code |= symbols->mappings[i].is_code;
	cut_range(symbols, start, end);
	/* An object whose code is gone has no data either. */
	for (size_t i = 0; had_code && i < symbols->mapping_count;) {
		const struct symbols_mapping *mapping = &symbols->mappings[i];

		if (!mapping->is_code &&
			!has_code(symbols, mapping->object, mapping->bias))
			remove_at(symbols, i);
		else
			i++;
	}
}

void symbols_add_module(struct symbols *symbols, uint64_t start, uint64_t end,
	uint64_t file_offset, const char *path)
{
	struct symbols_mapping mapping = {.start = start,
		.end = end,
		.bias = start - file_offset,
		.file_offset = file_offset,
		.is_code = true};

	if (start >= end)
		return;
	symbols_remove_range(symbols, start, end);
	mapping.object = symbols_object_find(symbols, path);
	insert_at(symbols, find_index(symbols, start), &mapping);
	symbols->has_unsettled = true;
}

/* How well SEGMENT explains MAPPING: page for page and executable is best. */
static int rate_segment(const struct symbols_segment *segment,
	const struct symbols_mapping *mapping)
{
	uint64_t first = segment->file_offset & ~PAGE_MASK;
	uint64_t length = mapping->end - mapping->start;

	if (segment->file_bytes == 0 ||
		mapping->file_offset >=
			segment->file_offset + segment->file_bytes ||
		(first > mapping->file_offset &&
			first - mapping->file_offset >= length))
		return 0;
	return 1 + (first == mapping->file_offset) + 2 * segment->executable;
}

static void set_bias(struct symbols_mapping *mapping)
{
	const struct symbols_object *object = mapping->object;
	int best = 0;

	for (size_t i = 0; i < object->segment_count; i++) {
		const struct symbols_segment *segment = &object->segments[i];
		int rate = rate_segment(segment, mapping);

		if (rate > best) {
			best = rate;
			mapping->bias = mapping->start - mapping->file_offset +
					segment->file_offset - segment->start;
		}
	}
	mapping->is_settled = true;
}

/* Puts [start, end) of OBJECT where nothing else is. */
static void fill_gaps(
	struct symbols *symbols, struct symbols_mapping data, uint64_t end)
{
	while (data.start < end) {
		size_t at = find_index(symbols, data.start);
		const struct symbols_mapping *next = &symbols->mappings[at];
		bool has_next = at < symbols->mapping_count;

		if (has_next && next->start <= data.start) {
			data.start = next->end;
			continue;
		}
		data.end = has_next && next->start < end ? next->start : end;
		insert_at(symbols, at, &data);
		data.start = data.end;
	}
}

void symbols_map_settle(struct symbols *symbols)
{
	symbols->has_unsettled = false;
	for (size_t i = 0; i < symbols->mapping_count; i++) {
		if (!symbols->mappings[i].is_settled)
			set_bias(&symbols->mappings[i]);
	}
	/* The trace tells of code only; data segments follow from it. */
	for (size_t i = 0; i < symbols->mapping_count; i++) {
		struct symbols_mapping data = symbols->mappings[i];

		for (size_t j = 0;
			data.is_code && j < data.object->segment_count; j++) {
			const struct symbols_segment *segment =
				&data.object->segments[j];
			uint64_t start = segment->start + data.bias;
			uint64_t end = segment->end + data.bias;
			struct symbols_mapping piece = data;

			piece.is_code = false;
			piece.start = start;
			if (start < end)
				fill_gaps(symbols, piece, end);
		}
	}
}

/* Nothing is between the mapping AT and the one before. */
static void note_gap(struct symbols *symbols, size_t at)
{
	symbols->gap_start = at != 0 ? symbols->mappings[at - 1].end : 0;
	symbols->gap_end = at != symbols->mapping_count
				   ? symbols->mappings[at].start
				   : UINT64_MAX;
}

struct symbols_mapping *symbols_map_find(
	struct symbols *symbols, uint64_t address)
{
	struct symbols_mapping *mapping;
	size_t at;

	if (symbols->has_unsettled)
		symbols_map_settle(symbols);
	if (address - symbols->gap_start <
		symbols->gap_end - symbols->gap_start)
		return NULL;
	if (symbols->last_mapping < symbols->mapping_count) {
		mapping = &symbols->mappings[symbols->last_mapping];
		if (address - mapping->start < mapping->end - mapping->start)
			return mapping;
	}
	at = find_index(symbols, address);
	if (at == symbols->mapping_count ||
		symbols->mappings[at].start > address) {
		note_gap(symbols, at);
		return NULL;
	}
	symbols->last_mapping = at;
	return &symbols->mappings[at];
}
