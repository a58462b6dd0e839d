/* SPDX-License-Identifier: MIT
 * Ways of a king to the other corner, counted by going them.
 * label: grows king_ways 5.8^n */

unsigned long king_ways(unsigned down, unsigned right)
{
	if (down == 0 || right == 0)
		return 1;
	return king_ways(down - 1, right) + king_ways(down, right - 1) +
	       king_ways(down - 1, right - 1);
}
