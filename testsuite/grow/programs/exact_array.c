/* SPDX-License-Identifier: MIT
 * An array that is copied for each new element.
 * label: grows array_push n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct array {
	long *item;
	size_t count;
};

static void array_push(struct array *array, long value)
{
	long *item = malloc((array->count + 1) * sizeof *item);
	for (size_t i = 0; i < array->count; i++)
		item[i] = array->item[i];
	item[array->count++] = value;
	free(array->item);
	array->item = item;
}
