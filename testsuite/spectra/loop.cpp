// SPDX-License-Identifier: MIT
// Figure 2's kernel behind the persistent loop: an input is the elements, a byte
// each. "c..." crashes, "h..." never ends.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define SPECTRA_LOOP
#include "spectra.h"

int accumulate(int *data, int size);

static int test(const unsigned char *input, unsigned length)
{
	int data[512];
	unsigned count = length < 512 ? length : 512;

	for (unsigned i = 0; i < count; i++)
		data[i] = input[i];
	SPECTRA_ARGUMENT("data", data, sizeof(data[0]), count, 1);
	int sum = accumulate(data, (int)count);
	if (length > 0 && input[0] == 'c')
		abort();
	while (length > 0 && input[0] == 'h')
		;
	return sum >= 0 && count > 256;
}

int main(int argc, char **argv)
{
	if (spectra_loop(test) == 0)
		return 0;
	/* On its own: one input, from the command line. */
	return argc > 1 ? test((const unsigned char *)argv[1],
				  (unsigned)std::strlen(argv[1]))
			: 2;
}
