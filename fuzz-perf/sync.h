/* SPDX-License-Identifier: MIT
 * Learns from other instances that share the output directory. */
#ifndef RETREAD_FUZZ_PERF_SYNC_H
#define RETREAD_FUZZ_PERF_SYNC_H

#include <stddef.h>

#define SYNC_MS 2000

struct error;
struct fuzz;

/* Other instances, and what of each was imported. All zeros is the empty list. */
struct peers {
	struct peer *peer;
	size_t count, capacity;
};

/* Runs the inputs of other instances that hold a larger value than ours for
 * some key. Instances of another build are left out, with a warning. One that has
 * written nothing since the last time costs no more than a look. */
int sync_import(struct fuzz *fuzz, struct error *err);
void sync_release(struct peers *peers);

#endif
