/* SPDX-License-Identifier: MIT
 * Code whose answers have settled is read in bursts.
 *
 * A CHAIN is the functions, by name, from the outermost subject down to the one that
 * reads. All that a sequence of either rule joins, in one activation, is of one
 * chain, so a chain can be left out for a while without making holes in what others
 * do. A loop over a list of a thousand items that runs a million times has told what
 * it will tell after a few times.
 *
 * A chain has SETTLED when it was followed for CHAIN_READS_TO_SETTLE reads and each
 * cell that it met was read CHAIN_VISITS_TO_SETTLE times on average. That must be true
 * of each of its instructions, too, that has met CHAIN_CELLS_TO_SETTLE cells; it is
 * waited for during CHAIN_READS_OF_PATIENCE reads of the chain from that instruction's
 * first on, and if its walk is longer than what is kept, CHAIN_READS_TO_GIVE_UP. (A first long
 * walk, or a stream of new data, does not settle, and no table or loop variable that is
 * read with each item hides it.) After CHAIN_READS_TO_GIVE_UP reads it counts as
 * settled all the same. Nothing settles before the clock that is given, so that what a unit
 * test does is followed as a whole. It is then left out until the trace is twice as long, and
 * followed for a burst of CHAIN_READS_OF_BURST reads; new cells unsettle it. Being
 * followed begins and ends with an activation, unless that is long.
 * Where reads are left out the current walk is given up, and so is what follows until
 * the next walk begins: no walk, step or part of a sequence has a hole. Counts are
 * lower bounds then, and activations of which something may be left out say nothing
 * about growth, nor do the lengths of their walks from then on.
 *
 * A PART of a chain is the instructions at one source position; a sequence joins reads of
 * one part only. Hot code settles long before the last of its instructions does, so a
 * part settles, too: when CHAIN_READS_TO_SETTLE of its reads were followed, its cells or
 * those of the whole chain were read as often as said, and each of its instructions has
 * been there for CHAIN_READS_TO_SETTLE reads of the chain and has settled. If it has shown a
 * finding that is not clear yet, it is waited for during CHAIN_READS_OF_HOPE reads of the
 * chain from then on. Then it RESTS:
 * its reads are noted, since they say how large an activation is and what goes on beside
 * a walk, and no more. It rests as long, and begins and ends to rest as a chain that is
 * left out does; a new instruction in it wakes it.
 *
 * Code that never ran unsettles its chain at once: the next loop of a test.
 *
 * The recorder of a live trace is told, and leaves the reads out itself
 * (trace_wish in lib/trace/trace.h). It knows chains by number, as a stack does.
 *
 * After the bursty tracing of Hirzel and Chilimbi (2001), with bursts that depend on
 * what was found. */
#ifndef RETREAD_ANALYZER_PROGRAM_CHAINS_H
#define RETREAD_ANALYZER_PROGRAM_CHAINS_H

#include <stdbool.h>
#include <stdint.h>

#include "analyzer/program/contexts.h"
#include "analyzer/program/rule.h"
#include "analyzer/program/stack.h"
#include "analyzer/symbols/barren.h"

/* doc/rewalk.md names the tests that need each of these. */
#define CHAIN_READS_TO_SETTLE  4096
#define CHAIN_VISITS_TO_SETTLE 4
#define CHAIN_READS_OF_BURST   1024
#define CHAIN_READS_OF_LOOK    512 /* between looks at one that has not settled */
#define CHAIN_CELLS_TO_SETTLE  64
/* For so many reads an instruction that has not settled by itself is waited for. */
#define CHAIN_READS_OF_PATIENCE (UINT64_C(1) << 20)
/* ... and a part whose finding is not clear yet, from that finding on. */
#define CHAIN_READS_OF_HOPE (UINT64_C(1) << 15)
/* An instruction is waited for whose walks are not yet as many as their cells, if that takes
 * no more reads. */
#define CHAIN_READS_OF_COUNT (UINT64_C(1) << 17)
/* What has not settled by then, without new code, never will: an endless stream, a
 * large tree of which walks keep only parts. */
