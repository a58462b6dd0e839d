/* SPDX-License-Identifier: MIT
 * Executes functions of LLVM IR by the Language Reference: with poison in each lane
 * and each bit of memory, and undefined behaviour as a result.
 *
 *	struct llvm_program *program = program_new(function, &err);
 *	struct llvm_run run;
 *	run_begin(&run, program, fuel);
 *	run_argument(&run, 0, 0, &word, STATE_DEFINED);
 *	verdict = run_function(&run);
 *	state = run_result(&run, 0, &word);
 *	run_end(&run); */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_INTERPRET_H
#define RETREAD_FUZZ_PERF_IR_LLVM_INTERPRET_H

#include <stdint.h>

#include "fuzz-perf/ir/ir.h"
#include "fuzz-perf/ir/llvm/code.h"

enum verdict {
	RUN_OK,
	RUN_UB,
	RUN_FUEL,     /* too many steps, or too much memory */
	RUN_UNKNOWN,  /* what it does depends on undef */
	RUN_RETURNED, /* between the parts of the interpreter only */
};

/* What functions that are not known are given, and return, one after another. */
struct llvm_told {
	const uint64_t *returned;
	uint64_t *given, *any;
	size_t count, size; /* numbers of GIVEN, and in all */
	size_t taken;	    /* numbers of RETURNED */
	bool is_full;	    /* there was more to give */
};

struct llvm_run {
	struct llvm_program *program;
	const struct llvm_code *code;
	uint64_t *word; /* of the frame */
	uint8_t *state;
	uint32_t at;	   /* the next operation */
	uint32_t returned; /* a slot */
	unsigned depth;
	uint64_t steps, fuel;	/* operations, but phis */
	struct llvm_told *told; /* NULL: nobody is told */
};

/* The program's function is the one that it was made of. */
void run_begin(
	struct llvm_run *run, struct llvm_program *program, uint64_t fuel);
/* Forgets all memory. */
void run_end(struct llvm_run *run);

/* Adds an object of BYTES bytes whose bits are undef, for arguments: returns its
 * address, or 0. */
uint64_t run_add_object(struct llvm_run *run, uint64_t bytes);
void run_argument(struct llvm_run *run, unsigned index, unsigned lane,
	const uint64_t *word, enum state state);

enum verdict run_function(struct llvm_run *run);

/* After RUN_OK. */
const struct shape *run_result_shape(const struct llvm_run *run);
enum state run_result(
	const struct llvm_run *run, unsigned lane, const uint64_t **word);

/* What the result is said to be if each use of it may be another number; or NULL. */
const struct each *run_result_each(const struct llvm_run *run, unsigned lane);

/*--- numbers of IEEE 754: interpret_float.c ---*/

enum verdict run_float(struct llvm_run *run, const struct op *op);
enum verdict run_float_compare(struct llvm_run *run, const struct op *op);
/* LANE of the result is poison if it breaks a promise of OP, a choice: of what is not chosen LLVM
 * may or may not say the same. */
void run_float_promise(
	struct llvm_run *run, const struct op *op, unsigned lane);
enum verdict run_float_promises(struct llvm_run *run, const struct op *op);

/*--- memory and calls: interpret_memory.c ---*/

enum verdict run_alloca(struct llvm_run *run, const struct op *op);
enum verdict run_load(struct llvm_run *run, const struct op *op);
enum verdict run_store(struct llvm_run *run, const struct op *op);
enum verdict run_address(struct llvm_run *run, const struct op *op);
enum verdict run_memset(struct llvm_run *run, const struct op *op);
enum verdict run_memcpy(struct llvm_run *run, const struct op *op);
enum verdict run_forget(struct llvm_run *run, const struct op *op);
enum verdict run_give(struct llvm_run *run, const struct op *op);

/*--- numbers of which each use may be another one, as they depend on undef: each.c ---*/

#define EACH_TRIES (1 << 20) /* in one run */

/* All that one number may be is said by numbers that it may be, and by bounds of what it may
 * be: what is not said by the former may be, within the latter. */
struct each {
	struct irf_some is;
	bool is_poison; /* it may be */
};

/* Computes LANE of the result of OP from its operands, if they are numbers, and uses of one of them
 * may differ; else the state that it has is left alone. */
enum verdict each_run(struct llvm_run *run, const struct op *op, unsigned lane);
/* The same, of a number that must be one, as a condition. */
enum verdict each_demand(
	const struct llvm_run *run, const struct slot *slot, unsigned lane);
/* What LANE of SLOT, in STATE_EACH, is said to be; NULL: any number. */
const struct each *each_of(
	const struct llvm_run *run, const struct slot *slot, unsigned lane);
/* The state of LANE for those that know nothing of STATE_EACH. */
enum state each_state(
	const struct llvm_run *run, const struct slot *slot, unsigned lane);
/* All lanes of SLOT that are undef: each use of them may be another number. */
void each_begin(const struct llvm_code *code, const struct slot *slot);

/* A slot of the frame, and its lanes. */
static inline const struct slot *run_slot(
	const struct llvm_run *run, uint32_t slot)
{
	return &run->code->slot[slot];
}

static inline uint64_t *run_word(
	const struct llvm_run *run, const struct slot *slot, unsigned lane)
{
	return run->word + slot->word + (size_t)lane * slot->shape->limbs;
}

static inline uint8_t *run_state(
	const struct llvm_run *run, const struct slot *slot, unsigned lane)
{
	return run->state + slot->lane + lane;
}

/* Of a result that depends on both, and is a number if they are. */
static inline enum state run_join_numbers(enum state a, enum state b)
{
	if (a == STATE_POISON || b == STATE_POISON)
		return STATE_POISON;
	if (a == STATE_UNKNOWN || b == STATE_UNKNOWN)
		return STATE_UNKNOWN;
	return a || b ? STATE_SOME : STATE_DEFINED;
}

/* Of a result that depends on both. */
static inline enum state run_join(enum state a, enum state b)
{
	enum state state = run_join_numbers(a, b);

	return state == STATE_SOME ? STATE_UNKNOWN : state;
}

/* For what must not be poison, as an address. */
static inline enum verdict run_demand(enum state state)
{
	return state == STATE_DEFINED  ? RUN_OK
	       : state == STATE_POISON ? RUN_UB
				       : RUN_UNKNOWN;
}

#endif
