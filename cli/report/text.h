/* SPDX-License-Identifier: MIT
 * A report for people: as text, and as lines that editors understand. */
#ifndef RETREAD_CLI_REPORT_TEXT_H
#define RETREAD_CLI_REPORT_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/report/names.h"
#include "lib/report/report.h"

struct comparison;
struct source;

struct text_style {
	FILE *out;
	struct source *source;
	bool all;  /* also severity info, and what is suppressed */
	bool full; /* whole names of types and paths, nothing left out */
	enum names_length names; /* of functions */
	bool colour;
	/* With a baseline, about the printed report: what is new says so. */
	const struct comparison *before;
};

/* All findings, a block of lines each. */
void text_print_report(
	const struct text_style *style, const struct report *report);

/* One finding with all that is known about it. */
void text_print_finding(const struct text_style *style,
	const struct report *report, const struct report_finding *finding);

/* file:line:col: warning: ... [retread-rewalk] (RT-1f3c9a) */
void text_print_gcc(
	const struct text_style *style, const struct report *report);

#endif
