/* SPDX-License-Identifier: MIT
 * Reads section names, symbols and notes of a program. */
#include "config.h"

#include "lib/code/elf.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gelf.h>
#include <libelf.h>

#include "lib/error.h"
#include "lib/memory.h"

#ifndef GNU_PROPERTY_X86_ISA_1_NEEDED
#define GNU_PROPERTY_X86_ISA_1_NEEDED 0xc0008002
#endif
#define ISA_V4 8u

#define BUILD_ID_BYTES_MAX 64

/* Every target of libFuzzer, and of ours, defines this. */
#define HARNESS "LLVMFuzzerTestOneInput"

/* A symbol that the compiler refers to in every file it instruments. */
static const struct {
	const char *symbol;
	const char *sanitizer;
} sanitizers[] = {
	{"__asan_init", "AddressSanitizer"},
	{"__hwasan_init", "HWAddressSanitizer"},
	{"__msan_init", "MemorySanitizer"},
	{"__tsan_init", "ThreadSanitizer"},
};

struct elf_reading {
	Elf *elf;
	struct elf_facts *facts;
	unsigned char build_id[BUILD_ID_BYTES_MAX];
	size_t build_id_bytes;
	char debug_link[256];
};

static const char *sanitizer_of(const char *symbol)
{
	for (size_t i = 0; i < sizeof sanitizers / sizeof sanitizers[0]; i++) {
		if (strcmp(symbol, sanitizers[i].symbol) == 0)
			return sanitizers[i].sanitizer;
	}
	return NULL;
}

static void read_symbols(
	struct elf_reading *reading, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Sym symbol;

	if (!data || header->sh_entsize == 0)
		return;
	for (size_t i = 0; i < header->sh_size / header->sh_entsize; i++) {
		const char *name;
		if (!gelf_getsym(data, (int)i, &symbol))
			return;
		name = elf_strptr(
			reading->elf, header->sh_link, symbol.st_name);
		if (name && !reading->facts->sanitizer)
			reading->facts->sanitizer = sanitizer_of(name);
		if (name && strcmp(name, HARNESS) == 0)
			reading->facts->is_harness = true;
	}
}

/* The version stands after the length of the first unit. */
static unsigned dwarf_version(Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data;
	const unsigned char *bytes;
	size_t at = 4;
	unsigned version;

	if ((header->sh_flags & SHF_COMPRESSED) != 0 &&
		elf_compress(section, 0, 0) < 0)
		return 0;
	data = elf_rawdata(section, NULL);
	if (!data || !data->d_buf || data->d_size < 14)
		return 0;
	bytes = data->d_buf;
	if (memcmp(bytes, "\xff\xff\xff\xff", 4) == 0)
		at = 12;
	version = bytes[at] | (unsigned)bytes[at + 1] << 8;
	return version >= 2 && version <= 5 ? version : 0;
}

/* .comment holds "GCC: (Debian 12.2.0-14) 12.2.0" and the like, one for every
 * compiler involved; clang's comes with the start files' gcc. */
static void read_compiler(struct elf_reading *reading, Elf_Scn *section)
{
	Elf_Data *data = elf_rawdata(section, NULL);
	const char *text, *end;
	char *compiler = reading->facts->compiler;

	if (!data || !data->d_buf)
		return;
	text = data->d_buf;
	end = text + data->d_size;
	while (text < end) {
		size_t length = strnlen(text, (size_t)(end - text));
		const char *clang = memmem(text, length, "clang version ", 14);
		const char *blank = memrchr(text, ' ', length);
		if (clang) {
			const char *version = clang + 14;
			size_t left = length - (size_t)(version - text);
			const char *stop = memchr(version, ' ', left);
			snprintf(compiler, sizeof reading->facts->compiler,
				"clang %.*s",
				(int)(stop ? (size_t)(stop - version) : left),
				version);
			return;
		}
		if (length > 4 && memcmp(text, "GCC:", 4) == 0 && blank)
			snprintf(compiler, sizeof reading->facts->compiler,
				"GCC %.*s",
				(int)(length - (size_t)(blank + 1 - text)),
				blank + 1);
		text += length + 1;
	}
}

