/* SPDX-License-Identifier: MIT
 * How small functions are composed: what compose.c and compose_value.c share. */
#ifndef RETREAD_FUZZ_PERF_IR_COMPOSER_H
#define RETREAD_FUZZ_PERF_IR_COMPOSER_H

#include "fuzz-perf/ir/compose.h"
#include "fuzz-perf/ir/grammar.h"

#define COMPOSE_KNOWN 64

typedef const struct irf_node node_t;
typedef const struct irf_type type_t;

struct composer {
	struct ir_fn *fn;
	struct irf_profile profile;
	unsigned number_weight[IR_STATEMENTS], truth_weight[IR_STATEMENTS];
	uint64_t *random;
	type_t *type, *other, *truth; /* as many elements each */
	node_t *known[COMPOSE_KNOWN];
	unsigned count;
	unsigned left; /* operations */
	uint64_t last; /* number that was written */
	unsigned depth;
};

/* ---- compose_value.c: types, numbers and operands ---- */

uint32_t compose_below(struct composer *composer, uint32_t limit);
/* In one of so MANY cases. */
bool compose_once_in(struct composer *composer, uint32_t many);
void compose_types(struct composer *composer);
/* WORD in most elements of TYPE; others may be other numbers, poison or undefined. */
node_t *compose_splat(struct composer *composer, type_t *type, uint64_t word);
node_t *compose_constant(struct composer *composer, type_t *type);
/* NODE is known from here on. */
node_t *compose_keep(struct composer *composer, node_t *node);
/* One of TYPE, half the time the last one; NULL: there is none. */
node_t *compose_known(struct composer *composer, type_t *type);
/* NODE, maybe with flags. */
struct irf_node *compose_flags(
	struct composer *composer, struct irf_node *node);
node_t *compose_add(struct composer *composer, enum irf_op op, type_t *type,
	node_t *const *operand, unsigned count);
/* Of TYPE, without a further operation as far as that is possible. */
node_t *compose_leaf(struct composer *composer, type_t *type);
node_t *compose_value(struct composer *composer, type_t *type);
/* The second operand of OP: amounts and divisors are mostly numbers. */
node_t *compose_second(struct composer *composer, enum irf_op op, type_t *type);

/* ---- compose.c: operations ---- */

node_t *compose_number(struct composer *composer, type_t *type);
node_t *compose_truth(struct composer *composer);

#endif
