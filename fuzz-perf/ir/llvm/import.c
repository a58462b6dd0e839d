/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR, as far as it can say what
 * they do: blocks, functions and files. Where an operation is undefined, the portable one
 * may have some value: what is imported refines what was written. */
#include "config.h"

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/functions.h"
#include "fuzz-perf/ir/llvm/import.h"
#include "fuzz-perf/ir/llvm/target.h"
#include "lib/memory.h"

#define IMPORT_WHY 200 /* characters of a reason */
#define HAS_LOOP   "it has a loop"

/*--- blocks ---*/

unsigned import_find_block(
	const struct importer *importer, LLVMBasicBlockRef block)
{
	unsigned at = 0;

	while (at < importer->block_count && importer->block[at] != block)
		at++;
	return at;
}

static bool is_seen(const struct importer *importer, LLVMBasicBlockRef block)
{
	for (unsigned i = 0; i < importer->seen_count; i++)
		if (importer->seen[i] == block)
			return true;
	return false;
}

/* Puts BLOCK after all blocks that it leads to. */
static void order_blocks(struct importer *importer, LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

	if (importer->seen_count == IMPORT_BLOCKS_MAX)
		import_refuse(importer, "it has more than %d blocks",
			IMPORT_BLOCKS_MAX);
	importer->seen[importer->seen_count++] = block;
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
		LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
		if (!is_seen(importer, next))
			order_blocks(importer, next);
	}
	importer->block[importer->block_count++] = block;
}

static void sort_blocks(struct importer *importer)
{
	order_blocks(importer, LLVMGetEntryBasicBlock(importer->function));
	for (unsigned i = 0, k = importer->block_count; i + 1 < k; i++) {
		LLVMBasicBlockRef block = importer->block[i];
		importer->block[i] = importer->block[--k];
		importer->block[k] = block;
	}
}

static void refuse_loops(struct importer *importer)
{
	for (unsigned i = 0; i < importer->block_count; i++) {
		LLVMValueRef end =
			LLVMGetBasicBlockTerminator(importer->block[i]);
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
			if (import_find_block(
				    importer, LLVMGetSuccessor(end, k)) <= i)
				import_refuse(importer, "%s", HAS_LOOP);
	}
}

static node_t *add_logic(
	struct importer *importer, enum irf_op op, node_t *a, node_t *b)
{
	if (!a || !b)
		return a ? a : b;
	return import_add(importer, op, ir_bits(importer->to, 1),
		op == IRF_NOT ? 1 : 2, a, b, NULL);
}

/* Whether END goes to its successor AT when it is run, as a bit; NULL: always. */
static node_t *import_way(
	struct importer *importer, LLVMValueRef end, unsigned at)
{
	type_t *bit = ir_bits(importer->to, 1);
	node_t *value, *any = NULL;

	if (LLVMGetNumSuccessors(end) == 1)
		return NULL;
	value = import_operand(importer, end, 0);
	if (LLVMGetInstructionOpcode(end) == LLVMBr)
		return at ? import_add(importer, IRF_NOT, bit, 1, value, NULL,
				    NULL)
			  : value;
	if (LLVMGetInstructionOpcode(end) != LLVMSwitch)
		import_refuse(importer, "it ends a block in an uncommon way");
	/* Operands of a switch: value, default, then pairs of case and block. */
	if (at)
		return import_add(importer, IRF_EQ, bit, 2, value,
			import_operand(importer, end, 2 * at), NULL);
	for (unsigned i = 1; i < LLVMGetNumSuccessors(end); i++)
		any = add_logic(importer, IRF_OR, any,
			import_add(importer, IRF_EQ, bit, 2, value,
				import_operand(importer, end, 2 * i), NULL));
	return any ? import_add(importer, IRF_NOT, bit, 1, any, NULL, NULL)
		   : NULL;
}

