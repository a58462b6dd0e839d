/* SPDX-License-Identifier: MIT
 * The program of figure 6.8, whose line 14 a diff changed. */
#include <stddef.h>
#include <stdint.h>

static volatile int sink;

static int changed(int a, int b)
{
	int d = a;

	if ((a + b) % 2) {
		d = 2 - a;
		sink = d;
	}
	if (a % 3 && a > 0)
		return d ? b / d : -1;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 2)
		sink = changed(data[0], data[1]);
	return 0;
}
