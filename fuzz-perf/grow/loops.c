/* SPDX-License-Identifier: MIT
 * LOOP: the constant bound of a loop in test code. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/arguments.h"
#include "lib/words.h"

#define LOOP_BOUND_MIN	2
#define LOOP_BOUND_MAX	(1 << 20)
#define LOOP_GROWTH_MAX 4096 /* times the bound as it is */
#define LOOP_BYTE_MAX	127  /* a constant of one byte */

/* The lowest four bits of a conditional branch's opcode. */
enum condition {
	CONDITION_BELOW = 0x2,
	CONDITION_EQUAL = 0x4,
	CONDITION_NOT_EQUAL = 0x5,
	CONDITION_BELOW_EQUAL = 0x6,
	CONDITION_ABOVE = 0x7,
	CONDITION_LESS = 0xc,
	CONDITION_LESS_EQUAL = 0xe,
	CONDITION_GREATER = 0xf,
};

struct loop_search {
	struct grow_knobs *knobs;
	const struct grow_function *function;
	struct grow_steps steps;
	/* Where the loop at hand looks at its counter. */
	const struct grow_step *compare;
};

static unsigned loop_condition(
	const struct loop_search *search, const struct grow_step *branch)
{
	size_t left;
	const uint8_t *bytes =
		grow_code_bytes(&search->knobs->code, branch->at, &left);

	return bytes[branch->is.length == 2 ? 0 : 1] & 0xf;
}

static bool is_order(unsigned condition)
{
	return condition >= CONDITION_LESS ||
	       (condition != CONDITION_EQUAL &&
		       condition != CONDITION_NOT_EQUAL && condition < 8 &&
		       condition >= CONDITION_BELOW);
}

/* The instruction that closes the loop which COMPARE and the BRANCH after it leave or
 * repeat; NULL: they do neither. */
static const struct grow_step *loop_find(const struct loop_search *search,
	const struct grow_step *compare, const struct grow_step *branch)
{
	uint64_t target = grow_step_target(branch);

	if (target < search->function->start || target > search->function->end)
		return NULL;
	if (target <= compare->at)
		return branch;
	/* A counter that is at its end leaves the loop, too. */
	return is_order(loop_condition(search, branch)) ||
			       (compare->is.kind == DECODE_SUBTRACT &&
				       loop_condition(search, branch) ==
					       CONDITION_EQUAL)
		       ? grow_steps_way_back(&search->steps, compare->at,
				 branch->at + branch->is.length, target)
		       : NULL;
}

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

/* By how much the loop from TOP to BACK changes what COMPARE looks at, if that is more
 * than one at a time. */
static uint64_t loop_step(const struct loop_search *search,
	const struct grow_step *compare, uint64_t top,
	const struct grow_step *back)
{
	for (size_t i = 0; i < search->steps.count; i++) {
		const struct grow_step *step = &search->steps.step[i];
		if (step->at >= top && step->at <= back->at &&
			step->is.kind == DECODE_ADD && step->is.has_constant &&
			step->is.constant > 1 &&
			step->is.destination == compare->is.destination &&
			step->is.is_memory == compare->is.is_memory &&
			step->is.displacement == compare->is.displacement)
			return (uint64_t)step->is.constant;
	}
	return 1;
}

static bool is_same_operand(const struct decoded *a, const struct decoded *b)
{
	return a->destination == b->destination &&
	       a->is_memory == b->is_memory &&
	       a->displacement == b->displacement;
}

/* Whether the loop from TOP to BACK subtracts from what COMPARE looks at: as long as there
 * is so much left, it goes on, and the constant is not how often. */
static bool loop_counts_down(const struct loop_search *search,
	const struct grow_step *compare, uint64_t top,
	const struct grow_step *back)
{
	for (size_t i = 0; i < search->steps.count; i++) {
		const struct grow_step *step = &search->steps.step[i];
		if (step->at >= top && step->at <= back->at &&
			step->is.kind == DECODE_SUBTRACT &&
			step->is.has_constant && step->is.constant > 0 &&
			is_same_operand(&step->is, &compare->is))
			return true;
	}
	return false;
}

/* Where the counter of COMPARE gets its constant, before TOP. NULL: elsewhere, or by other instructions, too. */
static const struct grow_step *loop_find_start(const struct loop_search *search,
	const struct grow_step *compare, uint64_t top)
{
	for (size_t i = search->steps.count; i-- > 0;) {
		const struct grow_step *step = &search->steps.step[i];
		if (step->at >= top ||
			!is_same_operand(&step->is, &compare->is))
			continue;
		if (step->is.kind == DECODE_COMPARE)
			continue;
		return step->is.kind == DECODE_MOVE && step->is.has_constant &&
				       step->is.constant_bytes == 4
			       ? step
			       : NULL;
	}
	return NULL;
}

