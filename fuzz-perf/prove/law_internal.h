/* SPDX-License-Identifier: MIT
 * Fitting one model to one series. */
#ifndef RETREAD_FUZZ_PERF_PROVE_LAW_INTERNAL_H
#define RETREAD_FUZZ_PERF_PROVE_LAW_INTERNAL_H

#include "fuzz-perf/prove/law.h"

/* a + b n + c f(n), f being of CLASS. */
struct law_model {
	enum law_class class;
	double a, b, c;
};

/* Fits it to the first POINTS of SERIES with relative weights; b, c >= 0.
 * Returns false when no such model exists. Solved by GSL. */
bool law_fit(const struct law_series *series, size_t points,
	enum law_class class, struct law_model *model);

double law_model_value(const struct law_model *model, double k);

#endif
