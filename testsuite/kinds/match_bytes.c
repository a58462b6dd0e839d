/* SPDX-License-Identifier: MIT
 * Compresses with matches in the last 32 bytes. */
#include <stdlib.h>
#include <string.h>
enum { WINDOW = 32, LONGEST = 12 };

static int match_length(const unsigned char *a, const unsigned char *b,
	const unsigned char *end)
{
	int length = 0;
	while (b < end && length < LONGEST && *a == *b)
		a++, b++, length++;
	return length;
}

size_t lz_pack(const unsigned char *in, size_t size, unsigned char *out)
{
	const unsigned char *end = in + size, *at = in;
	unsigned char *o = out;
	while (at < end) {
		int best = 0, distance = 0;
		for (int d = 1; d <= WINDOW && d <= at - in; d++) {
			int length = match_length(at - d, at, end);
			if (length > best)
				best = length, distance = d;
		}
		if (best >= 3) {
			*o++ = 0x80 | best;
			*o++ = distance;
			at += best;
		} else {
			*o++ = *at++ & 0x7f;
		}
	}
	return o - out;
}

int main(int argc, char **argv)
{
	size_t n = 8 * (argc > 1 ? atoi(argv[1]) : 24);
	unsigned char *in = malloc(n), *out = malloc(2 * n);
	for (size_t i = 0; i < n; i++)
		in[i] = 'a' + (i * i / 7 + i / 11) % 19;
	size_t size = lz_pack(in, n, out);
	free(in);
	free(out);
	return size == 0;
}
