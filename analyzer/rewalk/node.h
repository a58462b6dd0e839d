/* SPDX-License-Identifier: MIT
 * What all contexts of rule `rewalk` have. For analyzer/rewalk*.c.
 *
 * Those of an instruction or a line have a level for each live subject
 * (analyzer/rewalk/levels.h); those of a path are about one subject
 * (analyzer/rewalk/path.h). */
#ifndef RETREAD_ANALYZER_REWALK_NODE_H
#define RETREAD_ANALYZER_REWALK_NODE_H

#include "lib/memory.h"

#include "analyzer/rewalk/rewalk.h"
#include "lib/table.h"

struct rewalk_node {
	enum rewalk_kind kind;
	bool is_closed;
	bool is_asleep; /* until a subject ends */
	bool is_lower_bound;
	bool is_left_out; /* in part: see rewalk_pause */
	uint64_t name;
	void *user;
};

/* What a sequence has once something in it was repeated. */
struct rewalk_more {
	uint64_t same, tail, changed;
	uint64_t steps, steps_with_work, steps_apart;
	struct rewalk_node *next; /* in the subject's list, when linked */
	struct rewalk_walks walks;
};

/* When groups of bytes were read last: a page of them. */
#define REWALK_PAGE_GROUPS 512
struct rewalk_page {
	uint64_t read[REWALK_PAGE_GROUPS];
};

/* The one that was looked up last. */
#define REWALK_PAGE_CACHE 1024
struct rewalk_page_cache {
	uint64_t number;
	struct rewalk_page *page; /* NULL: none */
};

struct rewalk {
	struct rewalk_options options;
	struct rewalk_limits limits;
	/* Of them, for each read. */
	uint64_t close_found, sleep_rereads;
	uint32_t cells;
	uint64_t stored; /* clock of the last store outside the stack known */
	uint64_t fresh;	 /* clock of the last cell new to some subject */
	struct rewalk_page_cache cached[REWALK_PAGE_CACHE]; /* by number */
	struct table page;				    /* number -> page */
	uint32_t narrow_pages; /* of groups of less than four bytes */
	struct table name; /* (kind, name) -> node; of a line: its first pc */
	struct arena arena;
	size_t record_bytes; /* and what levels and paths have */
	struct rewalk_node **node;
	size_t node_count, node_capacity;
	bool is_stopped;     /* see rewalk_stop */
	enum rewalk_met met; /* by the last instruction */
};

/* Whether there is room for BYTES of records more. */
static inline bool rewalk_has_room(const struct rewalk *rewalk, size_t bytes)
{
	uint64_t max = rewalk->options.memory_bytes_max;

	return max == 0 || rewalk->record_bytes + bytes <= max;
}

/* Whether SUBJECT[0..LEVEL] have done work since CLOCK, as in rewalk_note. */
bool rewalk_has_worked(const struct rewalk *rewalk,
	const struct subject *subject, uint32_t level, uint64_t clock);

/* Counts a step, since the read at CLOCK, onto a cell that SUBJECT[LEVEL] has read
 * before. Not inside of one load. */
static inline void rewalk_more_step(const struct rewalk *rewalk,
	struct rewalk_more *more, const struct subject *subject, uint32_t count,
	uint32_t level, uint64_t clock, const struct rewalk_read *read)
{
	if (read->is_rest)
		return;
	more->steps++;
	if (!rewalk_has_worked(rewalk, subject, level, clock))
		return;
	more->steps_with_work++;
	more->steps_apart +=
		count > level + 1 && subject[count - 1].start > clock;
}

/* The index of the deepest of SUBJECT[0..COUNT) that is live since CLOCK, or -1. */
static inline int32_t rewalk_deepest_at(
	const struct subject *subject, uint32_t count, uint64_t clock)
{
	int32_t j = (int32_t)count - 1;

	while (j >= 0 && subject[j].start > clock)
		j--;
	return j;
}

/* The memory of *MORE, cleared; made when it is NULL. */
void rewalk_more_begin(struct rewalk *rewalk, struct rewalk_more **more);

#endif
