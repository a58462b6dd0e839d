/* SPDX-License-Identifier: MIT
 * What one change of the source would mend: AEC nodes of one cause, and the one
 * that speaks for them. */
#ifndef RETREAD_ANALYZER_FINDINGS_CAUSES_H
#define RETREAD_ANALYZER_FINDINGS_CAUSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/findings/test_code.h"
#include "analyzer/program/sites.h"
#include "analyzer/redundant/aecs.h"
#include "analyzer/rewalk/evidence.h"
#include "lib/memory.h"
#include "lib/report/report.h"
#include "lib/table.h"

/* A place (sites_place; 0: not known) that calls the function of a cause. */
struct cause_caller {
	uint32_t place;
	uint64_t weight;
};

/* AEC nodes of one cause: one subject function, the same functions along the AEC; of
 * tests, only the functions that they test. */
struct cause {
	struct cause *next;
	enum report_rule rule;
	enum report_severity severity; /* the highest of its nodes */
	bool is_bounded; /* a node would be higher if it did not stay small */
	/* Of that severity: the one that is told of, and the one that has most
	 * to show. */
	const struct aec *best, *heaviest;
	const struct aec **site;
	size_t site_count, site_capacity;
	struct cause *folded_into;
	struct cause_caller *caller;
	size_t caller_count, caller_capacity;
};

struct causes {
	const struct rewalk_limits *limits; /* of the evidence */
	struct sites *sites;
	struct test_code test_code;
	struct arena arena;
	struct table cause; /* (hash of rule and functions) -> newest cause */
	struct cause **all; /* by rule, then most reads first */
	size_t count, capacity;
};

/* Joins what AECS and EVIDENCE hold, and folds callers into callees. */
void causes_gather(struct causes *causes, const struct aecs *aecs,
	struct rewalk_evidence *evidence, struct sites *sites);
void causes_release(struct causes *causes);

/* What AEC has read where it repeats; of one that does not, how often it walks. */
uint64_t causes_reads(const struct aec *aec);
/* Whether AEC is medium or high, or would be if it grew. */
bool causes_is_severe(const struct causes *causes, const struct aec *aec);

#endif
