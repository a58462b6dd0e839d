/* SPDX-License-Identifier: MIT
 * The signature of a function by its debug information. Reads whole files,
 * relocatable ones and archives too, which symbols.c need not. */
#include "config.h"

#include "analyzer/harness/signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/symbols/debug_info.h"
#include "lib/command/options.h"
#include "lib/error.h"
#include "lib/memory.h"

#define DEPTH_MAX     32
#define FUNCTIONS_MAX 64
#define POINTERS_MAX  4

struct signatures {
	struct symbols *symbols; /* interns and prints */
	const char *wanted;
	struct signature *list;
	size_t count, capacity;
	const char **known; /* names of functions with code */
	size_t known_count, known_capacity;
	const char *nearest;
};

struct signature_unit {
	struct signatures *signatures;
	bool is_c, is_foreign;
};

/* ---- types ---- */

static const char *signature_intern(
	struct signature_unit *unit, const char *text)
{
	return symbols_intern_text(unit->signatures->symbols, text);
}

/* TEXT was formatted; it is interned and freed. */
static const char *intern_free(struct signature_unit *unit, char *text)
{
	const char *kept = signature_intern(unit, text);

	free(text);
	return kept;
}

/* Typedefs of headers that a harness includes anyway. */
static bool is_standard(const char *name)
{
	static const char *const standard[] = {"size_t", "int8_t", "uint8_t",
		"int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t",
		"uint64_t", "intptr_t", "uintptr_t", "ptrdiff_t", "FILE"};

	for (size_t i = 0; name && i < sizeof standard / sizeof *standard; i++)
		if (!strcmp(name, standard[i]))
			return true;
	return false;
}

/* The standard name of TYPE, or NULL. */
static const char *standard_name(Dwarf_Die *type)
{
	Dwarf_Die at = *type;

	for (int i = 0; i < DEPTH_MAX; i++) {
		int tag = symbols_die_tag(&at);
		if (tag == DW_TAG_typedef && is_standard(symbols_die_name(&at)))
			return symbols_die_name(&at);
		if (tag != DW_TAG_typedef && tag != DW_TAG_const_type &&
			tag != DW_TAG_volatile_type)
			return NULL;
		if (!symbols_die_type(&at, &at))
			return NULL;
	}
	return NULL;
}

static bool is_const(Dwarf_Die *type)
{
	Dwarf_Die at = *type;

	for (int i = 0; i < DEPTH_MAX; i++) {
		int tag = symbols_die_tag(&at);
		if (tag == DW_TAG_const_type)
			return true;
		if (tag != DW_TAG_typedef && tag != DW_TAG_volatile_type)
			return false;
		if (!symbols_die_type(&at, &at))
			return false;
	}
	return false;
}

static uint64_t encoding_of(Dwarf_Die *base)
{
	uint64_t encoding = 0;

	symbols_die_number(base, DW_AT_encoding, &encoding);
	return encoding;
}

static const char *integer_name(Dwarf_Die *type, uint64_t size_bytes)
{
	static const char *const by_signed[2][4] = {
		{"unsigned char", "unsigned short", "unsigned",
			"unsigned long"},
		{"signed char", "short", "int", "long"}};
	uint64_t encoding = encoding_of(type);
	bool is_signed = encoding == DW_ATE_signed ||
			 encoding == DW_ATE_signed_char ||
			 symbols_die_tag(type) == DW_TAG_enumeration_type;
	const char *name = symbols_die_name(type);

	if (encoding == DW_ATE_boolean)
		return "_Bool";
	if (name && !strcmp(name, "char"))
		return "char";
	switch (size_bytes) {
	case 1:
		return by_signed[is_signed][0];
	case 2:
		return by_signed[is_signed][1];
	case 4:
		return by_signed[is_signed][2];
	case 8:
		return by_signed[is_signed][3];
	default:
		return NULL;
	}
}

