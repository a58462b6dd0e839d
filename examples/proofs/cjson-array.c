/* SPDX-License-Identifier: MIT
 * Fuzz target for cJSON: visits an array by index, and by its links. */
#include <stddef.h>
#include <stdint.h>

#include "cJSON.h"

static volatile int sink;

/* cJSON_GetArrayItem walks from the first item each time. */
static void visit_by_index(const cJSON *array)
{
	for (int i = 0; i < cJSON_GetArraySize(array); i++)
		sink += cJSON_IsNumber(cJSON_GetArrayItem(array, i));
}

static void visit_by_link(const cJSON *array)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, array) sink += cJSON_IsNumber(item);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	cJSON *value = cJSON_ParseWithLength((const char *)data, size);

	if (cJSON_IsArray(value)) {
		visit_by_index(value);
		visit_by_link(value);
	}
	cJSON_Delete(value);
	return 0;
}
