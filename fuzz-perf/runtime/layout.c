/* SPDX-License-Identifier: MIT
 * Lays out the shared map: the target's part of it. */
#include "config.h"

#include "fuzz-perf/runtime/evaluate.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz-perf/runtime/runtime.h"

/* Names of functions and files, and lists of lines, each once: positions are looked up by the
 * pointer that the compiler shares between equal names of one object. */
struct text {
	const char **seen;
	uint32_t *offset;
	uint32_t slots; /* a power of two */
	char *bytes;
	size_t length, capacity;
};

static uint32_t text_add(struct text *text, const char *name)
{
	uint32_t at =
		(uint32_t)((uintptr_t)name * 2654435761u) & (text->slots - 1);
	size_t size = strlen(name) + 1;

	while (text->seen[at] && text->seen[at] != name)
		at = (at + 1) & (text->slots - 1);
	if (text->seen[at])
		return text->offset[at];
	if (text->length + size > text->capacity) {
		size_t capacity = (text->length + size) * 2;
		char *bytes = realloc(text->bytes, capacity);
		if (!bytes)
			return 0;
		text->bytes = bytes;
		text->capacity = capacity;
	}
	memcpy(text->bytes + text->length, name, size);
	text->seen[at] = name;
	text->offset[at] = (uint32_t)text->length;
	text->length += size;
	return text->offset[at];
}

static void copy_places(struct perf_mapped_place *to, struct text *text)
{
	for (uint32_t m = 0; m < retread_counters.module_count; m++) {
		const struct retread_module *module =
			&retread_counters.module[m];
		for (struct perf_function *each = module->start;
			each < module->stop; each++)
			for (uint32_t i = 0; i < each->count; i++) {
				const struct perf_place *place =
					&each->place[i];
				struct perf_mapped_place mapped = {
					text_add(text, place->function),
					text_add(text, place->linkage),
					text_add(text, place->file),
					text_add(text, place->lines),
					place->line, place->column,
					place->from_line, place->kind};
				to[each->first_key + i] = mapped;
			}
	}
}

static uint32_t count_edges(void)
{
	uint32_t count = 0;

	for (uint32_t m = 0; m < retread_counters.module_count; m++)
		for (struct perf_function *each =
				retread_counters.module[m].start;
			each < retread_counters.module[m].stop; each++)
			count += each->edges;
	return count;
}

static uint32_t count_tokens(void)
{
	uint32_t count = 0;

	for (uint32_t m = 0; m < retread_counters.module_count; m++)
		count += (uint32_t)(retread_counters.module[m].token_stop -
				    retread_counters.module[m].token_start);
	return count;
}

static void copy_tokens(struct perf_token *to)
{
	for (uint32_t m = 0; m < retread_counters.module_count; m++)
		for (const struct perf_token *each =
				retread_counters.module[m].token_start;
			each < retread_counters.module[m].token_stop; each++)
			*to++ = *each;
}

static uint64_t **list_counters(void)
{
	uint64_t **list = calloc(retread_counters.key_count + 1, sizeof *list);

	for (uint32_t m = 0; list && m < retread_counters.module_count; m++)
		for (struct perf_function *each =
				retread_counters.module[m].start;
			each < retread_counters.module[m].stop; each++)
			for (uint32_t i = 0; i < each->count; i++)
				list[each->first_key + i] = &each->counter[i];
	return list;
}

static void add_view(struct perf_map *map, const char *name, uint32_t count,
	uint32_t reducer, uint32_t source)
{
	struct perf_view *view = &map->view[map->view_count++];

	snprintf(view->name, sizeof view->name, "%s", name);
	view->first = map->index_count;
	view->count = count;
	view->reducer = reducer;
	view->source = source;
	map->index_count += count;
}

static void add_views(struct perf_map *map)
{
	uint32_t keys = map->key_count;

	add_view(map, "counters", keys + PERF_TOTALS, PERF_MAXIMUM,
		PERF_ALL_RUNS);
	add_view(map, "coverage", keys, PERF_MAGNITUDE, PERF_ALL_RUNS);
	add_view(map, "valid", keys, PERF_MAGNITUDE, PERF_VALID_RUNS);
	add_view(map, "diff", keys, PERF_MAGNITUDE, PERF_AFTER_DIFF);
	for (uint32_t i = 0; i < retread_counters.domain_count; i++) {
		const struct retread_domain *domain =
			&retread_counters.domain[i];
		struct perf_view *view = &map->view[map->view_count];
		add_view(map, domain->name, domain->keys, PERF_CUSTOM,
			PERF_DOMAIN_KEYS);
		snprintf(view->unit, sizeof view->unit, "%s",
			domain->unit ? domain->unit : "");
	}
	map->custom_count = retread_counters.domain_count;
}

/* ---- the build this is ---- */

static void take_build_id(struct perf_map *map, const char *note, size_t size)
{
	while (size >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *head = (const ElfW(Nhdr) *)note;
		size_t name = (head->n_namesz + 3) & ~3u;
		size_t body = (head->n_descsz + 3) & ~3u;
		size_t whole = sizeof *head + name + body;
		if (whole > size)
			return;
		if (head->n_type == NT_GNU_BUILD_ID) {
			map->build_id_bytes = head->n_descsz > PERF_BUILD_ID
						      ? PERF_BUILD_ID
						      : head->n_descsz;
			memcpy(map->build_id, note + sizeof *head + name,
				map->build_id_bytes);
		}
		note += whole;
		size -= whole;
	}
}

