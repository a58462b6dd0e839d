/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR, as far as it can say what
 * they do. Where a value of LLVM's is undef or poison, or an operation is undefined, the
 * portable one has some value: what is imported refines what was written. What is given
 * to a function that returns nothing is stored in a buffer, so that it is still used. */
#include "config.h"

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/functions.h"
#include "fuzz-perf/ir/llvm/target.h"
#include "lib/memory.h"

/* LLVM 15 has a new name for it. */
#if LLVM_VERSION_MAJOR < 15
#define GET_ELEMENT LLVMGetElementAsConstant
#else
#define GET_ELEMENT LLVMGetAggregateElement
#endif

#define BLOCKS_MAX 256
#define GIVEN_AWAY 8  /* numbers that a buffer has of those given away */
#define LANES_MAX  64 /* of a vector that is taken apart */

typedef const struct irf_node node_t;
typedef const struct irf_type type_t;

struct importer {
	struct ir_fn *to;
	LLVMValueRef function;
	struct {
		LLVMValueRef value;
		node_t *node;
	} known[IR_NODES];
	size_t known_count;
	LLVMBasicBlockRef block[BLOCKS_MAX]; /* each before those it leads to */
	LLVMBasicBlockRef seen[BLOCKS_MAX];
	unsigned seen_count;
	node_t *taken[BLOCKS_MAX]; /* whether the block is run */
	unsigned block_count;
	node_t *result;
	unsigned given_away;
	unsigned instruction; /* in the function, from 1; 0: its head */
	char *why;
	size_t size;
	jmp_buf end;
};

__attribute__((noreturn, format(printf, 2, 3))) static void refuse_import(
	struct importer *importer, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(importer->why, importer->size, format, arguments);
	va_end(arguments);
	longjmp(importer->end, 1);
}

/*--- types and constants ---*/

static type_t *import_type(struct importer *importer, LLVMTypeRef type)
{
	unsigned count = 1;
	LLVMTypeRef number = type;

	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
		count = LLVMGetVectorSize(type);
		number = LLVMGetElementType(type);
	}
	if (LLVMGetTypeKind(number) != LLVMIntegerTypeKind ||
		LLVMGetIntTypeWidth(number) > IRF_WIDTH_MAX ||
		count * ((LLVMGetIntTypeWidth(number) + 63) / 64) >
			IR_TYPE_WORDS) {
		char *text = LLVMPrintTypeToString(type);
		snprintf(importer->why, importer->size,
			"the type %.60s has no counterpart", text);
		LLVMDisposeMessage(text);
		longjmp(importer->end, 1);
	}
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind
		       ? ir_vector(importer->to, LLVMGetIntTypeWidth(number),
				 count)
		       : ir_bits(importer->to, LLVMGetIntTypeWidth(number));
}

static void remember(
	struct importer *importer, LLVMValueRef value, node_t *node)
{
	if (importer->known_count == IR_NODES)
		refuse_import(importer, "it has more than %d values", IR_NODES);
	importer->known[importer->known_count].value = value;
	importer->known[importer->known_count++].node = node;
}

static node_t *import_find(struct importer *importer, LLVMValueRef value)
{
	for (size_t i = importer->known_count; i-- > 0;)
		if (importer->known[i].value == value)
			return importer->known[i].node;
	return NULL;
}

/* One number, as hexadecimal digits of LLVM's decimal text. */
static void read_decimal(uint64_t *words, uint32_t width, const char *text)
{
	bool is_negative = *text == '-';

	memset(words, 0, ir_words(width) * sizeof *words);
	for (text += is_negative; *text; text++) {
		unsigned __int128 carry = (unsigned)(*text - '0');
		for (uint32_t i = 0; i < ir_words(width); i++) {
			carry += (unsigned __int128)words[i] * 10;
			words[i] = (uint64_t)carry;
			carry >>= 64;
		}
	}
	for (uint32_t i = 0, more = 1; is_negative && i < ir_words(width);
		i++) {
		words[i] = ~words[i] + more;
		more = more && !words[i];
	}
	ir_mask(words, width);
}

