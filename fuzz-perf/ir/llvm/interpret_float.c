/* SPDX-License-Identifier: MIT
 * Executes functions of LLVM IR: numbers of IEEE 754. Which NaN an operation gives is not
 * defined. By nnan and ninf something is poison, by nsz a zero has any sign, and what may be
 * rounded otherwise by the other flags of fast mathematics is some number. */
#include "config.h"

#include <math.h>

#include "fuzz-perf/ir/llvm/interpret.h"
#include "fuzz-perf/ir/llvm/lanes.h"
#include "fuzz-perf/ir/llvm/lanes_float.h"

#define OPERANDS 3

/* A NaN is as good as defined for what does not look at its bits. */
static enum state without_nan(enum state state)
{
	return state == STATE_NAN ? STATE_DEFINED : state;
}

/* Does what is at WORD, a number of BITS bits, or a NaN if STATE says so, break a promise of
 * OP? */
static bool float_breaks(const struct op *op, const uint64_t *word,
	enum state state, unsigned bits)
{
	double value = lane_to_double(word, bits);
	bool is_nan = state == STATE_NAN || isnan(value);

	return is_nan ? op->flags & LANE_NO_NAN
		      : isinf(value) && op->flags & LANE_NO_INF;
}

/* Whether OP rounds: with other flags of fast mathematics it may do so otherwise. */
static bool float_rounds(const struct op *op)
{
	switch (op->kind) {
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFRem:
	case FLOAT_FMA:
	case FLOAT_MULADD:
	case FLOAT_SQRT:
		return true;
	default:
		return false;
	}
}

/* What STATE is of the number at WORD, if zeros with and without a sign are the same. */
static enum state state_of_zero(const struct op *op, enum state state,
	const uint64_t *word, unsigned bits)
{
	return !state && op->flags & LANE_NO_ZERO_SIGN &&
			       lane_to_double(word, bits) == 0
		       ? STATE_SOME
		       : state;
}

void run_float_promise(struct llvm_run *run, const struct op *op, unsigned lane)
{
	const struct slot *r = run_slot(run, op->result);
	uint8_t *state = run_state(run, r, lane);
	const uint64_t *word = run_word(run, r, lane);
	unsigned bits = r->shape->leaf->bits;

	if (!without_nan(*state) && float_breaks(op, word, *state, bits))
		*state = STATE_POISON;
	*state = (uint8_t)state_of_zero(op, *state, word, bits);
}

enum verdict run_float_promises(struct llvm_run *run, const struct op *op)
{
	for (unsigned i = 0; i < run_slot(run, op->result)->shape->lanes; i++)
		run_float_promise(run, op, i);
	return RUN_OK;
}

/* One lane of all operands. */
struct float_lane {
	unsigned count;
	const uint64_t *word[OPERANDS];
	enum state state[OPERANDS];
};

static struct float_lane float_lane_of(
	struct llvm_run *run, const struct op *op, unsigned at)
{
	const uint32_t slots[OPERANDS] = {op->a, op->b, op->c};
	struct float_lane lane = {.count = 0};

	for (; lane.count < OPERANDS && slots[lane.count] != NO_SLOT;
		lane.count++) {
		const struct slot *slot = run_slot(run, slots[lane.count]);
		unsigned place = slot->shape->lanes == 1 ? 0 : at;

		lane.word[lane.count] = run_word(run, slot, place);
		lane.state[lane.count] =
			(enum state) * run_state(run, slot, place);
	}
	return lane;
}

/* Of a result that depends on LANE, before it is computed. */
static enum state float_join(const struct op *op, const struct float_lane *lane)
{
	bool may_refuse = op->flags & (LANE_NO_NAN | LANE_NO_INF) ||
			  (op->kind == LLVMUIToFP && op->flags) ||
			  op->kind == LLVMFPToSI || op->kind == LLVMFPToUI;
	enum state state = STATE_DEFINED;
	bool has_nan = false, has_number = false;

