/* SPDX-License-Identifier: MIT
 * How much a finding matters (doc/rewalk.md): what a fix would save
 * and how likely the cost grows. */
#ifndef RETREAD_ANALYZER_REWALK_SEVERITY_H
#define RETREAD_ANALYZER_REWALK_SEVERITY_H

#include <stdbool.h>
#include <stdint.h>

#include "analyzer/rewalk/limits.h"
#include "lib/growth.h"
#include "lib/report/report.h"

/* What is known of a re-walk, over all activations that show it. */
struct severity_facts {
	uint64_t reads, constant; /* of them, of constant static data */
	uint64_t rereads;
	uint64_t steps, steps_with_work; /* onto cells read before */
	uint64_t steps_apart;	     /* with work, each in another activation */
	uint64_t walks, walks_grown; /* that met what is newer than the last */
	uint32_t lengths;	     /* different ones of walks */
	bool has_one_length; /* the re-walks of every activation, each */
	bool has_hot_key;    /* short ranges of one length */
	bool is_short_text; /* that a library reads, not as a string function */
	/* Over activations of different sizes. */
	bool has_sizes;	       /* that span a factor of 1.5 */
	bool has_grown;	       /* the longest walk */
	struct growth_fit fit; /* of reads over footprints */
	bool is_test; /* in a test's own function: analyzer/findings/test_code.h */
	bool is_promised; /* to be cheap: analyzer/findings/promised_cost.h */
};

/* Whether it is low for no other reason than that larger activations walk no
 * further. */
bool severity_is_bounded(
	const struct rewalk_limits *limits, const struct severity_facts *facts);

enum report_severity severity_of_rewalk(
	const struct rewalk_limits *limits, const struct severity_facts *facts);

/* Of what is no re-walk: rule `redundant` alone, and traversals. */
enum report_severity severity_of_others(void);

#endif
