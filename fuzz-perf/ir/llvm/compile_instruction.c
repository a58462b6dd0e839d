/* SPDX-License-Identifier: MIT
 * Instructions of LLVM become operations on slots. */
#include "config.h"

#include <string.h>

#include "fuzz-perf/generate/parameters.h"
#include "fuzz-perf/ir/llvm/calls.h"
#include "fuzz-perf/ir/llvm/compile.h"
#include "fuzz-perf/ir/llvm/lanes.h"
#include "fuzz-perf/ir/llvm/limbs.h"
#include "fuzz-perf/ir/llvm/promises.h"

/*--- instructions ---*/

/* Operands 0 up to COUNT - 1 become A, B, C. */
static int emit_plain(struct compiler *compiler, LLVMValueRef instruction,
	struct op op, unsigned count)
{
	uint32_t *const slot[] = {&op.a, &op.b, &op.c};

	for (unsigned i = 0; i < count && i < sizeof slot / sizeof slot[0]; i++)
		if (compile_use_operand(compiler, instruction, i, slot[i]))
			return -1;
	compile_emit(compiler, op);
	return 0;
}

static int emit_value_part(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 0));
	const unsigned *index = LLVMGetIndices(instruction);

	for (unsigned i = 0; i < LLVMGetNumIndices(instruction); i++)
		op.immediate += shapes_lanes_before(
			&compiler->program->shapes, type, index[i], &type);
	return emit_plain(
		compiler, instruction, op, op.code == OP_INSERT_VALUE ? 2 : 1);
}

static int emit_shuffle(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	op.extra = (uint32_t)compiler->code->extras;
	for (unsigned i = 0; i < LLVMGetNumMaskElements(instruction); i++)
		compile_add_extra(
			compiler, (uint32_t)LLVMGetMaskValue(instruction, i));
	return emit_plain(compiler, instruction, op, 2);
}

/* What PROMISES says of what is in SLOT. */
static int emit_promises(struct compiler *compiler,
	const struct promises *promises, uint32_t slot)
{
	struct op op = {.code = OP_RANGE, .result = slot, .a = slot};
	uint32_t bound;

	if (promises->count) {
		op.extra = compile_add_extra(compiler, promises->count);
		for (unsigned i = 0; i < promises->count; i++)
			compile_add_extra(compiler, NO_SLOT);
		for (unsigned i = 0; i < promises->count; i++) {
			if (compile_use(compiler, promises->bound[i], &bound))
				return -1;
			compiler->code->extra[op.extra + 1 + i] = bound;
		}
		compile_emit(compiler, op);
	}
	op.code = OP_DEFINED;
	if (promises->is_defined)
		compile_emit(compiler, op);
	return 0;
}

static int emit_instruction_promises(
	struct compiler *compiler, LLVMValueRef instruction, uint32_t result)
{
	struct promises promises = promises_read(instruction);

	return emit_promises(compiler, &promises, result);
}

int compile_parameters(struct compiler *compiler, LLVMValueRef function)
{
	for (unsigned i = 0; i < LLVMCountParams(function); i++) {
		struct promises promises = promises_read_parameter(function, i);

		if (emit_promises(compiler, &promises, i))
			return -1;
	}
	return 0;
}

/* Of the arguments of CALL. */
static int emit_defined(struct compiler *compiler, LLVMValueRef call)
{
	struct op op = {.code = OP_DEFINED, .result = NO_SLOT};

	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		if (!promises_is_defined(call, i))
			continue;
		if (compile_use_operand(compiler, call, i, &op.a))
			return -1;
		compile_emit(compiler, op);
	}
	return 0;
}

static int emit_memory(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	LLVMTypeRef type;

	if (op.code == OP_ALLOCA) {
		type = LLVMGetAllocatedType(instruction);
		op.immediate = LLVMABISizeOfType(
			compiler->program->shapes.layout, type);
		return emit_plain(compiler, instruction, op, 1);
	}
	if (LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic)
		return compile_refuse(compiler, instruction);
	op.immediate = LLVMGetAlignment(instruction);
	if (op.code == OP_LOAD)
		return emit_plain(compiler, instruction, op, 1) ||
				       emit_instruction_promises(
					       compiler, instruction, op.result)
			       ? -1
			       : 0;
	/* The value is operand 0. */
	if (compile_use_operand(compiler, instruction, 1, &op.a) ||
		compile_use_operand(compiler, instruction, 0, &op.b))
		return -1;
	compile_emit(compiler, op);
	return 0;
}

