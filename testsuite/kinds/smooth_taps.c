/* SPDX-License-Identifier: MIT
 * Smooths samples by the mean of five. */
#include <stdlib.h>

static void samples_smooth(const short *in, int count, short *out)
{
	for (int i = 2; i < count - 2; i++) {
		int sum = 0;
		for (int k = -2; k <= 2; k++)
			sum += in[i + k];
		out[i] = (short)(sum / 5);
	}
}

int main(int argc, char **argv)
{
	int n = 8 * (argc > 1 ? atoi(argv[1]) : 24);
	short *in = malloc(n * sizeof *in), *out = calloc(n, sizeof *out);

	for (int i = 0; i < n; i++)
		in[i] = (short)(i * 37 % 100);
	samples_smooth(in, n, out);
	free(in);
	free(out);
	return 0;
}
