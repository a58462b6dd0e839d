/* SPDX-License-Identifier: MIT
 * Breakpoints on the blocks of this process, which remove themselves. */
#include "config.h"

#include "fuzz-perf/breakpoints/traps.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#include "lib/format/block_list.h"

#define TRAP 0xcc

/*--- code ---*/

static uint8_t *traps_code_of(
	const struct traps_object *object, uint32_t number)
{
	return (uint8_t *)(object->bias + object->address[number]);
}

void traps_arm(const struct traps_object *object)
{
	for (uint32_t i = 0; i < object->count; i++) {
		uint8_t *code = traps_code_of(object, i);
		if (*code == object->byte[i])
			*code = TRAP;
	}
}

const struct traps_object *traps_object_of(
	const struct traps *traps, uint32_t block)
{
	const struct traps_object *object = traps->object;

	while (block - object->first >= object->count)
		object++;
	return object;
}

void traps_disarm(const struct traps *traps, uint32_t block)
{
	const struct traps_object *object = traps_object_of(traps, block);
	uint32_t number = block - object->first;
	uint8_t *code = traps_code_of(object, number);

	if (*code == TRAP)
		*code = object->byte[number];
}

/* How many blocks of OBJECT begin at ADDRESS or before. */
static uint32_t count_until(
	const struct traps_object *object, uintptr_t address)
{
	uint32_t low = 0, high = object->count;

	if (address < object->bias)
		return 0;
	address -= object->bias;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (object->address[middle] <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void traps_keep(struct traps *traps, uintptr_t start, uintptr_t end)
{
	traps->blocks = 0;
	for (uint32_t i = 0; i < traps->objects; i++) {
		struct traps_object *object = &traps->object[i];
		uint32_t low = start ? count_until(object, start - 1) : 0;
		uint32_t high = end ? count_until(object, end - 1) : 0;

		object->address += low;
		object->byte += low;
		object->count = high > low ? high - low : 0;
		object->first = traps->blocks;
		traps->blocks += object->count;
	}
}

bool traps_cover(const struct traps *traps, uintptr_t start, size_t bytes)
{
	for (uint32_t i = 0; i < traps->objects; i++) {
		const struct traps_object *object = &traps->object[i];
		if (count_until(object, start + bytes - 1) >
			(start ? count_until(object, start - 1) : 0))
			return true;
	}
	return false;
}

/* Removes the breakpoint at ADDRESS; another thread may have done so before. */
static uint32_t traps_take(const struct traps *traps, uintptr_t address)
{
	for (uint32_t i = 0; i < traps->objects; i++) {
		const struct traps_object *object = &traps->object[i];
		uint32_t count = count_until(object, address);
		if (!count ||
			traps_code_of(object, count - 1) != (uint8_t *)address)
			continue;
		traps_disarm(traps, object->first + count - 1);
		return object->first + count - 1;
	}
	return TRAPS_NONE;
}

uint32_t traps_take_signal(
	const struct traps *traps, const siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	greg_t address = registers[REG_RIP] - 1;
	uint32_t block = TRAPS_NONE;

	/* Others are sent. */
	if (info->si_code > 0)
		block = traps_take(traps, (uintptr_t)address);
	if (block != TRAPS_NONE)
		registers[REG_RIP] = address;
	return block;
}

uint32_t traps_block_around(const struct traps *traps, uintptr_t address)
{
	uint32_t found = TRAPS_NONE;

	for (uint32_t i = 0; i < traps->objects; i++) {
		const struct traps_object *object = &traps->object[i];
		uint32_t count = count_until(object, address);
		/* The last block of an object ends somewhere after it. */
		if (count && (count < object->count || found == TRAPS_NONE))
			found = object->first + count - 1;
	}
	return found;
}

/*--- lists ---*/

static const struct block_list *map_list(const char *path)
{
	const struct block_list *list = MAP_FAILED;
	struct stat status;
	int file = open(path, O_RDONLY | O_CLOEXEC);

	if (file >= 0 && !fstat(file, &status) &&
		(size_t)status.st_size > sizeof *list)
		list = mmap(NULL, (size_t)status.st_size, PROT_READ,
			MAP_PRIVATE, file, 0);
	if (file >= 0)
		close(file);
	if (list == MAP_FAILED ||
		memcmp(list->magic, BLOCK_LIST_MAGIC, sizeof list->magic) ||
		list->version != sizeof *list || !list->path_bytes ||
		sizeof *list + 5ull * list->count + list->path_bytes !=
			(uint64_t)status.st_size)
		return NULL;
	return list;
}

struct traps_search {
	struct traps_object *object;
	bool is_program, is_found;
	dev_t device;
	ino_t file;
};

static void open_code(
	struct traps_search *search, const struct dl_phdr_info *info)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;

	search->object->bias = info->dlpi_addr;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + part->p_vaddr;
		uintptr_t end = (start + part->p_memsz + page) & ~page;
		start &= ~page;
		if (part->p_type == PT_LOAD && part->p_flags & PF_X &&
			!mprotect((void *)start, end - start,
				PROT_READ | PROT_WRITE | PROT_EXEC))
			search->is_found = true;
	}
}

/* The program comes first, and has no name there. */
static int traps_find_object(struct dl_phdr_info *info, size_t size, void *data)
{
	struct traps_search *search = data;
	struct stat status;

	(void)size;
	if (search->is_program ||
		(*info->dlpi_name && !stat(info->dlpi_name, &status) &&
			status.st_dev == search->device &&
			status.st_ino == search->file)) {
		open_code(search, info);
		return 1;
	}
	return 0;
}

const char *traps_add(struct traps *traps, const char *path, const char **about)
{
	const struct block_list *list = map_list(path);
	struct traps_object *object = &traps->object[traps->objects];
	struct traps_search search = {.object = object};
	struct stat status;

	*about = path;
	if (!list || traps->objects == TRAPS_OBJECTS)
		return list ? "is one object too many"
			    : "is not a list of blocks";
	if (!list->count)
		return NULL;
	search.is_program = list->is_program;
	object->count = list->count;
	object->first = traps->blocks;
	object->address = (const uint32_t *)(list + 1);
	object->byte = (const uint8_t *)(object->address + list->count);
	*about = object->path = (const char *)object->byte + list->count;
	if (!stat(object->path, &status)) {
		search.device = status.st_dev;
		search.file = status.st_ino;
	}
	/* What the program would load later is loaded now, so that numbers do
	 * not depend on when. */
	if (!list->is_program)
		dlopen(object->path, RTLD_NOW);
	dl_iterate_phdr(traps_find_object, &search);
	if (!search.is_found)
		return "its code cannot be watched";
	traps->blocks += list->count;
	traps->objects++;
	return NULL;
}
