/* SPDX-License-Identifier: MIT
 * Fuzz target: counts the words of an input, then asks for each of them. */
#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "table.h"

/* Ends the words of TEXT with a NUL each and lists them. Returns how many. */
static size_t split(char *text, size_t size, const char **words)
{
	size_t count = 0, i;

	for (i = 0; i < size; i++) {
		if (!isalpha((unsigned char)text[i]))
			text[i] = '\0';
		else if (i == 0 || !text[i - 1])
			words[count++] = &text[i];
	}
	return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = calloc(size + 1, 1);
	const char **words = calloc(size + 1, sizeof *words);
	struct table table;
	size_t count, i;

	table_init(&table);
	for (i = 0; i < size; i++)
		text[i] = (char)data[i];
	count = split(text, size, words);
	for (i = 0; i < count; i++)
		table_add(&table, words[i]);
	table_count_known(&table, words, count);
	table_count_known_hashed(&table, words, count);
	table_release(&table);
	free(words);
	free(text);
	return 0;
}