#define CHAIN_READS_TO_GIVE_UP (4 * CHAIN_READS_OF_PATIENCE)
/* An activation of so many reads is long. */
#define CHAIN_READS_OF_ACTIVATION 2048
/* Numbers of a chain that the recorder is told: one for each depth of recursion. */
#define CHAIN_NUMBERS 64

enum chain_state {
	CHAIN_FOLLOWED,
	CHAIN_RESTING, /* parts of it will rest when the activation ends */
	CHAIN_ROUSING, /* ... will rest no more */
	CHAIN_LEAVING, /* followed until the activation ends */
	CHAIN_OFF,
	CHAIN_WAKING /* off until the activation ends */
};

/* Reads that were followed; of these, reads of cells that were new to their instruction,
 * beyond what is kept of a walk, or passing by (enum rule_met). */
struct chain_reads {
	uint64_t all, fresh, beyond, passing;
};

/* The instructions at one source position: what a sequence joins is of one part. */
struct chain_part {
	struct chain *chain;
	struct chain_reads reads;
	struct chain_reads before; /* it was woken last: of READS */
	uint64_t noted;		   /* while it rested */
	uint64_t woken;		   /* clock */
	uint32_t open;		   /* its findings that are not clear yet */
	uint64_t hopes; /* for more of these, until so many reads of CHAIN */
	bool waits;	/* for something that it has begun */
	bool rests;	/* its reads are only noted */
	struct chain_part *next;
};

struct chain {
	enum chain_state state;
	uint64_t followed; /* reads that were */
	uint64_t turn;	   /* of FOLLOWED: it may have settled */
	uint64_t since;	   /* of FOLLOWED, before the newest code */
	uint64_t fresh;	   /* of FOLLOWED, of cells new to their instruction */
	uint64_t beyond; /* of those, passing or beyond what is kept of walks */
	/* See chains_is_new: of FOLLOWED, and the clock at which it is set again. */
	uint64_t begun, begins;
	/* Clocks at which it was left out last, and before it was woken last. */
	uint64_t left, left_before;
	uint64_t until;	   /* off: clock at which it wakes */
	uint64_t told;	   /* off: the last number that the recorder was told */
	uint64_t serial;   /* leaving, waking: of the activation */
	uint64_t patience; /* reads that it is waited for */
	struct chain *parent, *child, *sibling;
	struct context *first;			/* of its contexts, a list */
	struct chain_part *part;		/* a list */
	uint64_t leaves;			/* that some rule follows */
	const struct symbol_function *function; /* that reads */
	struct chain *older;
	bool has_rest;	/* some rest */
	bool was_met;	/* so were all of its functions: see struct barren */
	bool is_barren; /* nothing came of what they read */
	bool is_used;	/* something did */
	uint32_t off; /* of it and those that go on from it, so many are off */
	uint64_t woken;	  /* clock at which the last of them woke */
	uint64_t *number; /* all that the recorder was told */
	size_t numbers, number_capacity;
	size_t place;	 /* among chains of which the recorder was told */
	bool is_private; /* there is no recorder to tell */
};

struct chains_options {
	bool follow_all;	   /* leave nothing out */
	uint64_t whole;		   /* ... up to this clock */
	const struct rules *rules; /* borrowed */
	/* Tells the recorder; false: not now. NULL: there is none. */
	bool (*tell)(void *data, uint64_t number, bool leave_out);
	void *data;
	/* What was learned before of functions; borrowed. NULL: nothing. */
	struct barren *barren;
};

struct chains;

struct chains *chains_new(const struct chains_options *options);
void chains_free(struct chains *chains);

/* The chain of CONTEXT, which has none yet. */
struct chain *chains_join(struct chains *chains, struct context *context);

/* The part of CHAIN that has NAME, for a new leaf. */
struct chain_part *chains_part(
	struct chains *chains, struct chain *chain, uint64_t name);

/* Whether a read at CLOCK in CHAIN, which is not just FOLLOWED, is followed. */
bool chains_look(struct chains *chains, struct chain *chain,
	const struct stack_view *view, uint64_t clock);

