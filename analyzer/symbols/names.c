/* SPDX-License-Identifier: MIT
 * Interned strings, and function names as people write them: demangled, without
 * parameters, clones and processor variants under their common name. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/code/demangle.h"

#define PATH_BYTES_MAX 4096

uint64_t symbols_hash(uint64_t seed, const void *bytes, size_t length)
{
	const unsigned char *byte = bytes;
	uint64_t hash = seed ^ 0xcbf29ce484222325u;

	for (; length > 0; length--)
		hash = (hash ^ *byte++) * 0x100000001b3u;
	return (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u;
}

static void grow_buckets(struct symbols *symbols)
{
	size_t count = symbols->bucket_count ? 2 * symbols->bucket_count : 1024;
	struct symbols_entry **buckets =
		memory_alloc_zero(count, sizeof *buckets);

	for (size_t i = 0; i < symbols->bucket_count; i++) {
		struct symbols_entry *entry = symbols->buckets[i];

		while (entry) {
			struct symbols_entry *next = entry->next;
			struct symbols_entry **bucket =
				&buckets[(entry->hash >> 20) & (count - 1)];

			entry->next = *bucket;
			*bucket = entry;
			entry = next;
		}
	}
	free(symbols->buckets);
	symbols->buckets = buckets;
	symbols->bucket_count = count;
}

struct symbols_entry *symbols_intern(
	struct symbols *symbols, const void *bytes, size_t length)
{
	uint64_t hash = symbols_hash(0, bytes, length);
	struct symbols_entry *entry, **bucket;

	if (symbols->entry_count >= symbols->bucket_count)
		grow_buckets(symbols);
	bucket = &symbols->buckets[(hash >> 20) & (symbols->bucket_count - 1)];
	for (entry = *bucket; entry; entry = entry->next) {
		if (entry->hash == hash && entry->length == length &&
			memcmp(entry->text, bytes, length) == 0)
			return entry;
	}
	entry = arena_alloc(&symbols->arena, sizeof *entry + length + 1);
	entry->next = *bucket;
	entry->hash = hash;
	entry->value = NULL;
	entry->length = (uint32_t)length;
	memcpy(entry->text, bytes, length);
	entry->text[length] = '\0';
	*bucket = entry;
	symbols->entry_count++;
	return entry;
}

const char *symbols_intern_text(struct symbols *symbols, const char *text)
{
	return text ? symbols_intern(symbols, text, strlen(text))->text : NULL;
}

/* Where the component that ".." takes back begins in OUT, or SIZE_MAX. */
static size_t find_parent(const char *out, size_t length)
{
	size_t at = length;

	while (at > 0 && out[at - 1] != '/')
		at--;
	if (at == length ||
		(length - at == 2 && memcmp(out + at, "..", 2) == 0))
		return SIZE_MAX;
	return at;
}

const char *symbols_intern_path(struct symbols *symbols, const char *path)
{
	char out[PATH_BYTES_MAX];
	size_t length = 0;

	if (!path)
		return NULL;
	if (strlen(path) >= sizeof out)
		return symbols_intern_text(symbols, path);
	if (*path == '/')
		out[length++] = '/';
	while (*path) {
		size_t part = strcspn(path, "/"), parent = SIZE_MAX;
		size_t end = length;

		if (part == 2 && memcmp(path, "..", 2) == 0) {
			if (end > 1 && out[end - 1] == '/')
				end--;
			parent = find_parent(out, end);
		}
		if (parent != SIZE_MAX) {
			length = parent;
		} else if (part > 0 && !(part == 1 && *path == '.')) {
			memcpy(out + length, path, part);
			length += part;
			if (path[part])
				out[length++] = '/';
		}
		path += part;
		path += *path == '/';
	}
	return symbols_intern(symbols, out, length)->text;
}

const char *symbols_plain_linkage(struct symbols *symbols, const char *linkage)
{
	static const char *const suffixes[] = {".constprop", ".isra", ".part",
		".cold", ".lto_priv", ".localalias", ".llvm", ".ipa_ra"};
	size_t length = strcspn(linkage, "@");

	if (length == 0)
		return symbols_intern_text(symbols, linkage);
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		const char *found = strstr(linkage, suffixes[i]);
		size_t end = found ? strlen(suffixes[i]) : 0;

		if (found && found > linkage &&
			(found[end] == '.' || found[end] == '\0') &&
			(size_t)(found - linkage) < length)
			length = (size_t)(found - linkage);
	}
	return symbols_intern(symbols, linkage, length)->text;
}

static bool has_prefix(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Does TEXT begin with the name of a processor feature? */
static bool names_is_variant(const char *text)
{
	static const char *const variants[] = {"sse", "ssse", "avx", "evex",
		"erms", "generic", "ia32", "i386", "i586", "i686", "c",
		"unaligned", "rtm"};

	for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
		unsigned char after;

		if (!has_prefix(text, variants[i]))
			continue;
		after = (unsigned char)text[strlen(variants[i])];
		if (after == '\0' || after == '_' || isdigit(after))
			return true;
	}
	return false;
}

/* Length of `strlen` in `strlen_avx2`, of `memmove` in
 * `memmove_evex_unaligned_erms`: which of them runs depends on the processor,
 * not on the program. 0: NAME is not such a variant. */
static size_t find_variant(const char *name)
{
	static const char *const families[] = {
		"str", "mem", "wcs", "wmem", "stp", "rawmem", "wcp"};
	bool is_family = false;

	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		is_family |= has_prefix(name, families[i]);
	for (const char *at = strchr(name, '_'); is_family && at;
		at = strchr(at + 1, '_')) {
		if (names_is_variant(at + 1))
			return (size_t)(at - name);
	}
	return 0;
}

const char *symbols_display_name(struct symbols *symbols, const char *linkage)
{
	const char *inner = linkage, *name;
	char *demangled;
	size_t variant;

	if (has_prefix(inner, "__GI_"))
		inner += 5;
	if (has_prefix(inner, "__")) {
		variant = find_variant(inner + 2);
		if (variant > 0)
			return symbols_intern(symbols, inner + 2, variant)
				->text;
	}
	demangled = demangle_name_dup(linkage, false);
	name = symbols_intern_text(symbols, demangled ? demangled : linkage);
	free(demangled);
	return name;
}

const char *symbols_die_path(struct symbols *symbols, Dwarf_Die *unit,
	Dwarf_Files *files, size_t file)
{
	const char *path = dwarf_filesrc(files, file, NULL, NULL);
	const char *directory;
	Dwarf_Attribute attribute;
	char *text;

	if (!path || *path == '/' ||
		!dwarf_attr_integrate(unit, DW_AT_comp_dir, &attribute) ||
		!(directory = dwarf_formstring(&attribute)))
		return symbols_intern_path(symbols, path);
	text = memory_format("%s/%s", directory, path);
	path = symbols_intern_path(symbols, text);
	free(text);
	return path;
}
