// SPDX-License-Identifier: MIT
// P6 of HeteroFuzz, in small: triangles are projected, made pixels, and kept if they are the
// nearest. Rosetta's program takes seconds for an input. Too small: an area of 11 bits, 100
// pixels of a triangle, a depth of 8 bits.
#include "ap_int.h"

int scene(const int *corner, int triangles)
{
	static unsigned char depth[16][16];
	int checksum = 0;

	for (int y = 0; y < 16; y++)
		for (int x = 0; x < 16; x++)
			depth[y][x] = 255;
	for (int t = 0; t < triangles; t++) {
		const int *c = corner + 7 * t;
		ap_int<11> area = (c[2] - c[0]) * (c[5] - c[1]) -
				  (c[4] - c[0]) * (c[3] - c[1]);
		ap_uint<8> z = c[6] + area / 8;
		unsigned short pixel[100];
		int n = 0;
		if (area <= 0)
			continue;
		for (int y = 0; y < 16; y++)
			for (int x = 0; x < 16; x++) {
				int a = (c[2] - c[0]) * (y - c[1]) - (x - c[0]) * (c[3] - c[1]);
				int b = (c[4] - c[2]) * (y - c[3]) - (x - c[2]) * (c[5] - c[3]);
				int d = (c[0] - c[4]) * (y - c[5]) - (x - c[4]) * (c[1] - c[5]);
				if (a >= 0 && b >= 0 && d >= 0)
					pixel[n++] = y * 16 + x;
			}
		for (int i = 0; i < n; i++)
			if (z < depth[pixel[i] / 16][pixel[i] % 16])
				depth[pixel[i] / 16][pixel[i] % 16] = z.to_int();
	}
	for (int y = 0; y < 16; y++)
		for (int x = 0; x < 16; x++)
			checksum = 31 * checksum + depth[y][x];
	return checksum;
}
