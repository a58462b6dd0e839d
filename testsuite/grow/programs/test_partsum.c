/* SPDX-License-Identifier: MIT
 * Its test. */
#include "partsum.c"
#include <assert.h>

static void test_partitions(void)
{
	assert(partitions(5, 5) == 7);
	assert(partitions(12, 8) == 70);
}

int main(void)
{
	test_partitions();
	return 0;
}
