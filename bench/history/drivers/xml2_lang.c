/* SPDX-License-Identifier: MIT
 * Asks each of argv[1] (12) nested elements for its language; a DTD declares attributes. */
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, i, seen = 0;
	char *s = malloc(200 + 64 * (size_t)n), *p = s;
	p += sprintf(p, "<!DOCTYPE e [<!ELEMENT e ANY><!ATTLIST e k CDATA 'v'>]>");
	for (i = 0; i < n; i++)
		p += sprintf(p, "<e xmlns:p%d='urn:%d'>", i, i);
	for (i = 0; i < n; i++)
		p += sprintf(p, "</e>");
	xmlDocPtr d = xmlReadMemory(s, (int)(p - s), "t.xml", NULL, 0);
	xmlNodePtr e = d ? xmlDocGetRootElement(d) : NULL;
	for (; e != NULL; e = e->children) {
		xmlChar *lang = xmlNodeGetLang(e);
		seen++;
		if (lang != NULL)
			xmlFree(lang);
	}
	xmlFreeDoc(d);
	free(s);
	printf("%d\n", seen);
	return seen != n;
}
