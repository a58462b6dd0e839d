/* SPDX-License-Identifier: MIT
 * Opens ELF files, and finds the separate file that holds an object's debug
 * information: by build-id, then by .gnu_debuglink. Never asks the network. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/words.h"

/* A mapped file that somebody truncates kills the reader; only files too big
 * to copy are worth that risk. */
#define COPY_BYTES_MAX (64 << 20)
/* libdw may read a string on after a damaged section: it must end in time. */
#define PADDING_BYTES 64

Elf *symbols_elf_open(const char *path, int *fd)
{
	struct stat status;
	Elf *elf;

	*fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (*fd < 0)
		return NULL;
	elf_version(EV_CURRENT);
	if (fstat(*fd, &status) == 0 && S_ISREG(status.st_mode)) {
		elf = elf_begin(*fd,
			status.st_size > COPY_BYTES_MAX ? ELF_C_READ_MMAP
							: ELF_C_READ,
			NULL);
		if (elf && elf_kind(elf) == ELF_K_ELF)
			return elf;
		elf_end(elf);
	}
	close(*fd);
	*fd = -1;
	return NULL;
}

/* Keeps ELF, open as FD, as the file with the debug information of OBJECT: in
 * a copy that is safe to read, unless it is big or only its symbols count. */
static void keep_file(
	struct symbols_object *object, const char *path, Elf *elf, int fd)
{
	struct stat status;
	size_t done = 0, size_bytes;
	ssize_t length = 1;

	object->debug_path = memory_string_dup(path);
	object->debug_elf = elf;
	object->debug_fd = fd;
	if (object->is_system || fstat(fd, &status) != 0 ||
		status.st_size <= 0 || status.st_size > COPY_BYTES_MAX)
		return;
	size_bytes = (size_t)status.st_size;
	object->image = memory_alloc_zero(1, size_bytes + PADDING_BYTES);
	for (; done < size_bytes && length > 0; done += (size_t)length) {
		length = pread(fd, object->image + done, size_bytes - done,
			(off_t)done);
		if (length < 0)
			break;
	}
	elf_end(elf);
	close(fd);
	object->debug_fd = -1;
	object->debug_elf = elf_memory(object->image, size_bytes);
}

bool symbols_elf_has_section(Elf *elf, const char *name)
{
	Elf_Scn *section = NULL;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return false;
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		const char *found;

		if (!gelf_getshdr(section, &header) ||
			header.sh_type == SHT_NOBITS)
			continue;
		found = elf_strptr(elf, names, header.sh_name);
		if (found && strcmp(found, name) == 0)
			return true;
	}
	return false;
}

static bool has_info(Elf *elf)
{
	return symbols_elf_has_section(elf, ".debug_info") ||
	       symbols_elf_has_section(elf, ".zdebug_info");
}

char *symbols_elf_build_id(Elf *elf)
{
	const void *bytes;
	ssize_t length = dwelf_elf_gnu_build_id(elf, &bytes);
	char *text;

	if (length <= 0 || length > 64)
		return NULL;
	text = memory_alloc(2 * (size_t)length + 1);
	for (ssize_t i = 0; i < length; i++) {
		static const char digits[] = "0123456789abcdef";
		unsigned char byte = ((const unsigned char *)bytes)[i];

		text[2 * i] = digits[byte >> 4];
		text[2 * i + 1] = digits[byte & 15];
	}
	text[2 * length] = '\0';
	return text;
}

/* The checksum of .gnu_debuglink: CRC-32 of the whole file. */
static bool has_checksum(int fd, uint32_t expected)
{
	unsigned char buffer[16384];
	uint32_t table[256], sum = ~0u;
	off_t at = 0;
	ssize_t length;

	for (uint32_t i = 0; i < 256; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^
				   (table[i] & 1 ? 0xedb88320u : 0);
	}
	while ((length = pread(fd, buffer, sizeof buffer, at)) > 0) {
		for (ssize_t i = 0; i < length; i++)
			sum = table[(sum ^ buffer[i]) & 255] ^ sum >> 8;
		at += length;
	}
	return ~sum == expected;
}

/* Is the file at PATH the debug file of OBJECT? With equal build-ids it is;
 * without them the checksum decides. */
