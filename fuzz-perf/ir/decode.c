/* SPDX-License-Identifier: MIT
 * Functions of bytes: statements take operands from the list of values so far, and
 * coerce what has another type, so that all bytes are a function (after the XLS IR
 * fuzzer). */
#include "config.h"

#include "fuzz-perf/ir/grammar.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/generate/runs.h"
#include "fuzz-perf/ir/idioms.h"

struct maker {
	struct gen *g;
	struct ir_fn *fn;
	struct irf_profile profile;
	unsigned statement_weight[IR_STATEMENTS];
	unsigned depth; /* of loops and conditionals */
	struct ir_context context;
};

typedef const struct irf_node node_t;
typedef const struct irf_type type_t;

static bool decode_has(const struct maker *maker, unsigned feature)
{
	return maker->profile.features & feature;
}

/* ---- types and constants ---- */

static uint32_t draw_width(struct maker *maker)
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

static type_t *draw_type(struct maker *maker, unsigned depth)
{
	type_t *element[IR_ELEMENTS_MAX];
	unsigned weight[4];
	uint32_t count = 0;

	ir_kind_weights(maker->profile.features, depth, weight);
	unsigned kind = gen_weighted(maker->g, weight, 4);
	if (kind != IRF_BITS)
		count = draw_count(maker) + (kind != IRF_TUPLE);
	if (kind == IRF_BITS)
		return ir_bits(maker->fn, draw_width(maker));
	if (kind == IRF_VECTOR)
		return ir_vector(maker->fn, draw_width(maker), count);
	uint32_t types = kind == IRF_ARRAY ? 1 : count;
	for (uint32_t i = 0; i < types; i++)
		element[i] = draw_type(maker, depth + 1);
	type_t *type = ir_composed(maker->fn, kind, element, count);
	return type ? type : ir_bits(maker->fn, 8);
}

static void decode_draw_number(
	struct maker *maker, uint64_t *to, uint32_t width)
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
			decode_draw_number(maker, part, type->width);
		else
			decode_draw_value(
				maker, part, ir_element(maker->fn, type, i));
	}
}

static node_t *draw_constant(struct maker *maker, type_t *type)
{
	uint64_t words[IR_TYPE_WORDS];

	decode_draw_value(maker, words, type);
	return ir_constant(maker->fn, type, words);
}

/* ---- coercion ---- */

static node_t *coerce(struct maker *maker, node_t *node, type_t *type);

static node_t *element_of(struct maker *maker, node_t *node, uint32_t at)
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
		element[i] = i < node->type->count
				     ? coerce(maker, element_of(maker, node, i),
					       wanted)
				     : ir_constant(maker->fn, wanted, NULL);
	}
	return ir_add(maker->fn, IRF_MAKE, type, element, type->count);
}

static node_t *coerce_width(
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
		return coerce_width(maker, node, type, gen_bool(maker->g));
	return coerce_elements(maker, node, type);
}

/* ---- operands ---- */

/* NULL: there is none. */
static node_t *draw_any(struct maker *maker, unsigned kinds)
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

/* BESIDE: another operand of the same node, or NULL. */
static node_t *draw_operand(struct maker *maker, type_t *type, node_t *beside)
{
	unsigned class =
		gen_weighted(maker->g, ir_operand_weight, IR_OPERAND_CLASSES);

	if (class == IR_OPERAND_CONST)
		return draw_constant(maker, type);
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
	node_t *any = draw_any(maker, 1u << type->kind);
	return any ? coerce(maker, any, type)
		   : ir_constant(maker->fn, type, NULL);
}

/* A number, of whatever type it has. */
static node_t *draw_first(struct maker *maker, unsigned kinds)
{
	node_t *any = draw_any(maker, kinds);

	return any ? any
		   : ir_constant(maker->fn,
			     ir_bits(maker->fn, draw_width(maker)), NULL);
}

static node_t *draw_place(struct maker *maker)
{
	if (gen_chance(maker->g, 1, 3))
		return draw_constant(maker, ir_bits(maker->fn, 8));
	return draw_first(maker, 1u << IRF_BITS);
}

