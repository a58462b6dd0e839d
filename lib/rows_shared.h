/* SPDX-License-Identifier: MIT
 * Records that stand once in a file, in lists of the outermost one, while it is written. */
#ifndef RETREAD_LIB_ROWS_SHARED_H
#define RETREAD_LIB_ROWS_SHARED_H

#include <stddef.h>

#include "lib/table.h"

struct json_value;

#define ROWS_SHARED_MAX 4 /* lists of one file */

/* Zero-initialise it. */
struct rows_shared {
	struct rows_shared_list {
		const char *key;
		struct json_value *values;
		struct table records; /* by a hash of what is printed */
	} list[ROWS_SHARED_MAX];
	size_t count;
};

/* Keeps VALUE in the list KEY unless an equal one is there. Returns its index in that. */
struct json_value *rows_share(
	struct rows_shared *shared, const char *key, struct json_value *value);
void rows_shared_release(struct rows_shared *shared);

#endif
