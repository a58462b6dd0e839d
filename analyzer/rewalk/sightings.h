/* SPDX-License-Identifier: MIT
 * Rule `rewalk` as one rule for the analysis. */
#ifndef RETREAD_ANALYZER_REWALK_SIGHTINGS_H
#define RETREAD_ANALYZER_REWALK_SIGHTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "analyzer/program/program.h"
#include "analyzer/program/rule.h"
#include "analyzer/rewalk/limits.h"

extern const struct rule rewalk_rule;

struct rewalk_state_options {
	struct program *program;
	/* Gets a question about each structure that is seen to be walked again. */
	struct questions *questions;
	uint64_t memory_bytes_max;	    /* of the analysis; 0: no limit */
	const struct rewalk_limits *limits; /* borrowed */
};

/* The state of the rule; rewalk_rule.free frees it. */
struct rewalk_state;
struct rewalk_state *rewalk_state_new(
	const struct rewalk_state_options *options);

#endif
