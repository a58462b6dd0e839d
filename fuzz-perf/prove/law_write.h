/* SPDX-License-Identifier: MIT
 * A law as proof.json and people are told it. */
#ifndef RETREAD_FUZZ_PERF_PROVE_LAW_WRITE_H
#define RETREAD_FUZZ_PERF_PROVE_LAW_WRITE_H

#include <stdint.h>
#include <stdio.h>

#include "fuzz-perf/prove/law.h"

struct arena;

/* The sizes that a law is said of, in the unit that is printed. */
struct law_range {
	double from, to;
	double limit; /* of a limited law */
	double base;  /* EXPONENTIAL: factor for each unit more */
};

/* VERDICT may be less than the law's own. Texts go into ARENA. */
struct proof_law law_describe(const struct law *law, enum proof_verdict verdict,
	const struct law_range *range, struct arena *arena);

/* "n^2", or "not shown". */
const char *law_model_name(const struct law *law, struct arena *arena);

/* The line "best model ...", of what grows. */
void law_print_model(const struct proof_law *law, FILE *out);
/* The line "TITLE sentence (degree ...)". */
void law_print_verdict(
	const char *title, const struct proof_law *law, FILE *out);

/* Prints COUNT in groups of three digits, at the end of WIDTH columns. */
void law_print_count(uint64_t count, int width, FILE *out);

#endif
