/* SPDX-License-Identifier: MIT
 * Sibling calls: direct, conditional, through a pointer, and to a library. */
#include <stdlib.h>

#ifdef __clang__
#define KEPT __attribute__((noinline))
#else
#define KEPT __attribute__((noipa))
#endif

KEPT int last(int x)
{
	return x + 1;
}

KEPT int direct(int x)
{
	return last(x * 2);
}

KEPT int conditional(int x)
{
	if (x > 3)
		return last(x);
	return 7;
}

static int (*volatile pointer)(int) = direct;

KEPT int indirect(int x)
{
	return pointer(x);
}

KEPT int library(int x)
{
	return abs(x);
}

int main(void)
{
	return indirect(1) + direct(2) + conditional(5) + conditional(1) +
	       library(-1);
}
