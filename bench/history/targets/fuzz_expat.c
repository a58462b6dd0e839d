/* SPDX-License-Identifier: MIT
 * CHUNK: bytes a call (0: all at once). */
#include <expat.h>
#include <stddef.h>
#include <stdint.h>
#ifndef CHUNK
#define CHUNK 0
#endif
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n)
{
	XML_Parser p = XML_ParserCreate(NULL);
	size_t i, c = CHUNK ? CHUNK : n;
	for (i = 0; c && i + c <= n; i += c)
		if (!XML_Parse(p, (const char *)d + i, (int)c, 0)) break;
	XML_ParserFree(p);
	return 0;
}
