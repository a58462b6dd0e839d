/* SPDX-License-Identifier: MIT
 * Iterates over an array of argv[1] (10) elements. */
#include "frozen.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 10, i, idx, seen = 0;
	char *s = malloc(16 + 12 * (size_t)n), *p = s;
	*p++ = '[';
	for (i = 0; i < n; i++)
		p += sprintf(p, "%s%d", i ? "," : "", i);
	strcpy(p, "]");
	void *h = NULL;
	struct json_token val;
	int len = (int)strlen(s);
	while ((h = json_next_elem(s, len, h, "", &idx, &val)) != NULL)
		seen++;
	printf("%d\n", seen);
	free(s);
	return seen != n;
}
