/* SPDX-License-Identifier: MIT
 * Small functions in which everything is used. Other than decode.c does, an operation is drawn
 * before its operands, which are values that are known, numbers, or operations again. */
#include "config.h"

#include "fuzz-perf/ir/composer.h"
#include "fuzz-perf/ir/idioms.h"
#include "lib/random.h"

#define COMPOSE_LEAST 2 /* operations */
#define COMPOSE_MORE  7 /* at most so many beside these */

static node_t *compose_operation(struct composer *composer, enum irf_op op,
	type_t *type, type_t *result, unsigned count)
{
	node_t *operand[3];

	for (unsigned i = 0; i < count; i++)
		operand[i] = i ? compose_second(composer, op, type)
			       : compose_value(composer, type);
	/* Of an operand and itself little is left. */
	if (count == 2 && operand[0] == operand[1] &&
		!compose_once_in(composer, 4))
		operand[1] = compose_constant(composer, type);
	if (count == 2 && compose_once_in(composer, 4)) {
		node_t *first = operand[0];
		operand[0] = operand[1];
		operand[1] = first;
	}
	return compose_add(composer, op, result, operand, count);
}

/* ---- what chooses ---- */

static const struct irf_region *compose_region(
	struct composer *composer, struct ir_block *block, type_t *type)
{
	unsigned count = composer->count;

	ir_open(composer->fn, block);
	node_t *result = compose_value(composer, type);
	composer->count = count;
	return ir_close(composer->fn, block, result);
}

static node_t *compose_branch(
	struct composer *composer, node_t *test, type_t *type)
{
	struct ir_block block[2];
	struct irf_node *node = ir_add(composer->fn, IRF_IF, type, &test, 1);

	composer->depth++;
	for (int i = 0; i < 2; i++)
		node->region[i] = compose_region(composer, &block[i], type);
	composer->depth--;
	return node;
}

/* The negative or the complement of NODE, or an operation with a number. */
static node_t *compose_made_of(
	struct composer *composer, node_t *node, type_t *type)
{
	static const enum irf_op ops[] = {IRF_ADD, IRF_SUB, IRF_MUL, IRF_AND,
		IRF_OR, IRF_XOR, IRF_SHL, IRF_LSHR};
	enum irf_op op = ops[compose_below(composer, 8)];
	node_t *operand[2] = {node, NULL};

	if (compose_once_in(composer, 3)) {
		op = IRF_SUB;
		operand[0] = compose_splat(composer, type, 0);
		operand[1] = node;
	} else if (compose_once_in(composer, 4)) {
		op = IRF_XOR;
		operand[1] = compose_splat(composer, type, UINT64_MAX);
	} else {
		operand[1] = compose_constant(composer, type);
	}
	return composer->number_weight[op]
		       ? compose_keep(composer,
				 compose_add(composer, op, type, operand, 2))
		       : node;
}

static node_t *compose_select(struct composer *composer, type_t *type)
{
	node_t *operand[3] = {compose_value(composer, composer->truth)};

	if (composer->profile.features & IRF_F_IF && composer->depth < 2 &&
		composer->truth->kind == IRF_BITS &&
		compose_once_in(composer, 5))
		return compose_branch(composer, operand[0], type);
	for (int i = 1; i < 3; i++)
		operand[i] = compose_once_in(composer, 3)
				     ? compose_constant(composer, type)
				     : compose_value(composer, type);
	/* Often one of a value and what is made of it. */
	if (type != composer->truth && compose_once_in(composer, 3)) {
		int made = 1 + (int)compose_below(composer, 2);
		operand[3 - made] = compose_leaf(composer, type);
		operand[made] =
			compose_made_of(composer, operand[3 - made], type);
	}
	return ir_add(composer->fn, IRF_SELECT, type, operand, 3);
}

/* ---- operations ---- */

