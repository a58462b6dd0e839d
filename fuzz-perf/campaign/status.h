/* SPDX-License-Identifier: MIT
 * Shows a running campaign on a terminal. */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_STATUS_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_STATUS_H

#include <stdio.h>

struct error;
struct fuzz;

void status_show(struct fuzz *fuzz);

/*--- instances.c ---*/

/* Prints a line for each instance below OUT. Fails if there is none. */
int instances_print(const char *out, FILE *stream, struct error *err);

#endif
