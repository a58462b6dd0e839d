/* SPDX-License-Identifier: MIT
 * A file for each command: eight bytes for each function that read, which are a hash of it
 * and of its object's build; bit 0 says whether that led to something. */
#include "config.h"

#include "analyzer/symbols/barren.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/symbols/cache.h"
#include "analyzer/symbols/debug_info.h"
#include "lib/memory.h"
#include "lib/table.h"

#define BARREN_VERSION UINT64_C(0x3130304e52524142) /* "BARRN001" */

struct barren {
	struct symbols *symbols;
	char *name;	    /* of the file */
	struct table kept;  /* (0, mark) -> state */
	struct table noted; /* the same of this time */
	struct table build; /* (0, object) -> hash */
};

/* A hash of OBJECT's build, and of this program's. Not 0, which stands for no build-id. */
static uint64_t hash_build(const struct symbols_object *object)
{
	uint64_t stamp[2];

	if (!object->build_id)
		return 0;
	symbols_stamp(object, stamp);
	return stamp[0] | 1;
}

/* Of FUNCTION, without bit 0. 0: nothing says what build it is of. */
static uint64_t barren_mark(
	struct barren *barren, const struct symbol_function *function)
{
	void **place =
		table_place(&barren->build, 0, (uintptr_t)function->object);
	uint64_t build = (uintptr_t)*place;

	for (const struct symbols_object *object = barren->symbols->objects;
		build == 0 && object; object = object->next)
		if (strcmp(object->path, function->object) == 0)
			build = hash_build(object);
	if (build == 0)
		return 0;
	*place = (void *)(uintptr_t)build;
	return table_mix(build, function->key) & ~UINT64_C(1);
}

/* Only another file than the one that was written is refused: what is in it may be old, but
 * marks are of one build. */
static void barren_read(struct barren *barren)
{
	size_t bytes;
	char *text = cache_directory_read(
		barren->symbols->cache_directory, barren->name, &bytes);
	uint64_t word;

	if (text && bytes % sizeof word == 0 &&
		memcmp(text, &(uint64_t){BARREN_VERSION}, sizeof word) == 0)
		for (size_t i = sizeof word; i < bytes; i += sizeof word) {
			memcpy(&word, text + i, sizeof word);
			*table_place(&barren->kept, 0, word & ~UINT64_C(1)) =
				(void *)(uintptr_t)((word & 1) != 0
							    ? BARREN_SOMETHING
							    : BARREN_NOTHING);
		}
	free(text);
}

struct barren *barren_open(
	struct symbols *symbols, const void *command, size_t bytes)
{
	struct barren *barren;

	if (!symbols->cache_directory)
		return NULL;
	barren = memory_alloc_zero(1, sizeof *barren);
	barren->symbols = symbols;
	barren->name = memory_format("%016" PRIx64 "-barren" CACHE_SUFFIX,
		symbols_hash(BARREN_VERSION, command, bytes));
	barren_read(barren);
	return barren;
}

void barren_free(struct barren *barren)
{
	if (!barren)
		return;
	table_release(&barren->kept);
	table_release(&barren->noted);
	table_release(&barren->build);
	free(barren->name);
	free(barren);
}

enum barren_state barren_find(
	struct barren *barren, const struct symbol_function *function)
{
	uint64_t mark = barren_mark(barren, function);

	return mark == 0 ? BARREN_NEW
			 : (enum barren_state)(uintptr_t)table_find(
				   &barren->kept, 0, mark);
}

void barren_note(struct barren *barren, const struct symbol_function *function,
	enum barren_state state)
{
	uint64_t mark = barren_mark(barren, function);
	void **place;

	if (mark == 0)
		return;
	if (table_find(&barren->kept, 0, mark) ==
		(void *)(uintptr_t)BARREN_SOMETHING)
		state = BARREN_SOMETHING;
	place = table_place(&barren->noted, 0, mark);
	if ((uintptr_t)*place < (uintptr_t)state)
		*place = (void *)(uintptr_t)state;
}

static int barren_compare(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

void barren_write(const struct barren *barren)
{
	uint64_t *word = memory_alloc((barren->noted.count + 1) * sizeof *word);
	size_t count = 1;

	word[0] = BARREN_VERSION;
	for (size_t i = 0; i < barren->noted.capacity; i++) {
		const struct table_entry *entry = &barren->noted.entry[i];
		if (entry->value)
			word[count++] = entry->low | ((uintptr_t)entry->value ==
							     BARREN_SOMETHING);
	}
	qsort(word + 1, count - 1, sizeof *word, barren_compare);
	cache_directory_write(barren->symbols->cache_directory, barren->name,
		(const char *)word, count * sizeof *word,
		barren->symbols->cache_bytes_max);
	free(word);
}
