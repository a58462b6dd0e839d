/* SPDX-License-Identifier: MIT
 * Members of a set of words, listed by index: each from the first one on. */
#include <stdint.h>
#include <stdlib.h>

struct bits {
	unsigned size;
	uint32_t word[];
};

static int bits_has(const struct bits *bits, unsigned at)
{
	return bits->word[at >> 5] >> (at & 31) & 1;
}

int bits_member(const struct bits *bits, unsigned index)
{
	for (unsigned at = 0; at < bits->size; at++)
		if (bits_has(bits, at) && index-- == 0)
			return (int)at;
	return -1;
}

long bits_sum(const struct bits *bits, unsigned members)
{
	long sum = 0;

	for (unsigned i = 0; i < members; i++)
		sum += bits_member(bits, i);
	return sum;
}

int main(int argc, char **argv)
{
	unsigned n = 8 * (unsigned)(argc > 1 ? atoi(argv[1]) : 24);
	struct bits *bits = calloc(1, sizeof *bits + (n / 32 + 1) * 4);
	long sum;

	bits->size = n;
	for (unsigned i = 0; i < n; i += 4)
		bits->word[i >> 5] |= UINT32_C(1) << (i & 31);
	sum = bits_sum(bits, n / 4);
	free(bits);
	return sum == 0;
}
