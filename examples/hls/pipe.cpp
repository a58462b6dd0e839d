// SPDX-License-Identifier: MIT
// A producer writes all numbers to one stream, then all squares to another; the
// consumer reads them in pairs. A stream that is not deep enough stops both.
#include "hls_stream.h"

static void produce(
	const int *data, int count, hls::stream<int> &plain, hls::stream<int> &square)
{
	for (int i = 0; i < count; i++)
		plain.write(data[i]);
	for (int i = 0; i < count; i++)
		square.write(data[i] * data[i]);
}

static void consume(
	hls::stream<int> &plain, hls::stream<int> &square, int count, int *sum)
{
	for (int i = 0; i < count; i++) {
		int first = plain.read();
		*sum += first + square.read();
	}
}

int pipe(const int *data, int count)
{
#pragma HLS dataflow
	hls::stream<int> plain, square;
	int sum = 0;
#ifdef CLEAN
#pragma HLS stream variable=plain depth=32
#endif
	produce(data, count, plain, square);
	consume(plain, square, count, &sum);
	return sum;
}
