/* SPDX-License-Identifier: MIT
 * From a function of LLVM to its code: what compile.c and compile_instruction.c share. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_COMPILE_H
#define RETREAD_FUZZ_PERF_IR_LLVM_COMPILE_H

#include "fuzz-perf/ir/llvm/code.h"

/* Slots of values and numbers of blocks, by address. */
struct compile_known {
	const void *key;
	uint32_t number;
};

struct compiler {
	struct llvm_program *program;
	struct llvm_code *code;
	struct compile_known *known; /* a hash table; a power of two */
	size_t known_capacity;
	uint8_t *flag;	    /* of the instructions */
	size_t instruction; /* the next one */
	struct error *err;
};

/* What KEY, a value or block, is known as; its key is NULL if it is not. */
struct compile_known *compile_find(
	const struct compiler *compiler, const void *key);
/* Returns -1, and says that VALUE is not supported. */
int compile_refuse(struct compiler *compiler, LLVMValueRef value);
/* The slot of VALUE, an operand; constants get theirs when they are met. Returns 0 or -1. */
int compile_use(struct compiler *compiler, LLVMValueRef value, uint32_t *slot);
int compile_use_operand(struct compiler *compiler, LLVMValueRef instruction,
	unsigned index, uint32_t *slot);
/* Where VALUE is among the extras now. */
uint32_t compile_add_extra(struct compiler *compiler, uint32_t value);
void compile_emit(struct compiler *compiler, struct op op);

/*--- compile_instruction.c ---*/

/* Emits what FUNCTION's parameters, which have the first slots, promise. Returns 0 or -1. */
int compile_parameters(struct compiler *compiler, LLVMValueRef function);
/* Emits what INSTRUCTION, the next one, does. Returns 0 or -1. */
int compile_instruction(struct compiler *compiler, LLVMValueRef instruction);

#endif
