/* SPDX-License-Identifier: MIT
 * Functions as bytes that are decoded to them: what decode.c draws, written down.
 * Each node becomes a statement, so nothing has to be coerced. */
#include "config.h"

#include "fuzz-perf/ir/case.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/grammar.h"

struct encode_writer {
	struct irf_profile profile;
	unsigned statement_weight[IR_STATEMENTS];
	const struct irf_fn *fn;
	uint8_t *bytes;
	size_t length, capacity;
	bool is_lost; /* it cannot be written */
	unsigned depth;
	struct ir_context context;
};

typedef const struct irf_node node_t;
typedef const struct irf_type type_t;

/* ---- draws ---- */

static void put_byte(struct encode_writer *writer, unsigned byte)
{
	if (writer->length == writer->capacity) {
		writer->capacity = 2 * writer->capacity + 256;
		writer->bytes = realloc(writer->bytes, writer->capacity);
		if (!writer->bytes)
			abort();
	}
	writer->bytes[writer->length++] = (uint8_t)byte;
}

/* The least bytes of which gen_pick() of COUNT makes VALUE. */
static void put_pick(
	struct encode_writer *writer, uint64_t value, uint64_t count)
{
	unsigned bytes = 0;

	if (value >= count) {
		writer->is_lost = true;
		return;
	}
	while ((count - 1) >> 8 * bytes)
		bytes++;
	uint64_t drawn = ((value << 8 * bytes) + count - 1) / count;
	while (bytes-- > 0)
		put_byte(writer, drawn >> 8 * bytes & 0xff);
}

static void put_weighted(struct encode_writer *writer, unsigned value,
	const unsigned *weight, unsigned count)
{
	uint64_t before = 0, sum = 0;

	for (unsigned i = 0; i < count; i++) {
		before += i < value ? weight[i] : 0;
		sum += weight[i];
	}
	if (value >= count || !weight[value])
		writer->is_lost = true;
	else
		put_pick(writer, before, sum);
}

/* gen_bool(), gen_chance(), and whether gen_more(). */
static void put_chance(struct encode_writer *writer, bool value)
{
	put_byte(writer, value ? 255 : 0);
}

/* ---- types and constants ---- */

static void put_width(struct encode_writer *writer, uint32_t width)
{
	if (width > writer->profile.max_width)
		writer->is_lost = true;
	put_weighted(writer, IR_WIDTH_ANY, ir_width_weight, 3);
	put_pick(writer, width - 1, IRF_WIDTH_MAX);
}

static void put_count(
	struct encode_writer *writer, uint32_t count, uint32_t least)
{
	bool is_large = count - least >= IR_ELEMENTS;

	put_chance(writer, is_large);
	put_pick(writer, count - least,
		is_large ? IR_ELEMENTS_MAX : IR_ELEMENTS);
}

static void encode_put_type(
	struct encode_writer *writer, type_t *type, unsigned depth)
{
	unsigned weight[4];

	ir_kind_weights(writer->profile.features, depth, weight);
	put_weighted(writer, type->kind, weight, 4);
	if (type->kind != IRF_BITS)
		put_count(writer, type->count, type->kind != IRF_TUPLE);
	if (ir_is_number(type)) {
		put_width(writer, type->width);
		return;
	}
	uint32_t types = type->kind == IRF_ARRAY ? 1 : type->count;
	for (uint32_t i = 0; i < types; i++)
		encode_put_type(writer, type->element[i], depth + 1);
}

static void encode_put_number(
	struct encode_writer *writer, const uint64_t *words, uint32_t width)
{
	put_weighted(writer, IR_NUMBER_ANY, ir_number_weight, 3);
	for (uint32_t i = 0; i < (width + 7) / 8; i++)
		put_byte(writer, words[i / 8] >> i % 8 * 8 & 0xff);
}

static void encode_put_value(
	struct encode_writer *writer, type_t *type, const uint64_t *words)
{
	for (uint32_t i = 0; i < type->count; i++) {
		const uint64_t *part = words + ir_element_offset(type, i);
		if (ir_is_number(type))
			encode_put_number(writer, part, type->width);
		else
			encode_put_value(writer,
				type->element[type->kind == IRF_ARRAY ? 0 : i],
				part);
	}
}

/* ---- operands ---- */

/* Where NODE is among the values that may be meant. */
static void encode_put_place(struct encode_writer *writer, node_t *node,
	type_t *type, unsigned kinds)
{
	uint32_t at = 0;

	while (at < IR_PLACES &&
		ir_context_at(&writer->context, type, kinds, at) != node)
		at++;
	put_pick(writer, at, IR_PLACES);
}

