/* SPDX-License-Identifier: MIT
 * A table of products is printed.
 * label: output table_print */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void table_print(int size)
{
	for (int i = 1; i <= size; i++) {
		for (int j = 1; j <= size; j++)
			printf("%6d", i * j);
		printf("\n");
	}
}
