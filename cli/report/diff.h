/* SPDX-License-Identifier: MIT
 * What changed between two reports, for people. */
#ifndef RETREAD_CLI_REPORT_DIFF_H
#define RETREAD_CLI_REPORT_DIFF_H

#include <stdio.h>

#include "lib/report/compare.h"

/* "1 new, 0 worse, ..." */
void diff_print_counts(const struct comparison *comparison, FILE *out);

/* "retread-diff-1". Free it by json_free. */
struct json_value;
struct json_value *diff_make_json(const struct comparison *comparison);

/* A block for each finding that is new, worse, better or gone. */
void diff_print_text(const struct comparison *comparison, FILE *out);

#endif
