/* SPDX-License-Identifier: MIT
 * Numbers of 1 to 1024 bits: each operation of the IR on one element. */
#include "config.h"

#include "fuzz-perf/ir/functions.h"

#include <string.h>

#define WORDS IRF_WORDS_MAX

void ir_mask(uint64_t *words, uint32_t width)
{
	if (width % 64)
		words[width / 64] &= (1ull << width % 64) - 1;
}

static bool get_bit(const uint64_t *a, uint32_t at)
{
	return a[at / 64] >> at % 64 & 1;
}

static bool is_negative(const uint64_t *a, uint32_t width)
{
	return get_bit(a, width - 1);
}

static bool is_zero(const uint64_t *a, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		if (a[i])
			return false;
	return true;
}

static void number_fill(uint64_t *to, uint32_t width, bool ones)
{
	memset(to, ones ? 0xff : 0, ir_words(width) * sizeof *to);
	ir_mask(to, width);
}

/* The number whose only zero, or one, is the sign. */
static void fill_extreme(uint64_t *to, uint32_t width, bool is_least)
{
	number_fill(to, width, !is_least);
	to[(width - 1) / 64] ^= 1ull << (width - 1) % 64;
}

static void number_copy(uint64_t *to, const uint64_t *from, uint32_t width)
{
	memmove(to, from, ir_words(width) * sizeof *to);
}

/* ---- width ---- */

void ir_zext(uint64_t *to, uint32_t to_width, const uint64_t *from,
	uint32_t from_width)
{
	uint32_t words = ir_words(from_width);

	memmove(to, from, words * sizeof *to);
	memset(to + words, 0, (ir_words(to_width) - words) * sizeof *to);
}

void ir_sext(uint64_t *to, uint32_t to_width, const uint64_t *from,
	uint32_t from_width)
{
	bool negative = is_negative(from, from_width);
	uint32_t words = ir_words(from_width);

	ir_zext(to, to_width, from, from_width);
	if (!negative)
		return;
	if (from_width % 64)
		to[words - 1] |= ~0ull << from_width % 64;
	memset(to + words, 0xff, (ir_words(to_width) - words) * sizeof *to);
	ir_mask(to, to_width);
}

void ir_slice(uint64_t *to, uint32_t to_width, const uint64_t *from,
	uint32_t from_width, uint32_t low)
{
	uint32_t words = ir_words(to_width), all = ir_words(from_width);
	uint32_t skip = low / 64, shift = low % 64;

	for (uint32_t i = 0; i < words; i++) {
		uint64_t word = from[i + skip] >> shift;
		if (shift && i + skip + 1 < all)
			word |= from[i + skip + 1] << (64 - shift);
		to[i] = word;
	}
	ir_mask(to, to_width);
}

uint64_t ir_modulo(const uint64_t *from, uint32_t width, uint64_t limit)
{
	unsigned __int128 rest = 0;

	for (uint32_t i = ir_words(width); i-- > 0;)
		rest = (rest << 64 | from[i]) % limit;
	return (uint64_t)rest;
}

uint64_t ir_clamp(const uint64_t *from, uint32_t width, uint64_t limit)
{
	for (uint32_t i = 1; i < ir_words(width); i++)
		if (from[i])
			return limit;
	return from[0] < limit ? from[0] : limit;
}

/* ---- arithmetic ---- */

/* A + B or A + ~B + 1; returns the carry out of WIDTH. */
static bool number_add(uint64_t *to, const uint64_t *a, const uint64_t *b,
	uint32_t width, bool subtracts)
{
	uint32_t words = ir_words(width);
	unsigned __int128 sum = subtracts;

	for (uint32_t i = 0; i < words; i++) {
		sum += a[i];
		sum += subtracts ? ~b[i] : b[i];
		to[i] = (uint64_t)sum;
		sum >>= 64;
	}
	/* Above WIDTH are zeros; of ~B there are ones, which hand a carry on. */
	bool carry = width % 64 ? to[words - 1] >> width % 64 & 1 : (bool)sum;
	if (subtracts && width % 64)
		carry = !carry;
	ir_mask(to, width);
	return carry;
}

