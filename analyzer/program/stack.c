/* SPDX-License-Identifier: MIT
 * One thread's logical call stack. */
#include "config.h"

#include "analyzer/program/stack.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/program/shortest_path.h"
#include "analyzer/program/user_code.h"
#include "analyzer/symbols/chosen_code.h"
#include "lib/memory.h"

enum frame_kind {
	FRAME_MACHINE, /* begun by a call instruction or a signal */
	FRAME_INLINED, /* belongs to the call made from it, above it */
	FRAME_TAIL,    /* begun by a jump; ends with the machine frame below */
	FRAME_TAIL_AGAIN /* the same, to a function of the same chain */
};

struct stack_frame {
	struct context *context;
	const struct symbol_function *function;
	uint64_t stack_pointer;
	uint64_t serial;
	uint64_t clock;	   /* it began at */
	uint64_t library;  /* see stack_view */
	uint64_t argument; /* the first */
	size_t distance;   /* index of its row in stack->distance */
	uint32_t site;	   /* that began it, 0: none */
	uint32_t place;	   /* in the frame below */
	uint32_t
		previous; /* 1 + index of the next frame down of this function */
	bool is_subject;
	bool is_shortcut; /* a recursion that shortened a path: see reach */
	enum frame_kind kind;
};

/* A call that has no frame yet. */
struct pending {
	uint64_t target;
	uint64_t stack_pointer;
	uint64_t clock;
	uint64_t argument[STACK_ARGUMENTS];
	uint32_t site;
	bool is_tail;
};

/* What a stack knows of a function, by symbol_function.index. */
struct function_state {
	uint32_t newest_frame; /* 1 + index; 0: none is live */
	bool is_subject;       /* an activation of it is */
	bool was_subject;
	signed char accepted; /* as a subject: 1 yes, -1 no, 0 not asked yet */
	signed char library;  /* 1: of the system's; -1 no, 0 not asked yet */
	enum sorts_what sorts;
};

#define TARGET_CACHE 1024

struct call_stack {
	struct stack_view view; /* first: see stack_view */
	struct stack_shared *shared;
	struct context *bottom; /* of an empty stack */
	uint32_t thread_slot;
	size_t subject_capacity;
	struct stack_frame *frame;
	size_t frame_count, frame_capacity;
	struct pending *pending;
	size_t pending_capacity;
	struct function_state *function;
	size_t function_capacity;
	/* For each frame the length of the shortest path to its function from
	 * each subject, in the weights of definition 6. */
	uint32_t *distance;
	size_t distance_count, distance_capacity;
	size_t rows;	    /* of the first frames, that are filled in */
	uint32_t shortcuts; /* frames that are one */
	/* Of the calls that have not ended, in the recorder's terms. */
	struct trace_link *link;
	size_t link_count, link_capacity;
	struct {
		uint64_t target;
		const struct symbol_function *function;
	} target[TARGET_CACHE];
};

struct call_stack *stack_new(struct stack_shared *shared, uint32_t thread_slot)
{
	struct call_stack *stack = memory_alloc_zero(1, sizeof *stack);

	stack->shared = shared;
	stack->thread_slot = thread_slot;
	stack->bottom = contexts_intern(shared->contexts, thread_slot, NULL,
		(struct path *[]){NULL}, 0);
	stack->view.context = stack->bottom;
	return stack;
}

void stack_free(struct call_stack *stack)
{
	if (!stack)
		return;
	free(stack->view.subject);
	free(stack->frame);
	free(stack->pending);
	free(stack->function);
	free(stack->distance);
	free(stack->link);
	free(stack);
}

static const struct symbol_function *stack_function_at(
	struct call_stack *stack, uint64_t target)
{
	size_t i = (target ^ target >> 12) % TARGET_CACHE;

	if (stack->target[i].target != target || !stack->target[i].function) {
		stack->target[i].target = target;
		stack->target[i].function =
			symbols_function_at(stack->shared->symbols, target);
	}
	return stack->target[i].function;
}

void stack_forget_code(struct call_stack *stack)
{
	memset(stack->target, 0, sizeof stack->target);
}

static struct function_state *function_state(
	struct call_stack *stack, const struct symbol_function *function)
{
	size_t old = stack->function_capacity;

