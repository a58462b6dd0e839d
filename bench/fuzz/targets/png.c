/* SPDX-License-Identifier: MIT
 * libpng: read one image from memory with the usual expansions. */
#include "target.h"
#include <png.h>
#include <stdlib.h>
#include <string.h>

struct src { const uint8_t *p; size_t left; };

static void reader(png_structp png, png_bytep out, png_size_t n)
{
    struct src *s = png_get_io_ptr(png);
    if (n > s->left) png_error(png, "end of data");
    memcpy(out, s->p, n);
    s->p += n; s->left -= n;
}

/* A chunk may claim up to 2 GiB and libpng clears the buffer before reading:
 * seconds of memset that no edge count shows.  Refuse such requests. */
static png_voidp bounded(png_structp png, png_alloc_size_t n)
{
    (void)png;
    return n > (16u << 20) ? NULL : malloc(n);
}
static void release(png_structp png, png_voidp p) { (void)png; free(p); }

static void quiet(png_structp png, png_const_charp m) { (void)png; (void)m; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct src s = { data, size };
    png_bytep volatile row = NULL;
    png_infop info = NULL;
    png_structp png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, NULL, NULL, quiet,
                                              NULL, bounded, release);
    if (!png) return 0;
    info = png_create_info_struct(png);
    if (!info || setjmp(png_jmpbuf(png))) {
        free(row);
        png_destroy_read_struct(&png, &info, NULL);
        return 0;
    }
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_read_fn(png, &s, reader);
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
