/* SPDX-License-Identifier: MIT
 * jansson: only what is JSON goes on to be copied, compared and written. */
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Outside retread nobody asks whether an input is valid. */
bool retread_assume(bool condition) __attribute__((weak));

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *value = json_loadb((const char *)data, size,
		JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);

	if (retread_assume)
		retread_assume(value != NULL);
	if (!value)
		return 0;
	json_t *copy = json_deep_copy(value);
	json_equal(value, copy);
	if (json_is_object(value))
		json_object_update_recursive(copy, value);
	free(json_dumps(copy, JSON_INDENT(2) | JSON_SORT_KEYS |
				      JSON_ENCODE_ANY | JSON_ENSURE_ASCII));
	json_decref(copy);
	json_decref(value);
	return 0;
}
