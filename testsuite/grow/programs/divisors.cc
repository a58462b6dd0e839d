/* SPDX-License-Identifier: MIT
 * The greatest common divisor of all pairs up to a number.
 * label: output divisors */
#include <vector>

static int gcd(int a, int b)
{
	return b ? gcd(b, a % b) : a;
}

std::vector<std::vector<int>> divisors(int count)
{
	std::vector<std::vector<int>> table(count, std::vector<int>(count));
	for (int i = 0; i < count; i++)
		for (int j = 0; j < count; j++)
			table[i][j] = gcd(i + 1, j + 1);
	return table;
}
