/* SPDX-License-Identifier: MIT
 * Small ones. */
#include "stirling.c"
#include <stdio.h>

int main(void)
{
	int bad = 0;
	bad += stirling(5, 2) != 15;
	bad += stirling(9, 4) != 7770;
	bad += stirling(4, 4) != 1;
	if (bad)
		printf("%d are wrong\n", bad);
	return bad;
}
