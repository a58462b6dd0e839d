/* SPDX-License-Identifier: MIT
 * The code of a test program, by addresses: its bytes, functions, source and calls. */
#include "config.h"

#include "fuzz-perf/grow/code.h"

#include <stdlib.h>
#include <string.h>

#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include "lib/search.h"

/*--- the file ---*/

const Elf64_Phdr *grow_code_segment(const struct grow_code *code, unsigned i)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)code->object.bytes;
	uint64_t at = header->e_phoff + i * sizeof(Elf64_Phdr);

	return i < header->e_phnum &&
			       header->e_phentsize == sizeof(Elf64_Phdr) &&
			       at + sizeof(Elf64_Phdr) <= code->object.size
		       ? (const Elf64_Phdr *)(code->object.bytes + at)
		       : NULL;
}

const uint8_t *grow_code_bytes(
	const struct grow_code *code, uint64_t address, size_t *left)
{
	const Elf64_Phdr *each;

	for (unsigned i = 0; (each = grow_code_segment(code, i)); i++) {
		uint64_t into = address - each->p_vaddr;
		if (each->p_type != PT_LOAD || into >= each->p_filesz ||
			each->p_offset + each->p_filesz > code->object.size)
			continue;
		*left = each->p_filesz - into;
		return code->object.bytes + each->p_offset + into;
	}
	return NULL;
}

uint64_t grow_code_address(const struct grow_code *code, uint64_t offset)
{
	const Elf64_Phdr *each;

	for (unsigned i = 0; (each = grow_code_segment(code, i)); i++)
		if (each->p_type == PT_LOAD &&
			offset - each->p_offset < each->p_filesz)
			return offset - each->p_offset + each->p_vaddr;
	return 0;
}

uint64_t grow_code_offset(const struct grow_code *code, uint64_t address)
{
	const Elf64_Phdr *each;

	for (unsigned i = 0; (each = grow_code_segment(code, i)); i++)
		if (each->p_type == PT_LOAD &&
			address - each->p_vaddr < each->p_filesz)
			return address - each->p_vaddr + each->p_offset;
	return 0;
}

/*--- functions ---*/

const struct grow_function *grow_code_find(
	const struct grow_code *code, uint64_t address)
{
	size_t at;

	SEARCH_FIRST(at, code->count, code->function[at].start <= address);
	return at > 0 && at <= code->count &&
			       address < code->function[at - 1].end
		       ? &code->function[at - 1]
		       : NULL;
}

size_t grow_code_index(
	const struct grow_code *code, const struct grow_function *function)
{
	return (size_t)(function - code->function);
}

/* Not every compiler writes .debug_aranges, without which libdwfl finds nothing, or another
 * unit. */
Dwarf_Die *grow_code_unit(const struct grow_code *code, uint64_t address)
{
	const struct grow_function *function = grow_code_find(code, address);
	Dwarf_Addr bias = 0;
	Dwarf_Die *unit;

	if (function)
		return function->unit;
	unit = dwfl_module_addrdie(code->module, address + code->bias, &bias);
	if (unit && dwarf_haspc(unit, address) > 0)
		return unit;
	unit = NULL;
	while ((unit = dwfl_module_nextcu(code->module, unit, &bias)))
		if (dwarf_haspc(unit, address) > 0)
			break;
	return unit;
}

#define CODE_SCOPES_MAX 64

struct code_scopes {
	Dwarf_Die scope[CODE_SCOPES_MAX]; /* from the innermost on */
	size_t count;
};

/* Whether code of SCOPE, a block or a function, may be at ADDRESS: gcc leaves blocks without
 * ranges around those that have some. */
static bool code_may_be_in(Dwarf_Die *scope, uint64_t address)
{
	int tag = dwarf_tag(scope);

	if (tag != DW_TAG_lexical_block && tag != DW_TAG_inlined_subroutine)
		return false;
	return dwarf_haspc(scope, address) > 0 ||
	       (tag == DW_TAG_lexical_block &&
		       !dwarf_hasattr(scope, DW_AT_low_pc) &&
		       !dwarf_hasattr(scope, DW_AT_ranges));
}