	if (function->index >= old) {
		stack->function = memory_grow(stack->function,
			&stack->function_capacity, (size_t)function->index + 1,
			sizeof *stack->function);
		memset(stack->function + old, 0,
			(stack->function_capacity - old) *
				sizeof *stack->function);
	}
	return &stack->function[function->index];
}

static enum sorts_what stack_sorts_of(
	struct call_stack *stack, const struct symbol_function *function)
{
	struct function_state *state = function_state(stack, function);

	if (state->sorts == SORTS_UNKNOWN)
		state->sorts = sorts_of_name(function->name);
	return state->sorts;
}

enum sorts_what stack_sorts(struct call_stack *stack, uint64_t target)
{
	enum sorts_what what =
		stack_sorts_of(stack, stack_function_at(stack, target));
	const struct context *context;

	if (what == SORTS_NOTHING)
		return what;
	context = stack_context(stack);
	return context->function && stack_sorts_of(stack, context->function) !=
					    SORTS_NOTHING
		       ? SORTS_NOTHING
		       : what;
}

static void count_left_out(
	struct stack_shared *shared, const struct symbol_function *function)
{
	if (shared->left_out++ == 0)
		shared->framework = chosen_code_framework(function);
}

static bool becomes_subject(struct stack_shared *shared,
	struct function_state *state, const struct symbol_function *function)
{
	if (state->is_subject)
		return false;
	if (state->accepted == 0) {
		state->accepted = user_code_has(function) ? 1 : -1;
		if (user_code_lacks_framework(function))
			count_left_out(shared, function);
	}
	return state->accepted > 0;
}

/* --- contexts ------------------------------------------------------------ */

/* The path from subject K to FUNCTION, called at PLACE from the newest frame,
 * by definition 6 itself. Returns NULL when that is too large. */
static struct path *shortest_path(struct call_stack *stack, uint32_t k,
	const struct symbol_function *function, uint32_t place,
	uint32_t *distance)
{
	struct contexts *contexts = stack->shared->contexts;
	size_t start = stack->view.subject[k].frame;
	size_t count = stack->frame_count - start;
	struct call_step *step = memory_alloc((count + 1) * sizeof *step);
	struct path *path = NULL;

	for (size_t i = 0; i < count; i++)
		step[i] = (struct call_step){stack->frame[start + i].function,
			stack->frame[start + i].place};
	step[count] = (struct call_step){function, place};
	count = shortest_path_reduce(step, count + 1, distance);
	for (size_t i = 0; i < count; i++)
		path = i == 0 ? contexts_path_root(contexts, step[i].function,
					stack->thread_slot)
			      : contexts_path_call(contexts, path,
					step[i].place, step[i].function);
	free(step);
	return path;
}

/* The row of distances of the frame INDEX from SUBJECTS, if nothing but the frame below
 * leads there; there is room for it. */
static uint32_t *fill_row(
	struct call_stack *stack, size_t index, size_t at, uint32_t subjects)
{
	const struct stack_frame *below =
		index != 0 ? &stack->frame[index - 1] : NULL;
	uint32_t *row = stack->distance + at;

	/* A subject is a function on the stack. */
	assert(subjects == 0 || below);
	for (uint32_t k = 0; k < subjects; k++) {
		uint32_t weight =
			(uint32_t)index - stack->view.subject[k].frame;
		uint32_t through =
			stack->distance[below->distance + k] + weight;
		row[k] = through < weight ? UINT32_MAX : through;
	}
	return row;
}

/* Fills the rows of distances of all frames that have none yet: they are needed for
 * recursion alone. */
static void fill_rows(struct call_stack *stack)
{
	for (; stack->rows < stack->frame_count; stack->rows++) {
		const struct stack_frame *frame = &stack->frame[stack->rows];
		uint32_t subjects =
			frame->context->subjects - frame->is_subject;
		fill_row(stack, stack->rows, frame->distance, subjects);
		/* Of the subject that this frame begins. */
		stack->distance[frame->distance + subjects] = 0;
	}
}

/* Fills the new row of distances for a call over the frame OLD, a recursion, and says
 * whether it makes a path shorter. */
