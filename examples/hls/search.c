// SPDX-License-Identifier: MIT
// Counts the numbers before a flag. As hardware the loop is a pipeline: the exit test
// sees a flag two trips later, unless it is not pipelined.
int search(const int *data, int count)
{
	int found = 0, i = 0, sum = 0;

	while (!found) {
#ifndef CLEAN
#pragma HLS pipeline II=1
#endif
		if (i >= count)
			break;
		found = data[i] == 0;
		sum += data[i];
		i++;
	}
	return sum;
}
