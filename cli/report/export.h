/* SPDX-License-Identifier: MIT
 * Reports in the formats of other tools. */
#ifndef RETREAD_CLI_REPORT_EXPORT_H
#define RETREAD_CLI_REPORT_EXPORT_H

#include <stdio.h>

#include "lib/report/compare.h"
#include "lib/report/report.h"

struct error;

#define EXPORT_NAMES -1

/* Where files are named from, and what was there before. */
struct export_options {
	int names; /* enum names_length; EXPORT_NAMES: the format's own choice */
	const char *source_root;	 /* absolute, no slash at its end */
	const struct comparison *before; /* NULL: no baseline */
};

/* Each writes the whole REPORT, sorted. Returns 0, or -1 with ERR filled; the
 * caller checks OUT. */
int export_callgrind(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);
int export_folded(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);
int export_csv(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);
int export_points(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);
int export_sarif(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);

/* Writes SARIF to PATH as a whole. */
int export_write_sarif(const struct report *report,
	const struct comparison *before, const char *path, struct error *err);

#endif
