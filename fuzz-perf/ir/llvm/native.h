/* SPDX-License-Identifier: MIT
 * Native code of LLVM's functions: shared by its parts. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_NATIVE_H
#define RETREAD_FUZZ_PERF_IR_LLVM_NATIVE_H

#include "fuzz-perf/ir/llvm/target.h"

/* Code that reads values from words, or writes them. */
struct native_entry {
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMTypeRef word;
	LLVMValueRef memory; /* that words are read from or written to */
	uint64_t at;	     /* the next word */
};

LLVMValueRef native_read_value(struct native_entry *entry, LLVMTypeRef type);
void native_write_value(struct native_entry *entry, LLVMValueRef value);

/* The numbers of BUFFER, between words and LLVM's layout. */
void native_put_buffer(const struct llvm *llvm, const struct irf_buffer *buffer,
	const uint64_t *word, uint8_t *memory);
void native_take_buffer(const struct llvm *llvm,
	const struct irf_buffer *buffer, const uint8_t *memory, uint64_t *word);

/*--- native_shared.c: variables, and functions that are not known ---*/

/* Makes the variables of COPY, which is to be compiled, be found by their names, and
 * gives the functions that it only declares bodies, which tell what they are given. Returns false if
 * one cannot be had. */
bool native_share(const struct llvm_module *module, LLVMModuleRef copy);
/* When COPY is compiled. Returns false if there is no memory of a variable. */
bool native_find_variables(struct llvm_native *native, LLVMModuleRef copy);
/* Around a call of ENTRY: variables are as they were, or have what ARGS say; VALS gets what is
 * in them then, and what functions were given. */
void native_give_shared(const struct llvm *llvm,
	const struct llvm_module *module, const struct llvm_native *native,
	const struct irf_args *args, const struct irf_vals *vals);
void native_take_shared(const struct llvm *llvm,
	const struct llvm_module *module, const struct llvm_native *native,
	const struct irf_vals *vals);
void native_forget_variables(struct llvm_native *native);

#endif