/* Adds a step of an index of TYPE; all of a struct's are constants. */
static int compile_add_step(struct compiler *compiler, LLVMValueRef index,
	LLVMTypeRef *type, bool is_first, struct op *op)
{
	LLVMTargetDataRef layout = compiler->program->shapes.layout;
	uint64_t bytes;
	uint32_t slot;

	if (!is_first && LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
		unsigned field =
			LLVMIsAConstantInt(index)
				? (unsigned)LLVMConstIntGetZExtValue(index)
				: 0;

		if (!LLVMIsAConstantInt(index))
			return -1;
		op->immediate += LLVMOffsetOfElement(layout, *type, field);
		*type = LLVMStructGetTypeAtIndex(*type, field);
		return 0;
	}
	if (!is_first)
		*type = LLVMGetElementType(*type);
	bytes = LLVMABISizeOfType(layout, *type);
	if (compile_use(compiler, index, &slot))
		return -1;
	compile_add_extra(compiler, slot);
	compile_add_extra(compiler, (uint32_t)bytes);
	compiler->code->extra[op->extra]++;
	return 0;
}

static int emit_address(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(instruction);

	if (LLVMIsInBounds(instruction))
		op.flags |= LANE_INBOUNDS;
	op.extra = compile_add_extra(compiler, 0);
	for (int i = 1; i < LLVMGetNumOperands(instruction); i++)
		if (compile_add_step(compiler,
			    LLVMGetOperand(instruction, (unsigned)i), &type,
			    i == 1, &op))
			return compile_refuse(compiler, instruction);
	return emit_plain(compiler, instruction, op, 1);
}

/* Of a function that is not known it counts what it is given. */
static int emit_give(struct compiler *compiler, LLVMValueRef call, struct op op)
{
	unsigned count = LLVMGetNumArgOperands(call);
	size_t length;
	const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length);

	if (!compiler->program->is_seen || !strncmp(name, "llvm.", 5))
		return compile_refuse(compiler, call);
	op.code = OP_GIVE;
	op.immediate = parameters_hash(0, name, length);
	op.extra = compile_add_extra(compiler, count);
	for (unsigned i = 0; i < count; i++)
		compile_add_extra(compiler, NO_SLOT);
	for (unsigned i = 0; i < count; i++)
		if (compile_use_operand(compiler, call, i,
			    &compiler->code->extra[op.extra + 1 + i]))
			return -1;
	compile_emit(compiler, op);
	return 0;
}

static int emit_callee(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	LLVMValueRef callee = LLVMGetCalledValue(instruction);
	unsigned count = LLVMGetNumArgOperands(instruction);
	size_t length;
	const char *name;
	int64_t number;

	if (!LLVMIsAFunction(callee))
		return compile_refuse(compiler, instruction);
	if (LLVMIsDeclaration(callee)) {
		name = LLVMGetValueName2(callee, &length);
		/* One that this release lacks is nothing to its code. */
		if (!strncmp(name, "llvm.", 5) && !LLVMGetIntrinsicID(callee))
			return compile_refuse(compiler, instruction);
		switch (calls_find(name, count, &op)) {
		case CALL_NOTHING:
			return 0;
		case CALL_OP:
			return emit_plain(compiler, instruction, op,
				count < 3 ? count : 3);
		case CALL_UNKNOWN:
			return emit_give(compiler, instruction, op);
		}
	}
	number = program_add_function(compiler->program, callee, compiler->err);
	if (number < 0)
		return -1;
	op.immediate = (uint64_t)number;
	op.extra = (uint32_t)compiler->code->extras;
	for (unsigned i = 0; i < count; i++)
		compile_add_extra(compiler, NO_SLOT);
	for (unsigned i = 0; i < count; i++)
		if (compile_use_operand(compiler, instruction, i,
			    &compiler->code->extra[op.extra + i]))
			return -1;
	compile_emit(compiler, op);
	return 0;
}