/* Whether FROM is run and goes to TO, as a bit. NULL: always. */
static node_t *import_edge(
	struct importer *importer, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
	node_t *goes = NULL;

	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
		if (LLVMGetSuccessor(end, i) != to)
			continue;
		node_t *way = import_way(importer, end, i);
		if (!way)
			return importer
				->taken[import_find_block(importer, from)];
		goes = add_logic(importer, IRF_OR, goes, way);
	}
	return add_logic(importer, IRF_AND, goes,
		importer->taken[import_find_block(importer, from)]);
}

/* VALUE where WHEN, else what OTHERWISE is, if it is anything. */
static node_t *choose(struct importer *importer, node_t *when, node_t *value,
	node_t *otherwise)
{
	if (!otherwise || !when)
		return value;
	return import_add(
		importer, IRF_SELECT, value->type, 3, when, value, otherwise);
}

static node_t *import_phi(struct importer *importer, LLVMValueRef phi)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(phi);
	node_t *value = NULL;

	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		/* A block that is never reached has no place in the order. */
		if (import_find_block(importer, from) < importer->block_count)
			value = choose(importer,
				import_edge(importer, from, block),
				import_value(
					importer, LLVMGetIncomingValue(phi, i)),
				value);
	}
	return value;
}

/* Whether block AT is run, as the first block is: if any block before it goes there. */
static void import_taken(struct importer *importer, unsigned at)
{
	node_t *taken = NULL;

	for (unsigned i = 0; i < at; i++) {
		LLVMValueRef end =
			LLVMGetBasicBlockTerminator(importer->block[i]);
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
			if (LLVMGetSuccessor(end, k) != importer->block[at])
				continue;
			node_t *edge = import_edge(importer, importer->block[i],
				importer->block[at]);
			if (!edge) {
				importer->taken[at] = NULL;
				return;
			}
			taken = add_logic(importer, IRF_OR, taken, edge);
			break;
		}
	}
	importer->taken[at] = taken;
}

/*--- functions ---*/

/* Whether INSTRUCTION says something about values, and does nothing. */
static bool is_annotation(LLVMValueRef instruction)
{
	static const char *const names[] = {"llvm.dbg.", "llvm.donothing",
		"llvm.experimental.guard",
		"llvm.experimental.noalias.scope.decl", "llvm.invariant.",
		"llvm.lifetime.", "llvm.sideeffect"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (LLVMIsACallInst(instruction) &&
			!strncmp(import_callee(instruction), names[i],
				strlen(names[i])))
			return true;
	return false;
}

static bool import_is_assume(LLVMValueRef instruction)
{
	return LLVMIsACallInst(instruction) &&
	       !strcmp(import_callee(instruction), "llvm.assume");
}

void import_assume(struct importer *importer, node_t *holds)
{
	type_t *bit = ir_bits(importer->to, 1);
	node_t *taken = importer->taken[importer->at];

	if (!import_is_exact(importer))
		return;
	if (!holds)
		holds = import_number(importer, bit, 0);
	if (taken)
		holds = import_add(importer, IRF_SELECT, bit, 3, taken, holds,
			import_number(importer, bit, 1));
	import_add(importer, IRF_ASSUME, bit, 1, holds, NULL, NULL);
}

/* What has no value. */
static void import_effect(struct importer *importer, LLVMValueRef instruction)
{
	if (LLVMIsAStoreInst(instruction))
		import_store(importer, instruction);
	else if (import_is_copy(instruction))
		import_copy(importer, instruction);
	else if (import_is_assume(instruction))
		import_assume(
			importer, import_operand(importer, instruction, 0));
	else
		import_other_call(importer, instruction);
}

static bool has_effect(LLVMValueRef instruction)
{
	return LLVMIsAStoreInst(instruction) ||
	       (LLVMIsACallInst(instruction) &&
		       LLVMGetTypeKind(LLVMTypeOf(instruction)) ==
			       LLVMVoidTypeKind);
}

static bool import_is_overflow(LLVMValueRef instruction)
{
	return LLVMIsACallInst(instruction) &&
	       strstr(import_callee(instruction), ".with.overflow.");
}

/* How many instructions of its function come before INSTRUCTION. */
static unsigned count_before(LLVMValueRef function, LLVMValueRef instruction)
{
	unsigned count = 0;

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef next = LLVMGetFirstInstruction(block); next;
			next = LLVMGetNextInstruction(next), count++)
			if (next == instruction)
				return count;
	return count;
}

