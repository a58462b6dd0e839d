/* SPDX-License-Identifier: MIT
 * Each entry of a journal is printed behind all that there is, into a new text. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *journal_write(const char *const *entry, int count)
{
	char *journal = strdup("journal\n");

	for (int i = 0; i < count; i++) {
		char *longer;
		if (asprintf(&longer, "%s%d: %s\n", journal, i, entry[i]) < 0)
			abort();
		free(journal);
		journal = longer;
	}
	return journal;
}

int main(void)
{
	static const char *const entry[] = {"got up", "had breakfast",
		"went out", "came back", "had dinner", "read a book",
		"went to bed"};
	char *journal = journal_write(entry, 7);

	assert(strlen(journal) == 104);
	free(journal);
	return 0;
}
