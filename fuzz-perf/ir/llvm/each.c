/* SPDX-License-Identifier: MIT
 * What numbers may be of which each use may be another one. A value that is made of such numbers
 * is another one for each of its uses, too, so what an operation makes is what it makes of all
 * that its operands may be. */
#include "config.h"

#include "fuzz-perf/ir/llvm/interpret.h"

#include <string.h>

#include "fuzz-perf/ir/llvm/lanes.h"

#define OPERANDS 3
#define EACH_MAX 4096 /* that are told apart in a run */
#define WIDE	 16   /* numbers of those that are not all tried */

/* An operation on one lane. */
struct each_job {
	struct llvm_program *program;
	const struct op *op;
	unsigned bits, result_bits; /* of operands but a condition */
	unsigned count;
	struct each in[OPERANDS];
};

static uint64_t each_ones(unsigned bits)
{
	return ~UINT64_C(0) >> (64 - bits);
}

/* A number of BITS bits with its sign. */
static int64_t each_signed(uint64_t word, unsigned bits)
{
	return (int64_t)(word << (64 - bits)) >> (64 - bits);
}

static void each_bound(
	struct irf_some *some, uint64_t low, uint64_t high, unsigned bits)
{
	some->low = low;
	some->high = high;
	some->least = each_signed(UINT64_C(1) << (bits - 1), bits);
	some->most = (int64_t)(each_ones(bits) >> 1);
	if (high <= (uint64_t)some->most) {
		some->least = (int64_t)low;
		some->most = (int64_t)high;
	} else if (low > (uint64_t)some->most) {
		some->least = each_signed(low, bits);
		some->most = each_signed(high, bits);
	}
}

static void each_bound_signed(
	struct irf_some *some, int64_t least, int64_t most, unsigned bits)
{
	each_bound(some, 0, each_ones(bits), bits);
	if (least >= 0 || most < 0)
		each_bound(some, (uint64_t)least & each_ones(bits),
			(uint64_t)most & each_ones(bits), bits);
	some->least = least;
	some->most = most;
}

/* Are all numbers of BITS bits tried? */
static bool each_is_narrow(const struct llvm_program *program, unsigned bits)
{
	return bits <= 8 && 1u << bits <= program->each_most;
}

/* Returns whether there is room for VALUE, if it is a new one. */
static bool each_add(struct irf_some *some, uint64_t value)
{
	for (unsigned i = 0; i < some->count; i++)
		if (some->value[i] == value)
			return true;
	if (some->count == WIDE)
		return false;
	some->value[some->count++] = value;
	return true;
}

/* Any number of BITS bits. */
static struct irf_some each_any(
	const struct llvm_program *program, unsigned bits)
{
	struct irf_some some = {.width = (uint8_t)bits, .is_bound = true};
	uint64_t ones = each_ones(bits), least = ones - (ones >> 1);

	each_bound(&some, 0, ones, bits);
	some.is_all = each_is_narrow(program, bits);
	for (uint64_t i = 0; some.is_all && i <= ones; i++)
		some.value[some.count++] = i;
	if (some.is_all)
		return some;
	for (uint64_t i = 0; i < 3; i++) {
		each_add(&some, i);
		each_add(&some, ones - i);
		each_add(&some, least + i);
		each_add(&some, least - 1 - i);
	}
	return some;
}

/* The bounds of what is all there. */
static void each_bound_values(struct irf_some *some, unsigned bits)
{
	uint64_t low = UINT64_MAX, high = 0;
	int64_t least = INT64_MAX, most = INT64_MIN;

	for (unsigned i = 0; i < some->count; i++) {
		uint64_t value = some->value[i];
		int64_t number = each_signed(value, bits);

		low = value < low ? value : low;
		high = value > high ? value : high;
		least = number < least ? number : least;
		most = number > most ? number : most;
	}
	some->low = low;
	some->high = high;
	some->least = least;
	some->most = most;
}

