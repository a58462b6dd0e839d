/* SPDX-License-Identifier: MIT
 * The reference: computes what a function of the portable IR means. */
#include "config.h"

#include "fuzz-perf/ir/frame.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void copy_words(uint64_t *to, const uint64_t *from, uint32_t words)
{
	if (words)
		memcpy(to, from, words * sizeof *to);
}

/* ---- numbers, element by element ---- */

static void eval_width(enum irf_op op, const struct irf_node *node,
	uint64_t *to, const uint64_t *from)
{
	uint32_t width = node->type->width,
		 given = node->operand[0]->type->width;

	if (op == IRF_ZEXT)
		ir_zext(to, width, from, given);
	else if (op == IRF_SEXT)
		ir_sext(to, width, from, given);
	else
		ir_slice(to, width, from, given, node->index);
}

static void eval_number(
	struct eval_frame *frame, const struct irf_node *node, uint64_t *to)
{
	const struct irf_type *type = node->operand[0]->type;
	uint32_t words = type->words / type->count;
	uint32_t to_words = node->type->words / node->type->count;

	assert(node->operand_count > 0); /* no number is made of nothing */
	for (uint32_t i = 0; i < type->count; i++, to += to_words) {
		const uint64_t *operand[3];
		for (uint32_t j = 0; j < node->operand_count; j++)
			operand[j] = eval_value_of(frame, node, j) + i * words;
		if (node->op == IRF_ZEXT || node->op == IRF_SEXT ||
			node->op == IRF_SLICE)
			eval_width(node->op, node, to, operand[0]);
		else if (ir_is_float(node->op))
			ir_compute_float(node, to, operand);
		else
			ir_compute(node->op, type->width, to, operand);
	}
}

static void eval_concat(
	struct eval_frame *frame, const struct irf_node *node, uint64_t *to)
{
	uint32_t width = node->type->width;
	uint32_t low_width = node->operand[1]->type->width;
	uint64_t low[IRF_WORDS_MAX], amount[IRF_WORDS_MAX] = {low_width};

	ir_zext(low, width, eval_value_of(frame, node, 1), low_width);
	ir_zext(to, width, eval_value_of(frame, node, 0),
		node->operand[0]->type->width);
	/* Of 1024 at most, LOW_WIDTH is less and fits the word. */
	ir_compute(IRF_SHL, width, to, (const uint64_t *[]){to, amount});
	for (uint32_t i = 0; i < ir_words(width); i++)
		to[i] |= low[i];
}

/* All of the value, or element by element. */
static void eval_select(
	struct eval_frame *frame, const struct irf_node *node, uint64_t *to)
{
	const uint64_t *which = eval_value_of(frame, node, 0);
	uint32_t count = node->operand[0]->type->count;
	uint32_t words = node->type->words / count;

	for (uint32_t i = 0; i < count; i++)
		copy_words(to + i * words,
			eval_value_of(frame, node, which[i] ? 1 : 2) +
				i * words,
			words);
}

/* ---- composed values ---- */

static void eval_make(
	struct eval_frame *frame, const struct irf_node *node, uint64_t *to)
{
	for (uint32_t i = 0; i < node->operand_count; i++) {
		uint32_t words = node->operand[i]->type->words;
		copy_words(to, eval_value_of(frame, node, i), words);
		to += words;
	}
}

/* Where the element at operand 1 begins in operand 0. */
static uint32_t find_element(
	struct eval_frame *frame, const struct irf_node *node)
{
	const struct irf_type *type = node->operand[0]->type;
	uint64_t at = ir_clamp(eval_value_of(frame, node, 1),
		node->operand[1]->type->width, type->count - 1);

	return ir_element_offset(type, (uint32_t)at);
}

static void eval_element(
	struct eval_frame *frame, const struct irf_node *node, uint64_t *to)
{
	const struct irf_type *type = node->operand[0]->type;
	const uint64_t *whole = eval_value_of(frame, node, 0);

	if (node->op == IRF_FIELD) {
		copy_words(to, whole + ir_element_offset(type, node->index),
			node->type->words);
	} else if (node->op == IRF_GET) {
		copy_words(to, whole + find_element(frame, node),
			node->type->words);
	} else {
		copy_words(to, whole, type->words);
		copy_words(to + find_element(frame, node),
			eval_value_of(frame, node, 2),
			node->operand[2]->type->words);
	}
}

