/* SPDX-License-Identifier: MIT
 * Functions of LLVM's own, as they were written: shared by their parts. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_WRITTEN_H
#define RETREAD_FUZZ_PERF_IR_LLVM_WRITTEN_H

#include "fuzz-perf/ir/llvm/target.h"

/* The memory of a function that is an argument, or a result: the objects that its
 * addresses lead to, variables of the module that others see, and what it gives to functions
 * that are not known. */
struct written {
	unsigned places;
	struct irf_buffer buffer[LOWER_BUFFERS_MAX];
	struct llvm_place place[LOWER_BUFFERS_MAX];
};
void written_release(struct written *written);

bool written_is_address(LLVMTypeRef type);
/* Does the interpreter know all that FUNCTION promises, and is what it does the same each
 * time, wherever its memory is? */
bool written_is_known(LLVMModuleRef module, LLVMValueRef function);

/* The places of MODULE, whose entry ENTRY is. Returns false if there are too many, or the
 * interpreter does not know an instruction; else they are to be released. */
bool written_find_places(const struct llvm *llvm, LLVMModuleRef module,
	LLVMValueRef entry, struct written *written);
/* A function with the parameters of ENTRY, and with its places as buffers, that returns 0;
 * NULL: the portable IR lacks a type. */
struct irf_fn *written_signature(
	LLVMValueRef entry, const struct written *written);

#endif
