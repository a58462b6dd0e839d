/* SPDX-License-Identifier: MIT
 * Functions of the portable IR become functions of LLVM IR: operations. Where LLVM's
 * own operation is partial it is guarded. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/lower.h"
#include "lib/memory.h"

LLVMValueRef lower_number(LLVMTypeRef type, uint64_t value)
{
	LLVMValueRef *element, result;
	unsigned count;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return LLVMConstInt(type, value, false);
	count = LLVMGetVectorSize(type);
	element = memory_alloc(count * sizeof(LLVMValueRef));
	for (unsigned i = 0; i < count; i++)
		element[i] =
			LLVMConstInt(LLVMGetElementType(type), value, false);
	result = LLVMConstVector(element, count);
	free(element);
	return result;
}

LLVMValueRef lower_modulo(struct lowering *lowering, LLVMValueRef value,
	uint64_t limit, LLVMTypeRef type)
{
	LLVMTypeRef from = LLVMTypeOf(value);
	unsigned bits = LLVMGetIntTypeWidth(from);

	/* What is too narrow for LIMIT is below it. */
	if (bits >= 64 || limit < UINT64_C(1) << bits)
		value = LLVMBuildURem(lowering->builder, value,
			LLVMConstInt(from, limit, false), "");
	return LLVMBuildIntCast2(lowering->builder, value, type, false, "");
}

/*--- numbers ---*/

static LLVMValueRef lower_node_call(struct lowering *lowering, const char *name,
	LLVMValueRef *argument, unsigned count)
{
	LLVMTypeRef type = LLVMTypeOf(argument[0]);
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));

	return LLVMBuildCall2(lowering->builder,
		LLVMIntrinsicGetType(lowering->context, id, &type, 1),
		LLVMGetIntrinsicDeclaration(lowering->module, id, &type, 1),
		argument, count, "");
}

/* Operands of a guarded operation. */
struct guarded {
	struct lowering *lowering;
	LLVMBuilderRef builder;
	unsigned flags;
	LLVMTypeRef type;
	LLVMValueRef a, b, zero, one, ones;
};

static LLVMValueRef equal(
	const struct guarded *guarded, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildICmp(guarded->builder, LLVMIntEQ, a, b, "");
}

/* B, or 1 where it is not a divisor. */
static LLVMValueRef divisor(const struct guarded *guarded, enum irf_op op)
{
	LLVMBuilderRef builder = guarded->builder;
	LLVMValueRef bad = equal(guarded, guarded->b, guarded->zero);

	if (op == IRF_SREM)
		bad = LLVMBuildOr(builder, bad,
			equal(guarded, guarded->b, guarded->ones), "");
	if (op == IRF_SDIV) {
		LLVMValueRef half =
			LLVMBuildLShr(builder, guarded->ones, guarded->one, "");
		LLVMValueRef lowest =
			LLVMBuildXor(builder, guarded->ones, half, "");

		bad = LLVMBuildOr(builder, bad,
			LLVMBuildAnd(builder,
				equal(guarded, guarded->a, lowest),
				equal(guarded, guarded->b, guarded->ones), ""),
			"");
	}
	return LLVMBuildSelect(builder, bad, guarded->one, guarded->b, "");
}

/* In one bit 1 is -1, and every division by it overflows or gives 0. */
static LLVMValueRef divide_bit(const struct guarded *guarded, enum irf_op op)
{
	LLVMValueRef is_zero = equal(guarded, guarded->b, guarded->zero);

	return op == IRF_SDIV ? LLVMBuildSelect(guarded->builder, is_zero,
					guarded->ones, guarded->a, "")
			      : LLVMBuildSelect(guarded->builder, is_zero,
					guarded->a, guarded->zero, "");
}

