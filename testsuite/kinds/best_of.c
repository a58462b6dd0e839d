/* SPDX-License-Identifier: MIT
 * The sixteen best scores, in order, in an array of the function that reads all. */
#include <stdlib.h>

#define BEST_MAX 16

static __attribute__((noinline)) unsigned best_insert(
	unsigned *best, unsigned count, unsigned score)
{
	unsigned at = 0;

	while (at < count && best[at] > score)
		at++;
	if (at == BEST_MAX)
		return count;
	count += count < BEST_MAX;
	for (unsigned i = count - 1; i > at; i--)
		best[i] = best[i - 1];
	best[at] = score;
	return count;
}

unsigned best_read(unsigned scores)
{
	unsigned best[BEST_MAX], count = 0, next = 1;

	for (unsigned i = 0; i < scores; i++) {
		next = next * 1103515245u + 12345u;
		count = best_insert(best, count, next >> 16 & 0x7fff);
	}
	return best[0] + count;
}

int main(int argc, char **argv)
{
	unsigned scores = (unsigned)(argc > 1 ? atoi(argv[1]) : 40);

	return best_read(scores) + best_read(scores / 3) == 0;
}
