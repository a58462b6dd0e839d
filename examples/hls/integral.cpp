// SPDX-License-Identifier: MIT
// Integral image: each sum holds all above and left of it.
#include "ap_int.h"

#ifdef CLEAN
typedef ap_uint<32> area;
#else
typedef ap_uint<12> area;
#endif

int integral(const int *image, int width, int height)
{
	area sums[16][16];
	int x, y;
ROWS:
	for (y = 0; y < height; y++) {
#pragma HLS loop_flatten
COLUMNS:
		for (x = 0; x < width; x++) {
#pragma HLS pipeline
			area above = 0, left = 0, both = 0;
			if (y > 0)
				above = sums[y - 1][x];
			if (x > 0)
				left = sums[y][x - 1];
			if (x > 0 && y > 0)
				both = sums[y - 1][x - 1];
			sums[y][x] = above + left - both + image[y * width + x];
		}
	}
	return height > 0 ? (int)sums[height - 1][width - 1] : 0;
}
