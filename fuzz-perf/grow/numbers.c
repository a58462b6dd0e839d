/* SPDX-License-Identifier: MIT
 * SIZE: a number that the test marks with RETREAD_SIZE; INT: one that test code passes to
 * a function. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/words.h"

#define NUMBER_MIN	  2
#define NUMBER_ASKED_MIN  8
#define NUMBER_MAX	  (1 << 20)
#define NUMBER_GROWTH_MAX 4096 /* times the number as it is */

/* The mark of retread.h: nopl 0x5a535452(%rax). */
static const uint8_t number_mark[] = {0x0f, 0x1f, 0x80, 'R', 'T', 'S', 'Z'};

/* A knob for the constant that the instruction IS at ADDRESS loads; NULL: it is none. */
static struct grow_knob *number_add_knob(struct grow_knobs *knobs,
	enum grow_kind kind, const struct grow_function *function,
	uint64_t address, const struct decoded *is)
{
	struct grow_knob *knob;

	if (is->kind != DECODE_MOVE || is->is_memory ||
		is->constant_bytes != 4 || is->constant < NUMBER_MIN ||
		is->constant > NUMBER_MAX)
		return NULL;
	knob = grow_knobs_add(knobs, kind, function, address);
	if (!knob)
		return NULL;
	knob->is = *is;
	knob->base = (uint64_t)is->constant;
	knob->min = 1;
	knob->max = knob->base * NUMBER_GROWTH_MAX < INT32_MAX
			    ? knob->base * NUMBER_GROWTH_MAX
			    : INT32_MAX;
	return knob;
}

/*--- SIZE ---*/

void grow_sizes_find(struct grow_knobs *knobs)
{
	for (size_t i = 0; i < knobs->code.count; i++) {
		const struct grow_function *function = &knobs->code.function[i];
		uint64_t length = function->end - function->start;
		size_t left;
		const uint8_t *code = grow_code_bytes(
				      &knobs->code, function->start, &left),
			      *at = code, *end;
		if (!code || length > left || (knobs->idle && knobs->idle[i]))
			continue;
		end = code + length;
		while ((at = memmem(at, (size_t)(end - at), number_mark,
				sizeof number_mark))) {
			struct decoded is;
			struct grow_knob *knob;
			at += sizeof number_mark;
			if (!decode_instruction(at, (size_t)(end - at), &is))
				continue;
			knob = number_add_knob(knobs, GROW_SIZE, function,
				function->start + (uint64_t)(at - code), &is);
			if (knob)
				knob->what = arena_format(&knobs->arena,
					"size at %s:%u: %" PRIu64,
					words_base_name(knob->file), knob->line,
					knob->base);
		}
	}
}

/*--- INT ---*/

static bool number_is_marked(const struct grow_knobs *knobs, uint64_t address)
{
	size_t left;
	const uint8_t *before = grow_code_bytes(
		&knobs->code, address - sizeof number_mark, &left);

	return before && left > sizeof number_mark &&
	       !memcmp(before, number_mark, sizeof number_mark);
}

/* The numbers that step CALL passes to TO. */
static void numbers_add_passed(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t call, const struct grow_function *to)
{
	for (unsigned i = 0; i < GROW_ARGUMENTS; i++) {
		const struct grow_step *step =
			to->integers >> i & 1
				? grow_steps_writer(steps, call,
					  grow_argument_registers[i])
				: NULL;
		struct grow_knob *knob = NULL;
		if (step && !number_is_marked(knobs, step->at))
			knob = number_add_knob(
				knobs, GROW_INT, function, step->at, &step->is);
		if (!knob)
			continue;
		knob->back = steps->step[call].at;
		knob->is_one_of = to->parameters <= GROW_ARGUMENTS &&
				  to->integers == (1u << to->parameters) - 1;
		knob->what = arena_format(&knobs->arena,
			"number passed to %s at %s:%u: %" PRIu64, to->name,
			words_base_name(knob->file), knob->line, knob->base);
	}
}

/* How much memory step CALL asks for NAME, if that is also what is filled, kept or handed over. */
static void numbers_add_asked(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t call, const char *name)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct grow_step *step = grow_steps_writer(
			steps, call, grow_argument_registers[i]);
		struct grow_knob *knob = NULL;
		if (step && grow_along_is_memory(name, i) &&
			step->is.constant >= NUMBER_ASKED_MIN)
			knob = number_add_knob(
				knobs, GROW_INT, function, step->at, &step->is);
		if (!knob)
			continue;
		knob->back = steps->step[call].at;
		knob->what = arena_format(&knobs->arena,
			"memory that %s gives at %s:%u: %" PRIu64, name,
			words_base_name(knob->file), knob->line, knob->base);
		grow_along_find(knobs, knob, steps);
		if (!knob->along)
			knobs->count--;
	}
}

void grow_numbers_look_at(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t index)
{
	const struct grow_step *step = &steps->step[index];
	const struct grow_function *to =
		step->is.kind == DECODE_CALL && step->is.is_direct
			? grow_code_find(&knobs->code, grow_step_target(step))
			: NULL;

	const char *name =
		step->is.kind == DECODE_CALL
			? grow_code_callee(&knobs->code, step->at, &step->is)
			: NULL;

	if (name && !to)
		numbers_add_asked(knobs, function, steps, index, name);
	if (to && !to->is_framework)
		numbers_add_passed(knobs, function, steps, index, to);
}