/* Adds what is around ADDRESS in SCOPE, and that. */
static void code_add_scopes(
	Dwarf_Die *scope, uint64_t address, struct code_scopes *scopes)
{
	Dwarf_Die child;
	bool has_child = dwarf_child(scope, &child) == 0;

	for (; has_child && scopes->count == 0;
		has_child = dwarf_siblingof(&child, &child) == 0)
		if (code_may_be_in(&child, address))
			code_add_scopes(&child, address, scopes);
	if (scopes->count < CODE_SCOPES_MAX &&
		(scopes->count > 0 || dwarf_haspc(scope, address) > 0))
		scopes->scope[scopes->count++] = *scope;
}

/* The scopes around ADDRESS: around what is inlined is where it is, and not where it was
 * written. libdw's own search does not look into namespaces, where clang has functions. */
static void code_find_scopes(const struct grow_code *code, uint64_t address,
	struct code_scopes *scopes)
{
	const struct grow_function *function = grow_code_find(code, address);
	Dwarf_Die *unit, *inner = NULL, *around = NULL, die;
	int count = 0;

	scopes->count = 0;
	if (function) {
		die = function->die;
		code_add_scopes(&die, address, scopes);
		return;
	}
	/* A part of a function that is elsewhere. */
	unit = grow_code_unit(code, address);
	if (unit && dwarf_getscopes(unit, address, &inner) > 0)
		count = dwarf_getscopes_die(&inner[0], &around);
	for (int i = 0; i < count && i < CODE_SCOPES_MAX; i++)
		scopes->scope[scopes->count++] = around[i];
	free(inner);
	free(around);
}

static bool code_is_function(Dwarf_Die *scope)
{
	return dwarf_tag(scope) == DW_TAG_inlined_subroutine ||
	       dwarf_tag(scope) == DW_TAG_subprogram;
}

void grow_code_list_names(const struct grow_code *code, uint64_t address,
	size_t max, struct grow_names *names)
{
	struct code_scopes around;

	code_find_scopes(code, address, &around);
	names->count = 0;
	for (size_t i = 0; i < around.count && names->count < max; i++) {
		const char *name =
			code_is_function(&around.scope[i])
				? grow_functions_name((struct grow_code *)code,
					  &around.scope[i])
				: NULL;
		if (name)
			names->name[names->count++] = name;
	}
}

bool grow_code_is_header(const char *file)
{
	return file && !strncmp(file, "/usr/", 5);
}

bool grow_code_leave_headers(const struct grow_code *code, uint64_t address,
	struct grow_place *place)
{
	struct code_scopes around;
	int line = 0;
	bool is_left = false;

	code_find_scopes(code, address, &around);
	for (size_t i = 0; !is_left && i < around.count; i++) {
		Dwarf_Die *scope = &around.scope[i];
		const char *file = grow_functions_file(scope);
		Dwarf_Attribute attribute;
		Dwarf_Word called = 0;
		if (!code_is_function(scope) || !file)
			continue;
		if (!grow_code_is_header(file) && line > 0) {
			*place = (struct grow_place){
				.function = grow_functions_name(
					(struct grow_code *)code, scope),
				.file = file,
				.line = (unsigned)line};
			is_left = place->function != NULL;
		}
		if (dwarf_attr(scope, DW_AT_call_line, &attribute))
			dwarf_formudata(&attribute, &called);
		line = (int)called;
	}
	return is_left;
}

size_t grow_code_inlined_at(const struct grow_code *code, uint64_t address,
	struct grow_place *place, size_t max)
{
	const struct grow_function *outer = grow_code_find(code, address);
	struct code_scopes around;
	const char *own = NULL;
	Dwarf_Word line = 0;
	size_t count = 0;

