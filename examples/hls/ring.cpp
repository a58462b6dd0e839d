// SPDX-License-Identifier: MIT
// A producer that runs ahead of its consumer: how deep must the stream be?
#include "hls_stream.h"

static void produce(hls::stream<int> &out, const int *data, int count)
{
	for (int i = 0; i < count; i++)
		out.write(data[i]);
}

static int consume(hls::stream<int> &in, int count)
{
	int sum = 0;
	for (int i = 0; i < count; i++)
		sum += in.read();
	return sum;
}

int ring(const int *data, int count)
{
#pragma HLS dataflow
	hls::stream<int> between("between");
#ifdef CLEAN
#pragma HLS stream variable=between depth=64
#else
#pragma HLS stream variable=between depth=4
#endif
	produce(between, data, count);
	return consume(between, count);
}
