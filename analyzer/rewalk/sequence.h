/* SPDX-License-Identifier: MIT
 * The walks of one context of rule `rewalk`: one sequence for each live subject,
 * whoever keeps its cells. For analyzer/rewalk/ alone.
 *
 * A context of an instruction or a line (analyzer/rewalk/levels.c) follows every live
 * subject, one of a path (analyzer/rewalk/path.c) only its own. Both find the record
 * of the cell that is read; all that is counted and cut is here. */
#ifndef RETREAD_ANALYZER_REWALK_SEQUENCE_H
#define RETREAD_ANALYZER_REWALK_SEQUENCE_H

#include "analyzer/rewalk/rewalk.h"
#include "lib/memory.h"
#include "lib/table.h"

/* One walk. */
struct rewalk_walk {
	uint64_t first;	 /* cell */
	uint64_t length; /* cells */
	uint64_t fresh;	 /* of them, new to the sequence */
	bool has_reread;
	bool has_grown;
	/* Something was left out before it, so where it begins is chance: it may be
	 * the end of one and the beginning of another. */
	bool begins_anywhere;
};

/* Adds WALK, which is over. Whether it is the longest that goes where another one
 * went: it reads something again, and not too much that is new. */
bool rewalk_walks_add(const struct rewalk_limits *limits,
	struct rewalk_walks *walks, const struct rewalk_walk *walk);

/* Whether enough of the steps from one to the next of COUNT cells go to an object
 * new to them, or repeat the stride before inside one object. */
bool rewalk_is_regular(const struct rewalk_limits *limits,
	const struct rewalk_memory *memory, const uint64_t *cell, size_t count);

/* A cell, as it was read last. CUT has bit k set if in sequence k what was read
 * after it began a new walk; all bits if nothing was read after it yet. */
struct rewalk_record {
	uint64_t cell; /* 0: free */
	uint64_t read; /* clock */
	uint64_t next; /* cell read after it */
	uint64_t cut;
};

/* What a sequence has once something in it was repeated. */
struct rewalk_more {
	uint64_t same, tail, changed;
	uint64_t steps, steps_with_work, steps_apart;
	struct rewalk_node *next; /* in the subject's list, when linked */
	struct rewalk_walks walks;
};

/* The sequence of a live subject, or of neighbours whose sequences are equal so
 * far: of all levels above the one before, up to TOP. What is signed counts for
 * these and all below (outer ones), so a single level is +1 here and -1 at the
 * next. Only a level that stands alone has repetitions. */
struct rewalk_sequence {
	uint32_t top;
	bool has_more;	  /* MORE is about this activation */
	bool has_reread;  /* the current walk */
	bool has_gap;	  /* something was left out */
	bool is_given_up; /* that walk: see rewalk_sequence_pause */
	bool is_linked;
	bool is_eligible;
	bool is_regular;	    /* of a path: its longest walk */
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

/* What each read needs comes first. */
struct rewalk_node {
	enum rewalk_kind kind;
	bool is_closed;
	bool is_asleep; /* until a subject ends */
	bool is_lower_bound;
	bool is_left_out; /* in part: see rewalk_pause */
	struct rewalk_record *record;
	struct rewalk_sequence *sequence; /* outermost first */
	uint32_t sequences, capacity;	  /* see TOP */
	uint32_t cells;			  /* that have a record */
	uint32_t
		bits; /* 1 << BITS places for them, or for their index; 0: none */
	/* The read before. */
	struct rewalk_record *last; /* NULL: none */
	uint64_t last_read;
	uint64_t last_next; /* what followed it the time before */
	uint64_t
		last_levels; /* mask of those to which it was known and unchanged */
	uint64_t reads, constant;
	uint64_t walk_clock_min; /* no sequence's is smaller */
	uint64_t shown;		 /* mask of levels whose re-walk was told */
	uint64_t slept;		 /* reads meanwhile */
	uint32_t sleep_level;
	uint32_t base; /* of a path: its subject's index when it was made */
	/* Reputation. */
	uint64_t rereads, walks, longest, followed, branched, inner;
	uint64_t name;
	void *user;
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

/* A read, as a node sees it: SUBJECT is the whole stack of COUNT, of which the
 * node follows LEVELS from BASE on; KEPT of them were live at the read before. */
struct rewalk_event {
	const struct rewalk_read *read;
	struct subject *subject;
	uint32_t count, base, levels, kept;
};

/* --- levels ------------------------------------------------------------- */

/* Bits 0 .. LEVEL; LEVEL -1: none. */
static inline uint64_t rewalk_mask_to(int32_t level)
{
	return level < 0 ? 0 : (UINT64_C(2) << level) - 1;
}

static inline uint32_t rewalk_levels_of(const struct rewalk_node *node)
{
	return node->sequences == 0
		       ? 0
		       : node->sequence[node->sequences - 1].top + 1;
}

/* The index of what level J belongs to. */
static inline uint32_t rewalk_index_of(
	const struct rewalk_node *node, uint32_t j)
{
	uint32_t i = node->sequences - 1;

	while (i > 0 && node->sequence[i - 1].top >= j)
		i--;
	return i;
}

/* Makes a boundary above level J, which belongs to what INDEX is of. */
void rewalk_sequence_divide(struct rewalk *rewalk, struct rewalk_node *node,
	uint32_t index, uint32_t j);

/* Makes sure of it. Returns the index of what ends there. */
static inline uint32_t rewalk_split(
	struct rewalk *rewalk, struct rewalk_node *node, uint32_t j)
{
	uint32_t i = rewalk_index_of(node, j);

