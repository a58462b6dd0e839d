/* SPDX-License-Identifier: MIT
 * Functions of the portable IR become functions of LLVM IR: operations that change widths,
 * and those that are together what LLVM calls a bitcast. */
#include "config.h"

#include "fuzz-perf/ir/llvm/lower.h"

/* VALUE, which changes a width, with those of FLAGS that this release has. */
static LLVMValueRef lower_flagged(LLVMValueRef value, unsigned flags)
{
	if (!LLVMIsAInstruction(value))
		return value;
#if LLVM_VERSION_MAJOR >= 19
	if (flags & IRF_NUW)
		LLVMSetNUW(value, true);
	if (flags & IRF_NSW)
		LLVMSetNSW(value, true);
#endif
#if LLVM_VERSION_MAJOR >= 18
	if (flags & IRF_NNEG)
		LLVMSetNNeg(value, true);
#endif
	(void)flags;
	return value;
}

/* Whether NODE is element AT of a vector. */
static bool lower_is_element(const struct irf_node *node, uint32_t at)
{
	return node->op == IRF_GET &&
	       node->operand[0]->type->kind == IRF_VECTOR &&
	       node->operand[1]->op == IRF_CONST &&
	       *node->operand[1]->words == at;
}

/* Whether NODE, a CONCAT, joins all elements of one vector, the first one lowest. */
static bool lower_is_joined(const struct irf_node *node)
{
	const struct irf_node *last = node->operand[0];
	const struct irf_node *vector =
		last->op == IRF_GET ? last->operand[0] : NULL;

	if (!vector)
		return false;
	for (uint32_t at = vector->type->count; at-- > 1;
		node = node->operand[1])
		if (node->op != IRF_CONCAT ||
			!lower_is_element(node->operand[0], at) ||
			node->operand[0]->operand[0] != vector)
			return false;
	return lower_is_element(node, 0) && node->operand[0] == vector;
}

LLVMValueRef lower_width(struct lowering *lowering, const struct irf_node *node)
{
	LLVMBuilderRef builder = lowering->builder;
	LLVMTypeRef type = lower_type(lowering->context, node->type);
	LLVMValueRef a = lower_operand(lowering, node, 0), b;

	switch (node->op) {
	case IRF_ZEXT:
		return lower_flagged(
			LLVMBuildZExt(builder, a, type, ""), node->flags);
	case IRF_SEXT:
		return LLVMBuildSExt(builder, a, type, "");
	case IRF_SLICE:
		if (node->index)
			a = LLVMBuildLShr(builder, a,
				lower_number(LLVMTypeOf(a), node->index), "");
		return LLVMTypeOf(a) == type
			       ? a
			       : lower_flagged(
					 LLVMBuildTrunc(builder, a, type, ""),
					 node->flags);
	default:
		if (lower_is_joined(node))
			return LLVMBuildBitCast(builder,
				lower_operand(lowering, node->operand[0], 0),
				type, "");
		b = lower_operand(lowering, node, 1);
		a = LLVMBuildShl(builder, LLVMBuildZExt(builder, a, type, ""),
			lower_number(type, node->operand[1]->type->width), "");
		return LLVMBuildOr(
			builder, a, LLVMBuildZExt(builder, b, type, ""), "");
	}
}

LLVMValueRef lower_split(struct lowering *lowering, const struct irf_node *node)
{
	const struct irf_type *type = node->type;
	const struct irf_node *from =
		node->operand_count ? node->operand[0]->operand[0] : NULL;

	for (uint32_t i = 0; i < node->operand_count; i++)
		if (node->operand[i]->op != IRF_SLICE ||
			node->operand[i]->flags ||
			node->operand[i]->operand[0] != from ||
			node->operand[i]->index != i * type->width)
			return NULL;
	return type->kind == IRF_VECTOR && from &&
			       from->type->width == type->count * type->width
		       ? LLVMBuildBitCast(lowering->builder,
				 lowering->value[from->id],
				 lower_type(lowering->context, type), "")
		       : NULL;
}