static int emit_call(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	return emit_defined(compiler, instruction) ||
			       emit_callee(compiler, instruction, op) ||
			       emit_instruction_promises(
				       compiler, instruction, op.result)
		       ? -1
		       : 0;
}

/*--- edges ---*/

/* The edge from the block of BRANCH to TO. */
static int compile_add_edge(struct compiler *compiler, LLVMValueRef branch,
	LLVMBasicBlockRef to, uint32_t *edge)
{
	LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);
	uint32_t slot;

	*edge = compile_add_extra(compiler, compile_find(compiler, to)->number);
	compile_add_extra(compiler, 0);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(to);
		phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		unsigned i = 0;

		while (LLVMGetIncomingBlock(phi, i) != from)
			i++;
		if (compile_use(compiler, LLVMGetIncomingValue(phi, i), &slot))
			return -1;
		compile_add_extra(
			compiler, compile_find(compiler, phi)->number);
		compile_add_extra(compiler, slot);
		compiler->code->extra[*edge + 1]++;
	}
	return 0;
}

static int emit_branch(
	struct compiler *compiler, LLVMValueRef branch, struct op op)
{
	bool is_conditional = LLVMIsConditional(branch);

	op.code = is_conditional ? OP_BRANCH : OP_JUMP;
	if (compile_add_edge(
		    compiler, branch, LLVMGetSuccessor(branch, 0), &op.extra))
		return -1;
	if (is_conditional &&
		(compile_use(compiler, LLVMGetCondition(branch), &op.a) ||
			compile_add_edge(compiler, branch,
				LLVMGetSuccessor(branch, 1), &op.b)))
		return -1;
	compile_emit(compiler, op);
	return 0;
}

static int emit_switch(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	unsigned count = LLVMGetNumSuccessors(instruction);
	uint32_t slot, edge;

	if (compile_use_operand(compiler, instruction, 0, &op.a))
		return -1;
	op.extra = compile_add_extra(compiler, NO_SLOT);
	compile_add_extra(compiler, count - 1);
	for (unsigned i = 1; i < count; i++) {
		compile_add_extra(compiler, NO_SLOT);
		compile_add_extra(compiler, NO_SLOT);
	}
	for (unsigned i = 0; i < count; i++) {
		uint32_t at = op.extra + 2 * i;

		if (compile_add_edge(compiler, instruction,
			    LLVMGetSuccessor(instruction, i), &edge))
			return -1;
		compiler->code->extra[i ? at + 1 : at] = edge;
		if (!i)
			continue;
		if (compile_use_operand(compiler, instruction, 2 * i, &slot))
			return -1;
		compiler->code->extra[at] = slot;
	}
	compile_emit(compiler, op);
	return 0;
}

static int emit_return(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	op.a = NO_SLOT;
	return emit_plain(compiler, instruction, op,
		LLVMGetNumOperands(instruction) ? 1 : 0);
}

/*--- all of them ---*/

