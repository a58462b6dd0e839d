/* SPDX-License-Identifier: MIT
 * From sightings to findings in a report: those of one cause become one
 * finding, callers are folded under it, severity and words are chosen. */
#ifndef RETREAD_ANALYZER_FINDINGS_FINDINGS_H
#define RETREAD_ANALYZER_FINDINGS_FINDINGS_H

#include <stdbool.h>

#include "analyzer/program/sighting.h"
#include "analyzer/program/sites.h"
#include "lib/report/report.h"

struct rewalk_limits;

struct findings_options {
	const struct rewalk_limits *limits; /* that the rule had, borrowed */
	const char *test;		    /* the finding's test, borrowed */
	bool is_lower_bound;		    /* the trace is not whole */
};

/* Adds a finding to REPORT for each cause of SIGHTINGS, and fills the report's coverage
 * except for functions, events and calls. */
void findings_add(struct report *report, const struct sightings *sightings,
	struct sites *sites, const struct findings_options *options);

#endif
