/* SPDX-License-Identifier: MIT
 * Instructions of test code, and where their jumps lead. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <stdlib.h>

#include "lib/search.h"

const int grow_argument_registers[GROW_ARGUMENTS] = {
	DECODE_FIRST_ARGUMENT, 6, 2, 1, 8, 9};

uint64_t grow_step_target(const struct grow_step *step)
{
	return step->at + (uint64_t)step->is.target;
}

void grow_steps_read(struct grow_steps *steps, const struct grow_code *code,
	const struct grow_function *function)
{
	struct decoded decoded;
	const uint8_t *bytes;
	size_t left;

	*steps = (struct grow_steps){0};
	for (uint64_t at = function->start;
		at < function->end &&
		(bytes = grow_code_bytes(code, at, &left)) &&
		decode_instruction(bytes, left, &decoded);
		at += decoded.length) {
		steps->step = memory_grow(steps->step, &steps->capacity,
			steps->count + 1, sizeof *steps->step);
		steps->step[steps->count++] =
			(struct grow_step){.at = at, .is = decoded};
	}
	for (size_t i = 0; i < steps->count; i++) {
		const struct grow_step *from = &steps->step[i];
		uint64_t to = grow_step_target(from);
		size_t at;
		if (!from->is.is_direct)
			continue;
		SEARCH_FIRST(at, steps->count, steps->step[at].at < to);
		if (at < steps->count && steps->step[at].at == to)
			steps->step[at].is_target = true;
	}
}

const struct grow_step *grow_steps_way_back(const struct grow_steps *steps,
	uint64_t top, uint64_t bottom, uint64_t end)
{
	for (size_t i = 0; i < steps->count; i++) {
		const struct grow_step *step = &steps->step[i];
		if (step->at >= bottom && step->at < end &&
			step->is.is_direct &&
			(step->is.kind == DECODE_JUMP ||
				step->is.kind == DECODE_BRANCH) &&
			grow_step_target(step) <= top)
			return step;
	}
	return NULL;
}

void grow_steps_visit(struct grow_knobs *knobs, grow_step_visit *visit)
{
	for (size_t i = 0; i < knobs->code.count; i++) {
		const struct grow_function *function = &knobs->code.function[i];
		struct grow_steps steps;
		if (!grow_knobs_look_into(knobs, i))
			continue;
		grow_steps_read(&steps, &knobs->code, function);
		for (size_t j = 0; j < steps.count; j++)
			visit(knobs, function, &steps, j);
		free(steps.step);
	}
}

const struct grow_step *grow_steps_writer(
	const struct grow_steps *steps, size_t call, int destination)
{
	for (size_t i = call; i-- > 0 && !steps->step[i + 1].is_target;) {
		const struct decoded *is = &steps->step[i].is;
		if (is->kind == DECODE_CALL || is->kind == DECODE_JUMP ||
			is->kind == DECODE_BRANCH)
			return NULL;
		if (is->destination == destination &&
			is->kind != DECODE_COMPARE)
			return &steps->step[i];
	}
	return NULL;
}
