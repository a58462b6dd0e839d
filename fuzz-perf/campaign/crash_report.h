/* SPDX-License-Identifier: MIT
 * Crashes of a campaign, with their stacks, as text and JSON. */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_CRASH_REPORT_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_CRASH_REPORT_H

#include <stdio.h>

struct fuzz;
struct json_value;

/* Prints the first ROWS, and how many others and how many hangs there are; nothing without
 * any. */
void crash_report_print(const struct fuzz *fuzz, FILE *out, unsigned rows);

/* An array of {input, signal, inputs, stack: [{function, file, line, object, offset}]}. */
struct json_value *crash_report_to_json(const struct fuzz *fuzz);

#endif
