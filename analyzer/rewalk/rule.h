/* SPDX-License-Identifier: MIT
 * Rule `rewalk`: what it counts and when it holds (doc/rewalk.md),
 * and the input that its two forms share.
 *
 * A SEQUENCE is what one context reads within one activation of a subject. It
 * is cut into WALKS: a read of a cell that is in the current walk ends it and
 * begins the next. The forms differ in how they find out what a read is to each
 * enclosing activation: rewalk_reference does it literally, rewalk in one
 * step for all of them. */
#ifndef RETREAD_ANALYZER_REWALK_RULE_H
#define RETREAD_ANALYZER_REWALK_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/rewalk/limits.h"

enum rewalk_kind {
	REWALK_PC,   /* the path from the root, then the reading instruction */
	REWALK_LINE, /* ... then the source position of the read */
	/* The path down to the subject, the position in it, then only the names of
	 * the functions below. */
	REWALK_PATH
};

/* One cell that a load reads. */
struct rewalk_read {
	uint64_t cell; /* identity: stays when its object moves; not 0 */
	uint64_t address;
	uint64_t now;	  /* clock of the read */
	uint64_t written; /* clock of the last write there, 0: never */
	uint32_t site;
	uint32_t size_bytes; /* of the load */
	/* Clock at which the user's code called into a library of the system that
	 * now reads, 0: it reads itself. */
	uint64_t library;
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
	/* Identity of the object at ADDRESS, 0: none is known. */
	uint64_t (*object)(void *data, uint64_t address);
	void *data;
};

/* Walks that begin at one cell. */
struct rewalk_group {
	uint64_t first; /* 0: all walks for which there was no room */
	uint64_t cells; /* met first in one of them */
	uint64_t longest;
};

/* Whether a subject has read something before is known for groups as large as what
 * is read, up to 8 bytes: the shift that makes an address the number of one. */
static inline unsigned rewalk_group_shift(uint32_t size_bytes)
{
	return size_bytes >= 8 ? 3 : size_bytes >= 4 ? 2 : size_bytes == 2;
}

/* The first walks of a sequence, to be shown; counts are cut to what fits. */
struct rewalk_kept {
	uint32_t length; /* cells, or bytes of a range */
	uint32_t again;	 /* of them, read before in the sequence */
};

struct rewalk_kept rewalk_keep(uint64_t length, uint64_t again);

/* The walks of one sequence that are over. */
struct rewalk_walks {
	uint64_t count;
	uint64_t first_length;
	uint64_t longest; /* of those that go again */
	uint64_t
		grown; /* that met what was written since the one before began */
	uint64_t rewalk_shortest;
	uint64_t length
		[REWALK_LENGTHS]; /* different ones, in order of appearance */
	uint32_t lengths;
	uint32_t groups;
	struct rewalk_group group[REWALK_GROUPS];
	struct rewalk_kept kept[REWALK_WALKS_KEPT];
};

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

/* Whether WALK goes where another one went: it reads something again, and at least
 * as much that is known as that is new. */
bool rewalk_walk_is_again(
	const struct rewalk_limits *limits, const struct rewalk_walk *walk);

/* Whether WALK, which goes again, is longer than those in WALKS. */
bool rewalk_walk_is_longest(const struct rewalk_limits *limits,
	const struct rewalk_walks *walks, const struct rewalk_walk *walk);

void rewalk_walks_add(const struct rewalk_limits *limits,
	struct rewalk_walks *walks, const struct rewalk_walk *walk);

/* All that is known about one sequence. */
struct rewalk_counts {
	uint64_t reads;
	uint64_t cells;
	uint64_t same, tail, changed; /* status of the reads of known cells */
	uint64_t followed, branched, inserted; /* order of the steps */
	uint64_t constant; /* reads of constant static cells */
	/* Steps onto a known cell; of them those with fresh work (section 3). */
	uint64_t steps, steps_with_work;
	uint64_t steps_apart; /* with work, by another innermost activation */
	bool is_eligible;     /* one instruction's loads began at two cells */
	bool is_regular;      /* path: the longest walk is regular */
	struct rewalk_walks walks;
};

/* Re-reads: the same cells, and as many tails as there are new cells after
 * the first walk; an append turns one tail into a link. */
uint64_t rewalk_rereads(const struct rewalk_counts *counts);

/* Whether WALKS are enough for the definition to hold. */
static inline bool rewalk_may_hold(
	const struct rewalk_limits *limits, const struct rewalk_walks *walks)
{
	return (double)walks->count >= limits->walks &&
	       (double)walks->longest >= limits->length;
}

/* Whether the definition holds. */
bool rewalk_holds(const struct rewalk_limits *limits, enum rewalk_kind kind,
	const struct rewalk_counts *counts);

/* Whether enough of the steps from one to the next of COUNT addresses go to an
 * object new to them, or repeat the stride before inside one object. */
bool rewalk_is_regular(const struct rewalk_limits *limits,
	const struct rewalk_memory *memory, const uint64_t *address,
	size_t count);

#endif
