/* SPDX-License-Identifier: MIT
 * Each value is moved to the front of an array.
 * label: grows stack_push_front n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long values[1 << 16];
static size_t value_count;

static void stack_push_front(long value)
{
	memmove(values + 1, values, value_count * sizeof values[0]);
	values[0] = value;
	value_count++;
}
