/* SPDX-License-Identifier: MIT
 * An array that doubles.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct array {
	long *item;
	size_t count, capacity;
};

static void array_push(struct array *array, long value)
{
	if (array->count == array->capacity) {
		array->capacity = array->capacity ? 2 * array->capacity : 4;
		array->item = realloc(
			array->item, array->capacity * sizeof *array->item);
	}
	array->item[array->count++] = value;
}