static void import_return(struct importer *importer, LLVMValueRef end)
{
	struct irf_fn *fn = &importer->to->fn;
	bool returns = LLVMGetNumOperands(end);

	if (!returns && !fn->buffer_count)
		import_refuse(importer, "it has no effect");
	importer->result = choose(importer, importer->taken[importer->at],
		returns ? import_operand(importer, end, 0)
			: import_number(importer, ir_bits(importer->to, 1), 0),
		importer->result);
}

static void import_instruction(
	struct importer *importer, LLVMValueRef instruction)
{
	if (is_annotation(instruction))
		return;
	if (has_effect(instruction))
		import_effect(importer, instruction);
	else if (LLVMIsAAllocaInst(instruction))
		import_alloca(importer, instruction);
	else if (!import_is_overflow(instruction) &&
		 !import_is_address(instruction))
		import_remember(importer, instruction,
			import_promises(importer, instruction,
				import_operation(importer, instruction)));
}

void import_instructions(struct importer *importer)
{
	LLVMBasicBlockRef block = importer->block[importer->at];

	for (LLVMValueRef next = LLVMGetFirstInstruction(block); next;
		next = LLVMGetNextInstruction(next)) {
		importer->instruction =
			1 + count_before(importer->function, next);
		if (!LLVMIsAPHINode(next) && !LLVMIsATerminatorInst(next))
			import_instruction(importer, next);
	}
}

/* A block of which it is a value whether it is run. */
static void import_block(struct importer *importer)
{
	LLVMBasicBlockRef block = importer->block[importer->at];
	LLVMValueRef next = LLVMGetFirstInstruction(block);

	if (importer->at)
		import_taken(importer, importer->at);
	for (; LLVMIsAPHINode(next); next = LLVMGetNextInstruction(next))
		import_remember(importer, next, import_phi(importer, next));
	import_instructions(importer);
	next = LLVMGetBasicBlockTerminator(block);
	if (LLVMIsAReturnInst(next))
		import_return(importer, next);
	else if (LLVMIsAUnreachableInst(next))
		import_assume(importer, NULL);
}

static void read_flags(struct importer *importer)
{
	size_t count = count_before(importer->function, NULL);
	struct error err = {{0}};

	importer->flag = ir_alloc(importer->to, count + 1);
	if (flags_read(importer->function, importer->flag, count, &err) < 0)
		import_refuse(importer, "%.150s", err.text);
}

void import_parameters(struct importer *importer)
{
	struct irf_fn *fn = &importer->to->fn;

	if (LLVMCountParams(importer->function) > IR_PARAMS)
		import_refuse(
			importer, "it has more than %d parameters", IR_PARAMS);
	for (unsigned i = 0; i < LLVMCountParams(importer->function); i++) {
		LLVMValueRef from = LLVMGetParam(importer->function, i);
		struct irf_node *node = ir_add(importer->to, IRF_PARAM,
			import_type(importer, LLVMTypeOf(from)), NULL, 0);
		node->index = i;
		if (!importer->is_called)
			importer->to->params[fn->param_count++] = node;
		import_remember(importer, from, node);
	}
	for (unsigned i = 0; i < LLVMCountParams(importer->function); i++)
		importer->known[i].node = import_parameter_promises(
			importer, importer->known[i].node, i);
}