static bool reach(struct call_stack *stack, const struct stack_frame *old)
{
	uint32_t subjects = stack->view.subject_count;
	uint32_t *row;
	bool shorter = false;

	stack->distance = memory_grow(stack->distance,
		&stack->distance_capacity, stack->distance_count + subjects + 1,
		sizeof *stack->distance);
	fill_rows(stack);
	row = fill_row(
		stack, stack->frame_count, stack->distance_count, subjects);
	for (uint32_t k = 0; k < subjects && k < old->context->subjects; k++) {
		uint32_t known = stack->distance[old->distance + k];
		if (row[k] < known)
			shorter = true;
		else
			row[k] = known;
	}
	row[subjects] = 0; /* of the subject that this frame may begin */
	stack->rows = stack->frame_count + 1;
	return shorter;
}

/* The context of a call at PLACE to FUNCTION, of which OLD is the newest live
 * frame, if any. */
static struct context *call_context(struct call_stack *stack,
	const struct stack_frame *old, const struct symbol_function *function,
	uint32_t place, bool new_subject, bool exact)
{
	struct contexts *contexts = stack->shared->contexts;
	struct context *from = stack->view.context, *context;
	uint32_t subjects = from->subjects;
	struct path **path = memory_alloc((subjects + 1) * sizeof *path);

	contexts_note_call(contexts, from->function, place, function, old);
	for (uint32_t k = 0; k < subjects; k++) {
		bool reached = old && k < old->context->subjects;
		path[k] = NULL;
		if (reached && exact) {
			path[k] = shortest_path(stack, k, function, place,
				&stack->distance[stack->distance_count + k]);
			stack->shared->inexact |= path[k] == NULL;
		}
		if (!path[k] && reached)
			path[k] = old->context->path[k];
		if (!path[k])
			path[k] = contexts_path_call(
				contexts, from->path[k], place, function);
	}
	if (new_subject)
		path[subjects] = contexts_path_root(
			contexts, function, stack->thread_slot);
	context = contexts_intern(contexts, stack->thread_slot, function, path,
		subjects + new_subject);
	free(path);
	return context;
}

static bool is_unknown(const struct context *context)
{
	return context->id == CONTEXT_UNKNOWN;
}

/* The same, from memory if it was met before; unknown if it is new and nothing new
 * is followed any more. */
static struct context *next_context(struct call_stack *stack,
	const struct stack_frame *old, const struct symbol_function *function,
	uint32_t place, bool new_subject, bool exact)
{
	struct contexts *contexts = stack->shared->contexts;
	struct context *from = stack->view.context;
	uint32_t key = function->index | (uint32_t)new_subject << 31;
	const struct context *over = old ? old->context : NULL;
	struct context **memo = NULL;

	if (!exact && from->last.to && from->last.site == place &&
		from->last.function_and_flags == key && from->last.over == over)
		return from->last.to;
	if (!exact && !is_unknown(from) && (!over || !is_unknown(over)))
		memo = contexts_transition(contexts, from, over, place, key);
	if (!memo && contexts_is_frozen(contexts))
		return contexts_unknown(contexts, stack->thread_slot,
			from->subjects + new_subject);
	if (!memo)
		return call_context(
			stack, old, function, place, new_subject, true);
	if (!*memo)
		*memo = call_context(
			stack, old, function, place, new_subject, false);
	from->last.over = over;
	from->last.site = place;
	from->last.function_and_flags = key;
	from->last.to = *memo;
	return *memo;
}

/* --- frames ------------------------------------------------------------- */

static void begin_subject(struct call_stack *stack,
	const struct stack_frame *frame, const struct pending *pending)
{
	struct stack_view *view = &stack->view;
	struct subject *subject;

	view->subject = memory_grow(view->subject, &stack->subject_capacity,
		view->subject_count + 1, sizeof *view->subject);
	subject = &view->subject[view->subject_count++];
	*subject = (struct subject){
		.start = pending->clock,
		.serial = frame->serial,
		.function = frame->function,
		.frame = (uint32_t)(frame - stack->frame),
		.caller_site = pending->site,
	};
	memcpy(subject->argument, pending->argument, sizeof subject->argument);
	stack->shared->activations++;
	if (stack->shared->main_start <= 1 &&
		strcmp(frame->function->name, "main") == 0)
		stack->shared->main_start = pending->clock;
}

/* What a frame that PENDING begins, of the function of STATE, has as its
 * library. */
