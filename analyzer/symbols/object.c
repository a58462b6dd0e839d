/* SPDX-License-Identifier: MIT
 * Object files: their headers, their DWARF, and the warnings about them. */
#include "config.h"

#include "analyzer/symbols/cache.h"
#include "analyzer/symbols/debug_info.h"

#include <errno.h>
#include <gelf.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/words.h"

#define SEGMENTS_MAX	4096
#define DEBUG_DIRECTORY "/usr/lib/debug"

static void read_segments(struct symbols_object *object)
{
	size_t count = 0;

	if (elf_getphdrnum(object->elf, &count) != 0 || count > SEGMENTS_MAX)
		return;
	object->segments = memory_alloc_zero(count, sizeof *object->segments);
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr header;

		if (!gelf_getphdr(object->elf, (int)i, &header) ||
			header.p_type != PT_LOAD ||
			header.p_vaddr + header.p_memsz < header.p_vaddr ||
			header.p_offset + header.p_filesz < header.p_offset)
			continue;
		object->segments[object->segment_count++] =
			(struct symbols_segment){.start = header.p_vaddr,
				.end = header.p_vaddr + header.p_memsz,
				.file_offset = header.p_offset,
				.file_bytes = header.p_filesz,
				.writable = header.p_flags & PF_W,
				.executable = header.p_flags & PF_X};
	}
}

void symbols_warn_unreadable(
	struct symbols *symbols, struct symbols_object *object)
{
	if (object->elf || object->warned_debug || object->path[0] == '[')
		return; /* [vdso] and the like are not files */
	object->warned_debug = true;
	symbols_warn(symbols,
		"%s: cannot be read (%s); its functions are shown by the "
		"file's name only; analyse on the machine where the program "
		"ran, with the file still there",
		object->path,
		object->open_error ? strerror(object->open_error)
				   : "not an ELF file");
}

static void open_object(struct symbols_object *object)
{
	object->fd = object->debug_fd = object->shared_fd = -1;
	errno = 0;
	object->elf = symbols_elf_open(object->path, &object->fd);
	object->open_error = errno;
	if (!object->elf)
		return;
	object->build_id = symbols_elf_build_id(object->elf);
	read_segments(object);
}

/* Is PATH a library of the system? These are leaves for the analyzer, and
 * reading their debug information takes longer than a small test runs. */
static bool object_is_of_system(const char *path)
{
	static const char *const directories[] = {
		"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};

	for (size_t i = 0; i < sizeof directories / sizeof *directories; i++) {
		if (strncmp(path, directories[i], strlen(directories[i])) == 0)
			return true;
	}
	return false;
}

struct symbols_object *symbols_object_find(
	struct symbols *symbols, const char *path)
{
	struct symbols_object *object;
	struct stat status;
	int64_t changed_ns;

	if (stat(path, &status) != 0)
		memset(&status, 0, sizeof status);
	changed_ns = (int64_t)status.st_mtim.tv_sec * 1000000000 +
		     status.st_mtim.tv_nsec;
	for (object = symbols->objects; object; object = object->next) {
		if (object->device == status.st_dev &&
			object->inode == status.st_ino &&
			object->changed_ns == changed_ns &&
			strcmp(object->path, path) == 0)
			return object;
	}
	object = memory_alloc_zero(1, sizeof *object);
	object->path = memory_string_dup(path);
	object->base_name = words_base_name(object->path);
	object->is_system = object_is_of_system(object->path);
	object->debug_directory = symbols->debug_directory
					  ? symbols->debug_directory
					  : DEBUG_DIRECTORY;
	object->device = status.st_dev;
	object->inode = status.st_ino;
	object->changed_ns = changed_ns;
	object->next = symbols->objects;
	symbols->objects = object;
	open_object(object);
	symbols_cache_open(symbols, object);
	return object;
}

const struct symbols_segment *symbols_object_segment(
	const struct symbols_object *object, uint64_t pc)
{
	for (size_t i = 0; i < object->segment_count; i++) {
		const struct symbols_segment *segment = &object->segments[i];

		if (pc >= segment->start && pc < segment->end)
			return segment;
	}
	return NULL;
}

void symbols_object_open_dwarf(
	struct symbols *symbols, struct symbols_object *object)
{
	if (object->has_dwarf)
		return;
	object->has_dwarf = true;
	if (!object->elf)
		return;
	if (!symbols_debugfile_open(symbols, object))
		return;
	object->dwarf = dwarf_begin_elf(object->debug_elf, DWARF_C_READ, NULL);
	if (!object->dwarf) {
		symbols_warn_damage(symbols, object, dwarf_errmsg(-1));
		return;
	}
	symbols_debugfile_open_shared(symbols, object);
	symbols_units_find(symbols, object);
}

void symbols_object_free(struct symbols_object *object)
{
	for (size_t i = 0; i < object->unit_count; i++)
		symbols_unit_release(&object->units[i]);
	free(object->units);
	symbols_table_release(&object->unit_table);
	symbols_table_release(&object->symbol_table);
	free(object->symbol_names);
	free(object->symbol_functions);
	free(object->data_symbols);
	free(object->variables);
	free(object->segments);
	if (object->cfi_eh)
		dwarf_cfi_end(object->cfi_eh);
	if (object->dwarf)
		dwarf_end(object->dwarf);
	if (object->debug_elf)
		elf_end(object->debug_elf);
	if (object->shared_dwarf)
		dwarf_end(object->shared_dwarf);
	if (object->shared_elf)
		elf_end(object->shared_elf);
	if (object->shared_fd >= 0)
		close(object->shared_fd);
	free(object->debug_path);
	free(object->image);
	if (object->elf)
		elf_end(object->elf);
	if (object->debug_fd >= 0)
		close(object->debug_fd);
	if (object->fd >= 0)
		close(object->fd);
	free(object->build_id);
	symbols_cache_free(object->cache);
	free(object->labels);
	table_release(&object->label_of);
	free(object->path);
	free(object);
}