static void negate(uint64_t *to, const uint64_t *a, uint32_t width)
{
	static const uint64_t zero[WORDS];

	number_add(to, zero, a, width, true);
}

static void number_multiply(
	uint64_t *to, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	uint32_t words = ir_words(width);
	uint64_t product[WORDS] = {0};

	for (uint32_t i = 0; i < words; i++) {
		unsigned __int128 carry = 0;
		for (uint32_t j = 0; i + j < words; j++) {
			carry +=
				(unsigned __int128)a[i] * b[j] + product[i + j];
			product[i + j] = (uint64_t)carry;
			carry >>= 64;
		}
	}
	number_copy(to, product, width);
	ir_mask(to, width);
}

static int number_compare(const uint64_t *a, const uint64_t *b, uint32_t words)
{
	for (uint32_t i = words; i-- > 0;)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

static int compare_signed(const uint64_t *a, const uint64_t *b, uint32_t width)
{
	bool a_negative = is_negative(a, width);

	if (a_negative != is_negative(b, width))
		return a_negative ? -1 : 1;
	return number_compare(a, b, ir_words(width));
}

/* B is not 0. */
static void number_divide(uint64_t *quotient, uint64_t *rest, const uint64_t *a,
	const uint64_t *b, uint32_t width)
{
	uint32_t words = ir_words(width);
	uint64_t q[WORDS] = {0}, r[WORDS] = {0};

	if (words == 1) {
		q[0] = a[0] / b[0];
		r[0] = a[0] % b[0];
	}
	for (uint32_t i = words == 1 ? 0 : width; i-- > 0;) {
		bool top = r[words - 1] >> 63;
		for (uint32_t j = words; j-- > 1;)
			r[j] = r[j] << 1 | r[j - 1] >> 63;
		r[0] = r[0] << 1 | get_bit(a, i);
		if (top || number_compare(r, b, words) >= 0) {
			number_add(r, r, b, 64 * words, true);
			q[i / 64] |= 1ull << i % 64;
		}
	}
	number_copy(quotient, q, width);
	number_copy(rest, r, width);
}

static void divide_by_op(enum irf_op op, uint32_t width, uint64_t *to,
	const uint64_t *const *operand)
{
	uint64_t a[WORDS], b[WORDS], quotient[WORDS], rest[WORDS];
	bool is_signed = op == IRF_SDIV || op == IRF_SREM;
	bool is_rest = op == IRF_UREM || op == IRF_SREM;
	bool a_negative = is_signed && is_negative(operand[0], width);
	bool b_negative = is_signed && is_negative(operand[1], width);

	if (is_zero(operand[1], ir_words(width))) {
		if (is_rest)
			number_copy(to, operand[0], width);
		else
			number_fill(to, width, true);
		return;
	}
	number_copy(a, operand[0], width);
	number_copy(b, operand[1], width);
	if (a_negative)
		negate(a, a, width);
	if (b_negative)
		negate(b, b, width);
	number_divide(quotient, rest, a, b, width);
	if (is_rest ? a_negative : a_negative != b_negative)
		negate(to, is_rest ? rest : quotient, width);
	else
		number_copy(to, is_rest ? rest : quotient, width);
}

static void saturate(enum irf_op op, uint32_t width, uint64_t *to,
	const uint64_t *a, const uint64_t *b)
{
	bool subtracts = op == IRF_USUBSAT || op == IRF_SSUBSAT;
	bool a_negative = is_negative(a, width);
	bool b_negative = is_negative(b, width);
	bool carry = number_add(to, a, b, width, subtracts);

	if (op == IRF_UADDSAT && carry)
		number_fill(to, width, true);
	else if (op == IRF_USUBSAT && !carry)
		number_fill(to, width, false);
	else if (op == IRF_SADDSAT || op == IRF_SSUBSAT) {
		bool may = a_negative == (b_negative != subtracts);
		if (may && is_negative(to, width) != a_negative)
			fill_extreme(to, width, a_negative);
	}
}

/* ---- bits ---- */

static void number_shift_left(
	uint64_t *to, const uint64_t *a, uint32_t width, uint32_t amount)
{
	uint32_t words = ir_words(width), skip = amount / 64;

	for (uint32_t i = words; i-- > 0;) {
		uint64_t word = i >= skip ? a[i - skip] << amount % 64 : 0;
		if (amount % 64 && i > skip)
			word |= a[i - skip - 1] >> (64 - amount % 64);
		to[i] = word;
	}
	ir_mask(to, width);
}

static void shift_right(
	uint64_t *to, const uint64_t *a, uint32_t width, uint32_t amount)
{
	uint32_t words = ir_words(width), skip = amount / 64;

	for (uint32_t i = 0; i < words; i++) {
		uint64_t word =
			i + skip < words ? a[i + skip] >> amount % 64 : 0;
		if (amount % 64 && i + skip + 1 < words)
			word |= a[i + skip + 1] << (64 - amount % 64);
		to[i] = word;
	}
}

static void number_shift(enum irf_op op, uint32_t width, uint64_t *to,
	const uint64_t *const *operand)
{
	uint32_t amount = (uint32_t)ir_clamp(operand[1], width, width);
	bool negative = op == IRF_ASHR && is_negative(operand[0], width);

	if (amount >= width) {
		number_fill(to, width, negative);
		return;
	}
	if (op == IRF_SHL) {
		number_shift_left(to, operand[0], width, amount);
		return;
	}
	shift_right(to, operand[0], width, amount);
	for (uint32_t i = width - amount; negative && i < width; i++)
		to[i / 64] |= 1ull << i % 64;
}

/* By WIDTH - 1 at most. */
static void number_shift_saturating(enum irf_op op, uint32_t width,
	uint64_t *to, const uint64_t *const *operand)
{
	bool is_signed = op == IRF_SSHLSAT;
	uint32_t amount = (uint32_t)ir_clamp(operand[1], width, width - 1);
	bool negative = is_negative(operand[0], width);
	uint64_t from[WORDS], back[WORDS], by[WORDS] = {amount};

	number_copy(from, operand[0], width);
	number_shift_left(to, from, width, amount);
	number_shift(is_signed ? IRF_ASHR : IRF_LSHR, width, back,
		(const uint64_t *[]){to, by});
	if (!number_compare(back, from, ir_words(width)))
		return;
	if (is_signed)
		fill_extreme(to, width, negative);
	else
		number_fill(to, width, true);
}

/* HIGH above LOW, to the left by AMOUNT < WIDTH, the upper half. */
static void funnel(uint64_t *to, const uint64_t *high, const uint64_t *low,
	uint32_t width, uint32_t amount)
{
	uint64_t left[WORDS], right[WORDS] = {0};

	number_shift_left(left, high, width, amount);
	if (amount)
		shift_right(right, low, width, width - amount);
	for (uint32_t i = 0; i < ir_words(width); i++)
		to[i] = left[i] | right[i];
}

static void funnel_by_op(enum irf_op op, uint32_t width, uint64_t *to,
	const uint64_t *const *operand)
{
	bool rotates = op == IRF_ROTL || op == IRF_ROTR;
	bool to_right = op == IRF_ROTR || op == IRF_FSHR;
	const uint64_t *low = operand[rotates ? 0 : 1];
	uint32_t amount =
		(uint32_t)ir_modulo(operand[rotates ? 1 : 2], width, width);

	if (!to_right)
		funnel(to, operand[0], low, width, amount);
	else if (amount)
		funnel(to, operand[0], low, width, width - amount);
	else
		number_copy(to, low, width);
}

/* The order of groups of SIZE bits turned round. */
static void number_reverse(
	uint64_t *to, const uint64_t *a, uint32_t width, uint32_t size)
{
	uint64_t turned[WORDS] = {0};

	for (uint32_t i = 0; i < width; i++) {
		uint32_t at = width - size - i / size * size + i % size;
		turned[at / 64] |= (uint64_t)get_bit(a, i) << at % 64;
	}
	number_copy(to, turned, width);
}

static void number_count(
	enum irf_op op, uint32_t width, uint64_t *to, const uint64_t *a)
{
	uint64_t found = 0;

	if (op == IRF_CTPOP)
		for (uint32_t i = 0; i < ir_words(width); i++)
			found += (uint64_t)__builtin_popcountll(a[i]);
	else
		while (found < width &&
			!get_bit(a,
				(uint32_t)(op == IRF_CTTZ ? found
							  : width - 1 - found)))
			found++;
	number_fill(to, width, false);
	to[0] = found;
	ir_mask(to, width);
}

static bool is_true(
	enum irf_op op, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	int order = op == IRF_SLT || op == IRF_SLE
			    ? compare_signed(a, b, width)
			    : number_compare(a, b, ir_words(width));

	return op == IRF_EQ			? order == 0
	       : op == IRF_NE			? order != 0
	       : op == IRF_ULT || op == IRF_SLT ? order < 0
						: order <= 0;
}

static void number_choose(enum irf_op op, uint32_t width, uint64_t *to,
	const uint64_t *const *operand)
{
	bool is_signed = op == IRF_SMIN || op == IRF_SMAX;
	bool is_less = is_true(
		is_signed ? IRF_SLT : IRF_ULT, operand[0], operand[1], width);
	bool wants_less = op == IRF_UMIN || op == IRF_SMIN;

	number_copy(to, operand[is_less == wants_less ? 0 : 1], width);
}

static void number_combine(enum irf_op op, uint32_t width, uint64_t *to,
	const uint64_t *const *operand)
{
	for (uint32_t i = 0; i < ir_words(width); i++) {
		uint64_t a = operand[0][i];
		uint64_t b = op == IRF_NOT ? ~0ull : operand[1][i];
		to[i] = op == IRF_AND ? a & b : op == IRF_OR ? a | b : a ^ b;
	}
	ir_mask(to, width);
}

void ir_compute(enum irf_op op, uint32_t width, uint64_t *to,
	const uint64_t *const *operand)
{
	const uint64_t *a = operand[0];

	switch (op) {
	case IRF_ADD:
	case IRF_SUB:
		number_add(to, a, operand[1], width, op == IRF_SUB);
		break;
	case IRF_MUL:
		number_multiply(to, a, operand[1], width);
		break;
	case IRF_UDIV:
	case IRF_SDIV:
	case IRF_UREM:
	case IRF_SREM:
		divide_by_op(op, width, to, operand);
		break;
	case IRF_AND:
	case IRF_OR:
	case IRF_XOR:
	case IRF_NOT:
		number_combine(op, width, to, operand);
		break;
	case IRF_NEG:
		negate(to, a, width);
		break;
	case IRF_ABS:
		if (is_negative(a, width))
			negate(to, a, width);
		else
			number_copy(to, a, width);
		break;
	case IRF_SHL:
	case IRF_LSHR:
	case IRF_ASHR:
		number_shift(op, width, to, operand);
		break;
	case IRF_ROTL:
	case IRF_ROTR:
	case IRF_FSHL:
	case IRF_FSHR:
		funnel_by_op(op, width, to, operand);
		break;
	case IRF_UMIN:
	case IRF_UMAX:
	case IRF_SMIN:
	case IRF_SMAX:
		number_choose(op, width, to, operand);
		break;
	case IRF_UADDSAT:
	case IRF_SADDSAT:
	case IRF_USUBSAT:
	case IRF_SSUBSAT:
		saturate(op, width, to, a, operand[1]);
		break;
	case IRF_USHLSAT:
	case IRF_SSHLSAT:
		number_shift_saturating(op, width, to, operand);
		break;
	case IRF_BSWAP:
		number_reverse(to, a, width, width % 16 ? width : 8);
		break;
	case IRF_BITREVERSE:
		number_reverse(to, a, width, 1);
		break;
	case IRF_CTPOP:
	case IRF_CTLZ:
	case IRF_CTTZ:
		number_count(op, width, to, a);
		break;
	case IRF_RANGE:
		number_copy(to, a, width);
		break;
	case IRF_UADDO:
	case IRF_SADDO:
	case IRF_USUBO:
	case IRF_SSUBO:
	case IRF_UMULO:
	case IRF_SMULO:
		to[0] = ir_overflows(op, width, a, operand[1]);
		break;
	default:
		to[0] = is_true(op, a, operand[1], width);
	}
}
