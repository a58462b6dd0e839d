/* SPDX-License-Identifier: MIT
 * Continues lines that are longer than a terminal is wide. */
#include "config.h"

#include "cli/report/forms.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

/* Columns that the first BYTES of TEXT take: a colour takes none. */
static size_t fold_columns_of(const char *text, size_t bytes)
{
	size_t columns = 0;

	for (size_t i = 0; i < bytes; i++) {
		if (text[i] == '\033')
			i += strcspn(text + i, "m");
		else
			columns += ((unsigned char)text[i] & 0xc0) != 0x80;
	}
	return columns;
}

/* Prints the words of TEXT, LENGTH bytes, from column INDENT on. */
static void print_words(
	FILE *out, const char *text, size_t length, size_t indent, size_t width)
{
	const char *end = text + length;
	size_t column = indent;

	while (text < end) {
		const char *next =
			memchr(text + 1, ' ', (size_t)(end - text) - 1);
		size_t bytes = (size_t)((next ? next : end) - text);
		size_t columns = fold_columns_of(text, bytes);
		if (column > indent && column + columns > width) {
			size_t blank = *text == ' ';
			fprintf(out, "\n%*s", (int)indent, "");
			text += blank;
			bytes -= blank;
			columns -= blank;
			column = indent;
		}
		fwrite(text, 1, bytes, out);
		column += columns;
		text += bytes;
	}
}

/* As much of TEXT, LENGTH bytes after column INDENT, as WIDTH has columns for. */
static void print_cut(
	FILE *out, const char *text, size_t length, size_t indent, size_t width)
{
	size_t kept = length;

	if (indent + fold_columns_of(text, length) <= width) {
		fwrite(text, 1, length, out);
		return;
	}
	while (kept > 0 && indent + fold_columns_of(text, kept) + 3 > width)
		kept--;
	fwrite(text, 1, kept, out);
	fputs("...", out);
}

static void fold_print(FILE *out, const char *text, size_t width)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		size_t before = strcspn(text, FOLD CLIP "\n");
		const char *mark = before < length ? text + before : NULL;

		fwrite(text, 1, before, out);
		if (mark)
			(*mark == *FOLD ? print_words : print_cut)(out,
				mark + 1, length - before - 1,
				fold_columns_of(text, before), width);
		text += length;
		if (*text == '\n')
			putc(*text++, out);
	}
}

FILE *fold_begin(struct fold *fold, FILE *to, size_t width)
{
	*fold = (struct fold){.to = to, .width = width ? width : SIZE_MAX};
	fold->lines = open_memstream(&fold->text, &fold->bytes);
	if (!fold->lines)
		memory_fail(0);
	return fold->lines;
}

void fold_end(struct fold *fold)
{
	fclose(fold->lines);
	fold_print(fold->to, fold->text, fold->width);
	free(fold->text);
}
