/* SPDX-License-Identifier: MIT
 * Fills an image by copying its first row to all others. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

void image_fill(unsigned char *image, size_t width, size_t height)
{
	for (size_t x = 0; x < width; x++)
		image[x] = (unsigned char)(7 * x);
	for (size_t y = 1; y < height; y++)
		memcpy(image + y * width, image, width);
}

int main(void)
{
	unsigned char *image = malloc(24 * 20);

	image_fill(image, 24, 20);
	assert(image[24 * 19 + 3] == 21);
	free(image);
	return 0;
}
