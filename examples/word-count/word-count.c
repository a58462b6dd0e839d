/* SPDX-License-Identifier: MIT
 * Counts the words of standard input; tells how many of its arguments occur. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "table.h"

#define WORD_BYTES 64

/* Reads the next word, in lower case, cut to fit. Returns 0 at the end. */
static int read_word(FILE *stream, char word[WORD_BYTES])
{
	size_t length = 0;
	int byte;

	while ((byte = getc(stream)) != EOF) {
		if (isalpha(byte)) {
			if (length < WORD_BYTES - 1)
				word[length++] = (char)tolower(byte);
		} else if (length) {
			break;
		}
	}
	word[length] = '\0';
	return length > 0;
}

int main(int argc, char **argv)
{
	const struct entry *entry;
	char word[WORD_BYTES];
	struct table table;
	int status = EXIT_SUCCESS;

	table_init(&table);
	while (read_word(stdin, word)) {
		if (table_add(&table, word)) {
			fputs("word-count: out of memory\n", stderr);
			status = EXIT_FAILURE;
			break;
		}
	}
	for (entry = table.first; entry; entry = entry->next)
		printf("%7u %s\n", entry->count, entry->word);
	if (argc > 1)
		printf("%zu of %d words occur\n",
			table_count_known(&table, (const char *const *)argv + 1,
				(size_t)argc - 1),
			argc - 1);
	table_release(&table);
	return status;
}
