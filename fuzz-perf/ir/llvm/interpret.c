/* SPDX-License-Identifier: MIT
 * Executes functions of LLVM IR: values, and the way through a function. */
#include "config.h"

#include "fuzz-perf/ir/llvm/interpret.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/calls.h"
#include "fuzz-perf/ir/llvm/lanes.h"
#include "fuzz-perf/ir/llvm/limbs.h"

#define DEPTH_MAX 64 /* of calls */
#define MOVES_MAX 64 /* words that an edge moves without asking for memory */

static unsigned interpret_bits_of(const struct slot *slot)
{
	return slot->shape->leaf->bits;
}

/* A lane of FROM becomes one of TO. */
static void copy_lane(const struct llvm_run *run, const struct slot *to,
	unsigned to_lane, const struct slot *from, unsigned from_lane)
{
	unsigned limbs = from->shape->limbs;
	uint64_t *word = run_word(run, to, to_lane);

	if (limbs > to->shape->limbs)
		limbs = to->shape->limbs;
	memset(word, 0, to->shape->limbs * sizeof *word);
	memcpy(word, run_word(run, from, from_lane), limbs * sizeof *word);
	*run_state(run, to, to_lane) = *run_state(run, from, from_lane);
}

static void set_all_states(
	const struct llvm_run *run, const struct slot *slot, enum state state)
{
	memset(run_state(run, slot, 0), state, slot->shape->lanes);
}

/*--- numbers ---*/

/* A division by what is not known is undefined before its result is. */
static enum verdict demand_divisor(const struct op *op, enum state state)
{
	bool divides = op->kind == LLVMUDiv || op->kind == LLVMSDiv ||
		       op->kind == LLVMURem || op->kind == LLVMSRem;

	return divides ? run_demand(state) : RUN_OK;
}

typedef enum state interpret_join(enum state a, enum state b);

/* How the states of operands are one of the result: it may be poison though they are not. */
static interpret_join *join_of_binary(const struct op *op)
{
	bool shifts = op->kind == LLVMShl || op->kind == LLVMLShr ||
		      op->kind == LLVMAShr;

	return op->flags || shifts ? run_join : run_join_numbers;
}

static enum verdict run_binary(struct llvm_run *run, const struct op *op)
{
	interpret_join *join = join_of_binary(op);
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);
	const struct slot *b = run_slot(run, op->b);

	for (unsigned i = 0; i < r->shape->lanes; i++) {
		uint8_t *state = run_state(run, r, i);
		enum state state_b = *run_state(run, b, i);
		enum verdict verdict = demand_divisor(op, state_b);
		enum lane_result result;

		if (verdict)
			return verdict;
		*state = (uint8_t)join(*run_state(run, a, i), state_b);
		/* 0 and any other divisor make a difference, also for poison. */
		if (*state && demand_divisor(op, STATE_POISON) == RUN_UB &&
			limbs_is_zero(
				run_word(run, b, i), interpret_bits_of(b)))
			return RUN_UB;
		if (*state) {
			verdict = each_run(run, op, i);
			if (verdict)
				return verdict;
			continue;
		}
		result = lane_binary((LLVMOpcode)op->kind, op->flags,
			interpret_bits_of(r), run_word(run, a, i),
			run_word(run, b, i), run_word(run, r, i));
		if (result == LANE_UB)
			return RUN_UB;
		if (result == LANE_POISON)
			*state = STATE_POISON;
	}
	return RUN_OK;
}

static enum verdict run_cast(struct llvm_run *run, const struct op *op)
{
	interpret_join *join = op->flags ? run_join : run_join_numbers;
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);
	enum verdict verdict = RUN_OK;

	for (unsigned i = 0; i < r->shape->lanes && !verdict; i++) {
		uint8_t *state = run_state(run, r, i);

		*state = (uint8_t)join(*run_state(run, a, i), STATE_DEFINED);
		if (*state)
			verdict = each_run(run, op, i);
		else if (lane_cast((LLVMOpcode)op->kind, op->flags,
				 interpret_bits_of(a), interpret_bits_of(r),
				 run_word(run, a, i),
				 run_word(run, r, i)) == LANE_POISON)
			*state = STATE_POISON;
	}
	return verdict;
}

