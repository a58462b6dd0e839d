/* SPDX-License-Identifier: MIT
 * Its test. */
#include "dynarr.c"
#include <stdio.h>

enum { ITEMS = 6 };

int main(void)
{
	struct da da = {0};
	int numbers[ITEMS], *n, sum = 0;

	for (int i = 0; i < ITEMS; i++) {
		numbers[i] = i;
		if (da_push(&da, &numbers[i]))
			return 1;
	}
	while ((n = da_shift(&da)))
		sum += *n;
	free(da.at);
	printf("1..1\n%s 1 - sum\n", sum == 15 ? "ok" : "not ok");
	return sum != 15;
}
