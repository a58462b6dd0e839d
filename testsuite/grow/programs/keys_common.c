/* SPDX-License-Identifier: MIT
 * Long keys of one text that another one has, each compared with all.
 * label: grows keys_common n^2 -O0 */
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

static int keys_common(const struct keys *left, const struct keys *right)
{
	int common = 0;
	for (size_t i = 0; i < left->count; i++)
		for (size_t j = 0; j < right->count; j++)
			if (strcmp(left->key[i], right->key[j]) == 0) {
				common++;
				break;
			}
	return common;
}
