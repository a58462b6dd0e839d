// SPDX-License-Identifier: MIT
// Gradients of neighbours: a difference of two unsigned numbers has a sign.
#include "ap_int.h"

#ifdef CLEAN
typedef ap_int<32> gradient;
#else
typedef ap_uint<8> gradient;
#endif

int denoise(const int *pixel, int count, int threshold)
{
	int kept = 0;
GRADIENT:
	for (int i = 0; i + 1 < count; i++) {
#pragma HLS pipeline
		gradient step = pixel[i + 1] - pixel[i];
		if (step > threshold)
			kept++;
	}
	return kept;
}
