/* SPDX-License-Identifier: MIT
 * For each block of data the first codes of sixteen lengths are made, and each symbol
 * is decoded by going through the lengths. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LENGTHS 16

struct decoder {
	unsigned short count[LENGTHS], first[LENGTHS];
};

static void decoder_prepare(struct decoder *decoder)
{
	unsigned code = 0;

	for (int length = 1; length < LENGTHS; length++) {
		code = (code + decoder->count[length - 1]) << 1;
		decoder->first[length] = (unsigned short)code;
	}
}

static int decode(const struct decoder *decoder, unsigned bits)
{
	for (int length = 1; length < LENGTHS; length++) {
		unsigned code = bits >> (LENGTHS - 1 - length);
		if (code < (unsigned)decoder->first[length] +
				   decoder->count[length])
			return length;
	}
	return 0;
}

int decode_all(struct decoder *decoder, const unsigned *bits, int count)
{
	int sum = 0;

	decoder_prepare(decoder);
	for (int i = 0; i < count; i++)
		sum += decode(decoder, bits[i]);
	return sum;
}

int main(void)
{
	struct decoder *decoder = calloc(1, sizeof *decoder);
	unsigned bits[30];

	for (int i = 1; i < LENGTHS; i++)
		decoder->count[i] = i == LENGTHS - 1 ? 2 : 1;
	for (unsigned i = 0; i < 30; i++)
		bits[i] = 0x7fff - (1u << i % 15) + 1;
	assert(decode_all(decoder, bits, 30) > 0);
	free(decoder);
	return 0;
}
