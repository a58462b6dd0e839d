/* SPDX-License-Identifier: MIT
 * Rule `redundant` of the dissertation (section 3.3), access paths and access graphs,
 * as one rule for the analysis. */
#ifndef RETREAD_ANALYZER_REDUNDANT_RULE_H
#define RETREAD_ANALYZER_REDUNDANT_RULE_H

#include <stdbool.h>

#include "analyzer/program/program.h"
#include "analyzer/program/rule.h"

extern const struct rule redundant_rule;

/* The state of the rule; redundant_rule.free frees it. Unless it REPORTS what it sees
 * itself, it only tells about what others have seen, by redundant_answer: access paths
 * and the access graphs of these functions. */
struct redundant_state;
struct redundant_state *redundant_state_new(
	struct program *program, bool reports);

/* Notes the access path to what QUESTION is about, as far as the subject of VIEW and
 * those below have shown it, and makes the graph of that function from now on. */
void redundant_answer(struct redundant_state *state,
	const struct stack_view *view, const struct question *question);

/* Adds graphs to REPORT, which has the findings: first those of functions with one,
 * then of those with a traversal, then some others. */
void redundant_report_graphs(
	struct redundant_state *state, struct report *report);

/* An activation read more pointers than are followed. */
bool redundant_is_cut(const struct redundant_state *state);

#endif