const struct each *each_of(
	const struct llvm_run *run, const struct slot *slot, unsigned lane)
{
	uint64_t place = *run_word(run, slot, lane);

	return place ? &run->program->each[place - 1] : NULL;
}

enum state each_state(
	const struct llvm_run *run, const struct slot *slot, unsigned lane)
{
	enum state state = (enum state) * run_state(run, slot, lane);
	const struct each *each;

	if (state != STATE_EACH)
		return state;
	each = each_of(run, slot, lane);
	return !each		   ? STATE_UNDEF
	       : each->is_poison   ? STATE_POISON
	       : each->is.is_bound ? STATE_SOME
				   : STATE_UNKNOWN;
}

void each_begin(const struct llvm_code *code, const struct slot *slot)
{
	for (unsigned i = 0; i < slot->shape->lanes; i++)
		if (code->state[slot->lane + i] == STATE_UNDEF) {
			code->state[slot->lane + i] = STATE_EACH;
			memset(code->word + slot->word +
					(size_t)i * slot->shape->limbs,
				0, slot->shape->limbs * sizeof *code->word);
		}
}

static bool each_take(const struct llvm_run *run, const struct slot *slot,
	unsigned lane, struct each *to)
{
	unsigned bits = slot->shape->leaf->bits;
	uint64_t word = *run_word(run, slot, lane);
	const struct each *each;

	if (bits > 64)
		return false;
	switch ((enum state) * run_state(run, slot, lane)) {
	case STATE_DEFINED:
		*to = (struct each){.is = {.width = (uint8_t)bits,
					    .is_all = true,
					    .is_bound = true}};
		each_add(&to->is, word);
		each_bound_values(&to->is, bits);
		return true;
	case STATE_EACH:
		each = each_of(run, slot, lane);
		if (each)
			*to = *each;
		else
			*to = (struct each){.is = each_any(run->program, bits)};
		return true;
	default:
		return false;
	}
}

/* ---- operations ---- */

static enum lane_result each_compute(
	const struct each_job *job, const uint64_t *in, uint64_t *out)
{
	const struct op *op = job->op;
	struct lane_call call = {.intrinsic = (enum lane_intrinsic)op->kind,
		.bits = job->bits,
		.result_bits = job->result_bits,
		.a = &in[0],
		.b = &in[1],
		.c = &in[2],
		.r = out};

	switch (op->code) {
	case OP_BINARY:
		return lane_binary((LLVMOpcode)op->kind, op->flags, job->bits,
			&in[0], &in[1], out);
	case OP_CAST:
		return lane_cast((LLVMOpcode)op->kind, op->flags, job->bits,
			job->result_bits, &in[0], out);
	case OP_COMPARE:
		*out = lane_compare(
			(LLVMIntPredicate)op->kind, job->bits, &in[0], &in[1]);
		return op->flags & LANE_SAME_SIGN &&
				       (in[0] ^ in[1]) >> (job->bits - 1) & 1
			       ? LANE_POISON
			       : LANE_OK;
	case OP_SELECT:
		*out = in[0] & 1 ? in[1] : in[2];
		return LANE_OK;
	default:
		return lane_call(&call);
	}
}

/* Is the result of OP, whose operands are IN, poison for some of their numbers? */
static bool each_may_refuse(const struct each_job *job)
{
	const struct op *op = job->op;
	bool shifts = op->kind == LLVMShl || op->kind == LLVMLShr ||
		      op->kind == LLVMAShr;

	switch (op->code) {
	case OP_SELECT:
		return false;
	case OP_BINARY:
		return op->flags || (shifts && job->in[1].is.high >= job->bits);
	case OP_INTRINSIC:
		switch ((enum lane_intrinsic)op->kind) {
		case LANE_ABS:
		case LANE_CTLZ:
		case LANE_CTTZ:
			return job->in[1].is.high;
		case LANE_SSHL_SAT:
		case LANE_USHL_SAT:
			return job->in[1].is.high >= job->bits;
		default:
			return false;
		}
	default:
		return op->flags;
	}
}

