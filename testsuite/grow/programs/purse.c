/* SPDX-License-Identifier: MIT
 * Whether coins make a sum, by trying each with and without.
 * label: grows can_pay 2^n */
int can_pay(const int *coin, int count, int sum)
{
	if (sum == 0)
		return 1;
	if (count == 0)
		return 0;
	return can_pay(coin + 1, count - 1, sum - coin[0]) ||
	       can_pay(coin + 1, count - 1, sum);
}
