// SPDX-License-Identifier: MIT
// A checksum in a static variable that nothing resets.
unsigned crc(const int *data, int count)
{
#ifdef CLEAN
	unsigned state = 0xffffu;
#else
	static unsigned state = 0xffffu;
#endif
	int i, bit;

BYTES:
	for (i = 0; i < count; i++) {
		state ^= (unsigned)data[i] & 0xffu;
BITS:
		for (bit = 0; bit < 8; bit++) {
#pragma HLS unroll factor=8
			state = state & 1 ? (state >> 1) ^ 0xa001u : state >> 1;
		}
	}
	return state;
}
