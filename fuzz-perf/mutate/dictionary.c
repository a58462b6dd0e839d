/* SPDX-License-Identifier: MIT
 * Words worth putting into inputs: from a file, from the target's constants. */
#include "config.h"

#include "fuzz-perf/mutate/dictionary.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

void dictionary_release(struct dictionary *dictionary)
{
	free(dictionary->word);
	memset(dictionary, 0, sizeof *dictionary);
}

void dictionary_add(
	struct dictionary *dictionary, const uint8_t *bytes, size_t length)
{
	if (length > DICTIONARY_WORD_BYTES)
		length = DICTIONARY_WORD_BYTES;
	if (!length)
		return;
	for (size_t i = 0; i < dictionary->count; i++)
		if (dictionary->word[i].length == length &&
			!memcmp(dictionary->word[i].bytes, bytes, length))
			return;
	dictionary->word = memory_grow(dictionary->word, &dictionary->capacity,
		dictionary->count + 1, sizeof *dictionary->word);
	struct dictionary_word *word = &dictionary->word[dictionary->count++];
	memcpy(word->bytes, bytes, length);
	word->length = length;
}

static void add_sibling(
	struct dictionary *dictionary, uint8_t byte, uint8_t other)
{
	uint8_t *known = dictionary->sibling[byte];
	uint16_t *count = &dictionary->sibling_count[byte];

	if (byte != other && !memchr(known, other, *count))
		known[(*count)++] = other;
}

void dictionary_add_cases(
	struct dictionary *dictionary, const uint8_t *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < count; k++)
			add_sibling(dictionary, bytes[i], bytes[k]);
}

static int hex_digit(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	digit = (char)tolower((unsigned char)digit);
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Reads the quoted value that starts at TEXT. Returns its length, or -1. */
static int dictionary_read_value(
	const char *text, uint8_t *bytes, struct error *err)
{
	int length = 0;

	while (*text != '"') {
		uint8_t byte = (uint8_t)*text++;
		if (!byte)
			return error_set(err, "the closing quote is missing");
		if (byte == '\\' && (*text == '\\' || *text == '"')) {
			byte = (uint8_t)*text++;
		} else if (byte == '\\' && *text == 'x') {
			int high = hex_digit(text[1]);
			int low = high < 0 ? -1 : hex_digit(text[2]);
			if (low < 0)
				return error_set(err,
					"\\x needs two hexadecimal digits");
			byte = (uint8_t)(high << 4 | low);
			text += 3;
		} else if (byte == '\\') {
			return error_set(err,
				"\\%c is not known; use \\\\, \\\" or \\xAB",
				*text);
		}
		if (length == DICTIONARY_WORD_BYTES)
			return error_set(err, "longer than %d bytes",
				DICTIONARY_WORD_BYTES);
		bytes[length++] = byte;
	}
	return length;
}

static int dictionary_read_line(
	struct dictionary *dictionary, const char *line, struct error *err)
{
	uint8_t bytes[DICTIONARY_WORD_BYTES];

	while (isspace((unsigned char)*line))
		line++;
	if (!*line || *line == '#')
		return 0;
	const char *quote = strchr(line, '"');
	if (!quote || (quote != line && quote[-1] != '=' &&
			      !isspace((unsigned char)quote[-1])))
		return error_set(err, "expected name=\"value\"");
	int length = dictionary_read_value(quote + 1, bytes, err);
	if (length < 0)
		return -1;
	dictionary_add(dictionary, bytes, (size_t)length);
	return 0;
}

int dictionary_read(
	struct dictionary *dictionary, const char *path, struct error *err)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t capacity = 0;
	unsigned number = 0;
	int result = 0;

	if (!file)
		return error_set_errno(err, "%s", path);
	while (!result && getline(&line, &capacity, file) >= 0) {
		number++;
		result = dictionary_read_line(dictionary, line, err);
	}
	if (result)
		error_add_context(err, "%s: line %u", path, number);
	else if (ferror(file))
		result = error_set_errno(err, "%s", path);
	free(line);
	fclose(file);
	return result;
}
