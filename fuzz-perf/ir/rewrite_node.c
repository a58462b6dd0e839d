/* SPDX-License-Identifier: MIT
 * Tzer's mutators, general ones (section 3.2) and those of the domain (3.3): what takes the
 * place of one node. */
#include "config.h"

#include "fuzz-perf/ir/rewriter.h"

#include <assert.h>
#include <string.h>

#include "lib/random.h"

#define NEST_MAX  3 /* loops at once */
#define TRIPS_MAX 8

uint32_t rewrite_below(struct rewriter *rewriter, uint32_t limit)
{
	assert(rewriter->random); /* rewrites that draw nothing have none */
	return random_mix_below(rewriter->random, limit);
}

static bool may(const struct rewriter *rewriter, unsigned statement)
{
	return rewriter->statement_weight[statement];
}

/* A value of TYPE that is known here, or a constant. */
static node_t *any_value(struct rewriter *rewriter, const struct irf_type *type)
{
	uint32_t count = ir_context_count(&rewriter->known, type, 0);

	if (count && rewrite_below(rewriter, 4))
		return ir_context_at(&rewriter->known, type, 0,
			rewrite_below(rewriter, count));
	struct irf_node *constant =
		(struct irf_node *)ir_constant(rewriter->to, type, NULL);
	uint64_t *words = (uint64_t *)constant->words;
	for (uint32_t i = 0; ir_is_number(type) && i < type->count; i++) {
		uint64_t *element = words + ir_element_offset(type, i);
		if (rewrite_below(rewriter, 2))
			ir_special(element, type->width,
				rewrite_below(rewriter, IR_SPECIALS));
		else
			element[0] = rewrite_below(rewriter, 256);
		ir_mask(element, type->width);
	}
	return constant;
}

static node_t *any_number(struct rewriter *rewriter)
{
	uint32_t count =
		ir_context_count(&rewriter->known, NULL, 1u << IRF_BITS);

	return count ? ir_context_at(&rewriter->known, NULL, 1u << IRF_BITS,
			       rewrite_below(rewriter, count))
		     : any_value(rewriter, ir_bits(rewriter->to, 8));
}

/* ---- a new expression ---- */

/* An operation on COUNT numbers of a type, or IRF_NOPS. */
static enum irf_op any_op(struct rewriter *rewriter, uint32_t count)
{
	static const signed char counts[] = {
#define IRF_OP(name, text, operands) operands,
		IRF_OPS(IRF_OP)
#undef IRF_OP
	};

	for (int i = 0; i < 32; i++) {
		unsigned op =
			IRF_ADD + rewrite_below(rewriter, IRF_EQ - IRF_ADD);
		if (may(rewriter, op) && (!count || counts[op] == (int)count))
			return op;
	}
	return IRF_NOPS;
}

static node_t *rewrite_insert(struct rewriter *rewriter, node_t *old)
{
	const struct irf_type *type = old->type;
	node_t *operand[3];

	if (!ir_is_number(type) || rewrite_below(rewriter, 4) == 0) {
		bool is_by_element =
			type->kind == IRF_VECTOR && rewrite_below(rewriter, 2);
		operand[0] = any_value(rewriter,
			is_by_element ? ir_vector(rewriter->to, 1, type->count)
				      : ir_bits(rewriter->to, 1));
		operand[1] = any_value(rewriter, type);
		operand[2] = old;
		return may(rewriter, IRF_SELECT)
			       ? ir_add(rewriter->to, IRF_SELECT, type, operand,
					 3)
			       : NULL;
	}
	enum irf_op op = any_op(rewriter, 0);
	if (op == IRF_NOPS)
		return NULL;
	operand[0] = any_value(rewriter, type);
	operand[1] = any_value(rewriter, type);
	operand[2] = any_value(rewriter, type);
	uint32_t count = op == IRF_FSHL || op == IRF_FSHR ? 3
			 : op == IRF_NOT || op == IRF_NEG || op == IRF_ABS ||
					 op >= IRF_BSWAP
				 ? 1
				 : 2;
	operand[rewrite_below(rewriter, count)] = old;
	return ir_add(rewriter->to, op, type, operand, count);
}

