// SPDX-License-Identifier: MIT
// Calls the 3D rendering of Rosetta with small triangles made up, and prints the
// CPU seconds of so many calls.
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "typedefs.h"

void rendering(bit32 input[3 * NUM_3D_TRI], bit32 output[NUM_FB]);

static bit32 input[3 * NUM_3D_TRI], output[NUM_FB];
static unsigned state = 1;

static unsigned next()
{
	state = state * 1103515245u + 12345u;
	return state >> 16;
}

int main(int argc, char **argv)
{
	long calls = argc > 1 ? std::atol(argv[1]) : 1;
	std::clock_t start;

	for (int i = 0; i < NUM_3D_TRI; i++) {
		unsigned x = next() % 230, y = next() % 230, byte[9];
		for (int k = 0; k < 9; k += 3) {
			byte[k] = x + next() % 20;
			byte[k + 1] = y + next() % 20;
			byte[k + 2] = next() % 256;
		}
		for (int k = 0; k < 3; k++)
			input[3 * i + k] = 0;
		for (int k = 0; k < 9; k++)
			input[3 * i + k / 4].range(k % 4 * 8 + 7, k % 4 * 8) =
				byte[k];
	}
	rendering(input, output);
	start = std::clock();
	while (calls-- > 0)
		rendering(input, output);
	std::printf("%.4f\n", (double)(std::clock() - start) / CLOCKS_PER_SEC);
	return 0;
}
