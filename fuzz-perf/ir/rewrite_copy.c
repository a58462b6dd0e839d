/* SPDX-License-Identifier: MIT
 * The copy of a function: when it comes to the node that was chosen, others are added, or it is
 * left out. */
#include "config.h"

#include "fuzz-perf/ir/rewriter.h"

#include <stdlib.h>
#include <string.h>

#include "lib/random.h"

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

/* NEW promises anything, except that what is the target's own operation mostly stays that. */
static void rewrite_flags(struct rewriter *rewriter, struct irf_node *new)
{
	unsigned all = ir_flags_of(new->op), old = new->flags;

	if (!all || !(rewriter->profile.features & IRF_F_POISON))
		return;
	new->flags = random_mix_below(rewriter->random, IRF_NNEG << 1) & all;
	if (random_mix_below(rewriter->random, 8))
		new->flags |= old &IRF_INRANGE;
	rewriter->is_done |= new->flags != old;
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
	return rewriter->how == IR_DELETE ? delete_node(rewriter, old, new)
					  : rewrite_node(rewriter, new);
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
	if (rewriter->how == IR_PROMISE_EACH)
		rewrite_flags(rewriter, node);
	copy_parts(rewriter, old, node);
	if (old->op == IRF_PARAM) {
		node->index = rewriter->to->fn.param_count++;
		rewriter->to->params[node->index] = node;
	}
	return node;
}

/* The parameter that takes the node's place, or what is made of it. */
static node_t *rewrite_given(struct rewriter *rewriter)
{
	node_t *const operand[2] = {rewriter->given, rewriter->given};

	if (rewriter->makes == IR_FORM_PLAIN)
		return rewriter->given;
	return rewriter->makes == IR_FORM_NOT
		       ? ir_add(rewriter->to, IRF_NOT, rewriter->given->type,
				 operand, 1)
		       : ir_add(rewriter->to, IRF_ADD, rewriter->given->type,
				 operand, 2);
}

/* May OLD be a sum in place of what it is? A NOT is what else stands for all. */
static bool rewrite_is_summable(node_t *old)
{
	bool is_plain =
		old->op >= IRF_ADD && old->op < IRF_EQ && old->op != IRF_NOT;

	for (uint32_t i = 0; i < old->operand_count; i++)
		is_plain &= old->operand[i]->type == old->type &&
			    (old->operand[i]->op == IRF_PARAM ||
				    old->operand[i]->op == IRF_CONST);
	return is_plain && old->operand_count &&
	       (old->op != IRF_ADD || old->flags);
}

/* May OLD be the NOT of what it is made of, which is computed? */
static bool rewrite_is_turnable(node_t *old)
{
	return old->op >= IRF_ADD && old->op < IRF_EQ && old->op != IRF_NOT &&
	       old->operand_count == 1 && old->operand[0]->type == old->type &&
	       old->operand[0]->op != IRF_PARAM &&
	       old->operand[0]->op != IRF_CONST;
}

static node_t *rewrite_sum(struct rewriter *rewriter, node_t *old)
{
	node_t *last = old->operand[old->operand_count - 1];
	node_t *operand[2] = {
		rewriter->copy[old->operand[0]->id], rewriter->copy[last->id]};

	rewriter->is_done = true;
	if (rewrite_is_turnable(old))
		return ir_add(
			rewriter->to, IRF_NOT, operand[0]->type, operand, 1);
	return ir_add(rewriter->to, IRF_ADD, operand[0]->type, operand, 2);
}

/* Is NODE, which may be NULL, a number that is computed? */
static bool is_computed(node_t *node)
{
	return node && ir_is_number(node->type) && node->op != IRF_PARAM &&
	       node->op != IRF_CONST && node->op != IRF_INDEX &&
	       node->op != IRF_CARRY && node->op != IRF_FUNCTION;
}