/* ---- another operation on the same operands ---- */

/* What follows from the number OLD in each element: rules have conditions of such pairs. */
static node_t *next_constant(struct rewriter *rewriter, node_t *old)
{
	struct irf_node *next = (struct irf_node *)ir_constant(
		rewriter->to, old->type, old->words);
	uint64_t *words = (uint64_t *)next->words;
	unsigned how = rewrite_below(rewriter, 6);

	for (uint32_t i = 0; i < old->type->count; i++) {
		uint64_t *element = words + ir_element_offset(old->type, i);
		uint64_t word = *element;
		const uint64_t all[] = {
			word + 1, word - 1, ~word, -word, word << 1, word >> 1};
		*element = all[how];
		ir_mask(element, old->type->width);
	}
	return next;
}

static node_t *rewrite_replace(struct rewriter *rewriter, node_t *old)
{
	node_t *operand[3];
	uint32_t count = old->operand_count;
	bool compares = ir_is_truth(old->op);

	if (old->op == IRF_CONST)
		return ir_is_number(old->type) && rewrite_below(rewriter, 2)
			       ? next_constant(rewriter, old)
			       : any_value(rewriter, old->type);
	if (!compares && (old->op < IRF_ADD || old->op >= IRF_EQ))
		return NULL;
	memcpy(operand, old->operand, count * sizeof *operand);
	if (count > 1 && rewrite_below(rewriter, 3) == 0) {
		operand[0] = old->operand[1];
		operand[1] = old->operand[0];
	}
	enum irf_op op =
		compares ? IRF_EQ + rewrite_below(rewriter, IRF_SELECT - IRF_EQ)
			 : any_op(rewriter, count);
	if (rewrite_below(rewriter, 3) == 0) {
		uint32_t at = rewrite_below(rewriter, count);
		op = old->op;
		operand[at] = any_value(rewriter, operand[at]->type);
	}
	if (op == IRF_NOPS || !may(rewriter, op))
		return NULL;
	struct irf_node *node =
		ir_add(rewriter->to, op, old->type, operand, count);
	/* Without the promises that the target's own operations make there are guards. */
	node->flags = old->flags & ir_flags_of(op);
	return node;
}

/* ---- loops, memory, threads ---- */

/* A region that begins with INDEX and CARRY, which are known in it. */
static void open_loop(struct rewriter *rewriter, struct ir_block *block,
	const struct irf_type *index, const struct irf_type *carry)
{
	ir_open(rewriter->to, block);
	ir_context_add(&rewriter->known,
		ir_add(rewriter->to, IRF_INDEX, index, NULL, 0));
	ir_context_add(&rewriter->known,
		ir_add(rewriter->to, IRF_CARRY, carry, NULL, 0));
}

/* The value at OLD, carried through a loop: the body computes with it. */
static node_t *rewrite_add_loop(
	struct rewriter *rewriter, node_t *old, enum irf_loop_kind kind)
{
	node_t *operand[2] = {old, NULL};
	struct ir_block block;
	struct ir_scope outer = rewriter->known.scope;
	uint32_t count = 1;

	if (rewrite_below(rewriter, 3) == 0)
		operand[count++] = any_number(rewriter);
	struct irf_node *loop =
		ir_add(rewriter->to, IRF_LOOP, old->type, operand, count);
	loop->loop = kind;
	loop->trips = 1 + rewrite_below(rewriter, TRIPS_MAX);
	loop->factor = rewrite_below(rewriter, 9);
	open_loop(rewriter, &block,
		old->type->kind == IRF_BITS ? old->type
					    : ir_bits(rewriter->to, 8),
		old->type);
	node_t *carry = rewriter->known.node[outer.count + 1];
	node_t *made = rewrite_insert(rewriter, carry);
	loop->region[0] = ir_close(rewriter->to, &block, made ? made : carry);
	rewriter->known.scope = outer;
	return loop;
}

