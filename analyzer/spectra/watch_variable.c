/* SPDX-License-Identifier: MIT
 * Variables: where they are, and what is to be watched of them. */
#include "config.h"

#include "analyzer/spectra/watch_debug.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

/* Spectra count up to so many bits. */
#define SPECTRA_BITS 64

/* Members of members of a structure are as deep as names stay readable. */
#define MEMBER_DEPTH 5

#define UNSIZED "is of a type without a fixed size"

/* The same for all objects that one declaration makes. */
struct declaration {
	struct watch *watch;
	size_t function;
	bool is_static;
	uint64_t low, high;
	unsigned file, line;
};

/* No variable is left out without a word. */
static void warn_lost(const struct declaration *declaration, const char *name,
	const char *why)
{
	watch_warn(declaration->watch, "%s:%u: %s %s: it is not monitored",
		declaration->watch->sites->file[declaration->file],
		declaration->line, name, why);
}

/* Of a variable called NAME only the indices are watched, if it has any. */
static void warn_of_values(const struct declaration *declaration,
	const struct watch_type *type, const char *name)
{
	const char *file = declaration->watch->sites->file[declaration->file];

	if (type->number == 'o' && !type->is_custom)
		watch_warn(declaration->watch,
			"%s:%u: %s has %s, which is not a number: its values "
			"are "
			"not monitored",
			file, declaration->line, name, type->name);
	else if (type->bits > SPECTRA_BITS)
		watch_warn(declaration->watch,
			"%s:%u: %s has %u bits: its values are not monitored, "
			"only those of up to %d are",
			file, declaration->line, name, type->bits,
			SPECTRA_BITS);
}

static void watch_variable_add_object(const struct declaration *declaration,
	enum watch_kind kind, int64_t offset, uint64_t count, Dwarf_Die *type,
	const char *name)
{
	struct watch *watch = declaration->watch;
	struct watch_object *object;

	watch->object = memory_grow(watch->object, &watch->object_capacity,
		watch->object_count + 1, sizeof *watch->object);
	object = &watch->object[watch->object_count];
	memset(object, 0, sizeof *object);
	watch_describe(watch->sites, type, &object->type);
	if (object->type.bytes == 0) {
		warn_lost(declaration, name, UNSIZED);
		free(object->type.name);
		return;
	}
	object->kind = object->type.is_stream ? WATCH_STREAM : kind;
	if (!object->type.is_stream)
		warn_of_values(declaration, &object->type, name);
	/* By itself the number is all that is watched of a class. */
	if (kind == WATCH_SCALAR && object->type.inner != 0) {
		offset += (int64_t)object->type.inner;
		object->type.bytes -= object->type.inner;
		object->type.inner = 0;
	}
	object->function = declaration->function;
	object->is_static = declaration->is_static;
	object->offset = offset;
	object->count = count;
	object->low = declaration->low;
	object->high = declaration->high;
	object->file = declaration->file;
	object->line = declaration->line;
	object->name = memory_string_dup(name);
	watch->object_count++;
}

static void add_typed(const struct declaration *declaration, Dwarf_Die *type,
	int64_t offset, const char *name, int depth);

/* MEMBER of a structure that is called NAME. */
static void watch_variable_add_member(const struct declaration *declaration,
	Dwarf_Die *member, int64_t offset, const char *name, int depth)
{
	int tag = symbols_die_tag(member);
	const char *word = symbols_die_name(member);
	char *full;
	Dwarf_Die type;

	if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
		symbols_die_has(member, DW_AT_external) ||
		!symbols_die_type(member, &type))
		return;
	offset += (int64_t)watch_place_in_class(member);
	/* What is in a base, or in a union without a name, is the structure's. */
	if (tag == DW_TAG_inheritance || !word) {
		add_typed(declaration, &type, offset, name, depth + 1);
		return;
	}
	full = memory_format("%s.%s", name, word);
	if (symbols_die_has(member, DW_AT_bit_size))
		warn_lost(declaration, full, "is a bit-field");
	else
		add_typed(declaration, &type, offset, full, depth + 1);
	free(full);
}

