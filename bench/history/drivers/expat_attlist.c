/* SPDX-License-Identifier: MIT
 * Attributes declared in a DTD. argv[1]: how many (12). argv[2]: "use" also gives them. */
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int seen;
static void XMLCALL on_start(void *u, const XML_Char *name, const XML_Char **atts)
{ (void)u; (void)name; for (; *atts; atts += 2) seen++; }
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, use = argc > 2, i, ok, done = 0;
	char *doc = malloc(200 + 80 * (size_t)n), *p = doc;
	p += sprintf(p, "<!DOCTYPE d [<!ELEMENT d ANY><!ATTLIST d");
	for (i = 0; i < n; i++)
		p += sprintf(p, use ? "\n a%d NMTOKEN #IMPLIED" : "\n a%d CDATA 'v%d'", i, i);
	p += sprintf(p, ">]><d");
	for (i = 0; use && i < n; i++, done++)
		p += sprintf(p, " a%d=' x '", i);
	p += sprintf(p, "/>");
	XML_Parser q = XML_ParserCreate(NULL);
	XML_SetStartElementHandler(q, on_start);
	ok = XML_Parse(q, doc, (int)(p - doc), 1);
	XML_ParserFree(q);
	free(doc);
	printf("%d %d\n", ok, seen);
	return !(ok && seen == n);
}
