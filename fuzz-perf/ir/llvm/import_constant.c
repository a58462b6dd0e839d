/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR: types and constants. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/import.h"

/* LLVM 15 has a new name for it. */
#if LLVM_VERSION_MAJOR < 15
#define GET_ELEMENT LLVMGetElementAsConstant
#else
#define GET_ELEMENT LLVMGetAggregateElement
#endif

#define ADDRESS_BITS 64

/* 0: there is no such number. One with a point is what it is in memory. */
static unsigned import_bits(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type);
	case LLVMPointerTypeKind:
		return ADDRESS_BITS;
	case LLVMFloatTypeKind:
		return 32;
	case LLVMDoubleTypeKind:
		return 64;
	default:
		return 0;
	}
}

type_t *import_type(struct importer *importer, LLVMTypeRef type)
{
	bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
	unsigned count = is_vector ? LLVMGetVectorSize(type) : 1;
	unsigned bits =
		import_bits(is_vector ? LLVMGetElementType(type) : type);

	if (!bits || bits > IRF_WIDTH_MAX ||
		count * ir_words(bits) > IR_TYPE_WORDS) {
		char *text = LLVMPrintTypeToString(type);
		snprintf(importer->why, importer->size,
			"the type %.60s has no counterpart", text);
		LLVMDisposeMessage(text);
		longjmp(importer->end, 1);
	}
	return is_vector ? ir_vector(importer->to, bits, count)
			 : ir_bits(importer->to, bits);
}

node_t *import_vector(
	struct importer *importer, type_t *type, node_t *const *lane)
{
	return ir_add(importer->to, IRF_MAKE, type, lane, type->count);
}

void import_check_lanes(struct importer *importer, type_t *type)
{
	if (type->count > IMPORT_LANES_MAX)
		import_refuse(importer, "a vector has more than %d elements",
			IMPORT_LANES_MAX);
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

static void import_real(LLVMValueRef constant, uint32_t width, uint64_t *words)
{
	LLVMBool loses;
	double wide = LLVMConstRealGetDouble(constant, &loses);
	float narrow = (float)wide;

	memcpy(words, width == 32 ? (void *)&narrow : (void *)&wide, width / 8);
}

static void read_integer(struct importer *importer, LLVMValueRef constant,
	uint32_t width, uint64_t *words)
{
	if (LLVMIsNull(constant))
		return; /* zeros */
	if (LLVMIsAConstantFP(constant)) {
		import_real(constant, width, words);
		return;
	}
	if (!LLVMIsAConstantInt(constant))
		import_refuse(importer, "an operand is an address");
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

static LLVMValueRef import_element_of(LLVMValueRef constant, unsigned at)
{
	return LLVMIsAConstantDataVector(constant)
		       ? GET_ELEMENT(constant, at)
		       : LLVMGetOperand(constant, at);
}

node_t *import_constant(struct importer *importer, LLVMValueRef value)
{
	type_t *type = import_type(importer, LLVMTypeOf(value));
	node_t *lane[IMPORT_LANES_MAX];
	bool has_none = false;
	uint64_t *words =
		ir_alloc(importer->to, sizeof *words * (type->words + 1));

	if (LLVMIsPoison(value) || LLVMIsUndef(value))
		return ir_add(importer->to,
			LLVMIsPoison(value) ? IRF_POISON : IRF_UNDEF, type,
			NULL, 0);
	if (LLVMIsNull(value))
		return ir_constant(importer->to, type, words);
	if (type->kind == IRF_BITS) {
		read_integer(importer, value, type->width, words);
		return ir_constant(importer->to, type, words);
	}
	if (!LLVMIsAConstantVector(value) && !LLVMIsAConstantDataVector(value))
		import_refuse(importer, "an operand is a constant expression");
	for (uint32_t i = 0; i < type->count; i++) {
		LLVMValueRef element = import_element_of(value, i);
		has_none |= LLVMIsUndef(element); /* or poison */
		if (!LLVMIsUndef(element))
			read_integer(importer, element, type->width,
				words + i * ir_words(type->width));
	}
	if (!has_none)
		return ir_constant(importer->to, type, words);
	import_check_lanes(importer, type);
	for (uint32_t i = 0; i < type->count; i++)
		lane[i] =
			import_constant(importer, import_element_of(value, i));
	return import_vector(importer, type, lane);
}
