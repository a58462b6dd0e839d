/* SPDX-License-Identifier: MIT
 * Families for people: a pattern in one line, a script that writes inputs. */
#include "config.h"

#include "lib/families/family.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#define SHOWN_BYTES  40
#define SHOWN_PIECES 3

static void print_byte(uint8_t byte, FILE *out)
{
	if (byte == '"' || byte == '\\')
		fprintf(out, "\\%c", byte);
	else if (byte == '\n')
		fputs("\\n", out);
	else if (byte == '\t')
		fputs("\\t", out);
	else if (byte >= 0x20 && byte < 0x7f)
		fputc(byte, out);
	else
		fprintf(out, "\\x%02x", byte);
}

/* "text", or its beginning, its length and its end. */
static void family_print_bytes(const struct bytes *bytes, FILE *out)
{
	size_t length = bytes->length;
	bool is_long = length > SHOWN_BYTES;
	size_t head = is_long ? SHOWN_BYTES / 2 : length;

	fputc('"', out);
	for (size_t i = 0; i < head; i++)
		print_byte(bytes->at[i], out);
	if (is_long) {
		fprintf(out, "\" (%zu bytes) \"", length - 2 * head);
		for (size_t i = length - head; i < length; i++)
			print_byte(bytes->at[i], out);
	}
	fputc('"', out);
}

/* "key{0000}=1": all of it, numbers in braces. */
static void print_numbered(
	const struct bytes *bytes, const struct family_marks *marks, FILE *out)
{
	size_t at = 0;

	fputc('"', out);
	for (size_t i = 0; i < marks->count; i++) {
		const struct family_mark *mark = &marks->mark[i];
		for (; at < mark->at; at++)
			print_byte(bytes->at[at], out);
		fputc('{', out);
		for (; at < mark->at + family_mark_width(mark); at++)
			print_byte((uint8_t)mark->zero, out);
		fputc('}', out);
	}
	for (; at < bytes->length; at++)
		print_byte(bytes->at[at], out);
	fputc('"', out);
}

/* What is repeated. */
static void print_unit(const struct bytes *bytes,
	const struct family_marks *marks, const char *times, bool *is_later,
	FILE *out)
{
	if (!bytes->length)
		return;
	if (*is_later)
		fputs(" + ", out);
	if (marks->count)
		print_numbered(bytes, marks, out);
	else
		family_print_bytes(bytes, out);
	fputs(times, out);
	*is_later = true;
}

static void print_part(
	const struct bytes *bytes, const char *times, bool *is_later, FILE *out)
{
	if (!bytes->length)
		return;
	if (*is_later)
		fputs(" + ", out);
	family_print_bytes(bytes, out);
	fputs(times, out);
	*is_later = true;
}

static void print_pieces(const struct family *family, bool *is_later, FILE *out)
{
	if (*is_later)
		fputs(" + ", out);
	fputs("k different ones of {", out);
	for (size_t i = 0; i < family->piece_count && i < SHOWN_PIECES; i++) {
		fputs(i ? ", " : "", out);
		family_print_bytes(&family->piece[i], out);
	}
	if (family->piece_count > SHOWN_PIECES)
		fprintf(out, ", ... %zu in all", family->piece_count);
	fputs(family->is_product ? " and pairs of them}" : "}", out);
	*is_later = true;
}

char *family_pattern_dup(const struct family *family)
{
	bool is_later = false;
	char *text = NULL;
	char times[32];
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		memory_fail(SHOWN_BYTES);
	print_part(&family->prefix, "", &is_later, out);
	if (family->kind == FAMILY_STRETCH) {
		snprintf(times, sizeof times,
			family->chunk == 1 ? ", each byte x k"
					   : ", each %zu bytes x k",
			family->chunk);
		print_part(&family->first, times, &is_later, out);
	} else if (family->kind == FAMILY_PIECES) {
		print_pieces(family, &is_later, out);
	} else {
		print_unit(&family->first, &family->first_marks, " x k",
			&is_later, out);
	}
	print_part(&family->middle, "", &is_later, out);
	snprintf(times, sizeof times, " x k");
	if (family->kind == FAMILY_PIECES && family->copies != 1)
		snprintf(times, sizeof times, " x %zuk", family->copies);
	print_unit(
		&family->second, &family->second_marks, times, &is_later, out);
	print_part(&family->suffix, "", &is_later, out);
	fclose(out);
	return text;
}

/* ---- the script ---- */

/* As an argument of printf: letters and digits as they are. */
static void print_octal(const uint8_t *at, size_t length, FILE *out)
{
	fputs("printf '", out);
	for (size_t i = 0; i < length; i++)
		if (isalnum(at[i]) || at[i] == ' ')
			fputc(at[i], out);
		else
			fprintf(out, "\\%03o", at[i]);
	fputs("'", out);
}

