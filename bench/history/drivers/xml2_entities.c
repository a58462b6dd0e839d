/* SPDX-License-Identifier: MIT
 * The value of an attribute made of argv[1] (12) texts and entities, put together again. */
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, i;
	xmlDocPtr d = xmlNewDoc(BAD_CAST "1.0");
	xmlNodePtr e = xmlNewDocNode(d, NULL, BAD_CAST "e", NULL), t;
	xmlDocSetRootElement(d, e);
	for (i = 0; i < n; i++) {
		t = xmlNewDocText(d, BAD_CAST "text and ");
		t->parent = e;
		t->prev = e->last;
		if (e->last) e->last->next = t; else e->children = t;
		e->last = t;
	}
	xmlChar *s = xmlNodeListGetString(d, e->children, 1);
	i = s == NULL || xmlStrlen(s) != 9 * n;
	printf("%d\n", s ? xmlStrlen(s) : -1);
	xmlFree(s);
	xmlFreeDoc(d);
	return i;
}
