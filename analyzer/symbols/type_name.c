/* SPDX-License-Identifier: MIT
 * Types in words of the source. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/search.h"

#define NAME_MAX_BYTES 512
#define NESTING_MAX    12
#define STRIP_MAX      32

static bool is_qualifier(int tag)
{
	return tag != DW_TAG_typedef && symbols_type_is_transparent(tag);
}

/*
 * Scopes. libdw knows no parents, so each unit's scopes are listed once.
 */
struct scope {
	uintptr_t start; /* addresses of the DIEs inside */
	uintptr_t end;
	const char *name; /* `ns::Outer::` */
	size_t parent;	  /* in the list, SIZE_MAX: none */
};

struct scope_list {
	struct scope *list; /* in the order of their DIEs */
	size_t count;
	size_t capacity;
	size_t left; /* DIEs that may still be visited */
};

static bool is_scope(int tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_module ||
	       symbols_type_is_aggregate(tag);
}

static void list_scopes(struct symbols *symbols, struct scope_list *scopes,
	Dwarf_Die *parent_die, size_t parent, int depth)
{
	bool is_nested = parent < scopes->count;
	const char *prefix = is_nested ? scopes->list[parent].name : "";
	uintptr_t end = is_nested ? scopes->list[parent].end : UINTPTR_MAX;
	Dwarf_Die die;

	if (depth > NESTING_MAX || !symbols_die_child(parent_die, &die))
		return;
	do {
		const char *name;
		char *text;
		size_t index = scopes->count;
		Dwarf_Die next = die;

		if (scopes->left == 0)
			return;
		scopes->left--;
		if (!is_scope(dwarf_tag(&die)) || dwarf_haschildren(&die) != 1)
			continue;
		name = symbols_die_name(&die);
		text = memory_format("%.*s%s::", NAME_MAX_BYTES, prefix,
			name ? name
			: dwarf_tag(&die) == DW_TAG_namespace
				? "(anonymous namespace)"
				: "(anonymous)");
		scopes->list = memory_grow(scopes->list, &scopes->capacity,
			index + 1, sizeof *scopes->list);
		scopes->list[index].start = (uintptr_t)die.addr;
		scopes->list[index].end =
			symbols_die_next(&next) ? (uintptr_t)next.addr : end;
		scopes->list[index].name = symbols_intern_text(symbols, text);
		scopes->list[index].parent = parent;
		free(text);
		scopes->count++;
		list_scopes(symbols, scopes, &die, index, depth + 1);
	} while (symbols_die_next(&die));
}

/* The scopes of the unit that DIE is in. */
static struct scope_list *find_scopes(struct symbols *symbols, Dwarf_Die *die)
{
	const void *identity[2] = {die->cu, "scopes"};
	struct symbols_entry *entry =
		symbols_intern(symbols, identity, sizeof identity);
	struct scope_list *scopes = entry->value;
	Dwarf_Die unit;

	if (scopes)
		return scopes;
	scopes = arena_alloc_zero(&symbols->arena, 1, sizeof *scopes);
	entry->value = scopes;
	if (dwarf_diecu(die, &unit, NULL, NULL)) {
		struct scope *list;

		scopes->left = 1 << 24;
		list_scopes(symbols, scopes, &unit, SIZE_MAX, 0);
		list = scopes->list;
		scopes->list = arena_copy(
			&symbols->arena, list, scopes->count * sizeof *list);
		free(list);
	}
	return scopes;
}

const char *symbols_scope_name(struct symbols *symbols, Dwarf_Die *die)
{
	const struct scope_list *scopes = find_scopes(symbols, die);
	uintptr_t at = (uintptr_t)die->addr;
	size_t low;

	/* The last that begins before DIE, or one around that, is around it. */
	SEARCH_FIRST(low, scopes->count, scopes->list[low].start < at);
	for (low--; low < scopes->count; low = scopes->list[low].parent) {
		if (scopes->list[low].end > at)
			return scopes->list[low].name;
	}
	return "";
}

/*
 * Names.
 */
struct type_writer {
	struct symbols *symbols;
	bool has_tags;
	char text[NAME_MAX_BYTES];
	size_t length;
};

