/* SPDX-License-Identifier: MIT
 * One function for all copies of a source function: out of line, inlined, or
 * cloned by the optimiser. */
#include "config.h"

#include "analyzer/symbols/chosen_code.h"
#include "analyzer/symbols/debug_info.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "lib/code/demangle.h"
#include "lib/code/test_names.h"
#include "lib/words.h"

#define KEY_SEED UINT64_C(0x7274)

/* Fields are joined by NUL bytes, which no name holds. */
static uint64_t hash_key(
	const char *object, const char *linkage, const char *file)
{
	uint64_t key = symbols_hash(KEY_SEED, object, strlen(object) + 1);

	key = symbols_hash(key, linkage, strlen(linkage) + 1);
	return symbols_hash(key, file, strlen(file) + 1);
}

/* A processor variant is the same function on every machine. */
static const char *find_stable_name(
	const struct symbol_function *shown, const char *linkage)
{
	return strncmp(linkage, "__", 2) == 0 && shown->name[0] != '_'
		       ? shown->name
		       : linkage;
}

/* An unmangled linkage name may be an alias only the library sees
 * (`__GI_qsort`); NAME, if there is one, is what the source says. */
static const char *find_display_name(
	struct symbols *symbols, const char *linkage, const char *name)
{
	return symbols_display_name(symbols,
		name && !demangle_is_mangled(linkage) ? name : linkage);
}

/* Finds or makes the function with this identity. */
static struct symbols_function *intern_function(struct symbols *symbols,
	struct symbols_object *object, const char *linkage, const char *name,
	const char *file, unsigned line)
{
	char *identity = memory_format(
		"%p %s %s %u", (void *)object, linkage, file ? file : "", line);
	struct symbols_entry *entry =
		symbols_intern(symbols, identity, strlen(identity));
	struct symbols_function *function = entry->value;
	struct symbol_function *shown;

	free(identity);
	if (function)
		return function;
	function = arena_alloc_zero(&symbols->arena, 1, sizeof *function);
	entry->value = function;
	function->object = object;
	shown = &function->shown;
	shown->linkage = symbols_intern_text(symbols, linkage);
	shown->name = find_display_name(symbols, linkage, name);
	shown->object = object ? object->path : "??";
	shown->file = file;
	shown->line = line;
	shown->index = symbols->function_count++;
	if (file && !symbols->tested)
		symbols->tested = test_names_tested_framework(file);
	shown->chosen = (signed char)chosen_code_judge(
		symbols->chosen, symbols->tested, shown);
	shown->key = hash_key(object ? object->base_name : "",
		find_stable_name(shown, linkage),
		file ? words_base_name(file) : "");
	return function;
}

/* A function by DIE and the DIEs it stems from. */
struct description {
	const char *linkage; /* of the DIE everything stems from */
	const char *name;
	const char *file;
	unsigned line;
	Dwarf_Die root; /* the last of the chain */
};

static const char *function_read_text(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(die, name, &attribute) ? dwarf_formstring(&attribute)
						 : NULL;
}

/* libdw's dwarf_decl_file refuses file 0, which is clang's main file. */
static const char *function_read_file(struct symbols *symbols, Dwarf_Die *die)
{
	Dwarf_Files *files;
	Dwarf_Die unit;
	uint64_t file;
	size_t count;

	if (!symbols_die_own_number(die, DW_AT_decl_file, &file) ||
		!dwarf_diecu(die, &unit, NULL, NULL) ||
		dwarf_getsrcfiles(&unit, &files, &count) != 0 || file >= count)
		return NULL;
	return symbols_die_path(symbols, &unit, files, file);
}

static void function_describe(
	struct symbols *symbols, Dwarf_Die die, struct description *found)
{
	memset(found, 0, sizeof *found);
	for (int i = 0; i < SYMBOLS_CHAIN_MAX; i++) {
		const char *linkage =
			function_read_text(&die, DW_AT_linkage_name);
		const char *name = function_read_text(&die, DW_AT_name);
		uint64_t line = 0;

		if (!linkage)
			linkage = function_read_text(
				&die, DW_AT_MIPS_linkage_name);
		if (linkage)
			found->linkage = linkage;
		if (name)
			found->name = name;
		if (!found->file)
			found->file = function_read_file(symbols, &die);
		if (found->line == 0 &&
			symbols_die_own_number(&die, DW_AT_decl_line, &line))
			found->line = (unsigned)line;
		found->root = die;
		if (!symbols_die_origin(&die, &die))
			return;
	}
}

