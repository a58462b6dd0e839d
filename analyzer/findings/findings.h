/* SPDX-License-Identifier: MIT
 * From evidence at AEC nodes to findings in a report: sites of one cause become
 * one finding, callers are folded under it, severity and words are chosen. */
#ifndef RETREAD_ANALYZER_FINDINGS_FINDINGS_H
#define RETREAD_ANALYZER_FINDINGS_FINDINGS_H

#include <stdbool.h>

#include "analyzer/program/sites.h"
#include "analyzer/redundant/aecs.h"
#include "analyzer/rewalk/evidence.h"
#include "lib/report/report.h"

struct findings_options {
	const char *test;    /* the finding's test, borrowed */
	bool is_lower_bound; /* the trace is not whole */
};

/* Adds a finding to REPORT for each re-walk of EVIDENCE, each redundant traversal
 * and each other traversal that AECS hold, and fills the report's coverage but for events and calls. */
void findings_add(struct report *report, const struct aecs *aecs,
	struct rewalk_evidence *evidence, struct sites *sites,
	const struct findings_options *options);

#endif
