/* SPDX-License-Identifier: MIT
 * Two rows of numbers. */
#include "lcstable.c"
#include <assert.h>

int main(void)
{
	int a[20], b[14];
	for (int i = 0; i < 20; i++)
		a[i] = i * i % 7;
	for (int i = 0; i < 14; i++)
		b[i] = i * i % 5;
	assert(lcs_length(a, 20, b, 14) > 0);
	assert(lcs_length(a, 20, a, 20) == 20);
	return 0;
}
