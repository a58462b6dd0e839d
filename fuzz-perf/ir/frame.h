/* SPDX-License-Identifier: MIT
 * How the reference keeps what it computes, and which of it is poison. */
#ifndef RETREAD_FUZZ_PERF_IR_FRAME_H
#define RETREAD_FUZZ_PERF_IR_FRAME_H

#include <string.h>

#include "fuzz-perf/ir/functions.h"

/* Of an element, in each of its words. */
enum ir_state {
	IR_DEFINED,
	IR_POISON,
	IR_ANY,	   /* each use may see another number */
	IR_NAN,	   /* no number of IEEE 754, but which of these? */
	IR_UNKNOWN /* it depends on such a number */
};

/* The part of each buffer that is seen (irf_loop_kind). */
struct eval_window {
	uint64_t start[IR_BUFFERS], length[IR_BUFFERS];
};

struct eval_frame {
	const struct irf_fn *fn;
	const struct irf_args *args;
	uint64_t *memory[IR_BUFFERS]; /* the caller's, or our own */
	uint8_t *memory_state[IR_BUFFERS];
	const uint64_t **value; /* by a node's id */
	/* Where it is computed to; the states of its words come after them. */
	uint64_t **place;
	bool has_states; /* it has poison or flags; else all is defined */
	struct eval_window window;
	uint64_t index; /* of the innermost loop */
	const uint64_t *carry;
	const uint8_t *carry_state;
	uint64_t steps, fuel;
};

static inline const uint64_t *eval_value_of(const struct eval_frame *frame,
	const struct irf_node *node, uint32_t operand)
{
	return frame->value[node->operand[operand]->id];
}

static inline uint8_t *eval_states(
	const struct eval_frame *frame, const struct irf_node *node)
{
	return (uint8_t *)(frame->place[node->id] + node->type->words);
}

static inline void eval_copy_states(const struct eval_frame *frame, uint8_t *to,
	const uint8_t *from, uint32_t words)
{
	if (frame->has_states && words)
		memcpy(to, from, words);
}

/* Of a result that depends on both. */
static inline enum ir_state eval_join(enum ir_state a, enum ir_state b)
{
	return a == IR_POISON || b == IR_POISON ? IR_POISON
	       : a || b				? IR_UNKNOWN
						: IR_DEFINED;
}

/* What becomes of FRAME if VALUE, which is bits, decides what is done. */
enum irf_status eval_demand(
	const struct eval_frame *frame, const struct irf_node *value);
/* Writes the states of NODE, whose words are there; not of LOAD, STORE, and of what has regions. */
enum irf_status eval_write_states(
	const struct eval_frame *frame, const struct irf_node *node);

#endif