static enum verdict run_compare(struct llvm_run *run, const struct op *op)
{
	interpret_join *join = op->flags ? run_join : run_join_numbers;
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);
	const struct slot *b = run_slot(run, op->b);
	unsigned bits = interpret_bits_of(a);
	enum verdict verdict = RUN_OK;

	for (unsigned i = 0; i < r->shape->lanes && !verdict; i++) {
		const uint64_t *left = run_word(run, a, i);
		const uint64_t *right = run_word(run, b, i);
		uint8_t *state = run_state(run, r, i);

		*state = (uint8_t)join(
			*run_state(run, a, i), *run_state(run, b, i));
		if (!*state && op->flags & LANE_SAME_SIGN &&
			limbs_bit(left, bits - 1) != limbs_bit(right, bits - 1))
			*state = STATE_POISON;
		*run_word(run, r, i) = lane_compare(
			(LLVMIntPredicate)op->kind, bits, left, right);
		if (*state)
			verdict = each_run(run, op, i);
	}
	return verdict;
}

/* Of what llvm.ctlz and llvm.abs have as a second operand there is one for all
 * lanes. */
static unsigned interpret_lane_of(const struct slot *slot, unsigned lane)
{
	return slot->shape->lanes == 1 ? 0 : lane;
}

/* Is the result of OP, whose second operand is FLAG, poison for some number? */
static bool may_refuse(const struct llvm_run *run, const struct op *op,
	const struct slot *flag)
{
	switch ((enum lane_intrinsic)op->kind) {
	case LANE_ABS:
	case LANE_CTLZ:
	case LANE_CTTZ:
		return flag && *run_word(run, flag, 0) & 1;
	case LANE_SSHL_SAT:
	case LANE_USHL_SAT:
		return true;
	default:
		return false;
	}
}

static enum verdict run_intrinsic(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const uint32_t operand[] = {op->a, op->b, op->c};
	const struct slot *slot[3] = {0};
	interpret_join *join;
	bool overflows = lane_has_overflow((enum lane_intrinsic)op->kind);
	unsigned lanes = r->shape->lanes / (overflows ? 2 : 1);
	enum verdict verdict = RUN_OK;

	for (unsigned i = 0; i < 3; i++)
		if (operand[i] != NO_SLOT)
			slot[i] = run_slot(run, operand[i]);
	assert(slot[0]); /* each of them has an operand */
	join = may_refuse(run, op, slot[1]) ? run_join : run_join_numbers;
	for (unsigned i = 0; i < lanes && !verdict; i++) {
		const uint64_t *word[3] = {0};
		enum state state = STATE_DEFINED;
		struct lane_call call = {
			.intrinsic = (enum lane_intrinsic)op->kind,
			.bits = interpret_bits_of(slot[0]),
			.result_bits = interpret_bits_of(r),
			.r = run_word(run, r, i)};

		for (unsigned k = 0; k < 3 && slot[k]; k++) {
			unsigned lane = interpret_lane_of(slot[k], i);

			word[k] = run_word(run, slot[k], lane);
			state = join(state, *run_state(run, slot[k], lane));
		}
		call.a = word[0];
		call.b = word[1];
		call.c = word[2];
		if (!state && lane_call(&call) == LANE_POISON)
			state = STATE_POISON;
		*run_state(run, r, i) = (uint8_t)state;
		if (state)
			verdict = each_run(run, op, i);
		if (!overflows)
			continue;
		limbs_set(run_word(run, r, lanes + i), call.overflow,
			64 * r->shape->limbs);
		*run_state(run, r, lanes + i) = (uint8_t)state;
	}
	return verdict;
}

static enum verdict run_reduce(struct llvm_run *run, const struct op *op)
{
	const struct reduction *reduction = &calls_reductions[op->kind];
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);
	uint64_t *word = run_word(run, r, 0), joined[LIMBS_MAX];
	enum state state = *run_state(run, a, 0);

	limbs_copy(word, run_word(run, a, 0), interpret_bits_of(a));
	for (unsigned i = 1; i < a->shape->lanes; i++) {
		struct lane_call call = {.intrinsic = reduction->intrinsic,
			.bits = interpret_bits_of(a),
			.a = word,
			.b = run_word(run, a, i),
			.r = joined};

		state = run_join_numbers(state, *run_state(run, a, i));
		if (reduction->opcode)
			lane_binary(reduction->opcode, 0, interpret_bits_of(a),
				call.a, call.b, joined);
		else
			lane_call(&call);
		limbs_copy(word, joined, interpret_bits_of(a));
	}
	*run_state(run, r, 0) = (uint8_t)state;
	return RUN_OK;
}

