/* SPDX-License-Identifier: MIT
 * How often each line reads, on each way that led there: counts that do not depend on
 * what is joined to a finding. */
#ifndef RETREAD_ANALYZER_LINE_COUNTS_H
#define RETREAD_ANALYZER_LINE_COUNTS_H

#include "analyzer/program/rule.h"

struct error;
struct program;

/* As a rule, which finds nothing. */
extern const struct rule line_counts_rule;

/* Its state, freed by the rule. PROGRAM is borrowed. */
void *line_counts_new(const struct program *program);

/* Writes PATH, a JSON document "retread-reads-1": "lines", each with the "functions"
 * from the outermost activation down to the read, "file", "line", "column", "reads".
 * Returns -1 with ERR filled. */
int line_counts_write(const void *state, const char *path, struct error *err);

#endif