static bool debugfile_try_file(struct symbols *symbols,
	struct symbols_object *object, const char *path,
	const uint32_t *checksum)
{
	int fd;
	Elf *elf = symbols_elf_open(path, &fd);
	char *build_id;
	bool fits;

	if (!elf)
		return false;
	build_id = symbols_elf_build_id(elf);
	if (build_id && object->build_id)
		fits = strcmp(build_id, object->build_id) == 0;
	else
		fits = checksum && has_checksum(fd, *checksum);
	free(build_id);
	if (fits &&
		(has_info(elf) || symbols_elf_has_section(elf, ".symtab"))) {
		keep_file(object, path, elf, fd);
		return true;
	}
	if (!fits)
		symbols_warn_damage(symbols, object,
			"its separate debug file is of another build");
	elf_end(elf);
	close(fd);
	return false;
}

/* Calls VISIT with the path of each file that may hold the debug information of
 * OBJECT, and the checksum it must have if no build-id tells, until that is
 * true. */
typedef bool visit_function(
	void *data, const char *path, const uint32_t *checksum);

static bool visit_build_id(
	const struct symbols_object *object, visit_function *visit, void *data)
{
	char *path;
	bool found;

	if (!object->build_id || strlen(object->build_id) < 3)
		return false;
	path = memory_format("%s/.build-id/%.2s/%s.debug",
		object->debug_directory, object->build_id,
		object->build_id + 2);
	found = visit(data, path, NULL);
	free(path);
	return found;
}

static bool visit_link(
	const struct symbols_object *object, visit_function *visit, void *data)
{
	const char *const places[][2] = {
		{"", "/"}, {"", "/.debug/"}, {object->debug_directory, "/"}};
	GElf_Word checksum = 0;
	const char *name = dwelf_elf_gnu_debuglink(object->elf, &checksum);
	char *real;
	bool found = false;

	if (!name || !*name || strchr(name, '/'))
		return false;
	real = realpath(object->path, NULL);
	for (size_t i = 0; real && !found && i < 3; i++) {
		int length = (int)(words_base_name(real) - real) - 1;
		char *path = memory_format("%s%.*s%s%s", places[i][0],
			length < 0 ? 0 : length, real, places[i][1], name);

		found = strcmp(path, real) != 0 && visit(data, path, &checksum);
		free(path);
	}
	free(real);
	return found;
}

struct debugfile_search {
	struct symbols *symbols;
	struct symbols_object *object;
};

static bool open_candidate(
	void *data, const char *path, const uint32_t *checksum)
{
	struct debugfile_search *search = data;

	return debugfile_try_file(
		search->symbols, search->object, path, checksum);
}

bool symbols_debugfile_open(
	struct symbols *symbols, struct symbols_object *object)
{
	struct debugfile_search search = {symbols, object};

	if (has_info(object->elf)) {
		int fd;
		Elf *elf = symbols_elf_open(object->path, &fd);

		if (elf)
			keep_file(object, object->path, elf, fd);
	} else if (!visit_build_id(object, open_candidate, &search)) {
		visit_link(object, open_candidate, &search);
	}
	return object->debug_elf && !object->is_system &&
	       has_info(object->debug_elf);
}

struct list {
	void (*visit)(void *data, const char *path);
	void *data;
};

static bool list_candidate(
	void *data, const char *path, const uint32_t *checksum)
{
	struct list *list = data;

	(void)checksum;
	list->visit(list->data, path);
	return false;
}

void symbols_debugfile_list(const struct symbols_object *object,
	void (*visit)(void *data, const char *path), void *data)
{
	struct list list = {visit, data};

	if (has_info(object->elf))
		return;
	visit_build_id(object, list_candidate, &list);
	visit_link(object, list_candidate, &list);
}

/* The file dwz moved shared entries to. libdw finds it by build-id and by an
 * absolute name; a relative one means: beside the file that names it. */
void symbols_debugfile_open_shared(
	struct symbols *symbols, struct symbols_object *object)
{
	const void *build_id;
	const char *name;
	char *path;

	if (dwelf_dwarf_gnu_debugaltlink(object->dwarf, &name, &build_id) <=
			0 ||
		dwarf_getalt(object->dwarf))
		return;
	path = memory_format("%.*s%s",
		(int)(words_base_name(object->debug_path) - object->debug_path),
		object->debug_path, name);
	object->shared_elf = symbols_elf_open(path, &object->shared_fd);
	free(path);
	if (object->shared_elf)
		object->shared_dwarf =
			dwarf_begin_elf(object->shared_elf, DWARF_C_READ, NULL);
	if (object->shared_dwarf)
		dwarf_setalt(object->dwarf, object->shared_dwarf);
	else
		symbols_warn_damage(symbols, object,
			"the file with its shared part, .gnu_debugaltlink, is "
			"missing");
}
