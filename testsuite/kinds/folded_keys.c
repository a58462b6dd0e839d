/* SPDX-License-Identifier: MIT
 * Keys of a file are compared with constant ones by a table that folds case. */
#include <stdlib.h>

static unsigned char folded[256];

static char fold_letter(char c)
{
	return (char)folded[(unsigned char)c];
}

static __attribute__((noinline)) int folded_compare(
	const char *left, const char *right)
{
	for (size_t i = 0;; i++) {
		if (fold_letter(left[i]) != fold_letter(right[i]))
			return fold_letter(left[i]) - fold_letter(right[i]);
		if (left[i] == '\0')
			return 0;
	}
}

static __attribute__((noinline)) int folded_find(const char *key)
{
	static const char *const names[] = {"virtual_modifiers", "modifiers",
		"map", "level_name", "preserve", "interpret", "indicator",
		"group", "type", "actions", "useModMapMods", "repeat"};

	for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
		if (folded_compare(key, names[i]) == 0)
			return (int)i;
	return -1;
}

__attribute__((noinline)) int folded_read(unsigned keys)
{
	static const char *const texts[] = {"Modifiers", "LevelName", "GROUP",
		"Action", "whichModState", "type", "level_name", "Map",
		"controls", "repeats", "virtual", "preserve"};
	char *key = malloc(24);
	int sum = 0;

	for (unsigned i = 0; i < keys; i++) {
		const char *text = texts[i % 12];
		size_t length = 0;
		for (; text[length] != '\0'; length++)
			key[length] = text[length];
		key[length] = '\0';
		sum += folded_find(key);
	}
	free(key);
	return sum;
}

int main(int argc, char **argv)
{
	unsigned keys = (unsigned)(argc > 1 ? atoi(argv[1]) : 40);

	for (unsigned i = 0; i < sizeof folded; i++)
		folded[i] = (unsigned char)(i >= 'A' && i <= 'Z' ? i + 32 : i);
	return folded_read(keys) + folded_read(keys / 2) == -1000;
}
