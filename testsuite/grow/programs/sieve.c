/* SPDX-License-Identifier: MIT
 * Primes below a number: n log log n.
 * label: linear */
#include <stdlib.h>

int count_primes(int below)
{
	char *composite = calloc((size_t)below + 1, 1);
	int count = 0;

	for (int i = 2; i < below; i++) {
		if (composite[i])
			continue;
		count++;
		for (long j = (long)i * i; j < below; j += i)
			composite[j] = 1;
	}
	free(composite);
	return count;
}
