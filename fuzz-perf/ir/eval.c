/* SPDX-License-Identifier: MIT
 * The reference: computes what a function of the portable IR means. */
#include "config.h"

#include "fuzz-perf/ir/functions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The part of each buffer that is seen (irf_loop_kind). */
struct eval_window {
	uint64_t start[IR_BUFFERS], length[IR_BUFFERS];
};

struct eval_frame {
	const struct irf_fn *fn;
	const struct irf_args *args;
	uint64_t *memory[IR_BUFFERS]; /* the caller's, or our own */
	const uint64_t **value;	      /* by a node's id */
	uint64_t **place;	      /* where it is computed to */
	struct eval_window window;
	uint64_t index; /* of the innermost loop */
	const uint64_t *carry;
	uint64_t steps, fuel;
};

static const uint64_t *eval_value_of(const struct eval_frame *frame,
	const struct irf_node *node, uint32_t operand)
{
	return frame->value[node->operand[operand]->id];
}

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

static void eval_memory(
	struct eval_frame *frame, const struct irf_node *node, uint64_t *to)
{
	uint64_t *memory = find_memory(frame, node);
	uint32_t last = node->operand_count - 1;

	if (node->op == IRF_STORE) {
		if (memory)
			copy_words(memory, eval_value_of(frame, node, last),
				node->operand[last]->type->words);
	} else if (memory) {
		copy_words(to, memory, node->type->words);
	} else {
		memset(to, 0, node->type->words * sizeof *to);
	}
}

/* ---- regions ---- */

static bool eval_region(
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

static bool eval_loop(
	struct eval_frame *frame, const struct irf_node *node, uint64_t *to)
{
	const struct eval_window outer = frame->window;
	const uint64_t *outer_carry = frame->carry, *first;
	uint64_t outer_index = frame->index, trips = node->trips;
	bool is_independent =
		node->loop == IRF_PARALLEL || node->loop == IRF_THREADS;
	bool is_done = true;

	if (node->operand_count > 1)
		trips = ir_modulo(eval_value_of(frame, node, 1),
			node->operand[1]->type->width, trips + 1);
	first = eval_value_of(frame, node, 0);
	copy_words(to, first, node->type->words);
	for (uint64_t i = 0; i < trips && is_done; i++) {
		frame->index = i;
		frame->carry = is_independent ? first : to;
		if (is_independent)
			eval_set_window(frame, &outer, node, i);
		is_done = eval_region(frame, node->region[0]);
		copy_words(to, frame->value[node->region[0]->result->id],
			node->type->words);
	}
	frame->window = outer;
	frame->carry = outer_carry;
	frame->index = outer_index;
	return is_done;
}

static bool eval_if(
	struct eval_frame *frame, const struct irf_node *node, uint64_t *to)
{
	const struct irf_region *region =
		node->region[eval_value_of(frame, node, 0)[0] ? 0 : 1];

	if (!eval_region(frame, region))
		return false;
	copy_words(to, frame->value[region->result->id], node->type->words);
	return true;
}

static bool eval_node(struct eval_frame *frame, const struct irf_node *node)
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
		copy_words(to,
			eval_value_of(frame, node,
				eval_value_of(frame, node, 0)[0] ? 1 : 2),
			node->type->words);
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
		eval_memory(frame, node, to);
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
		return eval_loop(frame, node, to);
	case IRF_IF:
		return eval_if(frame, node, to);
	default:
		eval_number(frame, node, to);
	}
	return true;
}

static bool eval_region(
	struct eval_frame *frame, const struct irf_region *region)
{
	for (uint32_t i = 0; i < region->count; i++) {
		if (frame->steps++ >= frame->fuel ||
			!eval_node(frame, region->node[i]))
			return false;
	}
	return true;
}

/* ---- the whole ---- */

static uint64_t count_words(const struct irf_region *region)
{
	uint64_t words = 0;

	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		words += node->type->words + 1;
		for (int j = 0; j < 2 && node->region[j]; j++)
			words += count_words(node->region[j]);
	}
	return words;
}

static uint64_t *give_places(struct eval_frame *frame,
	const struct irf_region *region, uint64_t *next)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		frame->value[node->id] = frame->place[node->id] = next;
		next += node->type->words + 1;
		for (int j = 0; j < 2 && node->region[j]; j++)
			next = give_places(frame, node->region[j], next);
	}
	return next;
}

static void start_memory(
	struct eval_frame *frame, const struct irf_vals *vals, uint64_t *own)
{
	for (uint32_t i = 0; i < frame->fn->buffer_count; i++) {
		const struct irf_buffer *buffer = &frame->fn->buffer[i];
		uint32_t words = buffer->size * ir_words(buffer->width);
		frame->memory[i] = buffer->is_local ? own : vals->buffer[i];
		if (buffer->is_local)
			own += words;
		else
			copy_words(frame->memory[i], frame->args->buffer[i],
				words);
		frame->window.length[i] = buffer->size;
	}
}

enum irf_status irf_eval(const struct irf_fn *fn, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *steps)
{
	uint64_t words = count_words(&fn->body), own = 0;
	struct eval_frame frame = {.fn = fn, .args = args, .fuel = args->fuel};

	for (uint32_t i = 0; i < fn->buffer_count; i++)
		own += fn->buffer[i].is_local
			       ? (uint64_t)fn->buffer[i].size *
					 ir_words(fn->buffer[i].width)
			       : 0;
	/* One block: values, own memory, and two pointers for each node. */
	uint64_t *block = calloc(
		words + own + 2 * (uint64_t)fn->node_count + 1, sizeof *block);
	if (!block)
		return IRF_ERROR;
	frame.value = (const uint64_t **)(block + words + own);
	frame.place = (uint64_t **)(frame.value + fn->node_count);
	give_places(&frame, &fn->body, block);
	start_memory(&frame, vals, block + words);
	bool is_done = eval_region(&frame, &fn->body);
	if (is_done)
		copy_words(vals->result, frame.value[fn->body.result->id],
			fn->body.result->type->words);
	if (steps)
		*steps = frame.steps;
	free(block);
	return is_done ? IRF_OK : IRF_FUEL;
}