void import_blocks(struct importer *importer)
{
	sort_blocks(importer);
	read_flags(importer);
	if (importer->has_branches) {
		import_branches(importer);
	} else {
		refuse_loops(importer);
		for (; importer->at < importer->block_count; importer->at++)
			import_block(importer);
	}
	if (!importer->result)
		import_refuse(importer, "it never returns");
}

/* NULL with WHY and the instruction set. */
static struct irf_fn *import_try(struct importer *importer)
{
	struct ir_block body;
	struct irf_fn *fn;

	importer->to = ir_new();
	fn = &importer->to->fn;
	if (setjmp(importer->end)) {
		irf_free(fn);
		return NULL;
	}
	ir_open(importer->to, &body);
	import_parameters(importer);
	import_callees(importer, importer->function);
	import_blocks(importer);
	ir_finish(importer->to, &body, importer->result);
	if (!ir_check(fn, importer->why, importer->size))
		longjmp(importer->end, 1);
	return fn;
}

/* With its branches, or without them if they are too many. */
static struct irf_fn *import_function(struct importer *importer)
{
	struct importer begin = *importer;
	char first[IMPORT_WHY] = "";
	unsigned at;
	struct irf_fn *fn;

	importer->has_branches = true;
	fn = import_try(importer);
	if (fn)
		return fn;
	snprintf(first, sizeof first, "%s", importer->why);
	at = importer->instruction;
	*importer = begin;
	*importer->why = 0;
	fn = import_try(importer);
	/* Selects cannot say a loop at all. */
	if (!fn && !strcmp(importer->why, HAS_LOOP)) {
		snprintf(importer->why, importer->size, "%s", first);
		importer->instruction = at;
	}
	return fn;
}

/*--- files ---*/

/* Where the line that begins after AT ends. */
static const char *end_of_line(const char *at)
{
	return at + strcspn(at, "\n");
}

static bool is_instruction(const char *line)
{
	size_t label;

	line += strspn(line, " \t");
	label = strcspn(line, " \t\n");
	return *line && !strchr(";}\n]", *line) &&
	       !(label && line[label - 1] == ':');
}

/* The line of instruction NUMBER of the function called NAME in TEXT, or of its head
 * if NUMBER is 0. 0: not found. A switch has a line for each of its cases. */
static unsigned find_line(const char *text, const char *name, unsigned number)
{
	char *head = memory_format("@%s(", name);
	bool is_inside = false, is_switch = false;
	unsigned line = 0, found = 0;

	for (const char *at = text; !found && *at;) {
		const char *end = end_of_line(at);
		char *copy = memory_format("%.*s", (int)(end - at), at);
		line++;
		if (!strncmp(copy, "define ", 7) && strstr(copy, head)) {
			is_inside = true;
			found = number ? 0 : line;
		} else if (is_inside && is_switch) {
			is_switch = !strchr(copy, ']');
		} else if (is_inside && is_instruction(copy)) {
			is_switch =
				strstr(copy, "switch ") && !strchr(copy, ']');
			found = --number ? 0 : line;
		}
		free(copy);
		at = end + (*end == '\n');
	}
	free(head);
	return found;
}

static LLVMModuleRef parse_module(
	LLVMContextRef context, const char *path, char **text, char **why)
{
	LLVMMemoryBufferRef file = NULL;

	*text = NULL;
	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &file, why))
		return NULL;
	*text = memory_format(
		"%.*s", (int)LLVMGetBufferSize(file), LLVMGetBufferStart(file));
	return llvm_parse(context, file, why);
}

/*--- loops with several exits ---*/

/* Do all blocks of FUNCTION end in a return or a plain branch? LLVM's pass takes no others. */
static bool has_plain_ends(LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block)) {
		LLVMOpcode end = LLVMGetInstructionOpcode(
			LLVMGetBasicBlockTerminator(block));
		if (end != LLVMBr && end != LLVMRet && end != LLVMUnreachable)
			return false;
	}
	return true;
}