	if (node->sequence[i].top != j)
		rewalk_sequence_divide(rewalk, node, i, j);
	return i;
}

/* Ends all levels from KEEP on, and begins those up to LEVELS with READ. */
void rewalk_sequence_renew(struct rewalk *rewalk, struct rewalk_node *node,
	uint32_t keep, uint32_t levels, const struct rewalk_read *read);

/* Adds one to the counter at the offset COUNTER of the sequences of LEVELS. */
void rewalk_count_levels(struct rewalk *rewalk, struct rewalk_node *node,
	uint64_t levels, size_t counter);
#define REWALK_COUNT(rewalk, node, levels, counter)                            \
	rewalk_count_levels(rewalk, node, levels,                              \
		offsetof(struct rewalk_sequence, counter))

/* --- one read ----------------------------------------------------------- */

/* Makes room for what only repetitions have. */
struct rewalk_more *rewalk_sequence_more(
	struct rewalk *rewalk, struct rewalk_sequence *sequence);

/* Puts NODE into the list of SUBJECT, whose SEQUENCE has repeated something. */
static inline void rewalk_sequence_link(struct rewalk_node *node,
	struct rewalk_sequence *sequence, struct subject *subject)
{
	sequence->is_linked = true;
	sequence->more->next = subject->rewalk;
	subject->rewalk = node;
}

/* Ends the walks that hold a cell read at CLOCK, of levels up to J, whose subjects
 * are SUBJECT[0..J]. Returns the mask of these levels. */
uint64_t rewalk_sequence_cut(struct rewalk *rewalk, struct rewalk_node *node,
	const struct subject *subject, uint32_t j, uint64_t clock,
	const struct rewalk_read *read);

/* Whether SUBJECT[0..LEVEL] have done work since CLOCK, as in rewalk_note. */
bool rewalk_has_worked(const struct rewalk *rewalk,
	const struct subject *subject, uint32_t level, uint64_t clock);

/* The deepest level to which RECORD is known: of a subject that is live since its
 * read. -1: none is, or it was another object. Beyond all levels: the repetition
 * belongs to a subject that the node does not follow. */
static inline int32_t rewalk_known_to(const struct rewalk *rewalk,
	const struct rewalk_event *event, const struct rewalk_record *record)
{
	const struct rewalk_memory *memory = &rewalk->options.memory;
	const struct rewalk_read *read = event->read;
	uint32_t live = event->count - event->base;
	int32_t j = (int32_t)(live <= event->levels ? live : event->levels + 1);

	/* One call into a library is deeper than all subjects. */
	if (read->library == 0 || read->library > record->read)
		for (j--; j >= 0; j--)
			if (event->subject[event->base + (uint32_t)j].start <=
				record->read)
				break;
	if (j >= 0 && read->written > record->read &&
		memory->born(memory->data, read->address) > record->read)
		return -1;
	return j;
}

/* A step onto a cell that the subject of LEVEL has read before: with work or
 * without. Not inside of one load. */
static inline void rewalk_add_work(const struct rewalk *rewalk,
	const struct rewalk_node *node, const struct rewalk_event *event,
	uint32_t level, struct rewalk_more *more)
{
	uint64_t clock = node->last_read;

	level += event->base;
	if (event->read->is_rest)
		return;
	more->steps++;
	if (!rewalk_has_worked(rewalk, event->subject, level, clock))
		return;
	more->steps_with_work++;
	more->steps_apart += event->count > level + 1 &&
			     event->subject[event->count - 1].start > clock;
}

/* A read of a cell that the subject of level J had read, before anything of the
 * record changes. CUT: the levels where it begins a walk. */
static inline void rewalk_add_repetition(struct rewalk *rewalk,
	struct rewalk_node *node, const struct rewalk_event *event, uint32_t j,
	uint64_t cut, const struct rewalk_record *record)
{
	bool is_same = event->read->written <= record->read;
	bool is_tail = !is_same && (record->cut >> j & 1) != 0;
	struct rewalk_sequence *sequence;
	struct rewalk_more *more;

	if (j > 0)
		rewalk_split(rewalk, node, j - 1);
	sequence = &node->sequence[rewalk_split(rewalk, node, j)];
	more = sequence->has_more ? sequence->more
				  : rewalk_sequence_more(rewalk, sequence);
	more->same += is_same;
	more->tail += is_tail;
	more->changed += !is_same && !is_tail;
	if (is_same || is_tail) {
		sequence->has_reread = true;
		if (more->same >= rewalk->sleep_rereads &&
			(node->shown >> j & 1) != 0) {
			node->is_asleep = true;
			node->sleep_level = j;
		}
		if (!sequence->is_linked)
			rewalk_sequence_link(node, sequence,
				&event->subject[event->base + j]);
	}
	if (node->last != NULL && (cut >> j & 1) == 0)
		rewalk_add_work(rewalk, node, event, j, more);
}

/* The step from the cell before to CELL, which is known to the levels down to J, at
 * the LEVELS whose walk goes on. */
static inline void rewalk_add_step(struct rewalk *rewalk,
	struct rewalk_node *node, uint64_t cell, uint64_t levels, int32_t j)
{
	levels &= node->last_levels;
	if (levels == 0)
		return;
	if (node->last_next == cell) {
		node->followed++;
		REWALK_COUNT(rewalk, node, levels, followed);
		return;
	}
	node->branched++;
	REWALK_COUNT(rewalk, node, levels & rewalk_mask_to(j), branched);
	REWALK_COUNT(rewalk, node, levels & ~rewalk_mask_to(j), inserted);
}

/* What is new to the levels from J on was WRITTEN then. */
static inline void rewalk_note_written(struct rewalk *rewalk,
	struct rewalk_node *node, uint32_t j, uint64_t written)
{
	uint32_t i = rewalk_index_of(node, j);

