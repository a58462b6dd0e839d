/* SPDX-License-Identifier: MIT
 * Prints numbers as text: digits and powers of ten are the C library's. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int print_series(FILE *out, const double *value, int count)
{
	int printed = 0;

	for (int i = 0; i < count; i++)
		printed += fprintf(out, "%g %.17g %e\n", value[i], value[i] / 3,
			value[i] * 1e30);
	return printed;
}

int main(void)
{
	double value[20];
	FILE *out = fopen("/dev/null", "w");

	for (int i = 0; i < 20; i++)
		value[i] = 1.37 * i * i;
	assert(out != NULL && print_series(out, value, 20) > 400);
	fclose(out);
	return 0;
}
