/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR: values and operations. */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/import.h"
#include "fuzz-perf/ir/llvm/lanes.h"

void import_refuse(struct importer *importer, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(importer->why, importer->size, format, arguments);
	va_end(arguments);
	longjmp(importer->end, 1);
}

/*--- values ---*/

void import_remember(
	struct importer *importer, LLVMValueRef value, node_t *node)
{
	if (importer->known_count == IR_NODES)
		import_refuse(importer, "it has more than %d values", IR_NODES);
	importer->known[importer->known_count].value = value;
	importer->known[importer->known_count++].node = node;
}

node_t *import_find(struct importer *importer, LLVMValueRef value)
{
	for (size_t i = importer->known_count; i-- > 0;)
		if (importer->known[i].value == value)
			return importer->known[i].node;
	return NULL;
}

node_t *import_value(struct importer *importer, LLVMValueRef value)
{
	node_t *node = import_find(importer, value);

	if (node)
		return node;
	if (import_is_address(value))
		return import_address(importer, value);
	if (!LLVMIsConstant(value))
		import_refuse(importer, "an operand has no counterpart");
	return import_constant(importer, value);
}

node_t *import_operand(
	struct importer *importer, LLVMValueRef instruction, unsigned at)
{
	return import_value(importer, LLVMGetOperand(instruction, at));
}

/*--- operations ---*/

node_t *import_add(struct importer *importer, enum irf_op op, type_t *type,
	uint32_t count, node_t *a, node_t *b, node_t *c)
{
	node_t *operand[] = {a, b, c};

	if (importer->to->fn.node_count + 8 >= IR_NODES)
		import_refuse(
			importer, "it has more than %d operations", IR_NODES);
	return ir_add(importer->to, op, type, operand, count);
}

node_t *import_number(struct importer *importer, type_t *type, uint64_t value)
{
	uint64_t *words =
		ir_alloc(importer->to, sizeof *words * (type->words + 1));

	for (uint32_t i = 0; i < type->count; i++)
		words[i * ir_words(type->width)] = value;
	return ir_constant(importer->to, type, words);
}

/* The flags of INSTRUCTION. What LLVM's operation does not do is not done either: its
 * shifts and divisions have no results for some numbers. A division that may not be run
 * has one. */
static unsigned import_flags(struct importer *importer, enum irf_op op)
{
	uint8_t from = importer->flag[importer->instruction - 1];
	unsigned flags = (from & LANE_NUW ? IRF_NUW : 0) |
			 (from & LANE_NSW ? IRF_NSW : 0) |
			 (from & LANE_EXACT ? IRF_EXACT : 0) |
			 (from & LANE_DISJOINT ? IRF_DISJOINT : 0) |
			 (from & LANE_NNEG ? IRF_NNEG : 0) | IRF_INRANGE;
	bool divides = op >= IRF_UDIV && op <= IRF_SREM;

	if (divides &&
		(importer->taken[importer->at] || !import_is_exact(importer)))
		flags &= ~(unsigned)IRF_INRANGE;
	return flags & ir_flags_of(op);
}

static node_t *import_flagged(struct importer *importer,
	LLVMValueRef instruction, enum irf_op op, type_t *type)
{
	node_t *operand[] = {import_operand(importer, instruction, 0),
		import_operand(importer, instruction, 1)};
	struct irf_node *node = ir_add(importer->to, op, type, operand, 2);

	node->flags = import_flags(importer, op);
	return node;
}

static const struct {
	LLVMOpcode opcode;
	enum irf_op op;
} opcodes[] = {
	{LLVMAdd, IRF_ADD},
	{LLVMSub, IRF_SUB},
	{LLVMMul, IRF_MUL},
	{LLVMUDiv, IRF_UDIV},
	{LLVMSDiv, IRF_SDIV},
	{LLVMURem, IRF_UREM},
	{LLVMSRem, IRF_SREM},
	{LLVMAnd, IRF_AND},
	{LLVMOr, IRF_OR},
	{LLVMXor, IRF_XOR},
	{LLVMShl, IRF_SHL},
	{LLVMLShr, IRF_LSHR},
	{LLVMAShr, IRF_ASHR},
};

