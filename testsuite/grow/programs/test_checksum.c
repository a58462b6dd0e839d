/* SPDX-License-Identifier: MIT
 * Its test. */
#include "checksum.c"
#include <stddef.h>
#include <stdio.h>

struct vector {
	const char *text;
	uint32_t sum;
};

static const struct vector vectors[] = {
	{"", 0x00000001},
	{"a", 0x00620062},
	{"abc", 0x024d0127},
	{"message digest", 0x29750586},
	{"abcdefghijklmnopqrstuvwxyz", 0x90860b20},
};

int main(void)
{
	size_t i, bad = 0;
	for (i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
		uint32_t sum = adler32(vectors[i].text);
		if (sum != vectors[i].sum) {
			printf("vector %zu: %08x\n", i, sum);
			bad++;
		}
	}
	return bad != 0;
}
