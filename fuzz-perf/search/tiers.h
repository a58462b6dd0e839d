/* SPDX-License-Identifier: MIT
 * The two tiers of a campaign on a program as it is. Each input runs under
 * breakpoints, which tell only whether a block is new. What came to one runs once
 * more under Valgrind, and the counts of that run are the campaign's.
 *
 * In struct fuzz, EXECUTE counts, and SIEVE, if there are two tiers, is the first
 * one. Both number their counters alike. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_TIERS_H
#define RETREAD_FUZZ_PERF_SEARCH_TIERS_H

#include <stdint.h>

struct error;
struct fuzz;

/* Starts the target that the options name. Without Valgrind the blocks of the
 * first tier are all there is, which is said. */
int tiers_open(struct fuzz *fuzz, struct error *err);

/* As execute_set_end, for both. */
void tiers_set_end(
	struct fuzz *fuzz, uint64_t end_ms, volatile int *is_stopped);

/* Hands the first COUNT slots, from FROM on, to the first tier. */
void tiers_copy_slots(struct fuzz *fuzz, unsigned from, unsigned count);

#endif
