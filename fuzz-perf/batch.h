/* SPDX-License-Identifier: MIT
 * One batch: children of an input are made and run, and what they reached is
 * taken into the corpus. */
#ifndef RETREAD_FUZZ_PERF_BATCH_H
#define RETREAD_FUZZ_PERF_BATCH_H

struct error;
struct fuzz;

/* As many children of one input as are worth waking the target for. Fails only
 * if the target cannot go on. */
int batch_run(struct fuzz *fuzz, struct error *err);

#endif
