/* SPDX-License-Identifier: MIT
 * Finds where the basic blocks of an object file begin. */
#include "config.h"

#include "fuzz-perf/breakpoints/blocks.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz-perf/breakpoints/decode.h"
#include "lib/error.h"
#include "lib/memory.h"

/*--- the file ---*/

static const void *blocks_part(
	const struct blocks_object *object, uint64_t offset, uint64_t bytes)
{
	return offset <= object->size && bytes <= object->size - offset
		       ? object->bytes + offset
		       : NULL;
}

static const Elf64_Ehdr *header_of(const struct blocks_object *object)
{
	return (const Elf64_Ehdr *)object->bytes;
}

static const Elf64_Phdr *blocks_segment(
	const struct blocks_object *object, unsigned i)
{
	const Elf64_Ehdr *header = header_of(object);

	return i < header->e_phnum && header->e_phentsize == sizeof(Elf64_Phdr)
		       ? blocks_part(object,
				 header->e_phoff + i * sizeof(Elf64_Phdr),
				 sizeof(Elf64_Phdr))
		       : NULL;
}

static const Elf64_Shdr *section(const struct blocks_object *object, unsigned i)
{
	const Elf64_Ehdr *header = header_of(object);

	return i < header->e_shnum && header->e_shentsize == sizeof(Elf64_Shdr)
		       ? blocks_part(object,
				 header->e_shoff + i * sizeof(Elf64_Shdr),
				 sizeof(Elf64_Shdr))
		       : NULL;
}

static void look_at_segments(struct blocks_object *object)
{
	bool has_linker = false, has_dynamic = false;
	const Elf64_Phdr *each;

	for (unsigned i = 0; (each = blocks_segment(object, i)); i++) {
		has_linker |= each->p_type == PT_INTERP;
		has_dynamic |= each->p_type == PT_DYNAMIC;
	}
	/* A static PIE has a dynamic section, and says that it is one. */
	object->is_program = has_linker || header_of(object)->e_type == ET_EXEC;
	object->is_static = object->is_program && !has_linker;
	for (unsigned i = 0; !has_linker && has_dynamic &&
			     (each = blocks_segment(object, i));
		i++) {
		const Elf64_Dyn *entry =
			each->p_type == PT_DYNAMIC
				? blocks_part(object, each->p_offset,
					  each->p_filesz)
				: NULL;
		for (size_t j = 0; entry && j < each->p_filesz / sizeof *entry;
			j++)
			if (entry[j].d_tag == DT_FLAGS_1 &&
				entry[j].d_un.d_val & DF_1_PIE)
				object->is_program = object->is_static = true;
	}
}

int blocks_open(
	struct blocks_object *object, const char *path, struct error *err)
{
	struct stat status;
	int file = open(path, O_RDONLY | O_CLOEXEC);
	void *bytes = MAP_FAILED;

	memset(object, 0, sizeof *object);
	object->path = path;
	if (file < 0)
		return error_set_errno(err, "%s", path);
	if (!fstat(file, &status) && S_ISREG(status.st_mode) &&
		(size_t)status.st_size > sizeof(Elf64_Ehdr))
		bytes = mmap(NULL, (size_t)status.st_size, PROT_READ,
			MAP_PRIVATE, file, 0);
	close(file);
	if (bytes != MAP_FAILED) {
		object->bytes = bytes;
		object->size = (size_t)status.st_size;
	}
	if (!object->bytes || memcmp(object->bytes, ELFMAG, SELFMAG))
		return error_set(err,
			"%s is not a compiled program; name the interpreter, "
			"and "
			"give it the script",
			path);
	if (object->bytes[EI_CLASS] != ELFCLASS64 ||
		header_of(object)->e_machine != EM_X86_64)
		return error_set(err, "%s is not for x86-64", path);
	look_at_segments(object);
	return 0;
}

void blocks_close(struct blocks_object *object)
{
	if (object->bytes)
		munmap((void *)object->bytes, object->size);
	object->bytes = NULL;
}

