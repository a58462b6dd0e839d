/* SPDX-License-Identifier: MIT
 * Settings that never change: each update makes new ones of the old, value by value. */
#include <stdlib.h>

struct settings {
	size_t count;
	long *value;
};

static struct settings settings_with(struct settings old, size_t index, long to)
{
	struct settings made = {old.count, malloc(old.count * sizeof(long))};

	for (size_t i = 0; i < old.count; i++)
		made.value[i] = old.value[i];
	made.value[index] = to;
	return made;
}

struct settings settings_read(struct settings at, const char *text)
{
	for (size_t i = 0; i < at.count; i++) {
		struct settings next = settings_with(at, i, text[i % 8] - '0');
		free(at.value);
		at = next;
	}
	return at;
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? atoi(argv[1]) : 24;
	struct settings at = {n, calloc(n, sizeof(long))};

	at = settings_read(at, "31415926");
	free(at.value);
	return 0;
}
