/* SPDX-License-Identifier: MIT
 * Patches between two objects of argv[1] (10) members. */
#include <stddef.h>
#include "cJSON.h"
#include "cJSON_Utils.h"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 10, i;
	char k[16];
	cJSON *a = cJSON_CreateObject(), *b = cJSON_CreateObject();
	for (i = 0; i < n; i++) {
		sprintf(k, "key%d", i);
		cJSON_AddItemToObject(a, k, cJSON_CreateNumber(i));
		sprintf(k, "key%d", n - 1 - i);
		cJSON_AddItemToObject(b, k, cJSON_CreateNumber(n - 1 - i + (i == 3)));
	}
	cJSON *p = cJSONUtils_GeneratePatches(a, b);
	i = cJSON_GetArraySize(p);
	printf("%d\n", i);
	cJSON_Delete(p); cJSON_Delete(a); cJSON_Delete(b);
	return i != 1;
}
