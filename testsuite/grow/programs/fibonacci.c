/* SPDX-License-Identifier: MIT
 * Recursion that computes the same again.
 * label: grows fibonacci phi^n */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
