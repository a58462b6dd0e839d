/* SPDX-License-Identifier: MIT
 * expat: parses a document, with namespaces, from memory. */
#include "target.h"

#include <expat.h>

static int elements;

static void begin(void *data, const XML_Char *name, const XML_Char **attributes)
{
	(void)data;
	(void)name;
	while (*attributes)
		attributes += 2;
	elements++;
}

static void end(void *data, const XML_Char *name)
{
	(void)data;
	(void)name;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	XML_Parser parser = XML_ParserCreateNS(NULL, '|');

	if (!parser)
		return 0;
	XML_SetHashSalt(parser, 1); /* each run does the same */
	XML_SetElementHandler(parser, begin, end);
	XML_Parse(parser, (const char *)data, (int)size, XML_TRUE);
	XML_ParserFree(parser);
	return 0;
}
