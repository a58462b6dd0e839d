/* SPDX-License-Identifier: MIT
 * jansson: load the input. */
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_error_t error;

	json_object_seed(1); /* or runs would differ */
	json_decref(json_loadb((const char *)data, size, 0, &error));
	return 0;
}
