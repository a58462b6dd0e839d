/* SPDX-License-Identifier: MIT
 * A picture in grey, each pixel once.
 * label: output picture_grey */
#include <stdint.h>
#include <stdlib.h>

struct picture {
	int width, height;
	uint8_t *byte;
};

struct picture *picture_new(int width, int height, int bytes)
{
	struct picture *p = malloc(sizeof *p);
	p->width = width;
	p->height = height;
	p->byte = calloc((size_t)width * height, bytes);
	return p;
}

struct picture *picture_grey(const struct picture *rgb)
{
	struct picture *grey = picture_new(rgb->width, rgb->height, 1);
	for (int y = 0; y < rgb->height; y++)
		for (int x = 0; x < rgb->width; x++) {
			size_t at = (size_t)y * rgb->width + x;
			const uint8_t *from = rgb->byte + 3 * at;
			grey->byte[at] =
				(from[0] * 3 + from[1] * 6 + from[2]) / 10;
		}
	return grey;
}

void picture_free(struct picture *p)
{
	free(p->byte);
	free(p);
}
