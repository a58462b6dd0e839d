/* SPDX-License-Identifier: MIT
 * Functions of the portable IR become functions of LLVM IR: the function, its
 * regions and its memory. */
#include "config.h"

#include "fuzz-perf/ir/llvm/lower.h"

#include <stdlib.h>

#include "lib/memory.h"

LLVMTypeRef lower_type(LLVMContextRef context, const struct irf_type *type)
{
	LLVMTypeRef number = LLVMIntTypeInContext(context, type->width);
	LLVMTypeRef *element, result;

	switch (type->kind) {
	case IRF_BITS:
		return number;
	case IRF_VECTOR:
		return LLVMVectorType(number, type->count);
	case IRF_ARRAY:
		return LLVMArrayType(
			lower_type(context, type->element[0]), type->count);
	case IRF_TUPLE:
		break;
	}
	element = memory_alloc((type->count + 1) * sizeof(LLVMTypeRef));
	for (uint32_t i = 0; i < type->count; i++)
		element[i] = lower_type(context, type->element[i]);
	result = LLVMStructTypeInContext(context, element, type->count, false);
	free(element);
	return result;
}

LLVMValueRef lower_alloca(struct lowering *lowering, LLVMTypeRef type)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(lowering->context);
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(lowering->function);
	LLVMValueRef first = LLVMGetFirstInstruction(entry), result;

	if (first)
		LLVMPositionBuilderBefore(builder, first);
	else
		LLVMPositionBuilderAtEnd(builder, entry);
	result = LLVMBuildAlloca(builder, type, "");
	LLVMDisposeBuilder(builder);
	return result;
}

/* Local buffers begin with zeros. */
static LLVMValueRef make_local(
	struct lowering *lowering, const struct irf_buffer *buffer)
{
	LLVMTypeRef number =
		LLVMIntTypeInContext(lowering->context, buffer->width);
	LLVMTypeRef byte = LLVMInt8TypeInContext(lowering->context);
	LLVMTypeRef type = LLVMArrayType(number, buffer->size);
	LLVMValueRef memory = lower_alloca(lowering, type);

	LLVMBuildMemSet(lowering->builder,
		LLVMBuildBitCast(lowering->builder, memory,
			LLVMPointerType(byte, 0), ""),
		LLVMConstNull(byte), LLVMSizeOf(type), 1);
	return LLVMBuildBitCast(
		lowering->builder, memory, LLVMPointerType(number, 0), "");
}

/* To one of BLOCK by operand 0 of NODE. */
static void lower_choice(struct lowering *lowering, const struct irf_node *node,
	LLVMBasicBlockRef *block, unsigned count)
{
	LLVMValueRef by = lower_operand(lowering, node, 0), choice;
	unsigned words = node->operand[0]->type->words;

	if (node->op == IRF_IF) {
		LLVMBuildCondBr(lowering->builder, by, block[0], block[1]);
		return;
	}
	choice = LLVMBuildSwitch(lowering->builder, by, block[0], count - 1);
	for (unsigned i = 1; i < count; i++)
		LLVMAddCase(choice,
			LLVMConstIntOfArbitraryPrecision(LLVMTypeOf(by), words,
				node->words + (size_t)(i - 1) * words),
			block[i]);
}

static LLVMValueRef lower_branches(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMBasicBlockRef block[IRF_REGIONS_MAX + 1] = {NULL};
	LLVMBasicBlockRef from[IRF_REGIONS_MAX];
	LLVMValueRef value[IRF_REGIONS_MAX] = {NULL}, phi;
	unsigned count = 0;

	while (count < IRF_REGIONS_MAX && node->region[count])
		count++;
	for (unsigned i = 0; i <= count; i++)
		block[i] = LLVMAppendBasicBlockInContext(
			lowering->context, lowering->function, "");
	lower_choice(lowering, node, block, count);
	for (unsigned i = 0; i < count; i++) {
		LLVMPositionBuilderAtEnd(lowering->builder, block[i]);
		value[i] = lower_region(lowering, node->region[i]);
		from[i] = LLVMGetInsertBlock(lowering->builder);
		LLVMBuildBr(lowering->builder, block[count]);
	}
	LLVMPositionBuilderAtEnd(lowering->builder, block[count]);
	if (lowering->is_split[node->id]) {
		lower_tuple_phis(lowering, node, from, count);
		return NULL;
	}
	phi = LLVMBuildPhi(lowering->builder, LLVMTypeOf(value[0]), "");
	LLVMAddIncoming(phi, value, from, count);
	return phi;
}

