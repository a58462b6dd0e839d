/* SPDX-License-Identifier: MIT
 * What a context of rule `rewalk` has shown, added up over activations: how much is read
 * again, and whether what walks has different sizes. For analyzer/rewalk/ alone. */
#ifndef RETREAD_ANALYZER_REWALK_SHOWN_H
#define RETREAD_ANALYZER_REWALK_SHOWN_H

#include "analyzer/program/chains.h"
#include "analyzer/program/sighting.h"
#include "analyzer/rewalk/contexts.h"

/* A node at one level, over all activations. */
struct rewalk_shown {
	struct sighting sighting;	/* totals are computed for the report */
	const struct rewalk_node *node; /* NULL: ranges */
	struct chain_part *part;
	uint64_t
		read; /* by its contexts, in all activations, those that repeat nothing too */
	bool is_open; /* see rewalk_shown_note_open */
	bool is_uneven; /* of one activation, a walk is less than half of another */
	/* Activations that its part has seen from beginning to end: how many, their walks,
	 * and what is known of their footprints. */
	uint64_t wholes;
	struct report_range whole_walks, whole_cells;
	uint64_t length[REWALK_LENGTHS]; /* different ones */
	/* Of the activation that had most walks, the first ones. */
	uint64_t kept_of;
	struct report_walk kept[REWALK_WALKS_KEPT];
};

/* Adds the activation SUBJECT, whose COUNTS hold, of reads of SIZE_BYTES. */
void rewalk_shown_add(struct rewalk_shown *shown,
	const struct rewalk_limits *limits, const struct subject *subject,
	const struct rewalk_counts *counts, uint32_t size_bytes);

/* The same of one that reads ranges again. */
void rewalk_shown_add_range(
	struct rewalk_shown *shown, const struct rewalk_range_counts *counts);

/* Of an activation that was added its part has seen all: FOOTPRINT is in cells, as far as
 * it is known, LONGEST the longest of WALKS. */
void rewalk_shown_add_seen(struct rewalk_shown *shown, uint64_t footprint,
	uint64_t walks, uint64_t longest);

/* Whether the activations of SHOWN have different sizes. Of one that calls what is left out
 * less than that is known: if none was followed with all that it calls, as those of an
 * interpreter's loop, larger ones must have more walks, too. */
bool rewalk_shown_has_sizes(
	const struct rewalk_shown *shown, const struct rewalk_limits *limits);

/* SHOWN may be high yet if it is seen more often, as calls that walk may be rare among
 * those that do not, or it is high and may turn out to be bounded: until then its part is
 * waited for. */
void rewalk_shown_note_open(
	struct rewalk_shown *shown, const struct rewalk_limits *limits);

#endif
