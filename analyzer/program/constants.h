/* SPDX-License-Identifier: MIT
 * Memory that holds constants although it came after main began: the static data
 * of modules loaded late, and what the C library maps for itself (locales,
 * character classes, conversions). Until something is written there. */
#ifndef RETREAD_ANALYZER_PROGRAM_CONSTANTS_H
#define RETREAD_ANALYZER_PROGRAM_CONSTANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct path;

struct constants_range {
	uint64_t start, end;
	uint64_t clock; /* what is written after it is not a constant */
};

/* Addresses for which one answer holds. */
struct constants_span {
	uint64_t start, end;
	uint64_t clock; /* of the range there */
	bool is_held;	/* there is one */
};

struct constants {
	uint64_t start, end;	     /* that all ranges lie between */
	struct constants_span found; /* last */
	struct constants_range *range;
	size_t count, capacity;
};

void constants_release(struct constants *constants);

/* CLOCK: when [START, END) came to be. */
void constants_add(struct constants *constants, uint64_t start, uint64_t end,
	uint64_t clock);
void constants_remove(
	struct constants *constants, uint64_t start, uint64_t end);

/* Whether ADDRESS is in a range that is known and WRITTEN not after it came. */
bool constants_find(
	struct constants *constants, uint64_t address, uint64_t written);

static inline bool constants_hold(
	struct constants *constants, uint64_t address, uint64_t written)
{
	return __builtin_expect(address - constants->start <
					constants->end - constants->start,
		       0) &&
	       constants_find(constants, address, written);
}

/* Whether a mapping that is made in PATH, NULL for none, is one of the C
 * library's own: the user's code called a function of it that maps on its way, and
 * not mmap. */
bool constants_is_mapping_for_itself(const struct path *path);

#endif
