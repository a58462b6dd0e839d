/* SPDX-License-Identifier: MIT
 * Its test. */
#include "spiral.c"
#include <assert.h>

static void check_square(int n)
{
	int *cell = fill_square(n);
	assert(cell[0] == 0);
	assert(cell[n] == 2 * n - 1);
	print_square(stdout, cell, n);
	free(cell);
}

int main(void)
{
	check_square(3);
	check_square(8);
	return 0;
}