static LLVMValueRef lower_node_divide(
	const struct guarded *guarded, enum irf_op op)
{
	LLVMBuilderRef builder = guarded->builder;
	LLVMValueRef by = divisor(guarded, op), result;
	LLVMValueRef is_zero = equal(guarded, guarded->b, guarded->zero);

	switch (op) {
	case IRF_UDIV:
		result = lower_binary(guarded->lowering, LLVMUDiv, guarded->a,
			by, guarded->flags);
		break;
	case IRF_SDIV:
		result = lower_binary(guarded->lowering, LLVMSDiv, guarded->a,
			by, guarded->flags);
		break;
	case IRF_UREM:
		result = LLVMBuildURem(builder, guarded->a, by, "");
		break;
	default:
		result = LLVMBuildSRem(builder, guarded->a, by, "");
	}
	return LLVMBuildSelect(builder, is_zero,
		op == IRF_UDIV || op == IRF_SDIV ? guarded->ones : guarded->a,
		result, "");
}

static LLVMValueRef lower_node_shift(
	const struct guarded *guarded, enum irf_op op, uint32_t width)
{
	LLVMBuilderRef builder = guarded->builder;
	LLVMValueRef limit = lower_number(guarded->type, width);
	LLVMValueRef fits =
		LLVMBuildICmp(builder, LLVMIntULT, guarded->b, limit, "");
	LLVMValueRef most = lower_number(guarded->type, width - 1);
	LLVMValueRef by = LLVMBuildSelect(builder, fits, guarded->b,
		op == IRF_ASHR ? most : guarded->zero, "");
	LLVMValueRef result;

	if (op == IRF_ASHR)
		return lower_binary(guarded->lowering, LLVMAShr, guarded->a, by,
			guarded->flags);
	result = lower_binary(guarded->lowering,
		op == IRF_SHL ? LLVMShl : LLVMLShr, guarded->a, by,
		guarded->flags);
	return LLVMBuildSelect(builder, fits, result, guarded->zero, "");
}

/* Without a guard. */
static LLVMOpcode opcode_of_guarded(enum irf_op op)
{
	static const LLVMOpcode opcodes[] = {[IRF_UDIV] = LLVMUDiv,
		[IRF_SDIV] = LLVMSDiv,
		[IRF_UREM] = LLVMURem,
		[IRF_SREM] = LLVMSRem,
		[IRF_SHL] = LLVMShl,
		[IRF_LSHR] = LLVMLShr,
		[IRF_ASHR] = LLVMAShr};

	return opcodes[op];
}

static LLVMValueRef lower_guarded(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMTypeRef type = lower_type(lowering->context, node->type);
	struct guarded guarded = {.lowering = lowering,
		.builder = lowering->builder,
		.flags = node->flags,
		.type = type,
		.a = lower_operand(lowering, node, 0),
		.b = lower_operand(lowering, node, 1),
		.zero = LLVMConstNull(type),
		.one = lower_number(type, 1),
		.ones = LLVMConstAllOnes(type)};
	uint32_t width = node->type->width;

	if (node->flags & IRF_INRANGE)
		return lower_binary(lowering, opcode_of_guarded(node->op),
			guarded.a, guarded.b, node->flags);
	switch (node->op) {
	case IRF_SHL:
	case IRF_LSHR:
	case IRF_ASHR:
		return lower_node_shift(&guarded, node->op, width);
	case IRF_SDIV:
	case IRF_SREM:
		if (width == 1)
			return divide_bit(&guarded, node->op);
		return lower_node_divide(&guarded, node->op);
	default:
		return lower_node_divide(&guarded, node->op);
	}
}

static const struct {
	enum irf_op op;
	LLVMOpcode opcode;
} binaries[] = {
	{IRF_ADD, LLVMAdd},
	{IRF_SUB, LLVMSub},
	{IRF_MUL, LLVMMul},
	{IRF_AND, LLVMAnd},
	{IRF_OR, LLVMOr},
	{IRF_XOR, LLVMXor},
};

