/* SPDX-License-Identifier: MIT
 * How values of LLVM's types are kept: as lanes, in registers and in memory.
 *
 * A lane is a number: an integer, a pointer, an element of a vector, or what is
 * left of structs and arrays when they are taken apart. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_SHAPE_H
#define RETREAD_FUZZ_PERF_IR_LLVM_SHAPE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdint.h>

#include "lib/memory.h"

struct shape_leaf {
	unsigned bits;
	uint64_t at_bit; /* in memory, from the value's first byte on */
};

struct shape {
	LLVMTypeRef type;
	unsigned lanes;
	unsigned
		limbs; /* words of each lane: as many as the widest one needs */
	uint64_t bytes;		       /* in memory */
	const struct shape_leaf *leaf; /* of each lane */
};

/* The shapes of a module's types. Zero-initialise it, with LAYOUT and ARENA set. */
struct shapes {
	LLVMTargetDataRef layout;
	struct arena *arena;
	const struct shape **shape;
	size_t count, capacity;
};

/* NULL: there is no such value here (floating point, scalable vectors, more than
 * SHAPE_LANES_MAX lanes or LIMBS_BITS_MAX bits). void has no lanes. */
#define SHAPE_LANES_MAX 4096
const struct shape *shapes_find(struct shapes *shapes, LLVMTypeRef type);
void shapes_release(struct shapes *shapes);

/* How many lanes come before element INDEX of a struct, array or vector of TYPE;
 * *ELEMENT is the element's type. */
unsigned shapes_lanes_before(struct shapes *shapes, LLVMTypeRef type,
	unsigned index, LLVMTypeRef *element);

#endif
