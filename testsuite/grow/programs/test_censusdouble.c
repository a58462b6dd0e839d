/* SPDX-License-Identifier: MIT
 * Codes from 1000 on. */
#include "censusdouble.c"
#include <assert.h>

static void fill(struct census *census, unsigned towns)
{
	for (unsigned i = 0; i < towns; i++)
		census_count(census, 1000 + i, 50 * i);
}

int main(void)
{
	struct census census = {0};

	fill(&census, 12);
	assert(census_people(&census, 1011) == 550);
	assert(census_people(&census, 7) == 0);
	return 0;
}
