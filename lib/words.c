/* SPDX-License-Identifier: MIT
 * Names and numbers as people read them. */
#include "config.h"

#include "lib/words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/markup.h"
#include "lib/memory.h"

#define ELLIPSIS "\xe2\x80\xa6"

char *words_shorten(const char *text, size_t characters)
{
	const char *at = text ? text : "?";
	size_t count = 0, index = 0, head = characters - characters / 3 - 1;
	size_t skipped_until;
	char *shorter, *to;

	for (const char *c = at; *c != '\0';
		c += markup_character_bytes(c) ?: 1)
		count++;
	skipped_until = count > characters ? count - characters / 3 : 0;
	to = shorter = memory_alloc(3 * strlen(at) + 8);
	for (; *at != '\0'; index++) {
		size_t bytes = markup_character_bytes(at);
		bool is_left_out = index >= head && index < skipped_until;
		if (is_left_out && index == head)
			to = stpcpy(to, ELLIPSIS);
		if (!is_left_out && bytes == 0)
			to = stpcpy(to, MARKUP_REPLACEMENT);
		else if (!is_left_out)
			to = mempcpy(to, at, bytes);
		at += bytes ?: 1;
	}
	*to = '\0';
	return shorter;
}

const char *words_number(char *buffer, uint64_t number)
{
	char digits[WORDS_NUMBER_BYTES];
	int count = snprintf(digits, sizeof digits, "%" PRIu64, number);
	char *to = buffer;

	for (int i = 0; i < count; i++) {
		if (i > 0 && (count - i) % 3 == 0)
			*to++ = ',';
		*to++ = digits[i];
	}
	*to = '\0';
	return buffer;
}

int words_compare(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

size_t words_sort_once(const char **word, size_t count)
{
	size_t kept = 0;

	if (count > 0)
		qsort(word, count, sizeof *word, words_compare);
	for (size_t i = 0; i < count; i++)
		if (kept == 0 || strcmp(word[kept - 1], word[i]) != 0)
			word[kept++] = word[i];
	return kept;
}

const char *words_base_name(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash && slash[1] != '\0' ? slash + 1 : path ? path : "?";
}

char *words_shell_quote(const char *text)
{
	static const char safe[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789_-+=./:,@%";
	char *quoted, *to;

	if (*text != '\0' && strspn(text, safe) == strlen(text))
		return memory_string_dup(text);
	to = quoted = memory_alloc(4 * strlen(text) + 3);
	*to++ = '\'';
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			to = stpcpy(to, "'\\''");
		else
			*to++ = *text;
	}
	*to++ = '\'';
	*to = '\0';
	return quoted;
}

char *words_uri(const char *prefix, const char *path)
{
	static const char safe[] = "abcdefghijklmnopqrstuvwxyz"
				   "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
	char *encoded = memory_alloc(strlen(prefix) + 3 * strlen(path) + 1);
	char *to = stpcpy(encoded, prefix);

	for (const unsigned char *c = (const unsigned char *)path; *c; c++) {
		if (strchr(safe, *c))
			*to++ = (char)*c;
		else
			to += sprintf(to, "%%%02X", *c);
	}
	*to = '\0';
	return encoded;
}
