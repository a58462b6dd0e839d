/* SPDX-License-Identifier: MIT
 * The same test. */
#include "regionstail.c"
#include <assert.h>

static void paints_apart(void)
{
	canvas_t *c = canvas_create(4);
	int fresh = 0;
	for (int x = 0; x < 18; ++x)
		fresh += region_paint(c, 5 * x, 5 * x + 2);
	assert(fresh == 18);
	assert(region_paint(c, 87, 90) == 0);
	canvas_destroy(c);
}

int main(void)
{
	paints_apart();
	return 0;
}
