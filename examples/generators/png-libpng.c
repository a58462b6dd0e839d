/* SPDX-License-Identifier: MIT
 * PNG, and libpng: chunks with right lengths and sums, in any order; an image is
 * valid if libpng reads it to its end. */
#include <png.h>
#include <setjmp.h>
#include <string.h>
#include <zlib.h>

#include <retread/gen.h>

static void put_number(uint8_t to[4], uint32_t number)
{
	for (int i = 0; i < 4; i++)
		to[i] = (uint8_t)(number >> 8 * (3 - i));
}

static void put_chunk(
	struct gen *g, const char *type, const uint8_t *data, size_t length)
{
	uint8_t number[4];
	uLong sum = crc32(crc32(0, NULL, 0), (const Bytef *)type, 4);

	put_number(number, (uint32_t)length);
	gen_put_bytes(g, number, 4);
	gen_put_bytes(g, type, 4);
	gen_put_bytes(g, data, length);
	put_number(number, (uint32_t)crc32(sum, data, (uInt)length));
	gen_put_bytes(g, number, 4);
}

/* Rows of any bytes, compressed; some of them too few. */
static void put_pixels(struct gen *g, unsigned row_bytes, unsigned rows)
{
	uint8_t raw[4096] = {0}, packed[8192];
	uLongf packed_bytes = sizeof packed;
	size_t length = (size_t)(row_bytes + 1) * rows;

	if (length > sizeof raw)
		length = sizeof raw;
	for (unsigned i = 0; i < rows && i * (row_bytes + 1) < length; i++)
		raw[i * (row_bytes + 1)] = (uint8_t)gen_u64(g, 0, 5);
	compress(packed, &packed_bytes, raw, length);
	put_chunk(g, "IDAT", packed, packed_bytes);
}

static void make_chunk(struct gen *g)
{
	static const char *const types[] = {"PLTE", "gAMA", "tRNS", "bKGD",
		"cHRM", "sBIT", "tEXt", "tIME", "hIST", "pHYs"};
	struct gen_list bytes = GEN_LIST(0, 32, 6);
	uint8_t data[32];

	gen_begin(g, "chunk");
	const char *type = types[gen_pick(g, 10)];
	while (gen_more(g, &bytes))
		data[bytes.count - 1] = (uint8_t)gen_u64(g, 0, 255);
	put_chunk(g, type, data, bytes.count);
	gen_end(g);
}

static void make_image(struct gen *g)
{
	static const uint8_t colours[] = {0, 2, 3, 4, 6}, depths[] = {8, 1, 2, 4, 16};
	struct gen_list chunks = GEN_LIST(0, 8, 2);
	uint8_t head[13] = {0};
	unsigned width = (unsigned)gen_u64(g, 1, 16);
	unsigned height = (unsigned)gen_u64(g, 1, 16);

	put_number(head, width);
	put_number(head + 4, height);
	head[8] = depths[gen_pick(g, 5)];
	head[9] = colours[gen_pick(g, 5)];
	head[12] = gen_bool(g);
	gen_put_bytes(g, "\x89PNG\r\n\x1a\n", 8);
	put_chunk(g, "IHDR", head, sizeof head);
	while (gen_more(g, &chunks))
		make_chunk(g);
	put_pixels(g, width * 8, height);
	put_chunk(g, "IEND", head, 0);
}

struct source {
	const char *at;
	size_t left;
};

static void read_source(png_structp png, png_bytep to, png_size_t length)
{
	struct source *source = png_get_io_ptr(png);

	if (length > source->left)
		png_error(png, "the end");
	memcpy(to, source->at, length);
	source->at += length;
	source->left -= length;
}

static void say_nothing(png_structp png, png_const_charp text)
{
	(void)png;
	(void)text;
}

int retread_generate(struct gen *g)
{
	struct source source;

	make_image(g);
	source.at = gen_text(g, &source.left);
	png_structp png = png_create_read_struct(
		PNG_LIBPNG_VER_STRING, NULL, NULL, say_nothing);
	png_infop info = png_create_info_struct(png);
	if (setjmp(png_jmpbuf(png))) {
		png_destroy_read_struct(&png, &info, NULL);
		gen_reject(g, "libpng refuses it");
	}
	png_set_read_fn(png, &source, read_source);
	png_read_png(png, info, PNG_TRANSFORM_EXPAND, NULL);
	png_destroy_read_struct(&png, &info, NULL);
	return GEN_VALID;
}
