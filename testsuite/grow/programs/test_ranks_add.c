/* SPDX-License-Identifier: MIT
 * Its test. */
#include "ranks_add.c"

int main(void)
{
	ranks_add("ada", 12);
	ranks_add("bo", 40);
	ranks_add("cem", 7);
	ranks_add("dora", 23);
	assert(ranks[0].points == 40);
	free(ranks);
	return 0;
}
