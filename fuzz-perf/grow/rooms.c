/* SPDX-License-Identifier: MIT
 * Room that a test has for its data, which becomes larger as they do: arrays on the stack
 * move to other memory, and of what is asked for by malloc there is more. */
#include "config.h"

#include "fuzz-perf/grow/rooms.h"

#include <stdlib.h>
#include <string.h>

#define ROOM_JUMP_BYTES 5
#define ROOM_BACK_STEPS 2 /* before an instruction, that move with it */
#define ROOM_COPY_STEPS 8 /* from an address to what is copied there */
#define ROOM_LIMIT_MIN	8 /* bytes; fewer may be anything */

struct grow_array *rooms_find_array(
	const struct grow_function *function, const struct decoded *is)
{
	struct grow_array *before = NULL;

	for (size_t i = 0; is->is_memory && is->base == DECODE_FRAME &&
			   i < function->array_count;
		i++) {
		struct grow_array *array = &function->array[i];
		int64_t from = is->displacement - array->frame;
		if (array->can_move && (uint64_t)from < array->bytes)
			return array;
		/* What an index from one on is added to. */
		if (array->can_move && is->has_index && from < 0 &&
			-from <= (int64_t)(array->bytes / array->elements))
			before = array;
	}
	return before;
}

/* Whether a variable of FUNCTION is at PLACE of its frame. */
static bool rooms_begins_at(const struct grow_function *function, int64_t place)
{
	for (size_t i = 0; i < function->array_count; i++)
		if (function->array[i].frame == place)
			return true;
	for (size_t i = 0; i < function->object_count; i++)
		if (function->object[i] == place)
			return true;
	return false;
}

struct grow_array *rooms_find_end(
	const struct grow_function *function, const struct decoded *is)
{
	for (size_t i = 0;
		is->kind == DECODE_ADDRESS && is->base == DECODE_FRAME &&
		i < function->array_count;
		i++) {
		struct grow_array *array = &function->array[i];
		if (array->can_move &&
			is->displacement ==
				array->frame + (int64_t)array->bytes &&
			!rooms_begins_at(function, is->displacement))
			return array;
	}
	return NULL;
}

struct grow_array *rooms_find_element(const struct grow_function *function,
	const struct grow_step *step, const struct grow_step *next,
	struct decoded *is)
{
	*is = step->is;
	if (step->is.kind != DECODE_ADD || step->is.is_memory ||
		step->is.source != DECODE_FRAME ||
		next->is.kind != DECODE_SUBTRACT || next->is_target ||
		next->is.is_memory || !next->is.has_constant ||
		next->is.destination != step->is.destination)
		return NULL;
	is->is_memory = true;
	is->base = DECODE_FRAME;
	is->displacement = (int32_t)-next->is.constant;
	return rooms_find_array(function, is);
}

/* Whether FUNCTION keeps its stack pointer in rbp from its beginning on. */
static bool rooms_have_frame(const struct grow_steps *steps)
{
	for (size_t i = 0; i < steps->count && i < 3; i++) {
		const struct decoded *is = &steps->step[i].is;
		if (is->kind == DECODE_MOVE && !is->is_memory &&
			is->destination == DECODE_FRAME &&
			is->source == DECODE_STACK)
			return true;
	}
	return false;
}

/* Whether STEP does the same at another place. */
static bool rooms_can_carry(const struct grow_step *step)
{
	switch (step->is.kind) {
	case DECODE_BRANCH:
	case DECODE_JUMP:
	case DECODE_CALL:
	case DECODE_RETURN:
	case DECODE_TRAP:
		return false;
	default:
		return !step->is.is_relative_memory && !step->is.moves_stack;
	}
}

/* Whether the steps from FIRST on, up to WANTED at least, can move, from after DONE on. *SPACE:
 * those. */
static bool rooms_fit(const struct grow_steps *steps, size_t first,
	size_t wanted, uint64_t done, struct grow_room *space)
{
	*space = (struct grow_room){.at = steps->step[first].at};
	for (size_t i = first; i < steps->count; i++) {
		const struct grow_step *step = &steps->step[i];
		if (space->at < done || !rooms_can_carry(step) ||
			(i > first && step->is_target))
			return false;
		space->end = step->at + step->is.length;
		if (i >= wanted && space->end - space->at >= ROOM_JUMP_BYTES)
			return true;
	}
	return false;
}

static void rooms_add(struct grow_knobs *knobs, struct grow_rooms *rooms,
	const struct grow_room *space)
{
	struct grow_room *added = arena_alloc(&knobs->arena, sizeof *added);

	*added = *space;
	added->next = rooms->space;
	rooms->space = added;
}

