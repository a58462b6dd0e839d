/* SPDX-License-Identifier: MIT
 * LOOP: the constant bound of a loop in test code. */
#include "config.h"

#include "fuzz-perf/grow/loops.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lib/words.h"

#define LOOP_BOUND_MAX (1 << 20)
#define LOOP_RAISED_STEPS                                                      \
	4 /* from where a counter is raised to where it is compared */
#define LOOP_BYTE_MAX 127 /* a constant of one byte */

unsigned loop_condition(
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

static bool is_same_operand(const struct decoded *a, const struct decoded *b)
{
	return a->destination == b->destination &&
	       a->is_memory == b->is_memory &&
	       a->displacement == b->displacement;
}

/* Whether ADD raises a counter that is compared with COMPARE's constant: by one, or by a part of
 * that, as of i * 37. */
static bool loop_counts_by(
	const struct decoded *add, const struct decoded *compare)
{
	return add->kind == DECODE_ADD && add->has_constant &&
	       is_same_operand(add, compare) &&
	       (add->constant == 1 ||
		       (add->constant > 1 && compare->has_constant &&
			       compare->constant % add->constant == 0));
}

/* Whether what COMPARE looks at is raised just before STEP. */
static bool loop_raises(const struct loop_search *search,
	const struct grow_step *step, const struct grow_step *compare)
{
	for (size_t i = 0; i < LOOP_RAISED_STEPS && step > search->steps.step &&
			   !step->is_target;
		i++) {
		step--;
		if (loop_counts_by(&step->is, &compare->is))
			return true;
	}
	return false;
}

/* Whether COMPARE is of a register that was raised just before, or where the code leads back to
 * it: a counter. */
static bool loop_counts_up_to(
	const struct loop_search *search, const struct grow_step *compare)
{
	const struct grow_step *back =
		compare->is_target
			? grow_steps_way_back(&search->steps, compare->at,
				  compare->at, search->function->end)
			: NULL;

	return compare->is.kind == DECODE_COMPARE && !compare->is.is_memory &&
	       (loop_raises(search, compare, compare) ||
		       (back && grow_step_target(back) == compare->at &&
			       loop_raises(search, back, compare)));
}

const struct grow_step *loop_find(const struct loop_search *search,
	const struct grow_step *compare, const struct grow_step *branch)
{
	uint64_t target = grow_step_target(branch);

	if (target < search->function->start || target > search->function->end)
		return NULL;
	if (target <= compare->at)
		return branch;
	/* A counter that is at its end leaves the loop, too. */
	return is_order(loop_condition(search, branch)) ||
			       (loop_condition(search, branch) ==
					       CONDITION_EQUAL &&
				       (compare->is.kind == DECODE_SUBTRACT ||
					       loop_counts_up_to(
						       search, compare)))
		       ? grow_steps_way_back(&search->steps, compare->at,
				 branch->at + branch->is.length, target)
		       : NULL;
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
	uint64_t read =
		max; /* of constants, which a loop through others leaves alone */

	*table = NULL;
	for (size_t i = 0; i < function->array_count; i++) {
		const struct grow_array *array = &function->array[i];
		if ((!array->can_move || array->is_given) &&
			array->elements < max && loop_may_fill(array, bound))
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
		else if (is_used && array->elements > bound &&
			 grow_tables_can_grow(code, array))
			read = array->elements < read ? array->elements : read;
		else if (is_used && array->elements < max &&
			 loop_may_fill(array, bound))
			max = array->elements;
	}
	return *table || max < read ? max : read;
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
	knob->first = first;
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
		changed = loop_displacement(step);
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
			loop_look_at_end(&search, j);
			loop_refuse_end(&search, j);
		}
		free(search.steps.step);
	}
}
