/* SPDX-License-Identifier: MIT
 * The median after each value. */
#include "medianof.cc"
#include <cassert>

int main()
{
	Values values;
	double last = 0;
	for (int i = 0; i < 25; i++) {
		values.add(i * 37 % 101);
		double now = values.median();
		assert(now >= 0 && now <= 100);
		last = now;
	}
	assert(last > 0);
	return 0;
}
