/* SPDX-License-Identifier: MIT
 * Tzer's mutators, general ones (section 3.2) and those of the domain (3.3). A copy
 * is made of the function; when it comes to the node that was chosen, others are
 * added. */
#include "config.h"

#include "fuzz-perf/ir/rewrite.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/campaign.h"
#include "fuzz-perf/ir/grammar.h"
#include "lib/random.h"

#define NEST_MAX  3 /* loops at once */
#define TRIPS_MAX 8

typedef const struct irf_node node_t;

struct rewriter {
	const struct irf_fn *from;
	struct ir_fn *to;
	struct irf_profile profile;
	unsigned statement_weight[IR_STATEMENTS];
	enum ir_rewrite how;
	uint64_t *random;
	uint32_t target; /* the node's id */
	int operand;	 /* of ir_without(); -2: this is another rewrite */
	unsigned lost;	 /* flags that the node has no more */
	int left_out;	 /* a region that it has no more; -1: none */
	int spliced;	 /* one that takes its place; -1: none */
	bool inlines;	 /* the call's function takes its place */
	int param;	 /* of the function, which it has no more; -1: none */
	uint32_t
		halved; /* vectors of so many elements have half of them; 0: none */
	bool is_done;
	bool *needs;   /* by the old node's id; NULL: all are copied */
	node_t **copy; /* by the old node's id */
	struct ir_context known;
};

static uint32_t rewrite_below(struct rewriter *rewriter, uint32_t limit)
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

static node_t *rewrite_replace(struct rewriter *rewriter, node_t *old)
{
	node_t *operand[3];
	uint32_t count = old->operand_count;
	bool compares = ir_is_truth(old->op);

	if (old->op == IRF_CONST)
		return any_value(rewriter, old->type);
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
	if (rewrite_below(rewriter, 3) == 0)
		op = old->op;
	if (op == IRF_NOPS || !may(rewriter, op))
		return NULL;
	return ir_add(rewriter->to, op, old->type, operand, count);
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
		return same;
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

/* ---- the copy ---- */

/* TYPE of the old function in the new one. */
static const struct irf_type *copy_type(
	struct rewriter *rewriter, const struct irf_type *type)
{
	if (type->kind == IRF_BITS)
		return ir_bits(rewriter->to, type->width);
	if (type->kind == IRF_VECTOR && type->count == rewriter->halved) {
		rewriter->is_done = true;
		return ir_vector(
			rewriter->to, type->width, (type->count + 1) / 2);
	}
	if (type->kind == IRF_VECTOR)
		return ir_vector(rewriter->to, type->width, type->count);
	uint32_t types = type->kind == IRF_ARRAY ? 1 : type->count;
	const struct irf_type **element =
		ir_alloc(rewriter->to, sizeof *element * (types + 1));
	for (uint32_t i = 0; i < types; i++)
		element[i] = copy_type(rewriter, type->element[i]);
	return ir_composed(rewriter->to, type->kind, element, type->count);
}

/* NEW goes, and one of its operands takes its place. */
static node_t *delete_node(struct rewriter *rewriter, node_t *old, node_t *new)
{
	uint32_t count = new->operand_count;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = rewriter->operand >= 0
				      ? (uint32_t)rewriter->operand
				      : (i + old->id) % count;
		if (at >= count || new->operand[at]->type != new->type ||
			new->operand[at]->op == IRF_FUNCTION)
			continue;
		ir_take_back(rewriter->to, new);
		return new->operand[at];
	}
	if (rewriter->operand != -1 || new->op == IRF_CONST)
		return NULL;
	ir_take_back(rewriter->to, new);
	return ir_constant(rewriter->to, new->type, NULL);
}

/* What stands in place of NEW, a copy of OLD; NULL: it cannot be changed. */
static node_t *rewrite_change(
	struct rewriter *rewriter, node_t *old, node_t *new)
{
	switch (rewriter->how) {
	case IR_INSERT:
		return rewrite_insert(rewriter, new);
	case IR_REPLACE:
		return rewrite_replace(rewriter, new);
	case IR_NEST_LOOPS:
		return rewrite_nest_loops(rewriter, new);
	case IR_TOUCH_MEMORY:
		return rewrite_touch_memory(rewriter, new);
	case IR_BIND_THREADS:
		return rewrite_bind_threads(rewriter, new);
	case IR_BRANCH:
		return rewrite_branch(rewriter, new);
	case IR_COMPUTE_FLOAT:
		return rewrite_float(rewriter, new);
	case IR_PROMISE:
		return rewrite_promise(rewriter, new);
	case IR_CALL:
		return rewrite_call(rewriter, new);
	default:
		return delete_node(rewriter, old, new);
	}
}

