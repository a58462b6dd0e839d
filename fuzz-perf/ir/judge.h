/* SPDX-License-Identifier: MIT
 * One run that is judged: what the files of the oracles share. */
#ifndef RETREAD_FUZZ_PERF_IR_JUDGE_H
#define RETREAD_FUZZ_PERF_IR_JUDGE_H

#include "fuzz-perf/ir/case.h"

struct ir_judge {
	const struct ir_setup *setup;
	const struct ir_case *case_;
	struct ir_verdict *verdict;
	enum ir_asked asked;
	struct irf_vals reference, before, after;
};

static inline bool ir_judge_asks(
	const struct ir_judge *judge, enum ir_class class)
{
	return judge->setup->classes >> class & 1;
}

/* Notes the first finding. */
__attribute__((format(printf, 3, 4))) void ir_judge_find(
	struct ir_judge *judge, enum ir_class class, const char *format, ...);
/* Runs M on set SET. */
enum irf_status ir_judge_eval(const struct ir_judge *judge, void *m,
	unsigned set, struct irf_vals *vals, uint64_t *steps);
/* Is set AT good for a comparison? JUDGE->before has its values then. */
bool ir_judge_eval_before(struct ir_judge *judge, void *m, unsigned at);

/* ---- judge_native.c ---- */

/* Does native code of AFTER differ from that of BEFORE, too? */
bool ir_native_differs(
	struct ir_judge *judge, void *before, void *after, unsigned set);
/* Does native code of AFTER execute more instructions than that of BEFORE, too? */
bool ir_native_is_slower(struct ir_judge *judge, void *before, void *after);
/* Compares native code with evaluation. AFTER may be NULL: passes made nothing of it. */
void ir_judge_native(struct ir_judge *judge, void *before, void *after);

#endif
