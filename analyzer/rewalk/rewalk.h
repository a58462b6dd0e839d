/* SPDX-License-Identifier: MIT
 * Rule `rewalk`, production form: one table probe for each context of a read,
 * whatever the number of enclosing subjects (doc/rewalk.md).
 *
 * The sequence of an inner subject is the end of the sequence of an outer one in the
 * same context. So a NODE, one for each context, keeps one RECORD for each cell
 * and one LEVEL for each live subject. A cell that was read at time r is known
 * to the subjects that are live since before r, and the repetition belongs to
 * the deepest of them. What counts for all subjects down to one is added there
 * and handed up when that one ends. Only where walks are cut differs from
 * subject to subject: a record tells it in one bit for each level.
 *
 * What is left out (analyzer/rewalk/limits.h has the numbers):
 *  - A context is CLOSED for good if its walks are short or its steps branch: it
 *    is a field, or a search in a tree or hash table. One of a path is closed, too,
 *    when its functions have a finding of another kind, since it would not be
 *    reported, and when no repetition belongs to its subject.
 *  - A context in which an activation has shown a re-walk and many re-reads SLEEPS
 *    until that activation ends: reads are counted, no more.
 *  - A context holds a number of cells. Beyond it the beginning of a long walk
 *    stays; otherwise what was not read in the current walk goes.
 * The last two rules, and closing a context that has shown something, make what
 * is found there a lower bound. */
#ifndef RETREAD_ANALYZER_REWALK_REWALK_H
#define RETREAD_ANALYZER_REWALK_REWALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/program/rule.h"
#include "analyzer/program/stack.h"
#include "analyzer/rewalk/limits.h"
#include "lib/table.h"

/* --- what is counted, and when it is a re-walk -------------------------- */

/* A SEQUENCE is what one context reads within one activation of a subject. It is cut
 * into WALKS: a read of a cell that is in the current walk ends it and begins the
 * next. */
enum rewalk_kind {
	REWALK_PC,   /* the path from the root, then the reading instruction */
	REWALK_LINE, /* ... then the source position of the read */
	/* The path down to the subject, the position in it, then only the names of
	 * the functions below. */
	REWALK_PATH
};

/* A number of twelve bits for what is read at PLACE, a source position, which the copies of an
 * unrolled loop share. Few places have the same. */
static inline uint32_t rewalk_code_mark(uint32_t place)
{
	return (uint32_t)(table_mix(0, place) % 4096);
}

/* One cell that a load reads. */
struct rewalk_read {
	uint64_t cell; /* identity: stays when its object moves; not 0 */
	uint64_t address;
	uint64_t now;	  /* clock of the read */
	uint64_t written; /* clock of the last write there, 0: never */
	uint32_t site;
	uint32_t size_bytes; /* of the load */
	uint32_t code;	     /* of the site: see rewalk_code_mark */
	/* Clock at which the user's code called into a library of the system that
	 * now reads, 0: it reads itself. */
	uint64_t library;
	uint64_t frame;	  /* number of the newest one */
	bool is_stack;	  /* in a frame */
	bool is_constant; /* static, not written since main began */
	bool is_rest;	  /* of a wide load: not its first cell */
};

/* A cell that was read, and when. Its address may be another's by now. */
struct rewalk_seen {
	uint64_t cell;
	uint64_t read;
};

/* What the forms ask about memory. */
struct rewalk_memory {
	/* Clock at which what is at ADDRESS became an object of its own, 0: not
	 * known. Asked only when the cell was written since it was read. */
	uint64_t (*born)(void *data, uint64_t address);
	/* The address where CELL is now; CELL itself if it is gone. */
	uint64_t (*place)(void *data, uint64_t cell);
	/* Identity of the object at ADDRESS, 0: none is known. */
	uint64_t (*object)(void *data, uint64_t address);
	void *data;
};

/* Reads of known cells in walks: in all of them, and in those of LENGTH cells (limits.h)
 * that go again. */
struct rewalk_known {
	uint64_t all, by_long;
};

/* Walks that begin at one cell. */
struct rewalk_group {
	uint64_t first; /* 0: all walks for which there was no room */
	uint64_t cells; /* met first in one of them */
	uint64_t longest;
	uint64_t count;
	struct rewalk_known known;
};

/* The first walks of a sequence, to be shown; counts are cut to what fits. */
struct rewalk_kept {
	uint32_t length; /* cells, or bytes of a range */
	uint32_t again;	 /* of them, read before in the sequence */
};

/* Adds VALUE to the *COUNT different ones KNOWN, as long as they are less than MOST. Returns
 * where it is; MOST: there was no room. */