static void read_integer(struct importer *importer, LLVMValueRef constant,
	uint32_t width, uint64_t *words)
{
	if (LLVMIsUndef(constant) || LLVMIsPoison(constant))
		return; /* zeros */
	if (!LLVMIsAConstantInt(constant))
		refuse_import(importer, "an operand is an address");
	if (width <= 64) {
		words[0] = LLVMConstIntGetZExtValue(constant);
		return;
	}
	/* "i96 1234" */
	char *text = LLVMPrintValueToString(constant);
	const char *digits = strrchr(text, ' ');
	read_decimal(words, width, digits ? digits + 1 : "0");
	LLVMDisposeMessage(text);
}

static node_t *import_constant(struct importer *importer, LLVMValueRef value)
{
	type_t *type = import_type(importer, LLVMTypeOf(value));
	uint32_t each = ir_words(type->width);
	uint64_t *words =
		ir_alloc(importer->to, sizeof *words * (type->words + 1));

	if (LLVMIsNull(value) || LLVMIsUndef(value) || LLVMIsPoison(value))
		return ir_constant(importer->to, type, words);
	if (type->kind == IRF_BITS)
		read_integer(importer, value, type->width, words);
	else if (!LLVMIsAConstantVector(value) &&
		 !LLVMIsAConstantDataVector(value))
		refuse_import(importer, "an operand is a constant expression");
	for (uint32_t i = 0; type->kind == IRF_VECTOR && i < type->count; i++) {
		LLVMValueRef element = LLVMIsAConstantDataVector(value)
					       ? GET_ELEMENT(value, i)
					       : LLVMGetOperand(value, i);
		read_integer(importer, element, type->width, words + i * each);
	}
	return ir_constant(importer->to, type, words);
}

static node_t *import_value(struct importer *importer, LLVMValueRef value)
{
	node_t *node = import_find(importer, value);

	if (node)
		return node;
	if (!LLVMIsConstant(value))
		refuse_import(importer, "an operand has no counterpart");
	return import_constant(importer, value);
}

static node_t *import_operand(
	struct importer *importer, LLVMValueRef instruction, unsigned at)
{
	return import_value(importer, LLVMGetOperand(instruction, at));
}

/*--- operations ---*/

static node_t *add_node(struct importer *importer, enum irf_op op, type_t *type,
	uint32_t count, node_t *a, node_t *b, node_t *c)
{
	node_t *operand[] = {a, b, c};

	if (importer->to->fn.node_count + 8 >= IR_NODES)
		refuse_import(
			importer, "it has more than %d operations", IR_NODES);
	return ir_add(importer->to, op, type, operand, count);
}

static node_t *import_number(
	struct importer *importer, type_t *type, uint64_t value)
{
	uint64_t *words =
		ir_alloc(importer->to, sizeof *words * (type->words + 1));

	for (uint32_t i = 0; i < type->count; i++)
		words[i * ir_words(type->width)] = value;
	return ir_constant(importer->to, type, words);
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
	{"llvm.bitreverse", IRF_BITREVERSE, 1},
	{"llvm.bswap", IRF_BSWAP, 1},
	{"llvm.ctpop", IRF_CTPOP, 1},
	/* The last operand says that a value is poison for some operands. */
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
	return predicates[i].is_exchanged ? add_node(importer, predicates[i].op,
						    type, 2, b, a, NULL)
					  : add_node(importer, predicates[i].op,
						    type, 2, a, b, NULL);
}

/* Element AT of VECTOR. */
static node_t *get_lane(struct importer *importer, node_t *vector, unsigned at)
{
	return add_node(importer, IRF_GET,
		ir_bits(importer->to, vector->type->width), 2, vector,
		import_number(importer, ir_bits(importer->to, 32), at), NULL);
}

static node_t *make_vector(
	struct importer *importer, type_t *type, node_t *const *lane)
{
	return ir_add(importer->to, IRF_MAKE, type, lane, type->count);
}