static const struct irf_region *copy_region(
	struct rewriter *rewriter, const struct irf_region *region);
static void copy_nodes(
	struct rewriter *rewriter, const struct irf_region *region);

/* The region of OLD, a function. */
static const struct irf_region *copy_function(
	struct rewriter *rewriter, node_t *old)
{
	const struct irf_region *region = old->region[0];
	uint32_t params = ir_params(region), index = 0;
	const struct irf_region rest = {
		region->node + params, region->count - params, region->result};
	node_t *gone = NULL;
	struct ir_scope outer = rewriter->known.scope;
	struct ir_block block;

	ir_context_enter(&rewriter->known);
	ir_open(rewriter->to, &block);
	for (uint32_t i = 0; i < params; i++) {
		node_t *param = region->node[i];
		const struct irf_type *type = copy_type(rewriter, param->type);
		if (old->id == rewriter->target && (int)i == rewriter->param) {
			gone = param;
			continue;
		}
		struct irf_node *new =
			ir_add(rewriter->to, IRF_PARAM, type, NULL, 0);
		new->index = index++;
		rewriter->copy[param->id] = new;
		ir_context_add(&rewriter->known, new);
	}
	if (gone) {
		rewriter->copy[gone->id] = ir_constant(
			rewriter->to, copy_type(rewriter, gone->type), NULL);
		rewriter->is_done = true;
	}
	copy_nodes(rewriter, &rest);
	rewriter->known.scope = outer;
	return ir_close(
		rewriter->to, &block, rewriter->copy[region->result->id]);
}

/* The regions of OLD, and for which numbers they are. */
static void copy_parts(
	struct rewriter *rewriter, node_t *old, struct irf_node *node)
{
	uint32_t count = ir_regions(old), to = 0;
	uint32_t each =
		old->op == IRF_SWITCH ? old->operand[0]->type->words : 0;
	uint64_t words[IR_CASES * IRF_WORDS_MAX];

	if (old->op == IRF_FUNCTION) {
		node->region[0] = copy_function(rewriter, old);
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (old->id == rewriter->target && old->op != IRF_IF &&
			count > (old->op == IRF_SWITCH ? 2 : 1) &&
			(int)i == rewriter->left_out) {
			rewriter->is_done = true;
			continue;
		}
		if (i && each)
			memcpy(words + (to - 1) * each,
				old->words + (i - 1) * each,
				each * sizeof *words);
		node->region[to++] = copy_region(rewriter, old->region[i]);
	}
	if (each)
		node->words =
			ir_copy_words(rewriter->to, words, (to - 1) * each);
}

/* Does a region take the place of OLD? Of a loop only what it repeats can. */
static bool is_spliced(const struct rewriter *rewriter, node_t *old)
{
	int regions = old->op == IRF_LOOP	? 1
		      : old->op == IRF_FUNCTION ? 0
						: (int)ir_regions(old);

	return rewriter->spliced >= 0 && rewriter->spliced < regions;
}

/* Does the function take the place of OLD, its call? */
static bool is_inlined(struct rewriter *rewriter, node_t *old)
{
	return old->op == IRF_CALL &&
	       (rewriter->inlines || (rewriter->how == IR_CALL &&
					     rewrite_below(rewriter, 2)));
}

/* What a region, which takes the place of OLD, results in. */
static node_t *splice_region(struct rewriter *rewriter, node_t *old)
{
	const struct irf_region whole =
		old->op == IRF_CALL ? *old->operand[0]->region[0]
				    : *old->region[rewriter->spliced];
	struct irf_region rest = whole;
	uint32_t given = 0;

	if (old->op == IRF_CALL)
		for (; given + 1 < old->operand_count; given++)
			rewriter->copy[whole.node[given]->id] =
				rewriter->copy[old->operand[given + 1]->id];
	if (old->op == IRF_LOOP) {
		node_t *index = whole.node[0], *carry = whole.node[1];
		rewriter->copy[index->id] = ir_constant(
			rewriter->to, copy_type(rewriter, index->type), NULL);
		rewriter->copy[carry->id] = rewriter->copy[old->operand[0]->id];
		given = 2;
	}
	rest.node += given;
	rest.count -= given;
	copy_nodes(rewriter, &rest);
	rewriter->is_done = true;
	return rewriter->copy[whole.result->id];
}

