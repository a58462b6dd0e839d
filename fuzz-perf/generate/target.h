/* SPDX-License-Identifier: MIT
 * The fuzzer's runtime and a generator in one target: each finds the other by
 * names that are weak, so that neither needs the other. */
#ifndef RETREAD_FUZZ_PERF_GENERATE_TARGET_H
#define RETREAD_FUZZ_PERF_GENERATE_TARGET_H

#include <stddef.h>
#include <stdint.h>

#include "lib/format/parameters.h"

/* Inputs will be at most BYTES long. */
void retread_gen_start(size_t bytes) __attribute__((weak));

/* The last input as it was used: random bytes that came at the end of streams are
 * part of it, those that were left over are not. Returns its length, or SIZE_MAX
 * if it does not fit into CAPACITY; TO has then not changed. */
size_t retread_gen_taken(uint8_t *to, size_t capacity) __attribute__((weak));

/* The spans of the last run, CAPACITY at most. Returns how many. */
uint32_t retread_gen_spans(struct parameters_span *to, uint32_t capacity)
	__attribute__((weak));

/* Environment of a target that `retread gen` and `retread shrink` start with one
 * input: what to do with it instead, and a file for what comes of that. Then the
 * target ends with one of the codes, which no other target does. */
#define RETREAD_GEN_WISH    "RETREAD_GEN"
#define RETREAD_GEN_OUT	    "RETREAD_GEN_OUT"
#define RETREAD_GEN_RUNS    "RETREAD_GEN_RUNS"	  /* of a shrinker; 0: any */
#define RETREAD_GEN_SECONDS "RETREAD_GEN_SECONDS" /* the same */
#define RETREAD_GEN_SHOW    "show"
#define RETREAD_GEN_SHRINK  "shrink"
#define RETREAD_GEN_ENCODE  "encode"

enum {
	RETREAD_GEN_DONE = 100,
	RETREAD_GEN_NO_FAILURE,
	RETREAD_GEN_NO_ENCODER,
	RETREAD_GEN_NOT_WRITTEN,
};

#endif