/* ---- memory ---- */

/* Where the indices of NODE lead, or NULL. */
static uint64_t *find_memory(
	struct eval_frame *frame, const struct irf_node *node)
{
	const struct irf_buffer *buffer = &frame->fn->buffer[node->index];
	uint64_t length = frame->window.length[node->index];
	uint64_t at = 0;

	for (uint32_t i = 0; i < buffer->rank; i++)
		at = at * buffer->shape[i] +
		     ir_modulo(eval_value_of(frame, node, i),
			     node->operand[i]->type->width, buffer->shape[i]);
	if (!length)
		return NULL;
	at = frame->window.start[node->index] + at % length;
	return frame->memory[node->index] + at * ir_words(buffer->width);
}

static enum irf_status eval_memory(
	struct eval_frame *frame, const struct irf_node *node, uint64_t *to)
{
	uint64_t *memory = find_memory(frame, node);
	uint32_t last = node->operand_count - 1;
	uint8_t *states = eval_states(frame, node), *there = states;

	for (uint32_t i = 0; i < frame->fn->buffer[node->index].rank; i++) {
		enum irf_status status = eval_demand(frame, node->operand[i]);
		if (status != IRF_OK)
			return status;
	}
	if (memory && frame->has_states)
		there = frame->memory_state[node->index] +
			(memory - frame->memory[node->index]);
	if (node->op == IRF_STORE) {
		uint32_t words = node->operand[last]->type->words;
		if (!memory)
			return IRF_OK;
		copy_words(memory, eval_value_of(frame, node, last), words);
		eval_copy_states(frame, there,
			eval_states(frame, node->operand[last]), words);
	} else if (memory) {
		copy_words(to, memory, node->type->words);
		eval_copy_states(frame, states, there, node->type->words);
	} else {
		memset(to, 0, node->type->words * sizeof *to);
		if (frame->has_states)
			memset(states, IR_DEFINED, node->type->words);
	}
	return IRF_OK;
}

/* ---- regions ---- */

static enum irf_status eval_region(
	struct eval_frame *frame, const struct irf_region *region);

/* The part of the memory that iteration AT of NODE, which is independent, sees. */
static void eval_set_window(struct eval_frame *frame,
	const struct eval_window *outer, const struct irf_node *node,
	uint64_t at)
{
	for (uint32_t i = 0; i < frame->fn->buffer_count; i++) {
		uint64_t length = outer->length[i] / node->trips;
		frame->window.length[i] = length;
		frame->window.start[i] = outer->start[i] + at * length;
	}
}

/* NODE, which is computed to TO, is OTHER, an operand or a region's result. */
static void eval_take_value(const struct eval_frame *frame,
	const struct irf_node *node, const struct irf_node *other)
{
	copy_words(frame->place[node->id], frame->value[other->id],
		node->type->words);
	eval_copy_states(frame, eval_states(frame, node),
		eval_states(frame, other), node->type->words);
}

/* Whether LOOP, of which an iteration has ended, does not go on. */
static enum irf_status eval_exit(
	struct eval_frame *frame, const struct irf_node *loop, bool *is_over)
{
	const struct irf_node *result = loop->region[1]->result;

	/* What is carried lies where LOOP's value does. */
	enum irf_status status = eval_region(frame, loop->region[1]);
	if (status == IRF_OK)
		status = eval_demand(frame, result);
	*is_over = frame->value[result->id][0];
	return status;
}

static enum irf_status eval_loop(
	struct eval_frame *frame, const struct irf_node *node)
{
	const struct eval_frame outer = *frame;
	const struct irf_node *first = node->operand[0];
	uint64_t trips = node->trips;
	bool is_independent =
		node->loop == IRF_PARALLEL || node->loop == IRF_THREADS;
	enum irf_status status = IRF_OK;
	bool is_over = false;

