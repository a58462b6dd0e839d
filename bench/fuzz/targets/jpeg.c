/* SPDX-License-Identifier: MIT
 * libjpeg-turbo: decompress one image from memory, line by line. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "target.h"

#include <jpeglib.h>

struct caught {
	struct jpeg_error_mgr manager;
	jmp_buf end;
};

static void end(j_common_ptr image)
{
	longjmp(((struct caught *)image->err)->end, 1);
}

static void say_nothing(j_common_ptr image, int level)
{
	(void)image;
	(void)level;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct jpeg_decompress_struct image;
	struct caught caught;
	JSAMPARRAY line;

	image.err = jpeg_std_error(&caught.manager);
	caught.manager.error_exit = end;
	caught.manager.emit_message = say_nothing;
	jpeg_create_decompress(&image);
	if (setjmp(caught.end) == 0) {
		jpeg_mem_src(&image, data, size);
		jpeg_read_header(&image, TRUE);
		if ((size_t)image.image_width * image.image_height <= 1 << 20) {
			jpeg_start_decompress(&image);
			line = image.mem->alloc_sarray((j_common_ptr)&image,
				JPOOL_IMAGE,
				image.output_width *
					(JDIMENSION)image.output_components,
				1);
			while (image.output_scanline < image.output_height)
				jpeg_read_scanlines(&image, line, 1);
			jpeg_finish_decompress(&image);
		}
	}
	jpeg_destroy_decompress(&image);
	return 0;
}