/* Is operand AT of OLD, a call, for a parameter that the function has no more? */
static bool is_given_up(
	const struct rewriter *rewriter, node_t *old, uint32_t at)
{
	return rewriter->param >= 0 && old->op == IRF_CALL &&
	       old->operand[0]->id == rewriter->target &&
	       at == 1 + (uint32_t)rewriter->param;
}

static node_t *copy_node(struct rewriter *rewriter, node_t *old)
{
	const struct irf_type *type = copy_type(rewriter, old->type);
	node_t **operand = ir_alloc(
		rewriter->to, sizeof *operand * (old->operand_count + 1));

	if (old->op == IRF_CONST)
		return ir_constant(rewriter->to, type, old->words);
	uint32_t count = 0;
	for (uint32_t i = 0; i < old->operand_count; i++)
		if (!is_given_up(rewriter, old, i))
			operand[count++] = rewriter->copy[old->operand[i]->id];
	if (old->op == IRF_MAKE && type->count < old->type->count)
		count = type->count;
	struct irf_node *node =
		ir_add(rewriter->to, old->op, type, operand, count);
	node->index = old->index;
	node->loop = old->loop;
	node->trips = old->trips;
	node->factor = old->factor;
	node->flags = old->flags;
	if (old->id == rewriter->target)
		node->flags &= ~rewriter->lost;
	copy_parts(rewriter, old, node);
	if (old->op == IRF_PARAM)
		rewriter->to->params[old->index] = node;
	return node;
}

static void copy_nodes(
	struct rewriter *rewriter, const struct irf_region *region)
{
	for (uint32_t i = 0; i < region->count; i++) {
		node_t *old = region->node[i];
		if (rewriter->needs && !rewriter->needs[old->id])
			continue;
		if (old->id == rewriter->target &&
			(is_spliced(rewriter, old) ||
				is_inlined(rewriter, old))) {
			rewriter->copy[old->id] = splice_region(rewriter, old);
			continue;
		}
		node_t *new = copy_node(rewriter, old);
		bool is_fixed = old->op == IRF_PARAM || old->op == IRF_INDEX ||
				old->op == IRF_CARRY || old->op == IRF_STORE ||
				old->op == IRF_FUNCTION;
		if (rewriter->left_out >= 0 || rewriter->spliced >= 0 ||
			rewriter->param >= 0 || rewriter->inlines) {
			; /* It is done, or cannot be. */
		} else if (old->id == rewriter->target && rewriter->lost) {
			rewriter->is_done = old->flags & rewriter->lost;
		} else if (old->id == rewriter->target && !is_fixed) {
			node_t *changed = rewrite_change(rewriter, old, new);
			rewriter->is_done = changed;
			new = changed ? changed : new;
		}
		rewriter->copy[old->id] = new;
		if (rewriter->known.scope.count < IR_NODES - 4)
			ir_context_add(&rewriter->known, new);
	}
}

static const struct irf_region *copy_region(
	struct rewriter *rewriter, const struct irf_region *region)
{
	struct ir_block block;
	struct ir_scope outer = rewriter->known.scope;

	ir_open(rewriter->to, &block);
	copy_nodes(rewriter, region);
	rewriter->known.scope = outer;
	return ir_close(
		rewriter->to, &block, rewriter->copy[region->result->id]);
}

/* Marks what NODE, which is needed, needs. */
static void rewrite_mark(bool *needs, node_t *node)
{
	if (needs[node->id])
		return;
	needs[node->id] = true;
	for (uint32_t i = 0; i < node->operand_count; i++)
		rewrite_mark(needs, node->operand[i]);
	for (int i = 0; i < IRF_REGIONS_MAX && node->region[i]; i++)
		rewrite_mark(needs, node->region[i]->result);
}

/* Marks stores, what is around them, and what is fixed; functions that store only if they
 * are called, which STORES_THERE says, by id. Returns whether there is a store in REGION. */
static bool mark_fixed(
	bool *needs, bool *stores_there, const struct irf_region *region)
{
	bool any = false;

	for (uint32_t i = 0; i < region->count; i++) {
		node_t *node = region->node[i];
		bool stores = node->op == IRF_STORE ||
			      (node->op == IRF_CALL &&
				      stores_there[node->operand[0]->id]);
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			stores |= mark_fixed(
				needs, stores_there, node->region[j]);
		stores_there[node->id] = stores;
		if (node->op == IRF_FUNCTION)
			continue;
		if (stores || node->op == IRF_PARAM || node->op == IRF_INDEX ||
			node->op == IRF_CARRY)
			rewrite_mark(needs, node);
		any |= stores;
	}
	return any;
}

static struct irf_fn *rewrite_rewrite(struct rewriter *rewriter)
{
	const struct irf_fn *from = rewriter->from;
	struct ir_block body;

