// SPDX-License-Identifier: MIT
// Two tasks that feed each other (HeteroFuzz, figure 3): as hardware both run at
// once, and what one leaves in a stream is there at the next call.
#include "hls_stream.h"

static void ask(hls::stream<int> &a, hls::stream<int> &b, int *ones, int rounds)
{
	for (int i = 0; i < rounds; i++) {
		int from_b = 0;
#ifdef CLEAN
		bool exist = false;
#else
		bool exist = b.read_nb(from_b);
#endif
		int bit = exist && from_b == 3 ? 1 : 0;
		a.write(bit);
		*ones += bit;
	}
}

static void answer(hls::stream<int> &a, hls::stream<int> &b, int rounds)
{
	for (int i = 0; i < rounds; i++) {
		int from_a = a.read();
#ifndef CLEAN
		b.write(from_a + 3);
#endif
	}
}

int feedback(int rounds)
{
#pragma HLS dataflow
	static hls::stream<int> a, b;
#pragma HLS stream variable=a depth=64
#pragma HLS stream variable=b depth=64
	int ones = 0;
	ask(a, b, &ones, rounds);
	answer(a, b, rounds);
	return ones;
}
