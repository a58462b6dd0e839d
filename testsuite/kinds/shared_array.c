/* SPDX-License-Identifier: MIT
 * Copies an array that is shared whenever an element of it is set. */
#include <stdlib.h>
#include <string.h>

struct array {
	int references, count;
	int at[];
};

static struct array *array_own(struct array *array)
{
	size_t bytes = sizeof *array + array->count * sizeof array->at[0];
	struct array *copy;

	if (array->references == 1)
		return array;
	copy = malloc(bytes);
	memcpy(copy, array, bytes);
	copy->references = 1;
	array->references--;
	return copy;
}

struct array *array_set(struct array *array, int index, int value)
{
	array = array_own(array);
	array->at[index] = value;
	return array;
}

struct array *array_count_up(struct array *array)
{
	for (int i = 0; i < array->count; i++) {
		struct array *before = array;
		before->references++;
		array = array_set(array, i, before->at[i] + 1);
		if (--before->references == 0)
			free(before);
	}
	return array;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct array *array =
		calloc(1, sizeof *array + n * sizeof array->at[0]);

	array->references = 1;
	array->count = n;
	array = array_count_up(array);
	free(array);
	return 0;
}