static void check_lanes(struct importer *importer, type_t *type)
{
	if (type->count > LANES_MAX)
		refuse_import(importer, "a vector has more than %d elements",
			LANES_MAX);
}

/* A select whose condition is a vector chooses element by element. */
static node_t *import_select(
	struct importer *importer, LLVMValueRef instruction, type_t *type)
{
	node_t *which = import_operand(importer, instruction, 0);
	node_t *yes = import_operand(importer, instruction, 1);
	node_t *no = import_operand(importer, instruction, 2);
	node_t *lane[LANES_MAX];

	if (which->type->kind == IRF_BITS)
		return add_node(importer, IRF_SELECT, type, 3, which, yes, no);
	check_lanes(importer, type);
	for (uint32_t i = 0; i < type->count; i++)
		lane[i] = add_node(importer, IRF_SELECT,
			ir_bits(importer->to, type->width), 3,
			get_lane(importer, which, i),
			get_lane(importer, yes, i), get_lane(importer, no, i));
	return make_vector(importer, type, lane);
}

/* What is not taken from any operand is 0. */
static node_t *import_shuffle(
	struct importer *importer, LLVMValueRef instruction, type_t *type)
{
	unsigned count =
		LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
	LLVMValueRef second = LLVMGetOperand(instruction, 1);
	node_t *a = import_operand(importer, instruction, 0), *b = NULL;
	node_t *lane[LANES_MAX];

	check_lanes(importer, type);
	if (!LLVMIsUndef(second) && !LLVMIsPoison(second))
		b = import_value(importer, second);
	for (uint32_t i = 0; i < type->count; i++) {
		int at = LLVMGetMaskValue(instruction, i);
		node_t *from = at < (int)count ? a : b;
		lane[i] =
			at < 0 || !from
				? import_number(importer,
					  ir_bits(importer->to, type->width), 0)
				: get_lane(
					  importer, from, (unsigned)at % count);
	}
	return make_vector(importer, type, lane);
}

static node_t *import_cast(
	struct importer *importer, LLVMValueRef instruction, type_t *type)
{
	node_t *from = import_operand(importer, instruction, 0);

	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMZExt:
		return add_node(importer, IRF_ZEXT, type, 1, from, NULL, NULL);
	case LLVMSExt:
		return add_node(importer, IRF_SEXT, type, 1, from, NULL, NULL);
	case LLVMTrunc:
		return add_node(importer, IRF_SLICE, type, 1, from, NULL, NULL);
	default: /* freeze, and a bitcast to the same type */
		if (from->type != type)
			refuse_import(
				importer, "a bitcast to another kind of type");
		return from;
	}
}

static node_t *import_element(
	struct importer *importer, LLVMValueRef instruction, type_t *type)
{
	node_t *vector = import_operand(importer, instruction, 0);

