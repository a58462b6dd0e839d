/* SPDX-License-Identifier: MIT
 * The oracles: is what a compiler made of a function still that function? */
#include "config.h"

#include "fuzz-perf/ir/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/values.h"

/* After so many a pass should leave its own output alone. */
#define SETTLE_RUNS 32
#define NOT_KNOWN   2  /* whether a pass changed something, as a feature */
#define ENDLESS	    64 /* times the steps that there may be before */

const char *ir_class_name(enum ir_class class)
{
	static const char *const name[IR_CLASSES] = {"fine", "not lowered",
		"lowering", "undefined", "invalid", "output", "codegen",
		"fatal", "slower", "unsettled", "compile time", "crash",
		"hang"};

	return name[class];
}

void ir_judge_find(
	struct ir_judge *judge, enum ir_class class, const char *format, ...)
{
	struct ir_verdict *verdict = judge->verdict;
	__builtin_va_list arguments;

	if (verdict->class != IR_FINE || !ir_judge_asks(judge, class))
		return;
	verdict->class = class;
	__builtin_va_start(arguments, format);
	vsnprintf(verdict->text, IR_TEXT, format, arguments);
	__builtin_va_end(arguments);
}

/* ---- modules ---- */

void *ir_case_lower(const struct ir_setup *setup, const struct ir_case *case_)
{
	const struct irf_target *target = setup->target;

	return case_->written ? target->lower_text(setup->t, case_->written)
			      : target->lower(setup->t, case_->fn);
}

static void *ir_judge_lower(const struct ir_judge *judge)
{
	return ir_case_lower(judge->setup, judge->case_);
}

static void *copy_of(const struct ir_judge *judge, void *m)
{
	const struct irf_target *target = judge->setup->target;

	return target->clone ? target->clone(judge->setup->t, m)
			     : ir_judge_lower(judge);
}

static void judge_drop(const struct ir_judge *judge, void *m)
{
	const struct irf_target *target = judge->setup->target;

	if (m && target->drop)
		target->drop(judge->setup->t, m);
	else
		free(m);
}

enum irf_status ir_judge_eval(const struct ir_judge *judge, void *m,
	unsigned set, struct irf_vals *vals, uint64_t *steps)
{
	*steps = 0;
	ir_vals_clear(judge->case_->fn, vals);
	return judge->setup->target->eval(
		judge->setup->t, m, &judge->case_->args[set], vals, steps);
}

/* ---- what was lowered ---- */

static bool check_lowered(struct ir_judge *judge, void *m)
{
	const struct irf_target *target = judge->setup->target;
	char why[IR_TEXT / 2] = "";

	if (target->verify &&
		target->verify(judge->setup->t, m, why, sizeof why) != IRF_OK) {
		ir_judge_find(judge, IR_LOWERING,
			"what was lowered is invalid: %s", why);
		return false;
	}
	return true;
}

bool ir_judge_eval_before(struct ir_judge *judge, void *m, unsigned at)
{
	struct ir_verdict *verdict = judge->verdict;
	const struct irf_args *args = &judge->case_->args[at];
	uint64_t steps, reference_steps = 0;
	char text[IR_TEXT / 2];

	ir_vals_clear(judge->case_->fn, &judge->reference);
	/* What was written is what it does before passes. */
	enum irf_status meant =
		judge->case_->written
			? IRF_OK
			: irf_eval(judge->case_->fn, args, &judge->reference,
				  &reference_steps);
	enum irf_status is =
		ir_judge_eval(judge, m, at, &judge->before, &steps);
	verdict->work += steps + reference_steps;
	verdict->steps[0] += steps;
	if (meant == IRF_FUEL || is == IRF_FUEL) {
		verdict->fuel++;
		return false;
	}
	if (meant != IRF_OK) {
		verdict->undefined++;
		return false;
	}
	if (is == IRF_UB && !judge->case_->written)
		ir_judge_find(judge, IR_UNDEFINED,
			"set %u: what was lowered has undefined behaviour", at);
	if (is != IRF_OK) {
		verdict->undefined += is == IRF_UB;
		return false;
	}
	if (!judge->case_->written &&
		!ir_vals_refine(judge->case_->fn, &judge->reference,
			&judge->before, text, sizeof text)) {
		ir_judge_find(judge, IR_LOWERING,
			"set %u: when it is lowered, %s", at, text);
		return false;
	}
	return true;
}

/* ---- what passes made of it ---- */

