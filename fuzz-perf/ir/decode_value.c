/* SPDX-License-Identifier: MIT
 * Functions of bytes: types, constants, and operands, which are coerced if they have another
 * type. */
#include "config.h"

#include "fuzz-perf/ir/decode.h"

#include <string.h>

#include "fuzz-perf/generate/runs.h"

/* ---- types and constants ---- */

uint32_t decode_width(struct maker *maker)
{
	uint32_t max = maker->profile.max_width, width;

	switch (gen_weighted(maker->g, ir_width_weight, 3)) {
	case IR_WIDTH_USUAL:
		width = ir_usual_width[gen_pick(maker->g, IR_USUAL_WIDTHS)];
		break;
	case IR_WIDTH_SMALL:
		width = 1 + gen_pick(maker->g, 16);
		break;
	default:
		width = 1 + gen_pick(maker->g, IRF_WIDTH_MAX);
		return width > max ? 1 + width % max : width;
	}
	return width > max ? max : width;
}

/* Elements of a composed type, beyond the least. */
static uint32_t draw_count(struct maker *maker)
{
	return gen_chance(maker->g, 1, 64) ? gen_pick(maker->g, IR_ELEMENTS_MAX)
					   : gen_pick(maker->g, IR_ELEMENTS);
}

type_t *decode_type(struct maker *maker, unsigned depth)
{
	type_t *element[IR_ELEMENTS_MAX];
	unsigned weight[4];
	uint32_t count = 0;

	ir_kind_weights(maker->profile.features, depth, weight);
	unsigned kind = gen_weighted(maker->g, weight, 4);
	if (kind != IRF_BITS)
		count = draw_count(maker) + (kind != IRF_TUPLE);
	if (kind == IRF_BITS)
		return ir_bits(maker->fn, decode_width(maker));
	if (kind == IRF_VECTOR)
		return ir_vector(maker->fn, decode_width(maker), count);
	uint32_t types = kind == IRF_ARRAY ? 1 : count;
	for (uint32_t i = 0; i < types; i++)
		element[i] = decode_type(maker, depth + 1);
	type_t *type = ir_composed(maker->fn, kind, element, count);
	return type ? type : ir_bits(maker->fn, 8);
}

void decode_number(struct maker *maker, uint64_t *to, uint32_t width)
{
	uint8_t bytes[IRF_WIDTH_MAX / 8];

	memset(to, 0, ir_words(width) * sizeof *to);
	switch (gen_weighted(maker->g, ir_number_weight, 3)) {
	case IR_NUMBER_SMALL:
		to[0] = gen_pick(maker->g, IR_SMALL);
		break;
	case IR_NUMBER_SPECIAL:
		ir_special(to, width, gen_pick(maker->g, IR_SPECIALS));
		break;
	default:
		gen_bytes(maker->g, bytes, (width + 7) / 8);
		for (uint32_t i = 0; i < (width + 7) / 8; i++)
			to[i / 8] |= (uint64_t)bytes[i] << i % 8 * 8;
	}
	ir_mask(to, width);
}

static void decode_draw_value(struct maker *maker, uint64_t *to, type_t *type)
{
	for (uint32_t i = 0; i < type->count; i++) {
		uint64_t *part = to + ir_element_offset(type, i);
		if (ir_is_number(type))
			decode_number(maker, part, type->width);
		else
			decode_draw_value(
				maker, part, ir_element(maker->fn, type, i));
	}
}

node_t *decode_constant(struct maker *maker, type_t *type)
{
	uint64_t words[IR_TYPE_WORDS];

	decode_draw_value(maker, words, type);
	return ir_constant(maker->fn, type, words);
}

/* ---- coercion ---- */

static node_t *coerce(struct maker *maker, node_t *node, type_t *type);

node_t *decode_element_of(struct maker *maker, node_t *node, uint32_t at)
{
	type_t *type = ir_element(maker->fn, node->type, at);

	if (node->type->kind == IRF_TUPLE) {
		struct irf_node *field =
			ir_add(maker->fn, IRF_FIELD, type, &node, 1);
		field->index = at;
		return field;
	}
	uint64_t place = at;
	node_t *operand[2] = {
		node, ir_constant(maker->fn, ir_bits(maker->fn, 8), &place)};
	return ir_add(maker->fn, IRF_GET, type, operand, 2);
}

