/* SPDX-License-Identifier: MIT
 * Where code is mapped now. */
#ifndef RETREAD_ANALYZER_PROGRAM_CODE_RANGES_H
#define RETREAD_ANALYZER_PROGRAM_CODE_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct code_range {
	uint64_t start, end;
};

/* All zero: none. */
struct code_ranges {
	struct code_range *range;
	size_t count, capacity;
};

void code_ranges_add(struct code_ranges *ranges, uint64_t start, uint64_t end);
/* Removes all that touch [START, END). Returns whether there were any. */
bool code_ranges_remove(
	struct code_ranges *ranges, uint64_t start, uint64_t end);
void code_ranges_release(struct code_ranges *ranges);

#endif
