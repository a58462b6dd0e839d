/* SPDX-License-Identifier: MIT
 * Executes functions of LLVM IR: numbers of IEEE 754 in the environment that LLVM assumes,
 * with no flags of fast mathematics but those by which something is poison. Which NaN an operation gives is not defined. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/interpret.h"
#include "fuzz-perf/ir/llvm/lanes.h"
#include "fuzz-perf/ir/llvm/limbs.h"

static double lane_to_double(const uint64_t *word, unsigned bits)
{
	union {
		uint64_t word;
		uint32_t half;
		float narrow;
		double wide;
	} lane = {.word = *word};

	return bits == 32 ? (double)lane.narrow : lane.wide;
}

static uint64_t lane_of_double(double value, unsigned bits)
{
	union {
		uint64_t word;
		float narrow;
		double wide;
	} lane = {.word = 0};

	if (bits == 32)
		lane.narrow = (float)value;
	else
		lane.wide = value;
	return lane.word;
}

/* Numbers of more than 64 bits are not converted. */
static enum state float_of_integer(const struct op *op, const uint64_t *a,
	unsigned from, uint64_t *r, unsigned to)
{
	int64_t number;
	union {
		uint32_t half;
		float narrow;
	} lane;

	if (from > 64)
		return STATE_UNKNOWN;
	if (op->flags & LANE_NNEG && limbs_bit(a, from - 1))
		return STATE_POISON;
	number = (int64_t)(*a << (64 - from));
	if (op->kind == LLVMSIToFP)
		number >>= 64 - from;
	else
		number = (int64_t)*a;
	lane.narrow = op->kind == LLVMSIToFP ? (float)number
					     : (float)(uint64_t)number;
	*r = to == 32 ? lane.half
	     : op->kind == LLVMSIToFP
		     ? lane_of_double((double)number, 64)
		     : lane_of_double((double)(uint64_t)number, 64);
	return STATE_DEFINED;
}

static enum state integer_of_float(
	const struct op *op, double value, uint64_t *r, unsigned to)
{
	double whole = trunc(value), limit;

	if (to > 64)
		return STATE_UNKNOWN;
	limit = ldexp(1, op->kind == LLVMFPToSI ? (int)to - 1 : (int)to);
	if (!(whole < limit) ||
		(op->kind == LLVMFPToSI ? whole < -limit : whole < 0))
		return STATE_POISON;
	limbs_set(
		r, whole < 0 ? (uint64_t)(int64_t)whole : (uint64_t)whole, to);
	return STATE_DEFINED;
}

/* One lane: of A and B, numbers of BITS bits, one of TO bits. */
static enum state float_lane(const struct op *op, const uint64_t *a,
	const uint64_t *b, unsigned bits, uint64_t *r, unsigned to)
{
	uint64_t sign = UINT64_C(1) << ((bits - 1) & 63);
	double x, y;

	switch (op->kind) {
	case LLVMFNeg:
		*r = *a ^ sign;
		return STATE_DEFINED;
	case FLOAT_ABS:
		*r = *a & ~sign;
		return STATE_DEFINED;
	case FLOAT_COPY_SIGN:
		*r = (*a & ~sign) | (b ? *b & sign : 0);
		return STATE_DEFINED;
	case LLVMSIToFP:
	case LLVMUIToFP:
		return float_of_integer(op, a, bits, r, to);
	default:
		break;
	}
	x = lane_to_double(a, bits);
	y = b ? lane_to_double(b, bits) : 0;
	switch (op->kind) {
	case LLVMFPToSI:
	case LLVMFPToUI:
		return integer_of_float(op, x, r, to);
	case LLVMFAdd:
		x += y;
		break;
	case LLVMFSub:
		x -= y;
		break;
	case LLVMFMul:
		x *= y;
		break;
	case LLVMFDiv:
		x /= y;
		break;
	default:
		break; /* LLVMFPExt and LLVMFPTrunc */
	}
	*r = lane_of_double(x, to);
	return isnan(x) ? STATE_NAN : STATE_DEFINED;
}

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

void run_float_promise(struct llvm_run *run, const struct op *op, unsigned lane)
{
	const struct slot *r = run_slot(run, op->result);
	uint8_t *state = run_state(run, r, lane);

	if (!without_nan(*state) && float_breaks(op, run_word(run, r, lane),
					    *state, r->shape->leaf->bits))
		*state = STATE_POISON;
}

enum verdict run_float(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);
	const struct slot *b = op->b == NO_SLOT ? NULL : run_slot(run, op->b);
	bool keeps = op->kind == LLVMFNeg || op->kind >= FLOAT_ABS;
	bool promises = op->kind != LLVMUIToFP &&
			op->flags & (LANE_NO_NAN | LANE_NO_INF);
	unsigned bits = a->shape->leaf->bits;
	enum state (*join)(enum state, enum state) =
		op->flags || op->kind == LLVMFPToSI || op->kind == LLVMFPToUI
			? run_join
			: run_join_numbers;

	for (unsigned i = 0; i < r->shape->lanes; i++) {
		enum state first = *run_state(run, a, i);
		enum state second = b ? *run_state(run, b, i) : STATE_DEFINED;
		enum state state =
			join(without_nan(first), without_nan(second));

		if (op->kind == FLOAT_COPY_SIGN && second == STATE_NAN)
			state = run_join_numbers(state, STATE_SOME);
		if (!state)
			state = float_lane(op, run_word(run, a, i),
				b ? run_word(run, b, i) : NULL, bits,
				run_word(run, r, i), r->shape->leaf->bits);
		if (!state && keeps && first == STATE_NAN)
			state = STATE_NAN;
		if (promises && !without_nan(state) &&
			(float_breaks(op, run_word(run, a, i), first, bits) ||
				(b && float_breaks(op, run_word(run, b, i),
					      second, bits)) ||
				float_breaks(op, run_word(run, r, i), state,
					r->shape->leaf->bits)))
			state = STATE_POISON;
		*run_state(run, r, i) = (uint8_t)state;
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
		op->flags ? run_join : run_join_numbers;

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