/* Leaves out some of the numbers of JOB's operands if there are too many to try all of them. Returns
 * whether none was. */
static bool each_cut(const struct each_job *job, unsigned count[OPERANDS])
{
	struct llvm_program *program = job->program;
	uint64_t tries = 1;
	bool is_all = true;

	for (unsigned k = 0; k < job->count; k++) {
		count[k] = job->in[k].is.count;
		is_all &= job->in[k].is.is_all;
		tries *= count[k];
	}
	for (unsigned k = 0; k < job->count && tries > program->each_left; k++)
		if (count[k] > WIDE) {
			tries = tries / count[k] * WIDE;
			count[k] = WIDE;
			is_all = false;
		}
	program->each_left -=
		tries < program->each_left ? tries : program->each_left;
	return is_all;
}

/* Tries what the operands of JOB may be. What is not poison, and was not tried, is left to
 * bounds. */
static enum verdict each_try(const struct each_job *job, struct each *to)
{
	bool is_narrow = each_is_narrow(job->program, job->result_bits);
	unsigned at[OPERANDS] = {0}, count[OPERANDS], i = 0;
	bool is_met[1 << 8] = {false}, is_all = each_cut(job, count);

	for (unsigned k = 0; k < job->count; k++)
		if (!count[k])
			return RUN_UNKNOWN;
	do {
		uint64_t in[OPERANDS] = {0}, out = 0;

		for (unsigned k = 0; k < job->count; k++)
			in[k] = job->in[k].is.value[at[k]];
		switch (each_compute(job, in, &out)) {
		case LANE_UB:
			return RUN_UB;
		case LANE_POISON:
			to->is_poison = true;
			break;
		default:
			if (is_narrow)
				is_met[out] = true;
			else
				is_all &= each_add(&to->is, out);
		}
		for (i = 0; i < job->count && ++at[i] == count[i]; i++)
			at[i] = 0;
	} while (i < job->count);
	for (unsigned out = 0; is_narrow && out < 1u << job->result_bits; out++)
		if (is_met[out])
			to->is.value[to->is.count++] = out;
	to->is.is_all = is_all;
	return RUN_OK;
}

/* Does a comparison say the same of all numbers within bounds? *SAYS is that. */
static bool each_is_decided(const struct each_job *job, bool *says)
{
	const struct irf_some *a = &job->in[0].is, *b = &job->in[1].is;
	bool below = a->high<b->low, above = a->low> b->high;
	bool less = a->most<b->least, more = a->least> b->most;
	bool not_above = a->high <= b->low, not_below = a->low >= b->high;
	bool not_more = a->most <= b->least, not_less = a->least >= b->most;

	switch ((LLVMIntPredicate)job->op->kind) {
	case LLVMIntEQ:
	case LLVMIntNE:
		*says = job->op->kind == LLVMIntNE;
		return below || above || less || more;
	case LLVMIntULT:
	case LLVMIntUGE:
		*says = below == (job->op->kind == LLVMIntULT);
		return below || not_below;
	case LLVMIntUGT:
	case LLVMIntULE:
		*says = above == (job->op->kind == LLVMIntUGT);
		return above || not_above;
	case LLVMIntSLT:
	case LLVMIntSGE:
		*says = less == (job->op->kind == LLVMIntSLT);
		return less || not_less;
	default:
		*says = more == (job->op->kind == LLVMIntSGT);
		return more || not_more;
	}
}