static uint64_t library_call(const struct call_stack *stack,
	const struct function_state *state, const struct pending *pending)
{
	if (state->library < 0)
		return 0;
	return stack->view.library != 0 ? stack->view.library : pending->clock;
}

static void stack_push(struct call_stack *stack, enum frame_kind kind,
	const struct symbol_function *function, uint32_t place,
	const struct pending *pending)
{
	struct function_state *state = function_state(stack, function);
	bool new_subject = kind != FRAME_INLINED &&
			   becomes_subject(stack->shared, state, function);
	const struct stack_frame *old =
		state->newest_frame != 0
			? &stack->frame[state->newest_frame - 1]
			: NULL;
	bool shorter = old && reach(stack, old);
	bool exact = old && (shorter || stack->shortcuts != 0);
	struct context *context =
		next_context(stack, old, function, place, new_subject, exact);
	struct stack_frame *frame;

	if (state->library == 0)
		state->library = user_code_is_library(function) ? 1 : -1;
	stack->frame = memory_grow(stack->frame, &stack->frame_capacity,
		stack->frame_count + 1, sizeof *stack->frame);
	frame = &stack->frame[stack->frame_count++];
	*frame = (struct stack_frame){
		.context = context,
		.function = function,
		.stack_pointer = pending->stack_pointer,
		.serial = ++stack->shared->serial,
		.clock = pending->clock,
		.library = library_call(stack, state, pending),
		.argument = pending->argument[0],
		.distance = stack->distance_count,
		.site = pending->site,
		.place = place,
		.previous = state->newest_frame,
		.is_subject = new_subject,
		.is_shortcut = shorter,
		.kind = kind,
	};
	stack->distance_count += context->subjects;
	stack->shortcuts += shorter;
	state->newest_frame = (uint32_t)stack->frame_count;
	stack->view.context = context;
	stack->view.stack_pointer = pending->stack_pointer;
	stack->view.library = frame->library;
	stack->view.serial = frame->serial;
	if (stack->frame_count == 1)
		stack->view.stack_top = pending->stack_pointer;
	if (new_subject) {
		stack->shared->functions += !state->was_subject;
		state->is_subject = state->was_subject = true;
		begin_subject(stack, frame, pending);
	}
}

static void stack_pop(struct call_stack *stack)
{
	struct stack_frame *frame = &stack->frame[stack->frame_count - 1];
	struct function_state *state = &stack->function[frame->function->index];

	if (frame->is_subject) {
		stack->shared->end(stack->shared->data, stack);
		stack->view.subject_count--;
		state->is_subject = false;
	}
	state->newest_frame = frame->previous;
	stack->shortcuts -= frame->is_shortcut;
	stack->distance_count = frame->distance;
	if (stack->rows == stack->frame_count)
		stack->rows--;
	stack->frame_count--;
	stack->view.library = 0;
	if (stack->frame_count != 0) {
		frame--;
		stack->view.library = frame->library;
		stack->view.serial = frame->serial;
	}
	stack->view.context =
		stack->frame_count != 0 ? frame->context : stack->bottom;
	stack->view.stack_pointer = frame->stack_pointer;
}

/* Whether FUNCTION is in the chain of sibling calls that the newest machine
 * frame has made, or is that frame's own. */
static bool is_in_chain(
	const struct call_stack *stack, const struct symbol_function *function)
{
	for (size_t i = stack->frame_count; i-- > 0;) {
		const struct stack_frame *frame = &stack->frame[i];
		if (frame->kind != FRAME_INLINED && frame->function == function)
			return true;
		if (frame->kind == FRAME_MACHINE)
			break;
	}
	return false;
}

/* The kind of the frame that a jump to FUNCTION begins. Functions that jump to
 * each other for ever take one frame each and one for the newest jump. */
static enum frame_kind begin_tail(
	struct call_stack *stack, const struct symbol_function *function)
{
	if (!is_in_chain(stack, function))
		return FRAME_TAIL;
	if (stack->frame[stack->frame_count - 1].kind == FRAME_TAIL_AGAIN)
		stack_pop(stack);
	return FRAME_TAIL_AGAIN;
}

