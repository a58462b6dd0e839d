// SPDX-License-Identifier: MIT
// Sorts keys that are declared with 4 bits.
#include "ap_int.h"

#ifdef CLEAN
typedef ap_int<32> key;
#else
typedef ap_uint<4> key;
#endif

void bubble_sort(int *data, int count)
{
	static key keys[32];
#pragma HLS array_partition variable=keys complete
	int i, j;

LOAD:
	for (i = 0; i < count; i++)
		keys[i] = data[i];
OUTER:
	for (i = 0; i + 1 < count; i++) {
INNER:
		for (j = 0; j + 1 < count - i; j++) {
			if (keys[j] > keys[j + 1]) {
				key swapped = keys[j];
				keys[j] = keys[j + 1];
				keys[j + 1] = swapped;
			}
		}
	}
	for (i = 0; i < count; i++)
		data[i] = keys[i];
}
