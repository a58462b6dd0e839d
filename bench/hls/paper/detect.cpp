// SPDX-License-Identifier: MIT
// P7 of HeteroFuzz, in small: windows of an integral image pass through stages of differences
// of rectangles. Rosetta's program takes seconds for an input. Too small: an integral image
// of 15 bits, a variance of 20, 8 windows that are found.
#include "ap_int.h"

int detect(const int *pixel, int width, int threshold)
{
	ap_uint<15> sum[16][16];
	int found[8], n = 0, result = 0;

	for (int y = 0; y < 16; y++)
		for (int x = 0; x < 16; x++) {
			int value = x < width ? pixel[y * 16 + x] : 0;
			int up = y > 0 ? sum[y - 1][x].to_int() : 0;
			int left = x > 0 ? sum[y][x - 1].to_int() : 0;
			int both = x > 0 && y > 0 ? sum[y - 1][x - 1].to_int() : 0;
			sum[y][x] = value + up + left - both;
		}
	for (int y = 0; y + 7 < 16; y += 2)
		for (int x = 0; x + 7 < 16; x += 2) {
			int upper = sum[y + 3][x + 7] - sum[y + 3][x] - sum[y][x + 7] + sum[y][x];
			int lower = sum[y + 7][x + 7] - sum[y + 7][x] - sum[y + 3][x + 7] + sum[y + 3][x];
			ap_uint<20> variance = upper * upper / 64 + lower * lower / 64;
			if (upper - lower > threshold && variance > 16 * threshold)
				found[n++] = 16 * y + x;
		}
	for (int i = 0; i < n; i++)
		result = 31 * result + found[i];
	return result;
}
