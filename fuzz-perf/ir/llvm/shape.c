/* SPDX-License-Identifier: MIT
 * How values of LLVM's types are kept. */
#include "config.h"

#include "fuzz-perf/ir/llvm/shape.h"

#include <stdbool.h>
#include <stdlib.h>

#include "fuzz-perf/ir/llvm/limbs.h"

/* Leaves as they are found. */
struct leaves {
	struct shape_leaf leaf[SHAPE_LANES_MAX];
	unsigned count, bits_most;
};

static bool add_leaf(struct leaves *leaves, unsigned bits, uint64_t at_bit)
{
	if (leaves->count == SHAPE_LANES_MAX || !bits || bits > LIMBS_BITS_MAX)
		return false;
	if (bits > leaves->bits_most)
		leaves->bits_most = bits;
	leaves->leaf[leaves->count++] =
		(struct shape_leaf){.bits = bits, .at_bit = at_bit};
	return true;
}

static bool shape_add_type(struct shapes *shapes, struct leaves *leaves,
	LLVMTypeRef type, uint64_t at_bit)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	LLVMTypeRef element;
	uint64_t step;
	unsigned count;

	switch (kind) {
	case LLVMVoidTypeKind:
		return true;
	case LLVMIntegerTypeKind:
		return add_leaf(leaves, LLVMGetIntTypeWidth(type), at_bit);
	case LLVMHalfTypeKind:
		return add_leaf(leaves, 16, at_bit);
	case LLVMFloatTypeKind:
		return add_leaf(leaves, 32, at_bit);
	case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind:
		return add_leaf(leaves, 64, at_bit);
	case LLVMStructTypeKind:
		count = LLVMCountStructElementTypes(type);
		/* LLVM ends the process if it is asked where these are. */
		for (unsigned i = 0; i < count; i++)
			if (LLVMGetTypeKind(LLVMStructGetTypeAtIndex(
				    type, i)) == LLVMScalableVectorTypeKind)
				return false;
		for (unsigned i = 0; i < count; i++)
			if (!shape_add_type(shapes, leaves,
				    LLVMStructGetTypeAtIndex(type, i),
				    at_bit + 8 * LLVMOffsetOfElement(
							 shapes->layout, type,
							 i)))
				return false;
		return true;
	case LLVMArrayTypeKind:
		element = LLVMGetElementType(type);
		count = LLVMGetArrayLength(type);
		step = 8 * LLVMABISizeOfType(shapes->layout, element);
		break;
	case LLVMVectorTypeKind:
		element = LLVMGetElementType(type);
		count = LLVMGetVectorSize(type);
		step = LLVMSizeOfTypeInBits(shapes->layout, element);
		break;
	default:
		return false;
	}
	for (unsigned i = 0; i < count; i++)
		if (!shape_add_type(shapes, leaves, element, at_bit + i * step))
			return false;
	return true;
}

static const struct shape *make(struct shapes *shapes, LLVMTypeRef type)
{
	struct shape *shape;
	struct leaves *leaves = memory_alloc(sizeof *leaves);

	leaves->count = leaves->bits_most = 0;
	if (!shape_add_type(shapes, leaves, type, 0)) {
		free(leaves);
		return NULL;
	}
	shape = arena_alloc(shapes->arena, sizeof *shape);
	*shape = (struct shape){.type = type,
		.lanes = leaves->count,
		.limbs = limbs_of(leaves->bits_most),
		.bytes = LLVMGetTypeKind(type) == LLVMVoidTypeKind
				 ? 0
				 : LLVMStoreSizeOfType(shapes->layout, type),
		.leaf = arena_copy(shapes->arena, leaves->leaf,
			leaves->count * sizeof *leaves->leaf)};
	free(leaves);
	return shape;
}

const struct shape *shapes_find(struct shapes *shapes, LLVMTypeRef type)
{
	const struct shape *shape;

	for (size_t i = shapes->count; i-- > 0;)
		if (shapes->shape[i]->type == type)
			return shapes->shape[i];
	shape = make(shapes, type);
	if (!shape)
		return NULL;
	shapes->shape = memory_grow(shapes->shape, &shapes->capacity,
		shapes->count + 1, sizeof(struct shape *));
	shapes->shape[shapes->count++] = shape;
	return shape;
}

void shapes_release(struct shapes *shapes)
{
	free(shapes->shape);
	shapes->shape = NULL;
	shapes->count = shapes->capacity = 0;
}

unsigned shapes_lanes_before(struct shapes *shapes, LLVMTypeRef type,
	unsigned index, LLVMTypeRef *element)
{
	unsigned lanes = 0;

	if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
		*element = LLVMGetElementType(type);
		return index * shapes_find(shapes, *element)->lanes;
	}
	for (unsigned i = 0; i < index; i++)
		lanes += shapes_find(shapes, LLVMStructGetTypeAtIndex(type, i))
				 ->lanes;
	*element = LLVMStructGetTypeAtIndex(type, index);
	return lanes;
}
