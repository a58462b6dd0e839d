/* SPDX-License-Identifier: MIT
 * A text decoded in chunks of one, two and three bytes. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct decoder {
	unsigned bits, have;
	unsigned char *out;
	size_t length;
};

static const char alphabet[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int value_of(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

void decoder_feed(struct decoder *d, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int v = value_of(text[i]);
		if (v < 0)
			continue;
		d->bits = d->bits << 6 | (unsigned)v;
		d->have += 6;
		if (d->have >= 8) {
			d->have -= 8;
			d->out[d->length++] =
				(unsigned char)(d->bits >> d->have);
		}
	}
}

static size_t encode(const unsigned char *in, size_t n, char *out)
{
	size_t o = 0;
	for (size_t i = 0; i < n; i += 3) {
		unsigned b = (unsigned)in[i] << 16 |
			     (i + 1 < n ? in[i + 1] : 0u) << 8 |
			     (i + 2 < n ? in[i + 2] : 0u);
		out[o++] = alphabet[b >> 18];
		out[o++] = alphabet[b >> 12 & 63];
		out[o++] = i + 1 < n ? alphabet[b >> 6 & 63] : '=';
		out[o++] = i + 2 < n ? alphabet[b & 63] : '=';
	}
	return o;
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? (size_t)atoi(argv[1]) : 11;
	unsigned char *data = malloc(n), *back = malloc(n + 3);
	char *text = malloc(n * 2 + 8);
	for (size_t i = 0; i < n; i++)
		data[i] = (unsigned char)(i * 37);
	size_t length = encode(data, n, text);
	/* every chunk size gives the same */
	for (size_t chunk = 1; chunk <= 3; chunk++) {
		struct decoder d = {0, 0, back, 0};
		for (size_t at = 0; at < length; at += chunk)
			decoder_feed(&d, text + at,
				at + chunk <= length ? chunk : length - at);
		assert(d.length == n);
		assert(memcmp(back, data, n) == 0);
	}
	free(data);
	free(back);
	free(text);
	return 0;
}