static uint64_t each_least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static void each_bound_binary(const struct each_job *job, struct irf_some *to)
{
	const struct irf_some *a = &job->in[0].is, *b = &job->in[1].is;
	bool is_one = b->low == b->high;
	uint64_t by = b->low, ones = each_ones(job->bits), high;
	int64_t number = each_signed(by, job->bits);

	switch (job->op->kind) {
	case LLVMAdd:
		if (b->high <= ones - a->high)
			each_bound(to, a->low + b->low, a->high + b->high,
				job->bits);
		break;
	case LLVMSub:
		if (b->high <= a->low)
			each_bound(to, a->low - b->high, a->high - b->low,
				job->bits);
		break;
	case LLVMMul:
		if (!__builtin_mul_overflow(a->high, b->high, &high) &&
			high <= ones)
			each_bound(to, a->low * b->low, high, job->bits);
		break;
	case LLVMAnd:
		each_bound(to, 0, each_least(a->high, b->high), job->bits);
		break;
	case LLVMLShr:
		if (is_one && by < job->bits)
			each_bound(to, a->low >> by, a->high >> by, job->bits);
		break;
	case LLVMAShr:
		if (is_one && by < job->bits)
			each_bound_signed(
				to, a->least >> by, a->most >> by, job->bits);
		break;
	case LLVMUDiv:
		if (is_one && by)
			each_bound(to, a->low / by, a->high / by, job->bits);
		break;
	case LLVMURem:
		if (is_one && by)
			each_bound(
				to, 0, each_least(a->high, by - 1), job->bits);
		break;
	case LLVMSDiv:
		if (is_one && number > 0)
			each_bound_signed(to, a->least / number,
				a->most / number, job->bits);
		break;
	default:
		break;
	}
}

static void each_bound_cast(const struct each_job *job, struct irf_some *to)
{
	const struct irf_some *a = &job->in[0].is;

	if (job->op->kind == LLVMSExt)
		each_bound_signed(to, a->least, a->most, job->result_bits);
	else if (a->high <= each_ones(job->result_bits))
		each_bound(to, a->low, a->high, job->result_bits);
}

static void each_bound_call(const struct each_job *job, struct irf_some *to)
{
	const struct irf_some *a = &job->in[0].is, *b = &job->in[1].is;
	uint64_t negative;

	switch ((enum lane_intrinsic)job->op->kind) {
	case LANE_ABS:
		/* The least number is its own absolute value. */
		negative = a->least < 0 ? -(uint64_t)a->least : 0;
		if (a->least < 0)
			each_bound(to, 0,
				a->most > 0 && (uint64_t)a->most > negative
					? (uint64_t)a->most
					: negative,
				job->bits);
		else
			each_bound(to, a->low, a->high, job->bits);
		break;
	case LANE_UMAX:
		each_bound(to, a->low > b->low ? a->low : b->low,
			a->high > b->high ? a->high : b->high, job->bits);
		break;
	case LANE_UMIN:
		each_bound(to, each_least(a->low, b->low),
			each_least(a->high, b->high), job->bits);
		break;
	case LANE_SMAX:
		each_bound_signed(to, a->least > b->least ? a->least : b->least,
			a->most > b->most ? a->most : b->most, job->bits);
		break;
	case LANE_SMIN:
		each_bound_signed(to, a->least < b->least ? a->least : b->least,
			a->most < b->most ? a->most : b->most, job->bits);
		break;
	default:
		break;
	}
}

static void each_bound_select(const struct each_job *job, struct irf_some *to)
{
	const struct irf_some *a = &job->in[1].is, *b = &job->in[2].is;

	to->low = each_least(a->low, b->low);
	to->high = a->high > b->high ? a->high : b->high;
	to->least = a->least < b->least ? a->least : b->least;
	to->most = a->most > b->most ? a->most : b->most;
}

/* What the result of JOB is not beyond, if it is not poison. */
static void each_bound_result(const struct each_job *job, struct irf_some *to)
{
	bool says;

	each_bound(to, 0, each_ones(job->result_bits), job->result_bits);
	switch (job->op->code) {
	case OP_BINARY:
		each_bound_binary(job, to);
		break;
	case OP_CAST:
		each_bound_cast(job, to);
		break;
	case OP_SELECT:
		each_bound_select(job, to);
		break;
	case OP_COMPARE:
		if (each_is_decided(job, &says))
			to->is_all = true;
		break;
	default:
		each_bound_call(job, to);
	}
	/* All numbers of few bits. */
	if (each_is_narrow(job->program, job->result_bits) &&
		to->count == 1u << job->result_bits)
		to->is_all = true;
}

