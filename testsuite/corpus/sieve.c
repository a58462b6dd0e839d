/* SPDX-License-Identifier: MIT
 * The sieve of Eratosthenes, which asks for each number once. */
#include <assert.h>
#include <stdlib.h>

int count_primes(int limit)
{
	char *is_composite = calloc((size_t)limit, 1);
	int count = 0;

	for (int i = 2; i < limit; i++) {
		if (is_composite[i])
			continue;
		count++;
		for (int k = i * i; k < limit; k += i)
			is_composite[k] = 1;
	}
	free(is_composite);
	return count;
}

int main(void)
{
	assert(count_primes(30) == 10);
	assert(count_primes(100) == 25);
	return 0;
}
