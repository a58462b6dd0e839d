/* SPDX-License-Identifier: MIT
 * libpng: read the input as an image, with the simplified interface. */
#include <png.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	png_image image = {.version = PNG_IMAGE_VERSION};

	if (!png_image_begin_read_from_memory(&image, data, size))
		return 0;
	image.format = PNG_FORMAT_RGBA;
	if (PNG_IMAGE_SIZE(image) < 1 << 20) {
		void *pixels = malloc(PNG_IMAGE_SIZE(image));
		if (pixels)
			png_image_finish_read(&image, NULL, pixels, 0, NULL);
		free(pixels);
	}
	png_image_free(&image);
	return 0;
}