/* ---- statements ---- */

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
	node_t *operand[3] = {draw_first(maker, IR_NUMBERS)};
	type_t *type = operand[0]->type;

	for (unsigned i = 1; i < count; i++)
		operand[i] = draw_operand(maker, type, operand[0]);
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
	return coerce_width(maker, node, with_width(maker, node->type, wanted),
		gen_bool(maker->g));
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
	node_t *first = draw_first(maker, IR_NUMBERS), *operand[2];
	unsigned index = op == IRF_FCMP ? gen_pick(maker->g, IR_ORDERS) : 0;

	operand[0] = as_float(maker, first);
	if (!operand[0])
		return first;
	type_t *type = operand[0]->type;
	if (count > 1 && gen_chance(maker->g, 1, 4))
		operand[1] = usual_float(maker, type);
	else if (count > 1)
		operand[1] = draw_operand(maker, type, operand[0]);
	if (op == IRF_FCMP)
		type = truth_type(maker, type);
	struct irf_node *node = ir_add(maker->fn, op, type, operand, count);
	node->index = index;
	return node;
}

static node_t *make_conversion(struct maker *maker, enum irf_op op)
{
	node_t *from = draw_first(maker, IR_NUMBERS);
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
	node_t *from = draw_first(maker, IR_ANY_KIND);

	return ir_add(maker->fn, IRF_FREEZE, from->type, &from, 1);
}

/* Of an operation on numbers: the same, or with its operands exchanged. Compilers look
 * for what was computed before. */
static node_t *make_repeated(struct maker *maker)
{
	node_t *node = draw_first(maker, IR_NUMBERS), *operand[3];
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

	operand[1] = draw_first(maker, IR_ANY_KIND);
	bool is_by_element =
		operand[1]->type->kind == IRF_VECTOR && gen_bool(maker->g);
	operand[0] = draw_operand(maker,
		is_by_element ? truth_type(maker, operand[1]->type)
			      : ir_bits(maker->fn, 1),
		operand[1]);
	operand[2] = draw_operand(maker, operand[1]->type, operand[0]);
	return ir_add(maker->fn, IRF_SELECT, operand[1]->type, operand, 3);
}

static node_t *make_extension(struct maker *maker, enum irf_op op)
{
	node_t *from = draw_first(maker, IR_NUMBERS);
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
	node_t *from = draw_first(maker, IR_NUMBERS);
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

	operand[0] = draw_first(maker, 1u << IRF_BITS);
	operand[1] = draw_first(maker, 1u << IRF_BITS);
	uint32_t width = operand[0]->type->width + operand[1]->type->width;
	if (width > maker->profile.max_width)
		return operand[0];
	return ir_add(
		maker->fn, IRF_CONCAT, ir_bits(maker->fn, width), operand, 2);
}

static node_t *make_composed(struct maker *maker)
{
	node_t *operand[IR_ELEMENTS_MAX + 1];
	type_t *type = draw_type(maker, 0);

	if (type->kind == IRF_BITS)
		return draw_operand(maker, type, NULL);
	for (uint32_t i = 0; i < type->count; i++)
		operand[i] = draw_operand(
			maker, ir_element(maker->fn, type, i), NULL);
	return ir_add(maker->fn, IRF_MAKE, type, operand, type->count);
}

static node_t *make_field(struct maker *maker)
{
	node_t *from = draw_any(maker, 1u << IRF_TUPLE);
	unsigned drawn = gen_pick(maker->g, IR_PLACES);

	if (!from || !from->type->count)
		return ir_constant(maker->fn, ir_bits(maker->fn, 8), NULL);
	return element_of(maker, from, drawn % from->type->count);
}

static node_t *make_element(struct maker *maker, enum irf_op op)
{
	node_t *operand[3];

	operand[0] = draw_any(maker, IR_SEQUENCES);
	operand[1] = draw_place(maker);
	if (!operand[0])
		return operand[1];
	type_t *type = operand[0]->type,
	       *element = ir_element(maker->fn, type, 0);
	if (op == IRF_GET)
		return ir_add(maker->fn, op, element, operand, 2);
	operand[2] = draw_operand(maker, element, operand[0]);
	return ir_add(maker->fn, op, type, operand, 3);
}

static node_t *decode_make_memory(struct maker *maker, enum irf_op op)
{
	node_t *operand[IRF_RANK_MAX + 1];
	unsigned drawn = gen_pick(maker->g, IR_BUFFERS), count = 0;
	uint32_t buffers = maker->fn->fn.buffer_count;

	if (!buffers)
		return draw_first(maker, IR_ANY_KIND);
	const struct irf_buffer *buffer = &maker->fn->buffers[drawn % buffers];
	for (; count < buffer->rank; count++)
		operand[count] = draw_place(maker);
	type_t *type = ir_bits(maker->fn, buffer->width);
	if (op == IRF_STORE) {
		operand[count++] = draw_operand(maker, type, NULL);
		type = ir_composed(maker->fn, IRF_TUPLE, NULL, 0);
	}
	struct irf_node *node = ir_add(maker->fn, op, type, operand, count);
	node->index = drawn % buffers;
	return op == IRF_STORE ? NULL : node;
}

