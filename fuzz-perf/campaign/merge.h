/* SPDX-License-Identifier: MIT
 * Distils inputs: as few of them as hold all maxima. */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_MERGE_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_MERGE_H

#include <stddef.h>

struct error;
struct fuzz_options;
struct log;

struct merge_counts {
	size_t read, kept;
	size_t failed; /* crashed, or did not end */
};

/* Runs the inputs of COUNT folders FROM, campaigns (with all their instances) or plain
 * ones, and copies those that hold a maximum of the wanted domains into OPTIONS->out: of
 * equal inputs the shortest, and all whole, whatever OPTIONS say of their length. The target
 * must count (not only note which blocks are new). Returns 0, or -1 with ERR filled. */
int merge_inputs(const struct fuzz_options *options, const char *const *from,
	size_t count, volatile int *is_stopped, const struct log *log,
	struct merge_counts *counts, struct error *err);

#endif