bool rooms_is_last(const struct grow_array *array, const struct decoded *first,
	const struct decoded *add)
{
	return first->kind == DECODE_ADDRESS &&
	       first->displacement == array->frame && add->kind == DECODE_ADD &&
	       !add->is_memory && add->has_constant &&
	       add->destination == first->destination &&
	       array->elements >= ROOM_LAST_MIN &&
	       (uint64_t)add->constant / (array->bytes / array->elements) ==
		       array->elements - 1;
}

/* How many steps from step I on refer to ARRAY in one way; 0: they do to none. */
static size_t rooms_refer(const struct grow_rooms *rooms,
	const struct grow_steps *steps, size_t i, struct grow_array **array)
{
	const struct grow_step *step = &steps->step[i];
	struct decoded is;

	*array = rooms_find_end(rooms->function, &step->is);
	if (*array)
		return 1;
	*array = rooms_find_array(rooms->function, &step->is);
	if (*array)
		return i + 1 < steps->count && !step[1].is_target &&
				       rooms_is_last(
					       *array, &step->is, &step[1].is)
			       ? 2
			       : 1;
	*array = i + 1 < steps->count ? rooms_find_element(rooms->function,
						step, step + 1, &is)
				      : NULL;
	return *array ? 2 : 0;
}

/* Whether what is at PLACE of FUNCTION's frame may be of an array, and not of the object
 * that begins last before it. */
static bool rooms_may_be_array(
	const struct grow_function *function, int64_t place)
{
	int64_t start = INT64_MIN;

	for (size_t i = 0; i < function->object_count; i++)
		if (function->object[i] <= place && function->object[i] > start)
			start = function->object[i];
	for (size_t i = 0; i < function->array_count; i++)
		if (function->array[i].frame <= place &&
			function->array[i].frame > start)
			return true;
	return start == INT64_MIN;
}

/* Whether STEP takes the address of the frame in a way that is not known. */
static bool rooms_is_odd(
	const struct grow_function *function, const struct grow_step *step)
{
	const struct decoded *is = &step->is;

	if (is->is_memory)
		return is->base == DECODE_FRAME && is->has_index &&
		       rooms_may_be_array(function, is->displacement);
	return (is->kind == DECODE_ADD || is->kind == DECODE_MOVE) &&
	       (is->source == DECODE_FRAME || is->source == DECODE_STACK) &&
	       is->destination != DECODE_STACK &&
	       is->destination != DECODE_FRAME;
}

/* Whether the address of step I, where something begins, is compared as the end of what is
 * before that. */
static bool rooms_is_both(const struct grow_function *function,
	const struct grow_steps *steps, size_t i)
{
	const struct decoded *address = &steps->step[i].is;
	bool is_end = false;

	if (address->kind != DECODE_ADDRESS || address->base != DECODE_FRAME)
		return false;
	for (size_t j = 0; j < function->array_count; j++)
		is_end |= function->array[j].frame +
				  (int64_t)function->array[j].bytes ==
			  address->displacement;
	for (size_t j = i + 1; is_end && j < steps->count; j++) {
		const struct decoded *is = &steps->step[j].is;
		if (is->kind == DECODE_COMPARE && !is->has_constant &&
			!is->is_memory && is->operand_bytes == 8 &&
			(is->destination == address->destination ||
				is->source == address->destination))
			return rooms_begins_at(function, address->displacement);
	}
	return false;
}

/* What refers to arrays of the function. Of one that cannot move it is said; then, false. */
static bool rooms_list(struct grow_knobs *knobs, struct grow_rooms *rooms,
	const struct grow_steps *steps)
{
	uint64_t done = 0;

	for (size_t i = 0; i < steps->count; i++) {
		const struct grow_step *step = &steps->step[i];
		struct grow_array *array;
		struct grow_room space;
		size_t refer = rooms_refer(rooms, steps, i, &array), back = 0;
		if (step->at < done)
			continue;
		for (size_t j = 0;
			((refer == 0 && rooms_is_odd(rooms->function, step)) ||
				rooms_is_both(rooms->function, steps, i)) &&
			j < rooms->function->array_count;
			j++)
			rooms->function->array[j].can_move = false;
		if (!array)
			continue;
		while (back <= ROOM_BACK_STEPS && back <= i &&
			!rooms_fit(
				steps, i - back, i + refer - 1, done, &space))
			back++;
		if (back > ROOM_BACK_STEPS || back > i) {
			array->can_move = false;
			return false;
		}
		done = space.end;
		rooms_add(knobs, rooms, &space);
	}
	return true;
}

/* The register that says how much memory the function NAME gives; DECODE_NO_REGISTER: it
 * gives none. */
static int rooms_asked(const char *name)
{
	if (!strcmp(name, "malloc") || !strcmp(name, "calloc") ||
		!strcmp(name, "_Znam"))
		return grow_argument_registers[0];
	return !strcmp(name, "realloc") || !strcmp(name, "aligned_alloc")
		       ? grow_argument_registers[1]
		       : DECODE_NO_REGISTER;
}

