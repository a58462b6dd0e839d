/* SPDX-License-Identifier: MIT
 * One context of rule `rewalk`: its records and levels. For analyzer/rewalk*.c. */
#ifndef RETREAD_ANALYZER_REWALK_NODE_H
#define RETREAD_ANALYZER_REWALK_NODE_H

#include "lib/memory.h"

#include "analyzer/rewalk.h"
#include "analyzer/table.h"

/* A cell, as it was read last. CUT has bit k set if at level k what was read
 * after it began a new walk; all bits if nothing was read after it yet. */
struct rewalk_record {
	uint64_t cell; /* 0: free */
	uint64_t read;
	uint64_t next; /* cell read after it */
	uint64_t cut;
};

/* What a sequence has once something in it was repeated. */
struct rewalk_more {
	uint64_t same, tail, changed;
	uint64_t steps, steps_with_work;
	struct rewalk_node *next; /* in the subject's list, when linked */
	struct rewalk_walks walks;
};

/* One live subject's sequence. What is signed counts for this level and all
 * below (outer ones), so a single level is +1 here and -1 at the next. */
struct rewalk_level {
	uint64_t serial;      /* of the activation */
	uint64_t walk_clock;  /* when the current walk began */
	uint64_t walk_reads;  /* of the node when it began */
	uint64_t walk_first;  /* cell */
	int64_t walk_known;   /* KNOWN of this level and above when it began */
	uint64_t begin_reads; /* of the node, when the sequence began */
	uint64_t begin_constant;
	int64_t known; /* reads of cells that were read before */
	int64_t followed, branched, inserted;
	struct rewalk_more *more; /* NULL: never needed; kept for reuse */
	bool has_more;		  /* MORE is about this activation */
	bool has_reread;	  /* the current walk */
	bool is_linked;
	bool is_eligible;
	bool is_regular;
};

/* A site and the first cell it read; for path nodes. */
struct rewalk_instruction {
	uint32_t site;
	uint64_t cell;
};

#define REWALK_INSTRUCTIONS 8

/* What only path nodes have; their only level's. */
struct rewalk_path_state {
	uint64_t *address; /* of the current walk */
	size_t address_count, address_capacity;
	uint32_t instructions;
	struct rewalk_instruction instruction[REWALK_INSTRUCTIONS];
	uint64_t inner; /* repetitions that were not the subject's */
};

struct rewalk_node {
	/* The read before. */
	uint64_t last_cell; /* 0: none */
	uint64_t last_read;
	uint64_t last_next; /* what followed it the time before */
	struct rewalk_record *last;
	uint64_t
		last_levels; /* mask of levels to which it was known and unchanged */
	uint64_t reads;
	uint64_t constant;
	uint64_t walk_clock_min;      /* no level's is smaller */
	struct rewalk_record *record; /* open addressing */
	uint32_t capacity_bits;	      /* of RECORD; 0: none yet */
	uint32_t count;
	uint32_t base;		/* subject of level 0 */
	uint32_t levels_wanted; /* 1 for a path */
	uint32_t first_base;
	uint32_t level_count, level_capacity;
	struct rewalk_level *level;
	struct rewalk_node *joint;	   /* pc: of its line, or NULL */
	uint64_t closed_cell, closed_read; /* pc: what it read since closed */
	struct rewalk_path_state *path;
	enum rewalk_kind kind;
	bool is_closed;
	bool is_asleep; /* until the subject at SLEEP_LEVEL ends */
	uint32_t sleep_level;
	uint64_t slept; /* reads meanwhile */
	bool is_lower_bound;
	uint64_t shown; /* mask of levels whose re-walk was told */
	/* Reputation. */
	uint64_t walks, longest, rereads, followed, branched;
	uint64_t name;
	void *user;
};

/* When groups of 8 bytes were read last: a page of them. */
#define REWALK_PAGE_GROUPS 512
#define REWALK_PAGE_CACHE  64
struct rewalk_page {
	uint64_t number;
	uint64_t read[REWALK_PAGE_GROUPS];
};

struct rewalk {
	struct rewalk_options options;
	uint64_t stored; /* clock of the last store outside the stack known */
	uint64_t fresh;	 /* clock of the last cell new to some subject */
	struct rewalk_page *cached[REWALK_PAGE_CACHE];
	struct table page; /* number -> page */
	struct table name; /* (kind, name) -> node; of a line: its first pc */
	struct arena arena;
	size_t record_bytes; /* and what levels and paths have */
	struct rewalk_node **node;
	size_t node_count, node_capacity;
};

/* Adds a read; SUBJECT is the whole stack of COUNT. ELIGIBLE is the deepest level
 * in which the reading instruction has now read two cells, -1 for none; returns
 * the same for the next node. */
int32_t rewalk_node_add(struct rewalk *rewalk, struct rewalk_node *node,
	struct subject *subject, uint32_t count, const struct rewalk_read *read,
	int32_t eligible);

/* Makes COPY, new, equal to NODE. SUBJECT is the live stack. */
void rewalk_node_copy(struct rewalk *rewalk, struct rewalk_node *copy,
	const struct rewalk_node *node, struct subject *subject);

/* The innermost subject SUBJECT[LEVEL] ends, in whose list NODE is. */
void rewalk_node_end(struct rewalk *rewalk, struct rewalk_node *node,
	uint32_t level, const struct subject *subject);

/* A read of NODE, which is asleep. */
static inline void rewalk_node_sleep(
	struct rewalk_node *node, const struct rewalk_read *read)
{
	node->reads++;
	node->slept++;
	node->constant += read->is_constant;
}

void rewalk_node_close(struct rewalk *rewalk, struct rewalk_node *node);
void rewalk_node_release(struct rewalk_node *node);

#endif