/* TYPE, stripped, is a base type or an enumeration. */
static void describe_scalar(
	Dwarf_Die *type, uint64_t size_bytes, struct signature_type *into)
{
	if (encoding_of(type) == DW_ATE_float) {
		into->kind = SIGNATURE_REAL;
		into->plain = size_bytes == 4	? "float"
			      : size_bytes == 8 ? "double"
						: "long double";
		return;
	}
	into->plain = integer_name(type, size_bytes);
	into->kind = into->plain && encoding_of(type) != DW_ATE_complex_float
			     ? SIGNATURE_INTEGER
			     : SIGNATURE_VALUE;
	into->size_bytes = size_bytes;
}

static bool is_scalar_tag(int tag)
{
	return tag == DW_TAG_base_type || tag == DW_TAG_enumeration_type;
}

/* The struct or union that a pointer leads to, by its tag if it has one. */
static void describe_aggregate(struct signature_unit *unit, Dwarf_Die *target,
	struct signature_type *into)
{
	const char *name = symbols_die_name(target);
	int tag = symbols_die_tag(target);

	into->is_class = !unit->is_c;
	if (!unit->is_c || !name)
		return;
	into->tag = intern_free(unit,
		memory_format("%s %s",
			tag == DW_TAG_union_type ? "union" : "struct", name));
	into->plain = intern_free(
		unit, memory_format("%s%s *", into->is_const ? "const " : "",
			      into->tag));
}

static bool is_byte(Dwarf_Die *stripped)
{
	uint64_t size_bytes;

	return is_scalar_tag(symbols_die_tag(stripped)) &&
	       symbols_type_size(stripped, &size_bytes) && size_bytes == 1 &&
	       encoding_of(stripped) != DW_ATE_boolean;
}

static void describe_pointer(struct signature_unit *unit, Dwarf_Die *pointer,
	struct signature_type *into, int depth);

/* The pointer is not one to void. TARGET is as declared. */
static void signature_describe_target(struct signature_unit *unit,
	Dwarf_Die *target, struct signature_type *into, int depth)
{
	const char *standard = standard_name(target);
	struct signature_type inner = {.kind = SIGNATURE_OPAQUE};
	Dwarf_Die stripped;

	if (!symbols_type_strip(target, &stripped))
		return; /* const void */
	into->kind = symbols_type_size(&stripped, &into->size_bytes)
			     ? SIGNATURE_OBJECT
			     : SIGNATURE_OPAQUE;
	if (standard && !strcmp(standard, "FILE")) {
		into->kind = SIGNATURE_STREAM;
		into->plain = "FILE *";
	} else if (symbols_type_is_aggregate(symbols_die_tag(&stripped))) {
		describe_aggregate(unit, &stripped, into);
	} else if (is_scalar_tag(symbols_die_tag(&stripped))) {
		describe_scalar(&stripped, into->size_bytes, &inner);
		if (!inner.plain)
			return;
		into->plain = intern_free(unit,
			memory_format("%s%s *", into->is_const ? "const " : "",
				standard ? standard : inner.plain));
		if (is_byte(&stripped))
			into->kind = !strcmp(inner.plain, "char")
					     ? SIGNATURE_TEXT
					     : SIGNATURE_BYTES;
	} else if (symbols_type_is_pointer(&stripped) && depth < POINTERS_MAX) {
		describe_pointer(unit, &stripped, &inner, depth + 1);
		into->tag = inner.tag;
		into->plain = intern_free(
			unit, memory_format("%s%s*", inner.plain,
				      into->is_const ? "const " : ""));
	} else if (symbols_die_tag(&stripped) == DW_TAG_subroutine_type) {
		into->kind = SIGNATURE_OPAQUE;
	}
}

static void describe_pointer(struct signature_unit *unit, Dwarf_Die *pointer,
	struct signature_type *into, int depth)
{
	Dwarf_Die target;

	into->kind = SIGNATURE_BYTES;
	into->plain = "void *";
	into->is_reference = symbols_die_tag(pointer) != DW_TAG_pointer_type;
	if (!symbols_die_type(pointer, &target))
		return;
	into->is_const = is_const(&target);
	if (into->is_const)
		into->plain = "const void *";
	signature_describe_target(unit, &target, into, depth);
}

