/* SPDX-License-Identifier: MIT
 * A cache file must agree with these: the program that wrote it, and the files
 * that the names in it come from. Any of these may change under the same
 * build-id: a debug package is installed, a library is stripped. */
#include "config.h"

#include "analyzer/symbols/cache.h"

#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/symbols/debug_info.h"

/* Two hashes of all that was added. */
struct stamp {
	uint64_t *sum;
};

static void stamp_add_bytes(
	struct stamp *stamp, const void *bytes, size_t size_bytes)
{
	stamp->sum[0] = symbols_hash(stamp->sum[0], bytes, size_bytes);
	stamp->sum[1] = symbols_hash(~stamp->sum[1], bytes, size_bytes);
}

static void add_number(struct stamp *stamp, uint64_t number)
{
	stamp_add_bytes(stamp, &number, sizeof number);
}

static void stamp_add_text(struct stamp *stamp, const char *text)
{
	stamp_add_bytes(stamp, text, strlen(text) + 1);
}

/* The notes of the program itself, which hold its build-id: another build may
 * name things in other words. The program is the first object listed. */
static int add_own_notes(struct dl_phdr_info *object, size_t size, void *data)
{
	struct stamp *stamp = data;

	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &object->dlpi_phdr[i];

		if (header->p_type == PT_NOTE)
			stamp_add_bytes(stamp,
				(const char *)object->dlpi_addr +
					header->p_vaddr,
				header->p_memsz);
	}
	return 1;
}

static void stamp_add_file(void *data, const char *path)
{
	struct stamp *stamp = data;
	struct stat status;

	if (stat(path, &status) != 0)
		return;
	stamp_add_text(stamp, path);
	add_number(stamp, (uint64_t)status.st_size);
	add_number(stamp, (uint64_t)status.st_mtim.tv_sec);
	add_number(stamp, (uint64_t)status.st_mtim.tv_nsec);
}

void symbols_stamp(const struct symbols_object *object, uint64_t sum[2])
{
	struct stamp stamp = {sum};
	struct stat status;

	sum[0] = sum[1] = CACHE_VERSION;
	stamp_add_text(&stamp, PACKAGE_VERSION);
	dl_iterate_phdr(add_own_notes, &stamp);
	stamp_add_text(&stamp, object->build_id);
	add_number(&stamp, object->is_system);
	/* The object is known by its build-id; its time says nothing. */
	if (fstat(object->fd, &status) == 0)
		add_number(&stamp, (uint64_t)status.st_size);
	symbols_debugfile_list(object, stamp_add_file, &stamp);
}
