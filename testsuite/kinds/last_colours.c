/* SPDX-License-Identifier: MIT
 * The six colours that were used last, the newest first. */
#include <stdlib.h>

#define KEPT 6

struct palette {
	unsigned colour[KEPT];
};

void palette_use(struct palette *palette, unsigned colour)
{
	int at = 0;

	while (at < KEPT - 1 && palette->colour[at] != colour)
		at++;
	for (int i = at; i > 0; i--)
		palette->colour[i] = palette->colour[i - 1];
	palette->colour[0] = colour;
}

int main(int argc, char **argv)
{
	struct palette *palette = calloc(1, sizeof *palette);

	for (int i = 0, n = argc > 1 ? atoi(argv[1]) : 24; i < n; i++)
		palette_use(palette, (unsigned)(i * i % 11));
	free(palette);
	return 0;
}
