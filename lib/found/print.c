/* SPDX-License-Identifier: MIT
 * Findings as text, and the forms that are chosen by name. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/found/kinds.h"
#include "lib/words.h"

const char *const found_forms[] = {"text", "json", "sarif", "junit", NULL};

/* Without what a terminal would take for a command. */
static void found_print_clean(FILE *out, const char *text)
{
	char *clean = words_shorten(text, SIZE_MAX);

	fputs(clean, out);
	free(clean);
}

/* One line of several texts. */
static void print_line(
	FILE *out, const char *margin, const char *key, const char *value)
{
	fprintf(out, "%s%s: ", margin, key);
	found_print_clean(out, value);
	putc('\n', out);
}

static void print_list(FILE *out, const char *margin, const struct row *row,
	const struct found *found)
{
	if (row->kind == ROW_KIND_TEXTS) {
		for (size_t i = 0; i < found->cause_count; i++)
			print_line(out, margin,
				found->each_suffices ? "cause" : "needs",
				found->cause[i]);
		return;
	}
	for (size_t i = 0; i < found->release_count; i++) {
		fprintf(out, i == 0 ? "%s%s: " : "; ", margin, row->key);
		found_print_clean(out, found->release[i].release);
		putc(' ', out);
		found_print_clean(out, found->release[i].class);
	}
	if (found->release_count > 0)
		putc('\n', out);
}

void found_print_lines(enum found_kind kind, const struct found *found,
	const char *margin, FILE *out)
{
	for (const struct row *row = found_kinds[kind].each->row; row->key;
		row++) {
		const void *member = (const char *)found + row->offset;
		const char *text = row->kind == ROW_KIND_TEXT
					   ? *(const char *const *)member
					   : NULL;
		if (!found_is_fact(row))
			continue;
		if (text)
			print_line(out, margin, row->key, text);
		else if (row->kind == ROW_KIND_UNSIGNED)
			fprintf(out, "%s%s: %u\n", margin, row->key,
				*(const unsigned *)member);
		else
			print_list(out, margin, row, found);
	}
}

static void print_shown(
	const struct found_kind_row *kind, const struct found *found, FILE *out)
{
	const struct row *row = kind->each->row;
	const char *text;

	while (row->key && (!kind->shown || strcmp(row->key, kind->shown) != 0))
		row++;
	text = row->key ? *found_text_at((struct found *)found, row) : NULL;
	while (text && *text != '\0') {
		size_t length = strcspn(text, "\n");
		bool is_cut = kind->line_max > 0 && length > kind->line_max;
		char *line = memory_string_dup_length(
			text, is_cut ? kind->line_max : length);
		fputs(kind->margin, out);
		found_print_clean(out, line);
		fputs(is_cut ? "...\n" : "\n", out);
		free(line);
		text += length + (text[length] != '\0');
	}
}

/* What was found, in how many inputs, and what that leaves open. */
static void print_count(const struct found_list *list, FILE *out)
{
	const struct found_kind_row *kind = &found_kinds[list->kind];
	size_t counted = 0;

	for (size_t i = 0; i < list->count; i++)
		counted += found_counts(list, &list->found[i]);
	fprintf(out, "%zu %s", counted, counted == 1 ? kind->one : kind->many);
	if (list->kind == FOUND_DIVERGENCE || list->kind == FOUND_INPUT)
		fprintf(out, " in %" PRIu64 " inputs", list->inputs);
	if (counted < list->count)
		fprintf(out, "; %zu lost %s", list->count - counted,
			list->count - counted == 1 ? "value" : "values");
	if (list->failed > 0)
		fprintf(out, "; %" PRIu64 " failed on the CPU (%s)%s",
			list->failed, list->failure ? list->failure : "unknown",
			list->uncompared > 0 ? ": nothing was compared" : "");
	if (list->unmodelled)
		fprintf(out, "; not modelled: %s", list->unmodelled);
}

static void print_text(const struct found_list *list, FILE *out)
{
	const struct found_kind_row *kind = &found_kinds[list->kind];

	for (size_t i = 0; i < list->count; i++) {
		fprintf(out, "%s\n", list->found[i].id);
		found_print_lines(list->kind, &list->found[i], "  ", out);
		print_shown(kind, &list->found[i], out);
	}
	print_count(list, out);
	putc('\n', out);
}

int found_print(const struct found_list *list, enum found_form form, FILE *out,
	struct error *err)
{
	switch (form) {
	case FOUND_JSON:
		return rows_print(found_kinds[list->kind].file, list, out, err);
	case FOUND_SARIF:
		return found_print_sarif(list, out, err);
	case FOUND_JUNIT:
		found_print_junit(list, out);
		break;
	case FOUND_TEXT:
		print_text(list, out);
		break;
	}
	if (fflush(out) != 0 || ferror(out))
		return error_set_errno(err, "cannot write");
	return 0;
}

int found_write(
	const struct found_list *list, const char *path, struct error *err)
{
	return rows_write(found_kinds[list->kind].file, list, path, err);
}
