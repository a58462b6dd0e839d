/* SPDX-License-Identifier: MIT
 * Boards of a few squares. */
#include "delannoy.c"
#include <stdio.h>

static int expect(const char *what, unsigned long got, unsigned long wanted)
{
	if (got != wanted)
		printf("%s: %lu instead of %lu\n", what, got, wanted);
	return got != wanted;
}

int main(void)
{
	return expect("corner", king_ways(0, 4), 1) +
	       expect("small", king_ways(2, 2), 13) +
	       expect("square", king_ways(4, 4), 321);
}
