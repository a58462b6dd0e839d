/* SPDX-License-Identifier: MIT
 * Shades of one colour. */
#include "palette.c"
#include <assert.h>

int main(void)
{
	struct palette p = {0};
	for (uint32_t i = 0; i < 24; i++)
		assert(palette_index(&p, 0x010203 * i) == (int)i);
	assert(palette_index(&p, 0x010203 * 5) == 5);
	assert(p.count == 24);
	palette_free(&p);
	return 0;
}
