/* SPDX-License-Identifier: MIT
 * Constants of a module as lanes. */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/code.h"
#include "fuzz-perf/ir/llvm/limbs.h"

/* The C API gives no more than 64 bits of a number: the rest is printed. */
static void read_wide(LLVMValueRef constant, unsigned bits, uint64_t *word)
{
	char *text = LLVMPrintValueToString(constant);
	const char *digit = strrchr(text, ' ');
	bool negative = digit && digit[1] == '-';
	uint64_t ten[LIMBS_MAX], one[LIMBS_MAX], times[LIMBS_MAX];

	limbs_set(word, 0, bits);
	limbs_set(ten, 10, bits);
	for (; digit && *digit; digit++)
		if (isdigit((unsigned char)*digit)) {
			limbs_multiply(times, word, ten, bits);
			limbs_set(one, (uint64_t)(*digit - '0'), bits);
			limbs_add(word, times, one, bits);
		}
	if (negative)
		limbs_negate(word, word, bits);
	LLVMDisposeMessage(text);
}

static int64_t constants_fill(const struct shape *shape, unsigned limbs,
	uint64_t *word, uint8_t *state, enum state with)
{
	memset(word, 0, shape->lanes * limbs * sizeof *word);
	memset(state, with, shape->lanes);
	return shape->lanes;
}

LLVMValueRef constants_initial(LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);

	return linkage == LLVMWeakAnyLinkage || linkage == LLVMWeakODRLinkage ||
			       linkage == LLVMLinkOnceAnyLinkage ||
			       linkage == LLVMLinkOnceODRLinkage ||
			       linkage == LLVMCommonLinkage
		       ? NULL
		       : LLVMGetInitializer(global);
}

/* The address of a variable or constant; 0. */
static uint64_t constants_add_global(
	struct llvm_program *program, LLVMValueRef global)
{
	LLVMValueRef initial;
	const struct shape *shape;
	uint64_t address, *word;
	uint8_t *state;
	struct llvm_object *object;

	for (size_t i = 0; i < program->globals; i++)
		if (program->global[i] == global)
			return (uint64_t)(i + 1) << 32;
	initial = constants_initial(global);
	if (!initial && !program->is_seen)
		return 0;
	shape = initial ? shapes_find(&program->shapes, LLVMTypeOf(initial))
			: NULL;
	if (initial && !shape)
		return 0;
	address = objects_add(&program->objects,
		shape ? shape->bytes
		      : LLVMABISizeOfType(program->shapes.layout,
				LLVMGlobalGetValueType(global)));
	if (!address)
		return 0;
	program->global =
		memory_grow(program->global, &program->globals_capacity,
			program->globals + 1, sizeof(LLVMValueRef));
	program->global[program->globals++] = global;
	if (!shape)
		return address;
	word = arena_alloc(&program->arena,
		(shape->lanes + 1) * shape->limbs * sizeof *word);
	state = arena_alloc(&program->arena, shape->lanes + 1);
	if (program_read_constant(program, initial, shape->limbs, word, state) <
		0)
		return 0;
	object = &program->objects.object[program->globals - 1];
	for (unsigned i = 0; i < shape->lanes; i++)
		object_store(object, shape->leaf[i].at_bit, shape->leaf[i].bits,
			word + i * shape->limbs, state[i]);
	object->is_constant = LLVMIsGlobalConstant(global);
	if (!object->is_constant)
		object_keep(object);
	return address;
}

static LLVMValueRef constants_element(LLVMValueRef constant, unsigned index)
{
#if LLVM_VERSION_MAJOR >= 15
	return LLVMGetAggregateElement(constant, index);
#else
	return LLVMIsAConstantDataSequential(constant)
		       ? LLVMGetElementAsConstant(constant, index)
		       : LLVMGetOperand(constant, index);
#endif
}

static unsigned constants_elements_of(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		return LLVMCountStructElementTypes(type);
	case LLVMArrayTypeKind:
		return LLVMGetArrayLength(type);
	default:
		return LLVMGetVectorSize(type);
	}
}