static bool each_divides_signed(const struct op *op)
{
	return op->code == OP_BINARY &&
	       (op->kind == LLVMSDiv || op->kind == LLVMSRem);
}

static unsigned each_operands(const struct op *op)
{
	switch (op->code) {
	case OP_CAST:
		return 1;
	case OP_BINARY:
	case OP_COMPARE:
		return 2;
	case OP_SELECT:
		return 3;
	default:
		return op->b == NO_SLOT ? 1 : op->c == NO_SLOT ? 2 : 3;
	}
}

static void each_give(const struct llvm_run *run, const struct slot *slot,
	unsigned lane, const struct each *each)
{
	struct llvm_program *program = run->program;
	uint64_t *word = run_word(run, slot, lane);
	uint8_t *state = run_state(run, slot, lane);

	if (each->is.is_bound && each->is.is_all && each->is.count == 1) {
		*word = each->is.value[0];
		*state = STATE_DEFINED;
		return;
	}
	if (program->eachs == EACH_MAX)
		return;
	program->each = memory_grow(program->each, &program->eachs_capacity,
		program->eachs + 1, sizeof *program->each);
	program->each[program->eachs++] = *each;
	*word = program->eachs;
	*state = STATE_EACH;
}

enum verdict each_run(struct llvm_run *run, const struct op *op, unsigned lane)
{
	const uint32_t operand[OPERANDS] = {op->a, op->b, op->c};
	const struct slot *r = run_slot(run, op->result);
	struct each_job job = {.program = run->program,
		.op = op,
		.result_bits = r->shape->leaf->bits,
		.bits = 1};
	struct each to = {.is = {.is_bound = true}};
	enum verdict verdict;
	bool is_each = false;

	if (!run->program->is_seen || job.result_bits > 64 ||
		(op->code == OP_SELECT && op->flags) ||
		(op->code == OP_INTRINSIC &&
			lane_has_overflow((enum lane_intrinsic)op->kind)))
		return RUN_OK;
	for (; job.count < each_operands(op); job.count++) {
		const struct slot *slot = run_slot(run, operand[job.count]);
		unsigned at = slot->shape->lanes == 1 ? 0 : lane;
		struct each *in = &job.in[job.count];

		is_each |= *run_state(run, slot, at) == STATE_EACH;
		if (!each_take(run, slot, at, in))
			return RUN_OK;
		to.is_poison |= in->is_poison && op->code != OP_SELECT;
		to.is.is_bound &= in->is.is_bound;
		if (!job.count)
			job.bits = slot->shape->leaf->bits;
	}
	if (!is_each)
		return RUN_OK;
	if (each_divides_signed(op) && !job.in[0].is.is_all &&
		job.in[1].is.value[0] == each_ones(job.bits))
		return RUN_UNKNOWN;
	to.is.width = (uint8_t)job.result_bits;
	verdict = each_try(&job, &to);
	if (verdict)
		return verdict;
	if (to.is_poison || (!to.is.is_all && each_may_refuse(&job)))
		to.is.is_bound = false;
	if (!to.is.is_all)
		each_bound_result(&job, &to.is);
	if (to.is.is_all && to.is.count)
		each_bound_values(&to.is, job.result_bits);
	each_give(run, r, lane, &to);
	return RUN_OK;
}

enum verdict each_demand(
	const struct llvm_run *run, const struct slot *slot, unsigned lane)
{
	enum state state = (enum state) * run_state(run, slot, lane);
	const struct each *each;

	if (state != STATE_EACH)
		return run_demand(state);
	each = each_of(run, slot, lane);
	return each && each->is_poison ? RUN_UB : RUN_UNKNOWN;
}
