/* SPDX-License-Identifier: MIT
 * LLVM's operations on single numbers of IEEE 754, of 16, 32 or 64 bits, in the environment
 * that LLVM assumes: rounded to the nearest, without traps. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_LANES_FLOAT_H
#define RETREAD_FUZZ_PERF_IR_LLVM_LANES_FLOAT_H

#include <stdint.h>

#include "fuzz-perf/ir/llvm/objects.h"

/* Intrinsic functions, beside LLVM's opcodes. */
enum float_intrinsic {
	FLOAT_ABS = 200,
	FLOAT_CANONICALIZE,
	FLOAT_CEIL,
	FLOAT_CLASS, /* llvm.is.fpclass */
	FLOAT_COPY_SIGN,
	FLOAT_FLOOR,
	FLOAT_FMA,
	FLOAT_MAXIMUM,
	FLOAT_MAXNUM,
	FLOAT_MINIMUM,
	FLOAT_MINNUM,
	FLOAT_MULADD,  /* rounded once or twice */
	FLOAT_NEAREST, /* of two the even one */
	FLOAT_ROUND,   /* of two the one that is larger without sign */
	FLOAT_SQRT,
	FLOAT_TRUNC,
};

double lane_to_double(const uint64_t *word, unsigned bits);

struct float_call {
	unsigned kind;		/* an LLVMOpcode, or an intrinsic function */
	bool is_never_negative; /* an integer is promised not to be */
	unsigned bits;		/* of each operand */
	const uint64_t *a, *b, *c;
	uint64_t *r; /* none of them */
	unsigned result_bits;
};

/* Of operands that are defined. A NaN that is made may be any. */
enum state float_call(const struct float_call *call);

#endif