static node_t *rewrite_nest_loops(struct rewriter *rewriter, node_t *old)
{
	uint32_t loops = 1 + rewrite_below(rewriter, NEST_MAX);
	node_t *value = old;

	if (!may(rewriter, IRF_LOOP))
		return NULL;
	for (uint32_t i = 0; i < loops; i++)
		value = rewrite_add_loop(
			rewriter, value, rewrite_below(rewriter, IRF_PARALLEL));
	return value;
}

/* A comparison of a number with any other one, or with the constant it may be. */
static node_t *any_truth(struct rewriter *rewriter, node_t *number)
{
	node_t *operand[2] = {number, any_value(rewriter, number->type)};

	return ir_add(rewriter->to,
		IRF_EQ + rewrite_below(rewriter, IRF_SLE - IRF_EQ + 1),
		ir_bits(rewriter->to, 1), operand, 2);
}

/* OLD carried through a loop that ends early. */
static node_t *rewrite_loop_until(struct rewriter *rewriter, node_t *old)
{
	struct irf_node *loop = (struct irf_node *)rewrite_add_loop(
		rewriter, old, rewrite_below(rewriter, IRF_PARALLEL));
	struct ir_scope outer = rewriter->known.scope;
	struct ir_block block;

	open_loop(rewriter, &block, loop->region[0]->node[0]->type, old->type);
	node_t *number = rewriter->known

				 .node[outer.count +
					 (old->type->kind == IRF_BITS &&
						 rewrite_below(rewriter, 2))];
	loop->region[1] =
		ir_close(rewriter->to, &block, any_truth(rewriter, number));
	rewriter->known.scope = outer;
	return loop;
}

/* OLD, or what is made of it. */
static const struct irf_region *rewrite_case(
	struct rewriter *rewriter, node_t *old)
{
	struct ir_block block;

	ir_open(rewriter->to, &block);
	node_t *made = rewrite_below(rewriter, 3)
			       ? rewrite_insert(rewriter, old)
			       : NULL;
	return ir_close(rewriter->to, &block, made ? made : old);
}

static node_t *rewrite_branch(struct rewriter *rewriter, node_t *old)
{
	uint64_t words[IR_CASES * IRF_WORDS_MAX];

	if (may(rewriter, IRF_LOOP) &&
		rewriter->profile.features & IRF_F_EXIT &&
		rewrite_below(rewriter, 2))
		return rewrite_loop_until(rewriter, old);
	if (!may(rewriter, IRF_SWITCH))
		return NULL;
	node_t *number = any_number(rewriter);
	uint32_t width = number->type->width, each = ir_words(width);
	uint32_t cases = 1 + rewrite_below(rewriter, width > 1 ? IR_CASES : 2);
	for (uint32_t i = 0; i < cases; i++) {
		uint64_t *word = words + i * each;
		ir_special(word, width, rewrite_below(rewriter, IR_SPECIALS));
		ir_distinguish(words, i + 1, width);
	}
	struct irf_node *node =
		ir_add(rewriter->to, IRF_SWITCH, old->type, &number, 1);
	node->words = ir_copy_words(rewriter->to, words, cases * each);
	for (uint32_t i = 0; i <= cases; i++)
		node->region[i] = rewrite_case(rewriter, old);
	return node;
}

/* Independent iterations, by virtual threads. */
static node_t *rewrite_bind_threads(struct rewriter *rewriter, node_t *old)
{
	if (!may(rewriter, IRF_LOOP) ||
		!(rewriter->profile.features & IRF_F_THREAD))
		return NULL;
	return rewrite_add_loop(
		rewriter, old, IRF_PARALLEL + rewrite_below(rewriter, 2));
}