/* TYPE NULL: void. */
static void describe_type(struct signature_unit *unit, Dwarf_Die *type,
	struct signature_type *into)
{
	Dwarf_Die stripped;
	uint64_t size_bytes = 0;

	*into = (struct signature_type){.kind = SIGNATURE_VOID,
		.plain = "void",
		.source = symbols_type_name(
			unit->signatures->symbols, type, unit->is_c)};
	if (!type || !symbols_type_strip(type, &stripped))
		return;
	into->kind = SIGNATURE_VALUE;
	if (symbols_type_is_pointer(&stripped)) {
		describe_pointer(unit, &stripped, into, 0);
	} else if (is_scalar_tag(symbols_die_tag(&stripped)) &&
		   symbols_type_size(&stripped, &size_bytes)) {
		describe_scalar(&stripped, size_bytes, into);
		if (standard_name(type))
			into->plain =
				signature_intern(unit, standard_name(type));
	}
}

/* ---- functions ---- */

static void signature_add_parameters(struct signature_unit *unit,
	Dwarf_Die *function, struct signature *signature)
{
	Dwarf_Die die, type;

	if (!symbols_die_child(function, &die))
		return;
	do {
		struct signature_parameter *parameter =
			&signature->parameter[signature->count];
		const char *name;
		if (symbols_die_tag(&die) == DW_TAG_unspecified_parameters)
			signature->is_variadic = true;
		if (symbols_die_tag(&die) != DW_TAG_formal_parameter ||
			!symbols_die_type(&die, &type))
			continue;
		if (signature->count == SIGNATURE_PARAMETERS) {
			signature->has_more = true;
			return;
		}
		name = symbols_die_name(&die);
		parameter->name = name ? signature_intern(unit, name) : "";
		describe_type(unit, &type, &parameter->type);
		signature->count++;
	} while (symbols_die_next(&die));
}

static void signature_add_function(struct signature_unit *unit, Dwarf_Die *die,
	const char *name, const char *linkage, bool has_code)
{
	struct signatures *all = unit->signatures;
	Dwarf_Die abstract = symbols_die_abstract(*die), type;
	struct signature *signature;
	const char *file;

	if (all->count == FUNCTIONS_MAX)
		return;
	all->list = memory_grow(
		all->list, &all->capacity, all->count + 1, sizeof *all->list);
	signature = &all->list[all->count++];
	*signature = (struct signature){.name = signature_intern(unit, name),
		.linkage = linkage ? signature_intern(unit, linkage) : NULL,
		.is_inlined = !has_code,
		.is_foreign = unit->is_foreign};
	signature->is_static = !symbols_die_flag(&abstract, DW_AT_external);
	signature->is_method =
		symbols_die_inherits(&abstract, DW_AT_object_pointer);
	signature->line = symbols_die_line(&abstract);
	file = symbols_die_file(&abstract);
	signature->file = file ? signature_intern(unit, file) : NULL;
	describe_type(unit, symbols_die_type(&abstract, &type) ? &type : NULL,
		&signature->result);
	signature_add_parameters(unit, &abstract, signature);
}

static void note_name(struct signatures *signatures, const char *name)
{
	signatures->known =
		memory_grow(signatures->known, &signatures->known_capacity,
			signatures->known_count + 1, sizeof *signatures->known);
	signatures->known[signatures->known_count++] =
		symbols_intern_text(signatures->symbols, name);
}

static void look_at_function(struct signature_unit *unit, Dwarf_Die *die)
{
	struct signatures *all = unit->signatures;
	const char *name = symbols_die_name(die), *linkage;
	Dwarf_Die declared;
	char *qualified;
	bool has_code = symbols_die_has_code(die);

	if (!name || (!has_code && !symbols_die_has(die, DW_AT_inline)))
		return;
	linkage = symbols_die_text(die, DW_AT_linkage_name);
	if (linkage && !strcmp(linkage, name))
		linkage = NULL;
	symbols_die_declaration(die, &declared);
	qualified = memory_format("%s%s",
		unit->is_c ? "" : symbols_scope_name(all->symbols, &declared),
		name);
	if (!strcmp(all->wanted, name) || !strcmp(all->wanted, qualified) ||
		(linkage && !strcmp(all->wanted, linkage)))
		signature_add_function(unit, die, qualified, linkage, has_code);
	note_name(all, qualified);
	free(qualified);
}