static enum irf_status run_list(const struct ir_setup *setup, void *m,
	const unsigned *pass, unsigned count, struct irf_log *log)
{
	memset(log, 0, sizeof *log);
	return setup->target->run(setup->t, m, pass, count, log);
}

enum irf_status ir_run_passes(const struct ir_setup *setup,
	const struct ir_case *case_, void *m, unsigned passes,
	struct irf_log *log)
{
	enum irf_status status = IRF_OK;
	uint64_t changed = 0, steps = 0;
	bool is_same = true;

	if (!case_->is_stepwise || passes < 2)
		return run_list(setup, m, case_->pass, passes, log);
	for (unsigned i = 0; i < passes && status == IRF_OK; i++) {
		status = run_list(setup, m, case_->pass + i, 1, log);
		changed |= (log->changed & 1) << i;
		steps += log->steps;
		is_same &= log->is_same;
	}
	log->is_same = is_same;
	log->changed = changed;
	log->steps = steps;
	return status;
}

static enum irf_status judge_run(
	struct ir_judge *judge, void *m, unsigned passes, struct irf_log *log)
{
	enum irf_status status =
		ir_run_passes(judge->setup, judge->case_, m, passes, log);

	judge->verdict->work += log->steps;
	return status;
}

/* Whether AFTER takes very many more steps than there were before. */
static bool judge_is_endless(struct ir_judge *judge, void *after, unsigned set)
{
	struct irf_args longer = judge->case_->args[set];
	uint64_t steps = 0;

	longer.fuel *= ENDLESS;
	ir_vals_clear(judge->case_->fn, &judge->after);
	return judge->setup->target->eval(judge->setup->t, after, &longer,
		       &judge->after, &steps) == IRF_FUEL &&
	       steps >= longer.fuel;
}

/* Was a number of the result, or a part of it, any, or poison? */
static bool judge_was_any(const struct ir_judge *judge)
{
	uint64_t any = 0;

	for (uint32_t i = 0; i < judge->case_->fn->body.result->type->words;
		i++)
		any |= judge->before.result_any[i];
	return any;
}

static void check_output(
	struct ir_judge *judge, void *before, void *after, unsigned set)
{
	struct ir_verdict *verdict = judge->verdict;
	uint64_t steps;
	char text[IR_TEXT / 2] = "";

	enum irf_status is =
		ir_judge_eval(judge, after, set, &judge->after, &steps);
	verdict->work += steps;
	verdict->steps[1] += steps;
	verdict->compared++;
	if (is == IRF_UB)
		snprintf(text, sizeof text, "its behaviour becomes undefined%s",
			judge_was_any(judge) ? IR_TEXT_OF_ANY : "");
	else if (is == IRF_FUEL && judge_is_endless(judge, after, set))
		snprintf(text, sizeof text, "it does not end any more");
	else if (is == IRF_ERROR)
		snprintf(text, sizeof text, "it can no longer be run");
	else if (is != IRF_OK)
		return;
	else if (ir_vals_refine(judge->case_->fn, &judge->before, &judge->after,
			 text, sizeof text)) {
		/* Passes take undef for poison in many places, which a report of it is about,
		 * and a search would find again and again. */
		if (!judge->case_->written ||
			!ir_vals_are_poisoned(judge->case_->fn, &judge->before,
				&judge->after))
			return;
		snprintf(text, sizeof text,
			"an undefined number becomes poison");
	}
	bool is_of_any = is == IRF_UB && judge_was_any(judge);

	/* A number is worse. */
	if (verdict->is_of_any && !is_of_any)
		verdict->class = IR_FINE;
	if (verdict->class != IR_FINE || !ir_judge_asks(judge, IR_OUTPUT))
		return;
	ir_judge_find(judge, IR_OUTPUT, "set %u: %s", set, text);
	verdict->is_of_any = is_of_any;
	verdict->is_agreed = true; /* or it would be IR_LOWERING */
	/* Undefined behaviour may crash, before it is known which pass made it. */
	verdict->is_confirmed = judge->asked && is == IRF_OK &&
				ir_native_differs(judge, before, after, set);
}

/* Are there oracles that compare what the module does? */
static bool asks_of_runs(const struct ir_judge *judge)
{
	return ir_judge_asks(judge, IR_LOWERING) ||
	       ir_judge_asks(judge, IR_UNDEFINED) ||
	       ir_judge_asks(judge, IR_OUTPUT) ||
	       ir_judge_asks(judge, IR_SLOWER);
}

/* Verifies AFTER, and compares it on all sets. If it IS_SAME, that is known, and BEFORE alone
 * is run. */
