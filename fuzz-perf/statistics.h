/* SPDX-License-Identifier: MIT
 * fuzzer_stats, plot_data and what else AFL's tools read. */
#ifndef RETREAD_FUZZ_PERF_STATISTICS_H
#define RETREAD_FUZZ_PERF_STATISTICS_H

#include <stddef.h>

struct error;
struct fuzz;

/* Counts of an earlier run of this directory. */
void statistics_read_earlier(struct fuzz *fuzz);
/* Writes what does not change: command line, head of plot_data. */
int statistics_open(struct fuzz *fuzz, struct error *err);
int statistics_write(struct fuzz *fuzz, struct error *err);

/* Inputs that hold a key. */
size_t statistics_favoured(const struct fuzz *fuzz);
/* Processor seconds of this process and its target. */
double statistics_cpu_seconds(const struct fuzz *fuzz);

#endif
