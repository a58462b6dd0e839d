/* SPDX-License-Identifier: MIT
 * Shapes on arrays and strings. */
#include <stdlib.h>
#include <string.h>

#include "shapes.h"

/* The length of the rest of a string, by hand, at each of its characters. */
SHAPE void suffix_scan(int n)
{
	char *text = malloc((size_t)n + 1);

	memset(text, 'a', (size_t)n);
	text[n] = '\0';
	for (int i = 0; i < n; i++) {
		volatile const char *at = text + i;
		while (*at != '\0')
			at++;
		sink += (int)(at - text);
	}
	free(text);
}

SHAPE void backward_scan(int n)
{
	int *array = make_array(n);

	for (int i = 0; i < n; i++) {
		volatile int *at = array + n - 1;
		while (at > array && *at != i)
			at--;
		sink += *at;
	}
	free(array);
}

SHAPE void binary_search(int n)
{
	int *array = make_array(4 * n);

	for (int i = 0; i < 4 * n; i++) {
		int low = 0, high = 4 * n;
		while (high - low > 1) {
			int middle = (low + high) / 2;
			if (array[middle] <= i)
				low = middle;
			else
				high = middle;
		}
		sink += low;
	}
	free(array);
}

static const int table[24] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
static volatile int table_length = 24;

SHAPE void constant_table(int n)
{
	for (int i = 0; i < n; i++) {
		volatile const int *at = table;
		int length = table_length;
		for (int j = 0; j < length; j++)
			sink += at[j] == i;
	}
}

/* Looks for each value before it adds it, in an array that realloc may move. */
SHAPE void realloc_array(int n)
{
	int *array = NULL, length = 0;

	for (int i = 0; i < n; i++) {
		int at = 0;
		while (at < length && array[at] != i)
			at++;
		if (at < length)
			continue;
		array = realloc(array, (size_t)(length + 1) * sizeof *array);
		array[length++] = i;
	}
	free(array);
}

/* The same in an array that moves by copying, as a C++ vector does. */
SHAPE void doubling_array(int n)
{
	int *array = malloc(sizeof *array), length = 0, room = 1;

	for (int i = 0; i < n; i++) {
		int at = 0;
		while (at < length && array[at] != i)
			at++;
		if (at < length)
			continue;
		if (length == room) {
			int *larger = malloc(2 * (size_t)room * sizeof *array);
			memcpy(larger, array, (size_t)room * sizeof *array);
			free(array);
			array = larger;
			room *= 2;
		}
		array[length++] = i;
	}
	free(array);
}

struct pair {
	int key, value;
};

#define MATCHES(pair, i) ((pair)->key == (i) && (pair)->value == (i))

SHAPE void two_loads_at_one_column(int n)
{
	struct pair *array = malloc((size_t)n * sizeof *array);

	for (int i = 0; i < n; i++)
		array[i] = (struct pair){i, i};
	for (int i = 0; i < n; i++) {
		volatile struct pair *at = array;
		while (at < array + n && !MATCHES(at, n))
			at++;
		sink += (int)(at - array);
	}
	free(array);
}

static int search_unrolled(const int *array, int n, int wanted)
{
	int i = 0;

	for (; i + 4 <= n; i += 4) {
		if (is_wanted(array + i, wanted))
			return i;
		if (is_wanted(array + i + 1, wanted))
			return i + 1;
		if (is_wanted(array + i + 2, wanted))
			return i + 2;
		if (is_wanted(array + i + 3, wanted))
			return i + 3;
	}
	for (; i < n; i++)
		if (is_wanted(array + i, wanted))
			return i;
	return -1;
}

SHAPE void unrolled_search(int n)
{
	int *array = malloc((size_t)n * sizeof *array), length = 0;

	for (int i = 0; i < n; i++)
		if (search_unrolled(array, length, i) < 0)
			array[length++] = i;
	sink += length;
	free(array);
}
