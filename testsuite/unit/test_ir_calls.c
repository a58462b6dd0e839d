/* SPDX-License-Identifier: MIT
 * Functions that are called in the portable IR: which text is refused, and how they
 * get smaller. testsuite/unit/test_ir_poison.c has what calls compute. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fuzz-perf/ir/rewrite.h"

/* The second parameter is dead. */
#define FUNCTION                                                               \
	"%0 = param i8\n%1 = function i8 {\n  %2 = param i8\n"                 \
	"  %3 = param i8\n  result %2\n}\n"

static struct irf_fn *parse(const char *text)
{
	char why[200] = "";
	struct irf_fn *fn = irf_parse(text, why, sizeof why);

	if (!fn)
		fail_msg("%s", why);
	return fn;
}

/* FN, to be freed, is TEXT. */
static void check_text(struct irf_fn *fn, const char *text)
{
	assert_non_null(fn);
	char *printed = irf_print(fn);

	assert_string_equal(printed, text);
	free(printed);
	irf_free(fn);
}

static void check_refusal(const char *text, const char *wanted)
{
	char why[200] = "";

	assert_null(irf_parse(text, why, sizeof why));
	assert_string_equal(why, wanted);
}

static void what_is_not_a_call_is_refused(void **state)
{
	(void)state;
	check_refusal("%0 = param i8\n%1 = function i8 {\n  result %0\n}\n"
		      "result %0\n",
		"the result of a block is not known there");
	check_refusal("%0 = param i8\n%1 = function i8 {\n  %2 = param i8\n"
		      "  %3 = add i8 %2, %0\n  result %3\n}\nresult %0\n",
		"%3 = add: operand 1 is not known here");
	check_refusal(FUNCTION "%4 = add i8 %0, %1\nresult %4\n",
		"%4 = add: operand 1 is not known here");
	check_refusal(FUNCTION "%4 = call i8 %0, %0\nresult %4\n",
		"%4 = call: operand 0 is not a function");
	check_refusal(FUNCTION "%4 = call i4 %1, %0, %0\nresult %4\n",
		"%4 = call: the result has another type");
	check_refusal(FUNCTION "%4 = call i8 %1, %0\nresult %4\n",
		"%4 = call: the function has 2 parameters");
	check_refusal(FUNCTION "%4 = const i4 0x1\n"
			       "%5 = call i8 %1, %0, %4\nresult %5\n",
		"%5 = call: operand 2 has another type");
	check_refusal("%0 = param i1\n%1 = if i1 %0 {\n  %2 = param i1\n"
		      "  result %2\n} else {\n  result %0\n}\nresult %1\n",
		"%2 = param: it is not the first");
	check_refusal("%0 = param i8\n%1 = function i4 {\n  %2 = param i8\n"
		      "  result %2\n}\nresult %0\n",
		"%1 = function: the result has another type");
}

static void functions_lose_parameters(void **state)
{
	struct irf_fn *fn = parse(FUNCTION "%4 = call i8 %1, %0, %0\n"
					   "result %4\n");

	(void)state;
	check_text(ir_without_param(fn, 1, 1),
		"%0 = param i8\n%1 = function i8 {\n  %2 = param i8\n"
		"  %3 = const i8 0x0\n  result %2\n}\n"
		"%4 = call i8 %1, %0\nresult %4\n");
	check_text(ir_without_param(fn, 1, 0),
		"%0 = param i8\n%1 = function i8 {\n  %2 = param i8\n"
		"  %3 = const i8 0x0\n  result %3\n}\n"
		"%4 = call i8 %1, %0\nresult %4\n");
	assert_null(ir_without_param(fn, 1, 2));
	assert_null(ir_without_param(fn, 4, 0));
	irf_free(fn);
}

static void a_call_becomes_what_it_computes(void **state)
{
	struct irf_fn *fn = parse(FUNCTION "%4 = call i8 %1, %0, %0\n"
					   "%5 = add i8 %4, %0\nresult %5\n");
	struct irf_fn *inlined = ir_inline(fn, 4);

	(void)state;
	assert_null(ir_inline(fn, 5));
	assert_non_null(inlined);
	check_text(ir_sweep(inlined, true),
		"%0 = param i8\n%1 = add i8 %0, %0\nresult %1\n");
	irf_free(inlined);
	irf_free(fn);
}

static void a_call_that_stores_is_not_dead(void **state)
{
	static const char text[] =
		"buffer @0 4 x i8\n%0 = param i8\n%1 = function i8 {\n"
		"  %2 = param i8\n  %3 = store {} @0 %2, %2\n  result %2\n}\n"
		"%4 = call i8 %1, %0\nresult %0\n";
	struct irf_fn *fn = parse(text);
	struct irf_fn *without = ir_without(fn, 4, -1);

	(void)state;
	check_text(ir_sweep(fn, true), text);
	assert_non_null(without);
	check_text(ir_sweep(without, true),
		"buffer @0 4 x i8\n%0 = param i8\nresult %0\n");
	irf_free(without);
	irf_free(fn);
	fn = parse(FUNCTION "%4 = call i8 %1, %0, %0\nresult %0\n");
	check_text(ir_sweep(fn, true), "%0 = param i8\nresult %0\n");
	irf_free(fn);
}

/* Of the ways to change X some have a function compute it, one calls the function
 * once more, and one has no call any more. */
static void calls_come_and_go(void **state)
{
	struct irf_profile profile = {.features = IRF_F_ALL};
	struct irf_fn *fn = parse(FUNCTION "%4 = call i8 %1, %0, %0\n"
					   "%5 = add i8 %4, %0\nresult %5\n");
	bool outlines = false, inlines = false, calls = false;
	uint64_t random = 1;

	(void)state;
	for (int i = 0; i < 200; i++) {
		struct irf_fn *other =
			ir_rewrite(fn, &profile, IR_CALL, &random);
		unsigned seen[IRF_NOPS] = {0};

		for (uint32_t j = 0; other && j < other->body.count; j++)
			seen[other->body.node[j]->op]++;
		outlines |= seen[IRF_FUNCTION] == 2 && !seen[IRF_ADD];
		calls |= seen[IRF_FUNCTION] == 1 && seen[IRF_CALL] == 2;
		inlines |= seen[IRF_ADD] && !seen[IRF_CALL];
		irf_free(other);
	}
	assert_true(outlines);
	assert_true(calls);
	assert_true(inlines);
	irf_free(fn);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_a_call_is_refused),
		cmocka_unit_test(functions_lose_parameters),
		cmocka_unit_test(a_call_becomes_what_it_computes),
		cmocka_unit_test(a_call_that_stores_is_not_dead),
		cmocka_unit_test(calls_come_and_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
