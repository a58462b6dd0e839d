// SPDX-License-Identifier: MIT
// A checksum of 8 bits that shifts and inverts: both keep the operand's width.
#include "ap_int.h"

#ifdef CLEAN
typedef ap_uint<32> word;
#else
typedef ap_uint<8> word;
#endif

int crc8(const int *data, int count)
{
	word sum = 0;
BYTES:
	for (int i = 0; i < count; i++) {
		word shifted = sum + sum + (data[i] & 1);
		sum = shifted;
	}
	return sum.to_int();
}
