/* SPDX-License-Identifier: MIT
 * The report for a terminal. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/spectra/report.h"
#include "lib/memory.h"
#include "lib/words.h"

#define RANGES_MAX 4

static const char *report_text_mark(enum table_state state)
{
	return state == TABLE_CROSSED ? "!" : state == TABLE_NEAR ? "~" : " ";
}

/* The declaration of an array: its width and its size. Free it. */
static char *declared(const struct table_entity *entity)
{
	char *width = report_width(entity), *full;

	if (entity->kind == TABLE_ARRAY || entity->kind == TABLE_REGION)
		full = memory_format("%s[%" PRIu64 "]", width, entity->count);
	else if (entity->kind == TABLE_LOOP)
		full = entity->factor != 0
			       ? memory_format("/%u", entity->factor)
			       : memory_string_dup("");
	else if (entity->kind == TABLE_FUNCTION ||
		 entity->kind == TABLE_STREAM || entity->kind == TABLE_ARGUMENT)
		full = memory_string_dup("");
	else
		return width;
	free(width);
	return full;
}

static char *report_text_used(const struct table_entity *entity)
{
	unsigned bits = table_bits_used(entity);

	if (bits == 0 || entity->kind == TABLE_LOOP ||
		entity->kind == TABLE_FUNCTION || entity->kind == TABLE_STREAM)
		return memory_string_dup("");
	return memory_format("%u", bits);
}

static void report_text_print_row(const struct table_entity *entity, FILE *out)
{
	char *where = memory_format(
		"%s:%u", words_base_name(entity->file), entity->line);
	char *width = declared(entity), *bits = report_text_used(entity);
	char *low = entity->seen.hits != 0
			    ? report_value(entity, entity->seen.min)
			    : memory_string_dup("");
	char *high = entity->seen.hits != 0
			     ? report_value(entity, entity->seen.max)
			     : memory_string_dup("");

	fprintf(out, "%s %-10s %-16s %-20s %-9s %4s %12s %12s",
		report_text_mark(report_state(entity)), report_spectrum(entity),
		entity->name, *entity->file ? where : "", width, bits, low,
		high);
	if (entity->seen.accesses != 0) {
		char *offsets = report_offsets(entity, RANGES_MAX);
		fprintf(out, "  at %s", offsets);
		free(offsets);
	}
	if (entity->seen.outside != 0)
		fprintf(out, " outside: %" PRId64 " (%" PRIu64 " times)",
			entity->seen.offset_min < 0 ? entity->seen.offset_min
						    : entity->seen.offset_max,
			entity->seen.outside);
	if (entity->kind == TABLE_LOOP)
		fprintf(out, "  ran %" PRIu64 " time%s", entity->seen.hits,
			entity->seen.hits == 1 ? "" : "s");
	if (entity->kind == TABLE_FUNCTION)
		fprintf(out, "  stack %" PRIu64 " bytes",
			entity->seen.stack_bytes);
	fputc('\n', out);
	free(where);
	free(width);
	free(bits);
	free(low);
	free(high);
}

static void report_text_print_boundaries(
	const struct spectra_table *table, enum table_state state, FILE *out)
{
	bool any = false;

	for (size_t i = 0; i < table->entity_count; i++) {
		const struct table_entity *entity = &table->entity[i];
		for (size_t j = 0; j < entity->boundary_count; j++) {
			const struct table_boundary *boundary =
				&entity->boundary[j];
			if (boundary->state != state || !boundary->finding)
				continue;
			if (!any)
				fprintf(out, "\n%s\n",
					state == TABLE_CROSSED
						? "crossed: hardware may "
						  "differ from the CPU"
						: "near: the largest that "
						  "still fits");
			any = true;
			fprintf(out, "%s %s:%u: %s %s\n    %s\n",
				report_text_mark(state),
				words_base_name(boundary->file), boundary->line,
				entity->name, boundary->finding,
				boundary->text);
		}
	}
}

static void print_suggestions(const struct spectra_table *table, FILE *out)
{
	bool any = false;

	for (size_t i = 0; i < table->entity_count; i++) {
		const struct table_entity *entity = &table->entity[i];
		char *suggestion =
			report_is_shown(entity) ? table_suggest(entity) : NULL;
		if (!suggestion)
			continue;
		if (!any)
			fputs("\nenough for the inputs seen\n", out);
		any = true;
		fprintf(out, "  %-16s %-14s (%s)\n", entity->name, suggestion,
			entity->type ? entity->type : "");
		free(suggestion);
	}
}

static void report_text_print_notes(const char *title,
	const struct table_note *note, size_t count, FILE *out)
{
	if (count > 0)
		fprintf(out, "\n%s\n", title);
	for (size_t i = 0; i < count; i++)
		fprintf(out, "  %s:%u: %s\n", words_base_name(note[i].file),
			note[i].line, note[i].text);
}

void report_print_text(const struct spectra_table *table, FILE *out)
{
	const struct spectra_header *header = table->header;
	uint64_t tests = header->tests + header->in_test;
	char *end = report_end(table);

	fprintf(out,
		"spectra of %s in %s: %" PRIu64 " test%s, %" PRIu64
		" failed, %" PRIu64 " host edges\n\n",
		table->top,
		words_base_name(table->file_count > 0 ? table->file[0] : "?"),
		tests, tests == 1 ? "" : "s", header->failed_tests,
		table->edges);
	fprintf(out, "  %-10s %-16s %-20s %-9s %4s %12s %12s\n", "spectrum",
		"name", "where", "declared", "bits", "min", "max");
	for (size_t i = 0; i < table->entity_count; i++)
		if (report_is_shown(&table->entity[i]))
			report_text_print_row(&table->entity[i], out);
	report_text_print_boundaries(table, TABLE_CROSSED, out);
	report_text_print_boundaries(table, TABLE_NEAR, out);
	print_suggestions(table, out);
	report_text_print_notes(
		"pragmas that nothing is known of (see spectra.conf)",
		table->unknown, table->unknown_count, out);
	for (size_t i = 0; i < table->warning_count; i++)
		fprintf(out, "%swarning: %s\n", i == 0 ? "\n" : "",
			table->warning[i]);
	if (end)
		fprintf(out, "\nnot complete: %s\n", end);
	free(end);
}