/* ---- loops and conditionals ---- */

static void draw_statements(
	struct maker *maker, unsigned most, unsigned average);

/* Statements, then a value of TYPE. */
static const struct irf_region *draw_region(
	struct maker *maker, struct ir_block *block, type_t *type)
{
	struct ir_scope outer = maker->context.scope;

	maker->depth++;
	draw_statements(maker, IR_BLOCK_MAX, 3);
	node_t *result = draw_operand(maker, type, NULL);
	maker->depth--;
	maker->context.scope = outer;
	return ir_close(maker->fn, block, result);
}

static uint32_t draw_trips(struct maker *maker)
{
	return gen_chance(maker->g, 1, 16) ? gen_pick(maker->g, IR_MANY_TRIPS)
					   : gen_pick(maker->g, IR_FEW_TRIPS);
}

/* A region that begins with the index and with what is carried. */
static void decode_open_loop(struct maker *maker, struct ir_block *block,
	type_t *index, type_t *type)
{
	ir_open(maker->fn, block);
	ir_context_add(
		&maker->context, ir_add(maker->fn, IRF_INDEX, index, NULL, 0));
	ir_context_add(
		&maker->context, ir_add(maker->fn, IRF_CARRY, type, NULL, 0));
}

/* Whether the loop ends early. */
static const struct irf_region *draw_exit(
	struct maker *maker, type_t *index, type_t *type)
{
	struct ir_block block;
	struct ir_scope outer = maker->context.scope;

	decode_open_loop(maker, &block, index, type);
	const struct irf_region *region =
		draw_region(maker, &block, ir_bits(maker->fn, 1));
	maker->context.scope = outer;
	return region;
}

static node_t *make_loop(struct maker *maker)
{
	node_t *operand[2];
	unsigned kinds =
		decode_has(maker, IRF_F_THREAD) ? IRF_NLOOPS : IRF_PARALLEL;
	enum irf_loop_kind kind = gen_pick(maker->g, IRF_NLOOPS) % kinds;
	uint32_t trips = draw_trips(maker), count = 1;
	uint32_t factor = gen_pick(maker->g, IR_FACTORS);
	struct ir_block block;

	operand[0] = draw_first(maker, IR_ANY_KIND);
	if (gen_chance(maker->g, 1, 4))
		operand[count++] = draw_first(maker, 1u << IRF_BITS);
	type_t *type = operand[0]->type;
	struct irf_node *loop =
		ir_add(maker->fn, IRF_LOOP, type, operand, count);
	loop->loop = kind;
	loop->trips = trips;
	loop->factor = factor;
	struct ir_scope outer = maker->context.scope;
	type_t *index = ir_bits(maker->fn, draw_width(maker));
	decode_open_loop(maker, &block, index, type);
	loop->region[0] = draw_region(maker, &block, type);
	maker->context.scope = outer;
	if (decode_has(maker, IRF_F_EXIT) && kind < IRF_PARALLEL &&
		gen_chance(maker->g, 1, 4))
		loop->region[1] = draw_exit(maker, index, type);
	return loop;
}

static node_t *make_if(struct maker *maker)
{
	struct ir_block block;
	node_t *condition = draw_operand(maker, ir_bits(maker->fn, 1), NULL);
	type_t *type = gen_chance(maker->g, 1, 2)
			       ? draw_type(maker, 0)
			       : draw_first(maker, IR_ANY_KIND)->type;
	struct irf_node *node = ir_add(maker->fn, IRF_IF, type, &condition, 1);

	for (int i = 0; i < 2; i++) {
		gen_begin(maker->g, "block");
		ir_open(maker->fn, &block);
		node->region[i] = draw_region(maker, &block, type);
		gen_end(maker->g);
	}
	return node;
}

static node_t *make_switch(struct maker *maker)
{
	uint64_t words[IR_CASES * IRF_WORDS_MAX];
	struct ir_block block;
	node_t *operand = draw_first(maker, 1u << IRF_BITS);
	uint32_t width = operand->type->width, each = ir_words(width);
	type_t *type = gen_chance(maker->g, 1, 2)
			       ? draw_type(maker, 0)
			       : draw_first(maker, IR_ANY_KIND)->type;
	uint32_t cases = 1 + gen_pick(maker->g, IR_CASES);

	if (width == 1 && cases > 2)
		cases = 2;
	for (uint32_t i = 0; i < cases; i++) {
		decode_draw_number(maker, words + i * each, width);
		ir_distinguish(words, i + 1, width);
	}
	struct irf_node *node =
		ir_add(maker->fn, IRF_SWITCH, type, &operand, 1);
	node->words = ir_copy_words(maker->fn, words, cases * each);
	for (uint32_t i = 0; i <= cases; i++) {
		gen_begin(maker->g, "block");
		ir_open(maker->fn, &block);
		node->region[i] = draw_region(maker, &block, type);
		gen_end(maker->g);
	}
	return node;
}

