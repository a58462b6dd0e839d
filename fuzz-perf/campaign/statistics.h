/* SPDX-License-Identifier: MIT
 * fuzzer_stats, plot_data and what else AFL's tools read. */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_STATISTICS_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

struct error;
struct fuzz;

/* Raises *MS and *EXECS to what the run in FOLDER, with those that it resumed, came to. */
void statistics_read_earlier(const char *folder, uint64_t *ms, uint64_t *execs);
/* Writes what does not change: the head of plot_data. */
int statistics_open(struct fuzz *fuzz, struct error *err);
int statistics_write(struct fuzz *fuzz, struct error *err);

/* Inputs that hold a key. */
size_t statistics_favoured(const struct fuzz *fuzz);
/* Processor seconds of this process and its target. */
double statistics_cpu_seconds(const struct fuzz *fuzz);

#endif
