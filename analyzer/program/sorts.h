/* SPDX-License-Identifier: MIT
 * Which functions of the C and C++ libraries sort, and what. */
#ifndef RETREAD_ANALYZER_PROGRAM_SORTS_H
#define RETREAD_ANALYZER_PROGRAM_SORTS_H

#include <stdbool.h>
#include <stdint.h>

enum sorts_what {
	SORTS_UNKNOWN, /* not asked yet */
	SORTS_NOTHING,
	SORTS_RANGE, /* from its first argument to its second */
	SORTS_TABLE  /* at the first, the second times the third in size */
};

/* What the function NAME sorts: std::sort and what is left of it when it was inlined. */
enum sorts_what sorts_of_name(const char *name);

/* No array is as large: the arguments are something else. */
#define SORTS_BYTES_MAX (UINT64_C(1) << 40)

/* How many bytes a call of it with ARGUMENT sorts. */
uint64_t sorts_bytes(enum sorts_what what, const unsigned long long *argument);

#endif
