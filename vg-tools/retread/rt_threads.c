/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which stack runs: threads come and go, and switch between stacks.
 *
 * A stack pointer that leaves the memory of its stack, at a return, an indirect
 * jump or a call, has been switched: by swapcontext, or by a library that does
 * the same. Every stack is a thread of its own in the trace, so that nobody's
 * activations end because somebody else runs. */
#include "vg-tools/retread/rt_stack.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#define FIRST_FRAMES 64
/* How far above its first stack pointer a new stack may begin. */
#define ABOVE_BYTES 4096

struct rt_stack *rt_stack_current;

static struct {
	struct rt_stack **stacks; /* by ThreadId, the one that ran last first */
	ThreadId current;	  /* invalid: it has ended */
	struct rt_stack *ended;	  /* the current one, if so */
	UInt numbers;
	Bool *has_alternate; /* by ThreadId: a stack for signals */
} threads;

static void record_thread(UInt type, UInt number)
{
	struct trace_thread *record = rt_output_append(sizeof *record);

	record->tag = TRACE_TAG_BASE | type;
	record->thread = number;
}

static void free_stack(struct rt_stack *stack)
{
	VG_(free)(stack->frames);
	VG_(free)(stack->links);
	VG_(free)(stack);
}

static void replace_current(struct rt_stack *stack)
{
	if (threads.ended)
		free_stack(threads.ended);
	threads.ended = NULL;
	rt_stack_current = stack;
	threads.current = stack->thread;
}

static void make_current(struct rt_stack *stack)
{
	replace_current(stack);
	record_thread(TRACE_THREAD, stack->number);
	rt_hot.jump_site = 0;
	rt_stack_expose_top();
}

/* The memory that a stack with SP on it may use: the heap block, else the
 * mapping around it, and what that may still grow by. */
static Bool find_bounds(Addr sp, Addr *low, Addr *high)
{
	const NSegment *segment = VG_(am_find_nsegment)(sp);
	const NSegment *below;

	if (rt_malloc_find_block(sp, low, high))
		return True;
	if (!segment || !segment->hasW)
		return False;
	*low = segment->start;
	*high = segment->end;
	below = VG_(am_find_nsegment)(segment->start - 1);
	if (below && below->kind == SkResvn && below->smode == SmUpper)
		*low = below->start;
	return True;
}

/* Begins a stack of THREAD whose first function is FUNCTION, and runs it. */
static void add_stack(ThreadId thread, Addr sp, Addr function, Addr end)
{
	struct rt_stack *stack = VG_(calloc)("retread.stack", 1, sizeof *stack);

	if (!find_bounds(sp, &stack->low, &stack->high)) {
		stack->low = sp & ~(Addr)0xfff;
		stack->high = stack->low + 0xfff;
	}
	stack->top = sp;
	stack->thread = thread;
	stack->number = ++threads.numbers;
	stack->capacity = FIRST_FRAMES;
	stack->frames = VG_(malloc)(
		"retread.frames", FIRST_FRAMES * sizeof *stack->frames);
	stack->links = VG_(malloc)(
		"retread.links", FIRST_FRAMES * sizeof *stack->links);
	stack->next = threads.stacks[thread];
	threads.stacks[thread] = stack;
	replace_current(stack);
	record_thread(TRACE_THREAD, stack->number);
	rt_stack_append_call(0, function, sp);
	if (end <= sp)
		end = sp + ABOVE_BYTES < stack->high ? sp + ABOVE_BYTES
						     : stack->high;
	rt_stack_push(end, function, 0, 0);
}

/* The core goes on to tell of a stack that was taken away. */
void rt_threads_set_alternate_stack(ThreadId thread, const vki_stack_t *stack)
{
	threads.has_alternate[thread] = (stack->ss_flags & VKI_SS_DISABLE) == 0;
}

Bool rt_threads_is_on_alternate_stack(Addr sp)
{
	return threads.has_alternate[threads.current] &&
	       sp - VG_(thread_get_altstack_min)(threads.current) <=
		       VG_(thread_get_altstack_size)(threads.current);
}

