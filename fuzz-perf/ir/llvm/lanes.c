/* SPDX-License-Identifier: MIT
 * LLVM's operations on single numbers, by the Language Reference. */
#include "config.h"

#include "fuzz-perf/ir/llvm/lanes.h"

#include <string.h>

#include "fuzz-perf/ir/llvm/limbs.h"

/* How a sum or a product does not fit. */
enum fit {
	FITS = 0,
	PASSES_UNSIGNED = LANE_NUW,
	PASSES_SIGNED = LANE_NSW,
};

/*--- sums, products, shifts, and what does not fit ---*/

static unsigned lanes_add(
	unsigned bits, const uint64_t *a, const uint64_t *b, uint64_t *r)
{
	bool negative = limbs_bit(a, bits - 1);
	unsigned fit = FITS;

	limbs_add(r, a, b, bits);
	if (limbs_compare(r, a, bits) < 0)
		fit |= PASSES_UNSIGNED;
	if (negative == limbs_bit(b, bits - 1) &&
		negative != limbs_bit(r, bits - 1))
		fit |= PASSES_SIGNED;
	return fit;
}

static unsigned lanes_subtract(
	unsigned bits, const uint64_t *a, const uint64_t *b, uint64_t *r)
{
	bool negative = limbs_bit(a, bits - 1);
	unsigned fit = FITS;

	limbs_subtract(r, a, b, bits);
	if (limbs_compare(a, b, bits) < 0)
		fit |= PASSES_UNSIGNED;
	if (negative != limbs_bit(b, bits - 1) &&
		negative != limbs_bit(r, bits - 1))
		fit |= PASSES_SIGNED;
	return fit;
}

/* The product has twice the width, by which it is seen what fits. */
static unsigned lanes_multiply(
	unsigned bits, const uint64_t *a, const uint64_t *b, uint64_t *r)
{
	uint64_t wide_a[LIMBS_MAX], wide_b[LIMBS_MAX];
	uint64_t product[LIMBS_MAX], back[LIMBS_MAX];
	unsigned fit = FITS;

	limbs_extend(wide_a, a, bits, 2 * bits);
	limbs_extend(wide_b, b, bits, 2 * bits);
	limbs_multiply(product, wide_a, wide_b, 2 * bits);
	limbs_extend(r, product, 2 * bits, bits);
	limbs_extend(back, r, bits, 2 * bits);
	if (limbs_compare(back, product, 2 * bits))
		fit |= PASSES_UNSIGNED;
	limbs_extend_signed(wide_a, a, bits, 2 * bits);
	limbs_extend_signed(wide_b, b, bits, 2 * bits);
	limbs_multiply(product, wide_a, wide_b, 2 * bits);
	limbs_extend_signed(back, r, bits, 2 * bits);
	if (limbs_compare(back, product, 2 * bits))
		fit |= PASSES_SIGNED;
	return fit;
}

static unsigned lanes_shift_left(
	unsigned bits, const uint64_t *a, unsigned amount, uint64_t *r)
{
	uint64_t back[LIMBS_MAX];
	unsigned fit = FITS;

	limbs_shift_left(r, a, amount, bits);
	limbs_shift_right(back, r, amount, bits);
	if (limbs_compare(back, a, bits))
		fit |= PASSES_UNSIGNED;
	limbs_shift_signed(back, r, amount, bits);
	if (limbs_compare(back, a, bits))
		fit |= PASSES_SIGNED;
	return fit;
}

/* Whether A, as the amount of a shift, is below BITS; *AMOUNT is it. */
static bool is_amount(unsigned bits, const uint64_t *a, unsigned *amount)
{
	*amount = (unsigned)a[0];
	for (unsigned i = 1; i < limbs_of(bits); i++)
		if (a[i])
			return false;
	return a[0] < bits;
}

static enum lane_result lanes_shift(LLVMOpcode opcode, unsigned flags,
	unsigned bits, const uint64_t *a, const uint64_t *b, uint64_t *r)
{
	uint64_t back[LIMBS_MAX];
	unsigned amount;

	if (!is_amount(bits, b, &amount))
		return LANE_POISON;
	if (opcode == LLVMShl)
		return lanes_shift_left(bits, a, amount, r) & flags
			       ? LANE_POISON
			       : LANE_OK;
	if (opcode == LLVMLShr)
		limbs_shift_right(r, a, amount, bits);
	else
		limbs_shift_signed(r, a, amount, bits);
	limbs_shift_left(back, r, amount, bits);
	return flags & LANE_EXACT && limbs_compare(back, a, bits) ? LANE_POISON
								  : LANE_OK;
}

/*--- division ---*/