static const struct {
	enum irf_op op;
	const char *name;
} intrinsics[] = {
	{IRF_FSHL, "llvm.fshl"},
	{IRF_FSHR, "llvm.fshr"},
	{IRF_UMIN, "llvm.umin"},
	{IRF_UMAX, "llvm.umax"},
	{IRF_SMIN, "llvm.smin"},
	{IRF_SMAX, "llvm.smax"},
	{IRF_UADDSAT, "llvm.uadd.sat"},
	{IRF_SADDSAT, "llvm.sadd.sat"},
	{IRF_USUBSAT, "llvm.usub.sat"},
	{IRF_SSUBSAT, "llvm.ssub.sat"},
	{IRF_USHLSAT, "llvm.ushl.sat"},
	{IRF_SSHLSAT, "llvm.sshl.sat"},
	{IRF_BITREVERSE, "llvm.bitreverse"},
	{IRF_CTPOP, "llvm.ctpop"},
	{IRF_UADDO, "llvm.uadd.with.overflow"},
	{IRF_SADDO, "llvm.sadd.with.overflow"},
	{IRF_USUBO, "llvm.usub.with.overflow"},
	{IRF_SSUBO, "llvm.ssub.with.overflow"},
	{IRF_UMULO, "llvm.umul.with.overflow"},
	{IRF_SMULO, "llvm.smul.with.overflow"},
};

static const struct {
	enum irf_op op;
	LLVMIntPredicate predicate, exchanged;
} comparisons[] = {
	{IRF_EQ, LLVMIntEQ, LLVMIntEQ},
	{IRF_NE, LLVMIntNE, LLVMIntNE},
	{IRF_ULT, LLVMIntULT, LLVMIntUGT},
	{IRF_ULE, LLVMIntULE, LLVMIntUGE},
	{IRF_SLT, LLVMIntSLT, LLVMIntSGT},
	{IRF_SLE, LLVMIntSLE, LLVMIntSGE},
	/* For half of the minima and maxima: those are idioms, too. */
	{IRF_UMIN, LLVMIntULT, LLVMIntUGT},
	{IRF_UMAX, LLVMIntUGT, LLVMIntULT},
	{IRF_SMIN, LLVMIntSLT, LLVMIntSGT},
	{IRF_SMAX, LLVMIntSGT, LLVMIntSLT},
};

/* A constant is on the right, as people and passes write it. */
static LLVMValueRef lower_node_compare(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMValueRef a, b;
	size_t i = 0;

	while (i < sizeof comparisons / sizeof *comparisons &&
		comparisons[i].op != node->op)
		i++;
	if (i == sizeof comparisons / sizeof *comparisons)
		return NULL;
	a = lower_operand(lowering, node, 0);
	b = lower_operand(lowering, node, 1);
	return LLVMIsConstant(a) && !LLVMIsConstant(b)
		       ? LLVMBuildICmp(lowering->builder,
				 comparisons[i].exchanged, b, a, "")
		       : LLVMBuildICmp(lowering->builder,
				 comparisons[i].predicate, a, b, "");
}

/* Operations with a flag as the last argument that is false here, and those that
 * are not the same operation with LLVM. */
static LLVMValueRef lower_special(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMValueRef argument[3];

	argument[0] = lower_operand(lowering, node, 0);
	switch (node->op) {
	case IRF_NOT:
		return LLVMBuildNot(lowering->builder, argument[0], "");
	case IRF_NEG:
		return LLVMBuildNeg(lowering->builder, argument[0], "");
	case IRF_BSWAP:
		return node->type->width % 16
			       ? argument[0]
			       : lower_node_call(
					 lowering, "llvm.bswap", argument, 1);
	case IRF_ROTL:
	case IRF_ROTR:
		argument[1] = argument[0];
		argument[2] = lower_operand(lowering, node, 1);
		return lower_node_call(lowering,
			node->op == IRF_ROTL ? "llvm.fshl" : "llvm.fshr",
			argument, 3);
	default:
		argument[1] =
			LLVMConstInt(LLVMInt1TypeInContext(lowering->context),
				node->flags & IRF_INRANGE ? 1 : 0, false);
		return lower_node_call(lowering,
			node->op == IRF_ABS    ? "llvm.abs"
			: node->op == IRF_CTLZ ? "llvm.ctlz"
					       : "llvm.cttz",
			argument, 2);
	}
}

