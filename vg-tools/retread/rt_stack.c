/* SPDX-License-Identifier: GPL-2.0-or-later
 * The call stack: activations begin, are renamed, and end.
 *
 * An activation is known by the stack pointer at its entry. It ends when, at a
 * return or an indirect jump, the stack pointer is above that: so longjmp and
 * the landing of a C++ exception need nothing of their own. */
#include "vg-tools/retread/rt_stack.h"

#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"

static inline void expose_top(const struct rt_stack *stack)
{
	const struct rt_frame *top = &stack->frames[stack->depth - 1];

	rt_hot.frame_sp = top->sp;
	rt_hot.frame_function = top->function;
	rt_hot.frame_start_stamp = top->start_stamp;
	rt_hot.stack_low = stack->low;
	rt_hot.frame_height = top->sp - stack->low;
	rt_hot.keep_read = top->is_quiet ? 0 : TRACE_READ_BYTES;
	rt_hot.keep_value = top->is_quiet ? 0 : TRACE_READ_VALUE_BYTES;
}

void rt_stack_expose_top(void)
{
	expose_top(rt_stack_current);
}

/* The newest frame of STACK runs FUNCTION. */
static inline void name_top(struct rt_stack *stack, Addr function)
{
	UInt top = stack->depth - 1;

	stack->frames[top].function = function;
	trace_link_name(stack->links, top, function);
	stack->frames[top].is_quiet = rt_quiet_has(stack->links[top].chain);
}

void rt_stack_push(Addr sp, Addr function, UInt site, Addr interrupted)
{
	struct rt_stack *stack = rt_stack_current;
	struct rt_frame *frame;

	if (stack->depth == stack->capacity) {
		stack->capacity *= 2;
		stack->frames = VG_(realloc)("retread.frames", stack->frames,
			stack->capacity * sizeof *stack->frames);
		stack->links = VG_(realloc)("retread.links", stack->links,
			stack->capacity * sizeof *stack->links);
	}
	frame = &stack->frames[stack->depth++];
	frame->sp = sp;
	frame->start_stamp = rt_stamp_now();
	frame->site = site;
	frame->interrupted = interrupted;
	frame->call.record = NULL;
	name_top(stack, function);
	expose_top(stack);
}

static void rt_stack_fill_arguments(
	unsigned long long *argument, const VexGuestAMD64State *guest)
{
	argument[0] = guest ? guest->guest_RDI : 0;
	argument[1] = guest ? guest->guest_RSI : 0;
	argument[2] = guest ? guest->guest_RDX : 0;
	argument[3] = guest ? guest->guest_RCX : 0;
}

static struct trace_call *append_call(
	UInt site, Addr target, Addr sp, const VexGuestAMD64State *guest)
{
	struct trace_call *call = rt_output_append(sizeof *call);

	call->tag = TRACE_TAG_BASE | TRACE_CALL;
	call->site = site;
	call->target = target;
	call->stack_pointer = sp;
	rt_stack_fill_arguments(call->argument, guest);
	return call;
}

void rt_stack_append_call(UInt site, Addr function, Addr sp)
{
	append_call(site, function, sp, NULL);
}

/* Whether the records of the newest activation, which ends, were taken back. */
static Bool take_back_newest(struct rt_stack *stack)
{
	struct rt_frame *top = &stack->frames[stack->depth - 1];
	struct rt_call *outer = &top[-1].call;

	if (!rt_output_take_call(&top->call, top->start_stamp))
		return False;
	if (outer->end == top->call.record)
		outer->end = rt_hot.ptr;
	outer->calls += top->call.calls + 1;
	return True;
}

/* Ends the newest activations until DEPTH are left. */
static void rt_stack_pop_to(UInt depth)
{
	struct rt_stack *stack = rt_stack_current;
	struct trace_return *record;

	if (stack->depth == depth)
		return;
	if (depth != stack->depth - 1 || depth == 0 ||
		!take_back_newest(stack)) {
		record = rt_output_append(sizeof *record);
		record->tag = TRACE_TAG_BASE | TRACE_RETURN;
		record->count = stack->depth - depth;
	}
	while (stack->depth > depth)
		if (stack->frames[--stack->depth].interrupted & 1)
			stack->handlers--;
	rt_hot.jump_site = 0;
	expose_top(stack);
}