/* As long as it has to be: elements that lack are zeros. */
static node_t *coerce_elements(struct maker *maker, node_t *node, type_t *type)
{
	node_t *element[IR_ELEMENTS_MAX + 1];

	for (uint32_t i = 0; i < type->count; i++) {
		type_t *wanted = ir_element(maker->fn, type, i);
		element[i] =
			i < node->type->count
				? coerce(maker,
					  decode_element_of(maker, node, i),
					  wanted)
				: ir_constant(maker->fn, wanted, NULL);
	}
	return ir_add(maker->fn, IRF_MAKE, type, element, type->count);
}

node_t *decode_coerce_width(
	struct maker *maker, node_t *node, type_t *type, bool is_signed)
{
	enum irf_op op = type->width < node->type->width ? IRF_SLICE
			 : is_signed			 ? IRF_SEXT
							 : IRF_ZEXT;

	return ir_add(maker->fn, op, type, &node, 1);
}

/* NODE as a TYPE; of another kind: zeros. */
static node_t *coerce(struct maker *maker, node_t *node, type_t *type)
{
	if (node->type == type)
		return node;
	if (node->type->kind != type->kind)
		return ir_constant(maker->fn, type, NULL);
	if (type->kind == IRF_BITS ||
		(type->kind == IRF_VECTOR && type->count == node->type->count))
		return decode_coerce_width(
			maker, node, type, gen_bool(maker->g));
	return coerce_elements(maker, node, type);
}

/* ---- operands ---- */

node_t *decode_any(struct maker *maker, unsigned kinds)
{
	unsigned drawn = gen_pick(maker->g, IR_PLACES);
	uint32_t count = ir_context_count(&maker->context, NULL, kinds);

	return count ? ir_context_at(&maker->context, NULL, kinds,
			       ir_place(drawn, count))
		     : NULL;
}

static bool uses(node_t *node, node_t *operand)
{
	for (uint32_t i = 0; i < node->operand_count; i++)
		if (node->operand[i] == operand)
			return true;
	return false;
}

/* OTHER, an operand of it, or a value that has it as an operand; NULL: none has TYPE. */
static node_t *draw_relative(struct maker *maker, node_t *other, type_t *type)
{
	const struct ir_context *context = &maker->context;
	node_t *found[IR_RELATIVES];
	unsigned count = 0, drawn = gen_pick(maker->g, IR_RELATIVES);

	if (other->type == type)
		found[count++] = other;
	for (uint32_t i = 0; i < other->operand_count && count < IR_RELATIVES;
		i++)
		if (other->operand[i]->type == type &&
			other->operand[i]->op != IRF_FUNCTION)
			found[count++] = other->operand[i];
	for (uint32_t i = context->scope.count;
		i-- > context->scope.first && count < IR_RELATIVES;)
		if (context->node[i]->type == type &&
			uses(context->node[i], other))
			found[count++] = context->node[i];
	return count ? found[drawn % count] : NULL;
}

node_t *decode_operand(struct maker *maker, type_t *type, node_t *beside)
{
	unsigned class =
		gen_weighted(maker->g, ir_operand_weight, IR_OPERAND_CLASSES);

	if (class == IR_OPERAND_CONST)
		return decode_constant(maker, type);
	node_t *relative = class == IR_OPERAND_RELATED && beside
				   ? draw_relative(maker, beside, type)
				   : NULL;
	if (relative)
		return relative;
	if (class != IR_OPERAND_COERCED) {
		unsigned drawn = gen_pick(maker->g, IR_PLACES);
		uint32_t count = ir_context_count(&maker->context, type, 0);
		if (count)
			return ir_context_at(&maker->context, type, 0,
				ir_place(drawn, count));
	}
	node_t *any = decode_any(maker, 1u << type->kind);
	return any ? coerce(maker, any, type)
		   : ir_constant(maker->fn, type, NULL);
}

node_t *decode_first(struct maker *maker, unsigned kinds)
{
	node_t *any = decode_any(maker, kinds);

	return any ? any
		   : ir_constant(maker->fn,
			     ir_bits(maker->fn, decode_width(maker)), NULL);
}

node_t *decode_place(struct maker *maker)
{
	if (gen_chance(maker->g, 1, 3))
		return decode_constant(maker, ir_bits(maker->fn, 8));
	return decode_first(maker, 1u << IRF_BITS);
}
