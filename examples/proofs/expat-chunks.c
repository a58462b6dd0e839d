/* SPDX-License-Identifier: MIT
 * Fuzz target for expat: parses a document that arrives 8 bytes at a time. */
#include <stddef.h>
#include <stdint.h>

#include "expat.h"

#define CHUNK 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	XML_Parser parser = XML_ParserCreate("UTF-8");
	enum XML_Status status = XML_STATUS_OK;

	XML_SetHashSalt(parser, 1);
	for (size_t at = 0; at < size && status == XML_STATUS_OK; at += CHUNK) {
		size_t length = size - at < CHUNK ? size - at : CHUNK;
		status = XML_Parse(parser, (const char *)data + at, (int)length,
			at + length == size);
	}
	XML_ParserFree(parser);
	return 0;
}
