/* SPDX-License-Identifier: MIT
 * libpng as chapter 6 of the dissertation fuzzes it: the signature is looked at
 * first, images of up to 2^28 pixels are read whole, and only headers
 * that libpng takes make an input valid. */
#include "target.h"
#include <png.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Outside retread nobody asks whether an input is valid. */
bool retread_assume(bool condition) __attribute__((weak));
#define assume(condition) ((retread_assume ? retread_assume(condition) : 0), (condition))

#define PIXELS (1u << 28)

struct src { const uint8_t *p; size_t left; };

static void reader(png_structp png, png_bytep out, png_size_t n)
{
    struct src *s = png_get_io_ptr(png);
    if (n > s->left) png_error(png, "end of data");
    memcpy(out, s->p, n);
    s->p += n; s->left -= n;
}

/* A chunk may claim up to 2 GiB: what it claims is no property of the image. */
static png_voidp bounded(png_structp png, png_alloc_size_t n)
{
    (void)png;
    return n > (1u << 20) ? NULL : malloc(n);
}
static void release(png_structp png, png_voidp p) { (void)png; free(p); }

static void quiet(png_structp png, png_const_charp m) { (void)png; (void)m; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct src s = { data, size };
    png_bytep volatile image = NULL;
    png_infop info = NULL;
    if (!assume(size >= 8 && !png_sig_cmp((png_const_bytep)data, 0, 8)))
        return 0;
    png_structp png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, NULL, NULL, quiet,
                                              NULL, bounded, release);
    if (!png) return 0;
    info = png_create_info_struct(png);
    if (!info || setjmp(png_jmpbuf(png))) {
        free(image);
        png_destroy_read_struct(&png, &info, NULL);
        return 0;
    }
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_read_fn(png, &s, reader);
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
