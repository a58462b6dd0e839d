/* SPDX-License-Identifier: MIT
 * Suppressions: in files, as Valgrind writes them, and in the source, as a
 * comment `retread: ok(reason)`. */
#ifndef RETREAD_CLI_REPORT_SUPPRESS_H
#define RETREAD_CLI_REPORT_SUPPRESS_H

#include <stdio.h>

#include "lib/report/report.h"

struct error;
struct suppressions;

struct suppressions *suppressions_new(void);
void suppressions_free(struct suppressions *suppressions);

/* Adds what FILE says about us; what it says about other tools is passed over.
 * Returns 0, or -1 with ERR filled. */
int suppressions_read(
	struct suppressions *suppressions, const char *file, struct error *err);

/* Marks the findings of REPORT that a file, or a comment at a line they name or
 * above it, suppresses. */
void suppressions_apply(
	struct suppressions *suppressions, struct report *report);

/* Tells REPORT which there are, and what each suppressed. */
void suppressions_describe(
	const struct suppressions *suppressions, struct report *report);

/* A line for each that suppressed nothing. */
void suppressions_print_unused(
	const struct suppressions *suppressions, FILE *out);

/* A suppression for each finding that is shown without --all. */
void suppressions_generate(const struct report *report, FILE *out);

#endif
