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
/* Of parameter AT, from 0 on, of FUNCTION. */
struct promises promises_read_parameter(LLVMValueRef function, unsigned at);
/* Whether argument AT of CALL is defined. */
bool promises_is_defined(LLVMValueRef call, unsigned at);
/* Of argument AT of CALL, and the parameter of what is called. */
struct promises promises_read_argument(LLVMValueRef call, unsigned at);

#endif
