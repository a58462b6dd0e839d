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

void grow_code_list_names(const struct grow_code *code, uint64_t address,
	size_t max, struct grow_names *names)
{
	Dwarf_Addr bias = 0;
	Dwarf_Die *unit =
		dwfl_module_addrdie(code->module, address + code->bias, &bias);
	Dwarf_Die *scope = NULL, *around = NULL;
	/* Around what is inlined are where it was written, and where it is. */
	int count = unit && dwarf_getscopes(unit, address + code->bias - bias,
				    &scope) > 0
			    ? dwarf_getscopes_die(&scope[0], &around)
			    : 0;

	names->count = 0;
	for (int i = 0; i < count && names->count < max; i++) {
		const char *name =
			dwarf_tag(&around[i]) == DW_TAG_inlined_subroutine ||
					dwarf_tag(&around[i]) ==
						DW_TAG_subprogram
				? grow_functions_name(
					  (struct grow_code *)code, &around[i])
				: NULL;
		if (name)
			names->name[names->count++] = name;
	}
	free(around);
	free(scope);
}

const char *grow_code_file(
	const struct grow_code *code, uint64_t address, unsigned *line)
{
	Dwfl_Line *found =
		dwfl_module_getsrc(code->module, address + code->bias);
	int number = 0;
	const char *file =
		found ? dwfl_lineinfo(found, NULL, &number, NULL, NULL, NULL)
		      : NULL;

	*line = (unsigned)number;
	return file;
}

bool grow_code_place(const struct grow_code *code, uint64_t address,
	struct grow_place *place)
{
	struct grow_names names;

	*place = (struct grow_place){0};
	place->file = grow_code_file(code, address, &place->line);
	if (!place->file)
		return false;
	grow_code_list_names(code, address, 1, &names);
	place->function = names.count > 0 ? names.name[0] : NULL;
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
	bool *reached = grow_code_reached_dup(code, from);
	bool found = reached[grow_code_index(code, to)];

	free(reached);
	return found;
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
