// SPDX-License-Identifier: MIT
// A matched filter: symbols that are those of a pattern score. 5 bits are enough for
// 31 of 48.
#include "ap_int.h"

#ifdef CLEAN
typedef ap_uint<6> score_t;
#else
typedef ap_uint<5> score_t;
#endif

int match(const unsigned char *symbol)
{
	score_t score = 0;
	for (int i = 0; i < 48; i++)
		score += symbol[i] == (i * 37 + 11) % 16;
	return score;
}
