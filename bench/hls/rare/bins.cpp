// SPDX-License-Identifier: MIT
// A histogram of hashes: a bin holds 15 of 64 numbers.
#include "ap_int.h"

#ifdef CLEAN
typedef ap_uint<7> bin_t;
#else
typedef ap_uint<4> bin_t;
#endif

int bins(const unsigned short *number)
{
	bin_t bin[64];
	int sum = 0;
	for (int i = 0; i < 64; i++)
		bin[i] = 0;
	for (int i = 0; i < 64; i++)
		bin[(number[i] + 40503u * i) * 2654435761u >> 26] += 1;
	for (int i = 0; i < 64; i++)
		sum += bin[i] * i;
	return sum;
}
