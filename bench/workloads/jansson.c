/* SPDX-License-Identifier: MIT
 * Parses, copies, compares and prints a JSON file with jansson:
 * jansson FILE [TIMES] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

int main(int argc, char **argv)
{
	int times = argc > 2 ? atoi(argv[2]) : 2;
	size_t total = 0;

	for (int i = 0; i < times; i++) {
		json_t *json = json_load_file(argv[1], 0, NULL);
		json_t *copy = json_deep_copy(json);
		total += json_equal(json, copy);
		char *printed = json_dumps(copy, JSON_INDENT(2));
		total += strlen(printed);
		free(printed);
		json_decref(copy);
		json_decref(json);
	}
	printf("%zu\n", total);
	return 0;
}