static inline uint32_t rewalk_add_distinct(
	uint64_t *known, uint32_t *count, uint32_t most, uint64_t value)
{
	for (uint32_t i = 0; i < *count; i++)
		if (known[i] == value)
			return i;
	if (*count == most)
		return most;
	known[*count] = value;
	return (*count)++;
}

struct rewalk_kept rewalk_keep(uint64_t length, uint64_t again);

/* The walks of one sequence that are over. */
struct rewalk_walks {
	uint64_t count;
	uint64_t first_length;
	uint64_t longest;		       /* of those that go again */
	uint64_t longest_began, longest_ended; /* clocks of its reads */
	uint64_t last_began, last_ended;       /* ... of the last walk's */
	uint64_t most_known; /* cells of one of these that are not new */
	struct rewalk_known known;
	uint64_t
		grown; /* that met what was written since the one before began */
	uint64_t rewalk_shortest;
	uint64_t
		inside; /* began at other letters than their texts' first ones */
	uint64_t longer; /* than the one before, from the same cell on */
	uint64_t last_length;
	uint64_t
		length_before; /* of the last walk of LENGTH cells (limits.h) */
	uint64_t multiples;    /* walks of LENGTH cells, up to the next */
	uint64_t cut;	       /* walks of more cells than are kept */
	double least_factor;   /* from one of these to the next */
	uint64_t length
		[REWALK_LENGTHS]; /* different ones, in order of appearance */
	uint64_t length_walks[REWALK_LENGTHS]; /* so many of each */
	struct rewalk_kept kept[REWALK_WALKS_KEPT];
	uint32_t lengths;
	uint32_t groups;
	/* The last member: most walks begin at one cell, and have no memory for more. */
	struct rewalk_group group[REWALK_GROUPS];
};

/* All that is known about one sequence. */
struct rewalk_counts {
	uint64_t began; /* clock of the first read */
	uint64_t reads;
	uint64_t cells;
	uint64_t cells_again;	      /* read twice; UINT64_MAX: not known */
	uint64_t same, tail, changed; /* status of the reads of known cells */
	uint64_t bits; /* tails that were read several times in turn */
	uint64_t followed, branched, inserted; /* order of the steps */
	uint64_t constant; /* reads of constant static cells */
	/* Steps onto a known cell; of them those with fresh work (section 3). */
	uint64_t steps, steps_with_work;
	uint64_t steps_fresh; /* ... since which a new cell was read */
	uint64_t steps_apart; /* with work, by another innermost activation */
	/* Steps since the one before which another instruction has read a cell
	 * other than its last one: two structures are read side by side. */
	uint64_t steps_beside;
	/* Steps from one instruction of a place to another, with neither: copies
	 * that a compiler made of one load to do several rounds at a time. */
	uint64_t steps_copied;
	/* Steps from a cell that was left before, and those of them by the same code; so
	 * many codes. */
	uint64_t steps_again, steps_alike;
	uint64_t steps_called;	/* in another frame */
	uint64_t steps_given;	/* with work besides, on the stack too */
	uint64_t steps_entered; /* by another innermost activation */
	uint32_t codes;
	bool is_eligible; /* one instruction's loads began at two cells */
	bool is_regular;  /* path: the longest walk is regular */
	struct rewalk_walks walks;
};

/* Re-reads: the same cells, and as many tails as there are new cells after
 * the first walk; an append turns one tail into a link. */
uint64_t rewalk_rereads(const struct rewalk_counts *counts);
/* Share of the steps that go where they went the time before; 1 if there is none. */
double rewalk_steadiness(const struct rewalk_counts *counts);

/* Whether the definition holds. */
bool rewalk_holds(const struct rewalk_limits *limits, enum rewalk_kind kind,
	const struct rewalk_counts *counts);

/* --- ranges: calls of string functions that scan the same bytes again --- */

/* One call. */
struct rewalk_range {
	uint64_t cell; /* identity of its first byte */
	uint64_t address;
	uint64_t length_bytes; /* not 0 */
	uint64_t now;
	uint64_t written;      /* clock of the newest write in it */
	uint64_t half_written; /* half of its bytes are not newer than this */
	uint64_t library;      /* as in struct rewalk_read */
	/* Of what was written: the clock of the first write, and from one to the next. */
	uint64_t first;
	uint64_t copied_bytes; /* so far, of the content that is copied */
	int32_t step_bytes;
	bool is_constant;
};

