/* SPDX-License-Identifier: MIT
 * Functions of bytes: statements that have no regions. */
#include "config.h"

#include "fuzz-perf/ir/decode.h"

#include <string.h>

#include "fuzz-perf/generate/runs.h"
#include "fuzz-perf/ir/idioms.h"

static type_t *truth_type(struct maker *maker, type_t *type)
{
	return type->kind == IRF_VECTOR ? ir_vector(maker->fn, 1, type->count)
					: ir_bits(maker->fn, 1);
}

/* NODE, maybe with flags: the least that are drawn are none. */
static node_t *draw_flags(struct maker *maker, struct irf_node *node)
{
	if (ir_has_flags(&maker->profile, node->op))
		node->flags = ir_flags_drawn(
			node->op, gen_pick(maker->g, IR_FLAGS_DRAWN));
	return node;
}

static node_t *make_number(struct maker *maker, enum irf_op op, unsigned count)
{
	node_t *operand[3] = {decode_first(maker, IR_NUMBERS)};
	type_t *type = operand[0]->type;

	bool has_bounds = op == IRF_RANGE && gen_bool(maker->g);
	for (unsigned i = 1; i < count; i++)
		operand[i] = has_bounds
				     ? decode_constant(maker, type)
				     : decode_operand(maker, type, operand[0]);
	if (ir_is_truth(op))
		type = truth_type(maker, type);
	return draw_flags(maker, ir_add(maker->fn, op, type, operand, count));
}

static type_t *with_width(struct maker *maker, type_t *type, uint32_t width)
{
	return type->kind == IRF_VECTOR
		       ? ir_vector(maker->fn, width, type->count)
		       : ir_bits(maker->fn, width);
}

/* NODE, numbers, as wide as those of IEEE 754 are; NULL: there are none so wide. */
static node_t *as_float(struct maker *maker, node_t *node)
{
	uint32_t width = node->type->width;
	uint32_t wanted =
		width <= 32 || maker->profile.max_width < 64 ? 32 : 64;

	if (width == 32 || width == 64)
		return node;
	if (maker->profile.max_width < 32)
		return NULL;
	return decode_coerce_width(maker, node,
		with_width(maker, node->type, wanted), gen_bool(maker->g));
}

/* A number that people write in all elements of TYPE. */
static node_t *usual_float(struct maker *maker, type_t *type)
{
	double wide = ir_usual_float[gen_pick(maker->g, IR_USUAL_FLOATS)];
	uint64_t words[IR_TYPE_WORDS];
	float narrow = (float)wide;
	uint32_t half;

	memcpy(&half, &narrow, sizeof half);
	for (uint32_t i = 0; i < type->count; i++) {
		memcpy(&words[i], &wide, sizeof wide);
		if (type->width == 32)
			words[i] = half;
	}
	return ir_constant(maker->fn, type, words);
}

static node_t *make_float(struct maker *maker, enum irf_op op, unsigned count)
{
	node_t *first = decode_first(maker, IR_NUMBERS), *operand[2];
	unsigned index = op == IRF_FCMP ? gen_pick(maker->g, IR_ORDERS) : 0;

	operand[0] = as_float(maker, first);
	if (!operand[0])
		return first;
	type_t *type = operand[0]->type;
	if (count > 1 && gen_chance(maker->g, 1, 4))
		operand[1] = usual_float(maker, type);
	else if (count > 1)
		operand[1] = decode_operand(maker, type, operand[0]);
	if (op == IRF_FCMP)
		type = truth_type(maker, type);
	struct irf_node *node = ir_add(maker->fn, op, type, operand, count);
	node->index = index;
	return node;
}

static node_t *make_conversion(struct maker *maker, enum irf_op op)
{
	node_t *from = decode_first(maker, IR_NUMBERS);
	bool makes = op == IRF_SITOFP || op == IRF_UITOFP;
	uint32_t width = op == IRF_FPTRUNC ? 32 : 64;

	if (makes)
		width = gen_bool(maker->g) ? 64 : 32;
	else if (op == IRF_FPTOSI || op == IRF_FPTOUI)
		width = 1 + gen_pick(maker->g, 64);
	if (makes && from->type->width > 64)
		return from;
	node_t *operand = makes ? from : as_float(maker, from);
	if (!operand || width > maker->profile.max_width ||
		((op == IRF_FPEXT || op == IRF_FPTRUNC) &&
			operand->type->width == width))
		return from;
	return ir_add(maker->fn, op, with_width(maker, from->type, width),
		&operand, 1);
}

