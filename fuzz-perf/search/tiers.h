/* SPDX-License-Identifier: MIT
 * The two tiers of a campaign on a program as it is. Each input runs under
 * breakpoints, which show only whether a block is new. What came to one runs once
 * more under Valgrind, and the counts of that run are the campaign's. A part of the
 * children runs there in any case: an input that makes known blocks run more often
 * comes to nothing new.
 *
 * In struct fuzz, EXECUTE counts, and SIEVE, if there are two tiers, is the first
 * one. Both number their counters alike. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_TIERS_H
#define RETREAD_FUZZ_PERF_SEARCH_TIERS_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct fuzz;

/* Starts the target that the options name. Without Valgrind the blocks of the
 * first tier are all there is, which is said. */
int tiers_open(struct fuzz *fuzz, struct error *err);

/* As execute_set_end, for both. */
void tiers_set_end(
	struct fuzz *fuzz, uint64_t end_ms, volatile int *is_stopped);

/* What the first tier noted of a crash becomes the campaign's. */
void tiers_copy_crash(struct fuzz *fuzz);

/* Is the next batch, of TIERS_COUNTED_MAX children at most, one that is counted? So that
 * a run in TIERS_RUNS is: both tiers then have about half of the time. */
#define TIERS_COUNTED_MAX 16
#define TIERS_RUNS	  64
bool tiers_count_next(const struct fuzz *fuzz);

/* Hands the first COUNT slots, from FROM on, to the first tier. */
void tiers_copy_slots(struct fuzz *fuzz, unsigned from, unsigned count);

#endif
