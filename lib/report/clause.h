/* SPDX-License-Identifier: MIT
 * The clauses that lower a severity, by name and in words. */
#ifndef RETREAD_LIB_REPORT_CLAUSE_H
#define RETREAD_LIB_REPORT_CLAUSE_H

#include "lib/report/report.h"

/* Names in JSON, by enum report_clause; ended by NULL. */
extern const char *const clause_names[];

const char *clause_name(enum report_clause clause);
/* "the data is constant" */
const char *clause_words(enum report_clause clause);
/* What its value is: "share of the reads that are of constant data". */
const char *clause_measure(enum report_clause clause);

#endif
