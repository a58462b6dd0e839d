/* SPDX-License-Identifier: MIT
 * LLVM's intrinsic functions as operations. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_CALLS_H
#define RETREAD_FUZZ_PERF_IR_LLVM_CALLS_H

#include <llvm-c/Core.h>

#include "fuzz-perf/ir/llvm/code.h"
#include "fuzz-perf/ir/llvm/lanes.h"

enum call_kind {
	CALL_UNKNOWN,
	CALL_NOTHING, /* it has no effect here */
	CALL_OP,
};

/* By the name of a declared function of COUNT arguments; sets code and kind of OP. */
enum call_kind calls_find(const char *name, unsigned count, struct op *op);

/* Operations that join the lanes of a vector; OP_REDUCE has the number of one. */
struct reduction {
	const char *name;
	LLVMOpcode opcode; /* 0: INTRINSIC */
	enum lane_intrinsic intrinsic;
};
extern const struct reduction calls_reductions[];

#endif
