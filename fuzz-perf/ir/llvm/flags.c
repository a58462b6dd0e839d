/* SPDX-License-Identifier: MIT
 * Promises of instructions (nuw, nsw, exact and the like). LLVM's C API tells only some of
 * them, and nothing before LLVM 17. Each is a bit of an instruction in memory; which one is
 * seen where one instruction has it and another has not. If that shows nothing, printed text
 * is read, which takes longer than most passes. */
#include "config.h"

#include <llvm-c/IRReader.h>
#include <llvm/Config/llvm-config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/code.h"
#include "fuzz-perf/ir/llvm/lanes.h"

#define FLAGS_BYTES                                                            \
	24 /* of an instruction: its type, uses, kind, and what it promises */

#define FAST(opcode, name, operands)                                           \
	{opcode, name, "nnan", operands, LANE_NO_NAN},                         \
		{opcode, name, "ninf", operands, LANE_NO_INF},                 \
		{opcode, name, "nsz", operands, LANE_NO_ZERO_SIGN},            \
		{opcode, name, "reassoc", operands, LANE_FREE},                \
		{opcode, name, "arcp", operands, LANE_FREE},                   \
		{opcode, name, "contract", operands, LANE_FREE},               \
	{                                                                      \
		opcode, name, "afn", operands, LANE_FREE                       \
	}
#define FAST_ALL (LANE_NO_NAN | LANE_NO_INF | LANE_NO_ZERO_SIGN | LANE_FREE)

/* OPCODE is "NAME OPERANDS", and promises by WORD before these. */
static const struct flags_row {
	LLVMOpcode opcode;
	const char *name, *word, *operands;
	uint8_t flag;
} rows[] = {
	{LLVMAdd, "add", "nuw", "i8 %x, %y", LANE_NUW},
	{LLVMAdd, "add", "nsw", "i8 %x, %y", LANE_NSW},
	{LLVMSub, "sub", "nuw", "i8 %x, %y", LANE_NUW},
	{LLVMSub, "sub", "nsw", "i8 %x, %y", LANE_NSW},
	{LLVMMul, "mul", "nuw", "i8 %x, %y", LANE_NUW},
	{LLVMMul, "mul", "nsw", "i8 %x, %y", LANE_NSW},
	{LLVMShl, "shl", "nuw", "i8 %x, %y", LANE_NUW},
	{LLVMShl, "shl", "nsw", "i8 %x, %y", LANE_NSW},
	{LLVMUDiv, "udiv", "exact", "i8 %x, %y", LANE_EXACT},
	{LLVMSDiv, "sdiv", "exact", "i8 %x, %y", LANE_EXACT},
	{LLVMLShr, "lshr", "exact", "i8 %x, %y", LANE_EXACT},
	{LLVMAShr, "ashr", "exact", "i8 %x, %y", LANE_EXACT},
	FAST(LLVMFAdd, "fadd", "float %u, %v"),
	FAST(LLVMFSub, "fsub", "float %u, %v"),
	FAST(LLVMFMul, "fmul", "float %u, %v"),
	FAST(LLVMFDiv, "fdiv", "float %u, %v"),
	FAST(LLVMFRem, "frem", "float %u, %v"),
	FAST(LLVMFNeg, "fneg", "float %u"),
	FAST(LLVMFCmp, "fcmp", "olt float %u, %v"),
	FAST(LLVMSelect, "select", "i1 %t, float %u, float %v"),
	FAST(LLVMCall, "call", "float @g(float %u)"),
#if LLVM_VERSION_MAJOR >= 18
	{LLVMOr, "or", "disjoint", "i8 %x, %y", LANE_DISJOINT},
	{LLVMZExt, "zext", "nneg", "i8 %x to i16", LANE_NNEG},
#endif
#if LLVM_VERSION_MAJOR >= 19
	{LLVMTrunc, "trunc", "nuw", "i8 %x to i1", LANE_NUW},
	{LLVMTrunc, "trunc", "nsw", "i8 %x to i1", LANE_NSW},
	{LLVMUIToFP, "uitofp", "nneg", "i8 %x to float", LANE_NNEG},
#endif
#if LLVM_VERSION_MAJOR >= 20
	{LLVMICmp, "icmp", "samesign", "ult i8 %x, %y", LANE_SAME_SIGN},
#endif
};
#define FLAGS_ROWS (sizeof rows / sizeof *rows)

/* ---- in memory ---- */

/* Where they are. */
static struct flags_place {
	bool is_asked;
	size_t at; /* byte; 0: they are nowhere */
	uint8_t bit[FLAGS_ROWS];
} place;

