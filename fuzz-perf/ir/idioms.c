/* SPDX-License-Identifier: MIT
 * Patterns of several nodes that people write and compilers look for. */
#include "config.h"

#include "fuzz-perf/ir/idioms.h"

typedef const struct irf_node node_t;

static node_t *two(
	const struct ir_idiom *idiom, enum irf_op op, node_t *a, node_t *b)
{
	node_t *operand[2] = {a, b};
	struct irf_node *node = ir_add(idiom->fn, op, a->type, operand, 2);

	if (idiom->is_signed &&
		(op == IRF_ADD || op == IRF_SUB || op == IRF_MUL))
		node->flags = IRF_NSW;
	return node;
}

/* VALUE in each element. */
static node_t *number(const struct ir_idiom *idiom, uint64_t value)
{
	const struct irf_type *type = idiom->operand[0]->type;
	node_t *node = ir_constant(idiom->fn, type, NULL);
	uint64_t *words = (uint64_t *)node->words;

	for (uint32_t i = 0; i < type->count; i++) {
		uint64_t *element = words + ir_element_offset(type, i);
		element[0] = value;
		ir_mask(element, type->width);
	}
	return node;
}

/* A difference from 0 can promise something. */
static node_t *one(const struct ir_idiom *idiom, enum irf_op op, node_t *a)
{
	if (op == IRF_NEG && idiom->is_signed)
		return two(idiom, IRF_SUB, number(idiom, 0), a);
	return ir_add(idiom->fn, op, a->type, &a, 1);
}

static node_t *idioms_compare(
	const struct ir_idiom *idiom, enum irf_op op, node_t *a, node_t *b)
{
	const struct irf_type *truth =
		a->type->kind == IRF_VECTOR
			? ir_vector(idiom->fn, 1, a->type->count)
			: ir_bits(idiom->fn, 1);
	node_t *operand[2] = {a, b};

	return ir_add(idiom->fn, op, truth, operand, 2);
}

static node_t *idioms_pick(
	const struct ir_idiom *idiom, node_t *test, node_t *yes, node_t *no)
{
	node_t *operand[3] = {test, yes, no};

	return ir_add(idiom->fn, IRF_SELECT, yes->type, operand, 3);
}

static node_t *idioms_choose(const struct ir_idiom *idiom, enum irf_op op,
	node_t *a, node_t *b, node_t *yes, node_t *no)
{
	return idioms_pick(idiom, idioms_compare(idiom, op, a, b), yes, no);
}

static enum irf_op order_op(unsigned variant)
{
	static const enum irf_op ops[4] = {IRF_ULT, IRF_SLT, IRF_ULE, IRF_SLE};

	return ops[variant % 4];
}

static node_t *make_clamp(const struct ir_idiom *idiom, bool is_shifted)
{
	node_t *x = idiom->operand[0], *low = idiom->operand[1];
	node_t *high = idiom->operand[2];
	node_t *tested = is_shifted
				 ? two(idiom, IRF_ADD, x,
					   number(idiom, idiom->variant / 16))
				 : x;
	enum irf_op op = order_op(idiom->variant);

	/* x < low ? low : x < high ? x : high, with constants between */
	node_t *inner =
		idiom->variant & 4
			? idioms_choose(idiom, op, tested, high, x, high)
			: idioms_choose(idiom, op, x, low, low, high);
	return idiom->variant & 8
		       ? idioms_choose(idiom, order_op(idiom->variant / 4),
				 tested, number(idiom, 1 + idiom->variant / 64),
				 x, inner)
		       : idioms_choose(idiom, op, inner, low, low, inner);
}

static node_t *make_rotate(const struct ir_idiom *idiom)
{
	uint32_t width = idiom->operand[0]->type->width;
	node_t *x = idiom->operand[0], *amount = idiom->operand[1];
	node_t *back = two(idiom, IRF_SUB, number(idiom, width), amount);
	bool to_left = idiom->variant & 1;

	if (idiom->variant & 2) {
		node_t *mask = number(idiom, width - 1);
		amount = two(idiom, IRF_AND, amount, mask);
		back = two(idiom, IRF_AND, back, mask);
	}
	return two(idiom, idiom->variant & 4 ? IRF_ADD : IRF_OR,
		two(idiom, IRF_SHL, x, to_left ? amount : back),
		two(idiom, IRF_LSHR, x, to_left ? back : amount));
}