static void divide_signed(uint64_t *quotient, uint64_t *rest, const uint64_t *a,
	const uint64_t *b, unsigned bits)
{
	bool is_a_negative = limbs_bit(a, bits - 1);
	bool is_b_negative = limbs_bit(b, bits - 1);
	uint64_t size_a[LIMBS_MAX], size_b[LIMBS_MAX];

	limbs_copy(size_a, a, bits);
	limbs_copy(size_b, b, bits);
	if (is_a_negative)
		limbs_negate(size_a, a, bits);
	if (is_b_negative)
		limbs_negate(size_b, b, bits);
	limbs_divide(quotient, rest, size_a, size_b, bits);
	if (is_a_negative != is_b_negative)
		limbs_negate(quotient, quotient, bits);
	if (is_a_negative)
		limbs_negate(rest, rest, bits);
}

static enum lane_result lanes_divide(LLVMOpcode opcode, unsigned flags,
	unsigned bits, const uint64_t *a, const uint64_t *b, uint64_t *r)
{
	bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
	bool is_rest = opcode == LLVMURem || opcode == LLVMSRem;
	uint64_t quotient[LIMBS_MAX], rest[LIMBS_MAX];

	if (limbs_is_zero(b, bits) || (is_signed && limbs_is_lowest(a, bits) &&
					      limbs_is_ones(b, bits)))
		return LANE_UB;
	(is_signed ? divide_signed : limbs_divide)(quotient, rest, a, b, bits);
	limbs_copy(r, is_rest ? rest : quotient, bits);
	return flags & LANE_EXACT && !limbs_is_zero(rest, bits) ? LANE_POISON
								: LANE_OK;
}

/*--- instructions ---*/

static enum lane_result lanes_combine(LLVMOpcode opcode, unsigned flags,
	unsigned bits, const uint64_t *a, const uint64_t *b, uint64_t *r)
{
	uint64_t common = 0;

	for (unsigned i = 0; i < limbs_of(bits); i++) {
		common |= a[i] & b[i];
		r[i] = opcode == LLVMAnd  ? a[i] & b[i]
		       : opcode == LLVMOr ? a[i] | b[i]
					  : a[i] ^ b[i];
	}
	return flags & LANE_DISJOINT && common ? LANE_POISON : LANE_OK;
}

enum lane_result lane_binary(LLVMOpcode opcode, unsigned flags, unsigned bits,
	const uint64_t *a, const uint64_t *b, uint64_t *r)
{
	switch (opcode) {
	case LLVMAdd:
		return lanes_add(bits, a, b, r) & flags ? LANE_POISON : LANE_OK;
	case LLVMSub:
		return lanes_subtract(bits, a, b, r) & flags ? LANE_POISON
							     : LANE_OK;
	case LLVMMul:
		if (flags)
			return lanes_multiply(bits, a, b, r) & flags
				       ? LANE_POISON
				       : LANE_OK;
		limbs_multiply(r, a, b, bits);
		return LANE_OK;
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
		return lanes_shift(opcode, flags, bits, a, b, r);
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMURem:
	case LLVMSRem:
		return lanes_divide(opcode, flags, bits, a, b, r);
	default:
		return lanes_combine(opcode, flags, bits, a, b, r);
	}
}

enum lane_result lane_cast(LLVMOpcode opcode, unsigned flags, unsigned from,
	unsigned to, const uint64_t *a, uint64_t *r)
{
	uint64_t back[LIMBS_MAX];

	if (opcode == LLVMSExt) {
		limbs_extend_signed(r, a, from, to);
		return LANE_OK;
	}
	limbs_extend(r, a, from, to);
	if (flags & LANE_NNEG && limbs_bit(a, from - 1))
		return LANE_POISON;
	if (opcode != LLVMTrunc)
		return LANE_OK;
	limbs_extend(back, r, to, from);
	if (flags & LANE_NUW && limbs_compare(back, a, from))
		return LANE_POISON;
	limbs_extend_signed(back, r, to, from);
	return flags & LANE_NSW && limbs_compare(back, a, from) ? LANE_POISON
								: LANE_OK;
}

bool lane_compare(LLVMIntPredicate predicate, unsigned bits, const uint64_t *a,
	const uint64_t *b)
{
	bool is_signed = predicate >= LLVMIntSGT && predicate <= LLVMIntSLE;
	int order = is_signed ? limbs_compare_signed(a, b, bits)
			      : limbs_compare(a, b, bits);

	switch (predicate) {
	case LLVMIntEQ:
		return !order;
	case LLVMIntNE:
		return order;
	case LLVMIntUGT:
	case LLVMIntSGT:
		return order > 0;
	case LLVMIntUGE:
	case LLVMIntSGE:
		return order >= 0;
	case LLVMIntULT:
	case LLVMIntSLT:
		return order < 0;
	default:
		return order <= 0;
	}
}

/*--- intrinsics ---*/

