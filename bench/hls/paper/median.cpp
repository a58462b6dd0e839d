// SPDX-License-Identifier: MIT
// P1 and P2 of HeteroFuzz: a median filter of 3 x 3 pixels that sorts each window by bubble
// sort or (-DMERGE) by merge sort, and the brightness of the result. Too small: pixels of 8
// bits, lines of 32 pixels, a stack of 5 ranges, a brightness of 14 bits.
#include "ap_int.h"

typedef ap_uint<8> level;

#ifdef MERGE
static void sort(level *window)
{
	int from[5], to[5], top = 0;

	from[top] = 0;
	to[top++] = 9;
	while (top > 0) {
		int low = from[--top], high = to[top], third = (high - low) / 3;
		if (high - low < 2)
			continue;
		if (window[low] > window[high - 1]) {
			level moved = window[low];
			window[low] = window[high - 1];
			window[high - 1] = moved;
		}
		for (int i = 0; i < 3 && third > 0; i++) {
			from[top] = i == 1 ? low + third : low;
			to[top++] = i == 1 ? high : high - third;
		}
	}
}
#else
static void sort(level *window)
{
	for (int i = 0; i + 1 < 9; i++)
		for (int j = 0; j + 1 < 9 - i; j++)
			if (window[j] > window[j + 1]) {
				level moved = window[j];
				window[j] = window[j + 1];
				window[j + 1] = moved;
			}
}
#endif

int median(const int *pixel, int count, int width)
{
	level line[3][32];
	ap_uint<14> brightness = 0;

	for (int y = 0; (y + 3) * width <= count; y++) {
		for (int k = 0; k < 3; k++)
			for (int x = 0; x < width; x++)
				line[k][x] = pixel[(y + k) * width + x];
		for (int x = 0; x + 2 < width; x++) {
			level window[9];
			for (int k = 0; k < 9; k++)
				window[k] = line[k / 3][x + k % 3];
			sort(window);
			brightness += window[4];
		}
	}
	return brightness.to_int();
}