/* An operation of TYPE once more: with other flags, or its operands exchanged. */
static node_t *compose_repeat(struct composer *composer, type_t *type)
{
	node_t *node = compose_known(composer, type), *operand[2];

	if (!node || node->op < IRF_ADD || node->op > IRF_SMULO ||
		node->operand_count > 2)
		return compose_leaf(composer, type);
	bool is_turned =
		node->operand_count == 2 && compose_once_in(composer, 3);
	for (uint32_t i = 0; i < node->operand_count; i++)
		operand[i] = node->operand[is_turned ? 1 - i : i];
	return compose_add(
		composer, node->op, type, operand, node->operand_count);
}

static node_t *compose_idiom(struct composer *composer, type_t *type)
{
	struct ir_idiom idiom = {.fn = composer->fn,
		.variant = compose_below(composer, 256),
		.is_signed = ir_has_flags(&composer->profile, IRF_ADD) &&
			     compose_once_in(composer, 3)};
	enum ir_idiom_kind which = compose_below(composer, IR_IDIOMS);

	for (unsigned i = 0; i < ir_idiom_operands(which); i++)
		idiom.operand[i] = i ? compose_second(composer, IRF_ADD, type)
				     : compose_value(composer, type);
	return ir_idiom_make(&idiom, which);
}

/* As a difference, which can promise something. */
static node_t *compose_negation(struct composer *composer, type_t *type)
{
	node_t *operand[2] = {NULL, compose_value(composer, type)};

	operand[0] = compose_splat(composer, type, 0);
	return compose_add(composer, IRF_SUB, type, operand, 2);
}

/* Of a truth, or of a number of the other width. */
static node_t *compose_extension(
	struct composer *composer, enum irf_op op, type_t *type)
{
	type_t *from =
		type == composer->type ? composer->other : composer->type;

	if (from->width >= type->width || compose_once_in(composer, 2))
		from = composer->truth;
	if (from->width >= type->width)
		return compose_leaf(composer, type);
	node_t *operand = compose_value(composer, from);
	return compose_add(composer, op, type, &operand, 1);
}

static node_t *compose_slice(struct composer *composer, type_t *type)
{
	type_t *from =
		type == composer->type ? composer->other : composer->type;

	if (from->width <= type->width)
		return compose_leaf(composer, type);
	node_t *operand = compose_value(composer, from);
	uint32_t spare = from->width - type->width;
	struct irf_node *node =
		ir_add(composer->fn, IRF_SLICE, type, &operand, 1);
	if (compose_once_in(composer, 4))
		node->index = compose_below(composer, spare + 1);
	return compose_flags(composer, node);
}

static node_t *compose_one_of(
	struct composer *composer, enum irf_op op, type_t *type)
{
	node_t *operand[3] = {compose_value(composer, type)};
	unsigned count = 1;

	if (op == IRF_RANGE)
		for (; count < 3; count++)
			operand[count] = compose_constant(composer, type);
	return ir_add(composer->fn, op, type, operand, count);
}

static unsigned compose_operands(enum irf_op op)
{
	static const signed char counts[] = {
#define IRF_OP(name, text, operands) operands,
		IRF_OPS(IRF_OP)
#undef IRF_OP
	};

	return (unsigned)counts[op];
}

static unsigned compose_weighted(
	struct composer *composer, const unsigned weight[IR_STATEMENTS])
{
	uint32_t at =
		random_mix_weighted(composer->random, weight, IR_STATEMENTS);

	return at < IR_STATEMENTS ? at : IR_PICK;
}

static node_t *compose_number_of(
	struct composer *composer, unsigned statement, type_t *type)
{
	bool is_float = type->width == 32 || type->width == 64;

	switch (statement) {
	case IR_PICK:
		return compose_leaf(composer, type);
	case IR_REPEAT:
		return compose_repeat(composer, type);
	case IR_IDIOM:
		return compose_idiom(composer, type);
	case IRF_SELECT:
		return compose_select(composer, type);
	case IRF_NEG:
		return ir_has_flags(&composer->profile, IRF_SUB)
			       ? compose_negation(composer, type)
			       : compose_one_of(composer, statement, type);
	case IRF_ZEXT:
	case IRF_SEXT:
		return compose_extension(composer, statement, type);
	case IRF_SLICE:
		return compose_slice(composer, type);
	case IRF_FREEZE:
	case IRF_RANGE:
	case IRF_DEFINED:
		return compose_one_of(composer, statement, type);
	default:
		if (ir_is_float(statement) && !is_float)
			return compose_leaf(composer, type);
		return compose_operation(composer, statement, type, type,
			compose_operands(statement));
	}
}