	if (LLVMGetInstructionOpcode(instruction) == LLVMExtractElement)
		return add_node(importer, IRF_GET, type, 2, vector,
			import_operand(importer, instruction, 1), NULL);
	return add_node(importer, IRF_SET, type, 3, vector,
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

static const char *callee_name(LLVMValueRef call)
{
	size_t length;

	return LLVMGetValueName2(LLVMGetCalledValue(call), &length);
}

static node_t *import_call(
	struct importer *importer, LLVMValueRef call, type_t *type)
{
	const char *name = callee_name(call);
	node_t *operand[3] = {NULL};

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		if (!is_intrinsic(name, calls[i].name))
			continue;
		for (uint32_t k = 0; k < calls[i].operands; k++)
			operand[k] = import_operand(importer, call, k);
		return add_node(importer, calls[i].op, type, calls[i].operands,
			operand[0], operand[1], operand[2]);
	}
	refuse_import(importer, "a call of %.60s",
		*name ? name : "a function that is computed");
}

/* The buffer that has numbers of WIDTH bits which are given away. */
static uint32_t find_buffer(struct importer *importer, uint32_t width)
{
	struct irf_fn *fn = &importer->to->fn;
	struct irf_buffer *buffer = importer->to->buffers;
	uint32_t at = 0;

	while (at < fn->buffer_count && buffer[at].width != width)
		at++;
	if (at == IR_BUFFERS)
		refuse_import(importer,
			"it gives away numbers of more than %d widths",
			IR_BUFFERS);
	if (at == fn->buffer_count) {
		buffer[at] = (struct irf_buffer){.width = width,
			.rank = 1,
			.shape = {GIVEN_AWAY},
			.size = GIVEN_AWAY};
		fn->buffer_count++;
	}
	return at;
}

/* What CALL gives away, each number where the one before it is not. */
static void import_void_call(struct importer *importer, LLVMValueRef call)
{
	type_t *place = ir_bits(importer->to, 32);

	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		node_t *value = import_operand(importer, call, i);
		if (value->type->kind != IRF_BITS)
			refuse_import(importer, "it gives away a vector");
		uint32_t buffer = find_buffer(importer, value->type->width);
		node_t *operand[] = {
			import_number(importer, place, importer->given_away++),
			value};
		struct irf_node *store = ir_add(importer->to, IRF_STORE,
			ir_composed(importer->to, IRF_TUPLE, NULL, 0), operand,
			2);
		store->index = buffer;
	}
}

/* Whether CALL says something about values, and does nothing. */
static bool is_annotation(LLVMValueRef call)
{
	const char *name = callee_name(call);

	return !strcmp(name, "llvm.assume") || !strncmp(name, "llvm.dbg.", 9) ||
	       !strncmp(name, "llvm.lifetime.", 14);
}

static bool is_void_call(LLVMValueRef instruction)
{
	return LLVMIsACallInst(instruction) &&
	       LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVoidTypeKind;
}

/* Whether adding, subtracting or multiplying A and B, with the RESULT, overflows. */
static node_t *add_overflow(struct importer *importer, const char *name,
	node_t *a, node_t *b, node_t *result)
{
	type_t *type = a->type, *wide;
	type_t *bit = type->kind == IRF_VECTOR
			      ? ir_vector(importer->to, 1, type->count)
			      : ir_bits(importer->to, 1);
	bool is_signed = name[5] == 's', adds = !strncmp(name + 6, "add", 3);
	enum irf_op extend = is_signed ? IRF_SEXT : IRF_ZEXT;

	if (!strncmp(name + 6, "mul", 3)) {
		if (2 * type->width > IRF_WIDTH_MAX)
			refuse_import(importer, "a product is too wide");
		wide = type->kind == IRF_VECTOR
			       ? ir_vector(importer->to, 2 * type->width,
					 type->count)
			       : ir_bits(importer->to, 2 * type->width);
		node_t *whole = add_node(importer, IRF_MUL, wide, 2,
			add_node(importer, extend, wide, 1, a, NULL, NULL),
			add_node(importer, extend, wide, 1, b, NULL, NULL),
			NULL);
		return add_node(importer, IRF_NE, bit, 2, whole,
			add_node(importer, extend, wide, 1, result, NULL, NULL),
			NULL);
	}
	if (!is_signed)
		return adds ? add_node(importer, IRF_ULT, bit, 2, result, a,
				      NULL)
			    : add_node(importer, IRF_ULT, bit, 2, a, b, NULL);
	/* The result has another sign than both operands, or than A alone. */
	node_t *changed = add_node(importer, IRF_XOR, type, 2, a, result, NULL);
	node_t *other = add_node(importer, IRF_XOR, type, 2, adds ? b : a,
		adds ? result : b, NULL);
	return add_node(importer, IRF_SLT, bit, 2,
		add_node(importer, IRF_AND, type, 2, changed, other, NULL),
		import_number(importer, type, 0), NULL);
}

