/* SPDX-License-Identifier: MIT
 * What is known while the loops of a function are looked for. */
#ifndef RETREAD_FUZZ_PERF_GROW_LOOPS_H
#define RETREAD_FUZZ_PERF_GROW_LOOPS_H

#include "fuzz-perf/grow/knobs.h"

#define LOOP_BOUND_MIN	2
#define LOOP_GROWTH_MAX 4096 /* times the bound as it is */

/* The lowest four bits of a conditional branch's opcode. */
enum condition {
	CONDITION_BELOW = 0x2,
	CONDITION_EQUAL = 0x4,
	CONDITION_NOT_EQUAL = 0x5,
	CONDITION_BELOW_EQUAL = 0x6,
	CONDITION_ABOVE = 0x7,
	CONDITION_LESS = 0xc,
	CONDITION_LESS_EQUAL = 0xe,
	CONDITION_GREATER = 0xf,
};

struct loop_search {
	struct grow_knobs *knobs;
	const struct grow_function *function;
	struct grow_steps steps;
	/* Where the loop at hand looks at its counter. */
	const struct grow_step *compare;
};

/* Of a conditional branch. */
unsigned loop_condition(
	const struct loop_search *search, const struct grow_step *branch);
/* The instruction that closes the loop which COMPARE and the BRANCH after it leave or
 * repeat; NULL: they do neither. */
const struct grow_step *loop_find(const struct loop_search *search,
	const struct grow_step *compare, const struct grow_step *branch);

/*--- loops_end.c ---*/

/* The first loop after step I that compares addresses and goes by the elements of ARRAY:
 * it visits those before the end that the step takes the address of. It can be made
 * shorter only, unless a copy of the array can be larger. */
void loop_look_at_end(struct loop_search *search, size_t i);
/* Says that step I ends a loop where a function says, as `std::end`, if it does. */
void loop_refuse_end(const struct loop_search *search, size_t i);
/* The displacement of STEP, which takes an address, as the constant that is changed. */
struct grow_step loop_displacement(const struct grow_step *step);

#endif
