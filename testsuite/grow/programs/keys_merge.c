/* SPDX-License-Identifier: MIT
 * The same keys, both lists put in order first.
 * label: linear keys_merge */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct keys {
	const char *key[8192];
	size_t count;
};

static void keys_split(struct keys *keys, char *text)
{
	char *rest = NULL;
	keys->count = 0;
	for (char *key = strtok_r(text, " ", &rest); key;
		key = strtok_r(NULL, " ", &rest))
		if (keys->count < 8192)
			keys->key[keys->count++] = key;
}

static int keys_compare(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static int keys_merge(struct keys *left, struct keys *right)
{
	int common = 0;
	size_t j = 0;
	qsort(left->key, left->count, sizeof *left->key, keys_compare);
	qsort(right->key, right->count, sizeof *right->key, keys_compare);
	for (size_t i = 0; i < left->count; i++) {
		int order = 1;
		while (j < right->count &&
			(order = strcmp(left->key[i], right->key[j])) > 0)
			j++;
		common += j < right->count && order == 0;
	}
	return common;
}