/*--- choices and lanes ---*/

static bool is_same_lane(const struct llvm_run *run, const struct slot *a,
	const struct slot *b, unsigned lane)
{
	return !*run_state(run, a, lane) && !*run_state(run, b, lane) &&
	       !memcmp(run_word(run, a, lane), run_word(run, b, lane),
		       a->shape->limbs * sizeof(uint64_t));
}

/* One of two, A and B, by what is in STATE. */
static enum state interpret_choice(enum state state, enum state a, enum state b)
{
	if (state == STATE_POISON)
		return STATE_POISON;
	return run_join_numbers(state, run_join_numbers(a, b)) == STATE_SOME
		       ? STATE_SOME
		       : STATE_UNKNOWN;
}

static enum verdict run_select(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);
	const struct slot *b = run_slot(run, op->b);
	const struct slot *c = run_slot(run, op->c);

	for (unsigned i = 0; i < r->shape->lanes; i++) {
		unsigned lane = interpret_lane_of(a, i);
		enum state state = *run_state(run, a, lane);
		bool first = *run_word(run, a, lane) & 1;

		bool is_number = each_state(run, a, lane) == STATE_UNDEF ||
				 each_state(run, a, lane) == STATE_SOME;

		if (!state || (is_number && is_same_lane(run, b, c, i))) {
			copy_lane(run, r, i, first ? b : c, i);
		} else {
			*run_state(run, r, i) = (uint8_t)interpret_choice(state,
				*run_state(run, b, i), *run_state(run, c, i));
			each_run(run, op, i);
		}
		if (op->flags)
			run_float_promise(run, op, i);
	}
	return RUN_OK;
}

/* Poison and undef become any number, but one. */
static enum verdict run_freeze(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);

	for (unsigned i = 0; i < r->shape->lanes; i++) {
		copy_lane(run, r, i, a, i);
		*run_state(run, r, i) = (uint8_t)each_state(run, a, i);
		if (*run_state(run, r, i) == STATE_POISON)
			*run_state(run, r, i) = STATE_UNDEF;
		else if (*run_state(run, r, i) == STATE_UNKNOWN)
			*run_state(run, r, i) = STATE_SOME;
	}
	return RUN_OK;
}

/* By an object in memory, which has the value in the one type, then the other. */
static enum verdict run_bitcast(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);
	struct llvm_objects memory = {0};
	struct llvm_object *object;

	if (r->shape->lanes == a->shape->lanes) {
		for (unsigned i = 0; i < r->shape->lanes; i++)
			copy_lane(run, r, i, a, i);
		return RUN_OK;
	}
	if (!objects_add(&memory, a->shape->bytes))
		return RUN_FUEL;
	object = memory.object;
	for (unsigned i = 0; i < a->shape->lanes; i++)
		object_store(object, a->shape->leaf[i].at_bit,
			interpret_bits_of(a), run_word(run, a, i),
			each_state(run, a, i));
	for (unsigned i = 0; i < r->shape->lanes; i++)
		*run_state(run, r, i) =
			(uint8_t)object_load(object, r->shape->leaf[i].at_bit,
				interpret_bits_of(r), run_word(run, r, i));
	objects_drop(&memory, 0);
	return RUN_OK;
}

static enum verdict run_extract_value(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);

	for (unsigned i = 0; i < r->shape->lanes; i++)
		copy_lane(run, r, i, run_slot(run, op->a),
			(unsigned)op->immediate + i);
	return RUN_OK;
}

static enum verdict run_insert_value(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const struct slot *b = run_slot(run, op->b);
	unsigned from = (unsigned)op->immediate;

	for (unsigned i = 0; i < r->shape->lanes; i++)
		if (i >= from && i < from + b->shape->lanes)
			copy_lane(run, r, i, b, i - from);
		else
			copy_lane(run, r, i, run_slot(run, op->a), i);
	return RUN_OK;
}

/* The lane of a vector that INDEX is. An index that is none makes poison of all. */
static enum state find_lane(const struct llvm_run *run,
	const struct slot *index, unsigned lanes, unsigned *lane)
{
	uint64_t high = 0;

	for (unsigned i = 1; i < limbs_of(interpret_bits_of(index)); i++)
		high |= run_word(run, index, 0)[i];
	*lane = (unsigned)*run_word(run, index, 0);
	if (*run_state(run, index, 0))
		return run_join(
			(enum state) * run_state(run, index, 0), STATE_DEFINED);
	return high || *run_word(run, index, 0) >= lanes ? STATE_POISON
							 : STATE_DEFINED;
}

