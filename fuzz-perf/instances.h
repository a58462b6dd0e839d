/* SPDX-License-Identifier: MIT
 * Prints how the instances of a campaign are doing: --status. */
#ifndef RETREAD_FUZZ_PERF_INSTANCES_H
#define RETREAD_FUZZ_PERF_INSTANCES_H

#include <stdio.h>

struct error;

/* Prints a line for each instance below OUT. Fails if there is none. */
int instances_print(const char *out, FILE *stream, struct error *err);

#endif