/* Stores the value, and loads one of the same type if there is such a buffer. */
static node_t *rewrite_touch_memory(struct rewriter *rewriter, node_t *old)
{
	struct irf_fn *fn = &rewriter->to->fn;
	node_t *operand[IRF_RANK_MAX + 1];

	if (!fn->buffer_count || old->type->kind != IRF_BITS ||
		!may(rewriter, IRF_LOAD) || !may(rewriter, IRF_STORE))
		return NULL;
	uint32_t at = rewrite_below(rewriter, fn->buffer_count);
	const struct irf_buffer *buffer = &rewriter->to->buffers[at];
	for (uint32_t i = 0; i < buffer->rank; i++)
		operand[i] = any_number(rewriter);
	if (buffer->width == old->type->width) {
		operand[buffer->rank] = old;
		ir_add(rewriter->to, IRF_STORE,
			ir_composed(rewriter->to, IRF_TUPLE, NULL, 0), operand,
			buffer->rank + 1)
			->index = at;
		for (uint32_t i = 0;
			rewrite_below(rewriter, 2) && i < buffer->rank; i++)
			operand[i] = any_number(rewriter);
	}
	struct irf_node *load = ir_add(rewriter->to, IRF_LOAD,
		ir_bits(rewriter->to, buffer->width), operand, buffer->rank);
	load->index = at;
	ir_context_add(&rewriter->known, load);
	return load->type == old->type ? load : old;
}

/* ---- numbers of IEEE 754 ---- */

static node_t *rewrite_float(struct rewriter *rewriter, node_t *old)
{
	enum irf_op op =
		IRF_FADD + rewrite_below(rewriter, IRF_FABS - IRF_FADD + 1);
	node_t *operand[2] = {old, old};

	if (!may(rewriter, op) || !ir_is_number(old->type) ||
		(old->type->width != 32 && old->type->width != 64))
		return NULL;
	if (op < IRF_FNEG)
		operand[rewrite_below(rewriter, 2)] =
			any_value(rewriter, old->type);
	return ir_add(
		rewriter->to, op, old->type, operand, op < IRF_FNEG ? 2 : 1);
}

/* ---- calls ---- */

/* A call of a function that is known, with any arguments. */
static node_t *rewrite_call_known(struct rewriter *rewriter, node_t *old)
{
	const struct ir_scope *scope = &rewriter->known.scope;
	node_t *operand[IR_PARAMS + 1] = {NULL};
	uint32_t count = 1;

	for (uint32_t i = 0; i < scope->functions; i++)
		if (rewriter->known.function[i]->type == old->type)
			operand[0] = rewriter->known.function[i];
	if (!operand[0])
		return NULL;
	const struct irf_region *region = operand[0]->region[0];
	for (; count <= ir_params(region); count++) {
		const struct irf_type *type = region->node[count - 1]->type;
		operand[count] = type == old->type && rewrite_below(rewriter, 2)
					 ? old
					 : any_value(rewriter, type);
	}
	return ir_add(rewriter->to, IRF_CALL, old->type, operand, count);
}

/* NODE with other operands. */
static node_t *rewrite_repeat(
	struct rewriter *rewriter, node_t *node, node_t *const *operand)
{
	struct irf_node *same = ir_add(rewriter->to, node->op, node->type,
		operand, node->operand_count);

	same->index = node->index;
	same->words = node->words;
	same->flags = node->flags;
	return same;
}

/* OLD, the last node, is computed by a new function instead, which has one more argument
 * that is dead. */
static node_t *rewrite_outline(struct rewriter *rewriter, node_t *old)
{
	node_t *operand[IR_PARAMS + 1], *param[IR_PARAMS];
	uint32_t count = old->operand_count;
	struct ir_block block;

	if (!count || count + 1 > IR_PARAMS || old->region[0] ||
		old->op == IRF_CALL)
		return NULL;
	memcpy(operand + 1, old->operand, count * sizeof *operand);
	ir_take_back(rewriter->to, old);
	operand[++count] = any_number(rewriter);
	struct irf_node *function =
		ir_add(rewriter->to, IRF_FUNCTION, old->type, NULL, 0);
	ir_open(rewriter->to, &block);
	for (uint32_t i = 0; i < count; i++) {
		struct irf_node *made = ir_add(
			rewriter->to, IRF_PARAM, operand[i + 1]->type, NULL, 0);
		made->index = i;
		param[i] = made;
	}
	function->region[0] = ir_close(
		rewriter->to, &block, rewrite_repeat(rewriter, old, param));
	operand[0] = function;
	return ir_add(rewriter->to, IRF_CALL, old->type, operand, count + 1);
}