	for (unsigned i = 0; i < lane->count; i++) {
		has_nan |= lane->state[i] == STATE_NAN;
		has_number |= lane->state[i] != STATE_NAN;
		state = (may_refuse ? run_join : run_join_numbers)(
			state, without_nan(lane->state[i]));
	}
	/* Of such a NaN neither the sign nor whether it signals is known. */
	switch (has_nan ? op->kind : 0) {
	case FLOAT_COPY_SIGN:
		return lane->state[1] == STATE_NAN
			       ? run_join_numbers(state, STATE_SOME)
			       : state;
	case FLOAT_MAXNUM:
	case FLOAT_MINNUM:
		return has_number ? run_join_numbers(state, STATE_SOME) : state;
	case FLOAT_CLASS:
		return lane->count > 1 && (*lane->word[1] & 3) % 3
			       ? run_join_numbers(state, STATE_SOME)
			       : state;
	default:
		return state;
	}
}

/* What STATE is after what OP promises of LANE, numbers of BITS bits, and of R. */
static enum state float_keep(const struct op *op, const struct float_lane *lane,
	unsigned bits, enum state state, const uint64_t *r, unsigned r_bits)
{
	bool sees_zero = op->kind == LLVMFDiv || op->kind == FLOAT_COPY_SIGN;

	if (op->kind == LLVMUIToFP || op->kind == FLOAT_CLASS || !op->flags)
		return state;
	for (unsigned i = 0; i < lane->count && !without_nan(state); i++)
		if (float_breaks(op, lane->word[i], lane->state[i], bits))
			return STATE_POISON;
	if (!without_nan(state) && op->flags & LANE_FREE && float_rounds(op))
		return op->flags & (LANE_NO_NAN | LANE_NO_INF) ? STATE_UNKNOWN
							       : STATE_SOME;
	if (!without_nan(state) && float_breaks(op, r, state, r_bits))
		return STATE_POISON;
	if (sees_zero)
		state = state_of_zero(op, state, lane->word[1], bits);
	return state_of_zero(op, state, r, r_bits);
}

enum verdict run_float(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	unsigned bits = run_slot(run, op->a)->shape->leaf->bits;
	bool keeps = op->kind == LLVMFNeg || op->kind == FLOAT_ABS ||
		     op->kind == FLOAT_COPY_SIGN;

	for (unsigned i = 0; i < r->shape->lanes; i++) {
		struct float_lane lane = float_lane_of(run, op, i);
		struct float_call call = {.kind = op->kind,
			.is_never_negative = op->flags & LANE_NNEG,
			.bits = bits,
			.a = lane.word[0],
			.b = lane.word[1],
			.c = lane.word[2],
			.r = run_word(run, r, i),
			.result_bits = r->shape->leaf->bits};
		enum state state = float_join(op, &lane);

		if (!state)
			state = float_call(&call);
		if (!state && keeps && lane.state[0] == STATE_NAN)
			state = STATE_NAN;
		*run_state(run, r, i) = (uint8_t)float_keep(
			op, &lane, bits, state, call.r, call.result_bits);
	}
	return RUN_OK;
}

enum verdict run_float_compare(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);
	const struct slot *b = run_slot(run, op->b);
	unsigned bits = a->shape->leaf->bits;
	enum state (*join)(enum state, enum state) =
		op->flags & (LANE_NO_NAN | LANE_NO_INF) ? run_join
							: run_join_numbers;

	for (unsigned i = 0; i < r->shape->lanes; i++) {
		enum state first = *run_state(run, a, i);
		enum state second = *run_state(run, b, i);
		enum state state =
			join(without_nan(first), without_nan(second));
		double x = lane_to_double(run_word(run, a, i), bits);
		double y = lane_to_double(run_word(run, b, i), bits);
		/* Of a predicate bit 0 is =, bit 1 >, bit 2 <, bit 3 none of them. */
		unsigned order = x == y ? 1 : x > y ? 2 : x < y ? 4 : 8;

		*run_word(run, r, i) = (op->kind & order) != 0;
		if (!state &&
			(float_breaks(op, run_word(run, a, i), first, bits) ||
				float_breaks(
					op, run_word(run, b, i), second, bits)))
			state = STATE_POISON;
		*run_state(run, r, i) = (uint8_t)state;
	}
	return RUN_OK;
}
