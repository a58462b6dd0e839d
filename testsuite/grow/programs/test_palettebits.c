/* SPDX-License-Identifier: MIT
 * Shades of one colour. */
#include "palettebits.c"
#include <assert.h>

int main(void)
{
	static struct seen s;
	for (unsigned i = 0; i < 24; i++)
		assert(seen_add(&s, 33 * i) == 1);
	assert(seen_add(&s, 33 * 5) == 0);
	assert(s.count == 24);
	return 0;
}
