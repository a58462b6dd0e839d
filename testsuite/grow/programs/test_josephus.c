/* SPDX-License-Identifier: MIT
 * People in a circle. */
#include "josephus.c"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int people = argc > 1 ? atoi(argv[1]) : 41;
	int last = josephus(people, 3);
	printf("%d of %d\n", last, people);
	return last < 1 || last > people;
}
