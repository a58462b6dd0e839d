/* SPDX-License-Identifier: MIT
 * Numbers of which each use may be another one, as they depend on undef: which they may be. Only
 * functions as they were written have them. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_EACH_H
#define RETREAD_FUZZ_PERF_IR_LLVM_EACH_H

#include "fuzz-perf/ir/ir.h"
#include "fuzz-perf/ir/llvm/interpret.h"

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

#endif
