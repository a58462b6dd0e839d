/* SPDX-License-Identifier: MIT
 * Functions of the portable IR become functions of LLVM IR: numbers of IEEE 754, which
 * are bits elsewhere. */
#include "config.h"

#include <string.h>

#include "fuzz-perf/ir/functions.h"
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

LLVMValueRef lower_as_real(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMValueRef value = lowering->value[node->id];

	return LLVMBuildBitCast(
		lowering->builder, value, float_type(LLVMTypeOf(value)), "");
}

LLVMValueRef lower_as_float(
	struct lowering *lowering, const struct irf_node *node, unsigned index)
{
	const struct irf_node *from = node->operand[index];

	return lowering->real[from->id] ? lowering->real[from->id]
					: lower_as_real(lowering, from);
}

void lower_mark_real(const struct irf_region *region, bool *wants)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		bool takes = ir_is_float(node->op) && node->op != IRF_SITOFP &&
			     node->op != IRF_UITOFP;

		for (uint32_t k = 0; takes && k < node->operand_count; k++)
			wants[node->operand[k]->id] = true;
		for (int k = 0; k < IRF_REGIONS_MAX && node->region[k]; k++)
			lower_mark_real(node->region[k], wants);
	}
}

/* REAL as the bits that NODE is; those who want it as it is have it. */
static LLVMValueRef lower_as_bits(struct lowering *lowering,
	const struct irf_node *node, LLVMValueRef real)
{
	lowering->real[node->id] = real;
	return LLVMBuildBitCast(lowering->builder, real,
		lower_type(lowering->context, node->type), "");
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
		return lower_as_bits(lowering, node,
			LLVMBuildCast(builder, opcode_of_float(node->op),
				lower_operand(lowering, node, 0),
				float_type(type), ""));
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
	return lower_as_bits(lowering, node, result);
}

LLVMValueRef lower_select(
	struct lowering *lowering, const struct irf_node *node)
{
	const struct irf_node *by = node->operand[0];
	LLVMBuilderRef builder = lowering->builder;
	LLVMValueRef which = lower_operand(lowering, node, 0);

	if (!lowering->real[node->operand[1]->id] &&
		!lowering->real[node->operand[2]->id] &&
		(by->op != IRF_FCMP || by->operand[0]->type != node->type))
		return LLVMBuildSelect(builder, which,
			lower_operand(lowering, node, 1),
			lower_operand(lowering, node, 2), "");
	return lower_as_bits(lowering, node,
		LLVMBuildSelect(builder, which,
			lower_as_float(lowering, node, 1),
			lower_as_float(lowering, node, 2), ""));
}