/* GNU properties: type, size, data, padded to 8. */
static void read_properties(
	struct elf_reading *reading, const unsigned char *bytes, size_t count)
{
	while (count >= 8) {
		uint32_t type, size, value;
		memcpy(&type, bytes, 4);
		memcpy(&size, bytes + 4, 4);
		if (size > count - 8)
			return;
		if (type == GNU_PROPERTY_X86_ISA_1_NEEDED && size >= 4) {
			memcpy(&value, bytes + 8, 4);
			if ((value & ISA_V4) != 0)
				reading->facts->needs_avx512 = true;
		}
		size = (size + 7) & ~7u;
		if (size > count - 8)
			return;
		bytes += 8 + size;
		count -= 8 + size;
	}
}

static void read_notes(struct elf_reading *reading, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t offset = 0, next, name, description;
	GElf_Nhdr note;

	while (data && offset < data->d_size &&
		(next = gelf_getnote(
			 data, offset, &note, &name, &description)) > 0) {
		const unsigned char *bytes = data->d_buf;
		if (note.n_namesz == 4 && memcmp(bytes + name, "GNU", 4) == 0) {
			if (note.n_type == NT_GNU_BUILD_ID &&
				note.n_descsz <= BUILD_ID_BYTES_MAX) {
				memcpy(reading->build_id, bytes + description,
					note.n_descsz);
				reading->build_id_bytes = note.n_descsz;
			}
			if (note.n_type == NT_GNU_PROPERTY_TYPE_0)
				read_properties(reading, bytes + description,
					note.n_descsz);
		}
		offset = next;
	}
}

static void read_debug_link(struct elf_reading *reading, Elf_Scn *section)
{
	Elf_Data *data = elf_rawdata(section, NULL);

	if (data && data->d_buf)
		snprintf(reading->debug_link, sizeof reading->debug_link,
			"%.*s", (int)data->d_size, (const char *)data->d_buf);
}

#ifndef ELFCOMPRESS_ZSTD /* before elfutils 0.189 */
#define ELFCOMPRESS_ZSTD 2
#endif

static void read_debug_info(
	struct elf_reading *reading, Elf_Scn *section, const GElf_Shdr *header)
{
	GElf_Chdr compression;

	reading->facts->dwarf_version = dwarf_version(section, header);
	reading->facts->has_zstd_debug =
		reading->facts->dwarf_version == 0 &&
		(header->sh_flags & SHF_COMPRESSED) &&
		gelf_getchdr(section, &compression) &&
		compression.ch_type == ELFCOMPRESS_ZSTD;
}

static void lib_elf_read_section(struct elf_reading *reading, Elf_Scn *section,
	const GElf_Shdr *header, const char *name)
{
	if (header->sh_type == SHT_DYNSYM || header->sh_type == SHT_SYMTAB)
		read_symbols(reading, section, header);
	else if (header->sh_type == SHT_NOTE)
		read_notes(reading, section);
	else if (header->sh_type == SHT_DYNAMIC)
		reading->facts->is_static = false;
	else if (header->sh_type == SHT_NOBITS)
		return;
	else if (strcmp(name, ".debug_info") == 0 ||
		 strcmp(name, ".zdebug_info") == 0)
		read_debug_info(reading, section, header);
	else if (strcmp(name, ".comment") == 0)
		read_compiler(reading, section);
	else if (strcmp(name, ".gnu_debuglink") == 0)
		read_debug_link(reading, section);
}

static int elf_read_sections(struct elf_reading *reading, struct error *err)
{
	size_t names;
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	if (elf_getshdrstrndx(reading->elf, &names) != 0)
		return error_set(err, "damaged: %s", elf_errmsg(-1));
	while ((section = elf_nextscn(reading->elf, section))) {
		const char *name;
		if (!gelf_getshdr(section, &header))
			return error_set(err, "damaged: %s", elf_errmsg(-1));
		name = elf_strptr(reading->elf, names, header.sh_name);
		lib_elf_read_section(
			reading, section, &header, name ? name : "");
	}
	return 0;
}

