/* SPDX-License-Identifier: GPL-2.0-or-later
 * Follows the activations of watched functions, per thread: which are live,
 * which of their loops run, what object an address is in. */
#include "vg-tools/spectra/sp_watched.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

/* A thread's frames, newest last, and two stacks that run along with them: trip
 * counts of their loops, bases of their pointers. */
struct sp_frames_stack {
	struct sp_frame *frame;
	UInt depth, frame_capacity;
	ULong *trips;
	UInt trips_capacity;
	Addr *base;
	UInt base_capacity;
};

static struct sp_frames_stack *stacks; /* by thread */
static struct sp_frames_stack *current;

static struct sp_frames_stack *current_stack(void)
{
	if (UNLIKELY(!current))
		sp_frames_switch(1, 0);
	return current;
}

/* Extends LOW..HIGH by the objects of FRAME. */
static void sp_frames_add_span(
	const struct sp_frame *frame, Addr *low, Addr *high)
{
	if (frame->cfa + frame->function->lowest < *low)
		*low = frame->cfa + frame->function->lowest;
	if (frame->cfa + frame->function->highest > *high)
		*high = frame->cfa + frame->function->highest;
}

/* Read by added code, of the newest frame. */
static void expose(const struct sp_frames_stack *stack)
{
	const struct sp_frame *top;
	Addr low = ~(Addr)0, high = 0;

	if (stack->depth == 0) {
		sp_hot.cfa = 0;
		sp_hot.active = 0;
		sp_hot.size = 0;
		return;
	}
	top = &stack->frame[stack->depth - 1];
	sp_hot.cfa = top->cfa;
	sp_hot.active = top->active;
	/* Frames lie one below the other, so the ends of all are in these. */
	sp_frames_add_span(top, &low, &high);
	sp_frames_add_span(&stack->frame[0], &low, &high);
	sp_hot.low = low;
	sp_hot.size = high - low;
}

void sp_frames_switch(ThreadId thread, ULong blocks)
{
	if (!stacks)
		stacks = VG_(calloc)(
			"spectra.stacks", VG_N_THREADS, sizeof *stacks);
	if (current && current->depth > 0)
		current->frame[current->depth - 1].active = sp_hot.active;
	current = &stacks[thread];
	expose(current);
}

/*--- loops ---*/

static ULong *trips_of(const struct sp_loop *loop)
{
	struct sp_frames_stack *stack = current_stack();

	return &stack->trips[stack->frame[stack->depth - 1].first_loop +
			     loop->bit];
}

/* Whether the newest frame is LOOP's function; it is not when a function was
 * entered in a way that cannot be seen. */
static Bool is_current(const struct sp_loop *loop)
{
	struct sp_frames_stack *stack = current_stack();

	return stack->depth > 0 &&
	       stack->frame[stack->depth - 1].function == loop->function;
}

VG_REGPARM(1) void sp_loop_enter(struct sp_loop *loop)
{
	if (!is_current(loop) || (sp_hot.active >> loop->bit & 1))
		return;
	*trips_of(loop) = 0;
	sp_hot.active |= 1ull << loop->bit;
}

VG_REGPARM(1) void sp_loop_trip(struct sp_loop *loop)
{
	/* A body that begins with a loop begins again with each of its trips. */
	if (!is_current(loop) || (sp_hot.active & loop->inner))
		return;
	sp_loop_enter(loop);
	++*trips_of(loop);
}

static void end_loops(const struct sp_frames_stack *stack,
	const struct sp_frame *frame, ULong mask)
{
	UInt i;

	for (i = 0; mask != 0; i++, mask >>= 1)
		if (mask & 1)
			sp_record_trips(frame->function->loop[i],
				stack->trips[frame->first_loop + i]);
}

VG_REGPARM(1) void sp_loop_leave(ULong mask)
{
	struct sp_frames_stack *stack = current_stack();

	mask &= sp_hot.active;
	if (stack->depth > 0)
		end_loops(stack, &stack->frame[stack->depth - 1], mask);
	sp_hot.active &= ~mask;
}

/*--- entry and return ---*/

static void sp_frames_pop(struct sp_frames_stack *stack)
{
	struct sp_frame *frame = &stack->frame[stack->depth - 1];

	end_loops(stack, frame, sp_hot.active);
	frame->function->depth--;
	stack->depth--;
	if (stack->depth > 0)
		sp_hot.active = stack->frame[stack->depth - 1].active;
	else
		sp_hot.active = 0;
}

/* Ends the frames whose CFA the stack pointer has reached. */
static void pop_dead(struct sp_frames_stack *stack, Addr sp)
{
	Bool any = False;

	while (stack->depth > 0 && stack->frame[stack->depth - 1].cfa <= sp) {
		sp_frames_pop(stack);
		any = True;
	}
	if (any)
		expose(stack);
}

/* Makes ARRAY hold COUNT elements. */
static void *sp_frames_reserve(
	void *array, UInt *capacity, UInt count, SizeT bytes)
{
	if (count <= *capacity)
		return array;
	*capacity = count + count / 2 + 64;
	return VG_(realloc)("spectra.stack", array, *capacity * bytes);
}

static void sp_frames_push(
	struct sp_frames_stack *stack, struct sp_function *function, Addr cfa)
{
	struct sp_frame frame = {.function = function, .cfa = cfa};
	UInt i;