	code_find_scopes(code, address, &around);
	for (size_t i = 0; i < around.count && count < max; i++) {
		Dwarf_Die *scope = &around.scope[i];
		const char *name, *file;
		Dwarf_Attribute attribute;
		bool is_outer = dwarf_tag(scope) == DW_TAG_subprogram;
		if (!code_is_function(scope))
			continue;
		name = grow_functions_name((struct grow_code *)code, scope);
		file = grow_functions_file(scope);
		if (!name || !file ||
			(is_outer && count > 0 && outer && outer->is_test_code))
			break;
		if (own && strcmp(own, name) != 0 &&
			!grow_code_is_header(file)) {
			place[count++] = (struct grow_place){.function = name,
				.file = file,
				.line = (unsigned)line};
			own = name;
		}
		own = own ? own : name;
		if (!dwarf_attr(scope, DW_AT_call_line, &attribute) ||
			dwarf_formudata(&attribute, &line) != 0)
			break;
	}
	return count;
}

const char *grow_code_file(
	const struct grow_code *code, uint64_t address, unsigned *line)
{
	Dwarf_Die *unit = grow_code_unit(code, address);
	Dwarf_Line *found = unit ? dwarf_getsrc_die(unit, address) : NULL;
	int number = 0;
	const char *file = found ? dwarf_linesrc(found, NULL, NULL) : NULL;

	if (file)
		dwarf_lineno(found, &number);
	*line = (unsigned)number;
	return file;
}

bool grow_code_place(const struct grow_code *code, uint64_t address,
	struct grow_place *place)
{
	struct grow_code *own = (struct grow_code *)code;
	void **slot = table_place(&own->places, 0, address);
	struct grow_place *known = *slot;
	struct grow_names names;

	if (!known) {
		known = *slot = arena_alloc_zero(&own->arena, 1, sizeof *known);
		known->file = grow_code_file(code, address, &known->line);
		if (known->file) {
			grow_code_list_names(code, address, 1, &names);
			known->function =
				names.count > 0 ? names.name[0] : NULL;
		}
	}
	*place = *known;
	return place->function != NULL;
}

static void code_reach(const struct grow_code *code, size_t from, bool *reached)
{
	const struct grow_function *function = &code->function[from];

	if (reached[from])
		return;
	reached[from] = true;
	for (size_t i = 0; (function->is_test_code || function->is_framework) &&
			   i < function->callee_count;
		i++)
		code_reach(code, function->callee[i], reached);
}

bool *grow_code_reached_dup(
	const struct grow_code *code, const struct grow_function *from)
{
	bool *reached = memory_alloc_zero(code->count + 1, sizeof *reached);

	code_reach(code, grow_code_index(code, from), reached);
	return reached;
}

bool grow_code_reaches(const struct grow_code *code,
	const struct grow_function *from, const struct grow_function *to)
{
	size_t index = grow_code_index(code, from);

	if (!code->reached[index])
		code->reached[index] = grow_code_reached_dup(code, from);
	return code->reached[index][grow_code_index(code, to)];
}

bool *grow_code_idle_dup(
	const struct grow_code *code, const struct grow_function *only)
{
	bool *from_only = grow_code_reached_dup(code, only);
	bool *idle = memory_alloc_zero(code->count + 1, sizeof *idle);
	bool *busy = memory_alloc_zero(code->count + 1, sizeof *busy);
	bool *skipped = memory_alloc_zero(code->count + 1, sizeof *skipped);

	for (size_t i = 0; i < code->count; i++) {
		const struct grow_function *each = &code->function[i];
		busy[i] = each->is_test && !from_only[i] &&
			  !grow_code_reaches(code, each, only);
		if (busy[i])
			code_reach(code, i, idle);
	}
	/* The tests that are skipped seem to be reached: what leads to them ends there. */
	memcpy(skipped, busy, code->count);
	for (size_t i = 0; i < code->count; i++)
		if (!idle[i] || from_only[i])
			code_reach(code, i, busy);
	for (size_t i = 0; i < code->count; i++)
		idle[i] = skipped[i] || (idle[i] && !busy[i]);
	free(skipped);
	free(busy);
	free(from_only);
	return idle;
}
