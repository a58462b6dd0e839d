/* SPDX-License-Identifier: MIT
 * An array is sorted before each query.
 * label: grows index_find n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

struct index {
	int *key;
	size_t count;
};

static int *index_find(struct index *index, int key)
{
	qsort(index->key, index->count, sizeof key, compare);
	return bsearch(&key, index->key, index->count, sizeof key, compare);
}