static void look_at_scope(
	struct signature_unit *unit, Dwarf_Die *scope, int depth)
{
	Dwarf_Die die;

	if (depth > DEPTH_MAX || !symbols_die_child(scope, &die))
		return;
	do {
		int tag = symbols_die_tag(&die);
		if (tag == DW_TAG_subprogram)
			look_at_function(unit, &die);
		else if (tag == DW_TAG_namespace || tag == DW_TAG_module)
			look_at_scope(unit, &die, depth + 1);
	} while (symbols_die_next(&die));
}

/* ---- files ---- */

static int look_at_unit(void *data, Dwarf_Die *die, struct error *err)
{
	struct signature_unit unit = {.signatures = data};
	enum symbols_language language = symbols_die_language(die);

	(void)err;
	unit.is_c = language == SYMBOLS_C;
	unit.is_foreign = language == SYMBOLS_OTHER;
	look_at_scope(&unit, die, 0);
	return 0;
}

/* A function that was inlined and has code besides is there twice. */
static void drop_inlined(struct signatures *signatures)
{
	size_t kept = 0;

	for (size_t i = 0; i < signatures->count; i++)
		if (!signatures->list[i].is_inlined)
			signatures->list[kept++] = signatures->list[i];
	if (kept)
		signatures->count = kept;
}

static void release_names(struct signatures *signatures)
{
	signatures->nearest = options_nearest(
		signatures->wanted, signatures->known, signatures->known_count);
	free(signatures->known);
	signatures->known = NULL;
	signatures->known_count = signatures->known_capacity = 0;
}

struct signatures *signatures_find(
	const char *path, const char *name, struct error *err)
{
	struct signatures *signatures =
		memory_alloc_zero(1, sizeof *signatures);
	size_t units;

	signatures->symbols = symbols_new();
	signatures->wanted = name;
	if (symbols_visit_units(path, look_at_unit, signatures, &units, err) ==
			0 &&
		units == 0)
		error_set(err,
			"%s has no debug information: compile it with -g",
			path);
	drop_inlined(signatures);
	release_names(signatures);
	if (units > 0)
		return signatures;
	signatures_free(signatures);
	return NULL;
}

void signatures_free(struct signatures *signatures)
{
	if (!signatures)
		return;
	symbols_free(signatures->symbols);
	free(signatures->list);
	free(signatures);
}

size_t signatures_count(const struct signatures *signatures)
{
	return signatures->count;
}

const struct signature *signatures_get(
	const struct signatures *signatures, size_t index)
{
	return &signatures->list[index];
}

const char *signatures_nearest(const struct signatures *signatures)
{
	return signatures->nearest;
}

/* "const char *" and "text" as "const char *text". */
static void print_declaration(FILE *out, const char *type, const char *name)
{
	size_t length = strlen(type);
	bool is_close = length > 0 && strchr("*&", type[length - 1]);

	fprintf(out, "%s%s%s", type, *name && !is_close ? " " : "", name);
}

char *signature_text_dup(const struct signature *signature)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		return memory_string_dup(signature->name);
	if (signature->is_static)
		fputs("static ", out);
	print_declaration(out, signature->result.source, signature->name);
	putc('(', out);
	for (size_t i = 0; i < signature->count; i++) {
		if (i)
			fputs(", ", out);
		print_declaration(out, signature->parameter[i].type.source,
			signature->parameter[i].name);
	}
	if (signature->is_variadic || signature->has_more)
		fputs(signature->count ? ", ..." : "...", out);
	else if (!signature->count)
		fputs("void", out);
	putc(')', out);
	fclose(out);
	return text;
}
