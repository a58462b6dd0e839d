/* SPDX-License-Identifier: MIT
 * The same with a table.
 * label: linear */
#include <string.h>

#define PARTS 4096

unsigned long partitions(int number, int largest)
{
	static unsigned long ways[PARTS];

	memset(ways, 0, sizeof ways);
	ways[0] = 1;
	if (number >= PARTS)
		return 0;
	if (largest > 8)
		largest = 8;
	for (int part = 1; part <= largest; part++)
		for (int i = part; i <= number; i++)
			ways[i] += ways[i - part];
	return ways[number];
}
