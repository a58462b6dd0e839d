// SPDX-License-Identifier: MIT
// A filter whose delay line keeps what the call before left in it.
#define TAPS 8

static const int weight[TAPS] = {1, 2, 3, 4, 4, 3, 2, 1};

int fir(int sample)
{
#ifdef CLEAN
	int line[TAPS] = {0};
#else
	static int line[TAPS];
#endif
	int sum = 0, i;
#pragma HLS array_partition variable=line complete
SHIFT:
	for (i = TAPS - 1; i > 0; i--)
		line[i] = line[i - 1];
	line[0] = sample;
MAC:
	for (i = 0; i < TAPS; i++) {
#pragma HLS unroll factor=4
		sum += line[i] * weight[i];
	}
	return sum;
}