/* What a loop begins with at START, if that is below the constant of COMPARE; 0: it is not
 * known. */
static uint64_t loop_first(
	const struct grow_step *start, const struct decoded *compare)
{
	return start && start->is.constant > 0 &&
			       start->is.constant < compare->constant
		       ? (uint64_t)start->is.constant
		       : 0;
}

/* A text that only happens to be longer than the loop, as __func__ may be, is not what
 * it fills. */
static bool loop_may_fill(const struct grow_array *array, uint64_t bound)
{
	bool is_text = array->bytes == array->elements;

	return array->elements == bound ||
	       (array->elements > bound && !is_text);
}

/* Arrays that the loop may index end it: a number that fits all of them, or MAX. *TABLE: one of
 * them that could be larger, so does not end it; NULL: there is none. */
static uint64_t loop_limit(const struct loop_search *search, uint64_t bound,
	uint64_t max, const struct grow_array **table)
{
	const struct grow_function *function = search->function;
	const struct grow_code *code = &search->knobs->code;

	*table = NULL;
	for (size_t i = 0; i < function->array_count; i++) {
		const struct grow_array *array = &function->array[i];
		if (array->elements < max && loop_may_fill(array, bound))
			max = array->elements;
	}
	for (size_t i = 0; i < code->array_count; i++) {
		const struct grow_array *array = &code->array[i];
		bool is_used = false;
		for (size_t j = 0; j < search->steps.count && !is_used; j++) {
			const struct grow_step *step = &search->steps.step[j];
			uint64_t to = step->at + step->is.length +
				      (uint64_t)(int64_t)step->is.displacement;
			is_used = step->is.is_relative_memory &&
				  to - array->address < array->bytes;
		}
		if (is_used && !*table && array->elements == bound &&
			grow_tables_can_grow(code, array))
			*table = array;
		else if (is_used && array->elements < max &&
			 loop_may_fill(array, bound))
			max = array->elements;
	}
	return max;
}

/* Whether CONSTANT is in an address that has room elsewhere. */
static bool loop_can_move(
	const struct loop_search *search, const struct grow_step *constant)
{
	size_t i = 0;

	while (i < search->steps.count &&
		search->steps.step[i].at != constant->at)
		i++;
	return constant->is.kind == DECODE_ADDRESS &&
	       grow_along_can_move(&search->steps, i);
}

/* What inlined code has may be the end of a loop of the test, and a constant may be loaded in
 * the midst of it. NULL: it is of another loop. */
static struct grow_knob *loop_add_knob(struct loop_search *search,
	const struct grow_step *constant, const struct grow_step *back)
{
	struct grow_knob *knob = grow_knobs_add(
		search->knobs, GROW_LOOP, search->function, constant->at);

	if (!knob && constant->at != search->compare->at)
		knob = grow_knobs_add(search->knobs, GROW_LOOP,
			search->function, search->compare->at);
	if (!knob && constant->is.kind == DECODE_ADDRESS)
		knob = grow_knobs_add(
			search->knobs, GROW_LOOP, search->function, back->at);
	return knob;
}

/* KNOB's loop, which begins at FIRST, goes through TABLE, and perhaps on in a larger copy. */
static void loop_grow_table(struct loop_search *search, struct grow_knob *knob,
	const struct grow_array *table, uint64_t first, uint64_t end)
{
	uint64_t max = knob->max;

	knob->max = table->elements;
	if (max > knob->max && first == 0 && knob->step > 0)
		grow_tables_find(
			search->knobs, knob, &search->steps, table, end);
	if (knob->max > max)
		knob->max = max;
}