/* Operand 1, as the amount of a shift: WIDTH - 1 at most. */
static LLVMValueRef lower_amount(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMValueRef by = lower_operand(lowering, node, 1);
	LLVMValueRef most = lower_number(LLVMTypeOf(by), node->type->width - 1);

	return LLVMBuildSelect(lowering->builder,
		LLVMBuildICmp(lowering->builder, LLVMIntULT, by, most, ""), by,
		most, "");
}

static bool lower_is_overflow(enum irf_op op)
{
	return op >= IRF_UADDO && op <= IRF_SMULO;
}

static LLVMValueRef lower_arithmetic(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMValueRef argument[3], is_first, value;

	for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
		if (binaries[i].op == node->op)
			return lower_binary(lowering, binaries[i].opcode,
				lower_operand(lowering, node, 0),
				lower_operand(lowering, node, 1), node->flags);
	is_first = node->id % 2 || node->type->width == 1
			   ? lower_node_compare(lowering, node)
			   : NULL;
	if (is_first)
		return LLVMBuildSelect(lowering->builder, is_first,
			lower_operand(lowering, node, 0),
			lower_operand(lowering, node, 1), "");
	for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
		if (intrinsics[i].op == node->op) {
			for (uint32_t k = 0; k < node->operand_count; k++)
				argument[k] = lower_operand(lowering, node, k);
			if (node->op == IRF_USHLSAT || node->op == IRF_SSHLSAT)
				argument[1] = lower_amount(lowering, node);
			value = lower_node_call(lowering, intrinsics[i].name,
				argument, node->operand_count);
			return lower_is_overflow(node->op)
				       ? LLVMBuildExtractValue(
						 lowering->builder, value, 1,
						 "")
				       : value;
		}
	return lower_special(lowering, node);
}

/* Each element as llvm.assume() has it. */
static LLVMValueRef lower_assume(
	struct lowering *lowering, const struct irf_node *node)
{
	static const char name[] = "llvm.assume";
	LLVMBuilderRef builder = lowering->builder;
	LLVMTypeRef index = LLVMInt32TypeInContext(lowering->context);
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef value = lower_operand(lowering, node, 0);

	for (uint32_t i = 0; i < node->type->count; i++) {
		LLVMValueRef one =
			node->type->kind == IRF_VECTOR
				? LLVMBuildExtractElement(builder, value,
					  LLVMConstInt(index, i, false), "")
				: value;
		if (node->type->width > 1)
			one = LLVMBuildICmp(builder, LLVMIntNE, one,
				LLVMConstNull(LLVMTypeOf(one)), "");
		LLVMBuildCall2(builder,
			LLVMIntrinsicGetType(lowering->context, id, NULL, 0),
			LLVMGetIntrinsicDeclaration(
				lowering->module, id, NULL, 0),
			&one, 1, "");
	}
	return value;
}

/*--- elements ---*/

/* INDEX, or the last element of COUNT if that is less; in i64 unless the element is
 * a vector's. */
static LLVMValueRef clamp(
	struct lowering *lowering, LLVMValueRef index, uint32_t count)
{
	LLVMTypeRef type = LLVMTypeOf(index);
	unsigned bits = LLVMGetIntTypeWidth(type);
	LLVMValueRef last = LLVMConstInt(type, count - 1, false);
	LLVMTypeRef wide = LLVMInt64TypeInContext(lowering->context);

	if (bits >= 64 || count <= (UINT64_C(1) << bits) - 1)
		index = LLVMBuildSelect(lowering->builder,
			LLVMBuildICmp(
				lowering->builder, LLVMIntULT, index, last, ""),
			index, last, "");
	return LLVMBuildIntCast2(lowering->builder, index, wide, false, "");
}

