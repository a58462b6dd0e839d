/* SPDX-License-Identifier: MIT
 * One trace, event by event, into evidence; then into a report. */
#ifndef RETREAD_ANALYZER_ANALYSIS_H
#define RETREAD_ANALYZER_ANALYSIS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/trace/trace.h"

struct analysis;
struct error;
struct report;
struct rewalk_limits;
struct settings;

struct analysis_options {
	const struct settings *settings;    /* borrowed */
	const struct rewalk_limits *limits; /* NULL: the default ones */
	struct trace_reader *reader; /* borrowed: to tell a recorder; or NULL */
	const struct code_choice *chosen; /* borrowed; NULL: no patterns */
	const char *test; /* that is recorded; NULL: the program */
};

struct analysis *analysis_new(const struct analysis_options *options);
void analysis_free(struct analysis *analysis);

/* Frees ANALYSIS near the end of the process: if memory is not short, most of it is left to
 * the system, which takes it back sooner than piece by piece. */
void analysis_leave(struct analysis *analysis);

/* All records of one block, in the trace's order. */
void analysis_add_block(
	struct analysis *analysis, const struct trace_view *view);

/* Ends what still runs and writes everything into REPORT: findings, coverage,
 * warnings and the process HEADER is about. INCOMPLETE: why the trace has no end
 * or stops early, NULL when it is whole. */
void analysis_report(struct analysis *analysis,
	const struct trace_header *header, const char *incomplete,
	struct report *report);

/* Writes to PATH what the process, which is of TEST, depended on: lib/report/inputs.h.
 * Returns -1 with ERR filled. */
int analysis_write_inputs(struct analysis *analysis, const char *test,
	const char *path, struct error *err);

/* Writes PATH as analyzer/line_counts.h says, if that was asked for. Returns -1 with ERR
 * filled. */
int analysis_write_counts(
	struct analysis *analysis, const char *path, struct error *err);

#endif
