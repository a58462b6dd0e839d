/* SPDX-License-Identifier: MIT
 * Our own programs that do a verb's work or a part of it. */
#ifndef RETREAD_CLI_PROGRAMS_H
#define RETREAD_CLI_PROGRAMS_H

#include <stdbool.h>

#include "lib/report/report.h"

struct error;

/* Becomes the program PART of libexec with WORDS, a verb and its operands, which end in
 * NULL. Returns the exit code if there is no such program. */
int programs_start(const char *part, char *const *words);

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

/* Makes pages. Returns 0, or -1 with ERR filled. */
int programs_write_pages(struct programs_pages *pages, struct error *err);

#endif
