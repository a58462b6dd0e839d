/* SPDX-License-Identifier: GPL-2.0-or-later
 * The call stack of every thread: activations begin, are renamed, and end.
 *
 * An activation is known by the stack pointer at its entry. It ends when, at a
 * return or an indirect jump, the stack pointer is above that: so longjmp and
 * the landing of a C++ exception need nothing of their own. */
#include "vg-tools/retread/rt_internal.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#define FIRST_FRAMES 256

struct frame {
	Addr sp;
	Addr function;
	UInt start_stamp;
	UInt site;
	/* A signal's frame: SP it came at, with bit 0 if its handler runs on
	 * an alternate stack. Else 0. */
	Addr interrupted;
};

struct thread {
	struct frame *frames; /* NULL: the thread does not live */
	UInt depth;
	UInt capacity;
	UInt number;   /* in the trace */
	UInt handlers; /* frames of signals on an alternate stack */
};

static struct {
	struct thread *threads; /* by ThreadId */
	struct thread *current;
	ThreadId current_id;
	UInt threads_seen;
} stack;

/* Copies what translated code needs of the newest frame. */
static void expose_top(void)
{
	const struct frame *top =
		&stack.current->frames[stack.current->depth - 1];

	rt_hot.frame_sp = top->sp;
	rt_hot.frame_function = top->function;
	rt_hot.frame_start_stamp = top->start_stamp;
}

static void push(Addr sp, Addr function, UInt site, Addr interrupted)
{
	struct thread *thread = stack.current;
	struct frame *frame;

	if (thread->depth == thread->capacity) {
		thread->capacity *= 2;
		thread->frames = VG_(realloc)("retread.frames", thread->frames,
			thread->capacity * sizeof *thread->frames);
	}
	frame = &thread->frames[thread->depth++];
	frame->sp = sp;
	frame->function = function;
	frame->start_stamp = rt_stamp_now();
	frame->site = site;
	frame->interrupted = interrupted;
	expose_top();
}

static struct trace_call *append_call(UInt site, Addr target, Addr sp)
{
	struct trace_call *call = rt_output_append(sizeof *call);

	call->tag = TRACE_TAG_BASE | TRACE_CALL;
	call->site = site;
	call->target = target;
	call->stack_pointer = sp;
	return call;
}

static void fill_arguments(
	unsigned long long *argument, const VexGuestAMD64State *guest)
{
	argument[0] = guest ? guest->guest_RDI : 0;
	argument[1] = guest ? guest->guest_RSI : 0;
	argument[2] = guest ? guest->guest_RDX : 0;
	argument[3] = guest ? guest->guest_RCX : 0;
}

/* Ends the newest activations until DEPTH are left. */
static void pop_to(UInt depth)
{
	struct thread *thread = stack.current;
	struct trace_return *record;

	if (thread->depth == depth)
		return;
	record = rt_output_append(sizeof *record);
	record->tag = TRACE_TAG_BASE | TRACE_RETURN;
	record->count = thread->depth - depth;
	while (thread->depth > depth)
		if (thread->frames[--thread->depth].interrupted & 1)
			thread->handlers--;
	rt_hot.jump_site = 0;
	expose_top();
}

static Bool is_on_alternate_stack(Addr sp)
{
	return sp - VG_(thread_get_altstack_min)(stack.current_id) <=
	       VG_(thread_get_altstack_size)(stack.current_id);
}

VG_REGPARM(1) void rt_stack_return(Addr sp)
{
	struct thread *thread = stack.current;
	UInt depth = thread->depth;

	/* The oldest frame is the thread's; it ends with it. */
	while (depth > 1 && thread->frames[depth - 1].sp < sp) {
		Addr interrupted = thread->frames[--depth].interrupted;
		/* A handler returns to what was interrupted only later, and
		 * comparing stack pointers of two stacks means nothing. */
		if (interrupted && (sp <= interrupted ||
					   ((interrupted & 1) &&
						   is_on_alternate_stack(sp))))
			break;
	}
	pop_to(depth);
}

/* After a jump out of handlers that run on an alternate stack, their frames
 * may look as if they were still below SP. */
static void leave_alternate_stack(Addr sp)
{
	struct thread *thread = stack.current;
	UInt depth = thread->depth;

	if (is_on_alternate_stack(sp))
		return;
	while (!(thread->frames[--depth].interrupted & 1))
		;
	pop_to(depth);
	rt_stack_return(sp);
}

static void call(UInt site, Addr target, const VexGuestAMD64State *guest)
{
	Addr sp = guest->guest_RSP;

	if (UNLIKELY(stack.current->handlers))
		leave_alternate_stack(sp);
	/* A frame that is not above the new one has ended unseen. */
	if (UNLIKELY(rt_hot.frame_sp <= sp))
		rt_stack_return(sp + 1);
	fill_arguments(append_call(site, target, sp)->argument, guest);
	rt_hot.jump_site = 0;
	push(sp, target, site, 0);
}

VG_REGPARM(3)
void rt_stack_call(UWord site, Addr target, VexGuestAMD64State *guest)
{
	call(site, target, guest);
}