static bool is_file(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Where the distribution keeps debug information apart: by build-id, or by the
 * name in .gnu_debuglink beside the program. */
static bool find_debug_file(struct elf_reading *reading, const char *path)
{
	char *file = reading->facts->debug_file;
	size_t bytes = sizeof reading->facts->debug_file;
	const char *slash = strrchr(path, '/');
	int directory_length = slash ? (int)(slash - path) : 1;
	const char *directory = slash ? path : ".";
	int used;

	if (reading->build_id_bytes > 1) {
		used = snprintf(file, bytes, "/usr/lib/debug/.build-id/%02x/",
			reading->build_id[0]);
		for (size_t i = 1; i < reading->build_id_bytes; i++)
			used += snprintf(file + used, bytes - (size_t)used,
				"%02x", reading->build_id[i]);
		snprintf(file + used, bytes - (size_t)used, ".debug");
		if (is_file(file))
			return true;
	}
	for (size_t i = 0; reading->debug_link[0] != '\0' && i < 2; i++) {
		char *name =
			memory_format("%.*s/%s%s", directory_length, directory,
				i == 0 ? "" : ".debug/", reading->debug_link);
		bool found = strlen(name) < bytes && is_file(name) &&
			     strcmp(name, path) != 0;
		if (found)
			strcpy(file, name);
		free(name);
		if (found)
			return true;
	}
	file[0] = '\0';
	return false;
}

static int read_elf(const char *path, struct elf_reading *reading, bool follow,
	struct error *err);

/* Takes the DWARF version of the separate file; that it is there is enough. */
static void follow_debug_file(struct elf_reading *reading, const char *path)
{
	struct elf_facts facts = {0};
	struct elf_reading debug = {.facts = &facts};

	if (!find_debug_file(reading, path))
		return;
	if (read_elf(reading->facts->debug_file, &debug, false, NULL) == 0)
		reading->facts->dwarf_version = facts.dwarf_version;
}

static bool has_elf_magic(int descriptor)
{
	char magic[SELFMAG];

	return pread(descriptor, magic, SELFMAG, 0) == SELFMAG &&
	       memcmp(magic, ELFMAG, SELFMAG) == 0;
}

/* libelf takes a file that ends too early for one without sections. */
static bool is_cut(int descriptor, const GElf_Ehdr *header)
{
	struct stat status;

	return fstat(descriptor, &status) != 0 ||
	       header->e_shoff > (uint64_t)status.st_size ||
	       (uint64_t)header->e_shnum * header->e_shentsize >
		       (uint64_t)status.st_size - header->e_shoff;
}

static int read_open_elf(
	struct elf_reading *reading, int descriptor, struct error *err)
{
	GElf_Ehdr header;

	if (!has_elf_magic(descriptor))
		return 0;
	reading->facts->is_elf = true;
	reading->facts->is_static = true;
	if (elf_kind(reading->elf) != ELF_K_ELF ||
		!gelf_getehdr(reading->elf, &header))
		return error_set(err, "damaged: not a valid ELF header");
	if (is_cut(descriptor, &header))
		return error_set(err, "damaged: the file ends too early");
	reading->facts->is_x86_64 = header.e_machine == EM_X86_64 &&
				    header.e_ident[EI_CLASS] == ELFCLASS64;
	return elf_read_sections(reading, err);
}

static int read_elf(const char *path, struct elf_reading *reading, bool follow,
	struct error *err)
{
	int result;
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (descriptor < 0)
		return error_set_errno(err, "cannot open %s", path);
	elf_version(EV_CURRENT);
	reading->elf = elf_begin(descriptor, ELF_C_READ, NULL);
	result = read_open_elf(reading, descriptor, err);
	if (result != 0)
		error_add_context(err, "%s", path);
	else if (follow && reading->facts->is_elf &&
		 reading->facts->dwarf_version == 0)
		follow_debug_file(reading, path);
	elf_end(reading->elf);
	close(descriptor);
	return result;
}

int elf_read_facts(const char *path, struct elf_facts *facts, struct error *err)
{
	struct elf_reading reading = {.facts = facts};
	int result;

	*facts = (struct elf_facts){0};
	result = read_elf(path, &reading, true, err);
	for (size_t i = 0; i < reading.build_id_bytes; i++)
		snprintf(facts->build_id + 2 * i, 3, "%02x",
			reading.build_id[i]);
	return result;
}
