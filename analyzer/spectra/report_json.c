/* SPDX-License-Identifier: MIT
 * The report for programs. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/spectra/report.h"
#include "lib/json.h"

static void report_json_put_value(struct json_value *object, const char *key,
	const struct table_entity *entity, uint64_t word)
{
	double real;

	if (entity->number == 'f') {
		memcpy(&real, &word, sizeof real);
		json_put_real(object, key, real);
	} else if (entity->fraction != 0) {
		char *text = report_value(entity, word);
		json_put_real(object, key, strtod(text, NULL));
		free(text);
	} else if (entity->number == 'u' && entity->bits == 64) {
		json_put_count(object, key, word);
	} else {
		json_put_number(object, key, (int64_t)word);
	}
}

static void put_values(
	struct json_value *object, const struct table_entity *entity)
{
	const struct spectra_entity *seen = &entity->seen;
	struct json_value *lengths = json_make_object();

	json_put_count(object, "values", seen->hits);
	report_json_put_value(object, "min", entity, seen->min);
	report_json_put_value(object, "max", entity, seen->max);
	json_put_count(object, "bits_used", table_bits_used(entity));
	for (int i = 0; i < SPECTRA_LENGTHS; i++) {
		char key[16];
		if (i == SPECTRA_LENGTHS - 1)
			strcpy(key, "negative");
		else
			snprintf(key, sizeof key, "%d", i);
		if (seen->length[i] != 0)
			json_put_count(lengths, key, seen->length[i]);
	}
	json_put(object, "lengths", lengths);
}

static void put_offsets(
	struct json_value *object, const struct table_entity *entity)
{
	const struct spectra_entity *seen = &entity->seen;
	char *offsets = report_offsets(entity, (size_t)-1);

	json_put_count(object, "accesses", seen->accesses);
	json_put_number(object, "offset_min", seen->offset_min);
	json_put_number(object, "offset_max", seen->offset_max);
	json_put_text(object, "offsets", offsets);
	json_put_count(object, "outside", seen->outside);
	json_put_count(object, "first_outside_pc", seen->first_outside_pc);
	free(offsets);
}

static struct json_value *make_boundaries(const struct table_entity *entity)
{
	static const char *const states[] = {"far", "near", "crossed"};
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < entity->boundary_count; i++) {
		const struct table_boundary *boundary = &entity->boundary[i];
		struct json_value *object = json_make_object();
		json_put_text(object, "what", boundary->what);
		json_put_count(object, "a", boundary->a);
		json_put_count(object, "b", boundary->b);
		json_put_text(object, "state", states[boundary->state]);
		json_put_text(object, "finding", boundary->finding);
		json_put_text(object, "file", boundary->file);
		json_put_count(object, "line", boundary->line);
		json_put_text(object, "text", boundary->text);
		json_append(array, object);
	}
	return array;
}

static struct json_value *make_entity(const struct table_entity *entity)
{
	struct json_value *object = json_make_object();
	char *suggestion = table_suggest(entity);
	char *width = report_width(entity);

	json_put_text(object, "spectrum", report_spectrum(entity));
	json_put_text(object, "name", entity->name);
	json_put_text(object, "function", entity->function);
	json_put_text(object, "type", entity->type);
	json_put_text(object, "width", *width ? width : NULL);
	json_put_count(object, "bits", entity->bits);
	json_put_text(object, "file", entity->file);
	json_put_count(object, "line", entity->line);
	json_put_count(object, "elements", entity->count);
	if (entity->seen.hits != 0)
		put_values(object, entity);
	if (entity->seen.accesses != 0)
		put_offsets(object, entity);
	if (entity->kind == TABLE_LOOP && entity->factor != 0) {
		json_put_count(object, "unroll", entity->factor);
		json_put_count(object, "residues", entity->seen.residues);
	}
	if (entity->kind == TABLE_FUNCTION)
		json_put_count(object, "stack_bytes", entity->seen.stack_bytes);
	if (entity->kind == TABLE_STREAM) {
		json_put_count(object, "writes", entity->seen.writes);
		json_put_count(object, "empty_reads", entity->seen.empty_reads);
	}
	json_put(object, "boundaries", make_boundaries(entity));
	json_put_text(object, "suggested", suggestion);
	free(suggestion);
	free(width);
	return object;
}

static struct json_value *make_notes(
	const struct table_note *note, size_t count)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < count; i++) {
		struct json_value *object = json_make_object();
		json_put_text(object, "file", note[i].file);
		json_put_count(object, "line", note[i].line);
		json_put_text(object, "text", note[i].text);
		json_append(array, object);
	}
	return array;
}

/* Of the tool itself. */
static struct json_value *make_cost(const struct spectra_header *header)
{
	struct json_value *object = json_make_object();

	json_put_count(object, "blocks_kernel", header->blocks_kernel);
	json_put_count(object, "blocks_host", header->blocks_host);
	json_put_count(object, "lookups", header->lookups);
	json_put_count(object, "lookup_steps", header->lookup_steps);
	return object;
}

int report_print_table_json(
	const struct spectra_table *table, FILE *out, struct error *err)
{
	const struct spectra_header *header = table->header;
	struct json_value *top = json_make_object();
	struct json_value *entities = json_make_array();
	struct json_value *warnings = json_make_array();
	char *end = report_end(table);
	int result;

	json_put_text(top, "format", "retread-spectra-1");
	json_put_text(top, "program", table->module);
	json_put_text(top, "top", table->top);
	json_put_text(
		top, "source", table->file_count > 0 ? table->file[0] : NULL);
	json_put_count(top, "tests", header->tests + header->in_test);
	json_put_count(top, "failed_tests", header->failed_tests);
	json_put_text(top, "not_complete", end);
	json_put_count(top, "host_edges", table->edges);
	json_put_count(top, "crossed", report_count_crossed(table));
	for (size_t i = 0; i < table->entity_count; i++)
		if (report_is_shown(&table->entity[i]))
			json_append(entities, make_entity(&table->entity[i]));
	json_put(top, "spectra", entities);
	json_put(top, "cost", make_cost(header));
	json_put(top, "unknown_pragmas",
		make_notes(table->unknown, table->unknown_count));
	json_put(top, "ignored_pragmas",
		make_notes(table->ignored, table->ignored_count));
	for (size_t i = 0; i < table->warning_count; i++)
		json_append_text(warnings, table->warning[i]);
	json_put(top, "warnings", warnings);
	result = json_print(top, out, err);
	json_free(top);
	free(end);
	return result;
}
