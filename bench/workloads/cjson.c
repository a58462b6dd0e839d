/* SPDX-License-Identifier: MIT
 * Parses, copies, compares and prints a JSON file with cJSON:
 * cjson FILE [TIMES] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cJSON.h"

static char *read_file(const char *path)
{
	FILE *in = fopen(path, "r");
	if (in == NULL)
		abort();
	fseek(in, 0, SEEK_END);
	long size = ftell(in);
	rewind(in);
	char *text = calloc(size + 1, 1);
	if (fread(text, 1, size, in) != (size_t)size)
		abort();
	fclose(in);
	return text;
}

int main(int argc, char **argv)
{
	int times = argc > 2 ? atoi(argv[2]) : 2;
	char *text = read_file(argv[1]);
	size_t total = 0;

	for (int i = 0; i < times; i++) {
		cJSON *json = cJSON_Parse(text);
		cJSON *copy = cJSON_Duplicate(json, 1);
		total += cJSON_Compare(json, copy, 1);
		char *printed = cJSON_Print(copy);
		total += strlen(printed);
		free(printed);
		cJSON_Delete(copy);
		cJSON_Delete(json);
	}
	printf("%zu\n", total);
	return 0;
}
