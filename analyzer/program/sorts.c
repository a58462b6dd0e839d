/* SPDX-License-Identifier: MIT
 * Which functions of the C and C++ libraries sort, and what. */
#include "config.h"

#include "analyzer/program/sorts.h"

#include <stddef.h>
#include <string.h>

/* In libstdc++ and libc++, without their inline namespaces. */
static const char *const sorts_names[] = {"sort<", "__sort<", "__introsort<",
	"__introsort_loop<", "stable_sort<", "__stable_sort<",
	"__stable_sort_adaptive<", "__inplace_stable_sort<"};

enum sorts_what sorts_of_name(const char *name)
{
	const char *rest = strncmp(name, "std::", 5) == 0 ? name + 5 : NULL;

	if (strcmp(name, "qsort") == 0 || strcmp(name, "qsort_r") == 0)
		return SORTS_TABLE;
	if (rest && strncmp(rest, "__1::", 5) == 0)
		rest += 5;
	for (size_t i = 0;
		rest && i < sizeof sorts_names / sizeof sorts_names[0]; i++)
		if (strncmp(rest, sorts_names[i], strlen(sorts_names[i])) == 0)
			return SORTS_RANGE;
	return SORTS_NOTHING;
}

uint64_t sorts_bytes(enum sorts_what what, const unsigned long long *argument)
{
	if (what == SORTS_TABLE)
		return argument[1] * argument[2];
	return argument[1] > argument[0] ? argument[1] - argument[0] : 0;
}
