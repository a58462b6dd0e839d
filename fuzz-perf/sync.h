/* SPDX-License-Identifier: MIT
 * Learns from other instances that share the output directory. */
#ifndef RETREAD_FUZZ_PERF_SYNC_H
#define RETREAD_FUZZ_PERF_SYNC_H

#define SYNC_MS 2000

struct error;
struct fuzz;

/* Runs the inputs of other instances that hold a larger value than ours for
 * some key. Instances of another build are left out, with a warning. */
int sync_import(struct fuzz *fuzz, struct error *err);

#endif