static node_t *make_freeze(struct maker *maker)
{
	node_t *from = decode_first(maker, IR_ANY_KIND);

	return ir_add(maker->fn, IRF_FREEZE, from->type, &from, 1);
}

/* Of an operation on numbers: the same, or with its operands exchanged. Compilers look
 * for what was computed before. */
static node_t *make_repeated(struct maker *maker)
{
	node_t *node = decode_first(maker, IR_NUMBERS), *operand[3];
	uint32_t count = node->operand_count;
	bool is_turned = gen_bool(maker->g) && count == 2;

	if (node->op < IRF_ADD || node->op > IRF_SMULO)
		return node;
	for (uint32_t i = 0; i < count; i++)
		operand[i] = node->operand[is_turned ? 1 - i : i];
	return ir_add(maker->fn, node->op, node->type, operand, count);
}

static node_t *make_select(struct maker *maker)
{
	node_t *operand[3];

	operand[1] = decode_first(maker, IR_ANY_KIND);
	bool is_by_element =
		operand[1]->type->kind == IRF_VECTOR && gen_bool(maker->g);
	operand[0] = decode_operand(maker,
		is_by_element ? truth_type(maker, operand[1]->type)
			      : ir_bits(maker->fn, 1),
		operand[1]);
	operand[2] = decode_operand(maker, operand[1]->type, operand[0]);
	return ir_add(maker->fn, IRF_SELECT, operand[1]->type, operand, 3);
}

static node_t *make_extension(struct maker *maker, enum irf_op op)
{
	node_t *from = decode_first(maker, IR_NUMBERS);
	uint32_t width = from->type->width, max = maker->profile.max_width;
	unsigned drawn = gen_pick(maker->g, IRF_WIDTH_MAX);

	if (width >= max)
		return from;
	width += 1 + drawn % (max - width);
	return draw_flags(
		maker, ir_add(maker->fn, op,
			       with_width(maker, from->type, width), &from, 1));
}

static node_t *make_slice(struct maker *maker)
{
	node_t *from = decode_first(maker, IR_NUMBERS);
	uint32_t width = from->type->width;
	unsigned drawn = gen_pick(maker->g, IRF_WIDTH_MAX);
	unsigned low = gen_pick(maker->g, IRF_WIDTH_MAX);

	if (width == 1)
		return from;
	uint32_t left = 1 + drawn % (width - 1);
	struct irf_node *slice = ir_add(maker->fn, IRF_SLICE,
		with_width(maker, from->type, left), &from, 1);
	slice->index = low % (width - left + 1);
	return draw_flags(maker, slice);
}

static node_t *make_concat(struct maker *maker)
{
	node_t *operand[2];

	operand[0] = decode_first(maker, 1u << IRF_BITS);
	operand[1] = decode_first(maker, 1u << IRF_BITS);
	uint32_t width = operand[0]->type->width + operand[1]->type->width;
	if (width > maker->profile.max_width)
		return operand[0];
	return ir_add(
		maker->fn, IRF_CONCAT, ir_bits(maker->fn, width), operand, 2);
}

static node_t *make_composed(struct maker *maker)
{
	node_t *operand[IR_ELEMENTS_MAX + 1];
	type_t *type = decode_type(maker, 0);

	if (type->kind == IRF_BITS)
		return decode_operand(maker, type, NULL);
	for (uint32_t i = 0; i < type->count; i++)
		operand[i] = decode_operand(
			maker, ir_element(maker->fn, type, i), NULL);
	return ir_add(maker->fn, IRF_MAKE, type, operand, type->count);
}

