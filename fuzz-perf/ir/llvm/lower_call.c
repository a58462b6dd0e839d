/* SPDX-License-Identifier: MIT
 * Functions of the portable IR become functions of LLVM IR: functions that they call. */
#include "config.h"

#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/functions.h"
#include "fuzz-perf/ir/llvm/lower.h"
#include "lib/memory.h"

#define ALIGNMENT_MAX (1u << 14) /* bytes */

/* A call cannot pass what is aligned to more than 2^14 bytes (Verifier.cpp), as vectors
 * of more than 2^17 bits are; LLVM 16 minds. */
static bool can_pass(const struct lowering *lowering, LLVMTypeRef type)
{
	return LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(lowering->module),
		       type) <= ALIGNMENT_MAX;
}

LLVMTypeRef lower_call_type(struct lowering *lowering,
	const struct irf_type *result, const LLVMValueRef *argument,
	unsigned count)
{
	LLVMTypeRef *types = memory_alloc((count + 1) * sizeof(LLVMTypeRef));
	LLVMTypeRef type = lower_type(lowering->context, result);

	*lowering->is_refused |= !can_pass(lowering, type);
	for (unsigned i = 0; i < count; i++) {
		types[i] = LLVMTypeOf(argument[i]);
		*lowering->is_refused |= !can_pass(lowering, types[i]);
	}
	type = LLVMFunctionType(type, types, count, false);
	free(types);
	return type;
}

LLVMValueRef lower_define(const struct lowering *lowering, const char *name,
	LLVMTypeRef type, const struct irf_region *region, lower_bind_fn *bind,
	const void *arg)
{
	struct lowering inner = *lowering;
	size_t bytes = lowering->fn->node_count * sizeof(LLVMValueRef);

	inner.function = LLVMAddFunction(lowering->module, name, type);
	LLVMSetLinkage(inner.function, LLVMInternalLinkage);
	inner.builder = LLVMCreateBuilderInContext(lowering->context);
	inner.value = memory_alloc(bytes);
	inner.real = memory_alloc_zero(
		lowering->fn->node_count, sizeof(LLVMValueRef));
	memcpy(inner.value, lowering->value, bytes);
	LLVMPositionBuilderAtEnd(
		inner.builder, LLVMAppendBasicBlockInContext(lowering->context,
				       inner.function, "entry"));
	bind(&inner, arg);
	LLVMBuildRet(inner.builder, lower_region(&inner, region));
	LLVMDisposeBuilder(inner.builder);
	free(inner.value);
	free(inner.real);
	return inner.function;
}

/* Does REGION use memory, or its windows, or call what may? */
static bool uses_memory(const struct irf_region *region)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];

		if (node->op == IRF_LOAD || node->op == IRF_STORE ||
			node->op == IRF_CALL || node->loop >= IRF_PARALLEL)
			return true;
		for (unsigned k = 0; k < IRF_REGIONS_MAX && node->region[k];
			k++)
			if (uses_memory(node->region[k]))
				return true;
	}
	return false;
}

/* Buffers, and where their windows start, come after what the call gives. */
static void bind_callee(struct lowering *inner, const void *arg)
{
	const struct irf_region *region = arg;
	unsigned at = ir_params(region);

	for (uint32_t i = 0; uses_memory(region) && i < inner->fn->buffer_count;
		i++) {
		inner->buffer[i] = LLVMGetParam(inner->function, at++);
		inner->window.start[i] = LLVMGetParam(inner->function, at++);
	}
}

/* NODE, a function, for calls that see memory as it is seen here. */
static struct lower_callee *find_callee(struct lowering *lowering,
	const struct irf_node *node, const LLVMValueRef *argument,
	unsigned count)
{
	struct lower_callees *all = lowering->callees;
	size_t bytes = lowering->fn->buffer_count * sizeof(uint64_t);
	struct lower_callee made = {.node = node};

	for (size_t i = 0; i < all->count; i++)
		if (all->of[i].node == node &&
			!memcmp(all->of[i].length, lowering->window.length,
				bytes))
			return &all->of[i];
	memcpy(made.length, lowering->window.length, bytes);
	made.type = lower_call_type(lowering, node->type, argument, count);
	made.function = lower_define(lowering, "callee", made.type,
		node->region[0], bind_callee, node->region[0]);
	all->of = memory_grow(
		all->of, &all->capacity, all->count + 1, sizeof *all->of);
	all->of[all->count] = made;
	return &all->of[all->count++];
}

LLVMValueRef lower_call(struct lowering *lowering, const struct irf_node *node)
{
	LLVMValueRef argument[IR_PARAMS + 2 * LOWER_BUFFERS_MAX];
	const struct irf_node *callee = node->operand[0];
	const struct lower_callee *made;
	unsigned count = 0;

	while (count + 1 < node->operand_count) {
		argument[count] = lower_operand(lowering, node, count + 1);
		count++;
	}
	for (uint32_t i = 0; uses_memory(callee->region[0]) &&
			     i < lowering->fn->buffer_count;
		i++) {
		argument[count++] = lowering->buffer[i];
		argument[count++] = lowering->window.start[i];
	}
	made = find_callee(lowering, callee, argument, count);
	return LLVMBuildCall2(lowering->builder, made->type, made->function,
		argument, count, "");
}