/* What is asked for in a loop is as much more as that is longer. */
static bool rooms_is_in_loop(
	const struct grow_steps *steps, const struct grow_step *call)
{
	for (size_t i = 0; i < steps->count; i++) {
		const struct grow_step *step = &steps->step[i];
		if (step->at > call->at && step->is.is_direct &&
			(step->is.kind == DECODE_BRANCH ||
				step->is.kind == DECODE_JUMP) &&
			grow_step_target(step) <= call->at)
			return true;
	}
	return false;
}

static void rooms_list_calls(struct grow_knobs *knobs, struct grow_rooms *rooms,
	const struct grow_steps *steps)
{
	for (size_t i = 0; i < steps->count; i++) {
		const struct grow_step *step = &steps->step[i];
		const char *name = step->is.kind == DECODE_CALL
					   ? grow_code_callee(&knobs->code,
						     step->at, &step->is)
					   : NULL;
		const struct grow_room space = {.kind = ROOM_ASKED,
			.at = step->at,
			.end = step->at + step->is.length,
			.asked = name ? rooms_asked(name) : DECODE_NO_REGISTER};
		if (space.asked != DECODE_NO_REGISTER &&
			!rooms_is_in_loop(steps, step))
			rooms_add(knobs, rooms, &space);
	}
}

/* Whether array I of FUNCTION has its memory for itself: what is not in use at once may share it. */
static bool rooms_is_apart(const struct grow_function *function, size_t i)
{
	const struct grow_array *array = &function->array[i];

	for (size_t j = 0; j < function->array_count; j++) {
		const struct grow_array *other = &function->array[j];
		if (j != i &&
			other->frame < array->frame + (int64_t)array->bytes &&
			array->frame < other->frame + (int64_t)other->bytes)
			return false;
	}
	return true;
}

/* Whether the code only reads from ARRAY, or hands it over: what fills it is called. */
static bool rooms_is_blank(const struct grow_function *function,
	const struct grow_steps *steps, const struct grow_array *array)
{
	for (size_t i = 0; i < steps->count; i++) {
		const struct decoded *is = &steps->step[i].is;
		if (rooms_find_array(function, is) == array &&
			is->kind != DECODE_ADDRESS &&
			is->kind != DECODE_COMPARE &&
			!(is->kind == DECODE_MOVE &&
				is->destination != DECODE_NO_REGISTER))
			return false;
	}
	return true;
}

/* Whether LIMIT is how much fits into an array whose address is taken for the call at step CALL. */
static bool rooms_is_limit(const struct grow_function *function,
	const struct grow_steps *steps, size_t call, int64_t limit)
{
	for (size_t i = call; i-- > 0 && !steps->step[i + 1].is_target &&
			      steps->step[i].is.kind != DECODE_CALL;) {
		const struct decoded *is = &steps->step[i].is;
		const struct grow_array *array =
			is->kind == DECODE_ADDRESS
				? rooms_find_array(function, is)
				: NULL;
		if (array && is->displacement == array->frame &&
			((uint64_t)limit == array->elements ||
				(uint64_t)limit == array->bytes) &&
			rooms_is_blank(function, steps, array))
			return true;
	}
	return false;
}

/* Whether STEP keeps in the frame how much memory is asked for. */
static bool rooms_keeps_limit(const struct grow_knobs *knobs,
	const struct grow_steps *steps, const struct grow_step *step)
{
	const struct decoded *is = &step->is;

	return is->kind == DECODE_MOVE && is->has_constant &&
	       is->constant_bytes == 4 && is->constant >= ROOM_LIMIT_MIN &&
	       is->is_memory &&
	       (is->base == DECODE_FRAME || is->base == DECODE_STACK) &&
	       grow_along_is_asked(knobs, steps, is->constant);
}

static void rooms_list_limits(struct grow_knobs *knobs,
	struct grow_rooms *rooms, const struct grow_steps *steps)
{
	for (size_t i = 0; i < steps->count; i++) {
		const struct grow_step *step = &steps->step[i];
		if (rooms_keeps_limit(knobs, steps, step))
			rooms_add(knobs, rooms,
				&(struct grow_room){.kind = ROOM_KEPT,
					.at = step->at,
					.end = step->at + step->is.length});
	}
	for (size_t i = 0; i < steps->count; i++) {
		const struct grow_step *call = &steps->step[i];
		if (call->is.kind != DECODE_CALL ||
			rooms_is_in_loop(steps, call))
			continue;
		for (size_t j = 0; j < GROW_ARGUMENTS; j++) {
			const struct grow_step *step = grow_steps_writer(
				steps, i, grow_argument_registers[j]);
			if (step && step->is.kind == DECODE_MOVE &&
				step->is.constant_bytes == 4 &&
				rooms_is_limit(rooms->function, steps, i,
					step->is.constant))
				rooms_add(knobs, rooms,
					&(struct grow_room){.kind = ROOM_LIMIT,
						.at = step->at,
						.end = step->at +
						       step->is.length});
		}
	}
}

