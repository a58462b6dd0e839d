// SPDX-License-Identifier: MIT
// Has variables of the same names as the kernel, and code of its own.
#include <cstdio>

int traps(int n);

static int callee(int first)
{
	int own = first * 1000;
	return own;
}

int main()
{
	int total = 0;
	for (int k = 100; k < 110; k++)
		total += callee(k);
	std::printf("%d %d\n", total, traps(5));
	return 0;
}
