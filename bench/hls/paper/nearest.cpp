// SPDX-License-Identifier: MIT
// P4 of HeteroFuzz: the k nearest of some points, by the square of the distance in fixed point.
// Too small: a distance of 10 bits before the point, 12 points, 4 of the nearest.
#include "ap_fixed.h"

typedef ap_ufixed<14, 10> distance;

int nearest(const int *point, int count, const int *query, int k)
{
	distance best[4];
	int index[12], kept = 0, sum = 0;

	for (int i = 0; i < count; i++) {
		distance norm = 0;
		for (int d = 0; d < 3; d++) {
			ap_fixed<10, 8> step = (point[3 * i + d] - query[d]) * 0.25;
			norm += step * step;
		}
		index[i] = i;
		for (int j = i; j > 0 && (j > kept || norm < best[j - 1]); j--) {
			if (j < k)
				best[j] = best[j - 1];
			index[j] = index[j - 1];
			index[j - 1] = i;
			if (j - 1 < k)
				best[j - 1] = norm;
		}
		if (i == 0)
			best[0] = norm;
		kept = kept < k ? kept + 1 : kept;
	}
	for (int j = 0; j < kept; j++)
		sum = 13 * sum + index[j];
	return sum;
}