/* Comparisons; those that the portable IR lacks have their operands exchanged. */
static const struct {
	LLVMIntPredicate predicate;
	enum irf_op op;
	bool is_exchanged;
} predicates[] = {
	{LLVMIntEQ, IRF_EQ, false},
	{LLVMIntNE, IRF_NE, false},
	{LLVMIntULT, IRF_ULT, false},
	{LLVMIntULE, IRF_ULE, false},
	{LLVMIntUGT, IRF_ULT, true},
	{LLVMIntUGE, IRF_ULE, true},
	{LLVMIntSLT, IRF_SLT, false},
	{LLVMIntSLE, IRF_SLE, false},
	{LLVMIntSGT, IRF_SLT, true},
	{LLVMIntSGE, IRF_SLE, true},
};

static const struct {
	const char *name; /* without the types */
	enum irf_op op;
	uint32_t operands;
} calls[] = {
	{"llvm.fshl", IRF_FSHL, 3},
	{"llvm.fshr", IRF_FSHR, 3},
	{"llvm.umin", IRF_UMIN, 2},
	{"llvm.umax", IRF_UMAX, 2},
	{"llvm.smin", IRF_SMIN, 2},
	{"llvm.smax", IRF_SMAX, 2},
	{"llvm.uadd.sat", IRF_UADDSAT, 2},
	{"llvm.sadd.sat", IRF_SADDSAT, 2},
	{"llvm.usub.sat", IRF_USUBSAT, 2},
	{"llvm.ssub.sat", IRF_SSUBSAT, 2},
	{"llvm.ushl.sat", IRF_USHLSAT, 2},
	{"llvm.sshl.sat", IRF_SSHLSAT, 2},
	{"llvm.bitreverse", IRF_BITREVERSE, 1},
	{"llvm.bswap", IRF_BSWAP, 1},
	{"llvm.ctpop", IRF_CTPOP, 1},
	{"llvm.fabs", IRF_FABS, 1},
	{"llvm.abs", IRF_ABS, 1},
	{"llvm.ctlz", IRF_CTLZ, 1},
	{"llvm.cttz", IRF_CTTZ, 1},
};

static node_t *import_compare(
	struct importer *importer, LLVMValueRef instruction, type_t *type)
{
	node_t *a = import_operand(importer, instruction, 0);
	node_t *b = import_operand(importer, instruction, 1);
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(instruction);
	size_t i = 0;

	while (predicates[i].predicate != predicate)
		i++;
	return predicates[i].is_exchanged
		       ? import_add(importer, predicates[i].op, type, 2, b, a,
				 NULL)
		       : import_add(importer, predicates[i].op, type, 2, a, b,
				 NULL);
}

/* Without flags of fast mathematics: they allow the result that there is without them. */
static const struct {
	LLVMOpcode opcode;
	enum irf_op op;
	uint32_t operands;
} floats[] = {
	{LLVMFAdd, IRF_FADD, 2},
	{LLVMFSub, IRF_FSUB, 2},
	{LLVMFMul, IRF_FMUL, 2},
	{LLVMFDiv, IRF_FDIV, 2},
	{LLVMFNeg, IRF_FNEG, 1},
	{LLVMFCmp, IRF_FCMP, 2},
	{LLVMSIToFP, IRF_SITOFP, 1},
	{LLVMUIToFP, IRF_UITOFP, 1},
	{LLVMFPToSI, IRF_FPTOSI, 1},
	{LLVMFPToUI, IRF_FPTOUI, 1},
	{LLVMFPExt, IRF_FPEXT, 1},
	{LLVMFPTrunc, IRF_FPTRUNC, 1},
};

static node_t *import_float(struct importer *importer, LLVMValueRef instruction,
	size_t which, type_t *type)
{
	node_t *operand[2] = {import_operand(importer, instruction, 0), NULL};
	bool is_compared = floats[which].op == IRF_FCMP;
	struct irf_node *node;

	if (floats[which].operands > 1)
		operand[1] = import_operand(importer, instruction, 1);
	if (type->width > 64 || operand[0]->type->width > 64)
		import_refuse(importer, "a conversion of more than 64 bits");
	node = ir_add(importer->to, floats[which].op, type, operand,
		floats[which].operands);
	node->index =
		is_compared ? (uint32_t)LLVMGetFCmpPredicate(instruction) : 0;
	return node;
}

