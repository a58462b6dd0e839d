/* SPDX-License-Identifier: MIT
 * Random numbers that repeat with the seed: xoshiro256** (Blackman and Vigna) for
 * long series, splitmix64 (Steele, Lea and Flood) where a number is the whole state. */
#ifndef RETREAD_LIB_RANDOM_H
#define RETREAD_LIB_RANDOM_H

#include <stdint.h>

/* Returns VALUE with every bit dependent on all of its bits; the end of splitmix64. */
static inline uint64_t random_stir(uint64_t value)
{
	value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ull;
	value = (value ^ value >> 27) * 0x94d049bb133111ebull;
	return value ^ value >> 31;
}

/* Returns the next number of splitmix64, whose state is *SEED. */
static inline uint64_t random_mix(uint64_t *seed)
{
	return random_stir(*seed += 0x9e3779b97f4a7c15ull);
}

/* Returns 0 to LIMIT - 1 (0 if LIMIT is 0) from the next number of splitmix64. */
static inline uint32_t random_mix_below(uint64_t *seed, uint32_t limit)
{
	return (uint32_t)((random_mix(seed) >> 32) * limit >> 32);
}

/* Returns one of 0 to COUNT - 1 from the next number of splitmix64, each as often as its WEIGHT
 * says; COUNT if all weights are 0. */
static inline uint32_t random_mix_weighted(
	uint64_t *seed, const unsigned *weight, uint32_t count)
{
	uint32_t sum = 0, at = 0, drawn;

	for (uint32_t i = 0; i < count; i++)
		sum += weight[i];
	drawn = random_mix_below(seed, sum);
	while (at < count && drawn >= weight[at])
		drawn -= weight[at++];
	return at;
}

struct random {
	uint64_t state[4];
};

static inline void random_init(struct random *random, uint64_t seed)
{
	for (int i = 0; i < 4; i++)
		random->state[i] = random_mix(&seed);
}

static inline uint64_t random_next(struct random *random)
{
	uint64_t *s = random->state;
	uint64_t five = s[1] * 5;
	uint64_t result = (five << 7 | five >> 57) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = s[3] << 45 | s[3] >> 19;
	return result;
}

/* 0 .. LIMIT - 1; 0 for a LIMIT of 0. LIMIT is below 2^32. */
static inline uint32_t random_below(struct random *random, uint32_t limit)
{
	return (uint32_t)((random_next(random) >> 32) * limit >> 32);
}

/* 0 <= x < 1 */
static inline double random_unit(struct random *random)
{
	return (double)(random_next(random) >> 11) * 0x1p-53;
}

#endif
