/* SPDX-License-Identifier: MIT
 * The result of a campaign: what costs most, where, with which input. */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_MAXIMA_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_MAXIMA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct fuzz;

/* Writes maxima.json into the campaign's directory. */
int maxima_write(struct fuzz *fuzz, struct error *err);

/* Prints a table: of the ROWS inputs that reach most, their largest counters
 * and what the seeds reached there. */
int maxima_print(
	struct fuzz *fuzz, FILE *out, unsigned rows, struct error *err);

/* The file in the queue of the input that reaches most. NULL: there is none. */
const char *maxima_best_name(struct fuzz *fuzz);

/* Prints that of one input that is not part of a campaign to stdout. */
int maxima_print_input(struct fuzz *fuzz, const char *name,
	const uint8_t *bytes, size_t length, bool is_json, struct error *err);

#endif
