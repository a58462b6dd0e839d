/* SPDX-License-Identifier: MIT
 * Types as debug information has them: names, widths, elements. */
#include "config.h"

#include "analyzer/spectra/watch_debug.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

/* No type is nested so deep, unless the information is damaged. */
#define DEPTH_MAX 32

uint64_t watch_place_in_class(Dwarf_Die *member)
{
	uint64_t at = 0;

	symbols_die_own_number(member, DW_AT_data_member_location, &at);
	return at;
}

/* Members of our headers' numbers: the bits, and the number that was assigned. */
static bool watch_type_is_named(Dwarf_Die *member, const char *name)
{
	const char *word = symbols_die_name(member);

	return word && strcmp(word, name) == 0;
}

/* The number that class TYPE holds, *AT bytes into it: in its only member, or
 * its base's, or in the member `wide` beside `value`. */
static bool find_only_number(Dwarf_Die *type, Dwarf_Die *number, uint64_t *at)
{
	Dwarf_Die current = *type, child, next, stripped;

	*at = 0;
	for (int depth = 0; depth < DEPTH_MAX; depth++) {
		int count = 0;
		uint64_t place = 0;
		bool has_value = false, has_wide = false;
		if (symbols_die_tag(&current) == DW_TAG_base_type ||
			symbols_die_tag(&current) == DW_TAG_enumeration_type) {
			*number = current;
			return true;
		}
		if (!symbols_type_is_aggregate(symbols_die_tag(&current)) ||
			!symbols_die_child(&current, &child))
			return false;
		do {
			int tag = symbols_die_tag(&child);
			if ((tag != DW_TAG_member &&
				    tag != DW_TAG_inheritance) ||
				symbols_die_has(&child, DW_AT_external))
				continue;
			count++;
			has_value |= watch_type_is_named(&child, "value");
			has_wide |= watch_type_is_named(&child, "wide");
			place = watch_place_in_class(&child);
			if (!symbols_die_type(&child, &next))
				return false;
		} while (symbols_die_next(&child));
		/* `wide` is the second. */
		if ((count != 1 && !(count == 2 && has_value && has_wide)) ||
			!symbols_type_strip(&next, &stripped))
			return false;
		*at += place;
		current = stripped;
	}
	return false;
}

static uint64_t watch_type_bytes_of(Dwarf_Die *type)
{
	uint64_t bytes;

	return symbols_type_size(type, &bytes) ? bytes : 0;
}

static char watch_type_number_of(Dwarf_Die *type)
{
	uint64_t encoding = DW_ATE_unsigned;

	if (symbols_die_tag(type) == DW_TAG_base_type &&
		!symbols_die_own_number(type, DW_AT_encoding, &encoding))
		return 'o';
	switch (encoding) {
	case DW_ATE_signed:
	case DW_ATE_signed_char:
		return 's';
	case DW_ATE_unsigned:
	case DW_ATE_unsigned_char:
	case DW_ATE_boolean:
	case DW_ATE_UTF:
		return 'u';
	case DW_ATE_float:
		return 'f';
	default:
		return 'o';
	}
}

/* Debug information has blanks where the source may have none, and arguments of
 * a template that the source leaves out. */
static bool is_same_name(const char *wanted, const char *name)
{
	for (;; wanted++, name++) {
		while (*wanted == ' ')
			wanted++;
		while (*name == ' ')
			name++;
		if (*wanted == '>' && *name == ',')
			return true;
		if (*wanted != *name)
			return false;
		if (*wanted == '\0')
			return true;
	}
}

static const struct sites_type *find_custom(
	const struct kernel_sites *sites, const char *name)
{
	for (size_t i = 0; name && i < sites->type_count; i++)
		if (is_same_name(sites->type[i].name, name))
			return &sites->type[i];
	return NULL;
}

/* The custom type among the names that TYPE goes by, outermost first. Bases
 * count: `struct key : ap_uint<4>`. */
static const struct sites_type *custom_of(
	const struct kernel_sites *sites, Dwarf_Die *type)
{
	Dwarf_Die current = *type, inner;
	const struct sites_type *custom = NULL;

	for (int depth = 0; depth < DEPTH_MAX && !custom; depth++) {
		custom = find_custom(sites, symbols_die_name(&current));
		if (!symbols_type_is_transparent(symbols_die_tag(&current)) ||
			!symbols_die_type(&current, &inner))
			break;
		current = inner;
	}
	return custom;
}

static bool is_stream_name(const char *name)
{
	const char *bare = name ? strrchr(name, ':') : NULL;

	/* A colon in the arguments of the template is not the class's. */
	if (name && (!bare || strchr(name, '<') < bare))
		bare = name - 1;
	return name && strncmp(bare + 1, "stream<", 7) == 0;
}

/* The name that TYPE's declaration would have. Free it. */
static char *watch_type_name_of(Dwarf_Die *type)
{
	Dwarf_Die current = *type, inner;
	const char *name = symbols_die_name(&current);

	for (int depth = 0; !name && depth < DEPTH_MAX; depth++) {
		int tag = symbols_die_tag(&current);
		if (!symbols_die_type(&current, &inner))
			return memory_string_dup(
				tag == DW_TAG_pointer_type ? "void *" : "?");
		if (tag == DW_TAG_pointer_type ||
			tag == DW_TAG_reference_type) {
			char *pointee = watch_type_name_of(&inner);
			char *full = memory_format("%s %c", pointee,
				tag == DW_TAG_pointer_type ? '*' : '&');
			free(pointee);
			return full;
		}
		current = inner;
		name = symbols_die_name(&current);
	}
	return memory_string_dup(name ? name : "?");
}

void watch_describe(const struct kernel_sites *sites, Dwarf_Die *type,
	struct watch_type *described)
{
	const struct sites_type *custom = custom_of(sites, type);
	Dwarf_Die stripped, number;
	uint64_t at;

	memset(described, 0, sizeof *described);
	described->name = watch_type_name_of(type);
	described->number = 'o';
	if (!symbols_type_strip(type, &stripped))
		return;
	described->bytes = watch_type_bytes_of(&stripped);
	described->is_class =
		symbols_type_is_aggregate(symbols_die_tag(&stripped));
	described->is_stream = described->is_class &&
			       is_stream_name(symbols_die_name(&stripped));
	if (find_only_number(&stripped, &number, &at) &&
		at + watch_type_bytes_of(&number) == described->bytes) {
		described->number = watch_type_number_of(&number);
		described->inner = at;
	}
	described->bits = (unsigned)(8 * described->bytes);
	described->is_signed = described->number == 's';
	if (symbols_die_tag(&stripped) == DW_TAG_base_type &&
		watch_type_number_of(&stripped) == 'u' &&
		symbols_die_name(&stripped) &&
		strcmp(symbols_die_name(&stripped), "_Bool") == 0)
		described->bits = 1;
	if (!custom)
		return;
	described->is_custom = true;
	described->bits = custom->bits;
	if (described->number == 's' && !custom->is_signed &&
		custom->bits == 64)
		described->number = 'u'; /* its top bit is not a sign */
	described->is_signed = custom->is_signed;
	described->fraction = custom->fraction;
}

uint64_t watch_elements(Dwarf_Die *array, Dwarf_Die *element)
{
	uint64_t count;
	Dwarf_Die stripped;

	if (!symbols_type_count(array, &count, NULL) ||
		!symbols_die_type(array, element))
		return 0;
	/* An array of a typedef of an array. */
	if (symbols_type_strip(element, &stripped) &&
		symbols_die_tag(&stripped) == DW_TAG_array_type)
		count *= watch_elements(&stripped, element);
	return count;
}
