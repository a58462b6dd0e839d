/* SPDX-License-Identifier: MIT
 * Acyclic execution contexts of everything that is on a stack, as one node.
 *
 * A PATH is an AEC without its last position (dissertation, definition 6): the
 * functions and call positions from a subject down to a function. It is relative
 * to the subject, so a stack with several subjects has several paths; a CONTEXT
 * is that vector of paths together with the function they end in. Paths and
 * contexts are interned: equal ones are one pointer. Recursion folds: a
 * context that was reached once more by recursion is the same context. */
#ifndef RETREAD_ANALYZER_PROGRAM_CONTEXTS_H
#define RETREAD_ANALYZER_PROGRAM_CONTEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/symbols/symbols.h"

struct aec;
struct chain;
struct chain_part;
struct rewalk_leaf;
struct rewalk_ranges;

struct path {
	struct path *parent; /* NULL: the subject itself */
	const struct symbol_function *function;
	uint32_t place;	      /* of the call in the parent's function */
	uint32_t thread;      /* slot of the subject's thread */
	uint32_t length;      /* functions on it */
	uint64_t functions;   /* a bit for each of them; several may have one */
	uint64_t rewalk_name; /* 0: not given yet */
	uint64_t begun; /* clock of a call by it from a new position, 0: none */
	struct chain
		*chain; /* analyzer/program/chains.h; NULL: not known yet */
};

/* The function that PATH begins with. */
static inline const struct symbol_function *path_subject(
	const struct path *path)
{
	while (path->parent)
		path = path->parent;
	return path->function;
}

/* The AECs of one reading instruction in one context, one for each subject;
 * NULL until a read counted for that subject. */
struct leaf {
	uint32_t site;
	uint32_t size_bytes : 19; /* of the read */
	uint32_t code : 12;	  /* for rule `rewalk` */
	uint32_t is_slot : 1; /* it reads a fixed place of the stack frame */
	uint64_t
		since; /* reads of its chain that were followed before its first */
	struct chain_part *part; /* of its chain */
	uint64_t cell;		 /* for rule `rewalk`: that it read last */
	struct rewalk_leaf
		*rewalk; /* analyzer/rewalk/rewalk.h; NULL: not made yet */
	struct rewalk_ranges *ranges; /* of a string function that scans */
	/* For rule `redundant`: serial of an activation in which no more is wanted
	 * of reads of what was written at DONE_SINCE or later. */
	uint64_t done, done_since;
	/* What was read last, and where: written by whomever. */
	uint64_t address, value;
	uint64_t counted; /* for analyzer/line_counts.h */
	struct aec *aec[];
};

#define CONTEXT_UNKNOWN UINT32_MAX /* the id of all that are not interned */

struct context {
	const struct symbol_function *function;
	struct leaf **leaf; /* open addressing by site */
	uint32_t leaf_capacity;
	uint32_t leaf_count;
	uint32_t id;
	uint32_t thread; /* slot */
	uint32_t subjects;
	struct chain
		*chain; /* analyzer/program/chains.h; NULL: not known yet */
	struct context *next; /* of the chain */
	/* The newest call from it: see contexts_transition. */
	struct {
		const struct context *over;
		uint32_t site, function_and_flags;
		struct context *to; /* NULL: there was none */
	} last;
	struct path *path[]; /* one for each subject, outermost first; NULL in
			      * an unknown context */
};

struct contexts;

struct contexts *contexts_new(void);
void contexts_free(struct contexts *contexts);

/* The path that is just the subject FUNCTION of THREAD. */
struct path *contexts_path_root(struct contexts *contexts,
	const struct symbol_function *function, uint32_t thread);

/* PATH and a call at PLACE to FUNCTION, which is not on it. */
struct path *contexts_path_call(struct contexts *contexts, struct path *path,
	uint32_t place, const struct symbol_function *function);

/* Asks for the memory where contexts_path_call will look. */
void contexts_path_fetch(const struct contexts *contexts,
	const struct path *path, uint32_t place,
	const struct symbol_function *function);

/* The prefix of PATH that ends in FUNCTION, or NULL. */
struct path *contexts_path_find(
	struct path *path, const struct symbol_function *function);

/* CALLER, which may be NULL, has called CALLEE at PLACE for the first time in some context;
 * CALLEE was live before if it RECURS. */
void contexts_note_call(struct contexts *contexts,
	const struct symbol_function *caller, uint32_t place,
	const struct symbol_function *callee, bool recurs);

/* Whether a function on PATH has called itself, if by others. It DISPATCHES if one of
 * these has called several functions at one place: what it is given says which. */
bool contexts_recurs(const struct contexts *contexts, const struct path *path,
	bool *dispatches);

/* The context with these paths. Two threads never share one, also if no subject is
 * live: what follows in them is theirs. */
struct context *contexts_intern(struct contexts *contexts, uint32_t thread,
	const struct symbol_function *function, struct path *const *path,
	uint32_t subjects);

/* The leaf of SITE in CONTEXT, made when new if MAKE, else NULL. */
struct leaf *contexts_leaf(struct contexts *contexts, struct context *context,
	uint32_t site, bool make);

/* From now on nothing is interned: what would be new is a context without paths
 * and without leaves, one for each number of subjects. */
void contexts_freeze(struct contexts *contexts);
bool contexts_is_frozen(const struct contexts *contexts);
struct context *contexts_unknown(
	struct contexts *contexts, uint32_t thread, uint32_t subjects);

/* A memo of context transitions, filled by the caller: *slot is NULL at first. NULL:
 * there is none, and none is made any more. */
struct context **contexts_transition(struct contexts *contexts,
	const struct context *from, const struct context *over, uint32_t site,
	uint32_t function_and_flags);

#endif
