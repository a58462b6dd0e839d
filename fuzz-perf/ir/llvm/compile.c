/* SPDX-License-Identifier: MIT
 * Functions of an LLVM module become flat lists of operations on slots. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/compile.h"
#include "fuzz-perf/ir/llvm/interpret.h"

/*--- what has a number ---*/

struct compile_known *compile_find(
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

int compile_refuse(struct compiler *compiler, LLVMValueRef value)
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

int compile_use(struct compiler *compiler, LLVMValueRef value, uint32_t *slot)
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
	if (compiler->program->is_seen)
		each_begin(code, &code->slot[added]);
	*slot = (uint32_t)added;
	/* A table that has many entries takes no more; a constant may be read
	 * twice. */
	if (code->slots < compiler->known_capacity / 2)
		compile_note(compiler, value, *slot);
	return 0;
}

int compile_use_operand(struct compiler *compiler, LLVMValueRef instruction,
	unsigned index, uint32_t *slot)
{
	return compile_use(compiler, LLVMGetOperand(instruction, index), slot);
}

uint32_t compile_add_extra(struct compiler *compiler, uint32_t value)
{
	struct llvm_code *code = compiler->code;

	code->extra = memory_grow(code->extra, &code->extras_capacity,
		code->extras + 1, sizeof *code->extra);
	code->extra[code->extras] = value;
	return (uint32_t)code->extras++;
}

void compile_emit(struct compiler *compiler, struct op op)
{
	struct llvm_code *code = compiler->code;

	code->op = memory_grow(
		code->op, &code->ops_capacity, code->ops + 1, sizeof *code->op);
	code->op[code->ops++] = op;
}

/*--- functions ---*/

/* Gives each value a slot and each block a number. */
static int number_values(struct compiler *compiler, LLVMValueRef function)
{
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
			instructions++;
		}
	}
	compiler->code->block = memory_alloc_zero(blocks, sizeof(uint32_t));
	compiler->flag = memory_alloc_zero(instructions + 1, 1);
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
		/* Nothing branches to the first block. */
		if (blocks == 1 && compile_parameters(compiler, function))
			return -1;
		for (LLVMValueRef value = LLVMGetFirstInstruction(block); value;
			value = LLVMGetNextInstruction(value))
			if (compile_instruction(compiler, value))
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

static struct llvm_program *program_make(
	LLVMValueRef function, bool is_seen, struct error *err)
{
	struct llvm_program *program = memory_alloc_zero(1, sizeof *program);

	program->is_seen = is_seen;
	program->each_most = IRF_SOME;
	program->module = LLVMGetGlobalParent(function);
	program->shapes.layout = LLVMGetModuleDataLayout(program->module);
	program->shapes.arena = &program->arena;
	if (program_add_function(program, function, err) < 0) {
		program_free(program);
		return NULL;
	}
	return program;
}

struct llvm_program *program_new(LLVMValueRef function, struct error *err)
{
	return program_make(function, false, err);
}

struct llvm_program *program_new_seen(LLVMValueRef function, struct error *err)
{
	return program_make(function, true, err);
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
	free(program->each);
	objects_drop(&program->objects, 0);
	shapes_release(&program->shapes);
	arena_release(&program->arena);
	free(program);
}
