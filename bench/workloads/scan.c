/* SPDX-License-Identifier: MIT
 * Scans text: splits lines into words by hand and with the C library, counts
 * and compares them: scan [LINES [TIMES]] */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *make_text(int lines)
{
	static const char *const words[] = {
		"traverse", "the", "list", "again", "for", "each", "item"};
	char *text = malloc((size_t)lines * 80 + 1), *end = text;
	for (int i = 0; i < lines; i++) {
		for (int j = 0; j < 6; j++)
			end += sprintf(end, "%s ", words[(i * 5 + j * 3) % 7]);
		end += sprintf(end, "%d\n", i);
	}
	return text;
}

static unsigned long count_words(const char *text)
{
	unsigned long words = 0;
	for (int inside = 0; *text != '\0'; text++) {
		int letter = isalnum((unsigned char)*text) != 0;
		words += letter && !inside;
		inside = letter;
	}
	return words;
}

static unsigned long count_with_library(const char *text, const char *word)
{
	unsigned long found = 0;
	for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
		found += strcspn(at, " \n") == strlen(word);
	return found;
}

static unsigned long count_lines(const char *text)
{
	unsigned long lines = 0;
	while ((text = strchr(text, '\n')) != NULL) {
		lines++;
		text++;
	}
	return lines;
}

int main(int argc, char **argv)
{
	int lines = argc > 1 ? atoi(argv[1]) : 8000;
	int times = argc > 2 ? atoi(argv[2]) : 80;
	char *text = make_text(lines);
	unsigned long total = 0;

	for (int i = 0; i < times; i++)
		total += count_words(text) + count_lines(text) +
			 count_with_library(text, "list");
	printf("%lu\n", total);
	return 0;
}