/* A loop that goes by STEP, from FROM on, to CONSTANT or, by MORE, beyond it. */
static void add_loop(struct loop_search *search,
	const struct grow_step *constant, const struct grow_step *branch,
	const struct grow_step *back, uint64_t from, uint64_t step,
	uint64_t more)
{
	uint64_t end = ((uint64_t)constant->is.constant + more) / step;
	uint64_t first = from / step, bound = end - first;
	const struct grow_array *table;
	struct grow_knob *knob;

	if (constant->is.constant < 0 || constant->is.operand_bytes < 4 ||
		!constant->is.constant_bytes || bound < LOOP_BOUND_MIN ||
		bound > LOOP_BOUND_MAX)
		return;
	knob = loop_add_knob(search, constant, back);
	if (!knob)
		return;
	knob->at = constant->at;
	knob->is = constant->is;
	knob->base = bound;
	knob->step = step;
	knob->less = bound * step - (uint64_t)constant->is.constant;
	knob->back = back->at;
	knob->top = grow_step_target(back);
	if (branch)
		knob->branch = branch->is;
	knob->min = 1;
	knob->max = loop_limit(
		search, end, first + bound * LOOP_GROWTH_MAX, &table);
	if (!branch && constant->is.constant_bytes < 4 &&
		!loop_can_move(search, constant) &&
		knob->max > LOOP_BYTE_MAX / step)
		knob->max = LOOP_BYTE_MAX / step;
	knob->max -= first;
	if (table)
		loop_grow_table(search, knob, table, first, 0);
	knob->what = arena_format(&search->knobs->arena,
		"loop bound at %s:%u: %" PRIu64, words_base_name(knob->file),
		knob->line, bound);
	grow_along_find(search->knobs, knob, &search->steps);
}

/* The loop to BACK ends with ARRAY, as the constant of STEP says. */
static void add_end(struct loop_search *search, const struct grow_step *step,
	const struct grow_step *back, const struct grow_array *array)
{
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
	knob->what = arena_format(&search->knobs->arena,
		"end of the array at %s:%u: %" PRIu64,
		words_base_name(knob->file), knob->line, knob->base);
}

/* Where the variable that COMPARE looks at in memory gets its value, a constant, once.
 * NULL: it is another, or has others, too. */
static const struct grow_step *loop_find_value(
	const struct loop_search *search, const struct grow_step *compare)
{
	const struct grow_step *value = NULL;

	for (size_t i = 0; i < search->steps.count; i++) {
		const struct decoded *is = &search->steps.step[i].is;
		bool is_there = is->is_memory && !is->is_relative_memory &&
				is->displacement == compare->is.displacement;
		bool is_read = is->kind == DECODE_COMPARE ||
			       (is->kind == DECODE_MOVE && !is->has_constant &&
				       is->destination != DECODE_NO_REGISTER);
		if (!is_there || is_read)
			continue;
		if (value || is->kind != DECODE_MOVE || !is->has_constant)
			return NULL;
		value = &search->steps.step[i];
	}
	return value && value->at < compare->at ? value : NULL;
}

/* Whether COMPARE looks at what a call has returned, perhaps by a variable: "while (next(i)
 * != END)" ends as that says, and END is not how often. */
static bool loop_waits_for_call(
	const struct loop_search *search, const struct grow_step *compare)
{
	const struct grow_step *before = compare;

	if (before->is_target || before == search->steps.step)
		return false;
	before--;
	if (compare->is.is_memory && before->is.kind == DECODE_MOVE &&
		before->is.is_memory && !before->is.has_constant &&
		before->is.destination == DECODE_NO_REGISTER &&
		before->is.displacement == compare->is.displacement &&
		before > search->steps.step && !before->is_target)
		before--;
	else if (compare->is.is_memory || compare->is.destination != 0)
		return false;
	return before->is.kind == DECODE_CALL;
}

/* The displacement of STEP, which takes an address, as the constant that is changed. */
static struct grow_step step_of_displacement(const struct grow_step *step)
{
	struct grow_step changed = *step;

	changed.is.has_constant = true;
	changed.is.constant = step->is.displacement;
	changed.is.constant_at = step->is.displacement_at;
	changed.is.constant_bytes = step->is.displacement_bytes;
	return changed;
}

/* By how much the loop from TOP to BACK changes the register COUNTER; 0: not by a constant. */
static uint64_t loop_counter_step(const struct loop_search *search, int counter,
	uint64_t top, const struct grow_step *back)
{
	for (size_t i = 0; i < search->steps.count; i++) {
		const struct grow_step *step = &search->steps.step[i];
		if (step->at >= top && step->at <= back->at &&
			step->is.kind == DECODE_ADD && step->is.has_constant &&
			!step->is.is_memory && step->is.constant > 0 &&
			step->is.destination == counter)
			return (uint64_t)step->is.constant;
	}
	return 0;
}

/* The loop to BACK ends when the register COUNTER is at END, which is so much more than it
 * was when it began. */
