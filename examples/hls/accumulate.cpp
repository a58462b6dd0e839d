// SPDX-License-Identifier: MIT
// The running example of HeteroFuzz (figure 2): sums that outgrow 8 bits, an
// array that is too small, an unrolled loop with an odd number of trips.
#include "ap_int.h"

#ifdef CLEAN
typedef ap_uint<32> bit8;
typedef ap_uint<32> bit9;
#define M 512
#else
typedef ap_uint<8> bit8;
typedef ap_uint<9> bit9;
#define M 400
#endif

int accumulate(int *data, int size)
{
#pragma HLS INTERFACE m_axi port=data offset=slave bundle=gmem
#pragma HLS INTERFACE s_axilite port=size bundle=control
	bit8 data_fpga[M];
	bit9 i;
	bit8 sum = 0;
	for (i = 0; i < size; i++) {
#pragma HLS unroll
		data_fpga[i] = (bit8)data[i];
	}
SUM_LOOP:
	for (i = 0; i < size; i++) {
#ifndef CLEAN
#pragma HLS unroll factor=2
#endif
		data_fpga[i] = (bit8)data[i];
		sum += data_fpga[i];
	}
	return (int)sum;
}
