/* SPDX-License-Identifier: MIT
 * The smallest period of a text: each is tried. */
#include <stdlib.h>
#include <string.h>

size_t text_period(const char *text, size_t length)
{
	size_t period = 1;

	while (period < length &&
		memcmp(text, text + period, length - period) != 0)
		period++;
	return period;
}

int main(int argc, char **argv)
{
	size_t n = 2 * (size_t)(argc > 1 ? atoi(argv[1]) : 24), period;
	char *text = calloc(n + 1, 1);

	memset(text, 'x', n);
	text[n - 1] = 'y';
	period = text_period(text, n);
	free(text);
	return period != n;
}