static void put_any(struct encode_writer *writer, node_t *node, unsigned kinds)
{
	encode_put_place(writer, node, NULL, kinds);
}

static void put_operand(struct encode_writer *writer, node_t *node)
{
	put_weighted(
		writer, IR_OPERAND_SAME, ir_operand_weight, IR_OPERAND_CLASSES);
	encode_put_place(writer, node, node->type, 0);
}

/* An index: no constant of its own. */
static void put_index(struct encode_writer *writer, node_t *node)
{
	put_chance(writer, false);
	put_any(writer, node, 1u << IRF_BITS);
}

/* ---- statements ---- */

static void put_statements(struct encode_writer *writer,
	const struct irf_region *region, uint32_t first);

static void put_region(struct encode_writer *writer,
	const struct irf_region *region, uint32_t first)
{
	struct ir_scope outer = writer->context.scope;

	writer->depth++;
	put_statements(writer, region, first);
	put_operand(writer, region->result);
	writer->depth--;
	writer->context.scope = outer;
}

static void put_loop(struct encode_writer *writer, node_t *node)
{
	bool has_many = node->trips >= IR_FEW_TRIPS;
	const struct irf_region *region = node->region[0];
	struct ir_scope outer = writer->context.scope;

	if ((node->loop >= IRF_PARALLEL &&
		    !(writer->profile.features & IRF_F_THREAD)) ||
		writer->depth >= IR_DEPTH)
		writer->is_lost = true;
	put_pick(writer, node->loop, IRF_NLOOPS);
	put_chance(writer, has_many);
	put_pick(writer, node->trips, has_many ? IR_MANY_TRIPS : IR_FEW_TRIPS);
	put_pick(writer, node->factor, IR_FACTORS);
	put_any(writer, node->operand[0], IR_ANY_KIND);
	put_chance(writer, node->operand_count > 1);
	if (node->operand_count > 1)
		put_any(writer, node->operand[1], 1u << IRF_BITS);
	put_width(writer, region->node[0]->type->width);
	ir_context_add(&writer->context, region->node[0]);
	ir_context_add(&writer->context, region->node[1]);
	put_region(writer, region, 2);
	writer->context.scope = outer;
	if (!(writer->profile.features & IRF_F_EXIT) ||
		node->loop >= IRF_PARALLEL) {
		writer->is_lost |= node->region[1] != NULL;
		return;
	}
	put_chance(writer, node->region[1]);
	if (!node->region[1])
		return;
	/* The index is as wide as the other one. */
	writer->is_lost |= node->region[1]->node[0]->type !=
			   node->region[0]->node[0]->type;
	ir_context_add(&writer->context, node->region[1]->node[0]);
	ir_context_add(&writer->context, node->region[1]->node[1]);
	put_region(writer, node->region[1], 2);
	writer->context.scope = outer;
}

static void put_switch(struct encode_writer *writer, node_t *node)
{
	uint32_t cases = ir_regions(node) - 1;
	uint32_t width = node->operand[0]->type->width;

	if (writer->depth >= IR_DEPTH || !cases)
		writer->is_lost = true;
	put_any(writer, node->operand[0], 1u << IRF_BITS);
	put_chance(writer, true);
	encode_put_type(writer, node->type, 0);
	put_pick(writer, cases - 1, IR_CASES);
	for (uint32_t i = 0; i < cases; i++)
		encode_put_number(
			writer, node->words + i * ir_words(width), width);
	for (uint32_t i = 0; i <= cases; i++)
		put_region(writer, node->region[i], 0);
}

static void put_if(struct encode_writer *writer, node_t *node)
{
	if (writer->depth >= IR_DEPTH)
		writer->is_lost = true;
	put_operand(writer, node->operand[0]);
	put_chance(writer, true);
	encode_put_type(writer, node->type, 0);
	put_region(writer, node->region[0], 0);
	put_region(writer, node->region[1], 0);
}

static void put_operands(
	struct encode_writer *writer, node_t *node, uint32_t from)
{
	for (uint32_t i = from; i < node->operand_count; i++)
		put_operand(writer, node->operand[i]);
}

/* The parameters of REGION, and the end of their list. */
static void put_params(
	struct encode_writer *writer, const struct irf_region *region)
{
	for (uint32_t i = 0; i < ir_params(region); i++) {
		put_chance(writer, true);
		encode_put_type(writer, region->node[i]->type, 0);
		ir_context_add(&writer->context, region->node[i]);
	}
	put_chance(writer, false);
}