/* Bytes one by one; another width than a multiple of 16: its halves. */
static node_t *make_bswap(const struct ir_idiom *idiom)
{
	node_t *x = idiom->operand[0], *all = NULL;
	uint32_t width = x->type->width;
	uint32_t size = width % 16 || width > 64 ? (width + 1) / 2 : 8;

	for (uint32_t at = 0; at < width; at += size) {
		uint32_t to = width - size < at ? 0 : width - size - at;
		node_t *part = two(idiom, IRF_LSHR, x, number(idiom, at));
		if (size < 64)
			part = two(idiom, IRF_AND, part,
				number(idiom, (1ull << size) - 1));
		part = two(idiom, IRF_SHL, part, number(idiom, to));
		all = all ? two(idiom, IRF_OR, all, part) : part;
	}
	return all;
}

static node_t *make_saturate(const struct ir_idiom *idiom)
{
	node_t *a = idiom->operand[0], *b = idiom->operand[1];
	bool adds = idiom->variant & 1;
	node_t *sum = two(idiom, adds ? IRF_ADD : IRF_SUB, a, b);
	node_t *limit =
		adds ? one(idiom, IRF_NOT, number(idiom, 0)) : number(idiom, 0);

	return idiom->variant & 2
		       ? idioms_choose(idiom, IRF_ULT, adds ? sum : a,
				 adds ? a : b, limit, sum)
		       : idioms_choose(idiom, IRF_ULE, adds ? a : b,
				 adds ? sum : a, sum, limit);
}

static node_t *make_sign_extension(const struct ir_idiom *idiom)
{
	uint32_t width = idiom->operand[0]->type->width;
	node_t *amount = number(idiom, idiom->variant % width);
	node_t *up = two(idiom, IRF_SHL, idiom->operand[0], amount);

	return two(
		idiom, idiom->variant & 128 ? IRF_LSHR : IRF_ASHR, up, amount);
}

static node_t *make_power(const struct ir_idiom *idiom)
{
	static const enum irf_op ops[5] = {
		IRF_MUL, IRF_UDIV, IRF_UREM, IRF_SDIV, IRF_SREM};
	uint32_t width = idiom->operand[0]->type->width;
	uint32_t at = idiom->variant / 5 % (width < 64 ? width : 64);

	return two(idiom, ops[idiom->variant % 5], idiom->operand[0],
		number(idiom, 1ull << at));
}

static node_t *make_shifts(const struct ir_idiom *idiom)
{
	static const enum irf_op ops[3] = {IRF_SHL, IRF_LSHR, IRF_ASHR};
	uint32_t width = idiom->operand[0]->type->width;
	unsigned rest = idiom->variant / 9;
	node_t *inner = two(idiom, ops[idiom->variant % 3], idiom->operand[0],
		number(idiom, rest % (width + 1)));

	return two(idiom, ops[idiom->variant / 3 % 3], inner,
		number(idiom, rest / 3 % (width + 1)));
}

static node_t *make_distribution(const struct ir_idiom *idiom)
{
	static const enum irf_op outer[4] = {IRF_ADD, IRF_SUB, IRF_XOR, IRF_OR};
	static const enum irf_op inner[4] = {IRF_MUL, IRF_AND, IRF_SHL, IRF_OR};
	enum irf_op op = inner[idiom->variant / 4 % 4];
	node_t *c = idiom->operand[2];

	return two(idiom, outer[idiom->variant % 4],
		two(idiom, op, idiom->operand[0], c),
		two(idiom, op, idiom->operand[1], c));
}

static node_t *make_chain(const struct ir_idiom *idiom)
{
	node_t *a = idiom->operand[0], *b = idiom->operand[1];
	bool is_turned = idiom->variant & 64;
	node_t *inner = idioms_choose(idiom, order_op(idiom->variant), a, b,
		number(idiom, !is_turned), number(idiom, is_turned));
	node_t *other = idioms_choose(idiom, order_op(idiom->variant / 4), b,
		idiom->operand[2], number(idiom, 1), number(idiom, 0));

	return two(idiom,
		idiom->variant & 16   ? IRF_AND
		: idiom->variant & 32 ? IRF_OR
				      : IRF_XOR,
		inner, other);
}

static node_t *make_division(const struct ir_idiom *idiom)
{
	bool is_signed = idiom->variant & 1;
	node_t *a = idiom->operand[0], *b = idiom->operand[1];
	node_t *quotient = two(idiom, is_signed ? IRF_SDIV : IRF_UDIV, a, b);
	node_t *product = two(idiom, IRF_MUL, quotient, b);

	return idiom->variant & 2 ? two(idiom, IRF_SUB, a, product) : product;
}

static node_t *make_low_bit(const struct ir_idiom *idiom)
{
	node_t *x = idiom->operand[0];

	switch (idiom->variant % 4) {
	case 0:
		return two(idiom, IRF_AND, x,
			two(idiom, IRF_SUB, x, number(idiom, 1)));
	case 1:
		return two(idiom, IRF_AND, x, one(idiom, IRF_NEG, x));
	case 2:
		return two(idiom, IRF_XOR, x,
			two(idiom, IRF_SUB, x, number(idiom, 1)));
	default:
		return two(idiom, IRF_OR, x,
			two(idiom, IRF_ADD, x, number(idiom, 1)));
	}
}

