// SPDX-License-Identifier: MIT
// P5 of HeteroFuzz: RGB to YUV, in blocks, with a sum that the receiver compares. Too small:
// differences of 8 bits, a block of 16 pixels, a block's energy of 18 bits, a counter of 6.
#include "ap_int.h"

int transmit(const int *rgb, int count, int block, int *out)
{
	ap_uint<6> sent = 0;
	int check = 0;

	for (int start = 0; start < count; start += block) {
		ap_int<8> u[16], v[16];
		ap_uint<18> energy = 0;
		int n = count - start < block ? count - start : block;
		for (int i = 0; i < n; i++) {
#pragma HLS unroll factor=2
			int r = rgb[3 * (start + i)], g = rgb[3 * (start + i) + 1],
			    b = rgb[3 * (start + i) + 2];
			int y = (66 * r + 129 * g + 25 * b) >> 8;
			u[i] = ((b - y) * 145) >> 8;
			v[i] = ((r - y) * 182) >> 8;
			energy += y * y / 4;
			out[start + i] = y;
			sent++;
		}
		for (int i = 0; i < n; i++)
			check += u[i] * 3 + v[i] * 5;
		check ^= energy.to_int();
	}
	return check + sent.to_int();
}
