/* SPDX-License-Identifier: MIT
 * Functions of an LLVM module become flat lists of operations on slots. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/calls.h"
#include "fuzz-perf/ir/llvm/code.h"
#include "fuzz-perf/ir/llvm/lanes.h"
#include "fuzz-perf/ir/llvm/limbs.h"
#include "fuzz-perf/ir/llvm/promises.h"

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
	uint8_t *flag;	    /* of the instructions; NULL: nothing is promised */
	size_t instruction; /* the next one */
	struct error *err;
};

/*--- what has a number ---*/

static struct compile_known *compile_find(
	const struct compiler *compiler, const void *key)
{
	size_t mask = compiler->known_capacity - 1;
	size_t at = ((uintptr_t)key >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 32;

	while (compiler->known[at & mask].key &&
		compiler->known[at & mask].key != key)
		at++;
	return &compiler->known[at & mask];
}

static void compile_note(
	struct compiler *compiler, const void *key, uint32_t number)
{
	*compile_find(compiler, key) =
		(struct compile_known){.key = key, .number = number};
}

static int compile_refuse(struct compiler *compiler, LLVMValueRef value)
{
	char *text = LLVMPrintValueToString(value);

	error_set(compiler->err, "not supported:%s%.200s",
		*text == ' ' ? "" : " ", text);
	LLVMDisposeMessage(text);
	return -1;
}

/* A slot for a value of TYPE. Returns its number, or -1. */
static int64_t compile_add_slot(struct compiler *compiler, LLVMTypeRef type)
{
	const struct shape *shape =
		shapes_find(&compiler->program->shapes, type);
	struct llvm_code *code = compiler->code;
	size_t words;

	if (!shape)
		return -1;
	words = (size_t)shape->lanes * shape->limbs;
	code->slot = memory_grow(code->slot, &code->slots_capacity,
		code->slots + 1, sizeof *code->slot);
	code->word = memory_grow(code->word, &code->words_capacity,
		code->words + words + 1, sizeof *code->word);
	code->state = memory_grow(code->state, &code->lanes_capacity,
		code->lanes + shape->lanes + 1, sizeof *code->state);
	code->slot[code->slots] = (struct slot){.shape = shape,
		.word = (uint32_t)code->words,
		.lane = (uint32_t)code->lanes};
	code->words += words;
	code->lanes += shape->lanes;
	return (int64_t)code->slots++;
}

/* The slot of an operand. Constants get theirs when they are met. */
static int use(struct compiler *compiler, LLVMValueRef value, uint32_t *slot)
{
	struct compile_known *known = compile_find(compiler, value);
	struct llvm_code *code = compiler->code;
	int64_t added;

	if (known->key) {
		*slot = known->number;
		return 0;
	}
	added = LLVMIsConstant(value)
			? compile_add_slot(compiler, LLVMTypeOf(value))
			: -1;
	if (added < 0 || program_read_constant(compiler->program, value,
				 code->slot[added].shape->limbs,
				 code->word + code->slot[added].word,
				 code->state + code->slot[added].lane) < 0)
		return compile_refuse(compiler, value);
	*slot = (uint32_t)added;
	/* A table that has many entries takes no more; a constant may be read
	 * twice. */
	if (code->slots < compiler->known_capacity / 2)
		compile_note(compiler, value, *slot);
	return 0;
}

static int use_operand(struct compiler *compiler, LLVMValueRef instruction,
	unsigned index, uint32_t *slot)
{
	return use(compiler, LLVMGetOperand(instruction, index), slot);
}

static uint32_t add_extra(struct compiler *compiler, uint32_t value)
{
	struct llvm_code *code = compiler->code;

	code->extra = memory_grow(code->extra, &code->extras_capacity,
		code->extras + 1, sizeof *code->extra);
	code->extra[code->extras] = value;
	return (uint32_t)code->extras++;
}

static void emit(struct compiler *compiler, struct op op)
{
	struct llvm_code *code = compiler->code;

	code->op = memory_grow(
		code->op, &code->ops_capacity, code->ops + 1, sizeof *code->op);
	code->op[code->ops++] = op;
}

/*--- instructions ---*/

/* Operands 0 up to COUNT - 1 become A, B, C. */
static int emit_plain(struct compiler *compiler, LLVMValueRef instruction,
	struct op op, unsigned count)
{
	uint32_t *const slot[] = {&op.a, &op.b, &op.c};

	for (unsigned i = 0; i < count && i < sizeof slot / sizeof slot[0]; i++)
		if (use_operand(compiler, instruction, i, slot[i]))
			return -1;
	emit(compiler, op);
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
		add_extra(compiler, (uint32_t)LLVMGetMaskValue(instruction, i));
	return emit_plain(compiler, instruction, op, 2);
}

/* What INSTRUCTION, which has the slot RESULT, promises of it. */
static int emit_promises(
	struct compiler *compiler, LLVMValueRef instruction, uint32_t result)
{
	struct promises promises = promises_read(instruction);
	struct op op = {.code = OP_RANGE, .result = result, .a = result};
	uint32_t slot;

	if (promises.count) {
		op.extra = add_extra(compiler, promises.count);
		for (unsigned i = 0; i < promises.count; i++)
			add_extra(compiler, NO_SLOT);
		for (unsigned i = 0; i < promises.count; i++) {
			if (use(compiler, promises.bound[i], &slot))
				return -1;
			compiler->code->extra[op.extra + 1 + i] = slot;
		}
		emit(compiler, op);
	}
	op.code = OP_DEFINED;
	if (promises.is_defined)
		emit(compiler, op);
	return 0;
}

/* Of the arguments of CALL. */
static int emit_defined(struct compiler *compiler, LLVMValueRef call)
{
	struct op op = {.code = OP_DEFINED, .result = NO_SLOT};

	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		if (!promises_is_defined(call, i))
			continue;
		if (use_operand(compiler, call, i, &op.a))
			return -1;
		emit(compiler, op);
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
				       emit_promises(
					       compiler, instruction, op.result)
			       ? -1
			       : 0;
	/* The value is operand 0. */
	if (use_operand(compiler, instruction, 1, &op.a) ||
		use_operand(compiler, instruction, 0, &op.b))
		return -1;
	emit(compiler, op);
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
	if (use(compiler, index, &slot))
		return -1;
	add_extra(compiler, slot);
	add_extra(compiler, (uint32_t)bytes);
	compiler->code->extra[op->extra]++;
	return 0;
}

static int emit_address(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(instruction);

	if (LLVMIsInBounds(instruction))
		op.flags |= LANE_INBOUNDS;
	op.extra = add_extra(compiler, 0);
	for (int i = 1; i < LLVMGetNumOperands(instruction); i++)
		if (compile_add_step(compiler,
			    LLVMGetOperand(instruction, (unsigned)i), &type,
			    i == 1, &op))
			return compile_refuse(compiler, instruction);
	return emit_plain(compiler, instruction, op, 1);
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
		switch (calls_find(name, count, &op)) {
		case CALL_NOTHING:
			return 0;
		case CALL_OP:
			return emit_plain(compiler, instruction, op,
				count < 3 ? count : 3);
		case CALL_UNKNOWN:
			return compile_refuse(compiler, instruction);
		}
	}
	number = program_add_function(compiler->program, callee, compiler->err);
	if (number < 0)
		return -1;
	op.immediate = (uint64_t)number;
	op.extra = (uint32_t)compiler->code->extras;
	for (unsigned i = 0; i < count; i++)
		add_extra(compiler, NO_SLOT);
	for (unsigned i = 0; i < count; i++)
		if (use_operand(compiler, instruction, i,
			    &compiler->code->extra[op.extra + i]))
			return -1;
	emit(compiler, op);
	return 0;
}