/* GET and SET of an array, which LLVM indexes only in memory. */
static LLVMValueRef lower_array(struct lowering *lowering,
	const struct irf_node *node, LLVMValueRef index)
{
	LLVMBuilderRef builder = lowering->builder;
	LLVMValueRef array = lower_operand(lowering, node, 0), element;
	LLVMTypeRef type = LLVMTypeOf(array);
	LLVMValueRef memory = lower_alloca(lowering, type);
	LLVMValueRef path[] = {LLVMConstNull(LLVMTypeOf(index)), index};

	LLVMBuildStore(builder, array, memory);
	element = LLVMBuildInBoundsGEP2(builder, type, memory, path, 2, "");
	if (node->op == IRF_GET)
		return LLVMBuildLoad2(
			builder, LLVMGetElementType(type), element, "");
	LLVMBuildStore(builder, lower_operand(lowering, node, 2), element);
	return LLVMBuildLoad2(builder, type, memory, "");
}

static LLVMValueRef lower_element(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMBuilderRef builder = lowering->builder;
	LLVMValueRef from = lower_operand(lowering, node, 0), index;

	if (node->op == IRF_FIELD && lowering->is_split[node->operand[0]->id])
		return lowering->part[node->operand[0]->id][node->index];
	if (node->op == IRF_FIELD)
		return LLVMBuildExtractValue(builder, from, node->index, "");
	index = clamp(lowering, lower_operand(lowering, node, 1),
		node->operand[0]->type->count);
	if (node->operand[0]->type->kind == IRF_ARRAY)
		return lower_array(lowering, node, index);
	if (node->op == IRF_GET)
		return LLVMBuildExtractElement(builder, from, index, "");
	return LLVMBuildInsertElement(
		builder, from, lower_operand(lowering, node, 2), index, "");
}

static LLVMValueRef lower_make(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMTypeRef place = LLVMInt32TypeInContext(lowering->context);
	LLVMValueRef value = lower_split(lowering, node);

	if (value)
		return value;
	if (lowering->is_split[node->id]) {
		lower_tuple(lowering, node);
		return NULL;
	}
	value = LLVMGetPoison(lower_type(lowering->context, node->type));
	for (uint32_t i = 0; i < node->operand_count; i++) {
		LLVMValueRef part = lower_operand(lowering, node, i);

		value = node->type->kind == IRF_VECTOR
				? LLVMBuildInsertElement(lowering->builder,
					  value, part,
					  LLVMConstInt(place, i, false), "")
				: LLVMBuildInsertValue(lowering->builder, value,
					  part, i, "");
	}
	return value;
}

/* *WORDS is after the constant then. */
static LLVMValueRef lower_constant(struct lowering *lowering,
	const struct irf_type *type, const uint64_t **words)
{
	LLVMTypeRef number = LLVMIntTypeInContext(
		lowering->context, type->width ? type->width : 1);
	LLVMValueRef *element =
		memory_alloc((type->count + 1) * sizeof(LLVMValueRef));
	LLVMValueRef result;
	unsigned limbs = (type->width + 63) / 64;
	bool is_number = type->kind == IRF_BITS || type->kind == IRF_VECTOR;

	for (uint32_t i = 0; i < type->count; i++)
		if (is_number) {
			element[i] = LLVMConstIntOfArbitraryPrecision(
				number, limbs, *words);
			*words += limbs;
		} else {
			element[i] = lower_constant(lowering,
				type->element[type->kind == IRF_ARRAY ? 0 : i],
				words);
		}
	switch (type->kind) {
	case IRF_BITS:
		result = element[0];
		break;
	case IRF_VECTOR:
		result = LLVMConstVector(element, type->count);
		break;
	case IRF_ARRAY:
		result = LLVMConstArray(
			lower_type(lowering->context, type->element[0]),
			element, type->count);
		break;
	default:
		result = LLVMConstStructInContext(
			lowering->context, element, type->count, false);
	}
	free(element);
	return result;
}

/*--- memory ---*/

