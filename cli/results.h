/* SPDX-License-Identifier: MIT
 * The results under a directory, merged into one report. */
#ifndef RETREAD_CLI_RESULTS_H
#define RETREAD_CLI_RESULTS_H

#include "lib/report/report.h"

struct error;

/* Reads PATH into REPORT (initialised): a directory as `retread record` makes
 * it, with what `retread prove` left there, or one file: a report, or a trace, which
 * is analysed. A process whose file is damaged becomes a warning of the report. Returns 0, or -1 with ERR filled when nothing could be read. */
int results_load(struct report *report, const char *path, struct error *err);

#endif
