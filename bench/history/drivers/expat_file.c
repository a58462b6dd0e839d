/* SPDX-License-Identifier: MIT
 * Parses the file argv[1], in pieces of argv[2] bytes (all at once). */
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
static char text[1 << 20];
static int seen;
static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **atts)
{
	(void)data, (void)name;
	for (; *atts; atts += 2)
		seen++;
}
int main(int argc, char **argv)
{
	FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL;
	int length = in ? (int)fread(text, 1, sizeof text, in) : 0, at, ok = 1;
	int piece = argc > 2 ? atoi(argv[2]) : length;
	XML_Parser parser = XML_ParserCreate(NULL);
	XML_SetStartElementHandler(parser, on_start);
	for (at = 0; ok && at < length; at += piece)
		ok = XML_Parse(parser, text + at, at + piece < length ? piece : length - at,
			at + piece >= length);
	XML_ParserFree(parser);
	printf("%d %d\n", ok, seen);
	return !ok;
}