/*--- disassembly ---*/

enum mark {
	MARK_START = 1, /* an instruction begins here */
	MARK_BLOCK = 2,
	MARK_SEEN = 4,
	MARK_ENTRY = 8, /* a function begins here */
};

/* A piece of code of the file. */
struct blocks_code {
	const uint8_t *bytes;
	uint8_t *mark;
	uint64_t address;
	size_t size;
};

struct blocks_search {
	const struct blocks_object *object;
	struct blocks_code *code;
	size_t count, capacity;
	uint64_t *waiting; /* addresses to go on from */
	size_t waiting_count, waiting_capacity;
};

static void blocks_add_code(struct blocks_search *search, uint64_t address,
	uint64_t offset, uint64_t size)
{
	const uint8_t *bytes = blocks_part(search->object, offset, size);

	if (!bytes || !size || address + size > UINT32_MAX)
		return;
	search->code = memory_grow(search->code, &search->capacity,
		search->count + 1, sizeof *search->code);
	search->code[search->count++] = (struct blocks_code){
		bytes, memory_alloc_zero(size, 1), address, size};
}

/* Stubs of the linker belong to nobody's code. */
static bool is_code(const struct blocks_object *object, const Elf64_Shdr *each)
{
	const Elf64_Shdr *names =
		section(object, header_of(object)->e_shstrndx);
	const char *name =
		names ? blocks_part(object, names->sh_offset + each->sh_name, 5)
		      : NULL;

	return each->sh_type == SHT_PROGBITS &&
	       each->sh_flags & SHF_EXECINSTR &&
	       !(name && !strncmp(name, ".plt", 4));
}

static void list_code(struct blocks_search *search)
{
	const struct blocks_object *object = search->object;
	const Elf64_Shdr *each;
	const Elf64_Phdr *loaded;

	for (unsigned i = 0; (each = section(object, i)); i++)
		if (is_code(object, each))
			blocks_add_code(search, each->sh_addr, each->sh_offset,
				each->sh_size);
	/* Without sections: all that is loaded as code. */
	for (unsigned i = 0; !header_of(object)->e_shnum &&
			     (loaded = blocks_segment(object, i));
		i++)
		if (loaded->p_type == PT_LOAD && loaded->p_flags & PF_X)
			blocks_add_code(search, loaded->p_vaddr,
				loaded->p_offset, loaded->p_filesz);
}

/* The mark of ADDRESS; NULL: it is not code of this file. */
static uint8_t *mark_at(struct blocks_search *search, uint64_t address,
	struct blocks_code **found)
{
	for (size_t i = 0; i < search->count; i++) {
		struct blocks_code *code = &search->code[i];
		if (address - code->address >= code->size)
			continue;
		if (found)
			*found = code;
		return &code->mark[address - code->address];
	}
	return NULL;
}

static void blocks_begin_block(struct blocks_search *search, uint64_t address)
{
	uint8_t *mark = mark_at(search, address, NULL);

	if (!mark || *mark & MARK_BLOCK)
		return;
	*mark |= MARK_BLOCK;
	search->waiting =
		memory_grow(search->waiting, &search->waiting_capacity,
			search->waiting_count + 1, sizeof *search->waiting);
	search->waiting[search->waiting_count++] = address;
}

static void begin_function(struct blocks_search *search, uint64_t address)
{
	uint8_t *mark = mark_at(search, address, NULL);

	if (mark)
		*mark |= MARK_ENTRY;
	blocks_begin_block(search, address);
}

enum flow { FLOW_ON, FLOW_FORKS, FLOW_ENDS };

/* Decodes the instruction at AT, marks where it leads, and tells its length in
 * *LENGTH; 0: that is not an instruction. */
static enum flow blocks_step(struct blocks_search *search,
	struct blocks_code *code, size_t at, size_t *length)
{
	struct decoded decoded;
	enum flow flow = FLOW_ON;

