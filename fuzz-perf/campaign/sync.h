/* SPDX-License-Identifier: MIT
 * Learns from other instances that share the output directory. */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_SYNC_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_SYNC_H

#define SYNC_MS 2000

struct error;
struct fuzz;
struct peers; /* other instances, and what of each was imported */

/* Runs the inputs of other instances that hold a larger value than ours for
 * some key. Instances of another build are left out, with a warning. One that has
 * written nothing since the last time costs no more than a look. */
int sync_import(struct fuzz *fuzz, struct error *err);
void sync_release(struct peers *peers);

#endif
