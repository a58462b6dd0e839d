/* SPDX-License-Identifier: MIT
 * Functions of the portable IR become functions of LLVM IR: numbers of IEEE 754, which
 * are bits elsewhere. */
#include "config.h"

#include <string.h>

#include "fuzz-perf/ir/llvm/lower.h"

/* Numbers of IEEE 754 as wide as those of TYPE. */
static LLVMTypeRef float_type(LLVMTypeRef type)
{
	bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
	LLVMTypeRef number = is_vector ? LLVMGetElementType(type) : type;
	LLVMContextRef context = LLVMGetTypeContext(type);
	LLVMTypeRef real = LLVMGetIntTypeWidth(number) == 32
				   ? LLVMFloatTypeInContext(context)
				   : LLVMDoubleTypeInContext(context);

	return is_vector ? LLVMVectorType(real, LLVMGetVectorSize(type)) : real;
}

static LLVMValueRef lower_as_float(
	struct lowering *lowering, const struct irf_node *node, unsigned index)
{
	LLVMValueRef value = lower_operand(lowering, node, index);

	return LLVMBuildBitCast(
		lowering->builder, value, float_type(LLVMTypeOf(value)), "");
}

static LLVMValueRef lower_fabs(struct lowering *lowering, LLVMValueRef value)
{
	static const char name[] = "llvm.fabs";
	LLVMTypeRef type = LLVMTypeOf(value);
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));

	return LLVMBuildCall2(lowering->builder,
		LLVMIntrinsicGetType(lowering->context, id, &type, 1),
		LLVMGetIntrinsicDeclaration(lowering->module, id, &type, 1),
		&value, 1, "");
}

static const struct {
	enum irf_op op;
	LLVMOpcode opcode;
} opcodes[] = {
	{IRF_FADD, LLVMFAdd},
	{IRF_FSUB, LLVMFSub},
	{IRF_FMUL, LLVMFMul},
	{IRF_FDIV, LLVMFDiv},
	{IRF_SITOFP, LLVMSIToFP},
	{IRF_UITOFP, LLVMUIToFP},
	{IRF_FPTOSI, LLVMFPToSI},
	{IRF_FPTOUI, LLVMFPToUI},
	{IRF_FPEXT, LLVMFPExt},
	{IRF_FPTRUNC, LLVMFPTrunc},
};

static LLVMOpcode opcode_of_float(enum irf_op op)
{
	size_t i = 0;

	while (opcodes[i].op != op)
		i++;
	return opcodes[i].opcode;
}

LLVMValueRef lower_float(struct lowering *lowering, const struct irf_node *node)
{
	LLVMBuilderRef builder = lowering->builder;
	LLVMTypeRef type = lower_type(lowering->context, node->type);
	LLVMValueRef a, result;

	if (node->op == IRF_SITOFP || node->op == IRF_UITOFP)
		return LLVMBuildBitCast(builder,
			LLVMBuildCast(builder, opcode_of_float(node->op),
				lower_operand(lowering, node, 0),
				float_type(type), ""),
			type, "");
	a = lower_as_float(lowering, node, 0);
	switch (node->op) {
	case IRF_FNEG:
		result = LLVMBuildFNeg(builder, a, "");
		break;
	case IRF_FABS:
		result = lower_fabs(lowering, a);
		break;
	case IRF_FCMP: /* LLVM numbers its predicates as we do */
		return LLVMBuildFCmp(builder, (LLVMRealPredicate)node->index, a,
			lower_as_float(lowering, node, 1), "");
	case IRF_FPTOSI:
	case IRF_FPTOUI:
		return LLVMBuildCast(
			builder, opcode_of_float(node->op), a, type, "");
	case IRF_FPEXT:
	case IRF_FPTRUNC:
		result = LLVMBuildCast(builder, opcode_of_float(node->op), a,
			float_type(type), "");
		break;
	default:
		result = LLVMBuildBinOp(builder, opcode_of_float(node->op), a,
			lower_as_float(lowering, node, 1), "");
	}
	return LLVMBuildBitCast(builder, result, type, "");
}
