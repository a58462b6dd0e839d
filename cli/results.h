/* SPDX-License-Identifier: MIT
 * The results under a directory, merged into one report. */
#ifndef RETREAD_CLI_RESULTS_H
#define RETREAD_CLI_RESULTS_H

#include <stdbool.h>

#include "lib/report/report.h"

struct error;

/* In a directory: what `retread prove` saw of tests that it grew. */
#define RESULTS_EXPERIMENTS "experiments"
/* There, if all findings were to be proved, and not one. */
#define RESULTS_ALL_PROVED "experiments.all"

/* Is PATH a directory as `retread record` makes it? */
bool results_are_in(const char *path);

/* Takes from ARGV, before "--", what names a directory with results, and lets it stand for
 * RETREAD_OUT: --out DIR or -o DIR, and DIR after another operand. Returns how many words
 * are left. */
int results_choose(int argc, char **argv);

/* Reads PATH into REPORT (initialised): a directory as `retread record` makes
 * it, with what `retread prove` left there, or one file: a report, or a trace, which
 * is analysed. A process whose file is damaged becomes a warning of the report. Returns 0, or -1 with ERR filled when nothing could be read. */
int results_load(struct report *report, const char *path, struct error *err);

/* results_grown.c: adds what PATH/grow has to REPORT; findings that mean a loop of which
 * there is one are joined with it. Returns how many programs were grown. */
size_t results_add_grown(struct report *report, const char *path);

#endif
