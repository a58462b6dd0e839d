/* SPDX-License-Identifier: MIT
 * One input for the functions that it calls. */
#include "parson.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n)
{
	char *s = malloc(n + 1);
	memcpy(s, d, n);
	s[n] = 0;
	json_value_free(json_parse_string(s));
	free(s);
	return 0;
}