static const struct {
	const char *name;
	enum lane_intrinsic intrinsic;
} intrinsics[] = {
	{"abs", LANE_ABS},
	{"bitreverse", LANE_BITREVERSE},
	{"bswap", LANE_BSWAP},
	{"ctlz", LANE_CTLZ},
	{"ctpop", LANE_CTPOP},
	{"cttz", LANE_CTTZ},
	{"fshl", LANE_FSHL},
	{"fshr", LANE_FSHR},
	{"sadd.sat", LANE_SADD_SAT},
	{"sadd.with.overflow", LANE_SADD_OVERFLOW},
	{"scmp", LANE_SCMP},
	{"smax", LANE_SMAX},
	{"smin", LANE_SMIN},
	{"smul.with.overflow", LANE_SMUL_OVERFLOW},
	{"sshl.sat", LANE_SSHL_SAT},
	{"ssub.sat", LANE_SSUB_SAT},
	{"ssub.with.overflow", LANE_SSUB_OVERFLOW},
	{"uadd.sat", LANE_UADD_SAT},
	{"uadd.with.overflow", LANE_UADD_OVERFLOW},
	{"ucmp", LANE_UCMP},
	{"umax", LANE_UMAX},
	{"umin", LANE_UMIN},
	{"umul.with.overflow", LANE_UMUL_OVERFLOW},
	{"ushl.sat", LANE_USHL_SAT},
	{"usub.sat", LANE_USUB_SAT},
	{"usub.with.overflow", LANE_USUB_OVERFLOW},
};

enum lane_intrinsic lane_intrinsic_of(const char *name)
{
	if (strncmp(name, "llvm.", 5))
		return LANE_NO_INTRINSIC;
	name += 5;
	for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++) {
		size_t length = strlen(intrinsics[i].name);

		if (!strncmp(name, intrinsics[i].name, length) &&
			name[length] == '.')
			return intrinsics[i].intrinsic;
	}
	return LANE_NO_INTRINSIC;
}

bool lane_has_overflow(enum lane_intrinsic intrinsic)
{
	switch (intrinsic) {
	case LANE_SADD_OVERFLOW:
	case LANE_SSUB_OVERFLOW:
	case LANE_SMUL_OVERFLOW:
	case LANE_UADD_OVERFLOW:
	case LANE_USUB_OVERFLOW:
	case LANE_UMUL_OVERFLOW:
		return true;
	default:
		return false;
	}
}

/* The highest number with a sign, or the lowest. */
static void set_bound(uint64_t *r, unsigned bits, bool lowest)
{
	limbs_ones(r, bits);
	limbs_shift_right(r, r, bits > 1, bits);
	if (bits == 1)
		r[0] = 0;
	if (lowest) {
		limbs_set(r, 0, bits);
		r[(bits - 1) / 64] |= UINT64_C(1) << (bits - 1) % 64;
	}
}

static void lanes_choose(struct lane_call *call, bool first)
{
	limbs_copy(call->r, first ? call->a : call->b, call->bits);
}

static void saturate_unsigned(struct lane_call *call, unsigned fit, bool low)
{
	if (!(fit & PASSES_UNSIGNED))
		return;
	if (low)
		limbs_set(call->r, 0, call->bits);
	else
		limbs_ones(call->r, call->bits);
}

/* A has the sign of the sum or the difference that does not fit. */
static void saturate_signed(struct lane_call *call, unsigned fit)
{
	if (fit & PASSES_SIGNED)
		set_bound(call->r, call->bits,
			limbs_bit(call->a, call->bits - 1));
}

static enum lane_result shift_saturating(struct lane_call *call)
{
	unsigned amount, fit;

	if (!is_amount(call->bits, call->b, &amount))
		return LANE_POISON;
	fit = lanes_shift_left(call->bits, call->a, amount, call->r);
	if (call->intrinsic == LANE_USHL_SAT)
		saturate_unsigned(call, fit, false);
	else
		saturate_signed(call, fit);
	return LANE_OK;
}

/* The rest of A divided by what may not fit its width. */
static unsigned modulo(const uint64_t *a, unsigned bits, unsigned by)
{
	unsigned __int128 rest = 0;

	for (unsigned i = limbs_of(bits); i-- > 0;)
		rest = (rest << 64 | a[i]) % by;
	return (unsigned)rest;
}

/* fshl takes the high half of A:B shifted left, fshr the low half of it shifted
 * right. */
static void shift_funnel(struct lane_call *call)
{
	unsigned bits = call->bits, amount = modulo(call->c, bits, bits);
	bool left = call->intrinsic == LANE_FSHL;
	uint64_t high[LIMBS_MAX], low[LIMBS_MAX];

	if (!amount) {
		lanes_choose(call, left);
		return;
	}
	limbs_shift_left(high, call->a, left ? amount : bits - amount, bits);
	limbs_shift_right(low, call->b, left ? bits - amount : amount, bits);
	for (unsigned i = 0; i < limbs_of(bits); i++)
		call->r[i] = high[i] | low[i];
}