/* Each member of a structure is a variable of its own: `triangle.x0`. */
static void add_members(const struct declaration *declaration,
	Dwarf_Die *structure, int64_t offset, const char *name, int depth)
{
	Dwarf_Die member;

	if (depth == MEMBER_DEPTH)
		warn_lost(declaration, name, "is nested too deep");
	if (depth == MEMBER_DEPTH || !symbols_die_child(structure, &member))
		return;
	do
		watch_variable_add_member(
			declaration, &member, offset, name, depth);
	while (symbols_die_next(&member));
}

/* An element type that is an array itself counts with its elements. */
static void watch_variable_add_pointer(const struct declaration *declaration,
	Dwarf_Die *pointer, int64_t offset, const char *name)
{
	Dwarf_Die pointee, stripped, element;

	if (!symbols_die_type(pointer, &pointee) ||
		!symbols_type_strip(&pointee, &stripped)) {
		warn_lost(declaration, name, "points to what has no type");
		return;
	}
	element = pointee;
	if (symbols_die_tag(&stripped) == DW_TAG_array_type &&
		watch_elements(&stripped, &element) == 0) {
		warn_lost(declaration, name, UNSIZED);
		return;
	}
	watch_variable_add_object(
		declaration, WATCH_POINTER, offset, 0, &element, name);
}

static void add_typed(const struct declaration *declaration, Dwarf_Die *type,
	int64_t offset, const char *name, int depth)
{
	struct watch_type described;
	Dwarf_Die stripped, element;
	uint64_t count;

	if (!symbols_type_strip(type, &stripped))
		return;
	switch (symbols_die_tag(&stripped)) {
	case DW_TAG_array_type:
		count = watch_elements(&stripped, &element);
		if (count != 0)
			watch_variable_add_object(declaration, WATCH_ARRAY,
				offset, count, &element, name);
		else
			warn_lost(declaration, name, UNSIZED);
		break;
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		watch_variable_add_pointer(
			declaration, &stripped, offset, name);
		break;
	default:
		watch_describe(declaration->watch->sites, type, &described);
		if (described.is_class && !described.is_custom &&
			!described.is_stream)
			add_members(
				declaration, &stripped, offset, name, depth);
		else
			watch_variable_add_object(declaration, WATCH_SCALAR,
				offset, 1, type, name);
		free(described.name);
	}
}

void watch_add_variable(
	struct watch *watch, Dwarf_Die *die, const struct watch_scope *scope)
{
	struct declaration declaration = {.watch = watch,
		.function = scope->function,
		.low = scope->low,
		.high = scope->high};
	struct symbols_place place = symbols_die_place(die);
	const char *name = symbols_die_name(die);
	const char *file = symbols_die_file(die);
	size_t before = watch->object_count + watch->warning_count;
	Dwarf_Die type;

	if (!name || !symbols_die_type(die, &type) ||
		symbols_die_inherits(die, DW_AT_artificial))
		return;
	declaration.line = symbols_die_line(die);
	if (!place.is_static)
		place.offset += scope->frame_base;
	declaration.is_static = place.is_static;
	if (file)
		watch_find_file(watch->sites, file, &declaration.file);
	watch->placeless_count += place.is_placeless;
	if (!place.is_known && !place.is_placeless &&
		scope->function == WATCH_NO_FUNCTION)
		return; /* a constant, or declared only */
	if (scope->is_empty || place.is_placeless || !place.is_known)
		warn_lost(&declaration, name,
			"has no place in memory (a register variable, a "
			"constant, one of a thread, or one that nothing uses)");
	else if (place.is_indirect)
		watch_variable_add_object(&declaration, WATCH_POINTER,
			place.offset, 0, &type, name);
	else
		add_typed(&declaration, &type, place.offset, name, 0);
	if (watch->object_count + watch->warning_count == before)
		warn_lost(&declaration, name, "has nothing in it");
}
