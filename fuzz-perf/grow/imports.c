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

static void put_import(struct grow_code *code, uint64_t slot, const char *name)
{
	code->import = memory_grow(code->import, &code->import_capacity,
		code->import_count + 1, sizeof *code->import);
	code->import[code->import_count++] = (struct grow_import){slot, name};
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

	if (name && *name)
		put_import(code, relocation->r_offset, name);
}

/* Functions of the table SYMBOLS that no debug information covers, as those of a framework that is
 * linked statically: each is at an address of its own, where no slot is. */
static void add_bare_functions(
	struct grow_code *code, const Elf64_Shdr *symbols)
{
	const Elf64_Shdr *texts = import_section(code, symbols->sh_link);
	const Elf64_Sym *symbol =
		import_part(code, symbols->sh_offset, symbols->sh_size);
	size_t count = symbol && texts ? symbols->sh_size / sizeof *symbol : 0;

	for (size_t i = 0; i < count; i++) {
		const char *name = import_part(
			code, texts->sh_offset + symbol[i].st_name, 1);
		if (ELF64_ST_TYPE(symbol[i].st_info) == STT_FUNC &&
			symbol[i].st_shndx != SHN_UNDEF && name && *name &&
			!grow_code_find(code, symbol[i].st_value))
			put_import(code, symbol[i].st_value, name);
	}
}

static void add_relocation(struct grow_code *code, const Elf64_Rela *relocation)
{
	code->relocation =
		memory_grow(code->relocation, &code->relocation_capacity,
			code->relocation_count + 1, sizeof *code->relocation);
	code->relocation[code->relocation_count++] = (struct grow_relocation){
		relocation->r_offset, (uint64_t)relocation->r_addend};
}

static int compare_relocations(const void *left, const void *right)
{
	const struct grow_relocation *a = left, *b = right;

	return a->slot < b->slot ? -1 : a->slot > b->slot;
}

uint64_t grow_code_word(const struct grow_code *code, uint64_t address)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)code->object.bytes;
	size_t at, left;
	const uint8_t *bytes;
	uint64_t word = 0;

	SEARCH_EQUAL(at, code->relocation_count,
		code->relocation[at].slot < address
			? -1
			: code->relocation[at].slot > address);
	if (at != SIZE_MAX)
		return code->relocation[at].address;
	bytes = header->e_type == ET_EXEC
			? grow_code_bytes(code, address, &left)
			: NULL;
	if (bytes && left >= sizeof word)
		memcpy(&word, bytes, sizeof word);
	return word;
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
		size_t count =
			relocation ? each->sh_size / sizeof *relocation : 0;
		if (each->sh_type == SHT_SYMTAB)
			add_bare_functions(code, each);
		symbols = import_section(code, each->sh_link);
		for (size_t j = 0; j < count; j++) {
			uint64_t type = ELF64_R_TYPE(relocation[j].r_info);
			if (type == R_X86_64_RELATIVE)
				add_relocation(code, &relocation[j]);
			else if (symbols && (type == R_X86_64_JUMP_SLOT ||
						    type == R_X86_64_GLOB_DAT))
				add_import(code, &relocation[j], symbols);
		}
	}
	if (code->relocation_count > 1)
		qsort(code->relocation, code->relocation_count,
			sizeof *code->relocation, compare_relocations);
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
	const char *bare;

	if (is->is_relative_memory)
		return name_of_slot(
			code, address + is->length +
				      (uint64_t)(int64_t)is->displacement);
	if (!is->is_direct)
		return NULL;
	address += (uint64_t)is->target;
	to = grow_code_find(code, address);
	if (to)
		return to->linkage;
	bare = name_of_slot(code, address);
	return bare ? bare : name_of_stub(code, address);
}

/* The C library's own, and operators of C++, of any size, alignment and for arrays. */
bool grow_imports_manage_memory(const char *linkage)
{
	static const char *const names[] = {"malloc", "free", "aligned_alloc",
		"memalign", "posix_memalign"};
	static const char *const operators[] = {"_Znw", "_Zna", "_Zdl", "_Zda"};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(linkage, names[i]))
			return true;
	for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
		if (!strncmp(linkage, operators[i], strlen(operators[i])))
			return true;
	return false;
}
