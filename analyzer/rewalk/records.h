/* SPDX-License-Identifier: MIT
 * The cells that a context of rule `rewalk` has read: a column of records in order of
 * their first reads, and one of places by cell. Most walks go on to what is beyond all that was
 * met, or have a few cells: then no place is needed, nor made. For analyzer/rewalk/ alone. */
#ifndef RETREAD_ANALYZER_REWALK_RECORDS_H
#define RETREAD_ANALYZER_REWALK_RECORDS_H

#include <assert.h>

#include "analyzer/rewalk/contexts.h"

/* So many are looked through one by one. */
#define RECORDS_SCANNED_MAX 16u

/* Forgets all; NODE begins anew. */
static inline void rewalk_records_clear(struct rewalk_node *node)
{
	node->cells = node->bits = node->indexed = 0;
	node->low = UINT64_MAX;
	node->high = 0;
	node->last = NULL;
}

/* NODE has no records, and no memory for them besides itself. */
static inline void rewalk_records_init(struct rewalk_node *node)
{
	node->record = &node->first;
	node->record_capacity = 1;
	node->index = NULL;
	node->index_bits = 0;
	rewalk_records_clear(node);
}

/* The place of CELL, or the free one for it. NODE has places. */
static inline uint32_t *rewalk_records_probe(
	const struct rewalk_node *node, uint64_t cell)
{
	uint32_t mask = (1u << node->bits) - 1;
	uint32_t i = rewalk_place(cell, node->bits);

	while (node->index[i] != 0 &&
		node->record[node->index[i] - 1].cell != cell)
		i = (i + 1) & mask;
	return &node->index[i];
}

/* Gives places to all records. */
void rewalk_records_complete(struct rewalk *rewalk, struct rewalk_node *node);

/* The newest record of CELL, or NULL. */
static inline struct rewalk_record *rewalk_records_find(
	struct rewalk *rewalk, struct rewalk_node *node, uint64_t cell)
{
	struct rewalk_record *record = node->record;

	if (cell < node->low || cell > node->high)
		return NULL;
	if (node->cells > RECORDS_SCANNED_MAX) {
		uint32_t at;
		if (node->indexed < node->cells)
			rewalk_records_complete(rewalk, node);
		at = *rewalk_records_probe(node, cell);
		return at != 0 ? &record[at - 1] : NULL;
	}
	for (uint32_t i = node->cells; i-- > 0;)
		if (record[i].cell == cell)
			return &record[i];
	return NULL;
}

/* Makes room for one more record where there is none. False: there is no memory, or NODE has
 * all that are kept. */
bool rewalk_records_grow(struct rewalk *rewalk, struct rewalk_node *node);

static inline bool rewalk_records_reserve(
	struct rewalk *rewalk, struct rewalk_node *node)
{
	return node->cells < node->record_capacity ||
	       rewalk_records_grow(rewalk, node);
}

/* A new record, of CELL; there is room for it. */
static inline struct rewalk_record *rewalk_records_add(
	struct rewalk_node *node, uint64_t cell)
{
	struct rewalk_record *record;

	assert(node->record); /* it is not closed */
	record = &node->record[node->cells++];
	record->cell = cell;
	if (cell < node->low)
		node->low = cell;
	if (cell > node->high)
		node->high = cell;
	return record;
}

/* Forgets what was not read since CLOCK. */
void rewalk_records_keep(
	struct rewalk *rewalk, struct rewalk_node *node, uint64_t clock);

/* Makes what TO has, whose own records are forgotten, a copy of what FROM has; or TAKES that
 * from it. */
void rewalk_records_copy(struct rewalk *rewalk, struct rewalk_node *to,
	const struct rewalk_node *from);
void rewalk_records_take(struct rewalk *rewalk, struct rewalk_node *to,
	struct rewalk_node *from);

/* Gives the memory of places back: they are made again when a cell is looked for. */
void rewalk_records_drop_places(
	struct rewalk *rewalk, struct rewalk_node *node);

/* Gives all memory back. */
void rewalk_records_release(struct rewalk *rewalk, struct rewalk_node *node);

#endif
