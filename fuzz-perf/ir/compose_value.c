/* SPDX-License-Identifier: MIT
 * Small functions in which everything is used: types, numbers that rules have cases for, and
 * operands. */
#include "config.h"

#include <string.h>

#include "fuzz-perf/ir/composer.h"
#include "lib/random.h"

#define COMPOSE_LANES 4

uint32_t compose_below(struct composer *composer, uint32_t limit)
{
	return random_mix_below(composer->random, limit);
}

/* In ONE of so many cases. */
bool compose_once_in(struct composer *composer, uint32_t many)
{
	return compose_below(composer, many) == 0;
}

/* ---- types and numbers ---- */

static uint32_t compose_width(struct composer *composer)
{
	static const unsigned char usual[] = {8, 8, 8, 4, 4, 32, 32, 16, 64};
	uint32_t drawn = compose_below(composer, 16);
	uint32_t width = drawn < sizeof usual ? usual[drawn]
					      : 2 + compose_below(composer, 15);
	uint32_t max = composer->profile.max_width;

	return width > max ? max : width;
}

/* A width for casts from WIDTH and to it. */
static uint32_t compose_other_width(struct composer *composer, uint32_t width)
{
	const uint32_t widths[] = {2 * width, width + 1, (width + 1) / 2,
		width - (width > 1), width + 1 + compose_below(composer, 8),
		compose_width(composer)};
	uint32_t other = widths[compose_below(composer, 6)];

	return other > composer->profile.max_width ? width : other;
}

static type_t *compose_like(
	struct composer *composer, type_t *type, uint32_t width)
{
	return type->kind == IRF_VECTOR
		       ? ir_vector(composer->fn, width, type->count)
		       : ir_bits(composer->fn, width);
}

void compose_types(struct composer *composer)
{
	uint32_t width = compose_width(composer);
	uint32_t lanes = 2 + 2 * compose_once_in(composer, 3);

	composer->type = ir_bits(composer->fn, width);
	if (composer->profile.features & IRF_F_VECTOR &&
		compose_once_in(composer, 3))
		composer->type = ir_vector(composer->fn, width, lanes);
	composer->other = compose_like(
		composer, composer->type, compose_other_width(composer, width));
	composer->truth = compose_like(composer, composer->type, 1);
}

/* One word of a number that rules have cases for, maybe one that follows from the last one. */
static uint64_t compose_word(struct composer *composer, uint32_t width)
{
	uint64_t last = composer->last;
	const uint64_t following[] = {last, last + 1, last - 1, ~last, -last,
		last << 1, last >> 1, width - last};
	uint64_t bit = 1ull << compose_below(composer, width < 64 ? width : 64);

	switch (compose_below(composer, 8)) {
	case 0:
	case 1:
		return following[compose_below(composer, 8)];
	case 2:
		return bit;
	case 3:
		return bit - 1;
	case 4:
		return compose_once_in(composer, 2) ? -bit : ~bit;
	case 5:
		return compose_below(composer, width + 1);
	case 6:
		return compose_once_in(composer, 2)
			       ? compose_below(composer, 8)
			       : random_mix(composer->random);
	default:
		return (uint64_t)compose_below(composer, 3) - 1;
	}
}

/* WORD of WIDTH, extended by its sign. */
static void compose_write(uint64_t *to, uint32_t width, uint64_t word)
{
	memset(to, word >> 63 ? 0xff : 0, ir_words(width) * sizeof *to);
	to[0] = word;
	ir_mask(to, width);
}

/* WORD in most elements of TYPE; others may be poison or undefined. */
node_t *compose_splat(struct composer *composer, type_t *type, uint64_t word)
{
	bool has_poison = composer->profile.features & IRF_F_POISON;
	bool is_uneven =
		type->kind == IRF_VECTOR && compose_once_in(composer, 3);
	bool has_holes = has_poison && type->kind == IRF_VECTOR &&
			 compose_once_in(composer, 5);
	uint64_t words[COMPOSE_LANES * IRF_WORDS_MAX];
	node_t *element[COMPOSE_LANES];

	for (uint32_t i = 0; i < type->count; i++) {
		uint64_t *to = words + ir_element_offset(type, i);
		compose_write(to, type->width,
			i && is_uneven ? compose_word(composer, type->width)
				       : word);
	}
	if (!has_holes)
		return ir_constant(composer->fn, type, words);
	type_t *bits = ir_bits(composer->fn, type->width);
	uint32_t hole = compose_below(composer, type->count);
	for (uint32_t i = 0; i < type->count; i++)
		element[i] =
			i == hole ? ir_add(composer->fn,
					    compose_once_in(composer, 3)
						    ? IRF_UNDEF
						    : IRF_POISON,
					    bits, NULL, 0)
				  : ir_constant(composer->fn, bits,
					    words + ir_element_offset(type, i));
	return ir_add(composer->fn, IRF_MAKE, type, element, type->count);
}

