/* SPDX-License-Identifier: MIT
 * Learns which bytes of an input influence which branches. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_INFLUENCE_LEARN_H
#define RETREAD_FUZZ_PERF_SEARCH_INFLUENCE_LEARN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct corpus_input;
struct error;
struct fuzz;

/* Runs INPUT with one byte changed at a time, each in WAYS ways: up to 8, bit by
 * bit if all of them. INPUT->influence is what was seen. */
int influence_learn(struct fuzz *fuzz, struct corpus_input *input,
	unsigned ways, struct error *err);

/* Prints what all changes of one bit of BYTES influence, a line for each branch. */
int influence_print(struct fuzz *fuzz, const uint8_t *bytes, size_t length,
	bool is_json, struct error *err);

#endif
