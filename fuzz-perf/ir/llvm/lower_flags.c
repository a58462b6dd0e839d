/* SPDX-License-Identifier: MIT
 * Functions of the portable IR become functions of LLVM IR: operations with flags. Before
 * LLVM 17 its C API can make some of them only: the others are copies of what LLVM reads in
 * a text. */
#include "config.h"

#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/lower.h"
#include "lib/memory.h"

#if LLVM_VERSION_MAJOR >= 17

static LLVMValueRef build_flagged(struct lowering *lowering, LLVMOpcode opcode,
	LLVMValueRef a, LLVMValueRef b, unsigned flags)
{
	LLVMValueRef value =
		LLVMBuildBinOp(lowering->builder, opcode, a, b, "");

	if (!LLVMIsAInstruction(value))
		return value;
	if (flags & IRF_EXACT)
		LLVMSetExact(value, true);
	if (flags & IRF_NUW)
		LLVMSetNUW(value, true);
	if (flags & IRF_NSW)
		LLVMSetNSW(value, true);
#if LLVM_VERSION_MAJOR >= 18
	if (flags & IRF_DISJOINT)
		LLVMSetIsDisjoint(value, true);
#endif
	return value;
}

#else

typedef LLVMValueRef build_fn(LLVMBuilderRef builder, LLVMValueRef a,
	LLVMValueRef b, const char *name);

static const struct {
	LLVMOpcode opcode;
	unsigned flags;
	build_fn *build;
} builders[] = {
	{LLVMAdd, IRF_NUW, LLVMBuildNUWAdd},
	{LLVMAdd, IRF_NSW, LLVMBuildNSWAdd},
	{LLVMSub, IRF_NUW, LLVMBuildNUWSub},
	{LLVMSub, IRF_NSW, LLVMBuildNSWSub},
	{LLVMMul, IRF_NUW, LLVMBuildNUWMul},
	{LLVMMul, IRF_NSW, LLVMBuildNSWMul},
	{LLVMUDiv, IRF_EXACT, LLVMBuildExactUDiv},
	{LLVMSDiv, IRF_EXACT, LLVMBuildExactSDiv},
};

/* The first instruction of a function that is read in a text. */
static LLVMValueRef read_template(
	struct lowering *lowering, const struct lower_template *wanted)
{
	static const char *const name[] = {[LLVMAdd] = "add",
		[LLVMSub] = "sub",
		[LLVMMul] = "mul",
		[LLVMShl] = "shl",
		[LLVMLShr] = "lshr",
		[LLVMAShr] = "ashr"};
	char *type = LLVMPrintTypeToString(wanted->type), *why = NULL;
	char *text = memory_format("define %s @t(%s %%a, %s %%b) {\n"
				   " %%r = %s%s%s%s %s %%a, %%b\n"
				   " ret %s %%r\n}\n",
		type, type, type, name[wanted->opcode],
		wanted->flags & IRF_NUW ? " nuw" : "",
		wanted->flags & IRF_NSW ? " nsw" : "",
		wanted->flags & IRF_EXACT ? " exact" : "", type, type);
	LLVMModuleRef module;
	LLVMBool fails = LLVMParseIRInContext(lowering->context,
		LLVMCreateMemoryBufferWithMemoryRangeCopy(
			text, strlen(text), "t"),
		&module, &why);

	LLVMDisposeMessage(type);
	free(text);
	if (fails)
		abort();
	return LLVMGetFirstInstruction(
		LLVMGetEntryBasicBlock(LLVMGetNamedFunction(module, "t")));
}

static LLVMValueRef find_template(struct lowering *lowering, LLVMOpcode opcode,
	LLVMTypeRef type, unsigned flags)
{
	struct lower_templates *all = lowering->templates;
	struct lower_template wanted = {opcode, flags, type, NULL};

	for (size_t i = 0; i < all->count; i++)
		if (all->of[i].opcode == opcode && all->of[i].flags == flags &&
			all->of[i].type == type)
			return all->of[i].instruction;
	wanted.instruction = read_template(lowering, &wanted);
	all->of = memory_grow(
		all->of, &all->capacity, all->count + 1, sizeof *all->of);
	all->of[all->count++] = wanted;
	return wanted.instruction;
}

static LLVMValueRef build_flagged(struct lowering *lowering, LLVMOpcode opcode,
	LLVMValueRef a, LLVMValueRef b, unsigned flags)
{
	LLVMValueRef copy;

	for (size_t i = 0; i < sizeof builders / sizeof *builders; i++)
		if (builders[i].opcode == opcode && builders[i].flags == flags)
			return builders[i].build(lowering->builder, a, b, "");
	if (LLVMIsConstant(a) && LLVMIsConstant(b))
		return LLVMBuildBinOp(lowering->builder, opcode, a, b, "");
	copy = LLVMInstructionClone(
		find_template(lowering, opcode, LLVMTypeOf(a), flags));
	LLVMSetOperand(copy, 0, a);
	LLVMSetOperand(copy, 1, b);
	LLVMInsertIntoBuilder(lowering->builder, copy);
	return copy;
}

#endif

LLVMValueRef lower_binary(struct lowering *lowering, LLVMOpcode opcode,
	LLVMValueRef a, LLVMValueRef b, unsigned flags)
{
	/* All of LLVM's shifts and divisions are in range. What a release cannot say it is
	 * not told. */
	flags &= IRF_NUW | IRF_NSW | IRF_EXACT |
		 (LLVM_VERSION_MAJOR >= 18 ? IRF_DISJOINT : 0);
	return flags ? build_flagged(lowering, opcode, a, b, flags)
		     : LLVMBuildBinOp(lowering->builder, opcode, a, b, "");
}

void lower_templates_release(struct lower_templates *templates)
{
	for (size_t i = 0; i < templates->count; i++)
		LLVMDisposeModule(LLVMGetGlobalParent(
			LLVMGetBasicBlockParent(LLVMGetInstructionParent(
				templates->of[i].instruction))));
	free(templates->of);
	*templates = (struct lower_templates){0};
}