static void leave_alone(LLVMContextRef context, LLVMValueRef function)
{
	static const char *const names[] = {"optnone", "noinline"};

	for (int i = 0; i < 2; i++)
		LLVMAddAttributeAtIndex(function,
			(LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			LLVMCreateEnumAttribute(context,
				LLVMGetEnumAttributeKindForName(
					names[i], strlen(names[i])),
				0));
}

/* FUNCTION in a module of its own, *COPY, in which its loops lead to one block each, from which
 * further branches lead on; NULL: it cannot be made so. */
static LLVMValueRef with_single_exits(
	const struct llvm *llvm, LLVMValueRef function, LLVMModuleRef *copy)
{
	LLVMModuleRef module = LLVMGetGlobalParent(function);
	LLVMValueRef same;
	size_t length;
	char *why;

	*copy = NULL;
	if (!has_plain_ends(function))
		return NULL;
	*copy = LLVMCloneModule(module);
	same = LLVMGetNamedFunction(
		*copy, LLVMGetValueName2(function, &length));
	for (LLVMValueRef next = LLVMGetFirstFunction(*copy); next;
		next = LLVMGetNextFunction(next))
		if (next != same && !LLVMIsDeclaration(next))
			leave_alone(LLVMGetModuleContext(module), next);
	why = llvm_run_list(llvm, *copy, "function(unify-loop-exits)");
	free(why);
	return why ? NULL : same;
}

/* FUNCTION as IMPORTER, which is set here, can say it. */
static struct irf_fn *import_module_function(const struct llvm *llvm,
	struct importer *importer, LLVMValueRef function,
	char reason[IMPORT_WHY])
{
	memset(importer, 0, sizeof *importer);
	*reason = '\0';
	importer->function = function;
	importer->layout = llvm->layout;
	importer->why = reason;
	importer->size = IMPORT_WHY;
	return import_function(importer);
}

/* The same, also if a loop leads to several blocks. *NUMBER is the instruction at fault. */
static struct irf_fn *import_any_function(const struct llvm *llvm,
	struct importer *importer, LLVMValueRef function,
	char reason[IMPORT_WHY], unsigned *number)
{
	char other[IMPORT_WHY];
	struct irf_fn *fn =
		import_module_function(llvm, importer, function, reason);
	LLVMModuleRef copy;
	LLVMValueRef same;

	*number = importer->instruction;
	if (fn || strcmp(reason, IMPORT_SEVERAL_EXITS) != 0)
		return fn;
	same = with_single_exits(llvm, function, &copy);
	if (same)
		fn = import_module_function(llvm, importer, same, other);
	if (copy)
		LLVMDisposeModule(copy);
	if (fn)
		*reason = '\0';
	return fn;
}

char *llvm_import(void *t, const char *path, irf_import_fn *each, void *arg)
{
	LLVMContextRef context = LLVMContextCreate();
	char *text, *why = NULL, *copy;
	LLVMModuleRef module = parse_module(context, path, &text, &why);
	struct importer *importer = memory_alloc(sizeof *importer);

	for (LLVMValueRef next = module ? LLVMGetFirstFunction(module) : NULL;
		next; next = LLVMGetNextFunction(next)) {
		char reason[IMPORT_WHY];
		unsigned number;
		size_t length;
		const char *name = LLVMGetValueName2(next, &length);

		if (LLVMIsDeclaration(next))
			continue;
		struct irf_fn *fn =
			import_any_function(t, importer, next, reason, &number);
		each(arg, name, fn, find_line(text, name, fn ? 0 : number),
			reason);
		irf_free(fn);
	}
	copy = why ? memory_string_dup(why) : NULL;
	LLVMDisposeMessage(why);
	if (module)
		LLVMDisposeModule(module);
	LLVMContextDispose(context);
	free(importer);
	free(text);
	return copy;
}