/* A call of a PLT stub that jumps to *SLOT. */
VG_REGPARM(3)
void rt_stack_call_slot(UWord site, Addr *slot, VexGuestAMD64State *guest)
{
	call(site, *slot, guest);
}

VG_REGPARM(2)
void rt_stack_enter(Addr function, VexGuestAMD64State *guest)
{
	struct frame *top = &stack.current->frames[stack.current->depth - 1];
	struct trace_enter *enter = rt_output_append(sizeof *enter);

	enter->tag = TRACE_TAG_BASE | TRACE_ENTER;
	enter->site = rt_hot.jump_site;
	enter->function = function;
	fill_arguments(enter->argument, guest);
	/* The handler of a signal: now its stack is known. */
	if (top->interrupted && top->function == 0) {
		top->sp = guest->guest_RSP;
		rt_hot.frame_sp = top->sp;
	}
	top->function = function;
	rt_hot.frame_function = function;
	rt_hot.jump_site = 0;
}

static void record_thread(UInt type, UInt number)
{
	struct trace_thread *record = rt_output_append(sizeof *record);

	record->tag = TRACE_TAG_BASE | type;
	record->thread = number;
}

void rt_stack_switch(ThreadId id, ULong blocks)
{
	if (id == stack.current_id || stack.threads[id].frames == NULL)
		return;
	stack.current_id = id;
	stack.current = &stack.threads[id];
	record_thread(TRACE_THREAD, stack.current->number);
	rt_hot.jump_site = 0;
	expose_top();
}

void rt_stack_start_thread(ThreadId id)
{
	struct thread *thread;
	Addr sp = VG_(get_SP)(id);
	Addr end = VG_(thread_get_stack_max)(id) + 1;

	if (stack.threads == NULL)
		stack.threads = VG_(calloc)(
			"retread.threads", VG_N_THREADS, sizeof *stack.threads);
	thread = &stack.threads[id];
	thread->number = ++stack.threads_seen;
	thread->depth = 0;
	thread->handlers = 0;
	thread->capacity = FIRST_FRAMES;
	thread->frames = VG_(malloc)(
		"retread.frames", FIRST_FRAMES * sizeof *thread->frames);
	stack.current = thread;
	stack.current_id = id;
	record_thread(TRACE_THREAD, thread->number);
	fill_arguments(append_call(0, VG_(get_IP)(id), sp)->argument, NULL);
	/* clone() pops its arguments, so this frame reaches up to the end. */
	push(end > sp ? end : sp + 4096, VG_(get_IP)(id), 0, 0);
}

void rt_stack_end_thread(ThreadId id)
{
	struct thread *thread = &stack.threads[id];

	if (thread->frames == NULL)
		return;
	rt_stack_switch(id, 0);
	record_thread(TRACE_THREAD_END, thread->number);
	VG_(free)(thread->frames);
	thread->frames = NULL;
	/* Nobody runs until the next switch; late events need a frame. */
	stack.current_id = VG_INVALID_THREADID;
}

void rt_stack_signal(ThreadId id, Int signal, Bool is_alternate)
{
	Addr sp = VG_(get_SP)(id);

	rt_stack_switch(id, 0);
	fill_arguments(append_call(0, 0, sp)->argument, NULL);
	/* A frame of the handler is below the red zone; see rt_stack_enter. */
	push(sp - 128, 0, 0, sp | (is_alternate ? 1 : 0));
	stack.current->handlers += is_alternate;
}

void rt_stack_signal_done(ThreadId id, Int signal)
{
	Addr sp = VG_(get_SP)(id);
	UInt depth;

	rt_stack_switch(id, 0);
	for (depth = stack.current->depth; depth > 1; depth--) {
		if ((stack.current->frames[depth - 1].interrupted & ~1ull) ==
			sp) {
			pop_to(depth - 1);
			return;
		}
	}
}

void rt_stack_rebase(UInt delta)
{
	UInt id, i;

	if (stack.threads == NULL)
		return;
	for (id = 0; id < VG_N_THREADS; id++) {
		struct thread *thread = &stack.threads[id];
		if (thread->frames == NULL)
			continue;
		for (i = 0; i < thread->depth; i++)
			thread->frames[i].start_stamp = rt_stamp_rebased(
				thread->frames[i].start_stamp, delta);
	}
	if (stack.current_id != VG_INVALID_THREADID)
		expose_top();
}

static void record_frames(ThreadId id)
{
	struct thread *thread = &stack.threads[id];
	UInt i;

	record_thread(TRACE_THREAD, thread->number);
	for (i = 0; i < thread->depth; i++) {
		struct frame *frame = &thread->frames[i];
		fill_arguments(
			append_call(frame->site, frame->function, frame->sp)
				->argument,
			NULL);
		frame->start_stamp = rt_stamp_now();
	}
}

void rt_stack_record_all(Bool is_child)
{
	UInt id;

	for (id = 0; id < VG_N_THREADS; id++) {
		struct thread *thread = &stack.threads[id];
		if (id == stack.current_id || thread->frames == NULL)
			continue;
		if (is_child) {
			VG_(free)(thread->frames);
			thread->frames = NULL;
		} else {
			record_frames(id);
		}
	}
	record_frames(stack.current_id);
	expose_top();
}