static void materialize_one(
	struct call_stack *stack, const struct pending *pending)
{
	const struct symbol_function *function =
		stack_function_at(stack, pending->target);
	enum frame_kind kind =
		pending->is_tail ? begin_tail(stack, function) : FRAME_MACHINE;
	uint32_t place = 0;

	if (pending->site != 0) {
		const struct site *site =
			sites_resolve(stack->shared->sites, pending->site);
		for (uint32_t i = 1; i < site->depth; i++)
			stack_push(stack, FRAME_INLINED,
				site->frame[i].function,
				site->frame[i - 1].place, pending);
		place = site->frame[site->depth - 1].place;
	}
	stack_push(stack, kind, function, place, pending);
}

struct context *stack_materialize(struct call_stack *stack)
{
	uint32_t count = stack->view.pending;

	for (uint32_t i = 0; i < count; i++)
		materialize_one(stack, &stack->pending[i]);
	stack->view.pending = 0;
	return stack->view.context;
}

static struct pending *add_pending(struct call_stack *stack)
{
	stack->pending = memory_grow(stack->pending, &stack->pending_capacity,
		(size_t)stack->view.pending + 1, sizeof *stack->pending);
	return &stack->pending[stack->view.pending++];
}

/* --- chains ------------------------------------------------------------- */

/* The newest call runs FUNCTION. */
static void name_chain(struct call_stack *stack, uint64_t function)
{
	trace_link_name(stack->link, stack->link_count - 1, function);
	stack->view.chain = stack->link[stack->link_count - 1].chain;
}

static void add_chain(struct call_stack *stack, uint64_t function)
{
	stack->link = memory_grow(stack->link, &stack->link_capacity,
		stack->link_count + 1, sizeof *stack->link);
	stack->link_count++;
	name_chain(stack, function);
}

static void drop_chains(struct call_stack *stack, uint32_t count)
{
	stack->link_count -=
		count < stack->link_count ? count : stack->link_count;
	stack->view.chain = stack->link_count > 0
				    ? stack->link[stack->link_count - 1].chain
				    : 0;
}

bool stack_has_passed(const struct call_stack *stack,
	const struct subject *subject, uint64_t value)
{
	for (size_t i = stack->frame_count; i-- > subject->frame + 1;)
		if (stack->frame[i].argument == value &&
			stack->frame[i].kind != FRAME_INLINED &&
			!user_code_has(stack->frame[i].function))
			return true;
	return false;
}

const struct context *stack_context_of(const struct call_stack *stack,
	const struct subject *subject, uint32_t number)
{
	size_t at = (size_t)subject->frame + number;

	return at < stack->frame_count ? stack->frame[at].context : NULL;
}

/* --- records ------------------------------------------------------------ */

void stack_call(
	struct call_stack *stack, const struct trace_call *call, uint64_t clock)
{
	struct pending *pending = add_pending(stack);

	stack->view.argument = call->argument[0];
	add_chain(stack, call->target);
	pending->target = call->target;
	pending->stack_pointer = call->stack_pointer;
	pending->clock = clock;
	memcpy(pending->argument, call->argument, sizeof pending->argument);
	pending->site = call->site;
	pending->is_tail = false;
}

static void stack_add_tail(struct call_stack *stack,
	const struct trace_enter *enter, uint64_t stack_pointer, uint64_t clock)
{
	struct pending *pending = add_pending(stack);

	pending->target = enter->function;
	pending->stack_pointer = stack_pointer;
	pending->clock = clock;
	memcpy(pending->argument, enter->argument, sizeof pending->argument);
	pending->site = enter->site;
	pending->is_tail = true;
}

/* Whether the newest activation is of a function in its own right, so that
 * entering another one is a sibling call, or only the way to that one. */
static bool stands_for_itself(const struct symbol_function *function)
{
	return function->has_debug;
}