static int emit_call(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	return emit_defined(compiler, instruction) ||
			       emit_callee(compiler, instruction, op) ||
			       emit_promises(compiler, instruction, op.result)
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

	*edge = add_extra(compiler, compile_find(compiler, to)->number);
	add_extra(compiler, 0);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(to);
		phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		unsigned i = 0;

		while (LLVMGetIncomingBlock(phi, i) != from)
			i++;
		if (use(compiler, LLVMGetIncomingValue(phi, i), &slot))
			return -1;
		add_extra(compiler, compile_find(compiler, phi)->number);
		add_extra(compiler, slot);
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
		(use(compiler, LLVMGetCondition(branch), &op.a) ||
			compile_add_edge(compiler, branch,
				LLVMGetSuccessor(branch, 1), &op.b)))
		return -1;
	emit(compiler, op);
	return 0;
}

static int emit_switch(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	unsigned count = LLVMGetNumSuccessors(instruction);
	uint32_t slot, edge;

	if (use_operand(compiler, instruction, 0, &op.a))
		return -1;
	op.extra = add_extra(compiler, NO_SLOT);
	add_extra(compiler, count - 1);
	for (unsigned i = 1; i < count; i++) {
		add_extra(compiler, NO_SLOT);
		add_extra(compiler, NO_SLOT);
	}
	for (unsigned i = 0; i < count; i++) {
		uint32_t at = op.extra + 2 * i;

		if (compile_add_edge(compiler, instruction,
			    LLVMGetSuccessor(instruction, i), &edge))
			return -1;
		compiler->code->extra[i ? at + 1 : at] = edge;
		if (!i)
			continue;
		if (use_operand(compiler, instruction, 2 * i, &slot))
			return -1;
		compiler->code->extra[at] = slot;
	}
	emit(compiler, op);
	return 0;
}

static int emit_return(
	struct compiler *compiler, LLVMValueRef instruction, struct op op)
{
	op.a = NO_SLOT;
	return emit_plain(compiler, instruction, op,
		LLVMGetNumOperands(instruction) ? 1 : 0);
}

/*--- functions ---*/

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

