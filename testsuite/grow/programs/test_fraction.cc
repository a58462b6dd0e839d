/* SPDX-License-Identifier: MIT
 * Sums. */
#include "fraction.cc"
#include <iostream>

struct Case {
	Fraction a, b, sum;
};

int main()
{
	const Case cases[] = {
		{{1, 2}, {1, 3}, {5, 6}},
		{{1, 4}, {1, 4}, {1, 2}},
		{{2, 3}, {1, 6}, {5, 6}},
		{{3, 8}, {5, 8}, {1, 1}},
	};
	int failed = 0;
	for (const Case &c : cases)
		if (!(c.a + c.b == c.sum)) {
			std::cerr << "wrong sum\n";
			failed++;
		}
	return failed;
}
