/* SPDX-License-Identifier: MIT
 * Functions of other objects that a program calls, by the words that the dynamic linker
 * fills with their addresses. */
#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/breakpoints/decode.h"
#include "fuzz-perf/grow/code.h"
#include "lib/search.h"

#define STUB_STEPS 4 /* instructions of a stub of the linker, at most */

/* The SIZE bytes at OFFSET of the file; NULL: it is shorter. */
static const void *import_part(
	const struct grow_code *code, uint64_t offset, uint64_t size)
{
	return offset <= code->object.size && size <= code->object.size - offset
		       ? code->object.bytes + offset
		       : NULL;
}

static const Elf64_Shdr *import_section(
	const struct grow_code *code, unsigned index)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)code->object.bytes;

	return index < header->e_shnum &&
			       header->e_shentsize == sizeof(Elf64_Shdr)
		       ? import_part(code,
				 header->e_shoff + index * sizeof(Elf64_Shdr),
				 sizeof(Elf64_Shdr))
		       : NULL;
}

static void add_import(struct grow_code *code, const Elf64_Rela *relocation,
	const Elf64_Shdr *symbols)
{
	const Elf64_Shdr *texts = import_section(code, symbols->sh_link);
	const Elf64_Sym *symbol = import_part(code,
		symbols->sh_offset +
			ELF64_R_SYM(relocation->r_info) * sizeof *symbol,
		sizeof *symbol);
	const char *name =
		texts && symbol ? import_part(code,
					  texts->sh_offset + symbol->st_name, 1)
				: NULL;

	if (!name || !*name)
		return;
	code->import = memory_grow(code->import, &code->import_capacity,
		code->import_count + 1, sizeof *code->import);
	code->import[code->import_count++] =
		(struct grow_import){relocation->r_offset, name};
}

static int compare_imports(const void *left, const void *right)
{
	const struct grow_import *a = left, *b = right;

	return a->slot < b->slot ? -1 : a->slot > b->slot;
}

void grow_code_read_imports(struct grow_code *code)
{
	const Elf64_Shdr *each, *symbols;

	for (unsigned i = 0; (each = import_section(code, i)); i++) {
		const Elf64_Rela *relocation =
			each->sh_type == SHT_RELA
				? import_part(
					  code, each->sh_offset, each->sh_size)
				: NULL;
		symbols = import_section(code, each->sh_link);
		for (size_t j = 0; relocation && symbols &&
				   j < each->sh_size / sizeof *relocation;
			j++)
			if (ELF64_R_TYPE(relocation[j].r_info) ==
					R_X86_64_JUMP_SLOT ||
				ELF64_R_TYPE(relocation[j].r_info) ==
					R_X86_64_GLOB_DAT)
				add_import(code, &relocation[j], symbols);
	}
	if (code->import_count > 1)
		qsort(code->import, code->import_count, sizeof *code->import,
			compare_imports);
}

static const char *name_of_slot(const struct grow_code *code, uint64_t slot)
{
	size_t at;

	SEARCH_EQUAL(at, code->import_count,
		code->import[at].slot < slot ? -1
					     : code->import[at].slot > slot);
	return at == SIZE_MAX ? NULL : code->import[at].name;
}

/* A stub jumps to where a slot says. */
static const char *name_of_stub(const struct grow_code *code, uint64_t stub)
{
	struct decoded is;
	const uint8_t *bytes;
	size_t left;

	for (size_t i = 0; i < STUB_STEPS; i++, stub += is.length) {
		bytes = grow_code_bytes(code, stub, &left);
		if (!bytes || !decode_instruction(bytes, left, &is))
			return NULL;
		if (is.kind == DECODE_JUMP)
			return is.is_relative_memory
				       ? grow_code_callee(code, stub, &is)
				       : NULL;
	}
	return NULL;
}

const char *grow_code_callee(const struct grow_code *code, uint64_t address,
	const struct decoded *is)
{
	const struct grow_function *to;

	if (is->is_relative_memory)
		return name_of_slot(
			code, address + is->length +
				      (uint64_t)(int64_t)is->displacement);
	if (!is->is_direct)
		return NULL;
	to = grow_code_find(code, address + (uint64_t)is->target);
	return to ? to->linkage
		  : name_of_stub(code, address + (uint64_t)is->target);
}
