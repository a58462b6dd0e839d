/* SPDX-License-Identifier: MIT
 * Numbers that do not fit, by the operations of number.c. */
#include "config.h"

#include <assert.h>
#include <string.h>

#include "fuzz-perf/ir/functions.h"

static bool promise_is_true(
	enum irf_op op, uint32_t width, const uint64_t *a, const uint64_t *b)
{
	uint64_t truth;

	ir_compute(op, width, &truth, (const uint64_t *[]){a, b});
	return truth;
}

static bool promise_is_zero(const uint64_t *a, uint32_t width)
{
	for (uint32_t i = 0; i < ir_words(width); i++)
		if (a[i])
			return false;
	return true;
}

static bool promise_is_equal(
	const uint64_t *a, const uint64_t *b, uint32_t width)
{
	return !memcmp(a, b, ir_words(width) * sizeof *a);
}

static bool promise_sign_of(const uint64_t *a, uint32_t width)
{
	return a[(width - 1) / 64] >> (width - 1) % 64 & 1;
}

static bool promise_have_common(
	const uint64_t *a, const uint64_t *b, uint32_t width)
{
	for (uint32_t i = 0; i < ir_words(width); i++)
		if (a[i] & b[i])
			return true;
	return false;
}

/* What is divided gives the other factor only if the product is whole. The least number
 * is not, divided by -1. */
static bool product_overflows(bool is_signed, uint32_t width, const uint64_t *a,
	const uint64_t *b, const uint64_t *product)
{
	uint64_t quotient[IRF_WORDS_MAX];

	if (promise_is_zero(a, width))
		return false;
	ir_compute(is_signed ? IRF_SDIV : IRF_UDIV, width, quotient,
		(const uint64_t *[]){product, a});
	if (!promise_is_equal(quotient, b, width))
		return true;
	return is_signed && promise_sign_of(a, width) &&
	       promise_sign_of(b, width) && promise_sign_of(product, width);
}

bool ir_overflows(
	enum irf_op op, uint32_t width, const uint64_t *a, const uint64_t *b)
{
	uint64_t result[IRF_WORDS_MAX];
	const uint64_t *operand[] = {a, b};
	enum irf_op plain = op == IRF_UADDO || op == IRF_SADDO	 ? IRF_ADD
			    : op == IRF_USUBO || op == IRF_SSUBO ? IRF_SUB
								 : IRF_MUL;

	ir_compute(plain, width, result, operand);
	switch (op) {
	case IRF_UADDO:
		return promise_is_true(IRF_ULT, width, result, a);
	case IRF_USUBO:
		return promise_is_true(IRF_ULT, width, a, b);
	case IRF_SADDO:
		return promise_sign_of(a, width) == promise_sign_of(b, width) &&
		       promise_sign_of(result, width) !=
			       promise_sign_of(a, width);
	case IRF_SSUBO:
		return promise_sign_of(a, width) != promise_sign_of(b, width) &&
		       promise_sign_of(result, width) !=
			       promise_sign_of(a, width);
	default:
		return product_overflows(op == IRF_SMULO, width, a, b, result);
	}
}

/* Whether shifting back by BACK does not give what was shifted by OP. */
static bool loses_bits(enum irf_op op, enum irf_op back, uint32_t width,
	const uint64_t *const *operand)
{
	uint64_t shifted[IRF_WORDS_MAX];

	if (ir_clamp(operand[1], width, width) >= width)
		return !promise_is_zero(operand[0], width);
	ir_compute(op, width, shifted, operand);
	ir_compute(back, width, shifted,
		(const uint64_t *[]){shifted, operand[1]});
	return !promise_is_equal(shifted, operand[0], width);
}

static bool leaves_rest(
	enum irf_op op, uint32_t width, const uint64_t *const *operand)
{
	uint64_t rest[IRF_WORDS_MAX];

	if (promise_is_zero(operand[1], width))
		return false;
	ir_compute(op == IRF_SDIV ? IRF_SREM : IRF_UREM, width, rest, operand);
	return !promise_is_zero(rest, width);
}