static enum verdict run_extract_element(
	struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);
	unsigned lane;
	enum state state =
		find_lane(run, run_slot(run, op->b), a->shape->lanes, &lane);

	if (state)
		*run_state(run, r, 0) = (uint8_t)state;
	else
		copy_lane(run, r, 0, a, lane);
	return RUN_OK;
}

static enum verdict run_insert_element(
	struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	unsigned lane;
	enum state state =
		find_lane(run, run_slot(run, op->c), r->shape->lanes, &lane);

	if (state) {
		set_all_states(run, r, state);
		return RUN_OK;
	}
	for (unsigned i = 0; i < r->shape->lanes; i++)
		copy_lane(run, r, i, run_slot(run, op->a), i);
	copy_lane(run, r, lane, run_slot(run, op->b), 0);
	return RUN_OK;
}

/* A lane that the mask leaves open is poison; before LLVM 17 it was undef. */
static enum verdict run_shuffle(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);
	const struct slot *b = run_slot(run, op->b);
	const uint32_t *mask = run->code->extra + op->extra;

	for (unsigned i = 0; i < r->shape->lanes; i++)
		if (mask[i] >= 2 * a->shape->lanes)
			*run_state(run, r, i) = LLVM_VERSION_MAJOR >= 17
							? STATE_POISON
							: STATE_UNDEF;
		else if (mask[i] >= a->shape->lanes)
			copy_lane(run, r, i, b, mask[i] - a->shape->lanes);
		else
			copy_lane(run, r, i, a, mask[i]);
	return RUN_OK;
}

static enum verdict run_assume(struct llvm_run *run, const struct op *op)
{
	const struct slot *a = run_slot(run, op->a);
	enum verdict verdict = each_demand(run, a, 0);

	return verdict ? verdict : *run_word(run, a, 0) ? RUN_OK : RUN_UB;
}

/* Whether a lane is from one of COUNT bounds on and below the next. */
static bool is_in_range(const struct llvm_run *run, const uint64_t *word,
	const uint32_t *bound, uint32_t count, unsigned bits)
{
	uint64_t at[LIMBS_MAX], size[LIMBS_MAX];

	for (uint32_t i = 0; i < count; i += 2) {
		const uint64_t *from =
			run_word(run, run_slot(run, bound[i]), 0);

		limbs_subtract(at, word, from, bits);
		limbs_subtract(size,
			run_word(run, run_slot(run, bound[i + 1]), 0), from,
			bits);
		if (limbs_compare(at, size, bits) < 0)
			return true;
	}
	return false;
}

static enum verdict run_range(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const uint32_t *extra = run->code->extra + op->extra;

	for (unsigned i = 0; i < r->shape->lanes; i++)
		if (*run_state(run, r, i) == STATE_DEFINED &&
			!is_in_range(run, run_word(run, r, i), extra + 1,
				extra[0], interpret_bits_of(r)))
			*run_state(run, r, i) = STATE_POISON;
		else if (*run_state(run, r, i) == STATE_UNDEF ||
			 *run_state(run, r, i) == STATE_SOME ||
			 *run_state(run, r, i) == STATE_EACH)
			*run_state(run, r, i) = STATE_UNKNOWN;
	return RUN_OK;
}

/* Of no number of IEEE 754 the bits are not known, but there are some. */
static enum verdict run_defined(struct llvm_run *run, const struct op *op)
{
	const struct slot *a = run_slot(run, op->a);
	enum verdict verdict = RUN_OK;

	for (unsigned i = 0; i < a->shape->lanes && !verdict; i++)
		if (*run_state(run, a, i) != STATE_NAN)
			verdict = each_demand(run, a, i);
	return verdict;
}

/*--- the way through ---*/

