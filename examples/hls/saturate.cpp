// SPDX-License-Identifier: MIT
// A running sum that is clamped too late for its 6 bits.
#include "ap_int.h"

#ifdef CLEAN
typedef ap_int<24> level;
#else
typedef ap_int<6> level;
#endif

int saturate(const int *data, int count)
{
	level now = 0;
	int i = 0;
SAMPLES:
	do {
		now += data[i];
		if (now > 31)
			now = 31;
		if (now < -32)
			now = -32;
		i++;
	} while (i < count);
	return now;
}
