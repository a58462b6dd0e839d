/* SPDX-License-Identifier: MIT
 * Whether a colour of 15 bits was seen, by a set of bits.
 * label: linear */
#include <stdint.h>
#include <string.h>

struct seen {
	uint32_t bit[1024];
	int count;
};

int seen_add(struct seen *s, unsigned rgb15)
{
	uint32_t mask = 1u << (rgb15 & 31);
	uint32_t *word = &s->bit[(rgb15 >> 5) & 1023];
	if (*word & mask)
		return 0;
	*word |= mask;
	s->count++;
	return 1;
}
