// SPDX-License-Identifier: MIT
// Fragments of a triangle, in an array of a size that seemed enough.
#include "ap_int.h"

#ifdef CLEAN
#define FRAGMENTS 4096
#else
#define FRAGMENTS 50
#endif

struct fragment {
	unsigned char x, y;
};

static struct fragment fragment[FRAGMENTS];
unsigned char beyond[4096]; /* so that the CPU survives */

int raster(int width, int height)
{
	int count = 0;
ROWS:
	for (int y = 0; y < height; y++) {
COLUMNS:
		for (int x = 0; x * height < (height - y) * width; x++) {
#pragma HLS loop_tripcount max=64
			fragment[count].x = x;
			fragment[count].y = y;
			count++;
		}
	}
	return count;
}
