// SPDX-License-Identifier: MIT
// Counts into a table; the pragma promises that no count is used twice.
void histogram(const int *data, int count, int *result)
{
	int table[16] = {0}, i;
#ifndef CLEAN
#pragma HLS dependence variable=table inter false
#endif
COUNT:
	for (i = 0; i < count; i++) {
#pragma HLS pipeline II=1
		table[data[i] & 15] += 1;
	}
	for (i = 0; i < 16; i++)
		result[i] = table[i];
}