/* Bits of A where MASK has ones, else of B. */
static node_t *make_merge(const struct ir_idiom *idiom)
{
	node_t *a = idiom->operand[0], *b = idiom->operand[1];
	node_t *mask = idiom->operand[2];

	if (idiom->variant & 1)
		return two(idiom, IRF_XOR, b,
			two(idiom, IRF_AND, two(idiom, IRF_XOR, a, b), mask));
	return two(idiom, IRF_OR, two(idiom, IRF_AND, a, mask),
		two(idiom, IRF_AND, b, one(idiom, IRF_NOT, mask)));
}

/* X, or one of two by the side of a bound that X is on: where X is in the range of 0 ..
 * SIZE - 1, which may be moved, or where it is not. */
static node_t *make_range(const struct ir_idiom *idiom)
{
	unsigned v = idiom->variant;
	uint64_t size = 1u << v / 4 % 4;
	const uint64_t bounds[4] = {UINT64_MAX, 0, size - 1, size};
	node_t *x = idiom->operand[0], *low = idiom->operand[1];
	node_t *high = idiom->operand[2], *end = number(idiom, size);
	node_t *bound = number(idiom, bounds[v / 16 % 4]);
	node_t *tested = v & 1 ? two(idiom, IRF_ADD, x, end) : x;
	node_t *other =
		v & 64 ? idioms_choose(idiom, IRF_SLT, bound, x, high, low)
		       : idioms_choose(idiom, IRF_SLT, x, bound, low, high);

	node_t *test = idioms_compare(idiom, IRF_ULT, tested, end);
	if (v & 2)
		test = one(idiom, IRF_NOT, test);
	return idioms_pick(
		idiom, test, v & 128 ? x : other, v & 128 ? other : x);
}

unsigned ir_idiom_operands(enum ir_idiom_kind which)
{
	static const unsigned char operands[IR_IDIOMS] = {[IR_IDIOM_ABS] = 1,
		[IR_IDIOM_MINMAX] = 2,
		[IR_IDIOM_CLAMP] = 3,
		[IR_IDIOM_CLAMP_SHIFTED] = 3,
		[IR_IDIOM_ROTATE] = 2,
		[IR_IDIOM_BSWAP] = 1,
		[IR_IDIOM_SATURATE] = 2,
		[IR_IDIOM_LOW_BIT] = 1,
		[IR_IDIOM_SIGN_EXTEND] = 1,
		[IR_IDIOM_POWER_OF_2] = 1,
		[IR_IDIOM_SHIFTS] = 1,
		[IR_IDIOM_DISTRIBUTE] = 3,
		[IR_IDIOM_COMPARE_CHAIN] = 3,
		[IR_IDIOM_DIVIDE_BACK] = 2,
		[IR_IDIOM_MASK_MERGE] = 3,
		[IR_IDIOM_RANGE] = 3};

	return operands[which];
}

const struct irf_node *ir_idiom_make(
	const struct ir_idiom *idiom, enum ir_idiom_kind which)
{
	node_t *a = idiom->operand[0], *b = idiom->operand[1];

	switch (which) {
	case IR_IDIOM_ABS:
		b = one(idiom, IRF_NEG, a);
		return idioms_choose(idiom, IRF_SLT, a, number(idiom, 0), b, a);
	case IR_IDIOM_MINMAX:
		return idioms_choose(idiom, order_op(idiom->variant), a, b,
			idiom->variant & 4 ? a : b, idiom->variant & 4 ? b : a);
	case IR_IDIOM_CLAMP:
	case IR_IDIOM_CLAMP_SHIFTED:
		return make_clamp(idiom, which == IR_IDIOM_CLAMP_SHIFTED);
	case IR_IDIOM_ROTATE:
		return make_rotate(idiom);
	case IR_IDIOM_BSWAP:
		return make_bswap(idiom);
	case IR_IDIOM_SATURATE:
		return make_saturate(idiom);
	case IR_IDIOM_LOW_BIT:
		return make_low_bit(idiom);
	case IR_IDIOM_SIGN_EXTEND:
		return make_sign_extension(idiom);
	case IR_IDIOM_POWER_OF_2:
		return make_power(idiom);
	case IR_IDIOM_SHIFTS:
		return make_shifts(idiom);
	case IR_IDIOM_DISTRIBUTE:
		return make_distribution(idiom);
	case IR_IDIOM_COMPARE_CHAIN:
		return make_chain(idiom);
	case IR_IDIOM_DIVIDE_BACK:
		return make_division(idiom);
	case IR_IDIOM_RANGE:
		return make_range(idiom);
	default:
		return make_merge(idiom);
	}
}
