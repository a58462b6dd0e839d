/* SPDX-License-Identifier: MIT
 * The contexts of rule `rewalk`, and where they keep the cells that were read. For
 * analyzer/rewalk/ alone. */
#ifndef RETREAD_ANALYZER_REWALK_INTERNAL_H
#define RETREAD_ANALYZER_REWALK_INTERNAL_H

#include "analyzer/rewalk/sequence.h"

/* Of an instruction or a line: a table of all cells that were ever read, which all
 * live subjects share. It begins at a line of the cache. */
struct rewalk_levels {
	struct rewalk_node node;
	uint64_t synced;    /* clock of the last read: who was live then */
	uint64_t load_cell; /* pc: at which the last load began, 0: none */
	struct rewalk_levels *joint;	   /* pc: of its line, or NULL */
	uint64_t closed_cell, closed_read; /* pc: what it read since closed */
};

/* Adds a read; SUBJECT is the whole stack of COUNT. ELIGIBLE is the deepest level
 * in which the reading instruction has now read two cells, -1 for none; returns
 * the same for the next node. */
int32_t rewalk_levels_add(struct rewalk *rewalk, struct rewalk_levels *levels,
	struct subject *subject, uint32_t count, const struct rewalk_read *read,
	int32_t eligible);

/* Makes COPY, new, equal to LEVELS. SUBJECT is the live stack. */
void rewalk_levels_copy(struct rewalk *rewalk, struct rewalk_levels *copy,
	const struct rewalk_levels *levels, struct subject *subject);

void rewalk_levels_close(struct rewalk *rewalk, struct rewalk_levels *levels);
void rewalk_levels_release(struct rewalk_levels *levels);

/* A site and the first cell it read. */
struct rewalk_instruction {
	uint32_t site;
	uint64_t cell;
};

/* Of a path: what one activation of its subject reads. Nothing of that outlives it
 * but the context's reputation. So its records are a short array that the next one
 * begins anew, in order of their first reads, with an index while there are many:
 * most activations read a few cells once. It begins at a line of the cache. */
struct rewalk_path {
	struct rewalk_node node;
	uint64_t serial;   /* of the activation that the rest is about, or 0 */
	uint32_t capacity; /* of the node's records */
	uint32_t instructions;
	struct rewalk_record
		first; /* the only record, as long as one is enough */
	struct rewalk_sequence sequence; /* the only one */
	struct rewalk_instruction instruction[REWALK_INSTRUCTIONS];
	uint32_t *index;     /* cell -> 1 + its record */
	uint32_t index_bits; /* of what is allocated; 0: nothing */
};

/* PATH is all zeroes. */
void rewalk_path_init(struct rewalk_path *path, uint32_t base);

/* A read in the activation SUBJECT[BASE]; SUBJECT is the whole stack of COUNT. */
void rewalk_path_add(struct rewalk *rewalk, struct rewalk_path *path,
	struct subject *subject, uint32_t count, uint32_t base,
	const struct rewalk_read *read);

/* No more findings are wanted. */
void rewalk_path_close(struct rewalk *rewalk, struct rewalk_path *path);
void rewalk_path_release(struct rewalk_path *path);

#endif