/* All values are read before a phi is written: one may be another's value. */
static void interpret_follow(struct llvm_run *run, uint32_t edge)
{
	const uint32_t *extra = run->code->extra + edge;
	uint32_t moves = extra[1];
	const uint32_t *move = extra + 2;
	uint64_t few[MOVES_MAX], *word = few;
	uint8_t few_states[MOVES_MAX], *state = few_states;
	size_t words = 0, lanes = 0;

	run->at = run->code->block[extra[0]];
	for (uint32_t i = 0; i < moves; i++) {
		const struct shape *shape = run_slot(run, move[2 * i])->shape;

		words += (size_t)shape->lanes * shape->limbs;
		lanes += shape->lanes;
	}
	if (words > MOVES_MAX) {
		word = memory_alloc(words * sizeof *word);
		state = memory_alloc(lanes);
	}
	words = lanes = 0;
	for (unsigned write = 0; write < 2; write++, words = lanes = 0)
		for (uint32_t i = 0; i < moves; i++) {
			const struct slot *slot =
				run_slot(run, move[2 * i + !write]);
			size_t count =
				(size_t)slot->shape->lanes * slot->shape->limbs;
			uint64_t *here = run_word(run, slot, 0);
			uint8_t *states = run_state(run, slot, 0);

			memcpy(write ? here : word + words,
				write ? word + words : here,
				count * sizeof *word);
			memcpy(write ? states : state + lanes,
				write ? state + lanes : states,
				slot->shape->lanes);
			words += count;
			lanes += slot->shape->lanes;
		}
	if (word != few) {
		free(word);
		free(state);
	}
}

static enum verdict run_jump(struct llvm_run *run, const struct op *op)
{
	interpret_follow(run, op->extra);
	return RUN_OK;
}

static enum verdict run_branch(struct llvm_run *run, const struct op *op)
{
	const struct slot *a = run_slot(run, op->a);
	enum verdict verdict = each_demand(run, a, 0);

	if (!verdict)
		interpret_follow(
			run, *run_word(run, a, 0) & 1 ? op->extra : op->b);
	return verdict;
}

static enum verdict run_switch(struct llvm_run *run, const struct op *op)
{
	const struct slot *a = run_slot(run, op->a);
	const uint32_t *extra = run->code->extra + op->extra;
	enum verdict verdict = each_demand(run, a, 0);
	uint32_t edge = extra[0];

	if (verdict)
		return verdict;
	for (uint32_t i = 1; i <= extra[1]; i++)
		if (!limbs_compare(run_word(run, a, 0),
			    run_word(run, run_slot(run, extra[2 * i]), 0),
			    interpret_bits_of(a)))
			edge = extra[2 * i + 1];
	interpret_follow(run, edge);
	return RUN_OK;
}

static enum verdict run_return(struct llvm_run *run, const struct op *op)
{
	run->returned = op->a;
	return RUN_RETURNED;
}

static enum verdict run_unreachable(struct llvm_run *run, const struct op *op)
{
	(void)run;
	(void)op;
	return RUN_UB;
}

static enum verdict interpret_run_here(struct llvm_run *run);

/* A frame of its own; what the caller's slots have is copied to the first ones. */
static enum verdict run_call(struct llvm_run *run, const struct op *op)
{
	const struct llvm_code *code = run->program->code[op->immediate];
	const uint32_t *argument = run->code->extra + op->extra;
	const struct slot *r = run_slot(run, op->result);
	size_t objects = run->program->objects.count;
	struct llvm_run inner = *run;
	enum verdict verdict;

	if (++inner.depth > DEPTH_MAX)
		return RUN_FUEL;
	inner.code = code;
	inner.at = 0;
	inner.word = memory_alloc(code->words * sizeof *code->word);
	inner.state = memory_alloc(code->lanes);
	memcpy(inner.word, code->word, code->words * sizeof *code->word);
	memcpy(inner.state, code->state, code->lanes);
	for (unsigned i = 0; i < LLVMCountParams(code->function); i++) {
		const struct slot *from = run_slot(run, argument[i]);
		const struct slot *to = run_slot(&inner, i);

		memcpy(run_word(&inner, to, 0), run_word(run, from, 0),
			(size_t)to->shape->lanes * to->shape->limbs *
				sizeof(uint64_t));
		memcpy(run_state(&inner, to, 0), run_state(run, from, 0),
			to->shape->lanes);
	}
	verdict = interpret_run_here(&inner);
	if (!verdict && inner.returned != NO_SLOT) {
		const struct slot *from = run_slot(&inner, inner.returned);

		memcpy(run_word(run, r, 0), run_word(&inner, from, 0),
			(size_t)r->shape->lanes * r->shape->limbs *
				sizeof(uint64_t));
		memcpy(run_state(run, r, 0), run_state(&inner, from, 0),
			r->shape->lanes);
	}
	run->steps = inner.steps;
	objects_drop(&run->program->objects, objects);
	free(inner.word);
	free(inner.state);
	return verdict;
}

