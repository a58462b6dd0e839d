/* SPDX-License-Identifier: MIT
 * Figure 2's kernel with the integers of C. */
#define M 400

typedef long uint8;
typedef long uint9;

int accumulate(int *data, int size)
{
	uint8 data_fpga[M];
	uint9 i;
	uint8 sum = 0;

	for (i = 0; i < size; i++)
		data_fpga[i] = data[i];
SUM_LOOP:
	for (i = 0; i < size; i++) {
#pragma HLS unroll factor=2
		data_fpga[i] = data[i];
		sum += data_fpga[i];
	}
	return (int)sum;
}