static int emit_instruction(struct compiler *compiler, LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	struct op op = {.kind = (uint8_t)opcode,
		.result = compile_find(compiler, instruction)->number};
	size_t count = sizeof plain_instructions / sizeof plain_instructions[0];

	if (compiler->flag)
		op.flags = compiler->flag[compiler->instruction];
	compiler->instruction++;
	if (opcode >= count || !plain_instructions[opcode].is_known)
		return emit_other(compiler, instruction, opcode, op);
	const struct plain_instruction *plain = &plain_instructions[opcode];
	op.code = plain->code;
	if (plain->code == OP_FLOAT && plain->operands == 1)
		op.b = NO_SLOT;
	return emit_plain(compiler, instruction, op, plain->operands);
}

/* Whether an instruction of the kind may promise what the C API does not tell. */
static bool may_promise(LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMLShr:
	case LLVMAShr:
		return true;
	case LLVMOr:
	case LLVMZExt:
	case LLVMTrunc:
		return LLVM_VERSION_MAJOR >= 18;
	default:
		return false;
	}
}

/* Gives each value a slot and each block a number. */
static int number_values(struct compiler *compiler, LLVMValueRef function)
{
	bool may = false;
	uint32_t blocks = 0;
	size_t instructions = 0;

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block)) {
		compile_note(compiler, block, blocks++);
		for (LLVMValueRef value = LLVMGetFirstInstruction(block); value;
			value = LLVMGetNextInstruction(value)) {
			int64_t slot =
				compile_add_slot(compiler, LLVMTypeOf(value));

			if (slot < 0)
				return compile_refuse(compiler, value);
			compile_note(compiler, value, (uint32_t)slot);
			may |= may_promise(LLVMGetInstructionOpcode(value));
			instructions++;
		}
	}
	compiler->code->block = memory_alloc_zero(blocks, sizeof(uint32_t));
	if (!may)
		return 0;
	compiler->flag = memory_alloc_zero(instructions, 1);
	return flags_read(
		function, compiler->flag, instructions, compiler->err);
}

static size_t count_values(LLVMValueRef function)
{
	size_t count = LLVMCountParams(function);

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block)) {
		count++;
		for (LLVMValueRef value = LLVMGetFirstInstruction(block); value;
			value = LLVMGetNextInstruction(value))
			count++;
	}
	return count;
}

static int compile_compile(struct compiler *compiler, LLVMValueRef function)
{
	struct llvm_code *code = compiler->code;
	uint32_t blocks = 0;

	compiler->known_capacity = 64;
	while (compiler->known_capacity < 4 * count_values(function))
		compiler->known_capacity *= 2;
	compiler->known = memory_alloc_zero(
		compiler->known_capacity, sizeof *compiler->known);
	for (unsigned i = 0; i < LLVMCountParams(function); i++) {
		LLVMValueRef value = LLVMGetParam(function, i);
		int64_t slot = compile_add_slot(compiler, LLVMTypeOf(value));

		if (slot < 0)
			return compile_refuse(compiler, value);
		compile_note(compiler, value, (uint32_t)slot);
	}
	if (number_values(compiler, function))
		return -1;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block)) {
		code->block[blocks++] = (uint32_t)code->ops;
		for (LLVMValueRef value = LLVMGetFirstInstruction(block); value;
			value = LLVMGetNextInstruction(value))
			if (emit_instruction(compiler, value))
				return -1;
	}
	return 0;
}

int64_t program_add_function(
	struct llvm_program *program, LLVMValueRef function, struct error *err)
{
	struct compiler compiler = {.program = program, .err = err};
	size_t number = program->codes;
	int status;

	for (size_t i = 0; i < program->codes; i++)
		if (program->code[i]->function == function)
			return (int64_t)i;
	program->code = memory_grow(program->code, &program->codes_capacity,
		program->codes + 1, sizeof(struct llvm_code *));
	compiler.code = memory_alloc_zero(1, sizeof *compiler.code);
	compiler.code->function = function;
	program->code[program->codes++] = compiler.code;
	status = compile_compile(&compiler, function);
	free(compiler.known);
	free(compiler.flag);
	return status ? -1 : (int64_t)number;
}

struct llvm_program *program_new(LLVMValueRef function, struct error *err)
{
	struct llvm_program *program = memory_alloc_zero(1, sizeof *program);

	program->module = LLVMGetGlobalParent(function);
	program->shapes.layout = LLVMGetModuleDataLayout(program->module);
	program->shapes.arena = &program->arena;
	if (program_add_function(program, function, err) < 0) {
		program_free(program);
		return NULL;
	}
	return program;
}

void program_free(struct llvm_program *program)
{
	if (!program)
		return;
	for (size_t i = 0; i < program->codes; i++) {
		struct llvm_code *code = program->code[i];

		free(code->op);
		free(code->extra);
		free(code->slot);
		free(code->block);
		free(code->word);
		free(code->state);
		free(code);
	}
	free(program->code);
	free(program->global);
	objects_drop(&program->objects, 0);
	shapes_release(&program->shapes);
	arena_release(&program->arena);
	free(program);
}