node_t *compose_number(struct composer *composer, type_t *type)
{
	unsigned statement =
		compose_weighted(composer, composer->number_weight);

	composer->left -= composer->left > 0;
	return compose_keep(
		composer, compose_number_of(composer, statement, type));
}

/* Whether some bits of a value are set. */
static node_t *compose_bit_test(struct composer *composer, type_t *type)
{
	node_t *operand[2] = {compose_value(composer, type),
		compose_second(composer, IRF_AND, type)};
	node_t *bits = compose_keep(
		composer, ir_add(composer->fn, IRF_AND, type, operand, 2));
	bool asks_all = compose_once_in(composer, 3);
	node_t *side[2] = {bits,
		asks_all ? operand[1] : ir_constant(composer->fn, type, NULL)};

	return ir_add(composer->fn,
		compose_once_in(composer, 2) ? IRF_EQ : IRF_NE, composer->truth,
		side, 2);
}

static node_t *compose_truth_of(struct composer *composer, unsigned statement)
{
	type_t *truth = composer->truth;
	type_t *type =
		compose_once_in(composer, 6) ? composer->other : composer->type;
	bool is_float = type->width == 32 || type->width == 64;

	switch (statement) {
	case IR_IDIOM:
		return compose_bit_test(composer, type);
	case IRF_SELECT:
		return compose_select(composer, truth);
	case IRF_FREEZE:
	case IRF_ASSUME:
		return compose_one_of(composer, statement, truth);
	case IRF_AND:
	case IRF_OR:
	case IRF_XOR:
	case IRF_NOT:
		return compose_operation(composer, statement, truth, truth,
			compose_operands(statement));
	case IRF_FCMP:
		if (is_float) {
			struct irf_node *node =
				(struct irf_node *)compose_operation(
					composer, statement, type, truth, 2);
			node->index = compose_below(composer, IR_ORDERS);
			return node;
		}
		statement = IRF_EQ;
		/* fall through */
	default:
		return statement == IR_PICK
			       ? compose_constant(composer, truth)
			       : compose_operation(
					 composer, statement, type, truth, 2);
	}
}

node_t *compose_truth(struct composer *composer)
{
	unsigned statement = compose_weighted(composer, composer->truth_weight);

	composer->left -= composer->left > 0;
	return compose_keep(composer, compose_truth_of(composer, statement));
}

/* ---- the whole ---- */

/* How often a statement is what a number, and a truth, is made by. */
struct compose_row {
	unsigned char statement, weight;
};
static const struct compose_row compose_numbers[] = {{IRF_ADD, 12},
	{IRF_SUB, 12}, {IRF_MUL, 8}, {IRF_UDIV, 4}, {IRF_SDIV, 4},
	{IRF_UREM, 4}, {IRF_SREM, 4}, {IRF_AND, 12}, {IRF_OR, 12},
	{IRF_XOR, 12}, {IRF_NOT, 5}, {IRF_NEG, 8}, {IRF_SHL, 9}, {IRF_LSHR, 9},
	{IRF_ASHR, 7}, {IRF_ROTL, 2}, {IRF_ROTR, 2}, {IRF_FSHL, 2},
	{IRF_FSHR, 2}, {IRF_UMIN, 3}, {IRF_UMAX, 3}, {IRF_SMIN, 3},
	{IRF_SMAX, 3}, {IRF_ABS, 3}, {IRF_UADDSAT, 2}, {IRF_SADDSAT, 1},
	{IRF_USUBSAT, 2}, {IRF_SSUBSAT, 1}, {IRF_USHLSAT, 1}, {IRF_SSHLSAT, 1},
	{IRF_BSWAP, 1}, {IRF_BITREVERSE, 1}, {IRF_CTPOP, 3}, {IRF_CTLZ, 3},
	{IRF_CTTZ, 3}, {IRF_SELECT, 30}, {IRF_ZEXT, 6}, {IRF_SEXT, 6},
	{IRF_SLICE, 6}, {IRF_FREEZE, 4}, {IRF_RANGE, 2}, {IRF_DEFINED, 1},
	{IRF_FADD, 3}, {IRF_FSUB, 3}, {IRF_FMUL, 3}, {IRF_FDIV, 1},
	{IRF_FNEG, 4}, {IRF_FABS, 2}, {IR_REPEAT, 8}, {IR_IDIOM, 12}};
