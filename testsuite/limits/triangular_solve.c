/* SPDX-License-Identifier: MIT
 * Solves a triangular system: each row of the matrix, which is read once, meets all
 * values that are known so far. */
#include <assert.h>
#include <stdlib.h>

/* The ROW of the packed matrix begins behind those above it. */
void triangle_solve(const long *row, long *value, int size)
{
	for (int i = 0; i < size; i++) {
		long sum = value[i];
		for (int k = 0; k < i; k++)
			sum -= row[k] * value[k];
		value[i] = sum / row[i];
		row += i + 1;
	}
}

static long solve(int size)
{
	size_t cells = (size_t)size * ((size_t)size + 1) / 2;
	long *matrix = malloc(cells * sizeof *matrix);
	long *value = malloc((size_t)size * sizeof *value);
	long last;

	for (size_t i = 0; i < cells; i++)
		matrix[i] = 1;
	for (int i = 0; i < size; i++)
		value[i] = i + 1;
	triangle_solve(matrix, value, size);
	last = value[size - 1];
	free(matrix);
	free(value);
	return last;
}

int main(void)
{
	assert(solve(8) == 1);
	assert(solve(16) == 1);
	assert(solve(32) == 1);
	assert(solve(64) == 1);
	return 0;
}