/* What one activation did in one context. */
struct rewalk_range_counts {
	uint64_t events, bytes;
	uint64_t repeats, repeated_bytes; /* events and bytes read before */
	uint64_t noted;	   /* besides: events of which only that is known */
	uint64_t constant; /* bytes */
	uint64_t longest;  /* that repeats */
	double copied; /* of one content, at most: lengths of the last copy */
	uint64_t
		steady_bytes; /* of the repeats that are hardly longer than the event before */
	uint64_t others; /* repeats that are not of the same range as before */
	uint64_t
		grown; /* of the repeats: bytes written since the event before */
	uint64_t
		shrunk; /* events: shorter than the one before, of the same first cell */
	uint64_t shortest_length, longest_length; /* of all */
	uint32_t lengths; /* different ones, up to REWALK_RANGE_LENGTHS */
	struct rewalk_kept kept[REWALK_WALKS_KEPT]; /* the first events */
};

enum rewalk_range_verdict { RANGES_NOTHING, RANGES_HOT_KEY, RANGES_REWALK };

enum rewalk_range_verdict rewalk_ranges_judge(
	const struct rewalk_limits *limits,
	const struct rewalk_range_counts *counts);
/* The same of what is compared: what matters is the length of what is common, and that it
 * is not one text that is found equal again. */
enum rewalk_range_verdict rewalk_ranges_judge_compared(
	const struct rewalk_limits *limits,
	const struct rewalk_range_counts *counts);
/* The same of what is sorted: a range that grows, and is sorted whenever it has. */
enum rewalk_range_verdict rewalk_ranges_judge_sorted(
	const struct rewalk_limits *limits,
	const struct rewalk_range_counts *counts);
/* The same of what is copied. */
enum rewalk_range_verdict rewalk_ranges_judge_copied(
	const struct rewalk_limits *limits,
	const struct rewalk_range_counts *counts);

/* The same of what is written, STORE_BYTES at a time: wide ones may be of several elements,
 * and what memset writes is of any. */
#define REWALK_WIDE_BYTES 16
#define REWALK_FILL_BYTES 32
enum rewalk_range_verdict rewalk_ranges_judge_written(
	const struct rewalk_limits *limits,
	const struct rewalk_range_counts *counts, uint32_t store_bytes);

/* --- what counts it ----------------------------------------------------- */

struct rewalk;
struct rewalk_node; /* a context: one of the next two */
struct rewalk_levels;
struct rewalk_path;

struct rewalk_options {
	struct rewalk_memory memory;
	/* NODE has shown a re-walk for the first time; SUBJECT, at LEVEL, is live
	 * and walks what SEEN is in. */
	void (*shown)(void *data, struct rewalk_node *node, uint32_t level,
		const struct subject *subject, const struct rewalk_seen *seen);
	/* The activation SUBJECT ends; it has repeated something in NODE, where a re-walk was
	 * shown, unless WANTS_ALL_ENDS. */
	void (*ended)(void *data, struct rewalk_node *node, uint32_t level,
		const struct subject *subject,
		const struct rewalk_counts *counts);
	/* ... and has scanned something again, in what USER is of. */
	void (*ranges_ended)(void *data, void *user, uint32_t level,
		const struct subject *subject, const struct rewalk_seen *seen,
		const struct rewalk_range_counts *counts);
	void *data;
	bool wants_all_ends;
	uint64_t memory_bytes_max;	    /* of all records; 0: no bound */
	const struct rewalk_limits *limits; /* copied */
};

struct rewalk *rewalk_new(const struct rewalk_options *options);
void rewalk_free(struct rewalk *rewalk);

/* The contexts of one reading instruction. */
struct rewalk_leaf {
	struct rewalk_levels *pc; /* its joint is the line's */
	uint64_t open;		  /* mask of PATHs that are not closed */
	/* Mask of those that got the last read, others having left it to their deputies. So
	 * it is with the next read while the innermost activation is STEADY and what paths
	 * share is as it was when they had CHANGED so often (analyzer/rewalk/paths.c). */
	uint64_t busy, steady, changed;
	uint32_t paths;
	struct rewalk_path *path[]; /* for each subject, or NULL */
};

/* Names of the contexts, equal for equal ones, none 0. */
struct rewalk_names {
	uint64_t pc, line;
	const uint64_t *path; /* for each subject; 0: it reads itself */
};

/* What nodes are reported as: USER is kept for each new one. SUBJECT[0..COUNT)
 * are live now. The leaf lives as long as REWALK. */
struct rewalk_leaf *rewalk_leaf_new(struct rewalk *rewalk,
	const struct rewalk_names *names, struct subject *subject,
	uint32_t count, void *user);

