// SPDX-License-Identifier: MIT
// A leaking integrator of samples whose signs alternate irregularly: it stays small
// unless they agree for a while.
#include "ap_int.h"

#ifdef CLEAN
typedef ap_int<12> state_t;
#else
typedef ap_int<7> state_t;
#endif

int leak(const unsigned char *sample)
{
	state_t state = 0;
	for (int i = 0; i < 32; i++) {
		int sign = 1 - 2 * ((0x6a09e667 >> i) & 1);
		state = state - (state >> 3) + sign * sample[i];
	}
	return state;
}
