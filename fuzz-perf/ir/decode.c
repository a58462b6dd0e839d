/* SPDX-License-Identifier: MIT
 * Functions of bytes: statements take operands from the list of values so far, and
 * coerce what has another type, so that all bytes are a function (after the XLS IR
 * fuzzer). Here are those with regions, calls, and the whole. */
#include "config.h"

#include "fuzz-perf/ir/decode.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/generate/runs.h"

static bool decode_has(const struct maker *maker, unsigned feature)
{
	return maker->profile.features & feature;
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
	node_t *result = decode_operand(maker, type, NULL);
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

	operand[0] = decode_first(maker, IR_ANY_KIND);
	if (gen_chance(maker->g, 1, 4))
		operand[count++] = decode_first(maker, 1u << IRF_BITS);
	type_t *type = operand[0]->type;
	struct irf_node *loop =
		ir_add(maker->fn, IRF_LOOP, type, operand, count);
	loop->loop = kind;
	loop->trips = trips;
	loop->factor = factor;
	struct ir_scope outer = maker->context.scope;
	type_t *index = ir_bits(maker->fn, decode_width(maker));
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
	node_t *condition = decode_operand(maker, ir_bits(maker->fn, 1), NULL);
	type_t *type = gen_chance(maker->g, 1, 2)
			       ? decode_type(maker, 0)
			       : decode_first(maker, IR_ANY_KIND)->type;
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
	node_t *operand = decode_first(maker, 1u << IRF_BITS);
	uint32_t width = operand->type->width, each = ir_words(width);
	type_t *type = gen_chance(maker->g, 1, 2)
			       ? decode_type(maker, 0)
			       : decode_first(maker, IR_ANY_KIND)->type;
	uint32_t cases = 1 + gen_pick(maker->g, IR_CASES);

	if (width == 1 && cases > 2)
		cases = 2;
	for (uint32_t i = 0; i < cases; i++) {
		decode_number(maker, words + i * each, width);
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
		ir_add(maker->fn, IRF_PARAM, decode_type(maker, 0), NULL, 0);

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
	type_t *type = decode_type(maker, 0);
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
		return decode_first(maker, IR_ANY_KIND);
	node_t *callee = maker->context.function[scope->functions - 1 -
						 drawn % scope->functions];
	operand[0] = callee;
	for (; count <= ir_params(callee->region[0]); count++)
		operand[count] = decode_operand(maker,
			callee->region[0]->node[count - 1]->type,
			count > 1 ? operand[count - 1] : NULL);
	return ir_add(maker->fn, IRF_CALL, callee->type, operand, count);
}

/* Returns the value that is new, or NULL. */
static node_t *make_statement(struct maker *maker, unsigned statement)
{
	switch (statement) {
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
		return decode_expression(maker, statement);
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

	buffer->width = decode_width(maker);
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
