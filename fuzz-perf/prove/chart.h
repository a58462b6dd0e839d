/* SPDX-License-Identifier: MIT
 * A log-log chart of a proof's counts as SVG, without scripts. */
#ifndef RETREAD_FUZZ_PERF_PROVE_CHART_H
#define RETREAD_FUZZ_PERF_PROVE_CHART_H

#include <stdio.h>

struct proof_result;

void chart_print(const struct proof_result *proof, FILE *out);

#endif