/* READ is of another cell than its leaf's last one. */
void rewalk_note_moved(struct rewalk *rewalk, const struct rewalk_read *read);

/* Once for each read, before rewalk_add. */
void rewalk_note(struct rewalk *rewalk, struct subject *subject, uint32_t count,
	const struct rewalk_read *read);

/* Asks for the memory in which the contexts of LEAF look for CELL. They are many, so
 * it is seldom in a cache, and what comes one after the other there takes its time. */
void rewalk_fetch(const struct rewalk_leaf *leaf, uint64_t cell);

/* A read at LEAF below the live subjects SUBJECT[0..COUNT), outermost first;
 * COUNT is not 0 and as it was when the leaf was made. */
enum rule_met rewalk_add(struct rewalk *rewalk, struct rewalk_leaf *leaf,
	struct subject *subject, uint32_t count,
	const struct rewalk_read *read);

/* The instruction SITE of LEAF, which has read CELL last, has read it COUNT times more in the
 * same activation, the last time at CLOCK, and nothing was written there. */
void rewalk_stay(struct rewalk_leaf *leaf, uint32_t site, uint64_t cell,
	uint64_t count, uint64_t clock);

/* From CLOCK on, reads at LEAF are left out for a while; SUBJECT[0..COUNT) are live. */
void rewalk_pause(struct rewalk *rewalk, struct rewalk_leaf *leaf,
	struct subject *subject, uint32_t count, uint64_t clock);

/* Whether what LEAF's instruction has met was read VISITS times on average, or
 * nothing more is wanted of it, or it has met fewer cells than LEAST. */
bool rewalk_leaf_has_settled(
	const struct rewalk_leaf *leaf, unsigned visits, uint64_t least);

/* Whether what LEAF's instruction has met was read VISITS times on average only because it
 * reads each cell several times in turn, as bits of it. */
bool rewalk_leaf_stays(const struct rewalk *rewalk,
	const struct rewalk_leaf *leaf, unsigned visits);

/* Whether LEAF's instruction has walked all that is kept of a long walk. */
bool rewalk_leaf_walks_far(
	const struct rewalk *rewalk, const struct rewalk_leaf *leaf);

/* Whether what was shown at LEAF goes on, has fewer walks than cells (limits.h: square),
 * and may have as many after READS. */
bool rewalk_leaf_counts(const struct rewalk *rewalk,
	const struct rewalk_leaf *leaf, uint64_t reads);

/* What a string function called from one place scans; USER as for a leaf. */
struct rewalk_ranges *rewalk_ranges_new(struct rewalk *rewalk, void *user);

/* A call below the live subjects SUBJECT[0..COUNT), outermost first. */
void rewalk_ranges_add(struct rewalk *rewalk, struct rewalk_ranges *ranges,
	struct subject *subject, uint32_t count,
	const struct rewalk_range *range);

/* A range is written by what runs now, whose reads are left out. */
void rewalk_ranges_note_write(struct rewalk_ranges *ranges,
	const struct subject *subject, uint32_t count);
/* RANGE was written until its time, and is written again by what runs now. IS_UNREAD: most
 * of it was not read meanwhile. STORE_BYTES: of each of its writes. */
void rewalk_ranges_add_write(struct rewalk *rewalk,
	struct rewalk_ranges *ranges, struct subject *subject, uint32_t count,
	const struct rewalk_range *range, bool is_unread, uint32_t store_bytes);

/* The innermost subject SUBJECT[LEVEL] ends. */
void rewalk_end(struct rewalk *rewalk, struct subject *subject, uint32_t level);

/* From now on what was read is not noted where nothing was yet, and records may have
 * BYTES more. */
void rewalk_stop(struct rewalk *rewalk, uint64_t bytes);

/* Whether most reads of NODE are of the cell before: bits of it. */
bool rewalk_node_stays(const struct rewalk_node *node);

/* Some of what NODE has read last, at most MAX cells; returns how many. */
uint32_t rewalk_node_cells(
	const struct rewalk_node *node, uint64_t *cell, uint32_t max);
/* The same of all that it knows. */
uint32_t rewalk_node_known(
	const struct rewalk_node *node, uint64_t *cell, uint32_t max);
/* Of the steps that NODE has made last: how many there are, and how many go to another
 * cell no further than BYTES. */
struct rewalk_steps {
	uint32_t all, near;
	uint32_t on; /* that begin no walk */
	uint32_t up; /* of these, from a letter to the next */
};
struct rewalk_steps rewalk_node_steps(
	const struct rewalk_node *node, uint64_t bytes);

#endif
