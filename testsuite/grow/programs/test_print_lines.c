/* SPDX-License-Identifier: MIT
 * Its test. */
#include "print_lines.c"

int main(int argc, char **argv)
{
	print_lines(argc > 1 ? atoi(argv[1]) : 10);
	return 0;
}