/* The place that the node's indices lead to. */
static LLVMValueRef lower_node_find_place(
	struct lowering *lowering, const struct irf_node *node)
{
	const struct irf_buffer *buffer = &lowering->fn->buffer[node->index];
	LLVMBuilderRef builder = lowering->builder;
	LLVMTypeRef wide = LLVMInt64TypeInContext(lowering->context);
	uint64_t length = lowering->window.length[node->index];
	LLVMValueRef at = LLVMConstNull(wide);

	for (uint32_t i = 0; i < buffer->rank; i++) {
		LLVMValueRef index =
			lower_modulo(lowering, lower_operand(lowering, node, i),
				buffer->shape[i], wide);

		at = LLVMBuildAdd(builder,
			LLVMBuildMul(builder, at,
				LLVMConstInt(wide, buffer->shape[i], false),
				""),
			index, "");
	}
	if (length < buffer->size)
		at = LLVMBuildURem(
			builder, at, LLVMConstInt(wide, length, false), "");
	at = LLVMBuildAdd(builder, lowering->window.start[node->index], at, "");
	return LLVMBuildInBoundsGEP2(builder,
		LLVMIntTypeInContext(lowering->context, buffer->width),
		lowering->buffer[node->index], &at, 1, "");
}

static LLVMValueRef lower_memory(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMTypeRef type = lower_type(lowering->context, node->type);

	if (!lowering->window.length[node->index])
		return LLVMConstNull(type);
	if (node->op == IRF_LOAD)
		return LLVMBuildLoad2(lowering->builder, type,
			lower_node_find_place(lowering, node), "");
	LLVMBuildStore(lowering->builder,
		lower_operand(lowering, node, node->operand_count - 1),
		lower_node_find_place(lowering, node));
	return LLVMConstNull(type);
}

LLVMValueRef lower_node(struct lowering *lowering, const struct irf_node *node)
{
	const uint64_t *words = node->words;

	switch (node->op) {
	case IRF_PARAM:
		return LLVMGetParam(lowering->function, node->index);
	case IRF_CONST:
		return lower_constant(lowering, node->type, &words);
	case IRF_UDIV:
	case IRF_SDIV:
	case IRF_UREM:
	case IRF_SREM:
	case IRF_SHL:
	case IRF_LSHR:
	case IRF_ASHR:
		return lower_guarded(lowering, node);
	case IRF_EQ:
	case IRF_NE:
	case IRF_ULT:
	case IRF_ULE:
	case IRF_SLT:
	case IRF_SLE:
		return lower_node_compare(lowering, node);
	case IRF_SELECT:
		return lower_select(lowering, node);
	case IRF_ZEXT:
	case IRF_SEXT:
	case IRF_SLICE:
	case IRF_CONCAT:
		return lower_width(lowering, node);
	case IRF_MAKE:
		return lower_make(lowering, node);
	case IRF_FIELD:
	case IRF_GET:
	case IRF_SET:
		return lower_element(lowering, node);
	case IRF_LOAD:
	case IRF_STORE:
		return lower_memory(lowering, node);
	case IRF_INDEX:
		return LLVMBuildIntCast2(lowering->builder, lowering->index,
			lower_type(lowering->context, node->type), false, "");
	case IRF_CARRY:
		return lowering->carry;
	case IRF_POISON:
		return LLVMGetPoison(lower_type(lowering->context, node->type));
	case IRF_UNDEF:
		return LLVMGetUndef(lower_type(lowering->context, node->type));
	case IRF_FREEZE:
		return LLVMBuildFreeze(lowering->builder,
			lower_operand(lowering, node, 0), "");
	case IRF_ASSUME:
		return lower_assume(lowering, node);
	case IRF_RANGE:
		return lower_range(lowering, node);
	case IRF_DEFINED:
		return lower_defined(lowering, node);
	default:
		return node->op >= IRF_FADD ? lower_float(lowering, node)
					    : lower_arithmetic(lowering, node);
	}
}
