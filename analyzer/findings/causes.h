/* SPDX-License-Identifier: MIT
 * What one change of the source would mend: sightings of one cause, and the one
 * that speaks for them. */
#ifndef RETREAD_ANALYZER_FINDINGS_CAUSES_H
#define RETREAD_ANALYZER_FINDINGS_CAUSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/findings/test_code.h"
#include "analyzer/program/sighting.h"
#include "analyzer/program/sites.h"
#include "lib/memory.h"
#include "lib/report/report.h"
#include "lib/table.h"

/* A place (sites_place; 0: not known) that calls the function of a cause. */
struct cause_caller {
	uint32_t place;
	uint64_t weight;
};

/* Sightings of one cause: one subject function, the same functions along the AEC; of
 * tests, only the functions that they test. */
struct cause {
	struct cause *next;
	enum report_rule rule;
	enum report_severity severity; /* the highest of its sightings */
	bool is_bounded; /* a sighting would be higher if it did not stay small */
	/* Of that severity: the one that is told of, and the one that has most
	 * to show. */
	const struct sighting *best, *heaviest;
	const struct sighting **site;
	size_t site_count, site_capacity;
	struct cause *folded_into;
	struct cause_caller *caller;
	size_t caller_count, caller_capacity;
};

struct causes {
	const struct rewalk_limits *limits; /* that the rule had */
	struct sites *sites;
	struct test_code test_code;
	struct arena arena;
	struct table cause; /* (hash of rule and functions) -> newest cause */
	struct cause **all; /* by rule, then most reads first */
	size_t count, capacity;
};

/* Joins SIGHTINGS, and folds callers into callees. */
void causes_gather(struct causes *causes, const struct sightings *sightings,
	struct sites *sites, const struct rewalk_limits *limits);
void causes_release(struct causes *causes);

/* What SIGHTING has read where it repeats; of one that does not, how often it walks. */
uint64_t causes_reads(const struct sighting *sighting);
/* Whether SIGHTING is medium or high, or would be if it grew. */
bool causes_is_severe(
	const struct causes *causes, const struct sighting *sighting);

#endif
