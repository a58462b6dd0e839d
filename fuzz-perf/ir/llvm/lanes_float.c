/* SPDX-License-Identifier: MIT
 * LLVM's operations on single numbers of IEEE 754, by the Language Reference. */
#include "config.h"

#include "fuzz-perf/ir/llvm/lanes_float.h"

#include <llvm-c/Core.h>
#include <math.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/limbs.h"

/* A number of 32 or 64 bits. */
union lane_bits {
	uint64_t word;
	uint32_t half;
	float narrow;
	double wide;
};

/*--- 16 bits ---*/

static double double_of_half(unsigned half)
{
	unsigned exponent = half >> 10 & 31, fraction = half & 1023;
	double size = exponent == 31 ? (fraction ? NAN : INFINITY)
		      : exponent ? ldexp(1024 + fraction, (int)exponent - 25)
				 : ldexp(fraction, -24);

	return half >> 15 ? -size : size;
}

/* Sums, products, quotients and roots of numbers of 16 bits that are rounded to 64 are still
 * rounded right. */
static unsigned half_of_double(double value)
{
	unsigned sign = signbit(value) ? 0x8000 : 0;
	double size = fabs(value);
	int exponent;

	if (isnan(value))
		return sign | 0x7e00;
	if (size >= 65520)
		return sign | 0x7c00;
	exponent = size < 0x1p-14 ? -14 : ilogb(size);
	/* What is rounded up to the next power of 2 adds one to the exponent. */
	return sign | (((unsigned)(exponent + 14) << 10) +
			      (unsigned)nearbyint(ldexp(size, 10 - exponent)));
}

double lane_to_double(const uint64_t *word, unsigned bits)
{
	union lane_bits lane = {.word = *word};

	if (bits == 16)
		return double_of_half(lane.half & 0xffff);
	return bits == 32 ? (double)lane.narrow : lane.wide;
}

static uint64_t lane_of_double(double value, unsigned bits)
{
	union lane_bits lane = {.word = 0};

	if (bits == 16)
		lane.word = half_of_double(value);
	else if (bits == 32)
		lane.narrow = (float)value;
	else
		lane.wide = value;
	return lane.word;
}

/*--- integers ---*/

/* Numbers of more than 64 bits are not converted. */
static enum state float_of_integer(const struct float_call *call)
{
	unsigned from = call->bits;
	bool is_signed = call->kind == LLVMSIToFP;
	union lane_bits lane = {.word = 0};
	int64_t number;

	if (from > 64)
		return STATE_UNKNOWN;
	if (call->is_never_negative && limbs_bit(call->a, from - 1))
		return STATE_POISON;
	number = (int64_t)(*call->a << (64 - from));
	number = is_signed ? number >> (64 - from) : (int64_t)*call->a;
	lane.narrow = is_signed ? (float)number : (float)(uint64_t)number;
	/* What 64 bits round is infinite in 16. */
	*call->r =
		call->result_bits == 32
			? lane.half
			: lane_of_double(is_signed ? (double)number
						   : (double)(uint64_t)number,
				  call->result_bits);
	return STATE_DEFINED;
}

static enum state integer_of_float(const struct float_call *call, double value)
{
	bool is_signed = call->kind == LLVMFPToSI;
	unsigned to = call->result_bits;
	double whole = trunc(value), limit;

	if (to > 64)
		return STATE_UNKNOWN;
	limit = ldexp(1, is_signed ? (int)to - 1 : (int)to);
	if (!(whole < limit) || (is_signed ? whole < -limit : whole < 0))
		return STATE_POISON;
	limbs_set(call->r,
		whole < 0 ? (uint64_t)(int64_t)whole : (uint64_t)whole, to);
	return STATE_DEFINED;
}

/*--- intrinsic functions ---*/

static bool is_quiet(const uint64_t *word, unsigned bits)
{
	return limbs_bit(word, bits == 16 ? 9 : bits == 32 ? 22 : 51);
}

/* Whether a number is of a class of MASK, from bit 0 on: NaN that signals and that does not,
 * from -infinity to -0, from 0 to infinity. */
static bool is_of_class(const struct float_call *call, double x)
{
	double least = call->bits == 16	  ? 0x1p-14
		       : call->bits == 32 ? 0x1p-126
					  : 0x1p-1022;
	unsigned size = isinf(x) ? 0 : x == 0 ? 3 : fabs(x) < least ? 2 : 1;
	unsigned at = isnan(x)	   ? is_quiet(call->a, call->bits)
		      : signbit(x) ? 2 + size
				   : 9 - size;

	return *call->b >> at & 1;
}