void rt_threads_switch_stack(Addr sp)
{
	ThreadId thread = threads.current;
	struct rt_stack **link, *stack;
	Addr low, high;

	/* Frames of handlers belong to the stack that was interrupted. */
	if (rt_threads_is_on_alternate_stack(sp))
		return;
	for (link = &threads.stacks[thread]; *link; link = &(*link)->next) {
		stack = *link;
		if (!rt_stack_contains(stack, sp))
			continue;
		*link = stack->next;
		stack->next = threads.stacks[thread];
		threads.stacks[thread] = stack;
		make_current(stack);
		return;
	}
	/* Not a stack: whatever this is, it will not last. */
	if (find_bounds(sp, &low, &high))
		add_stack(thread, sp, 0, 0);
}

void rt_threads_switch(ThreadId thread, ULong blocks)
{
	if (thread != threads.current && threads.stacks[thread])
		make_current(threads.stacks[thread]);
}

void rt_threads_start(ThreadId thread)
{
	if (!threads.stacks) {
		threads.stacks = VG_(calloc)("retread.threads", VG_N_THREADS,
			sizeof *threads.stacks);
		threads.has_alternate = VG_(calloc)(
			"retread.threads", VG_N_THREADS, sizeof(Bool));
	}
	threads.has_alternate[thread] = False;
	/* clone() pops its arguments, so the first frame reaches to the end. */
	add_stack(thread, VG_(get_SP)(thread), VG_(get_IP)(thread),
		VG_(thread_get_stack_max)(thread) + 1);
}

static void free_stacks(ThreadId thread)
{
	while (threads.stacks[thread]) {
		struct rt_stack *stack = threads.stacks[thread];
		threads.stacks[thread] = stack->next;
		/* Late events, before another thread runs, have no frame. */
		if (stack == rt_stack_current)
			threads.ended = stack;
		else
			free_stack(stack);
	}
}

void rt_threads_end(ThreadId thread)
{
	const struct rt_stack *stack;

	rt_threads_switch(thread, 0);
	for (stack = threads.stacks[thread]; stack; stack = stack->next)
		record_thread(TRACE_THREAD_END, stack->number);
	free_stacks(thread);
	threads.current = VG_INVALID_THREADID;
}

static void retread_rt_threads_rebase(struct rt_stack *stack, UInt delta)
{
	UInt i;

	for (i = 0; i < stack->depth; i++)
		stack->frames[i].start_stamp =
			rt_stamp_rebased(stack->frames[i].start_stamp, delta);
}

void rt_threads_rebase(UInt delta)
{
	struct rt_stack *stack;
	UInt id;

	for (id = 0; threads.stacks && id < VG_N_THREADS; id++)
		for (stack = threads.stacks[id]; stack; stack = stack->next)
			retread_rt_threads_rebase(stack, delta);
	if (threads.current != VG_INVALID_THREADID)
		rt_stack_expose_top();
}

/* Looks up again which frames are quiet. */
static void update_quiet(void)
{
	struct rt_stack *stack;
	UInt id, i;

	for (id = 0; threads.stacks && id < VG_N_THREADS; id++)
		for (stack = threads.stacks[id]; stack; stack = stack->next)
			for (i = 0; i < stack->depth; i++)
				stack->frames[i].is_quiet =
					rt_quiet_has(stack->links[i].chain);
	/* A stack that has just begun has no frame yet. */
	if (rt_stack_current && rt_stack_current->depth != 0)
		rt_stack_expose_top();
}

void rt_threads_take_wishes(void)
{
	if (rt_quiet_take_wishes())
		update_quiet();
}

void rt_threads_forget_wishes(void)
{
	if (rt_quiet_forget())
		update_quiet();
}

void rt_threads_see_new_code(void)
{
	const struct rt_stack *stack = rt_stack_current;

	if (stack && stack->depth != 0 &&
		rt_quiet_end(stack->links[stack->depth - 1].chain))
		update_quiet();
}

static void record_frames(struct rt_stack *stack)
{
	UInt i;

	record_thread(TRACE_THREAD, stack->number);
	for (i = 0; i < stack->depth; i++) {
		struct rt_frame *frame = &stack->frames[i];
		rt_stack_append_call(frame->site, frame->function, frame->sp);
		frame->start_stamp = rt_stamp_now();
	}
}

void rt_threads_record_all(Bool is_child)
{
	struct rt_stack *stack;
	UInt id;

	for (id = 0; id < VG_N_THREADS; id++) {
		if (is_child && id != threads.current)
			free_stacks(id);
		for (stack = threads.stacks[id]; stack; stack = stack->next)
			if (stack != rt_stack_current)
				record_frames(stack);
	}
	record_frames(rt_stack_current);
	rt_stack_expose_top();
}
