/* SPDX-License-Identifier: MIT
 * Each of some files begins with the same licence, which is read once for each. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void write_head(const char *licence, const char *author, FILE *out)
{
	fputs(licence, out);
	fprintf(out, "Copyright %s\n", author);
}

void write_files(const char *licence, char *const *author, int count, FILE *out)
{
	for (int i = 0; i < count; i++)
		write_head(licence, author[i], out);
}

int main(void)
{
	char *author[9], *licence = strdup("Permission is granted to use this "
					   "file for any purpose, with or "
					   "without fee.\n");
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	for (int i = 0; i < 9; i++) {
		author[i] = malloc(32);
		snprintf(author[i], 32, "%.*s and others", i + 1, "abcdefghij");
	}
	write_files(licence, author, 9, out);
	fclose(out);
	assert(size == 9 * strlen(licence) + 9 * 22 + 45);
	for (int i = 0; i < 9; i++)
		free(author[i]);
	free(licence);
	free(text);
	return 0;
}
