/* SPDX-License-Identifier: MIT
 * The mean after each value. */
#include "meanof.cc"
#include <cassert>

int main()
{
	Values values;
	double last = 0;
	for (int i = 0; i < 25; i++) {
		values.add(i * 37 % 101);
		double now = values.mean();
		assert(now >= 0 && now <= 100);
		last = now;
	}
	assert(last > 0);
	return 0;
}
