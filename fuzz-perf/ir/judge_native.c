/* SPDX-License-Identifier: MIT
 * Native code as an oracle, and as a second opinion. */
#include "config.h"

#include "fuzz-perf/ir/judge.h"

#include "fuzz-perf/ir/values.h"

#define NATIVE_SLOWER 1.5   /* times the instructions */
#define NATIVE_ENOUGH 10000 /* instructions to be compared */

/* As exec() and exec_optimised() of a target. */
typedef enum irf_status judge_exec_fn(void *t, void *m,
	const struct irf_args *args, const struct irf_vals *vals,
	uint64_t *instructions);

/* Native code of M, which EXEC runs, against its own evaluation. */
static bool native_refines(
	struct ir_judge *judge, judge_exec_fn *exec, void *m, unsigned set)
{
	struct irf_vals native;
	uint64_t steps;
	char text[64];

	ir_vals_make((struct ir_fn *)judge->case_->fn, &native, false);
	if (ir_judge_eval(judge, m, set, &judge->after, &steps) != IRF_OK ||
		exec(judge->setup->t, m, &judge->case_->args[set], &native,
			NULL) != IRF_OK)
		return true;
	return ir_vals_refine(
		judge->case_->fn, &judge->after, &native, text, sizeof text);
}

bool ir_native_differs(
	struct ir_judge *judge, void *before, void *after, unsigned set)
{
	const struct irf_target *target = judge->setup->target;
	const struct irf_args *args = &judge->case_->args[set];
	struct irf_vals old, new;
	char text[64];

	if (!target->exec)
		return false;
	ir_vals_make((struct ir_fn *)judge->case_->fn, &old, false);
	/* What may be anything may be something else. */
	old.result_any = judge->before.result_any;
	old.buffer_any = judge->before.buffer_any;
	ir_vals_make((struct ir_fn *)judge->case_->fn, &new, false);
	return target->exec(judge->setup->t, before, args, &old, NULL) ==
		       IRF_OK &&
	       target->exec(judge->setup->t, after, args, &new, NULL) ==
		       IRF_OK &&
	       !ir_vals_refine(judge->case_->fn, &old, &new, text, sizeof text);
}

bool ir_native_is_slower(struct ir_judge *judge, void *before, void *after)
{
	const struct irf_target *target = judge->setup->target;
	void *const m[2] = {before, after};
	uint64_t sum[2] = {0, 0};

	for (unsigned i = 0; target->exec && i < judge->case_->sets &&
			     sum[0] < NATIVE_ENOUGH;
		i++) {
		uint64_t count[2] = {0, 0};
		for (int k = 0; k < 2; k++)
			target->exec(judge->setup->t, m[k],
				&judge->case_->args[i], &judge->after,
				&count[k]);
		if (count[0] && count[1]) {
			sum[0] += count[0];
			sum[1] += count[1];
		}
	}
	return (double)sum[1] > NATIVE_SLOWER * (double)sum[0];
}

static void check_native_by(
	struct ir_judge *judge, judge_exec_fn *exec, void *before, void *after)
{
	for (unsigned i = 0; i < judge->case_->sets; i++) {
		if (!ir_judge_eval_before(judge, before, i))
			continue;
		if (!native_refines(judge, exec, before, i))
			ir_judge_find(judge, IR_CODEGEN,
				"set %u: native code without passes differs",
				i);
		else if (after && !native_refines(judge, exec, after, i))
			ir_judge_find(judge, IR_CODEGEN,
				"set %u: native code after passes differs", i);
		if (judge->verdict->class != IR_FINE) {
			judge->verdict->is_confirmed = true;
			return;
		}
	}
}

void ir_judge_native(struct ir_judge *judge, void *before, void *after)
{
	const struct irf_target *target = judge->setup->target;
	struct ir_verdict *verdict = judge->verdict;

	if (!ir_judge_asks(judge, IR_CODEGEN))
		return;
	if (judge->asked & IR_ASK_PLAIN && target->exec)
		check_native_by(judge, target->exec, before, after);
	if (!(judge->asked & IR_ASK_OPTIMISED) || !target->exec_optimised ||
		verdict->class != IR_FINE)
		return;
	check_native_by(judge, target->exec_optimised, before, after);
	verdict->is_optimised = verdict->class == IR_CODEGEN;
}