	rewriter->copy = calloc(from->node_count + 1, sizeof(void *));
	if (!rewriter->copy)
		abort();
	rewriter->to = ir_new();
	rewriter->to->fn.param_count = from->param_count;
	rewriter->to->fn.buffer_count = from->buffer_count;
	memcpy(rewriter->to->buffers, from->buffer,
		from->buffer_count * sizeof *from->buffer);
	ir_open(rewriter->to, &body);
	copy_nodes(rewriter, &from->body);
	struct irf_fn *fn = ir_finish(
		rewriter->to, &body, rewriter->copy[from->body.result->id]);
	if (!rewriter->is_done) {
		irf_free(fn);
		fn = NULL;
	}
	free(rewriter->copy);
	free(rewriter->needs);
	free(rewriter);
	return fn;
}

static struct rewriter *rewriter_new(const struct irf_fn *fn)
{
	struct rewriter *rewriter = calloc(1, sizeof *rewriter);

	if (!rewriter)
		abort();
	rewriter->from = fn;
	rewriter->left_out = rewriter->spliced = rewriter->param = -1;
	return rewriter;
}

struct irf_fn *ir_rewrite(const struct irf_fn *fn,
	const struct irf_profile *profile, enum ir_rewrite how,
	uint64_t *random)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->profile = ir_profile(profile);
	ir_statement_weights(&rewriter->profile, rewriter->statement_weight);
	rewriter->how = how;
	rewriter->random = random;
	rewriter->target = random_mix_below(random, fn->node_count);
	rewriter->operand = -2;
	return rewrite_rewrite(rewriter);
}

struct irf_fn *ir_without(const struct irf_fn *fn, uint32_t id, int operand)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->how = IR_DELETE;
	rewriter->target = id;
	rewriter->operand = operand;
	return rewrite_rewrite(rewriter);
}

struct irf_fn *ir_without_flag(
	const struct irf_fn *fn, uint32_t id, unsigned flag)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->lost = flag;
	return rewrite_rewrite(rewriter);
}

struct irf_fn *ir_without_region(
	const struct irf_fn *fn, uint32_t id, uint32_t at)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->left_out = (int)at;
	return rewrite_rewrite(rewriter);
}

struct irf_fn *ir_with_region(const struct irf_fn *fn, uint32_t id, uint32_t at)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->spliced = (int)at;
	return rewrite_rewrite(rewriter);
}

struct irf_fn *ir_inline(const struct irf_fn *fn, uint32_t id)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->inlines = true;
	return rewrite_rewrite(rewriter);
}

struct irf_fn *ir_without_param(
	const struct irf_fn *fn, uint32_t id, uint32_t at)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->param = (int)at;
	return rewrite_rewrite(rewriter);
}

/* Is TYPE composed of vectors of COUNT elements? */
static bool has_inside(const struct irf_type *type, uint32_t count)
{
	uint32_t types = type->kind == IRF_ARRAY ? 1 : type->count;

	for (uint32_t i = 0; !ir_is_number(type) && i < types; i++) {
		const struct irf_type *element = type->element[i];
		if ((element->kind == IRF_VECTOR && element->count == count) ||
			has_inside(element, count))
			return true;
	}
	return false;
}

static bool region_has_inside(const struct irf_region *region, uint32_t count)
{
	for (uint32_t i = 0; i < region->count; i++) {
		node_t *node = region->node[i];
		if (has_inside(node->type, count))
			return true;
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			if (region_has_inside(node->region[j], count))
				return true;
	}
	return false;
}

struct irf_fn *ir_halve_vectors(const struct irf_fn *fn, uint32_t count)
{
	struct rewriter *rewriter;

	if (count < 2 || region_has_inside(&fn->body, count))
		return NULL;
	rewriter = rewriter_new(fn);
	rewriter->target = UINT32_MAX;
	rewriter->halved = count;
	return rewrite_rewrite(rewriter);
}

struct irf_fn *ir_sweep(const struct irf_fn *fn)
{
	struct rewriter *rewriter = rewriter_new(fn);
	bool *stores_there = calloc(fn->node_count + 1, sizeof(bool));

	rewriter->needs = calloc(fn->node_count + 1, sizeof(bool));
	if (!rewriter->needs || !stores_there)
		abort();
	mark_fixed(rewriter->needs, stores_there, &fn->body);
	free(stores_there);
	rewrite_mark(rewriter->needs, fn->body.result);
	rewriter->target = UINT32_MAX;
	rewriter->is_done = true;
	return rewrite_rewrite(rewriter);
}
