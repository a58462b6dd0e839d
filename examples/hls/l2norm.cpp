// SPDX-License-Identifier: MIT
// The square of a vector's length in fixed point with 6 bits before the point.
#include "ap_fixed.h"

#ifdef CLEAN
typedef ap_fixed<32, 22> norm;
#else
typedef ap_fixed<16, 6> norm;
#endif

int l2norm(const int *data, int count)
{
	norm sum = 0;
	for (int i = 0; i < count; i++) {
		norm x = data[i];
		sum += x * x;
	}
	return sum.to_int();
}
