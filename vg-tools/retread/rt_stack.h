/* SPDX-License-Identifier: GPL-2.0-or-later
 * Stacks of activations: one per thread, and one for every other stack that a
 * thread switches to (coroutines), which is a thread of its own in the trace. */
#ifndef RETREAD_VG_TOOLS_RETREAD_RT_STACK_H
#define RETREAD_VG_TOOLS_RETREAD_RT_STACK_H

#include "vg-tools/retread/rt_parts.h"

struct rt_frame {
	Addr sp; /* at entry */
	Addr function;
	UInt start_stamp;
	UInt site;
	/* A signal's frame: SP it came at, with bit 0 if its handler runs on
	 * an alternate stack. Else 0. */
	Addr interrupted;
	struct rt_call call;
	Bool is_quiet; /* its reads are left out */
};

struct rt_stack {
	struct rt_stack *next; /* of the same thread */
	ThreadId thread;
	UInt number; /* in the trace */
	struct rt_frame *frames;
	struct trace_link *links; /* of the frames */
	UInt depth;		  /* never 0: the oldest frame is the stack's */
	UInt capacity;
	UInt handlers; /* frames of signals on an alternate stack */
	Addr low;      /* its memory, both inclusive */
	Addr high;
	Addr top; /* the stack pointer when it began */
};

/*--- rt_stack.c ---*/

/* Tells translated code about the newest frame of the current stack. */
void rt_stack_expose_top(void);
/* Begins an activation, of FUNCTION (0: not known yet), on the current stack. */
void rt_stack_push(Addr sp, Addr function, UInt site, Addr interrupted);
/* Records the beginning of an activation without arguments. */
void rt_stack_append_call(UInt site, Addr function, Addr sp);

/*--- rt_threads.c ---*/

/* The one that runs; while no thread does, the one that did. */
extern struct rt_stack *rt_stack_current;

/* As in analyzer/program/stack.h. */
#define RT_STACK_BELOW ((Addr)1 << 16)
#define RT_STACK_SPAN  ((Addr)1 << 30)

/* Whether ADDRESS is in a frame of the current stack, as far as the newest and the oldest
 * tell: of what is written there again no reader wants to know. */
static inline Bool rt_stack_holds(Addr address)
{
	Addr low = rt_hot.frame_sp - RT_STACK_BELOW;
	Addr bytes = rt_stack_current->top - low;

	return bytes < RT_STACK_SPAN && address - low < bytes;
}

/* Makes the stack that SP is on the current one. */
void rt_threads_switch_stack(Addr sp);
Bool rt_threads_is_on_alternate_stack(Addr sp);

static inline Bool rt_stack_contains(const struct rt_stack *stack, Addr sp)
{
	return sp - stack->low <= stack->high - stack->low;
}

#endif
