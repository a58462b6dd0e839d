/* SPDX-License-Identifier: MIT
 * The input of libpng's targets: memory, with a bound on what a chunk may
 * claim. */
#ifndef EVAL_PNG_SOURCE_H
#define EVAL_PNG_SOURCE_H
#include <png.h>
#include <stdint.h>
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

/* A chunk may claim up to 2 GiB, and libpng clears the buffer before reading:
 * seconds of memset that no edge count shows.  Refuse such requests. */
static png_voidp bounded(png_structp png, png_alloc_size_t n)
{
    (void)png;
    return n > CHUNK_BYTES ? NULL : malloc(n);
}
static void release(png_structp png, png_voidp p) { (void)png; free(p); }

static void quiet(png_structp png, png_const_charp m) { (void)png; (void)m; }

static png_structp open_source(struct src *s)
{
    png_structp png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, NULL, NULL, quiet,
                                              NULL, bounded, release);
    if (png) {
        png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
        png_set_read_fn(png, s, reader);
    }
    return png;
}
#endif
