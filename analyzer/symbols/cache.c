/* SPDX-License-Identifier: MIT
 * When the cache of an object is read and written, and what a label is kept
 * under. */
#include "config.h"

#include "analyzer/symbols/cache.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/symbols/debug_info.h"
#include "lib/format/trace_format.h"

void symbols_cache_open(struct symbols *symbols, struct symbols_object *object)
{
	uint64_t stamp[2];
	size_t size_bytes;
	char *name, *bytes;

	if (!symbols->cache_directory || !object->build_id)
		return;
	name = memory_format("%s" CACHE_SUFFIX, object->build_id);
	bytes = cache_directory_read(
		symbols->cache_directory, name, &size_bytes);
	free(name);
	if (!bytes)
		return;
	symbols_stamp(object, stamp);
	object->cache = symbols_cache_parse(bytes, size_bytes, stamp);
}

void symbols_cache_save(struct symbols *symbols, struct symbols_object *object)
{
	uint64_t stamp[2];
	size_t size_bytes;
	char *name, *bytes;

	/* A file that could not be read may be there the next time. */
	if (!symbols->cache_directory || !object->build_id ||
		!object->has_news || object->warned_debug)
		return;
	symbols_stamp(object, stamp);
	symbols_cache_format(symbols, object, stamp, &bytes, &size_bytes);
	name = memory_format("%s" CACHE_SUFFIX, object->build_id);
	cache_directory_write(symbols->cache_directory, name, bytes, size_bytes,
		symbols->cache_bytes_max);
	free(name);
	free(bytes);
}

void symbols_cache_key(
	const struct trace_site *site, uint64_t bias, uint64_t key[2])
{
	uint64_t shape[4 + TRACE_STEPS_MAX] = {site->pc - bias,
		(uint64_t)site->size_bytes << 32 |
			(site->flags & TRACE_SITE_INDEXED),
		(uint64_t)site->base << 32 | site->step_count,
		site->index_scale};

	for (uint32_t i = 0; i < site->step_count && i < TRACE_STEPS_MAX; i++)
		shape[4 + i] = (uint64_t)site->step[i];
	if (site->base == TRACE_BASE_PC)
		shape[4] -= bias;
	key[0] = symbols_hash(1, shape, sizeof shape);
	key[1] = symbols_hash(2, shape, sizeof shape);
}

void symbols_cache_keep_label(struct symbols_object *object,
	const uint64_t key[2], const struct symbol_label *label)
{
	object->has_news = true;
	object->labels = memory_grow(object->labels, &object->label_capacity,
		object->label_count + 1, sizeof *object->labels);
	object->labels[object->label_count++] = (struct symbols_kept_label){
		.key = {key[0], key[1]}, .label = *label};
	*table_place(&object->label_of, key[0], key[1]) =
		(void *)(uintptr_t)object->label_count;
}