bool ir_is_outside(
	enum irf_op op, uint32_t width, const uint64_t *const *operand)
{
	uint64_t least[IRF_WORDS_MAX] = {0}, ones[IRF_WORDS_MAX];
	const uint64_t *last =
		operand[op >= IRF_UDIV && op <= IRF_SREM ? 1 : 0];

	if (op == IRF_SHL || op == IRF_LSHR || op == IRF_ASHR)
		return ir_clamp(operand[1], width, width) >= width;
	least[(width - 1) / 64] = UINT64_C(1) << (width - 1) % 64;
	if (op == IRF_ABS)
		return promise_is_equal(last, least, width);
	if (promise_is_zero(last, width))
		return true;
	memset(ones, 0xff, sizeof ones);
	ir_mask(ones, width);
	return (op == IRF_SDIV || op == IRF_SREM) &&
	       promise_is_equal(operand[0], least, width) &&
	       promise_is_equal(last, ones, width);
}

/* Whether operand 0 is not among the numbers from operand 1 on and below operand 2. */
static bool promise_is_beyond(uint32_t width, const uint64_t *const *operand)
{
	uint64_t at[IRF_WORDS_MAX], size[IRF_WORDS_MAX];

	ir_compute(IRF_SUB, width, at,
		(const uint64_t *[]){operand[0], operand[1]});
	ir_compute(IRF_SUB, width, size,
		(const uint64_t *[]){operand[2], operand[1]});
	return !promise_is_zero(size, width) &&
	       !promise_is_true(IRF_ULT, width, at, size);
}

bool ir_is_broken(enum irf_op op, unsigned flags, uint32_t width,
	const uint64_t *const *operand)
{
	static const enum irf_op whether[3][2] = {{IRF_UADDO, IRF_SADDO},
		{IRF_USUBO, IRF_SSUBO}, {IRF_UMULO, IRF_SMULO}};

	if (op == IRF_RANGE)
		return promise_is_beyond(width, operand);
	if (flags & IRF_INRANGE && ir_is_outside(op, width, operand))
		return true;
	if (!(flags & ~(unsigned)IRF_INRANGE))
		return false;
	if (op == IRF_OR)
		return promise_have_common(operand[0], operand[1], width);
	if (ir_is_truth(op))
		return promise_sign_of(operand[0], width) !=
		       promise_sign_of(operand[1], width);
	if (op == IRF_SHL)
		return (flags & IRF_NUW &&
			       loses_bits(op, IRF_LSHR, width, operand)) ||
		       (flags & IRF_NSW &&
			       loses_bits(op, IRF_ASHR, width, operand));
	if (op == IRF_LSHR || op == IRF_ASHR)
		return loses_bits(op, IRF_SHL, width, operand);
	if (op == IRF_UDIV || op == IRF_SDIV)
		return leaves_rest(op, width, operand);
	assert(op >= IRF_ADD && op <= IRF_MUL); /* no others have such flags */
	const enum irf_op *of = whether[op - IRF_ADD];
	return (flags & IRF_NUW &&
		       ir_overflows(of[0], width, operand[0], operand[1])) ||
	       (flags & IRF_NSW &&
		       ir_overflows(of[1], width, operand[0], operand[1]));
}

bool ir_is_cut(const struct irf_node *node, const uint64_t *a)
{
	uint32_t from = node->operand[0]->type->width, to = node->type->width;
	uint64_t part[IRF_WORDS_MAX], whole[IRF_WORDS_MAX], back[IRF_WORDS_MAX];

	if (node->op == IRF_ZEXT)
		return node->flags & IRF_NNEG && promise_sign_of(a, from);
	if (node->op != IRF_SLICE || !node->flags)
		return false;
	ir_slice(part, from - node->index, a, from, node->index);
	ir_zext(whole, from, part, from - node->index);
	ir_slice(part, to, a, from, node->index);
	ir_zext(back, from, part, to);
	if (node->flags & IRF_NUW && !promise_is_equal(whole, back, from))
		return true;
	ir_sext(back, from, part, to);
	return node->flags & IRF_NSW && !promise_is_equal(whole, back, from);
}
