/* SPDX-License-Identifier: MIT
 * What analysis.c, analysis_events.c and analysis_report.c share. */
#ifndef RETREAD_ANALYZER_ANALYSIS_INSIDE_H
#define RETREAD_ANALYZER_ANALYSIS_INSIDE_H

#include "analyzer/analysis.h"

#include "analyzer/program/memory_watch.h"
#include "analyzer/program/program.h"
#include "analyzer/program/rule.h"
#include "analyzer/redundant/rule.h"
#include "analyzer/rewalk/limits.h"

/* The leaf that a site had last; most sites are met in one context many times. */
struct leaf_cache {
	struct context *context;
	struct leaf *leaf;
};

struct analysis {
	struct analysis_options options;
	struct program program;
	struct rules rules;
	struct rewalk_limits limits;
	struct redundant_state *redundant; /* one of them: it knows roots */
	void *line_counts;		   /* NULL: not wanted */
	struct questions questions;
	struct barren *barren;	 /* NULL: not wanted */
	struct leaf_cache *leaf; /* by site */
	size_t leaf_capacity;
	struct trace_string
		source; /* that a run has copied; LENGTH_BYTES 0: none */
	uint64_t events;
	double started;
	struct memory_watch memory;
	enum memory_state short_of; /* what the rules know */
};

/* An activation of STACK, of the analysis DATA, ends. */
void analysis_end_activation(void *data, struct call_stack *stack);

#endif