static void look_at_distance(struct loop_search *search, int counter, int end,
	const struct grow_step *back)
{
	uint64_t top = grow_step_target(back),
		 by = loop_counter_step(search, counter, top, back);

	for (size_t i = search->steps.count; by > 0 && i-- > 0;) {
		const struct grow_step *step = &search->steps.step[i];
		struct grow_step changed;
		if (step->at >= top || step->is.destination != end ||
			step->is.kind == DECODE_COMPARE)
			continue;
		changed = step_of_displacement(step);
		if (step->is.kind == DECODE_ADDRESS &&
			!step->is.is_relative_memory &&
			step->is.source == counter &&
			step->is.displacement > 0 &&
			(uint64_t)step->is.displacement % by == 0)
			add_loop(search, &changed, NULL, back, 0, by, 0);
		return;
	}
}

/* A comparison with a constant, or a variable that is one, or a countdown, and the branch
 * after it. */
static void look_at_pair(struct loop_search *search,
	const struct grow_step *compare, const struct grow_step *branch)
{
	const struct grow_step *back = loop_find(search, compare, branch),
			       *start;
	unsigned condition = loop_condition(search, branch);
	uint64_t top;

	search->compare = compare;
	if (back && compare->is.kind == DECODE_COMPARE &&
		!compare->is.has_constant && compare->is.is_memory &&
		!compare->is.is_relative_memory &&
		(start = loop_find_value(search, compare)))
		add_loop(search, start, NULL, back, 0, 1, 0);
	if (back && compare->is.kind == DECODE_COMPARE &&
		!compare->is.has_constant && !compare->is.is_memory &&
		compare->is.operand_bytes == 8) {
		look_at_distance(search, compare->is.source,
			compare->is.destination, back);
		look_at_distance(search, compare->is.destination,
			compare->is.source, back);
	}
	if (!back || !compare->is.has_constant)
		return;
	top = grow_step_target(back) < compare->at ? grow_step_target(back)
						   : compare->at;
	if (compare->is.kind == DECODE_COMPARE && compare->is.constant > 1) {
		uint64_t step = loop_step(search, compare, top, back);
		bool is_equality = condition == CONDITION_EQUAL ||
				   condition == CONDITION_NOT_EQUAL;
		if (loop_counts_down(search, compare, top, back) ||
			(is_equality && loop_waits_for_call(search, compare)))
			return;
		bool is_inclusive = condition == CONDITION_LESS_EQUAL ||
				    condition == CONDITION_GREATER ||
				    condition == CONDITION_BELOW_EQUAL ||
				    condition == CONDITION_ABOVE;
		/* Memory relative to the code, and what is jumped into, cannot
		 * move. */
		bool moves =
			!compare->is.is_relative_memory && !branch->is_target;
		start = loop_find_start(search, compare, top);
		add_loop(search, compare, moves ? branch : NULL, back,
			loop_first(start, &compare->is), step, is_inclusive);
		return;
	}
	if (compare->is.kind != DECODE_COMPARE &&
		compare->is.kind != DECODE_SUBTRACT)
		return;
	start = loop_find_start(search, compare, top);
	if (start)
		add_loop(search, start, NULL, back, 0, 1, 0);
}

/*--- loops that end where an array does ---*/

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
		       : is_address_taken(search,
				 is->displacement - (int64_t)array->bytes);
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

/* The first loop after step I that compares addresses and goes by the elements of ARRAY:
 * it visits those before the end that the step takes the address of. It can be made
 * shorter only. */
static void look_at_end(struct loop_search *search, size_t i)
{
	const struct grow_step *end = &search->steps.step[i];
	const struct grow_array *array = loop_find_array(search, end);
	uint64_t bytes = array ? array->bytes / array->elements : 0;

	for (size_t j = i + 1; bytes && j + 1 < search->steps.count; j++) {
		const struct grow_step *compare = &search->steps.step[j];
		const struct grow_step *branch = compare + 1, *back;
		struct grow_step changed = end->is.kind == DECODE_ADDRESS
						   ? step_of_displacement(end)
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

/* A function says where the loop ends: `std::end`. */
static void refuse_end(const struct loop_search *search, size_t i)
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

void grow_loops_find(struct grow_knobs *knobs)
{
	for (size_t i = 0; i < knobs->code.count; i++) {
		struct loop_search search = {
			.knobs = knobs, .function = &knobs->code.function[i]};
		if (!grow_knobs_look_into(knobs, i))
			continue;
		grow_steps_read(&search.steps, &knobs->code, search.function);
		for (size_t j = 0; j + 1 < search.steps.count; j++) {
			const struct grow_step *next =
				&search.steps.step[j + 1];
			if (next->is.kind == DECODE_BRANCH &&
				next->is.is_direct)
				look_at_pair(
					&search, &search.steps.step[j], next);
			look_at_end(&search, j);
			refuse_end(&search, j);
		}
		free(search.steps.step);
	}
}