/* Fields of llvm.sadd.with.overflow and its like, which are all tuples there are. */
static node_t *import_field(struct importer *importer, LLVMValueRef instruction)
{
	LLVMValueRef call = LLVMGetOperand(instruction, 0);
	const char *name = LLVMIsACallInst(call) ? callee_name(call) : "";
	enum irf_op op = IRF_NOPS;

	if (strstr(name, ".with.overflow."))
		op = !strncmp(name + 6, "add", 3)   ? IRF_ADD
		     : !strncmp(name + 6, "sub", 3) ? IRF_SUB
						    : IRF_MUL;
	if (op == IRF_NOPS)
		refuse_import(importer, "a structure or array");
	node_t *a = import_operand(importer, call, 0);
	node_t *b = import_operand(importer, call, 1);
	node_t *result = add_node(importer, op, a->type, 2, a, b, NULL);
	return *LLVMGetIndices(instruction)
		       ? add_overflow(importer, name, a, b, result)
		       : result;
}

/*--- blocks ---*/

static unsigned find_block(
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

	if (importer->seen_count == BLOCKS_MAX)
		refuse_import(
			importer, "it has more than %d blocks", BLOCKS_MAX);
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
	for (unsigned i = 0; i < importer->block_count; i++) {
		LLVMValueRef end =
			LLVMGetBasicBlockTerminator(importer->block[i]);
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
			if (find_block(importer, LLVMGetSuccessor(end, k)) <= i)
				refuse_import(importer, "it has a loop");
	}
}

static node_t *add_logic(
	struct importer *importer, enum irf_op op, node_t *a, node_t *b)
{
	if (!a || !b)
		return a ? a : b;
	return add_node(importer, op, ir_bits(importer->to, 1),
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
		return at ? add_node(importer, IRF_NOT, bit, 1, value, NULL,
				    NULL)
			  : value;
	if (LLVMGetInstructionOpcode(end) != LLVMSwitch)
		refuse_import(importer, "it ends a block in an uncommon way");
	/* Operands of a switch: value, default, then pairs of case and block. */
	if (at)
		return add_node(importer, IRF_EQ, bit, 2, value,
			import_operand(importer, end, 2 * at), NULL);
	for (unsigned i = 1; i < LLVMGetNumSuccessors(end); i++)
		any = add_logic(importer, IRF_OR, any,
			add_node(importer, IRF_EQ, bit, 2, value,
				import_operand(importer, end, 2 * i), NULL));
	return any ? add_node(importer, IRF_NOT, bit, 1, any, NULL, NULL)
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
			return importer->taken[find_block(importer, from)];
		goes = add_logic(importer, IRF_OR, goes, way);
	}
	return add_logic(importer, IRF_AND, goes,
		importer->taken[find_block(importer, from)]);
}

/* VALUE where WHEN, else what OTHERWISE is, if it is anything. */
static node_t *choose(struct importer *importer, node_t *when, node_t *value,
	node_t *otherwise)
{
	if (!otherwise || !when)
		return value;
	return add_node(
		importer, IRF_SELECT, value->type, 3, when, value, otherwise);
}

static node_t *import_phi(struct importer *importer, LLVMValueRef phi)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(phi);
	node_t *value = NULL;

	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		/* A block that is never reached has no place in the order. */
		if (find_block(importer, from) < importer->block_count)
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

static node_t *import_instruction(
	struct importer *importer, LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	type_t *type;

	if (opcode == LLVMExtractValue)
		return import_field(importer, instruction);
	type = import_type(importer, LLVMTypeOf(instruction));
	for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
		if (opcodes[i].opcode == opcode)
			return add_node(importer, opcodes[i].op, type, 2,
				import_operand(importer, instruction, 0),
				import_operand(importer, instruction, 1), NULL);
	switch (opcode) {
	case LLVMICmp:
		return import_compare(importer, instruction, type);
	case LLVMSelect:
		return import_select(importer, instruction, type);
	case LLVMZExt:
	case LLVMSExt:
	case LLVMTrunc:
	case LLVMBitCast:
	case LLVMFreeze:
		return import_cast(importer, instruction, type);
	case LLVMExtractElement:
	case LLVMInsertElement:
		return import_element(importer, instruction, type);
	case LLVMShuffleVector:
		return import_shuffle(importer, instruction, type);
	case LLVMCall:
		return import_call(importer, instruction, type);
	case LLVMPHI:
		return import_phi(importer, instruction);
	default:
		refuse_import(importer, "the instruction has no counterpart");
	}
}

