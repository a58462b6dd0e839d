// SPDX-License-Identifier: MIT
// Two tasks that feed each other (HeteroFuzz, figure 3): on the CPU the first
// never finds what the second sends; as hardware both run at once.
#include "ap_int.h"
#include "hls_stream.h"

typedef ap_uint<1> bit1;

static void ask(hls::stream<int> &a, hls::stream<int> &b)
{
	int temp_b = 0;
#ifdef CLEAN
	bit1 exist = !b.empty() && b.read_nb(temp_b);
#else
	bit1 exist = b.read_nb(temp_b);
#endif
	a.write(exist && temp_b == 3 ? 1 : 0);
}

static void answer(hls::stream<int> &a, hls::stream<int> &b)
{
	int temp_a = a.read();
	b.write(temp_a + 3);
}

int dataflow(int rounds)
{
#pragma HLS dataflow
	hls::stream<int> a, b;
	int ones = 0;
#ifndef CLEAN
#pragma HLS stream variable=b depth=1
#else
#pragma HLS stream variable=b depth=8
#endif
	for (int i = 0; i < rounds; i++) {
		ask(a, b);
		answer(a, b);
		b.write(i);
	}
	while (!b.empty())
		ones += b.read() == 4;
	return ones;
}
