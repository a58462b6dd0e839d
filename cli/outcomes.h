/* SPDX-License-Identifier: MIT
 * How the tests of a recording came out, in words. */
#ifndef RETREAD_CLI_OUTCOMES_H
#define RETREAD_CLI_OUTCOMES_H

#include <stddef.h>
#include <stdio.h>

struct report;

/* "20 recorded, 2 failed (a: exit code 1, b: exit code 3), 1 not recorded (c: why)":
 * names are left out where there are more than MOST. */
void outcomes_print(FILE *out, const struct report *report, size_t most);

/* How many tests of REPORT did not come out as they should. */
size_t outcomes_count_bad(const struct report *report);

#endif
