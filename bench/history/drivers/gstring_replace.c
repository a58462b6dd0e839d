/* SPDX-License-Identifier: MIT
 * Replaces in a string of argv[1] (16) words. */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 16, i;
	GString *s = g_string_new("");
	for (i = 0; i < n; i++)
		g_string_append(s, "foo bar; ");
	unsigned c = g_string_replace(s, "bar", "quux", 0);
	printf("%u %d\n", c, (int)s->len);
	g_string_free(s, TRUE);
	return c != (unsigned)n;
}
