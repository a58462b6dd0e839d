/* SPDX-License-Identifier: MIT
 * An element with argv[1] (14) CDATA sections, read by SAX2's own handlers. */
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 14, i;
	char *s = malloc(64 + 32 * (size_t)n), *p = s;
	p += sprintf(p, "<e>");
	for (i = 0; i < n; i++)
		p += sprintf(p, "<![CDATA[part %d.]]>", i);
	p += sprintf(p, "</e>");
	xmlDocPtr d = xmlReadMemory(s, (int)(p - s), "t.xml", NULL, 0);
	xmlChar *text = d ? xmlNodeGetContent(xmlDocGetRootElement(d)) : NULL;
	printf("%d\n", text ? xmlStrlen(text) : -1);
	i = text == NULL;
	xmlFree(text);
	xmlFreeDoc(d);
	free(s);
	return i;
}
