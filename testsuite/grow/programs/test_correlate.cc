/* SPDX-License-Identifier: MIT
 * A peak in a signal. */
#include "correlate.cc"
#include <cstdio>

int main()
{
	std::vector<double> signal, pattern;
	for (int i = 0; i < 60; i++)
		signal.push_back(i > 20 && i < 31 ? 1 : 0);
	for (int i = 0; i < 10; i++)
		pattern.push_back(1);
	if (best_fit(signal, pattern) != 21) {
		std::puts("not there");
		return 1;
	}
	return 0;
}