static void print_always(const struct bytes *bytes, FILE *out)
{
	if (!bytes->length)
		return;
	print_octal(bytes->at, bytes->length, out);
	fputc('\n', out);
}

/* The bytes of a part, its numbers being $i. */
static void print_with_numbers(const uint8_t *bytes, size_t length,
	const struct family_marks *marks, FILE *out)
{
	size_t at = 0;

	for (size_t i = 0; i < marks->count; i++) {
		const struct family_mark *mark = &marks->mark[i];
		print_octal(bytes + at, mark->at - at, out);
		at = mark->at + family_mark_width(mark);
		if (mark->zero == '0')
			fprintf(out, "; printf %%0%dd $i; ", FAMILY_DIGITS);
		else
			fprintf(out, "; letters %d $i; ", mark->zero);
	}
	print_octal(bytes + at, length - at, out);
}

static void print_repeated(const uint8_t *at, size_t length, size_t copies,
	const struct family_marks *marks, FILE *out)
{
	if (!length)
		return;
	fprintf(out, "i=0; while [ $i -lt $(($1 * %zu)) ]; do ", copies);
	print_with_numbers(at, length, marks, out);
	fputs("; i=$((i + 1)); done\n", out);
}

static bool has_letters(const struct family_marks *marks)
{
	for (size_t i = 0; i < marks->count; i++)
		if (marks->mark[i].zero != '0')
			return true;
	return false;
}

/* letters ZERO NUMBER: ZERO is the code of the first one. */
static void print_letters_function(FILE *out)
{
	fputs("letters() {\n\tfor d in 676 26 1; do\n"
	      "\t\tprintf \"\\\\$(printf %03o $(($1 + $2 / d % 26)))\"\n"
	      "\tdone\n}\n",
		out);
}

static void print_piece_function(const struct family *family, FILE *out)
{
	fputs("piece() {\n\tcase $1 in\n", out);
	for (size_t i = 0; i < family->piece_count; i++) {
		fprintf(out, "\t%zu) ", i);
		print_octal(family->piece[i].at, family->piece[i].length, out);
		fputs(" ;;\n", out);
	}
	fputs("\tesac\n}\n", out);
}

static void print_piece_loop(const struct family *family, FILE *out)
{
	size_t count = family->piece_count;

	fprintf(out,
		"i=0; while [ $i -lt $1 ]; do\n"
		"\tif [ $i -lt %zu ]; then piece $i; else\n"
		"\t\tj=$((i - %zu))\n"
		"\t\tpiece $((j / %zu %% %zu)); piece $((j %% %zu))\n"
		"\tfi; i=$((i + 1))\ndone\n",
		count, count, count, count, count);
}

void family_print_script(const struct family *family, FILE *out)
{
	const struct bytes *first = &family->first;
	const struct family_marks none = {.count = 0};

	fputs("#!/bin/sh\n# Prints the input for K repetitions, made by "
	      "retread prove.\n"
	      ": \"${1:?usage: generate.sh K >INPUT}\"\n",
		out);
	if (family->kind == FAMILY_PIECES)
		print_piece_function(family, out);
	if (has_letters(&family->first_marks) ||
		has_letters(&family->second_marks))
		print_letters_function(out);
	print_always(&family->prefix, out);
	if (family->kind == FAMILY_PIECES)
		print_piece_loop(family, out);
	else if (family->kind == FAMILY_PUMP)
		print_repeated(
			first->at, first->length, 1, &family->first_marks, out);
	else
		for (size_t at = 0; at < first->length; at += family->chunk) {
			size_t left = first->length - at;
			print_repeated(first->at + at,
				left < family->chunk ? left : family->chunk, 1,
				&none, out);
		}
	print_always(&family->middle, out);
	print_repeated(family->second.at, family->second.length,
		family->kind == FAMILY_PIECES ? family->copies : 1,
		&family->second_marks, out);
	print_always(&family->suffix, out);
}

static size_t unprintable(const struct bytes *bytes)
{
	size_t count = 0;

	for (size_t i = 0; i < bytes->length; i++)
		count += !isprint(bytes->at[i]) && bytes->at[i] != '\n' &&
			 bytes->at[i] != '\t';
	return count;
}

size_t family_unprintable(const struct family *family)
{
	size_t count =
		unprintable(&family->prefix) + unprintable(&family->first) +
		unprintable(&family->middle) + unprintable(&family->second) +
		unprintable(&family->suffix);

	for (size_t i = 0; i < family->piece_count; i++)
		count += unprintable(&family->piece[i]);
	return count;
}