	if (node->operand_count > 1) {
		trips = ir_modulo(eval_value_of(frame, node, 1),
			node->operand[1]->type->width, trips + 1);
		status = eval_demand(frame, node->operand[1]);
	}
	eval_take_value(frame, node, first);
	for (uint64_t i = 0; i < trips && status == IRF_OK && !is_over; i++) {
		const struct irf_node *from = is_independent ? first : node;
		frame->index = i;
		frame->carry = frame->value[from->id];
		frame->carry_state = eval_states(frame, from);
		if (is_independent)
			eval_set_window(frame, &outer.window, node, i);
		status = eval_region(frame, node->region[0]);
		eval_take_value(frame, node, node->region[0]->result);
		if (status == IRF_OK && node->region[1])
			status = eval_exit(frame, node, &is_over);
	}
	frame->window = outer.window;
	frame->carry = outer.carry;
	frame->carry_state = outer.carry_state;
	frame->index = outer.index;
	return status;
}

/* The region of IF or SWITCH that is run. */
static const struct irf_region *eval_choose(
	const struct eval_frame *frame, const struct irf_node *node)
{
	const uint64_t *value = eval_value_of(frame, node, 0);
	uint32_t words = node->operand[0]->type->words;

	if (node->op == IRF_IF)
		return node->region[value[0] ? 0 : 1];
	for (uint32_t i = 1; i < ir_regions(node); i++)
		if (!memcmp(node->words + (i - 1) * words, value,
			    words * sizeof *value))
			return node->region[i];
	return node->region[0];
}

static enum irf_status eval_branch(
	struct eval_frame *frame, const struct irf_node *node)
{
	const struct irf_region *region = eval_choose(frame, node);
	enum irf_status status = eval_demand(frame, node->operand[0]);

	if (status == IRF_OK)
		status = eval_region(frame, region);
	if (status == IRF_OK)
		eval_take_value(frame, node, region->result);
	return status;
}

static enum irf_status eval_call(
	struct eval_frame *frame, const struct irf_node *node)
{
	const struct irf_region *region = node->operand[0]->region[0];
	uint32_t params = node->operand_count - 1;
	const struct irf_region rest = {
		region->node + params, region->count - params, region->result};

	for (uint32_t i = 0; i < params; i++)
		eval_take_value(frame, region->node[i], node->operand[i + 1]);
	enum irf_status status = eval_region(frame, &rest);
	if (status == IRF_OK)
		eval_take_value(frame, node, region->result);
	return status;
}

static enum irf_status eval_node(
	struct eval_frame *frame, const struct irf_node *node)
{
	uint64_t *to = frame->place[node->id];

	switch (node->op) {
	case IRF_PARAM:
		frame->value[node->id] = frame->args->param[node->index];
		break;
	case IRF_CONST:
		frame->value[node->id] = node->words;
		break;
	case IRF_SELECT:
		eval_select(frame, node, to);
		break;
	case IRF_CONCAT:
		eval_concat(frame, node, to);
		break;
	case IRF_MAKE:
		eval_make(frame, node, to);
		break;
	case IRF_FIELD:
	case IRF_GET:
	case IRF_SET:
		eval_element(frame, node, to);
		break;
	case IRF_LOAD:
	case IRF_STORE:
		return eval_memory(frame, node, to);
	case IRF_POISON:
	case IRF_UNDEF:
		break; /* zeros */
	case IRF_FREEZE:
	case IRF_ASSUME:
	case IRF_DEFINED:
		copy_words(
			to, eval_value_of(frame, node, 0), node->type->words);
		break;
	case IRF_INDEX:
		memset(to, 0, node->type->words * sizeof *to);
		to[0] = frame->index;
		ir_mask(to, node->type->width);
		break;
	case IRF_CARRY:
		/* It stands in a loop. */
		assert(frame->carry || node->type->words == 0);
		copy_words(to, frame->carry, node->type->words);
		break;
	case IRF_LOOP:
		return eval_loop(frame, node);
	case IRF_IF:
	case IRF_SWITCH:
		return eval_branch(frame, node);
	case IRF_FUNCTION:
		return IRF_OK; /* it is run where it is called */
	case IRF_CALL:
		return eval_call(frame, node);
	default:
		eval_number(frame, node, to);
	}
	return frame->has_states ? eval_write_states(frame, node) : IRF_OK;
}

static enum irf_status eval_region(
	struct eval_frame *frame, const struct irf_region *region)
{
	enum irf_status status = IRF_OK;

