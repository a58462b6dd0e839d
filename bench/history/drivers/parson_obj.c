/* SPDX-License-Identifier: MIT
 * Parses an object of argv[1] (12) members and writes it. */
#include "parson.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, i;
	char *s = malloc(16 + 24 * (size_t)n), *p = s;
	*p++ = '{';
	for (i = 0; i < n; i++)
		p += sprintf(p, "%s\"key%d\":%d", i ? "," : "", i, i);
	strcpy(p, "}");
	JSON_Value *v = json_parse_string(s);
	int c = v ? (int)json_object_get_count(json_object(v)) : -1;
	char *out = json_serialize_to_string(v);
	printf("%d %c\n", c, out[0]);
	json_free_serialized_string(out);
	json_value_free(v);
	free(s);
	return c != n;
}