/* The first object that is listed is the program. */
static int find_build_id(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_NOTE)
			take_build_id(data,
				(const char *)info->dlpi_addr +
					info->dlpi_phdr[i].p_vaddr,
				info->dlpi_phdr[i].p_memsz);
	return 1;
}

/* ---- areas ---- */

static uint64_t layout_reserve(uint64_t *end, uint64_t size_bytes)
{
	uint64_t at = (*end + 63) & ~63ull;

	*end = at + size_bytes;
	return at;
}

static void place_areas(struct perf_map *map, uint64_t text_bytes)
{
	uint64_t end = map->data_area + map->data_bytes;

	map->record_capacity = 2 * map->index_count + 4096;
	map->aggregate_area =
		layout_reserve(&end, map->index_count * sizeof(uint64_t));
	map->profile_area =
		layout_reserve(&end, map->index_count * sizeof(uint64_t));
	map->record_area = layout_reserve(
		&end, map->record_capacity * sizeof(struct perf_record));
	map->place_area = layout_reserve(
		&end, map->key_count * sizeof(struct perf_mapped_place));
	map->token_area = layout_reserve(
		&end, map->token_count * sizeof(struct perf_token));
	map->operand_area = layout_reserve(
		&end, PERF_OPERANDS * sizeof(struct perf_operand));
	map->span_area = layout_reserve(
		&end, PERF_SPANS * sizeof(struct parameters_span));
	map->flip_area =
		layout_reserve(&end, PERF_FLIPS * sizeof(struct perf_flip));
	map->text_area = layout_reserve(&end, text_bytes + 1);
	map->text_bytes = text_bytes + 1;
	map->total_bytes = end;
}

static void *layout_map_file(int fd, size_t size_bytes)
{
	void *found = mmap(
		NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	return found == MAP_FAILED ? NULL : found;
}

static struct perf_map *layout_grow(int fd, struct perf_map *map,
	const struct perf_mapped_place *places, const struct text *text)
{
	place_areas(map, text->length);
	size_t size = map->total_bytes;
	munmap(map, sizeof *map);
	if (ftruncate(fd, (off_t)size) || !(map = layout_map_file(fd, size)))
		return NULL;
	memcpy((char *)map + map->place_area, places,
		map->key_count * sizeof *places);
	if (text->length)
		memcpy((char *)map + map->text_area, text->bytes, text->length);
	copy_tokens((struct perf_token *)((char *)map + map->token_area));
	return map;
}

static void fill_aggregates(struct perf_map *map, uint64_t *aggregate)
{
	uint32_t first = map->view_count - map->custom_count;

	for (uint32_t i = 0; i < map->custom_count; i++)
		for (uint32_t j = 0; j < map->view[first + i].count; j++)
			aggregate[map->view[first + i].first + j] =
				retread_counters.domain[i].initial;
}

static struct perf_map *layout_describe(int fd, struct perf_map *map)
{
	struct text text = {.slots = 1u << 12};
	struct perf_mapped_place *places;

	while (text.slots < 8 * retread_counters.key_count)
		text.slots *= 2;
	text.seen = calloc(text.slots, sizeof *text.seen);
	text.offset = calloc(text.slots, sizeof *text.offset);
	places = calloc(retread_counters.key_count + 1, sizeof *places);
	if (text.seen && text.offset && places) {
		copy_places(places, &text);
		map = layout_grow(fd, map, places, &text);
	} else {
		map = NULL;
	}
	free(places);
	free(text.seen);
	free(text.offset);
	free(text.bytes);
	return map;
}

struct perf_map *layout_attach(int fd, struct evaluator *evaluator)
{
	struct perf_map *map = layout_map_file(fd, sizeof *map);

	if (!map || memcmp(map->magic, PERF_MAP_MAGIC, sizeof map->magic) ||
		map->version != sizeof *map)
		return NULL;
	map->key_count = retread_counters.key_count;
	map->edge_count = count_edges();
	map->has_blocks = retread_counters.has_blocks;
	map->has_context = &retread_agent && retread_agent.has_context;
	map->has_predictions = &retread_agent && retread_agent.has_predictions;
	map->token_count = count_tokens();
	add_views(map);
	dl_iterate_phdr(find_build_id, map);
	map = layout_describe(fd, map);
	if (!map)
		return NULL;
	evaluator->map = map;
	evaluator->key_count = map->key_count;
	evaluator->aggregate = (uint64_t *)((char *)map + map->aggregate_area);
	evaluator->profile = (uint64_t *)((char *)map + map->profile_area);
	evaluator->record =
		(struct perf_record *)((char *)map + map->record_area);
	evaluator->operand =
		(struct perf_operand *)((char *)map + map->operand_area);
	evaluator->counter_of = list_counters();
	retread_counters.at_diff = calloc(map->key_count + 1, sizeof(uint64_t));
	fill_aggregates(map, evaluator->aggregate);
	return evaluator->counter_of && retread_counters.at_diff ? map : NULL;
}