VG_REGPARM(1) void rt_stack_return(Addr sp)
{
	struct rt_stack *stack;
	UInt depth;

	if (UNLIKELY(!rt_stack_contains(rt_stack_current, sp)))
		rt_threads_switch_stack(sp);
	stack = rt_stack_current;
	depth = stack->depth;
	while (depth > 1 && stack->frames[depth - 1].sp < sp) {
		Addr interrupted = stack->frames[--depth].interrupted;
		/* A handler returns to what was interrupted only later, and
		 * comparing stack pointers of two stacks means nothing. */
		if (interrupted &&
			(sp <= interrupted ||
				((interrupted & 1) &&
					rt_threads_is_on_alternate_stack(sp))))
			break;
	}
	rt_stack_pop_to(depth);
}

/* After a jump out of handlers that run on an alternate stack, their frames
 * may look as if they were still below SP. */
static void leave_alternate_stack(Addr sp)
{
	struct rt_stack *stack = rt_stack_current;
	UInt depth = stack->depth;

	if (rt_threads_is_on_alternate_stack(sp))
		return;
	while (!(stack->frames[--depth].interrupted & 1))
		;
	rt_stack_pop_to(depth);
	rt_stack_return(sp);
}

static void retread_rt_stack_call(
	UInt site, Addr target, const VexGuestAMD64State *guest)
{
	Addr sp = guest->guest_RSP;
	struct trace_call *record;

	if (UNLIKELY(rt_stack_current->handlers))
		leave_alternate_stack(sp);
	/* A frame that is not above the new one has ended unseen; or this one
	 * is on another stack. */
	if (UNLIKELY(sp - rt_hot.stack_low >= rt_hot.frame_height))
		rt_stack_return(sp + 1);
	record = append_call(site, target, sp, guest);
	rt_hot.jump_site = 0;
	rt_stack_push(sp, target, site, 0);
	rt_output_note_call(
		&rt_stack_current->frames[rt_stack_current->depth - 1].call,
		record);
}

VG_REGPARM(3)
void rt_stack_call(UWord site, Addr target, VexGuestAMD64State *guest)
{
	retread_rt_stack_call(site, target, guest);
}

/* A call of an entry of the linkage table that jumps to *SLOT. */
VG_REGPARM(3)
void rt_stack_call_slot(UWord site, Addr *slot, VexGuestAMD64State *guest)
{
	retread_rt_stack_call(site, *slot, guest);
}

VG_REGPARM(2)
void rt_stack_enter(Addr function, VexGuestAMD64State *guest)
{
	struct rt_stack *stack = rt_stack_current;
	struct rt_frame *top = &stack->frames[stack->depth - 1];
	struct trace_enter *enter = rt_output_append(sizeof *enter);

	if (top->call.end == (UChar *)enter)
		top->call.end = (UChar *)(enter + 1);
	enter->tag = TRACE_TAG_BASE | TRACE_ENTER;
	enter->site = rt_hot.jump_site;
	enter->function = function;
	rt_stack_fill_arguments(enter->argument, guest);
	/* The handler of a signal: now its stack is known. */
	if (top->interrupted && top->function == 0)
		top->sp = guest->guest_RSP;
	name_top(stack, function);
	rt_hot.jump_site = 0;
	expose_top(stack);
}

void rt_stack_signal(ThreadId thread, Int signal, Bool is_alternate)
{
	Addr sp = VG_(get_SP)(thread);

	if (rt_rests) /* nobody would notice a jump out of the handler */
		return;
	rt_threads_switch(thread, 0);
	append_call(0, 0, sp, NULL);
	/* A frame of the handler is below the red zone; see rt_stack_enter. */
	rt_stack_push(
		sp - RT_RED_ZONE_BYTES, 0, 0, sp | (is_alternate ? 1 : 0));
	rt_stack_current->handlers += is_alternate;
}

void rt_stack_signal_done(ThreadId thread, Int signal)
{
	Addr sp = VG_(get_SP)(thread);
	UInt depth;

	rt_threads_switch(thread, 0);
	for (depth = rt_stack_current->depth; depth > 1; depth--) {
		Addr interrupted =
			rt_stack_current->frames[depth - 1].interrupted;
		if (interrupted != 0 && (interrupted & ~(Addr)1) == sp) {
			rt_stack_pop_to(depth - 1);
			return;
		}
	}
}

UInt rt_stack_depth(void)
{
	return rt_stack_current->depth;
}
