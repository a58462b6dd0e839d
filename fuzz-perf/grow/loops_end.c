/* SPDX-License-Identifier: MIT
 * Loops that end where an array does. */
#include "config.h"

#include "fuzz-perf/grow/loops.h"
#include "fuzz-perf/grow/rooms.h"

#include <inttypes.h>
#include <string.h>

#include "lib/arguments.h"
#include "lib/words.h"

/* The same of a COMPARE of addresses: those that are equal leave the loop, too. */
static const struct grow_step *loop_find_end(const struct loop_search *search,
	const struct grow_step *compare, const struct grow_step *branch)
{
	const struct grow_step *back = loop_find(search, compare, branch);

	return back || loop_condition(search, branch) != CONDITION_EQUAL
		       ? back
		       : grow_steps_way_back(&search->steps, compare->at,
				 branch->at + branch->is.length,
				 grow_step_target(branch));
}

/* The loop to BACK ends with ARRAY, as the constant of STEP says. */
static void add_end(struct loop_search *search, const struct grow_step *step,
	const struct grow_step *back, const struct grow_array *array)
{
	struct decoded is = step->is;
	struct grow_knob *knob;

	if (array->elements < LOOP_BOUND_MIN ||
		!(knob = grow_knobs_add(search->knobs, GROW_LOOP,
			  search->function, step->at)))
		return;
	knob->is = step->is;
	knob->base = knob->max = array->elements;
	knob->min = 1;
	knob->step = array->bytes / array->elements;
	if (step->is.kind == DECODE_SUBTRACT)
		knob->step = -knob->step;
	knob->less = knob->base * knob->step - (uint64_t)step->is.constant;
	knob->back = back->at;
	knob->top = grow_step_target(back);
	if (grow_tables_can_grow(&search->knobs->code, array) &&
		step->is.is_relative_memory)
		grow_tables_find(
			search->knobs, knob, &search->steps, array, step->at);
	rooms_see_frame(&search->knobs->code, search->function, step->at, &is);
	knob->ends_room = rooms_find_end(search->function, &is) == array;
	if (knob->ends_room && !array->is_given)
		knob->max = knob->base * LOOP_GROWTH_MAX;
	knob->what = arena_format(&search->knobs->arena,
		"end of the array at %s:%u: %" PRIu64,
		words_base_name(knob->file), knob->line, knob->base);
	knob->is_end = true;
	grow_along_find(search->knobs, knob, &search->steps);
}

struct grow_step loop_displacement(const struct grow_step *step)
{
	struct grow_step changed = *step;

	changed.is.has_constant = true;
	changed.is.constant = step->is.displacement;
	changed.is.constant_at = step->is.displacement_at;
	changed.is.constant_bytes = step->is.displacement_bytes;
	return changed;
}

/* Whether an instruction takes the address that DISPLACEMENT is in it. */
static bool is_address_taken(
	const struct loop_search *search, int64_t displacement)
{
	for (size_t i = 0; i < search->steps.count; i++) {
		const struct decoded *is = &search->steps.step[i].is;
		if (is->kind == DECODE_ADDRESS && !is->is_relative_memory &&
			is->displacement == displacement)
			return true;
	}
	return displacement == 0;
}

/* Whether STEP may take the address after the end of ARRAY: it adds the whole size to
 * where that begins, or knows the sum. */
static bool loop_has_end_of(const struct loop_search *search,
	const struct grow_step *step, const struct grow_array *array)
{
	const struct decoded *is = &step->is;
	uint64_t added = (uint64_t)is->constant;

	/* 128 is shorter to subtract, as -128. */
	if (is->kind == DECODE_ADD || is->kind == DECODE_SUBTRACT)
		return is->has_constant && !is->is_memory &&
		       is->operand_bytes == 8 &&
		       (is->kind == DECODE_ADD ? added : -added) ==
			       array->bytes;
	if (is->kind != DECODE_ADDRESS || is->displacement_bytes == 0)
		return false;
	return is->is_relative_memory
		       ? array->address != 0 &&
				 step->at + is->length +
						 (uint64_t)(int64_t)
							 is->displacement ==
					 array->address + array->bytes
		       : array->address == 0 &&
				 is_address_taken(
					 search, is->displacement -
							 (int64_t)array->bytes);
}

/* Whether the loop from TOP to BACK goes on by BYTES. */
static bool loop_goes_by(const struct loop_search *search, uint64_t top,
	const struct grow_step *back, uint64_t bytes)
{
	for (size_t i = 0; i < search->steps.count; i++) {
		const struct grow_step *step = &search->steps.step[i];
		if (step->at >= top && step->at <= back->at &&
			step->is.kind == DECODE_ADD && step->is.has_constant &&
			step->is.operand_bytes == 8 &&
			(uint64_t)step->is.constant == bytes)
			return true;
	}
	return false;
}

/* The array that step END of the code leads to the end of; NULL: of none. */
static const struct grow_array *loop_find_array(
	const struct loop_search *search, const struct grow_step *end)
{
	const struct grow_function *function = search->function;
	const struct grow_code *code = &search->knobs->code;

	for (size_t i = 0; i < function->array_count; i++)
		if (loop_has_end_of(search, end, &function->array[i]))
			return &function->array[i];
	for (size_t i = 0; i < code->array_count; i++)
		if (loop_has_end_of(search, end, &code->array[i]))
			return &code->array[i];
	return NULL;
}

void loop_look_at_end(struct loop_search *search, size_t i)
{
	const struct grow_step *end = &search->steps.step[i];
	const struct grow_array *array = loop_find_array(search, end);
	uint64_t bytes = array ? array->bytes / array->elements : 0;

	for (size_t j = i + 1; bytes && j + 1 < search->steps.count; j++) {
		const struct grow_step *compare = &search->steps.step[j];
		const struct grow_step *branch = compare + 1, *back;
		struct grow_step changed = end->is.kind == DECODE_ADDRESS
						   ? loop_displacement(end)
						   : *end;
		if (compare->is.kind != DECODE_COMPARE ||
			compare->is.has_constant ||
			compare->is.operand_bytes != 8 ||
			branch->is.kind != DECODE_BRANCH ||
			!branch->is.is_direct ||
			!(back = loop_find_end(search, compare, branch)) ||
			!loop_goes_by(
				search, grow_step_target(back), back, bytes))
			continue;
		add_end(search, &changed, back, array);
		return;
	}
}

void loop_refuse_end(const struct loop_search *search, size_t i)
{
	const struct grow_step *call = &search->steps.step[i];
	const char *name = call->is.kind == DECODE_CALL
				   ? grow_code_callee(&search->knobs->code,
					     call->at, &call->is)
				   : NULL;

	if (name && call[1].is.kind == DECODE_COMPARE &&
		call[1].is.operand_bytes == 8 && strstr(name, "3end"))
		arguments_add_format(search->knobs->refused,
			"loop in %s ends where a call says: it is not changed",
			search->function->name);
}
