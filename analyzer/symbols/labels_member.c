/* SPDX-License-Identifier: MIT
 * Which member of a type lies at an offset. */
#include "config.h"

#include "analyzer/symbols/label_parts.h"

#include <dwarf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NESTING_MAX 16
#define MEMBERS_MAX 100000

static void labels_member_append(struct label_member *member,
	const char *format, ...) __attribute__((format(printf, 2, 3)));

static void labels_member_append(
	struct label_member *member, const char *format, ...)
{
	size_t length = strlen(member->path);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(member->path + length, sizeof member->path - length, format,
		arguments);
	va_end(arguments);
}

static bool is_aggregate(Dwarf_Die *type)
{
	return symbols_type_is_aggregate(dwarf_tag(type));
}

/* A member or base class as a range of the object. */
struct extent {
	Dwarf_Die type; /* stripped */
	uint64_t start;
	uint64_t size_bytes; /* UINT64_MAX: an array without an end */
};

/* Bit fields: the bytes that hold their bits. */
static void narrow_to_bits(Dwarf_Die *die, struct extent *extent)
{
	uint64_t first, bits, storage;

	if (!symbols_die_own_number(die, DW_AT_bit_size, &bits) || bits == 0)
		return;
	if (symbols_die_own_number(die, DW_AT_bit_offset, &first)) {
		/* Counted from the most significant bit of the storage. */
		storage = 8 * extent->size_bytes;
		if (first + bits > storage)
			return;
		first = 8 * extent->start + storage - first - bits;
	} else if (!symbols_die_own_number(
			   die, DW_AT_data_bit_offset, &first)) {
		return;
	}
	extent->start = first / 8;
	extent->size_bytes = (first + bits + 7) / 8 - extent->start;
}

static bool read_extent(Dwarf_Die *die, struct extent *extent)
{
	int tag = dwarf_tag(die);
	Dwarf_Die type;

	if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
		dwarf_hasattr(die, DW_AT_external) ||
		dwarf_hasattr(die, DW_AT_declaration) ||
		!symbols_die_type(die, &type) ||
		!symbols_type_strip(&type, &extent->type))
		return false;
	extent->start = 0;
	if (dwarf_hasattr(die, DW_AT_data_member_location) &&
		!symbols_die_own_number(
			die, DW_AT_data_member_location, &extent->start))
		return false; /* a virtual base */
	if (!symbols_type_size(&extent->type, &extent->size_bytes))
		extent->size_bytes =
			dwarf_tag(&extent->type) == DW_TAG_array_type
				? UINT64_MAX
				: 1;
	/* `items[0]` and `items[1]` at the end are arrays without an end too,
	 * in older code; the offset decides. */
	if (extent->size_bytes == 0 &&
		dwarf_tag(&extent->type) == DW_TAG_array_type)
		extent->size_bytes = UINT64_MAX;
	narrow_to_bits(die, extent);
	return true;
}

static bool labels_member_covers(const struct extent *extent, uint64_t offset)
{
	return offset >= extent->start &&
	       offset - extent->start < extent->size_bytes;
}

/* How well a union's member fits a read of SIZE_BYTES at its start. */
static int rate_fit(
	Dwarf_Die *type, uint64_t offset, uint64_t size_bytes, int depth)
{
	uint64_t own;
	Dwarf_Die child;
	struct extent extent;
	int best = 1;

	if (depth > NESTING_MAX)
		return 0;
	if (!is_aggregate(type))
		return offset == 0 && symbols_type_size(type, &own) &&
				       own == size_bytes
			       ? 2
			       : 1;
	if (!symbols_die_child(type, &child))
		return 0;
	do {
		int fit;

		if (!read_extent(&child, &extent) ||
			!labels_member_covers(&extent, offset))
			continue;
		fit = rate_fit(&extent.type, offset - extent.start, size_bytes,
			depth + 1);
		if (fit > best)
			best = fit;
	} while (best < 2 && symbols_die_next(&child));
	return best;
}

/* Finds the child of TYPE that covers OFFSET. Of several (a union) the first
 * of the right size. */
static bool find_child(Dwarf_Die *type, const struct label_access *access,
	uint64_t offset, Dwarf_Die *found, struct extent *extent)
{
	Dwarf_Die child;
	int best = 0, left = MEMBERS_MAX;

	if (!symbols_die_child(type, &child))
		return false;
	do {
		struct extent at;
		int fit;

		if (!read_extent(&child, &at) ||
			!labels_member_covers(&at, offset))
			continue;
		fit = rate_fit(
			&at.type, offset - at.start, access->size_bytes, 0);
		if (fit > best || (best > 0 && fit == best &&
					  extent->size_bytes == UINT64_MAX)) {
			best = fit;
			*found = child;
			*extent = at;
		}
	} while (--left > 0 && symbols_die_next(&child));
	return best > 0;
}

/* Number of dimensions of the array TYPE. */
static int count_dimensions(Dwarf_Die *type)
{
	Dwarf_Die child;
	int count = 0;

	if (symbols_die_child(type, &child)) {
		do
			count += dwarf_tag(&child) == DW_TAG_subrange_type;
		while (count < NESTING_MAX && symbols_die_next(&child));
	}
	return count > 0 ? count : 1;
}