static void ir_judge_compare(
	struct ir_judge *judge, void *before, void *after, bool is_same)
{
	const struct irf_target *target = judge->setup->target;
	struct ir_verdict *verdict = judge->verdict;
	char why[IR_TEXT / 2] = "";

	verdict->steps[0] = verdict->steps[1] = 0;
	if (!is_same && target->verify &&
		target->verify(judge->setup->t, after, why, sizeof why) !=
			IRF_OK) {
		ir_judge_find(judge, IR_INVALID, "%s", why);
		return;
	}
	if (!asks_of_runs(judge))
		return;
	for (unsigned i = 0; i < judge->case_->sets; i++) {
		uint64_t old = verdict->steps[0];
		if (!ir_judge_eval_before(judge, before, i)) {
			verdict->steps[0] = old;
		} else if (is_same) {
			verdict->work += verdict->steps[0] - old;
			verdict->steps[1] = verdict->steps[0];
			verdict->compared++;
		} else {
			check_output(judge, before, after, i);
		}
		if (verdict->class != IR_FINE && !verdict->is_of_any)
			return;
	}
}

static bool may_be_slower(const struct ir_judge *judge)
{
	for (unsigned i = 0; i < judge->case_->passes; i++)
		if (judge->setup->pass[judge->case_->pass[i]].flags &
			IRF_PASS_LOWERING)
			return true;
	return false;
}

static void check_speed(struct ir_judge *judge, void *before, void *after,
	const struct irf_log *log)
{
	const struct ir_setup *setup = judge->setup;
	const uint64_t *steps = judge->verdict->steps;
	unsigned sets = judge->verdict->compared;
	uint64_t most = setup->compile_steps * judge->case_->passes *
			(judge->case_->fn->node_count + 1);

	if (sets && judge->verdict->class == IR_FINE &&
		ir_judge_asks(judge, IR_SLOWER) &&
		steps[0] > setup->slower_steps * sets &&
		(double)steps[1] > setup->slower * (double)steps[0] &&
		!may_be_slower(judge)) {
		ir_judge_find(judge, IR_SLOWER,
			"%" PRIu64 " steps become %" PRIu64, steps[0] / sets,
			steps[1] / sets);
		judge->verdict->is_confirmed =
			judge->asked &&
			ir_native_is_slower(judge, before, after);
	}
	if (log->steps > most)
		ir_judge_find(judge, IR_COMPILE_TIME,
			"%" PRIu64 " steps for %" PRIu32 " nodes and %u passes",
			log->steps, judge->case_->fn->node_count,
			judge->case_->passes);
}

/* How long M is as a text; 0: it has none. */
static size_t judge_text_length(const struct ir_judge *judge, void *m)
{
	const struct irf_target *target = judge->setup->target;
	char *text = target->print ? target->print(judge->setup->t, m) : NULL;
	size_t length = text ? strlen(text) : 0;

	free(text);
	return length;
}

/* Does the pass of JUDGE still change M after SETTLE_RUNS runs, which left nothing out? What is
 * dead may go one by one. */
static bool never_settles(struct ir_judge *judge, void *m)
{
	size_t length = SIZE_MAX, before;
	struct irf_log log = {0};

	do {
		before = length;
		for (unsigned i = 0; i < SETTLE_RUNS; i++)
			if (judge_run(judge, m, 1, &log) != IRF_OK ||
				!(log.changed & 1))
				return false;
		length = judge_text_length(judge, m);
	} while (length && length < before);
	return true;
}

/* Runs the last pass on its own output again and again. */
static void check_settled(struct ir_judge *judge, void *after)
{
	struct ir_judge last = *judge;
	struct ir_case alone = *judge->case_;
	const struct irf_pass *pass;

	if (!alone.passes || !ir_judge_asks(judge, IR_UNSETTLED))
		return;
	alone.pass[0] = alone.pass[alone.passes - 1];
	pass = &judge->setup->pass[alone.pass[0]];
	alone.passes = 1;
	last.case_ = &alone;
	void *m = judge->setup->target->clone
			  ? judge->setup->target->clone(judge->setup->t, after)
			  : NULL;
	if (!m || pass->flags & IRF_PASS_ONCE) {
		judge_drop(judge, m);
		return;
	}
	if (never_settles(&last, m))
		ir_judge_find(judge, IR_UNSETTLED,
			"%s still changes its own output after %d runs",
			pass->name, SETTLE_RUNS);
	judge_drop(judge, m);
}

/* ---- which pass ---- */

