// SPDX-License-Identifier: MIT
// The nearest of eight points by squared distance: squares need twice the bits.
#include "ap_int.h"

#ifdef CLEAN
typedef ap_uint<40> distance;
#else
typedef ap_uint<16> distance;
#endif

static const int points[8][2] = {
	{0, 0}, {10, 0}, {0, 10}, {10, 10}, {50, 50}, {90, 0}, {0, 90}, {90, 90}};

int knn(int x, int y)
{
	distance best = 0;
	int nearest = -1;
POINTS:
	for (int i = 0; i < 8; i++) {
#pragma HLS unroll factor=4
		int dx = x - points[i][0], dy = y - points[i][1];
		distance d = dx * dx + dy * dy;
		if (nearest < 0 || d < best) {
			best = d;
			nearest = i;
		}
	}
	return nearest;
}