static struct irf_node *draw_param(struct maker *maker, uint32_t index)
{
	struct irf_node *param =
		ir_add(maker->fn, IRF_PARAM, draw_type(maker, 0), NULL, 0);

	param->index = index;
	ir_context_add(&maker->context, param);
	return param;
}

static node_t *decode_make_function(struct maker *maker)
{
	struct gen_list params = GEN_LIST(0, IR_PARAMS, 2);
	struct ir_scope outer = maker->context.scope;
	struct ir_block block;
	uint32_t count = 0;
	type_t *type = draw_type(maker, 0);
	struct irf_node *function =
		ir_add(maker->fn, IRF_FUNCTION, type, NULL, 0);

	gen_begin(maker->g, "function");
	ir_context_enter(&maker->context);
	ir_open(maker->fn, &block);
	while (gen_more(maker->g, &params))
		draw_param(maker, count++);
	function->region[0] = draw_region(maker, &block, type);
	maker->context.scope = outer;
	gen_end(maker->g);
	return function;
}

/* Of a new function if there is none. */
static node_t *decode_make_call(struct maker *maker)
{
	const struct ir_scope *scope = &maker->context.scope;
	unsigned drawn = gen_pick(maker->g, IR_FUNCTIONS), count = 1;
	node_t *operand[IR_PARAMS + 1] = {NULL};

	if (!scope->functions && maker->depth < IR_DEPTH)
		ir_context_add(&maker->context, decode_make_function(maker));
	if (!scope->functions)
		return draw_first(maker, IR_ANY_KIND);
	node_t *callee = maker->context.function[scope->functions - 1 -
						 drawn % scope->functions];
	operand[0] = callee;
	for (; count <= ir_params(callee->region[0]); count++)
		operand[count] = draw_operand(maker,
			callee->region[0]->node[count - 1]->type,
			count > 1 ? operand[count - 1] : NULL);
	return ir_add(maker->fn, IRF_CALL, callee->type, operand, count);
}

