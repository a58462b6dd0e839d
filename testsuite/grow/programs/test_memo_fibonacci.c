/* SPDX-License-Identifier: MIT
 * Its test. */
#include "memo_fibonacci.c"

static void test_fibonacci(int n)
{
	assert(fibonacci(n > 4000 ? 4000 : n) > 0);
}

int main(int argc, char **argv)
{
	test_fibonacci(argc > 1 ? atoi(argv[1]) : 20);
	return 0;
}