static node_t *rewrite_call(struct rewriter *rewriter, node_t *old)
{
	if (!may(rewriter, IRF_CALL))
		return NULL;
	node_t *call = rewrite_below(rewriter, 2)
			       ? rewrite_call_known(rewriter, old)
			       : NULL;
	return call ? call : rewrite_outline(rewriter, old);
}

/* ---- poison ---- */

/* OLD, a constant vector, with an element that is none. */
static node_t *rewrite_puncture(struct rewriter *rewriter, node_t *old)
{
	const struct irf_type *bits = ir_bits(rewriter->to, old->type->width);
	node_t *element[IR_ELEMENTS_MAX + 1];
	uint32_t hole = rewrite_below(rewriter, old->type->count);

	for (uint32_t i = 0; i < old->type->count; i++)
		element[i] =
			i == hole ? ir_add(rewriter->to,
					    rewrite_below(rewriter, 4)
						    ? IRF_POISON
						    : IRF_UNDEF,
					    bits, NULL, 0)
				  : ir_constant(rewriter->to, bits,
					    old->words + ir_element_offset(
								 old->type, i));
	return ir_add(
		rewriter->to, IRF_MAKE, old->type, element, old->type->count);
}

/* OLD, or some value in its place that poison may get into. */
static node_t *rewrite_promise(struct rewriter *rewriter, node_t *old)
{
	unsigned flags = ir_flags_of(old->op);
	node_t *operand[3];

	if (!(rewriter->profile.features & IRF_F_POISON))
		return NULL;
	if (flags && rewrite_below(rewriter, 4)) {
		struct irf_node *same = ir_add(rewriter->to, old->op, old->type,
			old->operand, old->operand_count);
		same->flags = rewrite_below(rewriter, IRF_NNEG << 1) & flags;
		if (rewrite_below(rewriter, 4))
			same->flags |= old->flags & IRF_INRANGE;
		return same;
	}
	if (old->op == IRF_CONST && old->type->kind == IRF_VECTOR &&
		may(rewriter, IRF_POISON) && may(rewriter, IRF_MAKE))
		return rewrite_puncture(rewriter, old);
	if (ir_is_number(old->type) && may(rewriter, IRF_RANGE) &&
		rewrite_below(rewriter, 6) == 0) {
		operand[0] = old;
		operand[1] = any_value(rewriter, old->type);
		operand[2] = any_value(rewriter, old->type);
		return rewrite_below(rewriter, 3)
			       ? ir_add(rewriter->to, IRF_RANGE, old->type,
					 operand, 3)
			       : ir_add(rewriter->to, IRF_DEFINED, old->type,
					 operand, 1);
	}
	if (may(rewriter, IRF_FREEZE) && rewrite_below(rewriter, 2))
		return ir_add(rewriter->to, IRF_FREEZE, old->type, &old, 1);
	if (!may(rewriter, IRF_SELECT) || !may(rewriter, IRF_POISON))
		return NULL;
	operand[0] = any_value(rewriter, ir_bits(rewriter->to, 1));
	operand[1] = old;
	operand[2] = ir_add(rewriter->to,
		rewrite_below(rewriter, 4) ? IRF_POISON : IRF_UNDEF, old->type,
		NULL, 0);
	return ir_add(rewriter->to, IRF_SELECT, old->type, operand, 3);
}

/* ---- all of them ---- */

node_t *rewrite_node(struct rewriter *rewriter, node_t *old)
{
	switch (rewriter->how) {
	case IR_INSERT:
		return rewrite_insert(rewriter, old);
	case IR_REPLACE:
		return rewrite_replace(rewriter, old);
	case IR_NEST_LOOPS:
		return rewrite_nest_loops(rewriter, old);
	case IR_TOUCH_MEMORY:
		return rewrite_touch_memory(rewriter, old);
	case IR_BIND_THREADS:
		return rewrite_bind_threads(rewriter, old);
	case IR_BRANCH:
		return rewrite_branch(rewriter, old);
	case IR_COMPUTE_FLOAT:
		return rewrite_float(rewriter, old);
	case IR_PROMISE:
		return rewrite_promise(rewriter, old);
	case IR_CALL:
		return rewrite_call(rewriter, old);
	default:
		return NULL;
	}
}
