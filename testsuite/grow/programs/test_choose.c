/* SPDX-License-Identifier: MIT
 * Its test. */
#include "choose.c"
#include <stdio.h>

struct expectation {
	unsigned n, k;
	unsigned long result;
};

int main(void)
{
	static const struct expectation table[] = {
		{0, 0, 1},
		{4, 2, 6},
		{5, 3, 10},
		{8, 4, 70},
		{10, 5, 252},
	};
	int bad = 0;
	for (const struct expectation *e = table; e < table + 5; e++)
		if (choose(e->n, e->k) != e->result) {
			printf("choose(%u, %u) is not %lu\n", e->n, e->k,
				e->result);
			bad++;
		}
	return bad;
}