/* Steps from the array at *TYPE to its element at *OFFSET. */
static bool enter_element(Dwarf_Die *type, uint64_t *offset,
	const struct label_access *access, struct label_member *member)
{
	int dimensions = count_dimensions(type);
	uint64_t size_bytes;

	if (!symbols_type_count(type, &member->elements, &member->row) ||
		!symbols_type_size(type, &member->array_bytes))
		member->elements = 0;
	if (!symbols_die_type(type, type) || !symbols_type_strip(type, type) ||
		!symbols_type_size(type, &size_bytes) || size_bytes == 0)
		return false;
	if (dimensions == 1 && !access->is_indexed)
		labels_member_append(member, "[%llu]",
			(unsigned long long)(*offset / size_bytes));
	else
		while (dimensions-- > 0)
			labels_member_append(member, "[*]");
	*offset %= size_bytes;
	return true;
}

/* Goes down from TYPE to the smallest thing at OFFSET. */
static bool labels_member_descend(Dwarf_Die *type, uint64_t offset,
	const struct label_access *access, struct label_member *member)
{
	Dwarf_Die at = *type;

	for (int depth = 0; depth < NESTING_MAX; depth++) {
		Dwarf_Die child;
		struct extent extent = {.start = 0};
		const char *name;

		if (dwarf_tag(&at) == DW_TAG_array_type) {
			if (!enter_element(&at, &offset, access, member))
				return false;
			continue;
		}
		if (!is_aggregate(&at)) {
			member->type = at;
			return true;
		}
		if (!find_child(&at, access, offset, &child, &extent))
			return false;
		name = dwarf_tag(&child) == DW_TAG_member
			       ? symbols_die_name(&child)
			       : NULL;
		if (name)
			labels_member_append(
				member, "%s%s", *member->path ? "." : "", name);
		at = extent.type;
		offset -= extent.start;
	}
	return false;
}

bool labels_find_array(Dwarf_Die *type, uint64_t offset, uint64_t span_bytes,
	struct label_member *member)
{
	const struct label_access access = {.size_bytes = 1};
	struct label_member inner = {.path = ""};
	Dwarf_Die at = *type;

	const char *name = NULL;

	member->elements = 0;
	for (int depth = 0; depth < NESTING_MAX; depth++) {
		Dwarf_Die child;
		struct extent extent = {.start = 0};

		if (dwarf_tag(&at) != DW_TAG_array_type) {
			if (!is_aggregate(&at) ||
				!find_child(
					&at, &access, offset, &child, &extent))
				break;
			at = extent.type;
			offset -= extent.start;
			name = symbols_die_name(&child);
			continue;
		}
		if (!enter_element(&at, &offset, &access, &inner) ||
			inner.elements == 0 || inner.array_bytes <= span_bytes)
			break;
		member->elements = inner.elements;
		member->array_bytes = inner.array_bytes;
		member->row = inner.row;
		member->path[0] = '\0';
		labels_member_append(member, "%s", name ? name : "");
		name = NULL;
	}
	return member->elements != 0;
}

/* Is there an array at OFFSET in the aggregate TYPE that steps of SCALE bytes
 * can walk? */
static bool is_in_array(
	Dwarf_Die *type, uint64_t offset, const struct label_access *access)
{
	Dwarf_Die at = *type;

	for (int depth = 0; depth < NESTING_MAX && is_aggregate(&at); depth++) {
		Dwarf_Die child;
		struct extent extent = {.start = 0};
		uint64_t size_bytes;

		if (!find_child(&at, access, offset, &child, &extent))
			return false;
		at = extent.type;
		offset -= extent.start;
		if (dwarf_tag(&at) == DW_TAG_array_type &&
			symbols_die_type(&at, &child) &&
			symbols_type_size(&child, &size_bytes))
			return access->index_scale == 0 ||
			       size_bytes % access->index_scale == 0;
	}
	return false;
}

/* A pointer may point into an array of TYPE: `p[i].key`. Without an index a
 * place outside of a structure is none of its members: the variable then tells
 * of another object nearby. */
static bool enter_neighbour(Dwarf_Die *type, uint64_t *offset,
	const struct label_access *access, struct label_member *member)
{
	uint64_t size_bytes;
	int64_t rest;

	if (!symbols_type_size(type, &size_bytes) || size_bytes == 0 ||
		size_bytes > INT64_MAX)
		return access->offset >= 0;
	/* An array without an end begins where the structure ends. */
	if (access->offset >= 0 && is_aggregate(type) &&
		is_in_array(type, *offset, access))
		return true;
	if (is_aggregate(type) && !access->is_indexed)
		return access->offset >= 0 &&
		       (uint64_t)access->offset < size_bytes;
	if (access->is_strict && !access->is_indexed && access->offset < 0)
		return false;
	rest = access->offset % (int64_t)size_bytes;
	labels_member_append(member, "[*]");
	*offset = (uint64_t)(rest < 0 ? rest + (int64_t)size_bytes : rest);
	return is_aggregate(type) || *offset == 0;
}

bool labels_find_member(Dwarf_Die *type, bool is_whole,
	const struct label_access *access, struct label_member *member)
{
	uint64_t offset = (uint64_t)access->offset;

	member->path[0] = '\0';
	member->elements = 0;
	if (!is_whole && !enter_neighbour(type, &offset, access, member))
		return false;
	return labels_member_descend(type, offset, access, member);
}
