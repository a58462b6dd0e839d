/* SPDX-License-Identifier: MIT
 * An element with argv[1] (12) attributes; argv[2] "ns": each in a namespace of its own. */
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, i;
	char *s = malloc(64 + 80 * (size_t)n), *p = s;
	p += sprintf(p, "<e");
	for (i = 0; argc > 2 && i < n; i++)
		p += sprintf(p, " xmlns:p%d='urn:%d'", i, i);
	for (i = 0; i < n; i++)
		p += argc > 2 ? sprintf(p, " p%d:a='v'", i) : sprintf(p, " a%d='v'", i);
	p += sprintf(p, "/>");
	xmlDocPtr d = xmlReadMemory(s, (int)(p - s), "t.xml", NULL, XML_PARSE_HUGE);
	printf("%d\n", d != NULL);
	i = d == NULL;
	xmlFreeDoc(d);
	xmlCleanupParser();
	free(s);
	return i;
}
