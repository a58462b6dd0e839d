/* SPDX-License-Identifier: MIT
 * Patterns of several nodes that people write and compilers look for. */
#ifndef RETREAD_FUZZ_PERF_IR_IDIOMS_H
#define RETREAD_FUZZ_PERF_IR_IDIOMS_H

#include "fuzz-perf/ir/functions.h"

enum ir_idiom_kind {
	IR_IDIOM_ABS,
	IR_IDIOM_MINMAX,
	IR_IDIOM_CLAMP,
	IR_IDIOM_CLAMP_SHIFTED,
	IR_IDIOM_ROTATE,
	IR_IDIOM_BSWAP,
	IR_IDIOM_SATURATE,
	IR_IDIOM_LOW_BIT,
	IR_IDIOM_SIGN_EXTEND,
	IR_IDIOM_POWER_OF_2,
	IR_IDIOM_SHIFTS,
	IR_IDIOM_DISTRIBUTE,
	IR_IDIOM_COMPARE_CHAIN,
	IR_IDIOM_DIVIDE_BACK,
	IR_IDIOM_MASK_MERGE,
	IR_IDIOM_RANGE,
	IR_IDIOMS
};

/* OPERAND are of one type, of numbers. VARIANT (0 .. 255) chooses between forms. */
struct ir_idiom {
	struct ir_fn *fn;
	const struct irf_node *operand[3];
	unsigned variant;
	bool is_signed; /* as C's arithmetic of signed numbers: it promises not to overflow */
};

unsigned ir_idiom_operands(enum ir_idiom_kind which);
const struct irf_node *ir_idiom_make(
	const struct ir_idiom *idiom, enum ir_idiom_kind which);

#endif
