/* SPDX-License-Identifier: MIT
 * A matrix of TYPE times a vector, as the shape NAME. To be included once for each;
 * a macro would have all its reads at one position. */

SHAPE void NAME(int n)
{
	size_t bytes = (size_t)n * sizeof(TYPE);
	TYPE *matrix = malloc((size_t)n * bytes);
	volatile TYPE *vector = malloc(bytes);
	TYPE *product = malloc(bytes);

	memset(matrix, 1, (size_t)n * bytes);
	memset((void *)vector, 1, bytes);
	for (int row = 0; row < n; row++) {
		TYPE sum = 0;
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
		for (int i = 0; i < n; i++)
			sum += matrix[row * n + i] * vector[i];
		product[row] = sum;
	}
	sink += (int)product[n - 1];
	free(matrix);
	free((void *)vector);
	free(product);
}

#undef NAME
#undef TYPE