static node_t *make_field(struct maker *maker)
{
	node_t *from = decode_any(maker, 1u << IRF_TUPLE);
	unsigned drawn = gen_pick(maker->g, IR_PLACES);

	if (!from || !from->type->count)
		return ir_constant(maker->fn, ir_bits(maker->fn, 8), NULL);
	return decode_element_of(maker, from, drawn % from->type->count);
}

static node_t *make_element(struct maker *maker, enum irf_op op)
{
	node_t *operand[3];

	operand[0] = decode_any(maker, IR_SEQUENCES);
	operand[1] = decode_place(maker);
	if (!operand[0])
		return operand[1];
	type_t *type = operand[0]->type,
	       *element = ir_element(maker->fn, type, 0);
	if (op == IRF_GET)
		return ir_add(maker->fn, op, element, operand, 2);
	operand[2] = decode_operand(maker, element, operand[0]);
	return ir_add(maker->fn, op, type, operand, 3);
}

static node_t *decode_make_memory(struct maker *maker, enum irf_op op)
{
	node_t *operand[IRF_RANK_MAX + 1];
	unsigned drawn = gen_pick(maker->g, IR_BUFFERS), count = 0;
	uint32_t buffers = maker->fn->fn.buffer_count;

	if (!buffers)
		return decode_first(maker, IR_ANY_KIND);
	const struct irf_buffer *buffer = &maker->fn->buffers[drawn % buffers];
	for (; count < buffer->rank; count++)
		operand[count] = decode_place(maker);
	type_t *type = ir_bits(maker->fn, buffer->width);
	if (op == IRF_STORE) {
		operand[count++] = decode_operand(maker, type, NULL);
		type = ir_composed(maker->fn, IRF_TUPLE, NULL, 0);
	}
	struct irf_node *node = ir_add(maker->fn, op, type, operand, count);
	node->index = drawn % buffers;
	return op == IRF_STORE ? NULL : node;
}

static node_t *make_idiom(struct maker *maker)
{
	unsigned which = gen_pick(maker->g, IR_IDIOMS);
	struct ir_idiom idiom = {.fn = maker->fn};

	idiom.operand[0] = decode_first(maker, IR_NUMBERS);
	for (unsigned i = 1; i < ir_idiom_operands(which); i++)
		idiom.operand[i] = decode_operand(
			maker, idiom.operand[0]->type, idiom.operand[0]);
	idiom.variant = gen_pick(maker->g, IR_PLACES);
	idiom.is_signed = ir_has_flags(&maker->profile, IRF_ADD) &&
			  gen_chance(maker->g, 1, 3);
	return ir_idiom_make(&idiom, which);
}

static unsigned operand_count(unsigned op)
{
	static const signed char counts[] = {
#define IRF_OP(name, text, operands) operands,
		IRF_OPS(IRF_OP)
#undef IRF_OP
	};

	return (unsigned)counts[op];
}

node_t *decode_expression(struct maker *maker, unsigned statement)
{
	switch (statement) {
	case IR_PICK:
		return decode_first(maker, IR_ANY_KIND);
	case IR_REPEAT:
		return make_repeated(maker);
	case IR_IDIOM:
		return make_idiom(maker);
	case IRF_CONST:
		return decode_constant(maker, decode_type(maker, 0));
	case IRF_POISON:
	case IRF_UNDEF:
		return ir_add(
			maker->fn, statement, decode_type(maker, 0), NULL, 0);
	case IRF_FREEZE:
		return make_freeze(maker);
	case IRF_SELECT:
		return make_select(maker);
	case IRF_ZEXT:
	case IRF_SEXT:
		return make_extension(maker, statement);
	case IRF_SLICE:
		return make_slice(maker);
	case IRF_CONCAT:
		return make_concat(maker);
	case IRF_MAKE:
		return make_composed(maker);
	case IRF_FIELD:
		return make_field(maker);
	case IRF_GET:
	case IRF_SET:
		return make_element(maker, statement);
	case IRF_LOAD:
	case IRF_STORE:
		return decode_make_memory(maker, statement);
	default:
		if (!ir_is_float(statement))
			return make_number(
				maker, statement, operand_count(statement));
		return statement > IRF_FCMP ? make_conversion(maker, statement)
					    : make_float(maker, statement,
						      operand_count(statement));
	}
}
