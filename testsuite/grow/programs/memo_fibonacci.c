/* SPDX-License-Identifier: MIT
 * Recursion with a memory.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long known[4096];

static long fibonacci(int n)
{
	if (n < 2)
		return n;
	if (!known[n])
		known[n] =
			fibonacci(n - 1) % 1000003 + fibonacci(n - 2) % 1000003;
	return known[n];
}
