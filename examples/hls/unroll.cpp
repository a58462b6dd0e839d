// SPDX-License-Identifier: MIT
// A sum whose loop is unrolled without the exit test: an odd number of elements makes
// the second copy add one that is not there.
int unroll(const int *data, int count)
{
	int sum = 0;
SUM:
	for (int i = 0; i < count; i++) {
#ifdef CLEAN
#pragma HLS unroll factor=2
#else
#pragma HLS unroll factor=2 skip_exit_check
#endif
		sum += i < 16 ? data[i] : 16;
	}
	return sum;
}