/* Instructions that are a code and their operands. */
static const struct plain_instruction {
	uint8_t code, operands;
	bool is_known;
} plain_instructions[] = {
	[LLVMAdd] = {OP_BINARY, 2, true},
	[LLVMSub] = {OP_BINARY, 2, true},
	[LLVMMul] = {OP_BINARY, 2, true},
	[LLVMUDiv] = {OP_BINARY, 2, true},
	[LLVMSDiv] = {OP_BINARY, 2, true},
	[LLVMURem] = {OP_BINARY, 2, true},
	[LLVMSRem] = {OP_BINARY, 2, true},
	[LLVMShl] = {OP_BINARY, 2, true},
	[LLVMLShr] = {OP_BINARY, 2, true},
	[LLVMAShr] = {OP_BINARY, 2, true},
	[LLVMAnd] = {OP_BINARY, 2, true},
	[LLVMOr] = {OP_BINARY, 2, true},
	[LLVMXor] = {OP_BINARY, 2, true},
	[LLVMTrunc] = {OP_CAST, 1, true},
	[LLVMZExt] = {OP_CAST, 1, true},
	[LLVMSExt] = {OP_CAST, 1, true},
	[LLVMPtrToInt] = {OP_CAST, 1, true},
	[LLVMIntToPtr] = {OP_CAST, 1, true},
	[LLVMFAdd] = {OP_FLOAT, 2, true},
	[LLVMFSub] = {OP_FLOAT, 2, true},
	[LLVMFMul] = {OP_FLOAT, 2, true},
	[LLVMFDiv] = {OP_FLOAT, 2, true},
	[LLVMFRem] = {OP_FLOAT, 2, true},
	[LLVMFNeg] = {OP_FLOAT, 1, true},
	[LLVMSIToFP] = {OP_FLOAT, 1, true},
	[LLVMUIToFP] = {OP_FLOAT, 1, true},
	[LLVMFPToSI] = {OP_FLOAT, 1, true},
	[LLVMFPToUI] = {OP_FLOAT, 1, true},
	[LLVMFPExt] = {OP_FLOAT, 1, true},
	[LLVMFPTrunc] = {OP_FLOAT, 1, true},
	[LLVMSelect] = {OP_SELECT, 3, true},
	[LLVMFreeze] = {OP_FREEZE, 1, true},
	[LLVMBitCast] = {OP_BITCAST, 1, true},
	[LLVMExtractElement] = {OP_EXTRACT_ELEMENT, 2, true},
	[LLVMInsertElement] = {OP_INSERT_ELEMENT, 3, true},
	[LLVMUnreachable] = {OP_UNREACHABLE, 0, true},
};

/* Those whose predicate, type or targets count, too. */
static int emit_other(struct compiler *compiler, LLVMValueRef instruction,
	LLVMOpcode opcode, struct op op)
{
	switch (opcode) {
	case LLVMFCmp:
		op.code = OP_FLOAT_COMPARE;
		op.kind = (uint8_t)LLVMGetFCmpPredicate(instruction);
		return emit_plain(compiler, instruction, op, 2);
	case LLVMICmp:
		op.code = OP_COMPARE;
		op.kind = (uint8_t)LLVMGetICmpPredicate(instruction);
		return emit_plain(compiler, instruction, op, 2);
	case LLVMExtractValue:
	case LLVMInsertValue:
		op.code = opcode == LLVMExtractValue ? OP_EXTRACT_VALUE
						     : OP_INSERT_VALUE;
		return emit_value_part(compiler, instruction, op);
	case LLVMShuffleVector:
		op.code = OP_SHUFFLE;
		return emit_shuffle(compiler, instruction, op);
	case LLVMAlloca:
	case LLVMLoad:
	case LLVMStore:
		op.code = opcode == LLVMAlloca ? OP_ALLOCA
			  : opcode == LLVMLoad ? OP_LOAD
					       : OP_STORE;
		return emit_memory(compiler, instruction, op);
	case LLVMGetElementPtr:
		op.code = OP_ADDRESS;
		return emit_address(compiler, instruction, op);
	case LLVMCall:
		op.code = OP_CALL;
		return emit_call(compiler, instruction, op);
	case LLVMPHI:
		op.code = OP_FLOAT_PROMISE;
		if (op.flags)
			compile_emit(compiler, op);
		return 0;
	case LLVMBr:
		return emit_branch(compiler, instruction, op);
	case LLVMSwitch:
		op.code = OP_SWITCH;
		return emit_switch(compiler, instruction, op);
	case LLVMRet:
		op.code = OP_RETURN;
		return emit_return(compiler, instruction, op);
	default:
		return compile_refuse(compiler, instruction);
	}
}

int compile_instruction(struct compiler *compiler, LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	struct op op = {.kind = (uint8_t)opcode,
		.result = compile_find(compiler, instruction)->number};
	size_t count = sizeof plain_instructions / sizeof plain_instructions[0];

	op.flags = compiler->flag[compiler->instruction];
	compiler->instruction++;
	if (opcode >= count || !plain_instructions[opcode].is_known)
		return emit_other(compiler, instruction, opcode, op);
	const struct plain_instruction *plain = &plain_instructions[opcode];
	op.code = plain->code;
	if (plain->code == OP_FLOAT)
		op.b = op.c = NO_SLOT;
	return emit_plain(compiler, instruction, op, plain->operands);
}