/* CONSTANT, if it is one number of one word. */
static bool constants_read_number(struct llvm_program *program,
	LLVMValueRef constant, uint64_t *word, uint8_t *state)
{
	const struct shape *shape =
		shapes_find(&program->shapes, LLVMTypeOf(constant));

	return shape && shape->lanes == 1 && shape->limbs == 1 &&
	       program_read_constant(program, constant, 1, word, state) == 1;
}

/* Of casts of addresses, and steps from them. */
static bool read_expression(struct llvm_program *program, LLVMValueRef constant,
	uint64_t *word, uint8_t *state)
{
	LLVMTypeRef type;
	LLVMValueRef base = LLVMGetOperand(constant, 0);
	uint64_t index;
	uint8_t index_state;

	if (!constants_read_number(program, base, word, state))
		return false;
	switch (LLVMGetConstOpcode(constant)) {
	case LLVMBitCast:
	case LLVMIntToPtr:
	case LLVMPtrToInt:
	case LLVMAddrSpaceCast:
		type = LLVMTypeOf(constant);
		return LLVMGetTypeKind(type) == LLVMPointerTypeKind ||
		       (LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
			       LLVMGetIntTypeWidth(type) == 64);
	case LLVMGetElementPtr:
		break;
	default:
		return false;
	}
	type = LLVMGetGEPSourceElementType(constant);
	for (int i = 1; i < LLVMGetNumOperands(constant); i++) {
		LLVMValueRef step = LLVMGetOperand(constant, (unsigned)i);

		if (!constants_read_number(program, step, &index, &index_state))
			return false;
		if (LLVMGetTypeKind(LLVMTypeOf(step)) == LLVMIntegerTypeKind)
			limbs_extend_signed(&index, &index,
				LLVMGetIntTypeWidth(LLVMTypeOf(step)), 64);
		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			*word += LLVMOffsetOfElement(
				program->shapes.layout, type, (unsigned)index);
			type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
			continue;
		}
		if (i > 1)
			type = LLVMGetElementType(type);
		*word +=
			index * LLVMABISizeOfType(program->shapes.layout, type);
	}
	return true;
}

int64_t program_read_constant(struct llvm_program *program,
	LLVMValueRef constant, unsigned limbs, uint64_t *word, uint8_t *state)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	const struct shape *shape = shapes_find(&program->shapes, type);
	int64_t lanes = 0, added;
	unsigned bits;

	if (!shape)
		return -1;
	if (LLVMIsPoison(constant))
		return constants_fill(shape, limbs, word, state, STATE_POISON);
	if (LLVMIsUndef(constant))
		return constants_fill(shape, limbs, word, state, STATE_UNDEF);
	constants_fill(shape, limbs, word, state, STATE_DEFINED);
	if (LLVMIsNull(constant))
		return shape->lanes;
	if (LLVMIsAConstantInt(constant)) {
		bits = LLVMGetIntTypeWidth(type);
		if (bits > 64)
			read_wide(constant, bits, word);
		else
			*word = LLVMConstIntGetZExtValue(constant);
		return 1;
	}
	if (LLVMIsAConstantFP(constant)) {
		/* The C API has no other way to all of its bits. */
		bits = shape->leaf->bits;
		*word = LLVMConstIntGetZExtValue(LLVMConstBitCast(constant,
			LLVMIntTypeInContext(LLVMGetTypeContext(type), bits)));
		return 1;
	}
	if (LLVMIsAGlobalVariable(constant)) {
		*word = constants_add_global(program, constant);
		return *word ? 1 : -1;
	}
	if (LLVMIsAConstantExpr(constant))
		return read_expression(program, constant, word, state) ? 1 : -1;
	if (!LLVMIsAConstantAggregateZero(constant) &&
		!LLVMIsAConstantDataSequential(constant) &&
		!LLVMIsAConstantArray(constant) &&
		!LLVMIsAConstantStruct(constant) &&
		!LLVMIsAConstantVector(constant))
		return -1;
	for (unsigned i = 0; i < constants_elements_of(type); i++) {
		added = program_read_constant(program,
			constants_element(constant, i), limbs,
			word + lanes * limbs, state + lanes);
		if (added < 0)
			return -1;
		lanes += added;
	}
	return lanes;
}