static void type_put(struct type_writer *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void type_put(struct type_writer *out, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(out->text + out->length,
		sizeof out->text - out->length, format, arguments);
	va_end(arguments);
	if (length > 0)
		out->length += (size_t)length;
	if (out->length >= sizeof out->text)
		out->length = sizeof out->text - 1;
}

static void type_put_type(struct type_writer *out, Dwarf_Die *type, int depth);

static void put_target(struct type_writer *out, Dwarf_Die *type, int depth)
{
	Dwarf_Die target;

	if (symbols_die_type(type, &target))
		type_put_type(out, &target, depth + 1);
	else
		type_put(out, "void");
}

static void put_named(struct type_writer *out, Dwarf_Die *type, int tag)
{
	const char *name = symbols_die_name(type);
	const char *word = tag == DW_TAG_union_type	    ? "union"
			   : tag == DW_TAG_enumeration_type ? "enum"
							    : "struct";

	if (!name)
		type_put(out, "%s {...}", word);
	else if (out->has_tags)
		type_put(out, "%s %s", word, name);
	else
		type_put(out, "%s%s", symbols_scope_name(out->symbols, type),
			name);
}

static void put_function(
	struct type_writer *out, Dwarf_Die *type, int depth, const char *middle)
{
	const char *separator = "";
	Dwarf_Die parameter;

	put_target(out, type, depth);
	type_put(out, "%s(", middle);
	if (symbols_die_child(type, &parameter)) {
		do {
			if (dwarf_tag(&parameter) != DW_TAG_formal_parameter)
				continue;
			type_put(out, "%s", separator);
			separator = ", ";
			put_target(out, &parameter, depth);
		} while (symbols_die_next(&parameter) &&
			 out->length < sizeof out->text - 1);
	}
	type_put(out, ")");
}

static void put_pointer(
	struct type_writer *out, Dwarf_Die *type, int depth, const char *mark)
{
	const char *name = symbols_die_name(type);
	Dwarf_Die target;

	if (name) { /* Rust names its pointers */
		type_put(out, "%s", name);
		return;
	}
	if (symbols_die_type(type, &target) &&
		dwarf_tag(&target) == DW_TAG_subroutine_type) {
		put_function(out, &target, depth + 1, " (*)");
		return;
	}
	put_target(out, type, depth);
	if (out->length > 0 && out->text[out->length - 1] != '*')
		type_put(out, " ");
	type_put(out, "%s", mark);
}

static void put_array(struct type_writer *out, Dwarf_Die *type, int depth)
{
	uint64_t count;

	put_target(out, type, depth);
	if (symbols_type_count(type, &count, NULL))
		type_put(out, "[%llu]", (unsigned long long)count);
	else
		type_put(out, "[]");
}

/* Does TAG stand in the type that TYPE qualifies, too, or in the elements of its
 * array? `const char[3]` is a constant array of constants. */
static bool is_qualified_again(Dwarf_Die *type, int tag)
{
	Dwarf_Die at = *type;

	for (int i = 0; i < STRIP_MAX && symbols_die_type(&at, &at); i++) {
		int inner = dwarf_tag(&at);
		if (inner == tag)
			return true;
		if (!is_qualifier(inner) && inner != DW_TAG_array_type)
			return false;
	}
	return false;
}

/* `const char`, but `char *const`. */
static void put_qualified(
	struct type_writer *out, Dwarf_Die *type, int depth, const char *word)
{
	Dwarf_Die target;

	if (is_qualified_again(type, dwarf_tag(type))) {
		put_target(out, type, depth);
		return;
	}
	if (symbols_die_type(type, &target) &&
		symbols_type_is_pointer(&target)) {
		put_target(out, type, depth);
		type_put(out, "%s", word);
		return;
	}
	type_put(out, "%s ", word);
	put_target(out, type, depth);
}

static void type_put_type(struct type_writer *out, Dwarf_Die *type, int depth)
{
	int tag = dwarf_tag(type);
	const char *name;

	if (depth > NESTING_MAX) {
		type_put(out, "...");
		return;
	}
	switch (tag) {
	case DW_TAG_pointer_type:
		put_pointer(out, type, depth, "*");
		break;
	case DW_TAG_reference_type:
		put_pointer(out, type, depth, "&");
		break;
	case DW_TAG_rvalue_reference_type:
		put_pointer(out, type, depth, "&&");
		break;
	case DW_TAG_const_type:
		put_qualified(out, type, depth, "const");
		break;
	case DW_TAG_volatile_type:
		put_qualified(out, type, depth, "volatile");
		break;
	case DW_TAG_restrict_type:
	case DW_TAG_atomic_type:
		put_target(out, type, depth);
		break;
	case DW_TAG_array_type:
		put_array(out, type, depth);
		break;
	case DW_TAG_subroutine_type:
		put_function(out, type, depth, " ");
		break;
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
		put_named(out, type, tag);
		break;
	case DW_TAG_typedef:
		name = symbols_die_name(type);
		type_put(out, "%s%s",
			out->has_tags ? ""
				      : symbols_scope_name(out->symbols, type),
			name ? name : "?");
		break;
	default:
		name = symbols_die_name(type);
		type_put(out, "%s", name ? name : "?");
	}
}

const char *symbols_type_name(
	struct symbols *symbols, Dwarf_Die *type, bool has_tags)
{
	struct type_writer out = {.symbols = symbols, .has_tags = has_tags};

	if (!type)
		return "void";
	type_put_type(&out, type, 0);
	return symbols_intern(symbols, out.text, out.length)->text;
}

const char *symbols_type_object_name(
	struct symbols *symbols, Dwarf_Die *type, bool has_tags)
{
	Dwarf_Die at = *type, typedef_die = {0};

	for (int i = 0; i < STRIP_MAX; i++) {
		int tag = dwarf_tag(&at);

		if (tag == DW_TAG_typedef)
			typedef_die = at;
		else if (!is_qualifier(tag))
			break;
		if (!symbols_die_type(&at, &at))
			return NULL; /* void */
	}
	if (typedef_die.addr && !symbols_die_name(&at))
		at = typedef_die;
	return symbols_type_name(symbols, &at, has_tags);
}
