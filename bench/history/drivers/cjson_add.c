/* SPDX-License-Identifier: MIT
 * argv[1]: elements (12); argv[2]: "get" reads each by its index. */
#include <stddef.h>
#include "cJSON.h"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, i;
	double sum = 0;
	cJSON *a = cJSON_CreateArray();
	for (i = 0; i < n; i++)
		cJSON_AddItemToArray(a, cJSON_CreateNumber(i));
	if (argc > 2)
		for (i = 0; i < cJSON_GetArraySize(a); i++)
			sum += cJSON_GetArrayItem(a, i)->valuedouble;
	char *s = cJSON_PrintUnformatted(a);
	printf("%d %g\n", s[0] == '[', sum);
	free(s);
	cJSON_Delete(a);
	return 0;
}
