/* SPDX-License-Identifier: MIT
 * Reads the procedure linkage table of object files. Symbol tables do not name its stubs;
 * each jumps through a cell, and a relocation says whose address that gets. */
#include "config.h"

#include "analyzer/edges/stubs.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/code/demangle.h"
#include "lib/memory.h"

#define STUB_BYTES 16
#define JUMP_BYTES 6 /* ff 25, and a distance */

struct stub {
	uint64_t start, end;
	uint64_t cell; /* where the address is that it jumps to */
	char *name;    /* NULL: not asked for yet */
	struct symbol_function function;
};

/* The name of the function whose address the cell AT gets by a relocation of SECTION, which
 * HEADER describes; NULL: none. */
static const char *find_relocated(
	Elf *elf, Elf_Scn *section, const GElf_Shdr *header, uint64_t at)
{
	Elf_Scn *table = elf_getscn(elf, header->sh_link);
	Elf_Data *symbols = elf_getdata(table, NULL);
	Elf_Data *cells = elf_getdata(section, NULL);
	GElf_Shdr names;
	GElf_Rela cell;
	GElf_Sym symbol;

	if (!cells || !symbols || !gelf_getshdr(table, &names))
		return NULL;
	for (int i = 0; gelf_getrela(cells, i, &cell); i++)
		if (cell.r_offset == at)
			return gelf_getsym(symbols,
				       (int)GELF_R_SYM(cell.r_info), &symbol) &&
					       symbol.st_name
				       ? elf_strptr(elf, names.sh_link,
						 symbol.st_name)
				       : NULL;
	return NULL;
}

/* The same by any relocation. */
static const char *find_relocation(Elf *elf, uint64_t at)
{
	Elf_Scn *section = NULL;
	const char *name = NULL;
	GElf_Shdr header;

	while (!name && (section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) &&
			header.sh_type == SHT_RELA)
			name = find_relocated(elf, section, &header, at);
	return name;
}

static void add_stub(
	struct stubs *stubs, uint64_t start, uint64_t end, uint64_t cell)
{
	stubs->stub = memory_grow(stubs->stub, &stubs->capacity,
		stubs->count + 1, sizeof *stubs->stub);
	stubs->stub[stubs->count++] =
		(struct stub){.start = start, .end = end, .cell = cell};
}

/* Its jump may be anywhere in a stub. */
static void stubs_read_section(
	struct stubs *stubs, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	const uint8_t *bytes = data ? data->d_buf : NULL;
	size_t size = header->sh_entsize ? header->sh_entsize : STUB_BYTES;

	for (size_t at = 0; bytes && at + JUMP_BYTES <= data->d_size; at++) {
		uint64_t start = header->sh_addr + at / size * size;
		int32_t distance;
		if (bytes[at] != 0xff || bytes[at + 1] != 0x25)
			continue;
		memcpy(&distance, bytes + at + 2, sizeof distance);
		add_stub(stubs, start, start + size,
			header->sh_addr + at + JUMP_BYTES +
				(uint64_t)(int64_t)distance);
		at += JUMP_BYTES - 1;
	}
}

static int compare_stubs(const void *left, const void *right)
{
	const struct stub *a = left, *b = right;

	return a->start < b->start ? -1 : a->start > b->start;
}

void stubs_read(struct stubs *stubs, const char *path)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	*stubs = (struct stubs){
		.path = path, .fd = open(path, O_RDONLY | O_CLOEXEC)};
	if (stubs->fd >= 0 && elf_version(EV_CURRENT) != EV_NONE)
		stubs->elf = elf_begin(stubs->fd, ELF_C_READ, NULL);
	if (!stubs->elf || elf_getshdrstrndx(stubs->elf, &names))
		return;
	while ((section = elf_nextscn(stubs->elf, section))) {
		const char *name =
			gelf_getshdr(section, &header)
				? elf_strptr(stubs->elf, names, header.sh_name)
				: NULL;
		if (name && !strncmp(name, ".plt", 4) &&
			header.sh_type == SHT_PROGBITS)
			stubs_read_section(stubs, section, &header);
	}
	if (stubs->count)
		qsort(stubs->stub, stubs->count, sizeof *stubs->stub,
			compare_stubs);
}

void stubs_release(struct stubs *stubs)
{
	for (size_t i = 0; i < stubs->count; i++)
		free(stubs->stub[i].name);
	free(stubs->stub);
	elf_end(stubs->elf);
	if (stubs->fd >= 0)
		close(stubs->fd);
}

static const struct symbol_function *name_stub(
	const struct stubs *stubs, struct stub *stub)
{
	const char *linkage = find_relocation(stubs->elf, stub->cell);

	if (!linkage)
		return NULL;
	char *name = demangle_name_dup(linkage, false);
	stub->name = memory_format("%s@plt", name ? name : linkage);
	stub->function.name = stub->name;
	stub->function.object = stubs->path;
	free(name);
	return &stub->function;
}

const struct symbol_function *stubs_find(struct stubs *stubs, uint64_t address)
{
	size_t low = 0, high = stubs->count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		struct stub *stub = &stubs->stub[middle];
		if (address < stub->start)
			high = middle;
		else if (address >= stub->end)
			low = middle + 1;
		else
			return stub->name ? &stub->function
					  : name_stub(stubs, stub);
	}
	return NULL;
}
