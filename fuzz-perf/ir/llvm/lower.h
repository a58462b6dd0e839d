/* SPDX-License-Identifier: MIT
 * Functions of the portable IR become functions of LLVM IR. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_LOWER_H
#define RETREAD_FUZZ_PERF_IR_LLVM_LOWER_H

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>
#include <stdbool.h>

#include "fuzz-perf/ir/ir.h"

#define LOWER_NAME	  "f" /* of the function */
#define LOWER_BUFFERS_MAX 64

/* Instructions to be copied, each in a module of its own. */
struct lower_templates {
	struct lower_template {
		LLVMOpcode opcode;
		unsigned flags;
		LLVMTypeRef type;
		LLVMValueRef instruction;
	} * of;
	size_t count, capacity;
};
void lower_templates_release(struct lower_templates *templates);

/* Adds FN to MODULE, which is empty and has a data layout: parameters as values,
 * then buffers that are not local as pointers to their elements. TEMPLATES, zeroed at
 * first, are for all modules of a context. Returns the function, or NULL: it is not
 * supported. */
LLVMValueRef lower_function(LLVMModuleRef module, const struct irf_fn *fn,
	struct lower_templates *templates);

/* TYPE in LLVM's types. */
LLVMTypeRef lower_type(LLVMContextRef context, const struct irf_type *type);

/*--- between the files that make it ---*/

/* How memory is seen (struct irf_node says what a window is). */
struct lower_window {
	LLVMValueRef start[LOWER_BUFFERS_MAX]; /* i64 */
	uint64_t length[LOWER_BUFFERS_MAX];
};

/* Functions of LLVM, each for calls that see memory in one way. */
struct lower_callees {
	struct lower_callee {
		const struct irf_node *node;
		LLVMValueRef function;
		LLVMTypeRef type;
		uint64_t length[LOWER_BUFFERS_MAX];
	} * of;
	size_t count, capacity;
};

struct lowering {
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMBuilderRef builder;
	LLVMValueRef function; /* that is being built */
	const struct irf_fn *fn;
	LLVMValueRef *value; /* of each node */
	LLVMValueRef *real; /* the same as numbers of IEEE 754; NULL: not yet */
	LLVMValueRef **part; /* elements of tuples that are split */
	bool *is_split;
	bool *wants_real; /* whether some operation on these uses it */
	uint32_t *uses;	  /* how many operands and results each node is */
	LLVMValueRef buffer[LOWER_BUFFERS_MAX];
	struct lower_window window;
	LLVMValueRef index, carry; /* of the innermost loop */
	bool *is_refused;	   /* LLVM has no code of this function */
	struct lower_callees *callees;
	struct lower_templates *templates;
};

static inline LLVMValueRef lower_operand(const struct lowering *lowering,
	const struct irf_node *node, unsigned index)
{
	return lowering->value[node->operand[index]->id];
}

/* A operation B; FLAGS are irf_flags. */
LLVMValueRef lower_binary(struct lowering *lowering, LLVMOpcode opcode,
	LLVMValueRef a, LLVMValueRef b, unsigned flags);
/* VALUE in each element of TYPE, which is of numbers. */
LLVMValueRef lower_number(LLVMTypeRef type, uint64_t value);
LLVMValueRef lower_region(
	struct lowering *lowering, const struct irf_region *region);
/* All operations that have no regions. */
LLVMValueRef lower_node(struct lowering *lowering, const struct irf_node *node);
/* ZEXT, SEXT, SLICE and CONCAT. */
LLVMValueRef lower_width(
	struct lowering *lowering, const struct irf_node *node);
/* NODE, a MAKE of all parts of a number, as that number's bitcast; NULL: it is not one. */
LLVMValueRef lower_split(
	struct lowering *lowering, const struct irf_node *node);
LLVMValueRef lower_loop(struct lowering *lowering, const struct irf_node *node);
LLVMValueRef lower_call(struct lowering *lowering, const struct irf_node *node);
/* The type of a function that takes what the COUNT values at ARGUMENT are. */
LLVMTypeRef lower_call_type(struct lowering *lowering,
	const struct irf_type *result, const LLVMValueRef *argument,
	unsigned count);
/* An internal function of TYPE that computes REGION. BIND sets what its parameters are in
 * INNER, a copy of LOWERING whose function it is. */
typedef void lower_bind_fn(struct lowering *inner, const void *arg);
LLVMValueRef lower_define(const struct lowering *lowering, const char *name,
	LLVMTypeRef type, const struct irf_region *region, lower_bind_fn *bind,
	const void *arg);
/* What a comparison of numbers of IEEE 754 chooses may be one of these, and is then, as in
 * a minimum; so is what chooses one. */
LLVMValueRef lower_select(
	struct lowering *lowering, const struct irf_node *node);
/* Operand INDEX of NODE, bits, as numbers of IEEE 754. */
LLVMValueRef lower_as_float(
	struct lowering *lowering, const struct irf_node *node, unsigned index);
/* The value of NODE, bits, as such numbers. */
LLVMValueRef lower_as_real(
	struct lowering *lowering, const struct irf_node *node);
/* Marks in WANTS what such operations in REGION use, by id. */
void lower_mark_real(const struct irf_region *region, bool *wants);
/* Operations on numbers of IEEE 754. */
LLVMValueRef lower_float(
	struct lowering *lowering, const struct irf_node *node);
/* VALUE modulo LIMIT, in TYPE, which holds LIMIT - 1. */
LLVMValueRef lower_modulo(struct lowering *lowering, LLVMValueRef value,
	uint64_t limit, LLVMTypeRef type);
/* RANGE and DEFINED: what a load, a call or a parameter promises, of what is one only. */
LLVMValueRef lower_range(
	struct lowering *lowering, const struct irf_node *node);
LLVMValueRef lower_defined(
	struct lowering *lowering, const struct irf_node *node);
/* Marks in IS_SPLIT, by id, the tuples of FN that are their elements. */
void lower_mark_split(const struct irf_fn *fn, bool *is_split);
/* Memory for the elements of NODE, which is split. */
LLVMValueRef *lower_tuple_new(
	struct lowering *lowering, const struct irf_node *node);
/* The elements of NODE, a MAKE that is split. */
void lower_tuple(struct lowering *lowering, const struct irf_node *node);
/* Those of NODE, a branch that is split and comes FROM COUNT blocks. */
void lower_tuple_phis(struct lowering *lowering, const struct irf_node *node,
	LLVMBasicBlockRef *from, unsigned count);
/* Counts in USES, by id, what REGION uses. */
void lower_count_uses(const struct irf_region *region, uint32_t *uses);
/* An alloca at the beginning of the function. */
LLVMValueRef lower_alloca(struct lowering *lowering, LLVMTypeRef type);

#endif