/* Whether the vector register that step I stores is zero. */
static bool rooms_stores_zero(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i)
{
	size_t left;
	const uint8_t *bytes =
		grow_code_bytes(&knobs->code, steps->step[i].at, &left);
	uint8_t number = bytes[steps->step[i].is.memory_at] >> 3 & 7;
	uint8_t twice = (uint8_t)(0xc0 | number << 3 | number);

	while (i-- > 0) {
		const struct decoded *is = &steps->step[i].is;
		uint8_t operands;
		if (is->kind != DECODE_OTHER ||
			(is->is_memory && !is->is_relative_memory))
			continue;
		bytes = grow_code_bytes(&knobs->code, steps->step[i].at, &left);
		operands =
			bytes[is->is_memory ? is->memory_at : is->length - 1u];
		/* "pxor" or "xorps" of it and itself */
		if ((operands >> 3 & 7) == number)
			return operands == twice &&
			       (bytes[is->length - 2] == 0xef ||
				       bytes[is->length - 2] == 0x57);
	}
	return false;
}

/* How many elements of so many BYTES step I stores, of what the code has, in one place of an
 * array. */
static uint64_t rooms_gives(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i, uint64_t bytes)
{
	const struct decoded *is = &steps->step[i].is;

	if (is->has_index || is->destination != DECODE_NO_REGISTER)
		return 0;
	if (is->kind == DECODE_MOVE)
		return !is->has_constant || is->constant != 0;
	if (is->kind != DECODE_OTHER || is->has_constant ||
		rooms_stores_zero(knobs, steps, i))
		return 0;
	return is->operand_bytes > bytes ? is->operand_bytes / bytes : 1;
}

/* Whether the code of STEPS copies ("rep movs") constants to ARRAY, whose address step I takes. */
static bool rooms_copies(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i)
{
	bool is_constant = false;

	for (size_t end = i + ROOM_COPY_STEPS; i < end && i < steps->count;
		i++) {
		const struct grow_step *step = &steps->step[i];
		size_t left;
		const uint8_t *bytes =
			grow_code_bytes(&knobs->code, step->at, &left);
		is_constant |= step->is.is_relative_memory;
		if (step->is.kind == DECODE_CALL)
			return false;
		if (bytes[0] == 0xf3 &&
			(bytes[step->is.length - 1] == 0xa5 ||
				bytes[step->is.length - 1] == 0xa4))
			return is_constant;
	}
	return false;
}

static void rooms_find_given(struct grow_knobs *knobs,
	struct grow_function *function, const struct grow_steps *steps)
{
	for (size_t i = 0; i < function->array_count; i++) {
		struct grow_array *array = &function->array[i];
		uint64_t stores = 0;
		for (size_t j = 1; j < steps->count; j++) {
			const struct grow_step *step = &steps->step[j];
			const struct grow_array *found =
				rooms_find_array(function, &step->is);
			if (!found || found != array)
				continue;
			stores += rooms_gives(knobs, steps, j,
				array->bytes / array->elements);
			array->is_given |= step->is.kind == DECODE_ADDRESS &&
					   rooms_copies(knobs, steps, j);
		}
		array->is_given |= stores > 1;
	}
}

static void rooms_look_into(
	struct grow_knobs *knobs, struct grow_function *function)
{
	struct grow_rooms rooms = {.function = function}, *added;
	struct grow_steps steps;

	grow_steps_read(&steps, &knobs->code, function);
	function->keeps_frame = rooms_have_frame(&steps);
	for (size_t i = 0; i < steps.count; i++)
		rooms_see_frame(&knobs->code, function, steps.step[i].at,
			&steps.step[i].is);
	for (size_t i = 0; i < function->array_count; i++)
		function->array[i].can_move = function->array[i].frame < 0 &&
					      rooms_is_apart(function, i);
	while (!rooms_list(knobs, &rooms, &steps))
		rooms.space = NULL;
	rooms_find_given(knobs, function, &steps);
	rooms_list_calls(knobs, &rooms, &steps);
	/* They are set first: what moves is as it is by then. */
	rooms_list_limits(knobs, &rooms, &steps);
	free(steps.step);
	if (!rooms.space)
		return;
	added = arena_alloc(&knobs->arena, sizeof *added);
	*added = rooms;
	added->next = knobs->rooms;
	knobs->rooms = added;
}

void grow_rooms_find(struct grow_knobs *knobs)
{
	for (size_t i = 0; i < knobs->code.count; i++)
		if (grow_knobs_look_into(knobs, i))
			rooms_look_into(knobs, &knobs->code.function[i]);
}
