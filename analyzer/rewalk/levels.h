/* SPDX-License-Identifier: MIT
 * A context of rule `rewalk` for an instruction or a line: one record for each
 * cell, one level for each live subject. For analyzer/rewalk*.c. */
#ifndef RETREAD_ANALYZER_REWALK_LEVELS_H
#define RETREAD_ANALYZER_REWALK_LEVELS_H

#include "analyzer/rewalk/node.h"

/* A cell, as it was read last. CUT has bit k set if at level k what was read
 * after it began a new walk; all bits if nothing was read after it yet. */
struct rewalk_record {
	uint64_t cell; /* 0: free */
	uint64_t read;
	uint64_t next; /* cell read after it */
	uint64_t cut;
};

/* The sequence of a live subject, or of neighbours whose sequences are equal so
 * far: of all levels above the one before, up to TOP. What is signed counts for
 * these and all below (outer ones), so a single level is +1 here and -1 at the
 * next. Only a level that stands alone has repetitions. */
struct rewalk_level {
	uint32_t top;
	bool has_more;	  /* MORE is about this activation */
	bool has_reread;  /* the current walk */
	bool has_gap;	  /* something was left out */
	bool is_given_up; /* that walk: see rewalk_levels_pause */
	bool is_linked;
	bool is_eligible;
	uint64_t walk_clock;	    /* when the current walk began */
	uint64_t walk_clock_before; /* the walk before it, 0: none */
	uint64_t written;     /* newest write to a cell when that was new to the
			      * first of these levels, and to no outer one */
	uint64_t walk_reads;  /* of the node when it began */
	uint64_t walk_first;  /* cell */
	int64_t walk_known;   /* KNOWN of this level and above when it began */
	uint64_t begin_reads; /* of the node, when the sequence began */
	uint64_t begin_constant;
	int64_t known; /* reads of cells that were read before */
	int64_t followed, branched, inserted;
	struct rewalk_more *more; /* NULL: never needed; kept for reuse */
};

/* It begins at a line of the cache; what each read needs comes first. */
struct rewalk_levels {
	struct rewalk_node node;
	struct rewalk_record *record; /* open addressing */
	struct rewalk_level *level;
	uint32_t capacity_bits; /* of RECORD; 0: none yet */
	uint32_t count;
	uint32_t level_count, level_capacity; /* of the array, see TOP */
	uint64_t synced; /* clock of the last read: who was live then */
	/* The read before. */
	uint64_t last_cell; /* 0: none */
	uint64_t last_read;
	uint64_t load_cell; /* pc: at which the last load began, 0: none */
	uint64_t last_next; /* what followed it the time before */
	struct rewalk_record *last;
	uint64_t
		last_levels; /* mask of levels to which it was known and unchanged */
	uint64_t reads;
	uint64_t walk_clock_min; /* no level's is smaller */
	uint64_t constant;
	struct rewalk_levels *joint;	   /* pc: of its line, or NULL */
	uint64_t closed_cell, closed_read; /* pc: what it read since closed */
	uint64_t shown; /* mask of levels whose re-walk was told */
	uint32_t sleep_level;
	uint64_t slept; /* reads meanwhile */
	/* Reputation. */
	uint64_t walks, longest, rereads, followed, branched;
};

/* Adds a read; SUBJECT is the whole stack of COUNT. ELIGIBLE is the deepest level
 * in which the reading instruction has now read two cells, -1 for none; returns
 * the same for the next node. */
int32_t rewalk_levels_add(struct rewalk *rewalk, struct rewalk_levels *node,
	struct subject *subject, uint32_t count, const struct rewalk_read *read,
	int32_t eligible);

/* Makes COPY, new, equal to NODE. SUBJECT is the live stack. */
void rewalk_levels_copy(struct rewalk *rewalk, struct rewalk_levels *copy,
	const struct rewalk_levels *node, struct subject *subject);

/* The innermost subject SUBJECT[LEVEL] ends, in whose list NODE is. */
void rewalk_levels_end(struct rewalk *rewalk, struct rewalk_levels *node,
	uint32_t level, const struct subject *subject);

/* A read of NODE, which is asleep. */
static inline void rewalk_levels_sleep(
	struct rewalk_levels *node, const struct rewalk_read *read)
{
	node->reads++;
	node->slept++;
	node->constant += read->is_constant;
}

/* What follows NODE in the list of the subject at LEVEL. */
struct rewalk_node *rewalk_levels_next(
	const struct rewalk_levels *node, uint32_t level);

/* Reads will be left out: the current walks are given up, up to where the
 * next ones begin. */
void rewalk_levels_pause(struct rewalk_levels *node, uint64_t clock);

void rewalk_levels_close(struct rewalk *rewalk, struct rewalk_levels *node);
void rewalk_levels_release(struct rewalk_levels *node);

/* Up to MAX cells of the current walks; returns how many. */
uint32_t rewalk_levels_cells(
	const struct rewalk_levels *node, uint64_t *cell, uint32_t max);

#endif
