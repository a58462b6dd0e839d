/* SPDX-License-Identifier: MIT
 * Transposes a matrix: each number is read once, by columns. */
#include <assert.h>
#include <stdlib.h>

struct matrix {
	int rows, columns;
	float *at;
};

struct matrix matrix_new(int rows, int columns)
{
	return (struct matrix){
		rows, columns, calloc((size_t)(rows * columns), sizeof(float))};
}

struct matrix matrix_transpose(const struct matrix *from)
{
	struct matrix to = matrix_new(from->columns, from->rows);

	for (int i = 0; i < to.rows; i++)
		for (int k = 0; k < to.columns; k++)
			to.at[i * to.columns + k] =
				from->at[k * from->columns + i];
	return to;
}

int main(void)
{
	struct matrix matrix = matrix_new(4, 6), turned;

	for (int i = 0; i < 24; i++)
		matrix.at[i] = (float)i;
	turned = matrix_transpose(&matrix);
	assert(turned.at[1] == 6 && turned.at[23] == 23);
	free(matrix.at);
	free(turned.at);
	return 0;
}