	*length = 0;
	if (!decode_instruction(code->bytes + at, code->size - at, &decoded))
		return FLOW_ENDS;
	*length = decoded.length;
	code->mark[at] |= MARK_START;
	switch (decoded.kind) {
	case DECODE_BRANCH:
		flow = FLOW_FORKS;
		break;
	case DECODE_JUMP:
	case DECODE_RETURN:
		flow = FLOW_ENDS;
		break;
	case DECODE_CALL:
		break;
	default:
		return decoded.kind == DECODE_TRAP ? FLOW_ENDS : FLOW_ON;
	}
	if (decoded.is_direct)
		blocks_begin_block(
			search, code->address + at + (uint64_t)decoded.target);
	return flow;
}

/* Between functions there are instructions without effect. */
static bool is_padding(const struct blocks_code *code, size_t at)
{
	const uint8_t *bytes = code->bytes + at;

	return at >= code->size || bytes[0] == 0x90 || bytes[0] == 0xcc ||
	       bytes[0] == 0x00 ||
	       (at + 2 < code->size && bytes[0] == 0x0f && bytes[1] == 0x1f) ||
	       ((bytes[0] == 0x66 || bytes[0] == 0x2e) &&
		       is_padding(code, at + 1));
}

/* How many of the LENGTH bytes at AT stand before the next function. */
static size_t count_before_entry(
	const struct blocks_code *code, size_t at, size_t length)
{
	size_t count = 1;

	while (count < length && !(code->mark[at + count] & MARK_ENTRY))
		count++;
	return count;
}

/* All of CODE, from its start on. What does not decode is stepped over, as are zeros
 * between functions, and what would reach into the next function. */
static void sweep(struct blocks_search *search, struct blocks_code *code)
{
	bool has_ended = false;

	for (size_t at = 0, length; at < code->size; at += length) {
		if (has_ended && code->bytes[at] == 0 &&
			!(code->mark[at] & MARK_ENTRY)) {
			length = 1;
			continue;
		}
		enum flow flow = blocks_step(search, code, at, &length);
		size_t inside = count_before_entry(code, at, length);
		if (inside < length) {
			code->mark[at] &= (uint8_t)~MARK_START;
			length = inside;
			continue;
		}
		if (has_ended && length && !is_padding(code, at)) {
			blocks_begin_block(search, code->address + at);
			has_ended = false;
		}
		if (flow == FLOW_FORKS)
			blocks_begin_block(search, code->address + at + length);
		else if (flow == FLOW_ENDS)
			has_ended = length > 0;
		if (!length)
			length = 1;
	}
}

static void blocks_add_functions(
	struct blocks_search *search, const Elf64_Shdr *table)
{
	size_t count = table->sh_size / sizeof(Elf64_Sym);
	const Elf64_Sym *symbol =
		blocks_part(search->object, table->sh_offset, table->sh_size);

	for (size_t i = 0; symbol && i < count; i++)
		if ((ELF64_ST_TYPE(symbol[i].st_info) == STT_FUNC ||
			    ELF64_ST_TYPE(symbol[i].st_info) ==
				    STT_GNU_IFUNC) &&
			symbol[i].st_shndx != SHN_UNDEF)
			begin_function(search, symbol[i].st_value);
}

/* What .eh_frame_hdr has to search in: pairs of 32 bits, relative to its address, of
 * which the first is where a function, or a part of one, begins. */
static void add_unwound(struct blocks_search *search, const Elf64_Phdr *table)
{
	static const uint8_t usual[] = {1, 0x1b, 0x03, 0x3b};
	const uint8_t *bytes =
		blocks_part(search->object, table->p_offset, table->p_filesz);
	uint32_t count;
	int32_t start;

	if (!bytes || table->p_filesz < 12 ||
		memcmp(bytes, usual, sizeof usual) != 0)
		return;
	memcpy(&count, bytes + 8, sizeof count);
	for (uint64_t i = 0; i < count && 12 + 8 * i + 8 <= table->p_filesz;
		i++) {
		memcpy(&start, bytes + 12 + 8 * i, sizeof start);
		begin_function(
			search, table->p_vaddr + (uint64_t)(int64_t)start);
	}
}

