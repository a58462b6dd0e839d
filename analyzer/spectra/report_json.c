/* SPDX-License-Identifier: MIT
 * The report for programs. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/spectra/report.h"
#include "lib/json.h"

/* The value WORD as ENTITY's type has it. */
static struct json_value *report_json_value(
	const struct table_entity *entity, uint64_t word)
{
	double real;
	char *text;

	if (entity->number == 'f') {
		memcpy(&real, &word, sizeof real);
	} else if (entity->fraction != 0) {
		text = report_value(entity, word);
		real = strtod(text, NULL);
		free(text);
	} else if (entity->number == 'u' && entity->bits == 64) {
		return json_make_count(word);
	} else {
		return json_make_number((int64_t)word);
	}
	return json_make_real(real);
}

/* How many values needed how many bits. */
static struct json_value *report_json_lengths(const struct spectra_entity *seen)
{
	struct json_value *lengths = json_make_object();
	char key[16];

	for (int i = 0; i < SPECTRA_LENGTHS; i++) {
		snprintf(key, sizeof key, "%d", i);
		if (seen->length[i] != 0)
			json_put_count(lengths,
				i == SPECTRA_LENGTHS - 1 ? "negative" : key,
				seen->length[i]);
	}
	return lengths;
}

static struct json_value *report_json_boundaries(
	const struct table_entity *entity)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < entity->boundary_count; i++) {
		const struct table_boundary *boundary = &entity->boundary[i];
		json_append(array,
			JSON_OBJECT(JSON("what", boundary->what),
				JSON("a", boundary->a), JSON("b", boundary->b),
				JSON("state",
					report_boundary_state(boundary->state)),
				JSON("finding", boundary->finding),
				JSON("file", boundary->file),
				JSON("line", boundary->line),
				JSON("text", boundary->text)));
	}
	return array;
}

static struct json_value *report_json_entity(const struct table_entity *entity)
{
	const struct spectra_entity *seen = &entity->seen;
	bool has_values = seen->hits != 0, is_accessed = seen->accesses != 0;
	bool is_unrolled = entity->kind == TABLE_LOOP && entity->factor != 0;
	bool is_function = entity->kind == TABLE_FUNCTION;
	bool is_stream = entity->kind == TABLE_STREAM;
	char *suggestion = table_suggest(entity);
	char *width = report_width(entity);
	char *offsets = report_offsets(entity, SIZE_MAX);
	struct json_value *object = JSON_OBJECT(
		JSON("spectrum", report_spectrum(entity)),
		JSON("name", entity->name), JSON("function", entity->function),
		JSON("type", entity->type),
		JSON("width", *width ? width : NULL),
		JSON("bits", entity->bits), JSON("file", entity->file),
		JSON("line", entity->line), JSON("elements", entity->count),
		JSON_IF(has_values, "values", seen->hits),
		JSON_IF(has_values, "min",
			report_json_value(entity, seen->min)),
		JSON_IF(has_values, "max",
			report_json_value(entity, seen->max)),
		JSON_IF(has_values, "bits_used", table_bits_used(entity)),
		JSON_IF(has_values, "lengths", report_json_lengths(seen)),
		JSON_IF(is_accessed, "accesses", seen->accesses),
		JSON_IF(is_accessed, "offset_min",
			json_make_number(seen->offset_min)),
		JSON_IF(is_accessed, "offset_max",
			json_make_number(seen->offset_max)),
		JSON_IF(is_accessed, "offsets", offsets),
		JSON_IF(is_accessed, "outside", seen->outside),
		JSON_IF(is_accessed, "first_outside_pc",
			seen->first_outside_pc),
		JSON_IF(is_unrolled, "unroll", entity->factor),
		JSON_IF(is_unrolled, "residues", seen->residues),
		JSON_IF(is_function, "stack_bytes", seen->stack_bytes),
		JSON_IF(is_stream, "writes", seen->writes),
		JSON_IF(is_stream, "empty_reads", seen->empty_reads),
		JSON("boundaries", report_json_boundaries(entity)),
		JSON("suggested", suggestion));

	free(suggestion);
	free(width);
	free(offsets);
	return object;
}

static struct json_value *report_json_notes(
	const struct table_note *note, size_t count)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < count; i++)
		json_append(array, JSON_OBJECT(JSON("file", note[i].file),
					   JSON("line", note[i].line),
					   JSON("text", note[i].text)));
	return array;
}

int report_print_table_json(
	const struct spectra_table *table, FILE *out, struct error *err)
{
	const struct spectra_header *header = table->header;
	struct json_value *entities = json_make_array();
	struct json_value *warnings = json_make_array(), *top;
	char *end = report_end(table);
	int result;

	for (size_t i = 0; i < table->entity_count; i++)
		if (report_is_shown(&table->entity[i]))
			json_append(entities,
				report_json_entity(&table->entity[i]));
	for (size_t i = 0; i < table->warning_count; i++)
		json_append_text(warnings, table->warning[i]);
	top = JSON_OBJECT(JSON("format", "retread-spectra-1"),
		JSON("program", table->module), JSON("top", table->top),
		JSON("source", table->file_count > 0 ? table->file[0] : NULL),
		JSON("tests", header->tests + header->in_test),
		JSON("failed_tests", header->failed_tests),
		JSON("not_complete", end), JSON("host_edges", table->edges),
		JSON("crossed", report_count_crossed(table)),
		JSON("spectra", entities),
		JSON("cost",
			JSON_OBJECT(
				JSON("blocks_kernel", header->blocks_kernel),
				JSON("blocks_host", header->blocks_host),
				JSON("lookups", header->lookups),
				JSON("lookup_steps", header->lookup_steps))),
		JSON("unknown_pragmas", report_json_notes(table->unknown,
						table->unknown_count)),
		JSON("ignored_pragmas", report_json_notes(table->ignored,
						table->ignored_count)),
		JSON("warnings", warnings));
	result = json_print(top, out, err);
	json_free(top);
	free(end);
	return result;
}