node_t *compose_constant(struct composer *composer, type_t *type)
{
	uint64_t word = compose_word(composer, type->width);

	composer->last = word;
	return compose_splat(composer, type, word);
}

/* ---- values ---- */

node_t *compose_keep(struct composer *composer, node_t *node)
{
	if (composer->count < COMPOSE_KNOWN)
		composer->known[composer->count++] = node;
	return node;
}

/* One of TYPE, half the time the last one; NULL: there is none. */
node_t *compose_known(struct composer *composer, type_t *type)
{
	node_t *found[COMPOSE_KNOWN];
	unsigned count = 0;

	for (unsigned i = 0; i < composer->count; i++)
		if (composer->known[i]->type == type)
			found[count++] = composer->known[i];
	if (!count)
		return NULL;
	return found[compose_once_in(composer, 2)
			     ? count - 1
			     : compose_below(composer, count)];
}

/* NODE, maybe with flags, of which those that make the operation the target's own one are
 * usual. */
struct irf_node *compose_flags(struct composer *composer, struct irf_node *node)
{
	if (!ir_has_flags(&composer->profile, node->op))
		return node;
	unsigned all = ir_flags_of(node->op);
	for (unsigned flag = 1; flag <= all; flag <<= 1) {
		bool is_drawn = flag == IRF_INRANGE
					? !compose_once_in(composer, 4)
					: compose_once_in(composer, 3);
		if (all & flag && is_drawn)
			node->flags |= flag;
	}
	return node;
}

node_t *compose_add(struct composer *composer, enum irf_op op, type_t *type,
	node_t *const *operand, unsigned count)
{
	struct irf_node *node = ir_add(composer->fn, op, type, operand, count);

	return compose_flags(composer, node);
}

/* NODE as TYPE, which differs in its width. */
static node_t *compose_cast(
	struct composer *composer, node_t *node, type_t *type)
{
	enum irf_op op = type->width < node->type->width ? IRF_SLICE
			 : compose_once_in(composer, 2)	 ? IRF_SEXT
							 : IRF_ZEXT;

	return compose_add(composer, op, type, &node, 1);
}

/* A comparison of what is known. */
static node_t *compose_simple_test(struct composer *composer)
{
	enum irf_op op = IRF_EQ + compose_below(composer, 6);
	node_t *side[2] = {compose_known(composer, composer->type),
		compose_constant(composer, composer->type)};

	return composer->truth_weight[op]
		       ? compose_add(composer, op, composer->truth, side, 2)
		       : compose_constant(composer, composer->truth);
}

/* Of TYPE, without a further operation as far as that is possible. */
node_t *compose_leaf(struct composer *composer, type_t *type)
{
	node_t *node = compose_known(composer, type);

	if (node)
		return node;
	if (type == composer->truth)
		return compose_simple_test(composer);
	node = compose_known(composer, composer->type);
	return node && !compose_once_in(composer, 5)
		       ? compose_cast(composer, node, type)
		       : compose_constant(composer, type);
}

node_t *compose_value(struct composer *composer, type_t *type)
{
	if (!composer->left || compose_once_in(composer, 3))
		return compose_leaf(composer, type);
	return type == composer->truth ? compose_truth(composer)
				       : compose_number(composer, type);
}

/* The second operand of OP: amounts and divisors are mostly numbers. */
node_t *compose_second(struct composer *composer, enum irf_op op, type_t *type)
{
	bool is_amount = (op >= IRF_SHL && op <= IRF_FSHR) ||
			 (op >= IRF_USHLSAT && op <= IRF_SSHLSAT);

	if (is_amount && compose_once_in(composer, 2)) {
		composer->last = compose_below(composer, type->width);
		return compose_splat(composer, type, composer->last);
	}
	return compose_below(composer, 5) < 2 ? compose_constant(composer, type)
					      : compose_value(composer, type);
}
