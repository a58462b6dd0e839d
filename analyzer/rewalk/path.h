/* SPDX-License-Identifier: MIT
 * A path context of rule `rewalk`: what one activation of its subject reads. For
 * analyzer/rewalk*.c.
 *
 * Nothing of an activation outlives it but the context's reputation. So its
 * records are a short array that the next one begins anew, not a table of
 * everything that was ever read: most activations read a few cells once. */
#ifndef RETREAD_ANALYZER_REWALK_PATH_H
#define RETREAD_ANALYZER_REWALK_PATH_H

#include "analyzer/rewalk/node.h"

/* A cell, as it was read last. */
struct rewalk_path_record {
	uint64_t cell; /* 0: it is another object by now */
	uint64_t next; /* cell read after it */
	uint64_t address;
	uint64_t read : 63; /* clock */
	uint64_t cut : 1;   /* what was read after it began a new walk, or
			     * nothing was yet */
};

/* A site and the first cell it read. */
struct rewalk_instruction {
	uint32_t site;
	uint64_t cell;
};

/* It begins at a line of the cache. Most activations read one cell once: they touch
 * the first two lines and that of READS. */
struct rewalk_path {
	struct rewalk_node node;
	uint64_t serial; /* of the activation that the rest is about, or 0 */
	struct rewalk_path_record *record; /* in order of their first reads */
	uint32_t count;
	uint32_t last;	     /* 1 + the record read last; 0: none */
	uint32_t index_bits; /* 0: not in use */
	uint32_t instructions;
	bool is_eligible, is_regular, is_linked;
	bool has_reread;  /* the current walk */
	bool has_gap;	  /* something was left out */
	bool is_given_up; /* that walk: see rewalk_path_pause */
	bool has_more;
	bool is_shown;
	bool last_was_known;		 /* and unchanged; then */
	uint64_t last_next;		 /* what followed it */
	struct rewalk_path_record first; /* RECORD, as long as one is enough */
	uint64_t last_read;
	struct rewalk_instruction instruction[REWALK_INSTRUCTIONS];
	uint64_t reads, known;
	uint64_t walk_clock; /* when the current walk began */
	uint64_t walk_reads, walk_known,
		walk_first;	    /* READS, KNOWN, cell then */
	uint64_t walk_clock_before; /* the walk before it, 0: none */
	uint64_t written; /* newest write to a cell when that was new */
	uint64_t followed, branched, inserted;
	uint32_t capacity;   /* of RECORD */
	uint32_t first_base; /* the subject's index when it was made */
	uint32_t *index;     /* cell -> 1 + its record; while there are many */
	uint32_t index_capacity_bits; /* 0: none */
	uint64_t slept;
	/* Reputation. */
	uint32_t walks, rereads, all_followed, all_branched, inner;
	uint64_t longest;
	struct rewalk_more *more; /* NULL: never needed; kept for reuse */
};

/* PATH is all zeroes. */
void rewalk_path_init(struct rewalk_path *path, uint32_t base);

/* A read in the activation SUBJECT[BASE]; SUBJECT is the whole stack of COUNT. */
void rewalk_path_add(struct rewalk *rewalk, struct rewalk_path *path,
	struct subject *subject, uint32_t count, uint32_t base,
	const struct rewalk_read *read);

/* A read of PATH, which is asleep. */
static inline void rewalk_path_sleep(struct rewalk_path *path)
{
	path->reads++;
	path->slept++;
}

/* SUBJECT ends, in whose list PATH is. */
void rewalk_path_end(struct rewalk *rewalk, struct rewalk_path *path,
	struct subject *subject);

/* Reads will be left out: the current walk is given up, up to where the next
 * begins. */
void rewalk_path_pause(struct rewalk_path *path, uint64_t clock);

/* No more findings are wanted. */
void rewalk_path_close(struct rewalk *rewalk, struct rewalk_path *path);
void rewalk_path_release(struct rewalk_path *path);

/* Up to MAX cells of the current walk; returns how many. */
uint32_t rewalk_path_cells(
	const struct rewalk_path *path, uint64_t *cell, uint32_t max);

#endif
