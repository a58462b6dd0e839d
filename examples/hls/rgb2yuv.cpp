// SPDX-License-Identifier: MIT
// Packed pixels and fixed point: luma in 8 bits left of the point.
#include "ap_fixed.h"
#include "ap_int.h"

#ifdef CLEAN
typedef ap_fixed<32, 16> luma;
#else
typedef ap_fixed<12, 8> luma;
#endif

int rgb2yuv(const int *packed, int count)
{
	int total = 0;
PIXELS:
	for (int i = 0; i < count; i++) {
#pragma HLS pipeline II=1
		ap_uint<24> word = packed[i];
		int r = word.range(23, 16), g = word.range(15, 8),
		    b = word.range(7, 0);
		luma y = 0.25 * r + 0.5 * g + 0.125 * b;
		total += y.to_int();
	}
	return total;
}
