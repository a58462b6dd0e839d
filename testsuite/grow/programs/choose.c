/* SPDX-License-Identifier: MIT
 * Binomial coefficients by their definition, without memory.
 * label: grows choose 2^n */

unsigned long choose(unsigned n, unsigned k)
{
	if (k == 0 || k == n)
		return 1;
	return choose(n - 1, k - 1) + choose(n - 1, k);
}
