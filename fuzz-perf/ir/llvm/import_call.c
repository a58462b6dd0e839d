/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR: those of the file that the
 * function calls. One that does more than to compute numbers of numbers stays unknown. */
#include "config.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/import.h"
#include "lib/memory.h"

static bool import_is_pointer(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* What CALL calls by its name, and gives numbers to; NULL. */
static LLVMValueRef import_defined(LLVMValueRef call)
{
	LLVMValueRef callee =
		LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;

	if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) ||
		import_is_pointer(LLVMTypeOf(call)) ||
		LLVMCountParams(callee) != LLVMGetNumArgOperands(call) ||
		LLVMGetCalledFunctionType(call) !=
			LLVMGlobalGetValueType(callee))
		return NULL;
	for (unsigned i = 0; i < LLVMCountParams(callee); i++)
		if (import_is_pointer(LLVMTypeOf(LLVMGetParam(callee, i))))
			return NULL;
	return callee;
}

/* The function, with its branches if HAS_BRANCHES; INNER is a copy of the importer of what
 * calls it. NULL: it cannot be one. */
static node_t *import_callee_body(
	struct importer *inner, LLVMValueRef function, bool has_branches)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	struct ir_block *outer = inner->to->block, block;
	struct irf_node *node;
	uint32_t before = outer->count;

	inner->function = function;
	inner->is_called = true;
	inner->has_branches = has_branches;
	inner->loop = NULL;
	inner->depth = 1;
	inner->copies = 0;
	memset(inner->taken, 0, sizeof inner->taken);
	inner->result = NULL;
	inner->known_count = inner->seen_count = 0;
	inner->block_count = inner->at = 0;
	if (setjmp(inner->end)) {
		inner->to->block = outer;
		if (outer->count > before)
			ir_take_back(inner->to, outer->node[before]);
		return NULL;
	}
	node = ir_add(inner->to, IRF_FUNCTION,
		import_type(inner, LLVMGetReturnType(type)), NULL, 0);
	ir_open(inner->to, &block);
	import_parameters(inner);
	import_blocks(inner);
	node->region[0] = ir_close(inner->to, &block, inner->result);
	return node;
}

static void import_one_callee(struct importer *importer, LLVMValueRef function)
{
	struct importer *inner;
	char why[200];
	unsigned at = importer->callee_count;

	for (unsigned i = 0; i < at; i++)
		if (importer->callee[i].function == function)
			return;
	if (at == IR_FUNCTIONS || function == importer->function)
		return;
	/* While it is imported, it is there, but cannot be called. */
	importer->callee[importer->callee_count++].function = function;
	import_callees(importer, function);
	inner = memory_alloc(sizeof *inner);
	*inner = *importer;
	inner->why = why;
	inner->size = sizeof why;
	importer->callee[at].node =
		import_callee_body(inner, function, importer->has_branches);
	if (!importer->callee[at].node && importer->has_branches)
		importer->callee[at].node =
			import_callee_body(inner, function, false);
	memcpy(importer->owner, inner->owner, sizeof inner->owner);
	free(inner);
}

void import_callees(struct importer *importer, LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
			at = LLVMGetNextInstruction(at)) {
			LLVMValueRef callee = import_defined(at);
			if (callee)
				import_one_callee(importer, callee);
		}
}

node_t *import_callee_call(struct importer *importer, LLVMValueRef call)
{
	LLVMValueRef function = import_defined(call);
	node_t *operand[IR_PARAMS + 1] = {NULL};
	unsigned count = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; function && i < importer->callee_count; i++)
		if (importer->callee[i].function == function)
			operand[0] = importer->callee[i].node;
	if (!operand[0])
		return NULL;
	for (unsigned i = 0; i < count; i++)
		operand[i + 1] = import_argument(importer, call, i);
	return ir_add(
		importer->to, IRF_CALL, operand[0]->type, operand, count + 1);
}
