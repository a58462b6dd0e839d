/* SPDX-License-Identifier: MIT
 * From colours to gray: the three weights are read again for each pixel, as the
 * compiler cannot know that the gray bytes are none of them. */
#include <assert.h>
#include <stdlib.h>

struct converter {
	unsigned red, green, blue;
};

#define GRAY(c, r, g, b)                                                       \
	((unsigned char)(((r) * (c)->red + (g) * (c)->green +                  \
				 (b) * (c)->blue) >>                           \
			 8))

void converter_run(const struct converter *converter, const unsigned *pixel,
	unsigned char *gray, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		unsigned colour = pixel[i];
		unsigned red = colour >> 16 & 255;
		unsigned green = colour >> 8 & 255;
		unsigned blue = colour & 255;
		gray[i] = GRAY(converter, red, green, blue);
	}
}

int main(void)
{
	struct converter *converter = malloc(sizeof *converter);
	unsigned *pixel = malloc(12 * sizeof *pixel);
	unsigned char *gray = malloc(12);

	*converter = (struct converter){77, 150, 29};
	for (unsigned i = 0; i < 12; i++)
		pixel[i] = i << 20 | i << 12 | i << 4;
	converter_run(converter, pixel, gray, 12);
	assert(gray[3] == 48);
	free(gray);
	free(pixel);
	free(converter);
	return 0;
}