static const struct compose_row compose_truths[] = {{IRF_EQ, 12}, {IRF_NE, 9},
	{IRF_ULT, 10}, {IRF_ULE, 6}, {IRF_SLT, 10}, {IRF_SLE, 6},
	{IRF_UADDO, 1}, {IRF_SADDO, 1}, {IRF_USUBO, 1}, {IRF_SSUBO, 1},
	{IRF_UMULO, 1}, {IRF_SMULO, 1}, {IRF_AND, 5}, {IRF_OR, 5}, {IRF_XOR, 3},
	{IRF_NOT, 4}, {IRF_SELECT, 6}, {IRF_FREEZE, 1}, {IRF_ASSUME, 2},
	{IRF_FCMP, 6}, {IR_IDIOM, 10}};

static void compose_weigh(const struct composer *composer,
	const struct compose_row *row, size_t count,
	unsigned weight[IR_STATEMENTS])
{
	unsigned allowed[IR_STATEMENTS];

	ir_statement_weights(&composer->profile, allowed);
	for (size_t i = 0; i < count; i++)
		if (allowed[row[i].statement])
			weight[row[i].statement] = row[i].weight;
}

#define COMPOSE_ROWS(rows) rows, sizeof(rows) / sizeof *(rows)

static node_t *compose_result(struct composer *composer)
{
	unsigned combined = compose_below(composer, 12);
	node_t *result = compose_number(composer, composer->type);

	while (composer->left)
		result = compose_number(composer, composer->type);
	if (combined < 4 && composer->truth_weight[IRF_EQ])
		return compose_truth(composer);
	if (combined > 4 || !(composer->profile.features & IRF_F_TUPLE))
		return result;
	type_t *element[COMPOSE_KNOWN];
	for (unsigned i = 0; i < composer->count; i++)
		element[i] = composer->known[i]->type;
	type_t *type =
		ir_composed(composer->fn, IRF_TUPLE, element, composer->count);
	return type ? ir_add(composer->fn, IRF_MAKE, type, composer->known,
			      composer->count)
		    : result;
}

struct irf_fn *ir_compose(const struct irf_profile *profile, uint64_t *random)
{
	struct composer composer = {.fn = ir_new(),
		.profile = ir_profile(profile),
		.random = random};
	struct ir_block body;
	struct ir_fn *fn = composer.fn;

	ir_open(fn, &body);
	compose_weigh(&composer, COMPOSE_ROWS(compose_numbers),
		composer.number_weight);
	compose_weigh(
		&composer, COMPOSE_ROWS(compose_truths), composer.truth_weight);
	compose_types(&composer);
	composer.left = COMPOSE_LEAST + compose_below(&composer, COMPOSE_MORE);
	uint32_t params = 1 + compose_below(&composer, 3);
	bool has_truth = compose_once_in(&composer, 3);
	for (uint32_t i = 0; i < params + has_truth; i++) {
		type_t *type = i < params ? composer.type : composer.truth;
		struct irf_node *param = ir_add(fn, IRF_PARAM, type, NULL, 0);
		param->index = i;
		fn->params[fn->fn.param_count++] = param;
		compose_keep(&composer, param);
	}
	return ir_finish(fn, &body, compose_result(&composer));
}