/* Element AT of VECTOR. */
node_t *import_lane(struct importer *importer, node_t *vector, unsigned at)
{
	return import_add(importer, IRF_GET,
		ir_bits(importer->to, vector->type->width), 2, vector,
		import_number(importer, ir_bits(importer->to, 32), at), NULL);
}

/* What is not taken from any operand is poison; before LLVM 17 it was undef. */
static node_t *import_shuffle(
	struct importer *importer, LLVMValueRef instruction, type_t *type)
{
	unsigned count =
		LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
	LLVMValueRef second = LLVMGetOperand(instruction, 1);
	node_t *a = import_operand(importer, instruction, 0), *b = NULL;
	node_t *lane[IMPORT_LANES_MAX];

	import_check_lanes(importer, type);
	if (!LLVMIsUndef(second) && !LLVMIsPoison(second))
		b = import_value(importer, second);
	for (uint32_t i = 0; i < type->count; i++) {
		int at = LLVMGetMaskValue(instruction, i);
		node_t *from = at < (int)count ? a : b;
		lane[i] =
			at < 0 || !from
				? ir_add(importer->to,
					  LLVM_VERSION_MAJOR >= 17 ? IRF_POISON
								   : IRF_UNDEF,
					  ir_bits(importer->to, type->width),
					  NULL, 0)
				: import_lane(
					  importer, from, (unsigned)at % count);
	}
	return import_vector(importer, type, lane);
}

/* FROM, a number or a vector, as one number. */
static node_t *import_join(struct importer *importer, node_t *from)
{
	node_t *all = from;
	uint32_t width = from->type->width;

	if (from->type->kind == IRF_BITS)
		return from;
	import_check_lanes(importer, from->type);
	for (uint32_t i = 0; i < from->type->count; i++) {
		node_t *lane = import_lane(importer, from, i);
		all = i ? import_add(importer, IRF_CONCAT,
				  ir_bits(importer->to, width * (i + 1)), 2,
				  lane, all, NULL)
			: lane;
	}
	return all;
}

static node_t *import_slice(
	struct importer *importer, node_t *from, type_t *type, uint32_t low)
{
	struct irf_node *slice;

	if (from->type == type)
		return from;
	slice = ir_add(importer->to, IRF_SLICE, type, &from, 1);
	slice->index = low;
	return slice;
}

/* The same bits as another type; the lowest ones are element 0. */
static node_t *import_bitcast(
	struct importer *importer, node_t *from, type_t *type)
{
	node_t *lane[IMPORT_LANES_MAX], *all;

	if (from->type == type)
		return from;
	if (from->type->width * from->type->count > IRF_WIDTH_MAX)
		import_refuse(importer, "a bitcast of more than %d bits",
			IRF_WIDTH_MAX);
	all = import_join(importer, from);
	if (type->kind == IRF_BITS)
		return all;
	import_check_lanes(importer, type);
	for (uint32_t i = 0; i < type->count; i++)
		lane[i] = import_slice(importer, all,
			ir_bits(importer->to, type->width), i * type->width);
	return import_vector(importer, type, lane);
}

static node_t *import_width(
	struct importer *importer, enum irf_op op, type_t *type, node_t *from)
{
	struct irf_node *node = ir_add(importer->to, op, type, &from, 1);

	node->flags = import_flags(importer, op);
	return node;
}

static node_t *import_cast(
	struct importer *importer, LLVMValueRef instruction, type_t *type)
{
	node_t *from = import_operand(importer, instruction, 0);
	uint32_t width = from->type->width;

	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMFreeze:
		return import_add(
			importer, IRF_FREEZE, type, 1, from, NULL, NULL);
	case LLVMBitCast:
		return import_bitcast(importer, from, type);
	case LLVMSExt:
		return import_add(
			importer, IRF_SEXT, type, 1, from, NULL, NULL);
	default: /* an address may be as wide as a number */
		if (width == type->width)
			return from;
		return import_width(importer,
			width < type->width ? IRF_ZEXT : IRF_SLICE, type, from);
	}
}

static node_t *import_element(
	struct importer *importer, LLVMValueRef instruction, type_t *type)
{
	node_t *vector = import_operand(importer, instruction, 0);