/* The byte in which WITH is another than WITHOUT; 0: not one alone is. */
static size_t flags_compare(LLVMValueRef without, LLVMValueRef with)
{
	const uint8_t *a = (const uint8_t *)without, *b = (const uint8_t *)with;
	size_t found = 0;

	for (size_t i = 0; i < FLAGS_BYTES; i++) {
		if (a[i] == b[i])
			continue;
		if (found)
			return 0;
		found = i;
	}
	return found;
}

/* Fills PLACE from pairs of instructions, the first of which is FIRST. */
static void flags_learn(LLVMValueRef first)
{
	LLVMValueRef with;
	size_t at = 0;

	for (size_t i = 0; i < FLAGS_ROWS; i++) {
		with = LLVMGetNextInstruction(first);
		size_t found = flags_compare(first, with);
		if (!found || (at && found != at))
			return;
		at = found;
		place.bit[i] = ((const uint8_t *)first)[at] ^
			       ((const uint8_t *)with)[at];
		first = LLVMGetNextInstruction(with);
	}
	place.at = at;
}

static void flags_find_place(LLVMContextRef context)
{
	char *text = NULL, *why = NULL;
	size_t size;
	LLVMModuleRef module;
	FILE *out = open_memstream(&text, &size);

	fputs("declare float @g(float)\n"
	      "define void @f(i8 %x, i8 %y, float %u, float %v, i1 %t) {\n",
		out);
	for (size_t i = 0; i < FLAGS_ROWS; i++)
		fprintf(out, "%%a%zu = %s %s\n%%b%zu = %s %s %s\n", i,
			rows[i].name, rows[i].operands, i, rows[i].name,
			rows[i].word, rows[i].operands);
	fputs("ret void\n}\n", out);
	fclose(out);
	place.is_asked = true;
	if (LLVMParseIRInContext(context,
		    LLVMCreateMemoryBufferWithMemoryRangeCopy(text, size, "t"),
		    &module, &why)) {
		LLVMDisposeMessage(why);
	} else {
		flags_learn(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(
			LLVMGetNamedFunction(module, "f"))));
		LLVMDisposeModule(module);
	}
	free(text);
}

static uint8_t flags_of(LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	uint8_t byte = ((const uint8_t *)instruction)[place.at], flags = 0;

	/* Those of a phi, which has to be the first of a block, are those of a choice. */
	if (opcode == LLVMPHI)
		opcode = LLVMSelect;
	if (!byte)
		return 0;

	for (size_t i = 0; i < FLAGS_ROWS; i++)
		if (rows[i].opcode == opcode && byte & place.bit[i])
			flags |= rows[i].flag;
	return flags;
}

/* ---- in text ---- */

/* The flag that the LENGTH letters at WORD are; -1. */
static int flags_find(const char *word, size_t length)
{
	if (length == 4 && !memcmp(word, "fast", length))
		return FAST_ALL;
	for (size_t i = 0; i < FLAGS_ROWS; i++)
		if (strlen(rows[i].word) == length &&
			!memcmp(rows[i].word, word, length))
			return rows[i].flag;
	return -1;
}

/* Of "%3 = add nuw nsw i8 %1, %2". */
static uint8_t flags_read_line(const char *line)
{
	const char *equals = *line == '%' ? strstr(line, " = ") : NULL;
	uint8_t flags = 0;
	int flag = 0;

	if (!equals)
		return 0;
	for (line = equals + 3; flag >= 0;) {
		line += strcspn(line, " \n");
		line += *line == ' ';
		flag = flags_find(line, strcspn(line, " \n"));
		if (flag > 0)
			flags |= (uint8_t)flag;
	}
	return flags;
}

int flags_read_text(
	LLVMValueRef function, uint8_t *flag, size_t count, struct error *err)
{
	char *text = LLVMPrintValueToString(function);
	size_t found = 0;

	/* Each instruction is one line, indented by two; only a switch has more. */
	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, "  ", 2) || strchr(" ]", line[2]))
			continue;
		if (found < count)
			flag[found] = flags_read_line(line + 2);
		found++;
	}
	LLVMDisposeMessage(text);
	return found == count
		       ? 0
		       : error_set(err, "%zu instructions are printed as %zu",
				 count, found);
}

/* ---- either ---- */

int flags_read(
	LLVMValueRef function, uint8_t *flag, size_t count, struct error *err)
{
	size_t at = 0;

	if (!place.is_asked)
		flags_find_place(
			LLVMGetModuleContext(LLVMGetGlobalParent(function)));
	if (!place.at)
		return flags_read_text(function, flag, count, err);
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef value = LLVMGetFirstInstruction(block);
			value && at < count;
			value = LLVMGetNextInstruction(value))
			flag[at++] = flags_of(value);
	return 0;
}
