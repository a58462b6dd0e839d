/* SPDX-License-Identifier: MIT
 * Finds small inputs that make a counter grow: the fuzzer at two small sizes,
 * its champions as bases of families. */
#ifndef RETREAD_FUZZ_PERF_PROVE_SEARCH_H
#define RETREAD_FUZZ_PERF_PROVE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fuzz-perf/prove/family.h"

struct error;
struct fuzz_options;
struct log;
struct probe;

#define SEARCH_BASES 24

/* Inputs worth pumping, the most promising first, each once. */
struct search_bases {
	struct bytes base[SEARCH_BASES];
	size_t count;
	size_t seeds; /* the first ones, as the user gave them */
};

void search_release(struct search_bases *bases);

/* Reads the files of FOLDER, shortest first, cut to LIMIT bytes. */
int search_read_seeds(struct search_bases *bases, const char *folder,
	size_t limit, struct error *err);

/* Runs campaigns in OUT/search, with OPTIONS but for sizes and limits, until
 * PROBE's phase is over or EXECS inputs were tried at each size; what OUT has
 * already counts. MORE is a folder of inputs that are tried after the seeds, or
 * NULL. Adds champions to BASES. WANTED (by key, or NULL): counters
 * to prefer. */
int search_run(struct search_bases *bases, const struct fuzz_options *options,
	const char *more, const char *out, uint64_t execs, struct probe *probe,
	const bool *wanted, const struct log *log, struct error *err);

#endif
