/* SPDX-License-Identifier: MIT
 * Text of others, names of programs and files, in HTML, XML and SVG. */
#include "config.h"

#include "lib/markup.h"

#include <ctype.h>
#include <string.h>

size_t markup_utf8_bytes(const char *from)
{
	const unsigned char *text = (const unsigned char *)from;
	size_t bytes = text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;

	if (text[0] < 0x80)
		return 1;
	if (text[0] < 0xc2 || text[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < bytes; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	if ((text[0] == 0xe0 && text[1] < 0xa0) ||
		(text[0] == 0xed && text[1] >= 0xa0) ||
		(text[0] == 0xf0 && text[1] < 0x90) ||
		(text[0] == 0xf4 && text[1] >= 0x90))
		return 0;
	return bytes;
}

size_t markup_character_bytes(const char *from)
{
	const unsigned char *text = (const unsigned char *)from;
	size_t bytes = markup_utf8_bytes(from);

	if (bytes == 1)
		return text[0] == '\t' || (text[0] >= 0x20 && text[0] != 0x7f);
	if ((text[0] == 0xc2 && text[1] < 0xa0) ||
		(text[0] == 0xef && text[1] == 0xbf && text[2] >= 0xbe))
		return 0;
	/* Characters that turn the direction of text deceive. */
	if (text[0] == 0xe2 &&
		((text[1] == 0x80 && text[2] >= 0xaa && text[2] <= 0xae) ||
			(text[1] == 0x81 && text[2] >= 0xa6 &&
				text[2] <= 0xa9)))
		return 0;
	return bytes;
}

void markup_print(FILE *out, const char *text)
{
	const char *at = text ? text : "";

	while (*at != '\0') {
		size_t bytes = markup_character_bytes(at);
		if (bytes == 0)
			fputs(MARKUP_REPLACEMENT, out);
		else if (*at == '&')
			fputs("&amp;", out);
		else if (*at == '<')
			fputs("&lt;", out);
		else if (*at == '>')
			fputs("&gt;", out);
		else if (*at == '"')
			fputs("&quot;", out);
		else if (*at == '\'')
			fputs("&#39;", out);
		else
			fwrite(at, 1, bytes, out);
		at += bytes ?: 1;
	}
}

void markup_print_url(FILE *out, const char *text, const char *safe)
{
	for (; *text != '\0'; text++)
		if (isalnum((unsigned char)*text) || strchr(safe, *text))
			putc(*text, out);
		else
			fprintf(out, "%%%02X", (unsigned char)*text);
}
