/* SPDX-License-Identifier: MIT
 * Shared by the forms of the report. */
#include "config.h"

#include "analyzer/spectra/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/found/found.h"
#include "lib/memory.h"
#include "lib/words.h"

size_t report_count_crossed(const struct spectra_table *table)
{
	size_t count = 0;

	for (size_t i = 0; i < table->entity_count; i++)
		for (size_t j = 0; j < table->entity[i].boundary_count; j++)
			count += table->entity[i].boundary[j].state ==
				 TABLE_CROSSED;
	return count;
}

const char *report_spectrum(const struct table_entity *entity)
{
	static const char *const names[] = {"recursion", "value", "offset",
		"input", "fifo", "loop", "argument", "region"};

	return names[entity->kind];
}

const char *report_boundary_state(enum table_state state)
{
	static const char *const names[] = {"far", "near", "crossed"};

	return names[state];
}

enum table_state report_state(const struct table_entity *entity)
{
	enum table_state state = TABLE_FAR;

	for (size_t i = 0; i < entity->boundary_count; i++)
		if (entity->boundary[i].state > state)
			state = entity->boundary[i].state;
	return state;
}

bool report_is_shown(const struct table_entity *entity)
{
	if (entity->is_hidden ||
		(entity->seen.hits == 0 && entity->seen.accesses == 0))
		return false;
	/* A function that never called itself has nothing to tell. */
	return entity->kind != TABLE_FUNCTION || entity->seen.max > 1 ||
	       entity->boundary_count > 0;
}

char *report_value(const struct table_entity *entity, uint64_t word)
{
	double real;

	if (entity->number == 'f') {
		memcpy(&real, &word, sizeof real);
		return memory_format("%.9g", real);
	}
	if (entity->fraction != 0)
		return memory_format("%.9g",
			ldexp((double)(int64_t)word, -(int)entity->fraction));
	if (entity->number == 'u' && entity->bits == 64)
		return memory_format("%" PRIu64, word);
	return memory_format("%" PRId64, (int64_t)word);
}

char *report_width(const struct table_entity *entity)
{
	if (entity->number == 'f')
		return memory_format("float%u", entity->bits);
	if (entity->number == 'o' || entity->bits == 0)
		return memory_string_dup("");
	if (entity->fraction != 0)
		return memory_format("%c%u.%u", entity->number,
			entity->bits - entity->fraction, entity->fraction);
	return memory_format("%c%u", entity->number, entity->bits);
}

static bool has_offset(const struct table_entity *entity, uint64_t offset)
{
	return entity->bitmap[offset / 64] >> (offset % 64) & 1;
}

char *report_offsets(const struct table_entity *entity, size_t limit)
{
	char *text = memory_string_dup("");
	uint64_t i = 0;
	size_t ranges = 0;

	while (entity->bitmap && i < entity->bitmap_bits) {
		uint64_t first = i;
		char *longer;
		if (!has_offset(entity, i)) {
			i++;
			continue;
		}
		while (i < entity->bitmap_bits && has_offset(entity, i))
			i++;
		if (ranges++ == limit) {
			longer = memory_format("%s,...", text);
			free(text);
			return longer;
		}
		longer = i - first > 1
				 ? memory_format("%s%s%" PRIu64 "-%" PRIu64,
					   text, *text ? "," : "", first, i - 1)
				 : memory_format("%s%s%" PRIu64, text,
					   *text ? "," : "", first);
		free(text);
		text = longer;
	}
	return text;
}

char *report_end(const struct spectra_table *table)
{
	const struct spectra_header *header = table->header;

	switch (header->state) {
	case SPECTRA_ENDED:
		return NULL;
	case SPECTRA_CRASHED:
		return memory_format(
			"the program was ended by signal %u: what it did until "
			"then counts",
			header->signal);
	case SPECTRA_WAITING:
		return memory_format("%s was not run", table->module);
	default:
		return memory_string_dup(
			"the program did not come to its end (killed?): what "
			"it did until then counts");
	}
}

/* The same for as long as the kernel's text is. */
static const char *report_boundary_id(struct arena *arena,
	const struct table_entity *entity,
	const struct table_boundary *boundary)
{
	char *name = memory_format("%s %s %s %s", entity->name, boundary->what,
		words_base_name(boundary->file), boundary->text);
	const char *id = found_make_id(arena, name, strlen(name));

	free(name);
	return id;
}

void report_list_found(
	const struct spectra_table *table, struct found_list *list)
{
	for (size_t i = 0; i < table->entity_count; i++) {
		const struct table_entity *entity = &table->entity[i];
		for (size_t j = 0; j < entity->boundary_count; j++) {
			const struct table_boundary *boundary =
				&entity->boundary[j];
			if (!boundary->finding || boundary->state == TABLE_FAR)
				continue;
			found_add(list,
				&(struct found){
					.id = report_boundary_id(
						&list->arena, entity, boundary),
					.class = report_boundary_state(
						boundary->state),
					.target = entity->name,
					.detail = boundary->finding,
					.file = boundary->file,
					.line = boundary->line,
					.portable = boundary->text});
		}
	}
	found_sort(list);
}
