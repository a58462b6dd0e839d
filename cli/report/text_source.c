/* SPDX-License-Identifier: MIT
 * Lines of source in a report's text, cut to the width of the terminal. */
#include "config.h"

#include "cli/report/forms.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "lib/code/source.h"
#include "lib/memory.h"

#define CONTEXT 2 /* lines shown before and after */

static size_t blanks_of(const char *text)
{
	return strspn(text, " \t");
}

#define TAB "    "

/* Source text; a tab is as wide as TAB wherever it stands. */
static void text_source_print_code(
	const struct text_style *style, const char *text)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "\t");
		char *part = memory_string_dup_length(text, length);
		cli_print_clean(style->out, part);
		free(part);
		text += length;
		for (; *text == '\t'; text++)
			fputs(TAB, style->out);
	}
}

static bool is_continuation(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Columns of a terminal that the first BYTES of TEXT take; a character counts
 * as one. */
static int text_source_width_of(const char *text, size_t bytes)
{
	int width = 0;

	for (size_t i = 0; i < bytes && text[i] != '\0'; i++) {
		if (text[i] == '\t')
			width += (int)strlen(TAB);
		else
			width += !is_continuation(text[i]);
	}
	return width;
}

#define DOTS		  "..."
#define EXCERPT_LEAST	  32 /* columns, however narrow the terminal is */
#define EXCERPT_BEFORE(n) ((n)*3 / 5) /* of them, before what it is about */

/* How many bytes of TEXT take at most COLUMNS. */
static size_t bytes_in(const char *text, size_t columns)
{
	size_t bytes = 0;

	while (text[bytes] != '\0' &&
		(size_t)text_source_width_of(text, bytes + 1) <= columns)
		bytes++;
	return bytes;
}

/* Where the part of a long TEXT around FOCUS begins that takes COLUMNS, and its
 * *LENGTH. */
static size_t excerpt(
	const char *text, size_t focus, size_t columns, size_t *length)
{
	size_t from = 0;

	*length = strlen(text);
	if (columns == 0 ||
		(size_t)text_source_width_of(text, *length) <= columns)
		return 0;
	columns -= 2 * strlen(DOTS);
	if (focus > EXCERPT_BEFORE(columns))
		from = focus - EXCERPT_BEFORE(columns);
	while (is_continuation(text[from]))
		from++;
	*length = bytes_in(text + from, columns);
	return from;
}

/* TEXT, or what is around FOCUS, in COLUMNS (0: any). Returns the terminal's column
 * of FOCUS. */
static int print_excerpt(const struct text_style *style, const char *text,
	size_t focus, size_t columns)
{
	size_t length;
	size_t from = excerpt(text, focus, columns, &length);
	char *part = memory_string_dup_length(text + from, length);

	fputs(from > 0 ? DOTS : "", style->out);
	text_source_print_code(style, part);
	fputs(text[from + length] != '\0' ? DOTS "\n" : "\n", style->out);
	free(part);
	return text_source_width_of(text + from, focus - from) +
	       (from > 0 ? 3 : 0);
}

/* Columns that are left for source after BEFORE of them; 0: any. */
static size_t columns_left(const struct text_style *style, size_t before)
{
	if (style->width == 0)
		return 0;
	return style->width > before + EXCERPT_LEAST ? style->width - before
						     : EXCERPT_LEAST;
}

#define NUMBER	       "%5u | "
#define NUMBER_COLUMNS 8

void text_print_line(const struct text_style *style,
	const struct report_place *place, const char *indent, bool whole)
{
	const char *line = source_line(style->source, place->file, place->line);
	size_t skipped = line ? blanks_of(line) : 0;
	/* The file may have changed since: then its column means nothing. */
	bool is_same =
		line &&
		(!place->text ||
			strcmp(line + skipped,
				place->text + blanks_of(place->text)) == 0);
	const char *text = is_same ? line : place->text;
	bool has_column;
	int column;

	if (!text)
		return;
	skipped = whole && is_same ? 0 : blanks_of(text);
	has_column = is_same && place->column > skipped &&
		     place->column <= strlen(text);
	fprintf(style->out, "%s" NUMBER, indent, place->line);
	column = print_excerpt(style, text + skipped,
		has_column ? place->column - 1 - skipped : 0,
		columns_left(style, strlen(indent) + NUMBER_COLUMNS));
	if (has_column && style->full)
		fprintf(style->out, "%s      | %*s^\n", indent, column, "");
}

void text_print_lines(
	const struct text_style *style, const struct report_place *place)
{
	unsigned first = place->line > CONTEXT ? place->line - CONTEXT : 1;

	for (unsigned line = first; line <= place->line + CONTEXT; line++) {
		const char *text;
		if (line == place->line) {
			text_print_line(style, place, "  ", true);
			continue;
		}
		text = source_line(style->source, place->file, line);
		if (!text)
			continue;
		fprintf(style->out, "  " NUMBER, line);
		print_excerpt(style, text, 0,
			columns_left(style, 2 + NUMBER_COLUMNS));
	}
}
