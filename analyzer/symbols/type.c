/* SPDX-License-Identifier: MIT
 * What types are: their sizes, elements and targets. */
#include "config.h"

#include "analyzer/symbols/die.h"

#define STRIP_MAX 32

bool symbols_type_is_aggregate(int tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
	       tag == DW_TAG_union_type || tag == DW_TAG_interface_type;
}

bool symbols_type_is_transparent(int tag)
{
	switch (tag) {
	case DW_TAG_typedef:
	case DW_TAG_const_type:
	case DW_TAG_volatile_type:
	case DW_TAG_restrict_type:
	case DW_TAG_atomic_type:
	case DW_TAG_packed_type:
	case DW_TAG_immutable_type:
		return true;
	default:
		return false;
	}
}

bool symbols_type_strip(Dwarf_Die *type, Dwarf_Die *stripped)
{
	Dwarf_Die at = *type;

	for (int i = 0; i < STRIP_MAX; i++) {
		int tag = dwarf_tag(&at);
		Dwarf_Die origin;

		if (symbols_type_is_transparent(tag)) {
			if (!symbols_die_type(&at, &at))
				return false; /* const void */
			continue;
		}
		/* A declaration that stands for a type unit. */
		if (dwarf_hasattr(&at, DW_AT_signature) &&
			symbols_die_origin(&at, &origin)) {
			at = origin;
			continue;
		}
		*stripped = at;
		return tag != DW_TAG_invalid;
	}
	return false;
}

bool symbols_type_is_pointer(Dwarf_Die *type)
{
	int tag = dwarf_tag(type);

	return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
	       tag == DW_TAG_rvalue_reference_type;
}

bool symbols_type_pointee(Dwarf_Die *type, Dwarf_Die *target)
{
	Dwarf_Die pointer;

	return symbols_type_strip(type, &pointer) &&
	       symbols_type_is_pointer(&pointer) &&
	       symbols_die_type(&pointer, target);
}

bool symbols_type_count(Dwarf_Die *array, uint64_t *count, uint64_t *row)
{
	Dwarf_Die range;
	bool is_known = false;

	*count = 1;
	if (!symbols_die_child(array, &range))
		return false;
	do {
		uint64_t number;

		if (dwarf_tag(&range) != DW_TAG_subrange_type)
			continue;
		if (symbols_die_own_number(&range, DW_AT_upper_bound, &number))
			number++;
		else if (!symbols_die_own_number(&range, DW_AT_count, &number))
			return false;
		if (__builtin_mul_overflow(*count, number, count))
			return false;
		if (row)
			*row = number;
		is_known = true;
	} while (symbols_die_next(&range));
	return is_known;
}

bool symbols_type_size(Dwarf_Die *type, uint64_t *size_bytes)
{
	uint64_t factor = 1, count;
	Dwarf_Die at = *type;

	for (int i = 0; i < STRIP_MAX; i++) {
		if (!symbols_type_strip(&at, &at))
			return false;
		if (symbols_die_own_number(&at, DW_AT_byte_size, size_bytes))
			return !__builtin_mul_overflow(
				*size_bytes, factor, size_bytes);
		if (symbols_type_is_pointer(&at)) {
			*size_bytes = 8 * factor;
			return true;
		}
		if (dwarf_tag(&at) != DW_TAG_array_type ||
			!symbols_type_count(&at, &count, NULL) ||
			__builtin_mul_overflow(factor, count, &factor) ||
			!symbols_die_type(&at, &at))
			return false;
	}
	return false;
}
