/* SPDX-License-Identifier: MIT
 * A vector that doubles: all of it is copied, but ever more rarely. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct vector {
	int *value;
	size_t count, capacity;
};

static void vector_grow(struct vector *vector)
{
	size_t capacity = vector->capacity != 0 ? 2 * vector->capacity : 2;
	int *larger = malloc(capacity * sizeof *larger);

	if (vector->count != 0)
		memcpy(larger, vector->value, vector->count * sizeof *larger);
	free(vector->value);
	vector->value = larger;
	vector->capacity = capacity;
}

void vector_fill(struct vector *vector, int count)
{
	for (int i = 0; i < count; i++) {
		if (vector->count == vector->capacity)
			vector_grow(vector);
		vector->value[vector->count++] = i;
	}
}

int main(void)
{
	struct vector vector = {NULL, 0, 0};

	vector_fill(&vector, 40);
	assert(vector.value[39] == 39);
	free(vector.value);
	return 0;
}
