/* SPDX-License-Identifier: MIT
 * The state of rule `rewalk`, for analyzer/rewalk/ alone: what its contexts stand for, and
 * what they have shown. */
#ifndef RETREAD_ANALYZER_REWALK_STATE_H
#define RETREAD_ANALYZER_REWALK_STATE_H

#include "lib/memory.h"
#include "lib/table.h"

#include "analyzer/program/program.h"
#include "analyzer/program/rule.h"
#include "analyzer/rewalk/contexts.h"
#include "analyzer/rewalk/lineage.h"
#include "analyzer/rewalk/shown.h"

/* Where the contexts of a leaf stand; a node's user. */
struct standing {
	uint32_t site;
	uint32_t place;
	uint32_t count;
	bool shifts;	/* its ranges are moved, and not scanned */
	bool is_string; /* a call of a string function, or of one that sorts */
	/* What its ranges are besides, and the last copy's place and clock. */
	bool compares, copies, sorts;
	bool varies; /* not each copy was longer than the one before */
	uint64_t copied_bytes;
	uint64_t copied_to, copied_at;
	uint64_t given_bytes;	   /* to copies, in all */
	uint32_t store_bytes;	   /* that it writes, 0: it reads */
	struct rewalk_range *fill; /* the last call's of memset; NULL: none */
	struct chain_part *part;
	struct path *path[];
};

struct rewalk_state {
	struct program *program;
	struct questions *questions;
	uint64_t memory_bytes_max; /* of the analysis; 0: no limit */
	const struct rewalk_limits *limits;
	struct rewalk *rewalk;
	struct arena arena;
	struct table shown; /* (node, level) -> shown */
	struct table joint; /* (path, read) -> shown */
	struct table
		whole; /* (subject, name of a table) -> that walks all of it */
	struct table element; /* ... by the name of its elements */
	struct table
		object; /* (context, size and place) of blocks -> walked_object */
	struct lineage lineage;
	bool has_no_paths; /* what only names of functions join is left out */
	bool is_stopped;   /* the memory is full */
	struct rewalk_shown **all;
	size_t count, capacity;
};

#endif
