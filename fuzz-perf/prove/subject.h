/* SPDX-License-Identifier: MIT
 * The code that a verdict may be about: not the harness around it, and only with
 * evidence that what it walks had a chance to grow. */
#ifndef RETREAD_FUZZ_PERF_PROVE_SUBJECT_H
#define RETREAD_FUZZ_PERF_PROVE_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes;
struct error;
struct measurement;
struct probe;

/* Marks the counters of code that is not in the file that the target begins with;
 * NULL if there is none, or no such file is known. Free it. */
bool *subject_mark_library(const struct probe *probe);

/* Are all counters in the file of a fuzz target's entry? */
bool subject_is_alone(const struct probe *probe);

/* Is only the harness instrumented: the file that `retread harness` wrote, or an entry
 * alone that does nothing twice with any of COUNT SEEDS? Returns -1 with ERR filled. */
int subject_is_harness(struct probe *probe, const struct bytes *seed,
	size_t count, bool *is_harness, struct error *err);
/* Says that it is. Returns -1. */
int subject_fail(const struct probe *probe, struct error *err);

/* What grew with the repetitions of a family. */
struct grown {
	bool cells; /* what a run of a function with wanted counters counts */
	bool walks; /* its runs */
};

/* One copy may be refused, which is not growth: so growth is from here on. */
#define SUBJECT_SMALL_K 2

/* From the values of all counters with few repetitions and with many. */
struct grown subject_compare(const struct probe *probe, const bool *wanted,
	const uint64_t *small, const uint64_t *large);
/* At two of its sizes in a row, if there are as many. */
struct grown subject_growth(const struct probe *probe,
	const struct measurement *measured, const bool *wanted);

#endif
