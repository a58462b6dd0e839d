/* SPDX-License-Identifier: MIT
 * Functions of many signatures, for `retread harness`. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct thing {
	size_t length;
	char text[40];
};
struct pair {
	int a, b;
};
typedef struct {
	int words;
} nameless;
enum order { FORWARD, BACKWARD };
struct opaque;

int sum_bytes(const uint8_t *bytes, size_t length);
size_t count_words(const char *text);
int count_lines(FILE *in);
struct thing *parse_thing(struct thing *thing, const char *text,
	unsigned text_length, enum order order, const char **end, double scale,
	void (*report)(int), struct opaque *opaque);
int reverse(size_t size, void *buffer);
nameless *make_nameless(const char *text, int flags);
long with_flags(const char *text, int flags);
int by_value(struct pair pair, const char *text);
int format_text(const char *format, ...);
int open_file(const char *filename);
int add_numbers(int a, int b);
struct pair make_pair(const char *text);

int sum_bytes(const uint8_t *bytes, size_t length)
{
	int sum = 0;

	for (size_t i = 0; i < length; i++)
		sum += bytes[i];
	return sum;
}

static int is_blank(const char *text)
{
	return *text == ' ';
}

size_t count_words(const char *text)
{
	size_t words = 0;

	for (; *text; text++)
		words += is_blank(text);
	return words;
}

int count_lines(FILE *in)
{
	int lines = 0, byte;

	while ((byte = getc(in)) != EOF)
		lines += byte == '\n';
	return lines;
}

struct thing *parse_thing(struct thing *thing, const char *text,
	unsigned text_length, enum order order, const char **end, double scale,
	void (*report)(int), struct opaque *opaque)
{
	(void)order, (void)scale, (void)opaque;
	thing->length = text_length < sizeof thing->text ? text_length : 0;
	memcpy(thing->text, text, thing->length);
	*end = text + thing->length;
	if (report)
		report(1);
	return thing;
}

int reverse(size_t size, void *buffer)
{
	unsigned char *bytes = buffer;

	for (size_t i = 0; i + i + 1 < size; i++) {
		unsigned char byte = bytes[i];
		bytes[i] = bytes[size - 1 - i];
		bytes[size - 1 - i] = byte;
	}
	return (int)size;
}

nameless *make_nameless(const char *text, int flags)
{
	static nameless kept;

	kept.words = flags + (int)count_words(text);
	return &kept;
}

long with_flags(const char *text, int flags)
{
	return flags + (long)strlen(text);
}

int by_value(struct pair pair, const char *text)
{
	return pair.a + pair.b + *text;
}

int format_text(const char *format, ...)
{
	return *format;
}

int open_file(const char *filename)
{
	return *filename;
}

int add_numbers(int a, int b)
{
	return a + b;
}

struct pair make_pair(const char *text)
{
	return (struct pair){*text, 1};
}