/* Whether a read in CHAIN at CLOCK is followed. VIEW has subjects. */
static inline bool chains_follow(struct chains *chains, struct chain *chain,
	const struct stack_view *view, uint64_t clock)
{
	if (chain->state == CHAIN_FOLLOWED && chain->followed < chain->turn) {
		chain->followed++;
		return true;
	}
	if (chain->state == CHAIN_OFF && clock < chain->until &&
		(chain->is_private || view->chain == chain->told))
		return false;
	return chains_look(chains, chain, view, clock);
}

/* Whether LEAF of CHAIN is new at CLOCK: for CHAIN_READS_TO_SETTLE reads of the chain that
 * are followed, after the leaf's first one, the chain's newest code, and each doubling of
 * the stream. */
static inline bool chains_is_new(
	struct chain *chain, const struct leaf *leaf, uint64_t clock)
{
	uint64_t since =
		chain->since > leaf->since ? chain->since : leaf->since;

	if (chain->begun > since)
		since = chain->begun;
	if (chain->followed - since < CHAIN_READS_TO_SETTLE ||
		chain->turn == UINT64_MAX)
		return true;
	if (clock < chain->begins)
		return false;
	chain->begun = chain->followed;
	chain->begins = 2 * clock;
	return true;
}

/* Notes what a read of PART of CHAIN met, which does not rest. */
static inline void chains_note(
	struct chain *chain, struct chain_part *part, enum rule_met met)
{
	chain->fresh += met == RULE_NEW;
	chain->beyond += met >= RULE_PASSING;
	part->reads.fresh += met == RULE_NEW;
	part->reads.beyond += met == RULE_BEYOND;
	part->reads.passing += met == RULE_PASSING;
}

/* PATH, from the outermost subject, is called from a new position at CLOCK: all that it goes
 * on to is another sequence there. */
void chains_begin_call(
	struct chains *chains, struct path *path, uint64_t clock);

/* Whether the position, below SUBJECT, that PATH to something in PART goes by was new when
 * PART was off: so nothing that came before is unknown. */
bool chain_part_is_begun(const struct chain_part *part, const struct path *path,
	const struct subject *subject);

/* New code begins in CHAIN, at NUMBER: what had settled says nothing about it. The
 * recorder knows, and leaves out no more there. */
void chains_begin_code(struct chains *chains, struct chain *chain,
	uint64_t number, uint64_t clock);

/* Between two blocks: wakes what is due at CLOCK and does not come itself, as the
 * recorder leaves it out. */
void chains_wake(struct chains *chains, uint64_t clock);

/* Whether something may have been left out since CLOCK of an activation of the
 * function that PATH ends in. PATH is from the outermost subject. */
bool chains_has_gap(struct chains *chains, struct path *path, uint64_t clock);

/* The same of what PART has read. */
static inline bool chain_part_has_gap(
	const struct chain_part *part, uint64_t clock)
{
	return part->chain->state >= CHAIN_OFF || part->rests ||
	       part->woken > clock;
}

/* COUNT reads at a leaf of PART were the same as the one before. Whether they are followed. */
static inline bool chain_part_add_stays(struct chain_part *part, uint64_t count)
{
	if (part->chain->state >= CHAIN_OFF)
		return false;
	part->chain->followed += count;
	if (part->rests)
		part->noted += count;
	else
		part->reads.all += count;
	return !part->rests;
}

/* Something comes of what CHAIN reads: a finding, or the way to what is walked. */
static inline void chain_note_use(struct chain *chain)
{
	chain->is_used = true;
}

/* Notes for the next time what came of all chains. */
void chains_note_barren(const struct chains *chains, struct barren *barren);

/* Some rule follows one more leaf of PART: it does not ignore it. */
static inline void chain_part_add_leaf(struct chain_part *part)
{
	part->chain->leaves++;
}

/* A finding of PART is not clear yet, or is now. */
static inline void chain_part_open(struct chain_part *part, bool is_open)
{
	part->open += is_open ? 1 : -1;
	if (is_open)
		part->hopes = part->chain->followed + CHAIN_READS_OF_HOPE;
}

static inline bool chain_part_hopes(const struct chain_part *part)
{
	return part->open != 0 && part->chain->followed < part->hopes;
}

/* From now on anything may be left out: the memory is full. */
void chains_stop(struct chains *chains);

#endif