static void encode_put_function(struct encode_writer *writer, node_t *node)
{
	struct ir_scope outer = writer->context.scope;

	if (writer->depth >= IR_DEPTH)
		writer->is_lost = true;
	encode_put_type(writer, node->type, 0);
	ir_context_enter(&writer->context);
	put_params(writer, node->region[0]);
	put_region(writer, node->region[0], ir_params(node->region[0]));
	writer->context.scope = outer;
}

static void encode_put_call(struct encode_writer *writer, node_t *node)
{
	uint32_t functions = writer->context.scope.functions, at = 0;

	while (at < functions && writer->context.function[functions - 1 - at] !=
					 node->operand[0])
		at++;
	put_pick(writer, at < functions ? at : IR_FUNCTIONS, IR_FUNCTIONS);
	put_operands(writer, node, 1);
}

static void put_memory(struct encode_writer *writer, node_t *node)
{
	uint32_t rank = writer->fn->buffer[node->index].rank;

	put_pick(writer, node->index, IR_BUFFERS);
	for (uint32_t i = 0; i < rank; i++)
		put_index(writer, node->operand[i]);
	put_operands(writer, node, rank);
}

/* What draw_flags() takes for them. */
static void put_flags(struct encode_writer *writer, node_t *node)
{
	unsigned drawn = node->flags ? IR_FLAGS_NONE : 0;

	if (!ir_has_flags(&writer->profile, node->op)) {
		writer->is_lost |= node->flags != 0;
		return;
	}
	while (ir_flags_drawn(node->op, drawn) != node->flags)
		drawn++;
	put_pick(writer, drawn, IR_FLAGS_DRAWN);
}

static void put_width_change(struct encode_writer *writer, node_t *node)
{
	uint32_t from = node->operand[0]->type->width, to = node->type->width;

	put_any(writer, node->operand[0], IR_NUMBERS);
	put_pick(writer, node->op == IRF_SLICE ? to - 1 : to - from - 1,
		IRF_WIDTH_MAX);
	if (node->op == IRF_SLICE)
		put_pick(writer, node->index, IRF_WIDTH_MAX);
	else if (to > writer->profile.max_width)
		writer->is_lost = true;
	put_flags(writer, node);
}

/* What is drawn between the operands of NODE. */
static void put_float(struct encode_writer *writer, node_t *node)
{
	if (node->op == IRF_FCMP)
		put_pick(writer, node->index, IR_ORDERS);
	if (node->op <= IRF_FCMP && node->operand_count > 1)
		put_chance(writer, false);
	else if (node->op == IRF_SITOFP || node->op == IRF_UITOFP)
		put_chance(writer, node->type->width == 64);
	else if (node->op == IRF_FPTOSI || node->op == IRF_FPTOUI)
		put_pick(writer, node->type->width - 1, 64);
	writer->is_lost |= node->type->width > writer->profile.max_width;
}

static void put_node(struct encode_writer *writer, node_t *node)
{
	put_weighted(writer, node->op, writer->statement_weight, IR_STATEMENTS);
	switch (node->op) {
	case IRF_CONST:
		encode_put_type(writer, node->type, 0);
		encode_put_value(writer, node->type, node->words);
		break;
	case IRF_POISON:
	case IRF_UNDEF:
		encode_put_type(writer, node->type, 0);
		break;
	case IRF_FREEZE:
		put_any(writer, node->operand[0], IR_ANY_KIND);
		break;
	case IRF_SELECT:
		put_any(writer, node->operand[1], IR_ANY_KIND);
		if (node->type->kind == IRF_VECTOR)
			put_chance(writer,
				node->operand[0]->type->kind == IRF_VECTOR);
		put_operand(writer, node->operand[0]);
		put_operand(writer, node->operand[2]);
		break;
	case IRF_ZEXT:
	case IRF_SEXT:
	case IRF_SLICE:
		put_width_change(writer, node);
		break;
	case IRF_CONCAT:
		put_any(writer, node->operand[0], 1u << IRF_BITS);
		put_any(writer, node->operand[1], 1u << IRF_BITS);
		break;
	case IRF_MAKE:
		encode_put_type(writer, node->type, 0);
		put_operands(writer, node, 0);
		break;
	case IRF_FIELD:
		put_any(writer, node->operand[0], 1u << IRF_TUPLE);
		put_pick(writer, node->index, IR_PLACES);
		break;
	case IRF_GET:
	case IRF_SET:
		put_any(writer, node->operand[0], IR_SEQUENCES);
		put_index(writer, node->operand[1]);
		put_operands(writer, node, 2);
		break;
	case IRF_LOAD:
	case IRF_STORE:
		put_memory(writer, node);
		break;
	case IRF_LOOP:
		put_loop(writer, node);
		break;
	case IRF_IF:
		put_if(writer, node);
		break;
	case IRF_SWITCH:
		put_switch(writer, node);
		break;
	case IRF_FUNCTION:
		encode_put_function(writer, node);
		break;
	case IRF_CALL:
		encode_put_call(writer, node);
		break;
	default:
		put_any(writer, node->operand[0], IR_NUMBERS);
		if (ir_is_float(node->op))
			put_float(writer, node);
		if (node->op == IRF_RANGE)
			put_chance(writer, false);
		put_operands(writer, node, 1);
		put_flags(writer, node);
	}
}

