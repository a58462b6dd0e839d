/* SPDX-License-Identifier: MIT
 * A table of argv[1] (12) keys. */
#include "toml.h"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, i;
	char *s = malloc(16 + 32 * (size_t)n), *p = s, err[200];
	for (i = 0; i < n; i++)
		p += sprintf(p, "key%d = %d\n", i, i);
	toml_table_t *t = toml_parse(s, err, sizeof err);
	i = t ? toml_table_nkval(t) : -1;
	printf("%d\n", i);
	toml_free(t);
	free(s);
	return i != n;
}