	if (stack->depth > 0) {
		struct sp_frame *top = &stack->frame[stack->depth - 1];
		top->active = sp_hot.active;
		frame.first_loop = top->first_loop + top->function->loop_count;
		frame.first_base =
			top->first_base + top->function->pointer_count;
	}
	stack->frame = sp_frames_reserve(stack->frame, &stack->frame_capacity,
		stack->depth + 1, sizeof *stack->frame);
	stack->trips = sp_frames_reserve(stack->trips, &stack->trips_capacity,
		frame.first_loop + function->loop_count, sizeof *stack->trips);
	stack->base = sp_frames_reserve(stack->base, &stack->base_capacity,
		frame.first_base + function->pointer_count,
		sizeof *stack->base);
	for (i = 0; i < function->pointer_count; i++)
		stack->base[frame.first_base + i] = 0;
	stack->frame[stack->depth++] = frame;
	if (function->depth++ == 0)
		function->outermost = cfa;
	expose(stack);
}

VG_REGPARM(3)
void sp_frames_enter(struct sp_function *function, Addr sp, Addr pc)
{
	struct sp_frames_stack *stack = current_stack();

	pop_dead(stack, sp);
	sp_frames_push(stack, function, sp + sizeof(Addr));
	if (!function->is_constructor)
		sp_record_depth(function->id, function->depth,
			function->outermost - (sp + sizeof(Addr)));
}

VG_REGPARM(1) void sp_frames_return(Addr sp)
{
	/* The stack pointer has passed the return address: it is the CFA. */
	pop_dead(current_stack(), sp);
}

/* After longjmp or an exception, frames above the one that runs are dead. If it
 * is none that was entered, nothing is known about it. */
VG_REGPARM(3)
void sp_frames_find(struct sp_function *function, Addr cfa, Addr sp)
{
	struct sp_frames_stack *stack = current_stack();
	UInt depth = stack->depth;

	while (depth > 0 && stack->frame[depth - 1].cfa != cfa)
		depth--;
	if (depth == 0 || stack->frame[depth - 1].function != function)
		return;
	while (stack->depth > depth)
		sp_frames_pop(stack);
	expose(stack);
}

void sp_frames_end_thread(ThreadId thread)
{
	sp_frames_switch(thread, 0);
	while (current->depth > 0)
		sp_frames_pop(current);
	expose(current);
}

void sp_frames_end(void)
{
	UInt i;

	for (i = 0; stacks && i < VG_N_THREADS; i++)
		sp_frames_end_thread(i);
}

/*--- objects ---*/

Addr *sp_frames_base(const struct sp_object *object)
{
	static Addr unknown;
	struct sp_frames_stack *stack = current_stack();
	const struct sp_frame *top;

	if (stack->depth == 0 || !object->function)
		return &unknown;
	top = &stack->frame[stack->depth - 1];
	if (top->function != object->function)
		return &unknown;
	return &stack->base[top->first_base + object->slot];
}

static Bool is_in_scope(
	const struct sp_frame *frame, const struct sp_object *object, Addr pc)
{
	if (object->high == 0)
		return True;
	/* Of older frames it is not known where they are: a slot that sibling
	 * blocks share is then nobody's. */
	if (frame->function->low <= pc && pc < frame->function->high)
		return object->low <= pc && pc < object->high;
	return object->is_class || object->kind == SP_ARRAY;
}

static const struct sp_object *sp_frames_find_in_frame(
	const struct sp_frame *frame, Addr address, Addr pc, Long *offset)
{
	Long from_cfa = address - frame->cfa;
	UInt i;

	if (from_cfa < frame->function->lowest ||
		from_cfa >= frame->function->highest)
		return NULL;
	for (i = 0; i < frame->function->object_count; i++) {
		const struct sp_object *object = frame->function->object[i];
		ULong bytes = object->element * object->count;
		sp_table.header->lookup_steps++;
		*offset = from_cfa - object->offset;
		if (object->kind != SP_POINTER && *offset >= 0 &&
			(ULong)*offset < bytes &&
			is_in_scope(frame, object, pc))
			return object;
	}
	return NULL;
}

static const struct sp_object *find_live(Addr address, Addr pc, Long *offset)
{
	struct sp_frames_stack *stack = current_stack();
	const struct sp_object *object;
	Bool is_constructing = False;
	UInt i;

	for (i = stack->depth; i > 0; i--) {
		const struct sp_frame *frame = &stack->frame[i - 1];
		sp_table.header->lookup_steps++;
		object = sp_frames_find_in_frame(frame, address, pc, offset);
		if (object)
			return is_constructing ? NULL : object;
		is_constructing |= frame->function->is_constructor;
		/* Frames further out lie higher. */
		if (frame->cfa > address)
			break;
	}
	return NULL;
}

const struct sp_object *sp_frames_object(Addr address, Addr pc, Long *offset)
{
	const struct sp_object *object;
	Addr start;

	sp_table.header->lookups++;
	if (address - sp_hot.low < sp_hot.size)
		return find_live(address, pc, offset);
	object = sp_watch_static(address);
	if (object) {
		*offset = address - object->offset;
		return object->kind == SP_POINTER ? NULL : object;
	}
	object = sp_requests_region(address, &start);
	if (object != NULL)
		*offset = address - start;
	return object;
}
