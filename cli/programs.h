/* SPDX-License-Identifier: MIT
 * Our own programs that do a part of a verb's work and read a report for it. */
#ifndef RETREAD_CLI_PROGRAMS_H
#define RETREAD_CLI_PROGRAMS_H

#include <stdbool.h>

#include "lib/report/report.h"

struct arguments;
struct error;

/* What programs_run returns for a program that crashed. */
#define PROGRAMS_CRASHED (-2)

/* Runs our program NAME ("retread-html") with ARGUMENT, which is NULL-ended and
 * begins with its name. Returns its exit code; -1 with ERR filled: it is not
 * there; PROGRAMS_CRASHED with ERR filled: a signal ended it. */
int programs_run(const char *name, char *const *argument, struct error *err);

/* Writes REPORT to a new temporary file. Returns its name, to be removed and
 * freed; NULL with ERR filled. */
char *programs_write_report(struct report *report, struct error *err);

/* Pages to be made. */
struct programs_pages {
	const char *file; /* a report; NULL: REPORT is in none */
	struct report *report;
	struct report *before; /* NULL: no baseline */
	const char *results;   /* directory with more; NULL: none */
	const char *out;       /* directory, or file */
	bool is_one_file;
	bool has_crashed; /* set: ERR names the file that shows it */
};

/* A report that a part of ours prints, saves as JSON, and that retread-html makes pages
 * of. */
struct programs_report {
	const char *verb; /* "hls report" */
	const char *kind; /* "--hardware", of retread-html */
	const char *page; /* NULL: none */
};

/* Turns the JSON file FROM into REPORT's page. Returns STATUS, or an exit code. */
int programs_write_page(
	const struct programs_report *report, const char *from, int status);
/* Runs COMMAND, the part and its options, on OPERANDS, and releases it. Returns an exit
 * code. */
int programs_report(const struct programs_report *report,
	struct arguments *command, char *const *operands);

/* Makes pages. Returns 0, or -1 with ERR filled. */
int programs_write_pages(struct programs_pages *pages, struct error *err);

#endif
