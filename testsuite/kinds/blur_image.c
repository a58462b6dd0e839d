/* SPDX-License-Identifier: MIT
 * Blurs an image: each pixel becomes the mean of the nine around it. */
#include <stdlib.h>

struct image {
	int width, height;
	unsigned char *pixel;
};

static unsigned image_sum_around(const struct image *image, int x, int y)
{
	unsigned sum = 0;

	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			sum += image->pixel[(y + dy) * image->width + x + dx];
	return sum;
}

void image_blur(const struct image *from, struct image *to)
{
	for (int y = 1; y < from->height - 1; y++)
		for (int x = 1; x < from->width - 1; x++)
			to->pixel[y * to->width + x] =
				(unsigned char)(image_sum_around(from, x, y) /
						9);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct image a = {n, n / 2, calloc(n, n)}, b = {n, n / 2, calloc(n, n)};

	for (int i = 0; i < n * n / 2; i++)
		a.pixel[i] = (unsigned char)(i * 7);
	image_blur(&a, &b);
	free(a.pixel);
	free(b.pixel);
	return 0;
}
