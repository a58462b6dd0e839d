/* SPDX-License-Identifier: MIT
 * A rule as a table of functions, and what they are told. */
#ifndef RETREAD_ANALYZER_PROGRAM_RULE_H
#define RETREAD_ANALYZER_PROGRAM_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/program/contexts.h"
#include "analyzer/program/memory_watch.h"
#include "analyzer/program/sighting.h"
#include "analyzer/program/stack.h"

/* A read that is followed. */
struct rule_read {
	const struct stack_view *view; /* it has subjects */
	const struct context
		*context; /* of one chain: analyzer/program/chains.h */
	struct leaf *leaf;
	uint64_t address;
	uint64_t value;	  /* found there; 0: the site keeps none */
	uint64_t now;	  /* clock */
	uint64_t written; /* clock of the last write there, 0: never */
	/* The stamp of a write by someone else that is new to all activations that
	 * are live; 0: there is none. */
	uint32_t foreign;
	bool is_constant; /* static, not written since main began */
};

/* The call of a string function reads LENGTH_BYTES from its address on. */
struct rule_string {
	uint64_t length_bytes;
	uint64_t half_written; /* half of the bytes are not newer than this */
	bool is_scan;	       /* from one end, until something is found */
	/* It is copied to a place that overlaps with it. */
	bool is_shift;
	bool is_compare;
	/* Where it is copied to otherwise; its own address: to a place that the allocator
	 * chose; 0: it is not. */
	uint64_t copied_to;
	/* A loop has copied it, which began then, and is over; 0: a function does. For rules
	 * that look at writes. */
	uint64_t began;
};

/* LENGTH_BYTES were written from an address on, and no longer are. */
struct rule_write {
	uint64_t length_bytes;
	uint64_t first;	    /* clock of the first of them */
	int32_t step_bytes; /* from one to the next */
	bool is_fill;	    /* by memset, which begins now */
	bool is_noted;	    /* what is read there is left out */
};

/* What a read was to its instruction. */
enum rule_met {
	RULE_KNOWN, /* a cell that it had read, or it is not followed */
	RULE_NEW,
	RULE_PASSING, /* new, in short walks for which what was before is forgotten */
	RULE_BEYOND /* the rest of a walk longer than what is kept */
};

/* What a rule waits for at a leaf. */
enum rule_wish {
	RULE_IGNORES, /* it does not follow the leaf */
	RULE_SETTLED, /* for nothing new */
	RULE_HOPES,   /* for a walk that takes many reads, as of bits */
	RULE_WAITS,
	RULE_WALKS_FAR /* it waits, and has walked all that is kept of a long walk */
};

struct rule {
	void (*read)(void *state, const struct rule_read *read);
	/* CALL is the read of the first byte, at the place of the call. */
	void (*string)(void *state, const struct rule_read *call,
		const struct rule_string *string);
	/* CALL is the last write, at the place of the store, or of the call. NULL: nothing. */
	void (*write)(void *state, const struct rule_read *call,
		const struct rule_write *write);
	/* LENGTH_BYTES from the address of CALL on are sorted by what it calls. NULL: nothing. */
	void (*sort)(void *state, const struct rule_read *call,
		uint64_t length_bytes);
	/* LENGTH_BYTES from ADDRESS on are read at CLOCK, by a function of libc or by the
	 * kernel. NULL: nothing. */
	void (*give)(void *state, uint64_t address, uint64_t length_bytes,
		uint64_t clock);
	/* The cell that LEAF has read last was read COUNT times more there, the last time at
	 * CLOCK. NULL: nothing. */
	void (*stay)(
		void *state, struct leaf *leaf, uint64_t count, uint64_t clock);
	/* The same two of a leaf that rests: what others ask of it. NULL: nothing. */
	void (*note)(void *state, const struct rule_read *read);
	/* From CLOCK on reads at LEAF are left out for a while; VIEW is of its thread. */
	void (*pause)(void *state, const struct stack_view *view,
		const struct context *context, struct leaf *leaf,
		uint64_t clock);
	enum rule_wish (*wish)(void *state, const struct leaf *leaf);
	/* The innermost subject of VIEW ends. */
	void (*end)(void *state, const struct stack_view *view);
	/* Memory gets short: follow less, or nothing new. */
	void (*stop)(void *state, enum memory_state memory);
	void (*report)(void *state, struct sightings *sightings);
	void (*free)(void *state);
};

/* The rules at work; all events come in this order. */
#define RULES_MAX 3
struct rules {
	struct {
		const struct rule *rule;
		void *state;
	} at[RULES_MAX];
	unsigned count;
};

/* SUBJECT, which is live, is seen to walk again what is at ADDRESS (0: it is gone). By
 * which access path? And its access graph is wanted from now on. */
#define QUESTION_CELLS 32
struct question {
	struct sighting *sighting;
	const struct subject *subject;
	uint64_t address;
	uint64_t walked[QUESTION_CELLS]; /* in the same walk; some are there */
	uint32_t walked_count;
};

struct questions {
	struct question *all;
	size_t count, capacity;
};

#endif
