/* SPDX-License-Identifier: MIT
 * What loads, calls and parameters promise: numbers of a range, or no poison. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_PROMISES_H
#define RETREAD_FUZZ_PERF_IR_LLVM_PROMISES_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#define PROMISES_BOUNDS_MAX 16

struct promises {
	bool is_defined; /* neither poison nor undef */
	/* It is from one bound on and below the next, for one pair of COUNT at least; 0: it
	 * is any number. */
	LLVMValueRef bound[PROMISES_BOUNDS_MAX];
	unsigned count;
};

/* Of the result of INSTRUCTION. */
struct promises promises_read(LLVMValueRef instruction);
/* Whether parameter AT, from 0 on, of FUNCTION has attribute NAME. */
bool promises_has_parameter(
	LLVMValueRef function, unsigned at, const char *name);
/* Whether argument AT of CALL has it, or the parameter of what is called. */
bool promises_has_argument(LLVMValueRef call, unsigned at, const char *name);

#endif