/* Without a linkage name the scope must tell functions apart. */
static const char *qualify(struct symbols *symbols, struct symbols_unit *unit,
	struct description *found)
{
	const char *scope =
		unit->has_tags ? "" : symbols_scope_name(symbols, &found->root);
	char *text;
	const char *name;

	if (!*scope)
		return found->name;
	text = memory_format("%s%s", scope, found->name);
	name = symbols_intern_text(symbols, text);
	free(text);
	return name;
}

/* Prefers the out-of-line copy: its parameters arrive in registers. */
static void keep_node(struct symbols_function *function,
	struct symbols_unit *unit, uint32_t node)
{
	function->shown.has_debug = true;
	if (function->unit &&
		(unit->nodes[node].depth > 0 ||
			function->unit->nodes[function->node].depth == 0))
		return;
	function->unit = unit;
	function->node = node;
}

/* The file in which the code of DIE, node INDEX of UNIT, begins: GCC does not say where a
 * lambda is declared. */
static const char *find_lambda_file(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit,
	uint32_t index, Dwarf_Die *die)
{
	const struct symbols_piece *piece;
	Dwarf_Addr entry;

	if (dwarf_entrypc(die, &entry) != 0)
		return NULL;
	piece = symbols_unit_piece(unit, entry);
	return piece && piece->node == index
		       ? symbols_unit_line_file(
				 symbols, object, unit, piece->file)
		       : NULL;
}

static struct symbols_function *function_read_function(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit,
	uint32_t index)
{
	const struct symbols_node *node = &unit->nodes[index];
	struct description found = {.linkage = NULL};
	struct symbol_function kept;
	Dwarf_Die die = {.addr = NULL};
	Dwarf_Addr entry = 0;
	bool is_lambda = false;

	if (symbols_cache_function(symbols, object, unit, index, &kept))
		return intern_function(symbols, object, kept.linkage, kept.name,
			kept.file, kept.line);
	object->has_news = true;
	if (symbols_unit_open(symbols, object, unit)) {
		die = symbols_die_at(unit, node->die);
		function_describe(symbols, die, &found);
		is_lambda = !found.file && found.name &&
			    strcmp(found.name, "operator()") == 0;
		if (is_lambda)
			found.file = find_lambda_file(
				symbols, object, unit, index, &die);
	}
	if (!found.linkage && is_lambda && node->depth == 0 &&
		dwarf_entrypc(&die, &entry) == 0)
		found.linkage = symbols_elf_name(symbols, object, entry);
	if (!found.linkage && found.name) {
		found.linkage = qualify(symbols, unit, &found);
		found.name = NULL;
	}
	if (!found.linkage && node->depth == 0 && die.addr) {
		dwarf_entrypc(&die, &entry);
		found.linkage = symbols_elf_name(symbols, object, entry);
	}
	if (!found.linkage)
		found.linkage = "??";
	return intern_function(symbols, object,
		symbols_plain_linkage(symbols, found.linkage), found.name,
		found.file, found.line);
}

struct symbols_function *symbols_function_of_node(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit, uint32_t node)
{
	struct symbols_function **function = &unit->functions[node];

	if (*function)
		return *function;
	*function = function_read_function(symbols, object, unit, node);
	keep_node(*function, unit, node);
	return *function;
}

struct symbols_function *symbols_function_of_symbol(struct symbols *symbols,
	struct symbols_object *object, const char *linkage)
{
	return intern_function(symbols, object,
		symbols_plain_linkage(symbols, linkage), NULL, NULL, 0);
}

struct symbols_function *symbols_function_of_object(
	struct symbols *symbols, struct symbols_object *object)
{
	if (!object->whole) {
		/* The line keeps it apart from a function of that name. */
		object->whole = intern_function(symbols, object,
			object->base_name, NULL, NULL, UINT32_MAX);
		object->whole->shown.line = 0;
	}
	return object->whole;
}

struct symbols_function *symbols_function_unknown(struct symbols *symbols)
{
	if (!symbols->unknown)
		symbols->unknown =
			intern_function(symbols, NULL, "??", NULL, NULL, 0);
	return symbols->unknown;
}
