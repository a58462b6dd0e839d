/* SPDX-License-Identifier: MIT
 * Parses the file argv[1]. */
#include "parson.h"
#include <stdio.h>
int main(int argc, char **argv)
{
	JSON_Value *v = argc > 1 ? json_parse_file(argv[1]) : NULL;
	printf("%d\n", v ? (int)json_object_get_count(json_object(v)) : -1);
	json_value_free(v);
	return v == NULL;
}