static enum verdict (*const handlers[])(
	struct llvm_run *, const struct op *) = {
	[OP_BINARY] = run_binary,
	[OP_CAST] = run_cast,
	[OP_COMPARE] = run_compare,
	[OP_FLOAT] = run_float,
	[OP_FLOAT_COMPARE] = run_float_compare,
	[OP_FLOAT_PROMISE] = run_float_promises,
	[OP_SELECT] = run_select,
	[OP_FREEZE] = run_freeze,
	[OP_BITCAST] = run_bitcast,
	[OP_EXTRACT_VALUE] = run_extract_value,
	[OP_INSERT_VALUE] = run_insert_value,
	[OP_EXTRACT_ELEMENT] = run_extract_element,
	[OP_INSERT_ELEMENT] = run_insert_element,
	[OP_SHUFFLE] = run_shuffle,
	[OP_ALLOCA] = run_alloca,
	[OP_LOAD] = run_load,
	[OP_STORE] = run_store,
	[OP_ADDRESS] = run_address,
	[OP_INTRINSIC] = run_intrinsic,
	[OP_REDUCE] = run_reduce,
	[OP_ASSUME] = run_assume,
	[OP_RANGE] = run_range,
	[OP_DEFINED] = run_defined,
	[OP_MEMSET] = run_memset,
	[OP_MEMCPY] = run_memcpy,
	[OP_FORGET] = run_forget,
	[OP_GIVE] = run_give,
	[OP_CALL] = run_call,
	[OP_JUMP] = run_jump,
	[OP_BRANCH] = run_branch,
	[OP_SWITCH] = run_switch,
	[OP_RETURN] = run_return,
	[OP_UNREACHABLE] = run_unreachable,
};

static enum verdict interpret_run_here(struct llvm_run *run)
{
	enum verdict verdict = RUN_OK;

	while (!verdict) {
		const struct op *op = &run->code->op[run->at++];

		if (++run->steps > run->fuel)
			return RUN_FUEL;
		verdict = handlers[op->code](run, op);
	}
	return verdict == RUN_RETURNED ? RUN_OK : verdict;
}

/*--- from outside ---*/

void run_begin(
	struct llvm_run *run, struct llvm_program *program, uint64_t fuel)
{
	*run = (struct llvm_run){.program = program,
		.code = program->code[0],
		.word = program->code[0]->word,
		.state = program->code[0]->state,
		.returned = NO_SLOT,
		.fuel = fuel};
	program->eachs = 0;
	program->each_left = EACH_TRIES;
	objects_drop(&program->objects, program->globals);
	objects_restore(&program->objects, program->globals);
}

void run_end(struct llvm_run *run)
{
	objects_drop(&run->program->objects, run->program->globals);
}

uint64_t run_add_object(struct llvm_run *run, uint64_t bytes)
{
	return objects_add(&run->program->objects, bytes);
}

void run_argument(struct llvm_run *run, unsigned index, unsigned lane,
	const uint64_t *word, enum state state)
{
	const struct slot *slot = run_slot(run, index);

	limbs_copy(
		run_word(run, slot, lane), word, slot->shape->leaf[lane].bits);
	if (state == STATE_EACH)
		*run_word(run, slot, lane) = 0;
	*run_state(run, slot, lane) = (uint8_t)state;
}

enum verdict run_function(struct llvm_run *run)
{
	return interpret_run_here(run);
}

const struct shape *run_result_shape(const struct llvm_run *run)
{
	return run->returned == NO_SLOT ? NULL
					: run_slot(run, run->returned)->shape;
}

enum state run_result(
	const struct llvm_run *run, unsigned lane, const uint64_t **word)
{
	const struct slot *slot = run_slot(run, run->returned);

	*word = run_word(run, slot, lane);
	return each_state(run, slot, lane);
}

const struct each *run_result_each(const struct llvm_run *run, unsigned lane)
{
	const struct slot *slot = run_slot(run, run->returned);

	return *run_state(run, slot, lane) == STATE_EACH
		       ? each_of(run, slot, lane)
		       : NULL;
}
