/* SPDX-License-Identifier: MIT
 * A frame is drawn over and over: all of its pixels are new each time. */
#include <stdlib.h>

void frames_draw(unsigned *pixel, int count, const unsigned *sprite, int frames)
{
	for (int frame = 0; frame < frames; frame++)
		for (int i = 0; i < count; i++)
			pixel[i] = sprite[frame * count + i] ^ 0xffffffu;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	unsigned *pixel = malloc(40 * sizeof *pixel);
	unsigned *sprite = calloc(40 * n, sizeof *sprite);

	frames_draw(pixel, 40, sprite, n);
	free(pixel);
	free(sprite);
	return 0;
}
