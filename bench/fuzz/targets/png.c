/* SPDX-License-Identifier: MIT
 * libpng: read one image from memory with the usual expansions. */
#include "target.h"
#define CHUNK_BYTES (16u << 20)
#include "png_source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct src s = { data, size };
    png_bytep volatile row = NULL;
    png_infop info = NULL;
    png_structp png = open_source(&s);
    if (!png) return 0;
    info = png_create_info_struct(png);
    if (!info || setjmp(png_jmpbuf(png))) {
        free(row);
        png_destroy_read_struct(&png, &info, NULL);
        return 0;
    }
    png_read_info(png, info);
    png_uint_32 w, h; int depth, type, inter;
    if (png_get_IHDR(png, info, &w, &h, &depth, &type, &inter, NULL, NULL) &&
        w <= 1024 && h <= 1024) {
        png_set_expand(png);
        png_set_gray_to_rgb(png);
        int passes = png_set_interlace_handling(png);
        png_read_update_info(png, info);
        row = malloc(png_get_rowbytes(png, info) + 8);
        for (int p = 0; row && p < passes; p++)
            for (png_uint_32 y = 0; y < h; y++)
                png_read_row(png, row, NULL);
        png_read_end(png, NULL);
    }
    free(row);
    png_destroy_read_struct(&png, &info, NULL);
    return 0;
}