static void lanes_reverse(struct lane_call *call, unsigned unit)
{
	unsigned units = call->bits / unit;

	limbs_set(call->r, 0, call->bits);
	for (unsigned bit = 0; bit < call->bits; bit++) {
		unsigned to = (units - 1 - bit / unit) * unit + bit % unit;

		if (limbs_bit(call->a, bit))
			call->r[to / 64] |= UINT64_C(1) << to % 64;
	}
}

static enum lane_result count_zeros(struct lane_call *call)
{
	bool leading = call->intrinsic == LANE_CTLZ;
	unsigned zeros = 0;

	while (zeros < call->bits &&
		!limbs_bit(call->a, leading ? call->bits - 1 - zeros : zeros))
		zeros++;
	limbs_set(call->r, zeros, call->bits);
	return zeros == call->bits && call->b[0] ? LANE_POISON : LANE_OK;
}

static void count_ones(struct lane_call *call)
{
	unsigned ones = 0;

	for (unsigned i = 0; i < limbs_of(call->bits); i++)
		ones += (unsigned)__builtin_popcountll(call->a[i]);
	limbs_set(call->r, ones, call->bits);
}

static enum lane_result absolute(struct lane_call *call)
{
	if (limbs_bit(call->a, call->bits - 1))
		limbs_negate(call->r, call->a, call->bits);
	else
		limbs_copy(call->r, call->a, call->bits);
	return limbs_is_lowest(call->a, call->bits) && call->b[0] ? LANE_POISON
								  : LANE_OK;
}

static void compare_three_ways(struct lane_call *call)
{
	int order = (call->intrinsic == LANE_SCMP
			     ? limbs_compare_signed
			     : limbs_compare)(call->a, call->b, call->bits);

	limbs_set(call->r, order > 0, call->result_bits);
	if (order < 0)
		limbs_ones(call->r, call->result_bits);
}

enum lane_result lane_call(struct lane_call *call)
{
	unsigned bits = call->bits;
	const uint64_t *a = call->a, *b = call->b;
	uint64_t *r = call->r;

	switch (call->intrinsic) {
	case LANE_ABS:
		return absolute(call);
	case LANE_BITREVERSE:
		lanes_reverse(call, 1);
		break;
	case LANE_BSWAP:
		lanes_reverse(call, 8);
		break;
	case LANE_CTLZ:
	case LANE_CTTZ:
		return count_zeros(call);
	case LANE_CTPOP:
		count_ones(call);
		break;
	case LANE_FSHL:
	case LANE_FSHR:
		shift_funnel(call);
		break;
	case LANE_SCMP:
	case LANE_UCMP:
		compare_three_ways(call);
		break;
	case LANE_SMAX:
		lanes_choose(call, limbs_compare_signed(a, b, bits) > 0);
		break;
	case LANE_SMIN:
		lanes_choose(call, limbs_compare_signed(a, b, bits) < 0);
		break;
	case LANE_UMAX:
		lanes_choose(call, limbs_compare(a, b, bits) > 0);
		break;
	case LANE_UMIN:
		lanes_choose(call, limbs_compare(a, b, bits) < 0);
		break;
	case LANE_UADD_SAT:
		saturate_unsigned(call, lanes_add(bits, a, b, r), false);
		break;
	case LANE_USUB_SAT:
		saturate_unsigned(call, lanes_subtract(bits, a, b, r), true);
		break;
	case LANE_SADD_SAT:
		saturate_signed(call, lanes_add(bits, a, b, r));
		break;
	case LANE_SSUB_SAT:
		saturate_signed(call, lanes_subtract(bits, a, b, r));
		break;
	case LANE_USHL_SAT:
	case LANE_SSHL_SAT:
		return shift_saturating(call);
	case LANE_SADD_OVERFLOW:
		call->overflow = lanes_add(bits, a, b, r) & PASSES_SIGNED;
		break;
	case LANE_SSUB_OVERFLOW:
		call->overflow = lanes_subtract(bits, a, b, r) & PASSES_SIGNED;
		break;
	case LANE_SMUL_OVERFLOW:
		call->overflow = lanes_multiply(bits, a, b, r) & PASSES_SIGNED;
		break;
	case LANE_UADD_OVERFLOW:
		call->overflow = lanes_add(bits, a, b, r) & PASSES_UNSIGNED;
		break;
	case LANE_USUB_OVERFLOW:
		call->overflow =
			lanes_subtract(bits, a, b, r) & PASSES_UNSIGNED;
		break;
	case LANE_UMUL_OVERFLOW:
		call->overflow =
			lanes_multiply(bits, a, b, r) & PASSES_UNSIGNED;
		break;
	case LANE_NO_INTRINSIC:
		break;
	}
	return LANE_OK;
}
