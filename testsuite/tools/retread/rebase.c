/* SPDX-License-Identifier: MIT
 * Reads so much that stamps are rebased, then tells about two cells: OLD was
 * written at the beginning, NEW in the middle. */
#include <stdio.h>

static volatile int old, new, tick;

static __attribute__((noinline)) int look(void)
{
	return old + new;
}

int main(void)
{
	old = 1;
	for (int i = 0; i < 2000000; i++) {
		(void)tick;
		if (i == 1900000)
			new = 1;
	}
	look();
	printf("%p %p\n", (void *)&old, (void *)&new);
	return 0;
}
