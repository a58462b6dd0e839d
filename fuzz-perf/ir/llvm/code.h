/* SPDX-License-Identifier: MIT
 * Functions of an LLVM module as flat lists of operations on slots, which
 * interpret.c executes. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_CODE_H
#define RETREAD_FUZZ_PERF_IR_LLVM_CODE_H

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>
#include <stdbool.h>
#include <stdint.h>

#include "fuzz-perf/ir/llvm/objects.h"
#include "fuzz-perf/ir/llvm/shape.h"
#include "lib/error.h"
#include "lib/memory.h"

/* A, B, C and RESULT are slots, EXTRA a place in the list of extras. */
enum op_code {
	OP_BINARY,	  /* KIND: an LLVMOpcode */
	OP_CAST,	  /* KIND: an LLVMOpcode */
	OP_COMPARE,	  /* KIND: an LLVMIntPredicate */
	OP_FLOAT,	  /* KIND: an LLVMOpcode, or an enum float_intrinsic */
	OP_FLOAT_COMPARE, /* KIND: an LLVMRealPredicate */
	OP_FLOAT_PROMISE, /* RESULT, in place */
	OP_SELECT,	  /* A ? B : C */
	OP_FREEZE,	  /* A */
	OP_BITCAST,	  /* A */
	OP_EXTRACT_VALUE, /* of A, lanes from IMMEDIATE on */
	OP_INSERT_VALUE,  /* A with B at lane IMMEDIATE */
	OP_EXTRACT_ELEMENT, /* of A, lane B */
	OP_INSERT_ELEMENT,  /* A with B at lane C */
	OP_SHUFFLE,	    /* A and B by a mask, EXTRA */
	OP_ALLOCA,	    /* A elements of IMMEDIATE bytes */
	OP_LOAD,	    /* from A, aligned to IMMEDIATE */
	OP_STORE,	    /* B to A, aligned to IMMEDIATE */
	OP_ADDRESS,	    /* A, IMMEDIATE bytes on, and EXTRA: how many slots;
			       for each the slot and the bytes to a unit of it */
	OP_INTRINSIC,	    /* KIND: enum lane_intrinsic; A, B, C */
	OP_REDUCE,	    /* the lanes of A, by KIND: an enum reduction */
	OP_ASSUME,	    /* A */
	OP_RANGE,   /* RESULT, in place; EXTRA: how many bounds, their slots */
	OP_DEFINED, /* A */
	OP_MEMSET,  /* from A on B, C times */
	OP_MEMCPY,  /* to A from B, C bytes */
	OP_FORGET,  /* A bytes at B, or all that is there */
	OP_GIVE, /* to a function that is not known, IMMEDIATE tells which; EXTRA:
			       how many slots, and they */
	OP_CALL,   /* function IMMEDIATE; EXTRA: its arguments' slots */
	OP_JUMP,   /* by the edge EXTRA */
	OP_BRANCH, /* A: by the edge EXTRA, else B */
	OP_SWITCH, /* A; EXTRA: the edge of the default, how many cases;
			       for each a slot and an edge */
	OP_RETURN, /* A; NO_SLOT: nothing */
	OP_UNREACHABLE,
};

#define NO_SLOT UINT32_MAX

/* An edge is in the list of extras: the block it leads to, how many values it
 * moves to phis, and for each of them the phi's slot and the value's. */
struct op {
	uint8_t code;
	uint8_t kind;
	uint8_t flags; /* enum lane_flags */
	uint32_t result, a, b, c;
	uint32_t extra;
	uint64_t immediate;
};

/* Where a value is kept in a frame. */
struct slot {
	const struct shape *shape;
	uint32_t word, lane; /* its first ones */
};

struct llvm_code {
	LLVMValueRef function;
	struct op *op;
	size_t ops, ops_capacity;
	uint32_t *extra;
	size_t extras, extras_capacity;
	struct slot *slot; /* arguments are the first ones */
	size_t slots, slots_capacity;
	uint32_t *block; /* the first operation of each */
	/* A frame as a call begins: constants are in place. */
	uint64_t *word;
	size_t words, words_capacity;
	uint8_t *state; /* enum state, of each lane */
	size_t lanes, lanes_capacity;
	bool is_running; /* and uses this frame */
};

/* A function with all that it calls. */
struct llvm_program {
	LLVMModuleRef module;
	struct arena arena;
	struct shapes shapes;
	struct llvm_code **code;
	size_t codes, codes_capacity;
	LLVMValueRef *global; /* each is the object of the same number */
	size_t globals, globals_capacity;
	struct llvm_objects objects; /* variables; the rest while it runs */
	bool is_seen; /* functions and variables that are not known belong to others */
	struct each *each; /* of a run, told apart by their places from 1 on */
	size_t eachs, eachs_capacity;
	unsigned each_most; /* numbers that one of them has; IRF_SOME */
	uint64_t each_left; /* operations on these numbers that may be tried */
};

/* Takes FUNCTION of a valid module, which must outlive the program. NULL, with
 * ERR: something in it is not supported. */
struct llvm_program *program_new(LLVMValueRef function, struct error *err);
/* The same, of a function that calls others which are not known, and has variables of
 * others. */
struct llvm_program *program_new_seen(LLVMValueRef function, struct error *err);
void program_free(struct llvm_program *program);

/*--- between the files that make it ---*/

/* What GLOBAL begins with; NULL: that is not known. */
LLVMValueRef constants_initial(LLVMValueRef global);
/* The number of FUNCTION's code; -1. */
int64_t program_add_function(
	struct llvm_program *program, LLVMValueRef function, struct error *err);
/* Writes what CONSTANT is to the lanes from WORD and STATE on, each of LIMBS
 * words. Returns how many, or -1. */
int64_t program_read_constant(struct llvm_program *program,
	LLVMValueRef constant, unsigned limbs, uint64_t *word, uint8_t *state);

/* Reads the flags of all COUNT instructions of FUNCTION, in their order. Returns 0, or -1
 * with ERR. */
int flags_read(
	LLVMValueRef function, uint8_t *flag, size_t count, struct error *err);
/* The same from what LLVM prints, which takes longer. */
int flags_read_text(
	LLVMValueRef function, uint8_t *flag, size_t count, struct error *err);

#endif
