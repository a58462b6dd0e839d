/* SPDX-License-Identifier: MIT
 * Its test. */
#include "partitions.c"
#include <assert.h>

static void test_partitions(void)
{
	assert(partitions(5, 5) == 7);
	assert(partitions(12, 12) == 77);
}

int main(void)
{
	test_partitions();
	return 0;
}