/* Which pass changed something after which other one; how steps changed. */
static void tell_passes(const struct ir_judge *judge, const struct irf_log *log,
	irf_feature_fn *emit, void *arg)
{
	const struct ir_verdict *verdict = judge->verdict;
	uint64_t last = 0xffff;

	for (unsigned i = 0; i < judge->case_->passes; i++) {
		uint64_t pass = judge->case_->pass[i];
		uint64_t changed = log->changed == UINT64_MAX
					   ? NOT_KNOWN
					   : log->changed >> i & 1;
		emit(arg, IRF_D_SHAPE, pass << 32 | last << 8 | changed);
		last = pass;
	}
	if (verdict->steps[0])
		emit(arg, IRF_D_SHAPE,
			1ull << 62 |
				16 * verdict->steps[1] / verdict->steps[0]);
}

/* Which operations meet, and how: as operand 0, 1..., of which an equal one is
 * another. */
static void tell_shapes(
	const struct irf_region *region, irf_feature_fn *emit, void *arg)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		uint64_t key = 1ull << 61 | node->op;
		for (uint32_t j = 0; j < node->operand_count && j < 4; j++) {
			bool is_same =
				j && node->operand[j] == node->operand[0];
			emit(arg, IRF_D_SHAPE,
				key | (uint64_t)node->operand[j]->op << 8 |
					(2 * j + is_same) << 16);
		}
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			tell_shapes(node->region[j], emit, arg);
	}
}

/* The first PASSES of them and all that is asked of their result. */
static void try_prefix(struct ir_judge *judge, void *before, unsigned passes,
	irf_feature_fn *emit, void *arg)
{
	struct ir_case prefix = *judge->case_;
	struct ir_judge own = *judge;
	struct irf_log log;
	void *after = copy_of(judge, before);

	if (!after)
		return;
	prefix.passes = passes;
	own.case_ = &prefix;
	enum irf_status status = judge_run(&own, after, passes, &log);
	if (status == IRF_ERROR)
		ir_judge_find(&own, IR_FATAL, "%s", log.why);
	if (status == IRF_OK) {
		ir_judge_compare(&own, before, after, log.is_same);
		check_speed(&own, before, after, &log);
		if (emit) {
			tell_passes(judge, &log, emit, arg);
			if (log.changed)
				tell_shapes(&judge->case_->fn->body, emit, arg);
			if (judge->setup->target->features_of)
				judge->setup->target->features_of(
					judge->setup->t, before, after, emit,
					arg);
		}
		if (judge->asked && judge->verdict->class == IR_FINE)
			check_settled(&own, after);
		if (judge->asked && judge->verdict->class == IR_FINE)
			ir_judge_native(&own, before,
				passes && !log.is_same ? after : NULL);
	}
	judge_drop(judge, after);
}

/* The shortest prefix with the verdict that all of them have. */
static void judge_find_culprit(struct ir_judge *judge, void *before)
{
	struct ir_verdict whole = *judge->verdict, *verdict = judge->verdict;

	for (unsigned n = 0; n < judge->case_->passes; n++) {
		*verdict = (struct ir_verdict){.culprit = -1};
		try_prefix(judge, before, n, NULL, NULL);
		verdict->prefix = n;
		if (verdict->class == whole.class)
			break;
		*verdict = whole;
		verdict->prefix = judge->case_->passes;
	}
	verdict->work = whole.work;
	verdict->culprit =
		verdict->prefix ? (int)judge->case_->pass[verdict->prefix - 1]
				: -1;
}

void ir_judge(const struct ir_setup *setup, const struct ir_case *case_,
	enum ir_asked asked, struct ir_verdict *verdict, irf_feature_fn *emit,
	void *arg)
{
	struct ir_judge judge = {.setup = setup,
		.case_ = case_,
		.verdict = verdict,
		.asked = asked};
	struct ir_fn *fn = (struct ir_fn *)case_->fn;

	*verdict = (struct ir_verdict){.culprit = -1};
	void *before = setup->written && !case_->written
			       ? NULL
			       : ir_judge_lower(&judge);
	if (!before) {
		verdict->class = IR_UNLOWERED;
		return;
	}
	ir_vals_make(fn, &judge.reference, case_->written != NULL);
	ir_vals_make(fn, &judge.before, case_->written != NULL);
	ir_vals_make(fn, &judge.after, case_->written != NULL);
	if (check_lowered(&judge, before))
		try_prefix(&judge, before, case_->passes, emit, arg);
	if (verdict->class > IR_UNDEFINED)
		judge_find_culprit(&judge, before);
	judge_drop(&judge, before);
}