	for (uint32_t i = 0; i < region->count && status == IRF_OK; i++)
		status = frame->steps++ >= frame->fuel
				 ? IRF_FUEL
				 : eval_node(frame, region->node[i]);
	return status;
}

/* ---- the whole ---- */

/* Words of a value, and of the states of its words. */
static uint64_t place_words(const struct irf_node *node)
{
	return node->type->words + (node->type->words + 7) / 8 + 1;
}

static uint64_t count_words(
	struct eval_frame *frame, const struct irf_region *region)
{
	uint64_t words = 0;

	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		words += place_words(node);
		frame->has_states |= node->op == IRF_POISON ||
				     node->op == IRF_UNDEF ||
				     node->op >= IRF_ASSUME || node->flags ||
				     ir_is_float(node->op);
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			words += count_words(frame, node->region[j]);
	}
	return words;
}

static uint64_t *give_places(struct eval_frame *frame,
	const struct irf_region *region, uint64_t *next)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		frame->value[node->id] = frame->place[node->id] = next;
		next += place_words(node);
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			next = give_places(frame, node->region[j], next);
	}
	return next;
}

static uint32_t eval_buffer_words(const struct irf_buffer *buffer)
{
	return buffer->size * ir_words(buffer->width);
}

/* Words of OWN that the memory of local buffers takes, and states of all. */
static uint64_t own_words(const struct eval_frame *frame)
{
	uint64_t own = 0;

	for (uint32_t i = 0; i < frame->fn->buffer_count; i++) {
		uint32_t words = eval_buffer_words(&frame->fn->buffer[i]);
		own += frame->fn->buffer[i].is_local ? words : 0;
		own += frame->has_states ? (words + 7) / 8 : 0;
	}
	return own;
}

static void start_memory(
	struct eval_frame *frame, const struct irf_vals *vals, uint64_t *own)
{
	for (uint32_t i = 0; i < frame->fn->buffer_count; i++) {
		const struct irf_buffer *buffer = &frame->fn->buffer[i];
		uint32_t words = eval_buffer_words(buffer);
		frame->memory[i] = buffer->is_local ? own : vals->buffer[i];
		if (buffer->is_local)
			own += words;
		else
			copy_words(frame->memory[i], frame->args->buffer[i],
				words);
		frame->memory_state[i] = (uint8_t *)own;
		own += frame->has_states ? (words + 7) / 8 : 0;
		frame->window.length[i] = buffer->size;
	}
}

/* Writes ones to ANY where STATES of words are not defined. */
static void give_states(const uint8_t *states, uint64_t *any, uint32_t words)
{
	for (uint32_t i = 0; any && i < words; i++)
		if (states[i] != IR_DEFINED)
			any[i] = ~UINT64_C(0);
}

static void eval_finish(
	const struct eval_frame *frame, const struct irf_vals *vals)
{
	const struct irf_node *result = frame->fn->body.result;

	copy_words(vals->result, frame->value[result->id], result->type->words);
	if (!frame->has_states)
		return;
	give_states(eval_states(frame, result), vals->result_any,
		result->type->words);
	for (uint32_t i = 0; i < frame->fn->buffer_count; i++) {
		const struct irf_buffer *buffer = &frame->fn->buffer[i];
		if (!buffer->is_local)
			give_states(frame->memory_state[i],
				vals->buffer_any ? vals->buffer_any[i] : NULL,
				eval_buffer_words(buffer));
	}
}

enum irf_status irf_eval(const struct irf_fn *fn, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *steps)
{
	struct eval_frame frame = {.fn = fn, .args = args, .fuel = args->fuel};
	uint64_t words = count_words(&frame, &fn->body);
	uint64_t own = own_words(&frame);

	/* One block: values, own memory, and two pointers for each node. */
	uint64_t *block = calloc(
		words + own + 2 * (uint64_t)fn->node_count + 1, sizeof *block);
	if (!block)
		return IRF_ERROR;
	frame.value = (const uint64_t **)(block + words + own);
	frame.place = (uint64_t **)(frame.value + fn->node_count);
	give_places(&frame, &fn->body, block);
	start_memory(&frame, vals, block + words);
	enum irf_status status = eval_region(&frame, &fn->body);
	if (status == IRF_OK)
		eval_finish(&frame, vals);
	if (steps)
		*steps = frame.steps;
	free(block);
	return status;
}