LLVMValueRef lower_region(
	struct lowering *lowering, const struct irf_region *region)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];

		lowering->value[node->id] =
			node->op == IRF_LOOP ? lower_loop(lowering, node)
			: node->op == IRF_IF || node->op == IRF_SWITCH
				? lower_branches(lowering, node)
			: node->op == IRF_FUNCTION ? NULL
			: node->op == IRF_CALL	   ? lower_call(lowering, node)
						   : lower_node(lowering, node);
		if (lowering->wants_real[node->id] && !lowering->real[node->id])
			lowering->real[node->id] =
				lower_as_real(lowering, node);
	}
	return lowering->value[region->result->id];
}

/* A function of FN's type. */
static LLVMValueRef declare(LLVMModuleRef module, const struct irf_fn *fn)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef *type = memory_alloc(
		(fn->param_count + fn->buffer_count + 1) * sizeof(LLVMTypeRef));
	unsigned count = 0;
	LLVMValueRef function;

	for (uint32_t i = 0; i < fn->param_count; i++)
		type[count++] = lower_type(context, fn->param[i]->type);
	for (uint32_t i = 0; i < fn->buffer_count; i++)
		if (!fn->buffer[i].is_local)
			type[count++] =
				LLVMPointerType(LLVMIntTypeInContext(context,
							fn->buffer[i].width),
					0);
	function = LLVMAddFunction(module, LOWER_NAME,
		LLVMFunctionType(lower_type(context, fn->body.result->type),
			type, count, false));
	free(type);
	return function;
}

LLVMValueRef lower_function(LLVMModuleRef module, const struct irf_fn *fn,
	struct lower_templates *templates)
{
	bool is_refused = false;
	struct lower_callees callees = {0};
	struct lowering lowering = {.context = LLVMGetModuleContext(module),
		.module = module,
		.fn = fn,
		.is_refused = &is_refused,
		.callees = &callees,
		.templates = templates};
	LLVMTypeRef wide = LLVMInt64TypeInContext(lowering.context);
	unsigned pointer = fn->param_count;

	if (fn->buffer_count > LOWER_BUFFERS_MAX)
		return NULL;
	lowering.function = declare(module, fn);
	lowering.builder = LLVMCreateBuilderInContext(lowering.context);
	LLVMPositionBuilderAtEnd(lowering.builder,
		LLVMAppendBasicBlockInContext(
			lowering.context, lowering.function, "entry"));
	lowering.value =
		memory_alloc_zero(fn->node_count, sizeof(LLVMValueRef));
	lowering.real = memory_alloc_zero(fn->node_count, sizeof(LLVMValueRef));
	lowering.wants_real = memory_alloc_zero(fn->node_count, sizeof(bool));
	lower_mark_real(&fn->body, lowering.wants_real);
	lowering.uses = memory_alloc_zero(fn->node_count, sizeof(uint32_t));
	lower_count_uses(&fn->body, lowering.uses);
	lowering.part =
		memory_alloc_zero(fn->node_count, sizeof *lowering.part);
	lowering.is_split = memory_alloc_zero(fn->node_count, sizeof(bool));
	lower_mark_split(fn, lowering.is_split);
	for (uint32_t i = 0; i < fn->buffer_count; i++) {
		const struct irf_buffer *buffer = &fn->buffer[i];

		lowering.buffer[i] =
			buffer->is_local
				? make_local(&lowering, buffer)
				: LLVMGetParam(lowering.function, pointer++);
		lowering.window.start[i] = LLVMConstNull(wide);
		lowering.window.length[i] = buffer->size;
	}
	LLVMBuildRet(lowering.builder, lower_region(&lowering, &fn->body));
	LLVMDisposeBuilder(lowering.builder);
	free(lowering.value);
	free(lowering.real);
	free(lowering.wants_real);
	free(lowering.uses);
	for (uint32_t i = 0; i < fn->node_count; i++)
		free(lowering.part[i]);
	free(lowering.part);
	free(lowering.is_split);
	free(callees.of);
	return is_refused ? NULL : lowering.function;
}