/* Zeros or ones in place of OLD. */
static node_t *rewrite_bits(struct rewriter *rewriter, node_t *old)
{
	const struct irf_type *type = copy_type(rewriter, old->type);
	uint64_t *words =
		ir_alloc(rewriter->to, sizeof(uint64_t) * (type->words + 1));

	memset(words, -rewriter->constant, sizeof(uint64_t) * type->words);
	for (uint32_t at = 0; at < type->words; at += ir_words(type->width))
		ir_mask(words + at, type->width);
	rewriter->is_done = true;
	return ir_constant(rewriter->to, type, words);
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
		if (old->id == rewriter->target && rewriter->given) {
			rewriter->copy[old->id] = rewrite_given(rewriter);
			rewriter->is_done = true;
			continue;
		}
		if (old->id == rewriter->target && rewriter->sums &&
			(rewrite_is_summable(old) ||
				rewrite_is_turnable(old))) {
			rewriter->copy[old->id] = rewrite_sum(rewriter, old);
			continue;
		}
		if (old->id == rewriter->target && rewriter->constant >= 0 &&
			is_computed(old)) {
			rewriter->copy[old->id] = rewrite_bits(rewriter, old);
			continue;
		}
		node_t *new = copy_node(rewriter, old);
		bool is_fixed = old->op == IRF_PARAM || old->op == IRF_INDEX ||
				old->op == IRF_CARRY || old->op == IRF_STORE ||
				old->op == IRF_FUNCTION;
		if (rewriter->left_out >= 0 || rewriter->spliced >= 0 ||
			rewriter->param >= 0 || rewriter->inlines ||
			rewriter->gives || rewriter->sums ||
			rewriter->constant >= 0 ||
			rewriter->how == IR_PROMISE_EACH) {
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

/* The node of REGION, or of what is in it except functions, that is ID; NULL: it is none. */
static node_t *rewrite_find(const struct irf_region *region, uint32_t id)
{
	node_t *found = NULL;

	for (uint32_t i = 0; i < region->count && !found; i++) {
		node_t *node = region->node[i];
		if (node->id == id)
			return node;
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j] &&
				node->op != IRF_FUNCTION && !found;
			j++)
			found = rewrite_find(node->region[j], id);
	}
	return found;
}

/* Is NODE what is made of a parameter already? One form does not become the other. */
static bool rewrite_was_given(node_t *node)
{
	return node->op == IRF_NOT ||
	       (node->op == IRF_ADD && node->operand[0] == node->operand[1]);
}

/* Parameters come first. */
static void copy_body(struct rewriter *rewriter)
{
	const struct irf_region *body = &rewriter->from->body;
	struct irf_region part = {body->node, ir_params(body), NULL};
	struct ir_fn *to = rewriter->to;
	node_t *node =
		rewriter->gives ? rewrite_find(body, rewriter->target) : NULL;

	copy_nodes(rewriter, &part);
	if (is_computed(node) && to->fn.param_count < IR_PARAMS &&
		!(rewriter->makes != IR_FORM_PLAIN &&
			rewrite_was_given(node)) &&
		!(rewriter->makes == IR_FORM_SUM && node->op == IRF_ADD)) {
		struct irf_node *given = ir_add(to, IRF_PARAM,
			copy_type(rewriter, node->type), NULL, 0);
		given->index = to->fn.param_count++;
		to->params[given->index] = rewriter->given = given;
	}
	part.node += part.count;
	part.count = body->count - part.count;
	copy_nodes(rewriter, &part);
}

struct irf_fn *rewriter_run(struct rewriter *rewriter)
{
	const struct irf_fn *from = rewriter->from;
	struct ir_block body;

	rewriter->copy = calloc(from->node_count + 1, sizeof(void *));
	if (!rewriter->copy)
		abort();
	rewriter->to = ir_new();
	rewriter->to->fn.buffer_count = from->buffer_count;
	memcpy(rewriter->to->buffers, from->buffer,
		from->buffer_count * sizeof *from->buffer);
	ir_open(rewriter->to, &body);
	copy_body(rewriter);
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