	if (LLVMGetInstructionOpcode(instruction) == LLVMExtractElement)
		return import_add(importer, IRF_GET, type, 2, vector,
			import_operand(importer, instruction, 1), NULL);
	return import_add(importer, IRF_SET, type, 3, vector,
		import_operand(importer, instruction, 2),
		import_operand(importer, instruction, 1));
}

/*--- calls ---*/

/* Whether NAME is INTRINSIC with its types after it. */
static bool is_intrinsic(const char *name, const char *intrinsic)
{
	size_t length = strlen(intrinsic);

	return !strncmp(name, intrinsic, length) && name[length] == '.';
}

static node_t *import_call(
	struct importer *importer, LLVMValueRef call, type_t *type)
{
	const char *name = import_callee(call);
	node_t *operand[3] = {NULL};
	struct irf_node *node;

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		if (!is_intrinsic(name, calls[i].name))
			continue;
		for (uint32_t k = 0; k < calls[i].operands; k++)
			operand[k] = import_argument(importer, call, k);
		node = ir_add(importer->to, calls[i].op, type, operand,
			calls[i].operands);
		/* The last operand says whether a number has no result. */
		if (calls[i].operands == 1 &&
			LLVMGetNumArgOperands(call) == 2 &&
			LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)))
			node->flags = IRF_INRANGE;
		return node;
	}
	if (!strncmp(name, "llvm.", 5))
		import_refuse(importer, "a call of %.60s", name);
	node_t *result = import_callee_call(importer, call);
	return result ? result : import_other_call(importer, call);
}

/* Fields of llvm.sadd.with.overflow and its like, which are all tuples there are. */
static node_t *import_field(struct importer *importer, LLVMValueRef instruction)
{
	LLVMValueRef call = LLVMGetOperand(instruction, 0);
	const char *name = LLVMIsACallInst(call) ? import_callee(call) : "";
	static const char *const adds[] = {"add", "sub", "mul"};
	static const enum irf_op ops[][3] = {{IRF_ADD, IRF_UADDO, IRF_SADDO},
		{IRF_SUB, IRF_USUBO, IRF_SSUBO},
		{IRF_MUL, IRF_UMULO, IRF_SMULO}};
	size_t which = 0;

	if (!strstr(name, ".with.overflow."))
		import_refuse(importer, "a structure or array");
	while (which < 2 && strncmp(name + 6, adds[which], 3))
		which++;
	node_t *a = import_operand(importer, call, 0);
	node_t *b = import_operand(importer, call, 1);
	unsigned field = *LLVMGetIndices(instruction);
	type_t *type = !field ? a->type
		       : a->type->kind == IRF_VECTOR
			       ? ir_vector(importer->to, 1, a->type->count)
			       : ir_bits(importer->to, 1);
	return import_add(importer,
		ops[which][field ? 1 + (name[5] == 's') : 0], type, 2, a, b,
		NULL);
}

node_t *import_operation(struct importer *importer, LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	type_t *type;

	if (opcode == LLVMExtractValue)
		return import_field(importer, instruction);
	type = import_type(importer, LLVMTypeOf(instruction));
	for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
		if (opcodes[i].opcode == opcode)
			return import_flagged(
				importer, instruction, opcodes[i].op, type);
	for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
		if (floats[i].opcode == opcode)
			return import_float(importer, instruction, i, type);
	switch (opcode) {
	case LLVMICmp:
		return import_compare(importer, instruction, type);
	case LLVMSelect:
		return import_add(importer, IRF_SELECT, type, 3,
			import_operand(importer, instruction, 0),
			import_operand(importer, instruction, 1),
			import_operand(importer, instruction, 2));
	case LLVMZExt:
	case LLVMSExt:
	case LLVMTrunc:
	case LLVMBitCast:
	case LLVMFreeze:
	case LLVMIntToPtr:
	case LLVMPtrToInt:
	case LLVMAddrSpaceCast:
		return import_cast(importer, instruction, type);
	case LLVMExtractElement:
	case LLVMInsertElement:
		return import_element(importer, instruction, type);
	case LLVMShuffleVector:
		return import_shuffle(importer, instruction, type);
	case LLVMCall:
		return import_call(importer, instruction, type);
	case LLVMGetElementPtr:
		return import_address(importer, instruction);
	case LLVMLoad:
		return import_load(importer, instruction);
	default:
		import_refuse(importer, "the instruction has no counterpart");
	}
}
