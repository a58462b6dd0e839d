/* SPDX-License-Identifier: MIT
 * Its test. */
#include "sieve.c"
#include <assert.h>

int main(void)
{
	assert(count_primes(2) == 0);
	assert(count_primes(10) == 4);
	assert(count_primes(100) == 25);
	return 0;
}