static void add_entries(struct blocks_search *search)
{
	const Elf64_Phdr *loaded;
	const Elf64_Shdr *each;

	if (search->object->is_program)
		begin_function(search, header_of(search->object)->e_entry);
	for (unsigned i = 0; (each = section(search->object, i)); i++)
		if (each->sh_type == SHT_SYMTAB || each->sh_type == SHT_DYNSYM)
			blocks_add_functions(search, each);
	for (unsigned i = 0; (loaded = blocks_segment(search->object, i)); i++)
		if (loaded->p_type == PT_GNU_EH_FRAME)
			add_unwound(search, loaded);
}

/* Follows the code from each waiting address until it ends or was seen. */
static void blocks_descend(struct blocks_search *search)
{
	while (search->waiting_count) {
		uint64_t address = search->waiting[--search->waiting_count];
		enum flow flow = FLOW_ON;
		struct blocks_code *code;
		uint8_t *mark;
		while (flow != FLOW_ENDS &&
			(mark = mark_at(search, address, &code)) &&
			!(*mark & MARK_SEEN)) {
			size_t length;
			*mark |= MARK_SEEN;
			flow = blocks_step(
				search, code, address - code->address, &length);
			address += length;
			if (flow == FLOW_FORKS)
				blocks_begin_block(search, address);
		}
	}
}

/* A breakpoint at an address that is not an instruction's would change one. */
static void take_blocks(
	struct blocks *blocks, const struct blocks_search *search)
{
	size_t capacity = 0, byte_capacity = 0;

	for (size_t i = 0; i < search->count; i++) {
		const struct blocks_code *code = &search->code[i];
		for (size_t at = 0; at < code->size; at++) {
			if (!(code->mark[at] & MARK_BLOCK) ||
				!(code->mark[at] & MARK_START) ||
				code->bytes[at] == 0xcc)
				continue;
			blocks->address = memory_grow(blocks->address,
				&capacity, blocks->count + 1,
				sizeof *blocks->address);
			blocks->byte = memory_grow(blocks->byte, &byte_capacity,
				blocks->count + 1, 1);
			blocks->address[blocks->count] =
				(uint32_t)(code->address + at);
			blocks->byte[blocks->count++] = code->bytes[at];
		}
	}
}

static int compare_code(const void *left, const void *right)
{
	const struct blocks_code *a = left, *b = right;

	return a->address < b->address ? -1 : a->address > b->address;
}

int blocks_find(struct blocks *blocks, const struct blocks_object *object,
	bool only_reached, struct error *err)
{
	struct blocks_search search = {.object = object};

	memset(blocks, 0, sizeof *blocks);
	if (!decode_is_available())
		return error_set(err,
			"%s: this retread was built without Zydis, which finds "
			"the blocks of a program (Debian, Ubuntu: "
			"libzydis-dev)",
			object->path);
	list_code(&search);
	if (search.count > 1)
		qsort(search.code, search.count, sizeof *search.code,
			compare_code);
	add_entries(&search);
	if (only_reached)
		blocks_descend(&search);
	for (size_t i = 0; !only_reached && i < search.count; i++)
		sweep(&search, &search.code[i]);
	take_blocks(blocks, &search);
	for (size_t i = 0; i < search.count; i++)
		free(search.code[i].mark);
	free(search.code);
	free(search.waiting);
	if (!blocks->count)
		return error_set(err, "%s: no code was found in it%s",
			object->path,
			only_reached ? "; without symbols nothing leads to "
				       "its functions"
				     : "");
	return 0;
}

void blocks_release(struct blocks *blocks)
{
	free(blocks->address);
	free(blocks->byte);
	memset(blocks, 0, sizeof *blocks);
}