void stack_enter(struct call_stack *stack, const struct trace_enter *enter,
	uint64_t clock)
{
	stack->view.argument = enter->argument[0];
	if (stack->link_count != 0)
		name_chain(stack, enter->function);
	if (stack->view.pending != 0) {
		struct pending *newest =
			&stack->pending[stack->view.pending - 1];
		if (stands_for_itself(
			    stack_function_at(stack, newest->target))) {
			stack_add_tail(
				stack, enter, newest->stack_pointer, clock);
			return;
		}
		newest->target = enter->function;
		memcpy(newest->argument, enter->argument,
			sizeof newest->argument);
		return;
	}
	if (stack->frame_count == 0)
		return;
	struct stack_frame top = stack->frame[stack->frame_count - 1];
	if (stands_for_itself(top.function)) {
		stack_add_tail(stack, enter, top.stack_pointer, clock);
		return;
	}
	struct pending renamed = {
		.target = enter->function,
		.stack_pointer = top.stack_pointer,
		.clock = clock,
		.site = top.site,
	};
	memcpy(renamed.argument, enter->argument, sizeof renamed.argument);
	stack_pop(stack);
	stack_push(stack, top.kind, stack_function_at(stack, enter->function),
		top.place, &renamed);
}

static void return_from_frame(struct call_stack *stack)
{
	bool machine = false;

	while (stack->frame_count != 0 && !machine) {
		machine = stack->frame[stack->frame_count - 1].kind ==
			  FRAME_MACHINE;
		stack_pop(stack);
	}
	/* The inlined functions that the call stood in. */
	while (stack->frame_count != 0 &&
		stack->frame[stack->frame_count - 1].kind == FRAME_INLINED)
		stack_pop(stack);
}

/* Takes back the newest pending call and its jumps. False: all pending ones
 * were jumps of the newest frame. */
static bool return_from_pending(struct call_stack *stack)
{
	while (stack->view.pending != 0)
		if (!stack->pending[--stack->view.pending].is_tail)
			return true;
	return false;
}

void stack_return(struct call_stack *stack, uint32_t count)
{
	drop_chains(stack, count);
	while (count-- > 0 &&
		(stack->view.pending != 0 || stack->frame_count != 0))
		if (!return_from_pending(stack))
			return_from_frame(stack);
}

uint32_t stack_caller(struct call_stack *stack, struct context **context)
{
	*context = NULL;
	if (stack->view.pending > 1)
		stack_materialize(stack);
	if (stack->view.pending == 1) {
		*context = stack->view.context;
		return stack->pending[0].site;
	}
	if (stack->frame_count < 2)
		return 0;
	*context = stack->frame[stack->frame_count - 2].context;
	return stack->frame[stack->frame_count - 1].site;
}

/* The machine frame that ADDRESS lies in, or NULL. */
static const struct stack_frame *frame_at(
	const struct call_stack *stack, uint64_t address)
{
	size_t low = 0, high = stack->frame_count;

	if (high == 0 || address >= stack->frame[0].stack_pointer)
		return NULL;
	/* Below the newest frame, and so further below all others. */
	if (address < stack->frame[high - 1].stack_pointer &&
		stack->frame[high - 1].stack_pointer - address > STACK_SPAN)
		return NULL;
	/* Entry stack pointers fall from frame to frame; the owner is the
	 * newest frame that began above ADDRESS. */
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (stack->frame[middle].stack_pointer > address)
			low = middle;
		else
			high = middle;
	}
	/* Inlined frames carry their callee's pointer: go down to a machine frame. */
	while (low > 0 && stack->frame[low].kind != FRAME_MACHINE)
		low--;
	if (stack->frame[low].stack_pointer - address > STACK_SPAN)
		return NULL;
	return &stack->frame[low];
}

uint32_t stack_site_of(const struct call_stack *stack,
	const struct subject *subject, uint64_t address,
	struct symbol_place *place)
{
	const struct stack_frame *frame = frame_at(stack, address);
	const struct stack_frame *end = stack->frame + stack->frame_count;

	if (!frame)
		return 0;
	place->is_own = (size_t)(frame - stack->frame) >= subject->frame;
	place->offset = (int64_t)(address - frame->stack_pointer) -
			(int64_t)sizeof(uint64_t);
	for (frame++; frame < end; frame++)
		if (frame->kind == FRAME_MACHINE)
			return frame->site;
	return stack->view.pending != 0 ? stack->pending[0].site : 0;
}

uint64_t stack_frame_at(const struct call_stack *stack, uint64_t address)
{
	const struct stack_frame *frame = frame_at(stack, address);

	return frame ? frame->serial : 0;
}

uint64_t stack_frame_born(const struct call_stack *stack, uint64_t address)
{
	const struct stack_frame *frame = frame_at(stack, address);

	return frame ? frame->clock : 0;
}