/* Statements from FIRST on, and the end of the list. */
static void put_statements(struct encode_writer *writer,
	const struct irf_region *region, uint32_t first)
{
	uint32_t most =
		writer->depth ? IR_BLOCK_MAX : writer->profile.max_nodes;

	if (region->count - first > most)
		writer->is_lost = true;
	for (uint32_t i = first; i < region->count && !writer->is_lost; i++) {
		put_chance(writer, true);
		put_node(writer, region->node[i]);
		ir_context_add(&writer->context, region->node[i]);
	}
	if (writer->depth)
		put_chance(writer, false);
}

/* ---- the whole ---- */

static void put_buffer(
	struct encode_writer *writer, const struct irf_buffer *buffer)
{
	put_chance(writer, true);
	put_pick(writer, buffer->rank - 1, IRF_RANK_MAX);
	put_width(writer, buffer->width);
	for (uint32_t i = 0; i < buffer->rank; i++)
		put_pick(writer, buffer->shape[i] - 1, IR_DIMENSION);
	put_chance(writer, buffer->is_local);
	if (buffer->rank > 1 && !(writer->profile.features & IRF_F_TENSOR))
		writer->is_lost = true;
}

static void put_interface(struct encode_writer *writer)
{
	const struct irf_fn *fn = writer->fn;

	put_pick(writer, IR_LAST, IR_COMBINES);
	if (writer->profile.features & IRF_F_BUFFER) {
		for (uint32_t i = 0; i < fn->buffer_count; i++)
			put_buffer(writer, &fn->buffer[i]);
		put_chance(writer, false);
	} else if (fn->buffer_count) {
		writer->is_lost = true;
	}
	put_params(writer, &fn->body);
}

/* Gives *BYTES what was written. Returns its length, or 0: it cannot be written. */
static size_t finish_writing(struct encode_writer *writer, uint8_t **bytes)
{
	size_t length = writer->length > IR_BYTES_MAX || writer->is_lost
				? 0
				: writer->length;

	*bytes = length ? writer->bytes : NULL;
	if (!length)
		free(writer->bytes);
	free(writer);
	return length;
}

static struct encode_writer *start_writing(void)
{
	struct encode_writer *writer = calloc(1, sizeof *writer);

	if (!writer)
		abort();
	return writer;
}

size_t irf_encode(const struct irf_fn *fn, const struct irf_profile *profile,
	uint8_t **bytes)
{
	struct encode_writer *writer = start_writing();
	node_t *result = fn->body.result;

	writer->profile = ir_profile(profile);
	writer->fn = fn;
	ir_statement_weights(&writer->profile, writer->statement_weight);
	put_interface(writer);
	put_statements(writer, &fn->body, fn->param_count);
	struct ir_context *context = &writer->context;
	if (!context->scope.count ||
		context->node[context->scope.count - 1] != result) {
		put_chance(writer, true);
		put_weighted(writer, IR_PICK, writer->statement_weight,
			IR_STATEMENTS);
		put_any(writer, result, IR_ANY_KIND);
	}
	put_chance(writer, false);
	return finish_writing(writer, bytes);
}

size_t ir_encode_passes(const struct ir_setup *setup, const unsigned *pass,
	unsigned count, uint8_t **bytes)
{
	struct encode_writer *writer = start_writing();
	unsigned weight[IR_PASSES_DRAWN];
	unsigned passes = ir_pass_weights(setup, weight);

	put_chance(writer, false); /* not stepwise */
	for (unsigned i = 0; i < count; i++) {
		put_chance(writer, true);
		put_weighted(writer, pass[i], weight, passes);
	}
	if (count < setup->max_passes)
		put_chance(writer, false);
	writer->is_lost |= count > setup->max_passes;
	return finish_writing(writer, bytes);
}
