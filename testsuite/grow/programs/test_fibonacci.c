/* SPDX-License-Identifier: MIT
 * Its test. */
#include "fibonacci.c"

static void test_fibonacci(int n)
{
	assert(fibonacci(n) > 0);
}

int main(int argc, char **argv)
{
	test_fibonacci(argc > 1 ? atoi(argv[1]) : 10);
	return 0;
}
