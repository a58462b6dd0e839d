/* SPDX-License-Identifier: MIT
 * Sums that are stuck. What is mutated for one of them walks about below its
 * champion, by single steps, and gets shorter where it can: from the top of a
 * hill the way on leads through less, or needs room. */
#ifndef RETREAD_FUZZ_PERF_CORPUS_WALK_H
#define RETREAD_FUZZ_PERF_CORPUS_WALK_H

#include <stdbool.h>
#include <stdint.h>

struct random;

struct walk {
	uint64_t raised; /* children of the campaign when it was raised last */
	bool is_on; /* the sum was stuck, and what raised it since was little */
};

/* The sum was raised from BEFORE to VALUE when CHILDREN were run. */
void walk_note_raise(
	struct walk *walk, uint64_t children, uint64_t before, uint64_t value);

/* Is the sum stuck, after CHILDREN? */
bool walk_is_on(struct walk *walk, uint64_t children);

/* Is a child that reached VALUE gone on from, where the champion reached BEST?
 * IS_SHORTER: than what is gone on from now. */
bool walk_takes(const struct walk *walk, struct random *random, uint64_t value,
	uint64_t best, bool is_shorter);

#endif