/* The lesser or the greater one. Either zero may be taken for the other, and a NaN that
 * signals for what is returned, but in the functions that say which. */
static enum state float_choose(
	const struct float_call *call, double x, double y, double *r)
{
	bool is_strict =
		call->kind == FLOAT_MINIMUM || call->kind == FLOAT_MAXIMUM;
	bool is_greater =
		call->kind == FLOAT_MAXNUM || call->kind == FLOAT_MAXIMUM;

	if (isnan(x) || isnan(y)) {
		*r = is_strict ? NAN : isnan(x) ? y : x;
		return is_strict || (isnan(x) && isnan(y)) ||
				       is_quiet(isnan(x) ? call->a : call->b,
					       call->bits)
			       ? STATE_DEFINED
			       : STATE_SOME;
	}
	if (x == y && !signbit(x) != !signbit(y)) {
		*r = !signbit(x) == is_greater ? x : y;
		return is_strict ? STATE_DEFINED : STATE_SOME;
	}
	*r = (x < y) != is_greater ? x : y;
	return STATE_DEFINED;
}

/* A * B + C, rounded once: of 16 bits nothing rounds so. */
static enum state multiply_add(
	const struct float_call *call, double x, double y, double *r)
{
	double z = lane_to_double(call->c, call->bits);
	double once = call->bits == 32
			      ? (double)fmaf((float)x, (float)y, (float)z)
			      : fma(x, y, z);
	uint64_t product = lane_of_double(x * y, call->bits);
	double twice = lane_to_double(&product, call->bits) + z;

	*r = once;
	if (call->bits == 16)
		return STATE_SOME;
	return call->kind == FLOAT_FMA || isnan(once) ||
			       lane_of_double(once, call->bits) ==
				       lane_of_double(twice, call->bits)
		       ? STATE_DEFINED
		       : STATE_SOME;
}

static double round_number(unsigned kind, double x)
{
	switch (kind) {
	case FLOAT_CEIL:
		return ceil(x);
	case FLOAT_FLOOR:
		return floor(x);
	case FLOAT_NEAREST:
		return nearbyint(x);
	case FLOAT_ROUND:
		return round(x);
	case FLOAT_SQRT:
		return sqrt(x);
	case FLOAT_TRUNC:
		return trunc(x);
	default:
		return x; /* LLVMFPExt, LLVMFPTrunc, FLOAT_CANONICALIZE */
	}
}

/*--- all of them ---*/

/* Those of the bits. Returns false if CALL is none. */
static bool change_sign(const struct float_call *call)
{
	uint64_t sign = UINT64_C(1) << ((call->bits - 1) & 63);

	switch (call->kind) {
	case LLVMFNeg:
		*call->r = *call->a ^ sign;
		return true;
	case FLOAT_ABS:
		*call->r = *call->a & ~sign;
		return true;
	case FLOAT_COPY_SIGN:
		*call->r = (*call->a & ~sign) | (*call->b & sign);
		return true;
	default:
		return false;
	}
}

static enum state compute(
	const struct float_call *call, double x, double y, double *r)
{
	switch (call->kind) {
	case LLVMFAdd:
		*r = x + y;
		break;
	case LLVMFSub:
		*r = x - y;
		break;
	case LLVMFMul:
		*r = x * y;
		break;
	case LLVMFDiv:
		*r = x / y;
		break;
	case LLVMFRem:
		*r = fmod(x, y);
		break;
	case FLOAT_FMA:
	case FLOAT_MULADD:
		return multiply_add(call, x, y, r);
	case FLOAT_MAXIMUM:
	case FLOAT_MAXNUM:
	case FLOAT_MINIMUM:
	case FLOAT_MINNUM:
		return float_choose(call, x, y, r);
	default:
		*r = round_number(call->kind, x);
	}
	return STATE_DEFINED;
}

enum state float_call(const struct float_call *call)
{
	enum state state;
	double x, y, result;

	if (change_sign(call))
		return STATE_DEFINED;
	if (call->kind == LLVMSIToFP || call->kind == LLVMUIToFP)
		return float_of_integer(call);
	x = lane_to_double(call->a, call->bits);
	if (call->kind == LLVMFPToSI || call->kind == LLVMFPToUI)
		return integer_of_float(call, x);
	if (call->kind == FLOAT_CLASS) {
		*call->r = is_of_class(call, x);
		return STATE_DEFINED;
	}
	y = call->b ? lane_to_double(call->b, call->bits) : 0;
	state = compute(call, x, y, &result);
	*call->r = lane_of_double(result, call->result_bits);
	return !state && isnan(result) ? STATE_NAN : state;
}
