/* SPDX-License-Identifier: MIT
 * A law as a sentence, as text and as JSON. */
#ifndef RETREAD_FUZZ_PERF_PROVE_LAW_WRITE_H
#define RETREAD_FUZZ_PERF_PROVE_LAW_WRITE_H

#include <stdio.h>

#include "fuzz-perf/prove/law.h"

struct json_value;

/* The sizes that a law is said of, in the unit that is printed. */
struct law_range {
	double from, to;
	double limit; /* of a limited law */
	double base;  /* EXPONENTIAL: factor for each unit more */
};

/* "grows", "bounded", "not-shown". */
const char *law_verdict_name(enum law_verdict verdict);

/* "grows as n^2 for n = 64..4096, then limited (at about n = 4100)". VERDICT may
 * be less than the law's own. Free it. */
char *law_sentence_dup(const struct law *law, enum law_verdict verdict,
	const struct law_range *range);

/* The line "best model ...". Says nothing of what does not grow. */
void law_print_model(const struct law *law, FILE *out);

/* Puts the members "model" to "rival_error". IS_MEASURED: there were counts. */
void law_put_json(struct json_value *object, const struct law *law,
	enum law_verdict verdict, const struct law_range *range,
	bool is_measured);

#endif
