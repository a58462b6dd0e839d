/* SPDX-License-Identifier: MIT
 * Packs bytes: a match is looked for among the last 24 bytes and has at most eight. */
#include <stdlib.h>

#define BACK	24
#define LONGEST 8

static int match_length(const unsigned char *a, const unsigned char *b,
	const unsigned char *end)
{
	int length = 0;

	while (length < LONGEST && b + length < end && a[length] == b[length])
		length++;
	return length;
}

int bytes_pack(const unsigned char *in, int count, unsigned char *out)
{
	int put = 0;

	for (int at = 0; at < count;) {
		int best = 0, from = at > BACK ? at - BACK : 0, where = 0;
		for (int k = from; k < at; k++) {
			int length = match_length(in + k, in + at, in + count);
			if (length > best) {
				best = length;
				where = at - k;
			}
		}
		if (best >= 3) {
			out[put++] = (unsigned char)(128 + best);
			out[put++] = (unsigned char)where;
			at += best;
		} else {
			out[put++] = in[at++];
		}
	}
	return put;
}

int main(int argc, char **argv)
{
	int n = 16 * (argc > 1 ? atoi(argv[1]) : 24), packed;
	unsigned char *in = malloc(n), *out = malloc(2 * n);

	for (int i = 0; i < n; i++)
		in[i] = (unsigned char)(i * i % 23 + 'a');
	packed = bytes_pack(in, n, out);
	free(in);
	free(out);
	return packed == 0;
}
