/* SPDX-License-Identifier: MIT
 * A scanner whose classes of characters are a table in the scanner itself, beside the
 * rules that every look-up reads. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct scanner {
	int strict;
	int fallback;
	unsigned char class_of[256];
};

static int scanner_class(const struct scanner *scanner, unsigned char byte)
{
	int class = scanner->class_of[byte];

	return class != 0 || scanner->strict ? class : scanner->fallback;
}

int count_words(const struct scanner *scanner, const char *text)
{
	int words = 0, before = 0;

	for (; *text != '\0'; text++) {
		int class = scanner_class(scanner, (unsigned char)*text);
		words += class == 1 && before != 1;
		before = class;
	}
	return words;
}

int main(void)
{
	struct scanner *scanner = calloc(1, sizeof *scanner);

	for (int c = 'a'; c <= 'z'; c++)
		scanner->class_of[c] = 1;
	scanner->fallback = 2;
	assert(count_words(scanner, "the cat sat on the mat, and the dog sat "
				    "on the cat; the cat ran") == 16);
	free(scanner);
	return 0;
}
