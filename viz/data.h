/* SPDX-License-Identifier: MIT
 * Values for templates. */
#ifndef RETREAD_VIZ_DATA_H
#define RETREAD_VIZ_DATA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/json.h"

/* TEXT, which is freed; NULL: null. */
struct json_value *data_own(char *text);

/* The list of what MAKE makes for each index below COUNT; NULL: nothing. */
struct json_value *data_list(size_t count,
	struct json_value *(*make)(const void *closure, size_t index),
	const void *closure);
/* How many of COUNT are left out where there are MAX at most. */
uint64_t data_left_out(size_t count, size_t max);

/* What is printed into OUT becomes a value. */
struct data_printed {
	FILE *out;
	char *text;
	size_t bytes;
};
FILE *data_begin(struct data_printed *printed);
struct json_value *data_end(struct data_printed *printed);

#endif
