// SPDX-License-Identifier: MIT
// The difference of two sums, which are about the same for most inputs.
#include "ap_int.h"

#ifdef CLEAN
typedef ap_int<10> difference_t;
#else
typedef ap_int<8> difference_t;
#endif

int balance(const unsigned char *left, const unsigned char *right)
{
	difference_t difference = 0;
	for (int i = 0; i < 16; i++) {
		difference += left[i];
		difference -= right[i];
	}
	return difference;
}