static node_t *make_idiom(struct maker *maker)
{
	unsigned which = gen_pick(maker->g, IR_IDIOMS);
	struct ir_idiom idiom = {.fn = maker->fn};

	idiom.operand[0] = draw_first(maker, IR_NUMBERS);
	for (unsigned i = 1; i < ir_idiom_operands(which); i++)
		idiom.operand[i] = draw_operand(
			maker, idiom.operand[0]->type, idiom.operand[0]);
	idiom.variant = gen_pick(maker->g, IR_PLACES);
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

/* Returns the value that is new, or NULL. */
static node_t *make_statement(struct maker *maker, unsigned statement)
{
	switch (statement) {
	case IR_PICK:
		return draw_first(maker, IR_ANY_KIND);
	case IR_REPEAT:
		return make_repeated(maker);
	case IR_IDIOM:
		return make_idiom(maker);
	case IRF_CONST:
		return draw_constant(maker, draw_type(maker, 0));
	case IRF_POISON:
	case IRF_UNDEF:
		return ir_add(
			maker->fn, statement, draw_type(maker, 0), NULL, 0);
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
	case IRF_LOOP:
		return maker->depth < IR_DEPTH ? make_loop(maker) : NULL;
	case IRF_IF:
		return maker->depth < IR_DEPTH ? make_if(maker) : NULL;
	case IRF_SWITCH:
		return maker->depth < IR_DEPTH ? make_switch(maker) : NULL;
	case IRF_FUNCTION:
		return maker->depth < IR_DEPTH ? decode_make_function(maker)
					       : NULL;
	case IRF_CALL:
		return decode_make_call(maker);
	default:
		if (!ir_is_float(statement))
			return make_number(
				maker, statement, operand_count(statement));
		return statement > IRF_FCMP ? make_conversion(maker, statement)
					    : make_float(maker, statement,
						      operand_count(statement));
	}
}

static void draw_statements(
	struct maker *maker, unsigned most, unsigned average)
{
	struct gen_list list = GEN_LIST(0, most, average);

	while (gen_more(maker->g, &list) &&
		maker->fn->fn.node_count < IR_NODES - IR_NODES / 4) {
		node_t *node = make_statement(
			maker, gen_weighted(maker->g, maker->statement_weight,
				       IR_STATEMENTS));
		if (node)
			ir_context_add(&maker->context, node);
	}
}

/* ---- the whole ---- */

static void decode_draw_buffer(struct maker *maker)
{
	struct irf_buffer *buffer =
		&maker->fn->buffers[maker->fn->fn.buffer_count++];
	unsigned rank = gen_pick(maker->g, IRF_RANK_MAX);

	buffer->width = draw_width(maker);
	buffer->rank = decode_has(maker, IRF_F_TENSOR) ? 1 + rank : 1;
	buffer->size = 1;
	for (uint32_t i = 0; i < buffer->rank; i++) {
		buffer->shape[i] = 1 + gen_pick(maker->g, IR_DIMENSION);
		buffer->size *= buffer->shape[i];
	}
	buffer->is_local = gen_chance(maker->g, 1, 3);
}

static void draw_interface(struct maker *maker)
{
	struct gen_list buffers = GEN_LIST(0, IR_BUFFERS, 1);
	struct gen_list params = GEN_LIST(0, IR_PARAMS, 3);

	while (decode_has(maker, IRF_F_BUFFER) && gen_more(maker->g, &buffers))
		decode_draw_buffer(maker);
	while (gen_more(maker->g, &params)) {
		uint32_t at = maker->fn->fn.param_count++;
		maker->fn->params[at] = draw_param(maker, at);
	}
}

/* All numbers of the last one's width, in one. */
static node_t *decode_fold(struct maker *maker, node_t *last)
{
	node_t *operand[2] = {last, NULL};

	for (uint32_t i = maker->context.scope.count - 1; i-- > 0;) {
		operand[1] = maker->context.node[i];
		if (operand[1]->type == last->type && operand[1] != last)
			operand[0] = ir_add(
				maker->fn, IRF_XOR, last->type, operand, 2);
	}
	return operand[0];
}

static node_t *decode_combine(struct maker *maker, unsigned how)
{
	struct ir_context *context = &maker->context;

	if (!context->scope.count)
		return ir_constant(maker->fn, ir_bits(maker->fn, 8), NULL);
	node_t *last = context->node[context->scope.count - 1];
	if (how == IR_FOLD && ir_is_number(last->type) &&
		(!maker->profile.op_weight ||
			maker->profile.op_weight[IRF_XOR]))
		return decode_fold(maker, last);
	if (how != IR_TUPLE_ALL || !decode_has(maker, IRF_F_TUPLE))
		return last;
	type_t **element =
		ir_alloc(maker->fn, context->scope.count * sizeof *element);
	for (uint32_t i = 0; i < context->scope.count; i++)
		element[i] = context->node[i]->type;
	type_t *type = ir_composed(
		maker->fn, IRF_TUPLE, element, context->scope.count);
	return type ? ir_add(maker->fn, IRF_MAKE, type, context->node,
			      context->scope.count)
		    : last;
}

struct irf_fn *ir_draw(struct gen *g, const struct irf_profile *profile)
{
	struct maker *maker = gen_alloc(g, sizeof *maker);
	struct ir_block body;

	maker->g = g;
	maker->fn = ir_new();
	maker->profile = ir_profile(profile);
	ir_statement_weights(&maker->profile, maker->statement_weight);
	ir_open(maker->fn, &body);
	unsigned how = gen_pick(g, IR_COMBINES);
	if (how == IR_AS_SAID)
		how = maker->profile.returns_all ? IR_TUPLE_ALL : IR_LAST;
	draw_interface(maker);
	draw_statements(maker, maker->profile.max_nodes, 12);
	return ir_finish(maker->fn, &body, decode_combine(maker, how));
}

struct decoding {
	const struct irf_profile *profile;
	struct irf_fn *fn;
};

static int draw_once(struct gen *g, void *argument)
{
	struct decoding *decoding = argument;

	decoding->fn = ir_draw(g, decoding->profile);
	return GEN_VALID;
}

struct irf_fn *irf_decode(
	const uint8_t *bytes, size_t length, const struct irf_profile *profile)
{
	struct decoding decoding = {profile, NULL};
	uint32_t limit =
		length > IR_BYTES_MAX ? IR_BYTES_MAX : (uint32_t)length;
	struct gen_run run = {
		.record = gen_memory(NULL, gen_record_size(limit)),
		.limit = limit};
	struct parameters input;

	parameters_read(&input, bytes, length);
	gen_record_clear(run.record, limit);
	gen_run_once(&run, &input, draw_once, &decoding);
	gen_run_release(&run);
	for (unsigned i = 0; i < PARAMETERS_STREAMS; i++)
		free(run.stream[i]);
	free(run.record);
	return decoding.fn;
}
