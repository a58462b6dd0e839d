/* SPDX-License-Identifier: MIT
 * The sum of the numbers up to one, step by step.
 * label: linear */
long triangle(int n)
{
	long sum = 0;
	for (volatile int i = 1; i <= n; i++)
		sum += i;
	return sum;
}
