/* SPDX-License-Identifier: MIT
 * Ways to part a set, by their definition, without memory.
 * label: grows stirling 2^n */
unsigned long stirling(unsigned n, unsigned k)
{
	if (k == n)
		return 1;
	if (k == 0 || k > n)
		return 0;
	return k * stirling(n - 1, k) + stirling(n - 1, k - 1);
}
