/* SPDX-License-Identifier: MIT
 * From lines of the source to the counters that tell how often they run. */
#ifndef RETREAD_FUZZ_PERF_LINES_H
#define RETREAD_FUZZ_PERF_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct execute;

/* Sets MARKED of the counters in the block that has a line of LINE ("list.c:88",
 * COUNT of them): of those that are WANTED, by key, the last ones of that file
 * that are not after the line, and those of edges that leave it. A block's
 * counter is at its first line. A line without one marks nothing. */
void lines_mark(struct execute *execute, const char *const *line, size_t count,
	const bool *wanted, bool *marked);

#endif
