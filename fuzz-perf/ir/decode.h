/* SPDX-License-Identifier: MIT
 * How bytes become a function: what decode.c, decode_value.c and decode_expression.c share. */
#ifndef RETREAD_FUZZ_PERF_IR_DECODE_H
#define RETREAD_FUZZ_PERF_IR_DECODE_H

#include "fuzz-perf/ir/grammar.h"

struct maker {
	struct gen *g;
	struct ir_fn *fn;
	struct irf_profile profile;
	unsigned statement_weight[IR_STATEMENTS];
	unsigned depth; /* of loops and conditionals */
	struct ir_context context;
};

typedef const struct irf_node node_t;
typedef const struct irf_type type_t;

/* ---- decode_value.c: types, constants and operands ---- */

uint32_t decode_width(struct maker *maker);
type_t *decode_type(struct maker *maker, unsigned depth);
/* Writes a number of WIDTH bits to TO. */
void decode_number(struct maker *maker, uint64_t *to, uint32_t width);
node_t *decode_constant(struct maker *maker, type_t *type);
/* NODE, numbers, as wide as those of TYPE, which differ in width only. */
node_t *decode_coerce_width(
	struct maker *maker, node_t *node, type_t *type, bool is_signed);
/* Element AT of NODE, which is composed. */
node_t *decode_element_of(struct maker *maker, node_t *node, uint32_t at);
/* A value of KINDS (bits of 1 << kind); NULL: there is none. */
node_t *decode_any(struct maker *maker, unsigned kinds);
/* A value of KINDS, of whatever type it has, or a number. */
node_t *decode_first(struct maker *maker, unsigned kinds);
/* Of TYPE. BESIDE: another operand of the same node, or NULL. */
node_t *decode_operand(struct maker *maker, type_t *type, node_t *beside);
/* Bits that say where something is. */
node_t *decode_place(struct maker *maker);

/* ---- decode_expression.c ---- */

/* What STATEMENT computes, without regions and calls; NULL: it computes nothing. */
node_t *decode_expression(struct maker *maker, unsigned statement);

#endif
