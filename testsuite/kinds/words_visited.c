/* SPDX-License-Identifier: MIT
 * A test marks each word that a set hands to its callback in a list of its own of what
 * is expected. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 16

struct word {
	struct word *next;
	char text[12];
};

struct set {
	struct word *row[ROWS];
};

struct expected {
	int count;
	struct {
		char text[12];
		int is_seen;
	} word[];
};

static unsigned text_hash(const char *text)
{
	unsigned hash = 5381;

	while (*text)
		hash = hash * 33 + (unsigned char)*text++;
	return hash % ROWS;
}

__attribute__((noinline)) void set_add(struct set *set, const char *text)
{
	struct word *word = calloc(1, sizeof *word);
	unsigned row = text_hash(text);

	snprintf(word->text, sizeof word->text, "%s", text);
	word->next = set->row[row];
	set->row[row] = word;
}

__attribute__((noinline)) int set_visit(const struct set *set,
	int (*visit)(const char *text, void *data), void *data)
{
	for (int i = 0; i < ROWS; i++)
		for (const struct word *w = set->row[i]; w; w = w->next)
			if (!visit(w->text, data))
				return 0;
	return 1;
}

static void set_clear(struct set *set)
{
	for (int i = 0; i < ROWS; i++)
		while (set->row[i]) {
			struct word *word = set->row[i];
			set->row[i] = word->next;
			free(word);
		}
}

__attribute__((noinline)) int test_mark(const char *text, void *data)
{
	struct expected *expected = data;

	for (int i = 0; i < expected->count; i++)
		if (strcmp(expected->word[i].text, text) == 0)
			return expected->word[i].is_seen = 1;
	return 0;
}

__attribute__((noinline)) void test_visit(int count)
{
	struct set set = {0};
	struct expected *expected = calloc(
		1, sizeof *expected + (size_t)count * sizeof expected->word[0]);

	expected->count = count;
	for (int i = 0; i < count; i++) {
		snprintf(expected->word[i].text, 12, "%c%d", 'a' + i % 26, i);
		set_add(&set, expected->word[i].text);
	}
	if (!set_visit(&set, test_mark, expected))
		abort();
	for (int i = 0; i < count; i++)
		if (!expected->word[i].is_seen)
			abort();
	set_clear(&set);
	free(expected);
}

int main(int argc, char **argv)
{
	test_visit(argc > 1 ? atoi(argv[1]) : 16);
	return 0;
}
