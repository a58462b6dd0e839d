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
		operand[0] = any_value(rewriter, ir_bits(rewriter->to, 1));
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

/* The value at OLD, carried through a loop: the body computes with it. */
static node_t *rewrite_add_loop(
	struct rewriter *rewriter, node_t *old, enum irf_loop_kind kind)
{
	node_t *operand[2] = {old, NULL}, *parts[2];
	struct ir_block block;
	uint32_t count = 1, outer = rewriter->known.count;

	if (rewrite_below(rewriter, 3) == 0)
		operand[count++] = any_number(rewriter);
	struct irf_node *loop =
		ir_add(rewriter->to, IRF_LOOP, old->type, operand, count);
	loop->loop = kind;
	loop->trips = 1 + rewrite_below(rewriter, TRIPS_MAX);
	loop->factor = rewrite_below(rewriter, 9);
	ir_open(rewriter->to, &block);
	node_t *index = ir_add(rewriter->to, IRF_INDEX,
		old->type->kind == IRF_BITS ? old->type
					    : ir_bits(rewriter->to, 8),
		NULL, 0);
	node_t *carry = ir_add(rewriter->to, IRF_CARRY, old->type, NULL, 0);
	rewriter->known.node[rewriter->known.count++] = index;
	rewriter->known.node[rewriter->known.count++] = carry;
	parts[0] = rewrite_insert(rewriter, carry);
	loop->region[0] =
		ir_close(rewriter->to, &block, parts[0] ? parts[0] : carry);
	rewriter->known.count = outer;
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
	rewriter->known.node[rewriter->known.count++] = load;
	return load->type == old->type ? load : old;
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
		same->flags = rewrite_below(rewriter, IRF_INRANGE << 1) & flags;
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

/* What stands in place of NEW, a copy of OLD; NULL: it cannot be changed. */
/* NEW goes, and one of its operands takes its place. */
static node_t *delete_node(struct rewriter *rewriter, node_t *old, node_t *new)
{
	uint32_t count = new->operand_count;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = rewriter->operand >= 0
				      ? (uint32_t)rewriter->operand
				      : (i + old->id) % count;
		if (at >= count || new->operand[at]->type != new->type)
			continue;
		ir_take_back(rewriter->to, new);
		return new->operand[at];
	}
	if (rewriter->operand != -1 || new->op == IRF_CONST)
		return NULL;
	ir_take_back(rewriter->to, new);
	return ir_constant(rewriter->to, new->type, NULL);
}

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
	case IR_PROMISE:
		return rewrite_promise(rewriter, new);
	default:
		return delete_node(rewriter, old, new);
	}
}

static const struct irf_region *copy_region(
	struct rewriter *rewriter, const struct irf_region *region);

static node_t *copy_node(struct rewriter *rewriter, node_t *old)
{
	const struct irf_type *type = copy_type(rewriter, old->type);
	node_t **operand = ir_alloc(
		rewriter->to, sizeof *operand * (old->operand_count + 1));

	for (uint32_t i = 0; i < old->operand_count; i++)
		operand[i] = rewriter->copy[old->operand[i]->id];
	if (old->op == IRF_CONST)
		return ir_constant(rewriter->to, type, old->words);
	uint32_t count = old->op == IRF_MAKE && type->count < old->type->count
				 ? type->count
				 : old->operand_count;
	struct irf_node *node =
		ir_add(rewriter->to, old->op, type, operand, count);
	node->index = old->index;
	node->loop = old->loop;
	node->trips = old->trips;
	node->factor = old->factor;
	node->flags = old->flags;
	if (old->id == rewriter->target)
		node->flags &= ~rewriter->lost;
	for (int i = 0; i < 2 && old->region[i]; i++)
		node->region[i] = copy_region(rewriter, old->region[i]);
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
		node_t *new = copy_node(rewriter, old);
		bool is_fixed = old->op == IRF_PARAM || old->op == IRF_INDEX ||
				old->op == IRF_CARRY || old->op == IRF_STORE;
		if (old->id == rewriter->target && rewriter->lost) {
			rewriter->is_done = old->flags & rewriter->lost;
		} else if (old->id == rewriter->target && !is_fixed) {
			node_t *changed = rewrite_change(rewriter, old, new);
			rewriter->is_done = changed;
			new = changed ? changed : new;
		}
		rewriter->copy[old->id] = new;
		if (old->op != IRF_STORE &&
			rewriter->known.count < IR_NODES - 4)
			rewriter->known.node[rewriter->known.count++] = new;
	}
}

static const struct irf_region *copy_region(
	struct rewriter *rewriter, const struct irf_region *region)
{
	struct ir_block block;
	uint32_t outer = rewriter->known.count;

	ir_open(rewriter->to, &block);
	copy_nodes(rewriter, region);
	rewriter->known.count = outer;
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
	for (int i = 0; i < 2 && node->region[i]; i++)
		rewrite_mark(needs, node->region[i]->result);
}

/* Marks stores, what is around them, and what is fixed. Returns whether there is a
 * store in REGION. */
static bool mark_fixed(bool *needs, const struct irf_region *region)
{
	bool any = false;

	for (uint32_t i = 0; i < region->count; i++) {
		node_t *node = region->node[i];
		bool stores = node->op == IRF_STORE;
		for (int j = 0; j < 2 && node->region[j]; j++)
			stores |= mark_fixed(needs, node->region[j]);
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
		for (int j = 0; j < 2 && node->region[j]; j++)
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

	rewriter->needs = calloc(fn->node_count + 1, sizeof(bool));
	if (!rewriter->needs)
		abort();
	mark_fixed(rewriter->needs, &fn->body);
	rewrite_mark(rewriter->needs, fn->body.result);
	rewriter->target = UINT32_MAX;
	rewriter->is_done = true;
	return rewrite_rewrite(rewriter);
}
