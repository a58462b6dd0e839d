/* SPDX-License-Identifier: MIT
 * A wall. */
#include "tiling.c"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int width = argc > 1 ? atoi(argv[1]) : 9;
	printf("%ld\n", tilings(width));
	return tilings(4) != 8;
}
