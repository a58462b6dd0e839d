/* SPDX-License-Identifier: MIT
 * Asks for the path of the innermost of argv[1] (12) nested elements, and of those around it. */
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, i, bad = 0;
	xmlDocPtr d = xmlNewDoc(BAD_CAST "1.0");
	xmlNodePtr e = xmlNewDocNode(d, NULL, BAD_CAST "element", NULL);
	xmlDocSetRootElement(d, e);
	for (i = 1; i < n; i++)
		e = xmlNewChild(e, NULL, BAD_CAST "element", NULL);
	xmlChar *p = xmlGetNodePath(e);
	bad = p == NULL || xmlStrlen(p) != 8 * n;
	printf("%s\n", (char *)p);
	xmlFree(p);
	xmlFreeDoc(d);
	return bad;
}
