/* SPDX-License-Identifier: MIT
 * Which elements of a value are poison, or any number. */
#include "config.h"

#include "fuzz-perf/ir/frame.h"

enum irf_status eval_demand(
	const struct eval_frame *frame, const struct irf_node *value)
{
	enum ir_state state =
		frame->has_states ? (enum ir_state) * eval_states(frame, value)
				  : IR_DEFINED;

	return state == IR_DEFINED  ? IRF_OK
	       : state == IR_POISON ? IRF_UB
				    : IRF_UNSUPPORTED;
}

static void fill_states(const struct eval_frame *frame,
	const struct irf_node *node, enum ir_state state)
{
	memset(eval_states(frame, node), state, node->type->words);
}

static const uint8_t *states_of(const struct eval_frame *frame,
	const struct irf_node *node, uint32_t operand)
{
	return eval_states(frame, node->operand[operand]);
}

/* What becomes of a division whose operands, or one element of them, have STATE. */
static enum irf_status divide_states(
	const struct irf_node *node, const enum ir_state *state)
{
	enum ir_state decides = state[1];

	if (node->op == IRF_SDIV && !(node->flags & IRF_INRANGE))
		decides = eval_join(state[0], state[1]);
	return decides == IR_POISON ? IRF_UB
	       : decides	    ? IRF_UNSUPPORTED
				    : IRF_OK;
}

/* Element by element. What is no number is as good as defined, except as an integer. */
static void float_states(
	const struct eval_frame *frame, const struct irf_node *node)
{
	const struct irf_type *from = node->operand[0]->type;
	bool keeps = node->op == IRF_FNEG || node->op == IRF_FABS;
	bool makes = node->op == IRF_SITOFP || node->op == IRF_UITOFP;
	uint8_t *to = eval_states(frame, node);

	for (uint32_t i = 0; i < from->count; i++) {
		const uint64_t *operand[2] = {NULL};
		enum ir_state all = IR_DEFINED;
		uint64_t made;
		for (uint32_t j = 0; j < node->operand_count; j++) {
			enum ir_state state = states_of(frame, node, j)[i];
			operand[j] = eval_value_of(frame, node, j) + i;
			if (state != IR_NAN || makes)
				all = eval_join(all, state);
			else if (keeps)
				all = IR_NAN;
		}
		if (!all && !ir_compute_float(node, &made, operand))
			all = IR_POISON;
		if (!all && !ir_is_truth(node->op) &&
			ir_is_some_nan(node->op, node->type->width, &made))
			all = IR_NAN;
		to[i] = all;
	}
}

/* Element by element. */
static enum irf_status number_states(
	const struct eval_frame *frame, const struct irf_node *node)
{
	const struct irf_type *from = node->operand[0]->type,
			      *type = node->type;
	uint32_t words = from->words / from->count;
	uint32_t to_words = type->words / type->count;
	uint8_t *to = eval_states(frame, node);
	bool divides = node->op >= IRF_UDIV && node->op <= IRF_SREM;
	uint64_t least[IRF_WORDS_MAX] = {0};

	least[(from->width - 1) / 64] |= 1ull << (from->width - 1) % 64;
	for (uint32_t i = 0; i < type->count; i++) {
		const uint64_t *operand[3] = {NULL};
		enum ir_state state[3] = {IR_DEFINED}, all = IR_DEFINED;
		enum irf_status status = IRF_OK;
		for (uint32_t j = 0; j < node->operand_count; j++) {
			operand[j] = eval_value_of(frame, node, j) + i * words;
			state[j] = states_of(frame, node, j)[i * words];
			all = eval_join(all, state[j]);
		}
		if (divides)
			status = divide_states(node, state);
		/* If any dividend is out of range, the least number is. */
		if (divides && state[0])
			operand[0] = least;
		if (status == IRF_OK && divides && node->flags & IRF_INRANGE &&
			ir_is_outside(node->op, from->width, operand))
			status =
				state[0] > IR_POISON ? IRF_UNSUPPORTED : IRF_UB;
		if (status != IRF_OK)
			return status;
		if (!all &&
			(node->op == IRF_SLICE || node->op == IRF_ZEXT
					? ir_is_cut(node, operand[0])
					: ir_is_broken(node->op, node->flags,
						  from->width, operand)))
			all = IR_POISON;
		memset(to + i * to_words, all, to_words);
	}
	return IRF_OK;
}

