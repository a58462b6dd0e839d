/* SPDX-License-Identifier: MIT
 * Its test. */
#include "signal.cc"
#include <cassert>

int main()
{
	Signal signal;
	long sum = 0;
	const int n = 12;

	for (int i = 0; i < n; ++i)
		signal.connect([&sum, i](int value) { sum += value + i; });
	for (int i = 0; i < n; ++i)
		signal.emit(i);
	assert(sum == 2L * n * n * (n - 1) / 2);
	return 0;
}
