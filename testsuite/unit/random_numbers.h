/* SPDX-License-Identifier: MIT
 * Numbers that look random and are the same every time. */
#ifndef RETREAD_TESTSUITE_UNIT_RANDOM_NUMBERS_H
#define RETREAD_TESTSUITE_UNIT_RANDOM_NUMBERS_H

#include <stdint.h>

/* A step of splitmix64. */
static inline uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

static inline uint64_t random_below(uint64_t *state, uint64_t limit)
{
	return next_random(state) % limit;
}

#endif
