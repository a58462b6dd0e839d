/* SPDX-License-Identifier: MIT
 * libpng as chapter 6 of the dissertation fuzzes it: the signature is looked at
 * first, images of up to 2^28 pixels are read whole, and only headers
 * that libpng takes make an input valid. */
#include "target.h"
#include <stdbool.h>

#define CHUNK_BYTES (1u << 20)
#include "png_source.h"

/* Outside retread nobody asks whether an input is valid. */
bool retread_assume(bool condition) __attribute__((weak));
#define assume(condition) ((retread_assume ? retread_assume(condition) : 0), (condition))

#define PIXELS (1u << 28)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct src s = { data, size };
    png_bytep volatile image = NULL;
    png_infop info = NULL;
    if (!assume(size >= 8 && !png_sig_cmp((png_const_bytep)data, 0, 8)))
        return 0;
    png_structp png = open_source(&s);
    if (!png) return 0;
    info = png_create_info_struct(png);
    if (!info || setjmp(png_jmpbuf(png))) {
        free(image);
        png_destroy_read_struct(&png, &info, NULL);
        return 0;
    }
    png_read_info(png, info);
    png_uint_32 w, h; int depth, type, inter;
    if (assume(png_get_IHDR(png, info, &w, &h, &depth, &type, &inter, NULL, NULL) &&
            w && h <= PIXELS / w)) {
        png_set_expand(png);
        png_set_packing(png);
        png_set_scale_16(png);
        png_set_gray_to_rgb(png);
        png_set_tRNS_to_alpha(png);
        int passes = png_set_interlace_handling(png);
        png_read_update_info(png, info);
        size_t each = png_get_rowbytes(png, info);
        image = malloc(each * h);
        for (int pass = 0; image && pass < passes; pass++)
            for (png_uint_32 y = 0; y < h; y++)
                png_read_row(png, image + y * each, NULL);
        if (image)
            png_read_end(png, NULL);
    }
    free(image);
    png_destroy_read_struct(&png, &info, NULL);
    return 0;
}