static void make_states(
	const struct eval_frame *frame, const struct irf_node *node)
{
	uint8_t *to = eval_states(frame, node);

	for (uint32_t i = 0; i < node->operand_count; i++) {
		uint32_t words = node->operand[i]->type->words;
		eval_copy_states(frame, to, states_of(frame, node, i), words);
		to += words;
	}
}

static enum irf_status element_states(
	const struct eval_frame *frame, const struct irf_node *node)
{
	const struct irf_type *whole = node->operand[0]->type;
	const uint8_t *from = states_of(frame, node, 0);
	uint8_t *to = eval_states(frame, node);
	enum ir_state place = *states_of(frame, node, 1);
	uint32_t at = ir_element_offset(whole,
		(uint32_t)ir_clamp(eval_value_of(frame, node, 1),
			node->operand[1]->type->width, whole->count - 1));

	if (place && whole->kind == IRF_ARRAY)
		return eval_demand(frame, node->operand[1]);
	if (place) {
		fill_states(frame, node, eval_join(place, IR_DEFINED));
	} else if (node->op == IRF_GET) {
		eval_copy_states(frame, to, from + at, node->type->words);
	} else {
		eval_copy_states(frame, to, from, whole->words);
		eval_copy_states(frame, to + at, states_of(frame, node, 2),
			node->operand[2]->type->words);
	}
	return IRF_OK;
}

static enum irf_status assume_states(
	const struct eval_frame *frame, const struct irf_node *node)
{
	const struct irf_type *type = node->type;
	const uint64_t *value = eval_value_of(frame, node, 0);
	const uint8_t *state = states_of(frame, node, 0);
	uint32_t words = type->words / type->count;

	for (uint32_t i = 0; i < type->count; i++) {
		uint64_t any = 0;
		if (state[i * words])
			return state[i * words] == IR_POISON ? IRF_UB
							     : IRF_UNSUPPORTED;
		for (uint32_t k = 0; k < words; k++)
			any |= value[i * words + k];
		if (!any && node->op == IRF_ASSUME)
			return IRF_UB;
	}
	return IRF_OK;
}

static void freeze_states(
	const struct eval_frame *frame, const struct irf_node *node)
{
	const uint8_t *from = states_of(frame, node, 0);
	uint8_t *to = eval_states(frame, node);

	for (uint32_t i = 0; i < node->type->words; i++)
		to[i] = from[i] == IR_POISON ? IR_ANY : from[i];
}

static void select_states(
	const struct eval_frame *frame, const struct irf_node *node)
{
	const uint8_t *which = states_of(frame, node, 0);
	const uint64_t *by = eval_value_of(frame, node, 0);
	uint8_t *to = eval_states(frame, node);
	uint32_t count = node->operand[0]->type->count;
	uint32_t words = node->type->words / count;

	for (uint32_t i = 0; i < count; i++)
		if (which[i])
			memset(to + i * words,
				eval_join((enum ir_state)which[i], IR_DEFINED),
				words);
		else
			eval_copy_states(frame, to + i * words,
				states_of(frame, node, by[i] ? 1 : 2) +
					i * words,
				words);
}

enum irf_status eval_write_states(
	const struct eval_frame *frame, const struct irf_node *node)
{
	switch (node->op) {
	case IRF_PARAM:
	case IRF_CONST:
	case IRF_INDEX:
		break; /* they are defined, as at first */
	case IRF_POISON:
		fill_states(frame, node, IR_POISON);
		break;
	case IRF_UNDEF:
		fill_states(frame, node, IR_ANY);
		break;
	case IRF_FREEZE:
		freeze_states(frame, node);
		break;
	case IRF_ASSUME:
	case IRF_DEFINED:
		return assume_states(frame, node);
	case IRF_CARRY:
		eval_copy_states(frame, eval_states(frame, node),
			frame->carry_state, node->type->words);
		break;
	case IRF_SELECT:
		select_states(frame, node);
		break;
	case IRF_CONCAT:
		fill_states(frame, node,
			eval_join(*states_of(frame, node, 0),
				*states_of(frame, node, 1)));
		break;
	case IRF_MAKE:
		make_states(frame, node);
		break;
	case IRF_FIELD:
		eval_copy_states(frame, eval_states(frame, node),
			states_of(frame, node, 0) +
				ir_element_offset(
					node->operand[0]->type, node->index),
			node->type->words);
		break;
	case IRF_GET:
	case IRF_SET:
		return element_states(frame, node);
	default:
		if (!ir_is_float(node->op))
			return number_states(frame, node);
		float_states(frame, node);
	}
	return IRF_OK;
}
