/* SPDX-License-Identifier: MIT
 * Its test. */
#include "lines_different.c"

int main(int argc, char **argv)
{
	if (argc < 2)
		return 1;
	printf("%d\n", lines_different(argv[1]));
	return 0;
}