static bool is_overflow_call(LLVMValueRef instruction)
{
	return LLVMIsACallInst(instruction) &&
	       strstr(callee_name(instruction), ".with.overflow.");
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

static void import_block(struct importer *importer, unsigned at)
{
	LLVMBasicBlockRef block = importer->block[at];

	if (at)
		import_taken(importer, at);
	for (LLVMValueRef next = LLVMGetFirstInstruction(block); next;
		next = LLVMGetNextInstruction(next)) {
		importer->instruction =
			1 + count_before(importer->function, next);
		if (LLVMIsAReturnInst(next)) {
			if (!LLVMGetNumOperands(next) &&
				!importer->to->fn.buffer_count)
				refuse_import(importer, "it has no effect");
			importer->result = choose(importer, importer->taken[at],
				LLVMGetNumOperands(next)
					? import_operand(importer, next, 0)
					: import_number(importer,
						  ir_bits(importer->to, 1), 0),
				importer->result);
		} else if (is_void_call(next)) {
			if (importer->taken[at] && !is_annotation(next))
				refuse_import(importer,
					"a call that is not always made");
			if (!is_annotation(next))
				import_void_call(importer, next);
		} else if (!LLVMIsATerminatorInst(next) &&
			   !is_overflow_call(next)) {
			remember(importer, next,
				import_instruction(importer, next));
		}
	}
}

static void import_parameters(struct importer *importer)
{
	struct irf_fn *fn = &importer->to->fn;

	if (LLVMCountParams(importer->function) > IR_PARAMS)
		refuse_import(
			importer, "it has more than %d parameters", IR_PARAMS);
	for (unsigned i = 0; i < LLVMCountParams(importer->function); i++) {
		LLVMValueRef from = LLVMGetParam(importer->function, i);
		struct irf_node *node = ir_add(importer->to, IRF_PARAM,
			import_type(importer, LLVMTypeOf(from)), NULL, 0);
		node->index = i;
		importer->to->params[fn->param_count++] = node;
		remember(importer, from, node);
	}
}

/* NULL with WHY and the instruction set. */
static struct irf_fn *import_function(struct importer *importer)
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
	sort_blocks(importer);
	for (unsigned i = 0; i < importer->block_count; i++)
		import_block(importer, i);
	if (!importer->result)
		refuse_import(importer, "it never returns");
	ir_finish(importer->to, &body, importer->result);
	if (!ir_check(fn, importer->why, importer->size))
		longjmp(importer->end, 1);
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
	LLVMModuleRef module = NULL;

	*text = NULL;
	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &file, why))
		return NULL;
	*text = memory_format(
		"%.*s", (int)LLVMGetBufferSize(file), LLVMGetBufferStart(file));
	return LLVMParseIRInContext(context, file, &module, why) ? NULL
								 : module;
}

char *llvm_import(void *t, const char *path, irf_import_fn *each, void *arg)
{
	LLVMContextRef context = LLVMContextCreate();
	char *text, *why = NULL, *copy;
	LLVMModuleRef module = parse_module(context, path, &text, &why);
	struct importer *importer = memory_alloc(sizeof *importer);

	(void)t;
	for (LLVMValueRef next = module ? LLVMGetFirstFunction(module) : NULL;
		next; next = LLVMGetNextFunction(next)) {
		char reason[200] = "";
		size_t length;
		const char *name = LLVMGetValueName2(next, &length);

		if (LLVMIsDeclaration(next))
			continue;
		memset(importer, 0, sizeof *importer);
		importer->function = next;
		importer->why = reason;
		importer->size = sizeof reason;
		struct irf_fn *fn = import_function(importer);
		each(arg, name, fn,
			find_line(text, name, fn ? 0 : importer->instruction),
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
