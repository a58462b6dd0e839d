/* SPDX-License-Identifier: MIT
 * CVE-2023-52425: one token that comes in pieces. argv[1]: pieces (12). */
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int comments;
static void XMLCALL on_comment(void *u, const XML_Char *s) { (void)u; comments += s[0] == 'x'; }
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, i, ok = 1;
	XML_Parser p = XML_ParserCreate(NULL);
	XML_SetCommentHandler(p, on_comment);
	ok &= XML_Parse(p, "<doc><!--", 9, 0);
	for (i = 0; i < n; i++)
		ok &= XML_Parse(p, "xxxxxxxx", 8, 0);
	ok &= XML_Parse(p, "--></doc>", 9, 1);
	XML_ParserFree(p);
	printf("%d %d\n", ok, comments);
	return !(ok && comments == 1);
}
