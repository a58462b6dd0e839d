/* SPDX-License-Identifier: MIT
 * One thread's call stack in the source's terms, and the activations on it.
 *
 * Frames are LOGICAL: a function that was inlined has one, and a function that
 * ended in a sibling call keeps its own until the callee returns, so that
 * contexts at -O2 read like those at -O0. However often
 * functions jump to each other, such a chain has few frames.
 *
 * A SUBJECT is an activation that is analysed: the outermost live one of a
 * function with debug information that is not a system header's.
 *
 * Calls are noted when they happen and become frames only when something in
 * them needs a context: most leaf calls never do. */
#ifndef RETREAD_ANALYZER_PROGRAM_STACK_H
#define RETREAD_ANALYZER_PROGRAM_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/program/contexts.h"
#include "analyzer/program/sites.h"
#include "analyzer/program/sorts.h"
#include "lib/format/trace_format.h"

struct call_stack;
struct test_framework;

#define STACK_ARGUMENTS 4

struct subject {
	uint64_t start; /* clock: what was written before it is its input */
	uint64_t
		serial; /* of the activation, from 1, no two alike in a process */
	const struct symbol_function *function;
	uint32_t frame;	      /* index of its frame */
	uint32_t caller_site; /* site that called it, 0: none */
	uint64_t argument[STACK_ARGUMENTS];
	struct aec *live; /* its AECs with reads, a list */
	/* For rule `rewalk`, which keeps them: */
	struct rewalk_node *rewalk; /* its sequences with repetitions, a list */
	struct rewalk_ranges *ranges; /* the same for strings */
	/* Cells read first by this activation or an inner one that is over. A
	 * cell counts for all enclosing ones that had not read it: see
	 * rewalk_footprint. */
	int64_t footprint;
	uint64_t fresh; /* clock of the last of them */
};

/* What the stacks of all threads of a process share. END is called when
 * the activation of the innermost subject is over, before it goes. */
struct stack_shared {
	struct symbols *symbols;
	struct sites *sites;
	struct contexts *contexts;
	uint64_t serial; /* the last one given */
	uint64_t activations;
	uint64_t functions; /* that had a subject, each thread's counted once */
	/* The same of functions that only a test framework's name keeps from that, and the
	 * framework of the first. */
	uint64_t left_out;
	const struct test_framework *framework;
	uint64_t main_start; /* clock at which main() began, at first 1 */
	void (*end)(void *data, struct call_stack *stack);
	void *data;
	bool inexact; /* a context was too deep for definition 6 and is approximate */
};

struct call_stack *stack_new(struct stack_shared *shared, uint32_t thread_slot);
void stack_free(struct call_stack *stack);

/* CLOCK: after the record. */
void stack_call(struct call_stack *stack, const struct trace_call *call,
	uint64_t clock);
void stack_enter(struct call_stack *stack, const struct trace_enter *enter,
	uint64_t clock);
/* The newest COUNT activations end; more than there are is all of them. */
void stack_return(struct call_stack *stack, uint32_t count);

/* Other code may be at an address from now on. */
void stack_forget_code(struct call_stack *stack);

/* The context of what happens now. */
struct context *stack_materialize(struct call_stack *stack);

struct stack_view {
	struct context *context; /* current, if no call is pending */
	struct subject *subject; /* live ones, outermost first */
	uint32_t subject_count;
	uint32_t pending;	/* calls without a frame yet */
	uint64_t stack_pointer; /* of the newest frame, at entry */
	uint64_t stack_top;	/* of the oldest; 0: there is none */
	/* Clock at which the newest frame of the user's called into a library of
	 * the system that runs now, 0: it runs itself. */
	uint64_t library;
	uint64_t serial;   /* of the newest frame */
	uint64_t chain;	   /* number of the calls': struct trace_link */
	uint64_t argument; /* the first, of the call or entry that was last */
};

/* Room below the newest frame's entry that counts as the stack. */
#define STACK_BELOW (UINT64_C(1) << 16)
/* Frames further from each other are of different stacks. */
#define STACK_SPAN (UINT64_C(1) << 30)

/* The view is kept up to date in place, for the hot loop. */
static inline struct stack_view *stack_view(struct call_stack *stack)
{
	return (struct stack_view *)stack;
}

static inline struct context *stack_context(struct call_stack *stack)
{
	struct stack_view *view = stack_view(stack);

	return view->pending == 0 ? view->context : stack_materialize(stack);
}

/* Whether ADDRESS is in a frame, as far as the newest and the oldest tell. */
static inline bool stack_holds(const struct stack_view *view, uint64_t address)
{
	uint64_t low = view->stack_pointer - STACK_BELOW;
	uint64_t bytes = view->stack_top - low;

	return address - low < (bytes < STACK_SPAN ? bytes : 2 * STACK_BELOW);
}

/* The site of the call that the frame runs now in which ADDRESS lies, 0: not known. OFFSET of
 * PLACE is of ADDRESS from its canonical frame address, IS_OWN whether SUBJECT or what it
 * called has it. */
uint32_t stack_site_of(const struct call_stack *stack,
	const struct subject *subject, uint64_t address,
	struct symbol_place *place);

/* Clock at which the frame began that ADDRESS lies in, 0 if it is in none. */
uint64_t stack_frame_born(const struct call_stack *stack, uint64_t address);

/* What the function at TARGET sorts, if the newest frame's function does not sort. */
enum sorts_what stack_sorts(struct call_stack *stack, uint64_t target);

/* The call that runs now: its call site, or 0; and the context it was made
 * from, NULL at the bottom of the stack. */
uint32_t stack_caller(struct call_stack *stack, struct context **context);

/* Identity of the machine frame that ADDRESS lies in; 0: it is in none. */
uint64_t stack_frame_at(const struct call_stack *stack, uint64_t address);

/* Whether a call that is live and below SUBJECT, of code that is not the user's, has VALUE
 * as its first argument. */
bool stack_has_passed(const struct call_stack *stack,
	const struct subject *subject, uint64_t value);

/* The context of the frame NUMBER, counted from SUBJECT's on to the newest; NULL: there
 * is none. */
const struct context *stack_context_of(const struct call_stack *stack,
	const struct subject *subject, uint32_t number);

#endif
