/* SPDX-License-Identifier: MIT
 * lfind of the C library for each new number.
 * label: grows set_add n^2 */
#include <assert.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int set[1 << 16];
static size_t set_count;

static int compare(const void *a, const void *b)
{
	return *(const int *)a != *(const int *)b;
}

static void set_add(int number)
{
	if (!lfind(&number, set, &set_count, sizeof number, compare))
		set[set_count++] = number;
}