	if (written <= node->sequence[i].written)
		return;
	if (j > 0)
		i = rewalk_split(rewalk, node, j - 1) + 1;
	node->sequence[i].written = written;
}

/* Some instruction has read two cells in the levels up to J. */
static inline void rewalk_note_eligible(
	struct rewalk *rewalk, struct rewalk_node *node, uint32_t j)
{
	if (!node->sequence[rewalk_index_of(node, j)].is_eligible)
		node->sequence[rewalk_split(rewalk, node, j)].is_eligible =
			true;
}

/* A read of the cell that has RECORD, of which the levels down to J know
 * (rewalk_known_to). Returns the mask of levels where it began a walk. */
static inline uint64_t rewalk_sequence_read(struct rewalk *rewalk,
	struct rewalk_node *node, const struct rewalk_event *event, int32_t j,
	struct rewalk_record *record)
{
	const struct rewalk_read *read = event->read;
	uint64_t cut = 0, next_levels = 0, next = 0;

	if (j >= 0) {
		bool is_inner = j >= (int32_t)event->levels;
		if (is_inner)
			j = (int32_t)event->levels - 1;
		node->rereads++;
		if (record->read >= node->walk_clock_min)
			cut = rewalk_sequence_cut(rewalk, node,
				event->subject + event->base, (uint32_t)j,
				record->read, read);
		if (is_inner)
			node->inner++;
		else
			rewalk_add_repetition(
				rewalk, node, event, (uint32_t)j, cut, record);
		node->sequence[rewalk_split(rewalk, node, (uint32_t)j)].known++;
		if (read->written <= record->read) {
			next = record->next;
			next_levels = rewalk_mask_to(j) & ~record->cut;
		}
	}
	if (j + 1 < (int32_t)event->levels)
		rewalk_note_written(
			rewalk, node, (uint32_t)(j + 1), read->written);
	if (node->last != NULL) {
		rewalk_add_step(rewalk, node, read->cell,
			rewalk_mask_to((int32_t)event->kept - 1) & ~cut, j);
		node->last->next = read->cell;
		node->last->cut = cut;
	}
	*record = (struct rewalk_record){
		.cell = read->cell, .read = read->now, .cut = UINT64_MAX};
	node->last = record;
	node->last_read = read->now;
	node->last_next = next;
	node->last_levels = next_levels;
	node->reads++;
	node->constant += read->is_constant;
	return cut;
}

/* A read of NODE, which is asleep. */
static inline void rewalk_sequence_sleep(
	struct rewalk_node *node, const struct rewalk_read *read)
{
	node->reads++;
	node->slept++;
	node->constant += read->is_constant;
}

/* --- what follows ------------------------------------------------------- */

/* Whether NODE is a field or a search, and nothing will come of it. */
bool rewalk_is_hopeless(
	const struct rewalk *rewalk, const struct rewalk_node *node);

/* NODE has no room for one more record. Whether it keeps what it has: the beginning
 * of a long walk. Else it keeps what the current walk has read. */
bool rewalk_sequence_is_long(struct rewalk_node *node);

/* Nothing more is wanted of NODE, whose records are gone. */
void rewalk_sequence_close(struct rewalk_node *node);

/* The subject SUBJECT[LEVEL] ends, in whose list NODE is, and which its innermost
 * sequence is of. */
void rewalk_sequence_end(struct rewalk *rewalk, struct rewalk_node *node,
	uint32_t level, const struct subject *subject);

/* What follows NODE in the list of the subject at LEVEL. */
struct rewalk_node *rewalk_sequence_next(
	const struct rewalk_node *node, uint32_t level);

/* Reads will be left out: the current walks are given up, up to where the next
 * ones begin. */
void rewalk_sequence_pause(struct rewalk_node *node, uint64_t clock);

/* Makes those of COPY, new, equal to those of NODE. SUBJECT is the live stack. */
void rewalk_sequence_copy(struct rewalk *rewalk, struct rewalk_node *copy,
	const struct rewalk_node *node, struct subject *subject);

#endif
