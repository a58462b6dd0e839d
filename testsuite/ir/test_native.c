/* SPDX-License-Identifier: MIT
 * Native code as a second opinion. Compiled for each LLVM found;
 * testsuite/ir/interpret.tap runs it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fuzz-perf/ir/llvm/target.h"

/* %1, added up %0 modulo 16 times */
static const char text[] = "%0 = param i8\n"
			   "%1 = param i32\n"
			   "%2 = const i32 0x0\n"
			   "%3 = loop i32 %2, %0 serial trips 15 factor 0 {\n"
			   "  %4 = index i8\n"
			   "  %5 = carry i32\n"
			   "  %6 = add i32 %5, %1\n"
			   "  result %6\n"
			   "}\n"
			   "result %3\n";

static void *lower(void *t)
{
	char why[100] = "";
	struct irf_fn *fn = irf_parse(text, why, sizeof why);
	void *m;

	assert_string_equal(why, "");
	m = irf_module()->lower(t, fn);
	irf_free(fn);
	return m;
}

static uint64_t run(
	void *t, void *m, uint64_t times, uint64_t *count, uint64_t *steps)
{
	const uint64_t number = 7, *const param[] = {&times, &number};
	const struct irf_args args = {.param = param, .fuel = 1000};
	uint64_t native = 0, result = 0, any = 0;
	const struct irf_vals vals = {.result = &native, .result_any = &any};
	const struct irf_vals again = {.result = &result, .result_any = &any};

	assert_int_equal(irf_module()->exec(t, m, &args, &vals, count), IRF_OK);
	assert_int_equal(
		irf_module()->eval(t, m, &args, &again, steps), IRF_OK);
	assert_int_equal(native, result);
	return native;
}

static void what_it_executes_is_counted(void **state)
{
	void *t = irf_module()->open("");
	void *m = lower(t);
	uint64_t few = 0, many = 0, again = 0, steps;

	(void)state;
	assert_int_equal(run(t, m, 3, &few, &steps), 21);
	assert_int_equal(run(t, m, 12, &many, &steps), 84);
	assert_int_equal(run(t, m, 12, &again, &steps), 84);
	assert_int_equal(run(t, m, 12, NULL, &steps), 84);
	assert_int_equal(many, again);
#ifdef __x86_64__
	assert_true(few > 10);
	/* Nine times the loop and no more. */
	assert_int_equal((many - few) % 9, 0);
	assert_true(many > few);
#endif
	irf_module()->drop(t, m);
	irf_module()->close(t);
}

static size_t find_pass(void *t, const char *name)
{
	size_t count, i = 0;
	const struct irf_pass *pass = irf_module()->find_passes(t, &count);

	while (i < count && strcmp(pass[i].name, name))
		i++;
	assert_true(i < count);
	return i;
}

static void it_is_that_of_the_module_after_passes(void **state)
{
	void *t = irf_module()->open("");
	void *m = lower(t);
	unsigned pass = (unsigned)find_pass(t, "default<O2>");
	uint64_t before = 0, after = 0, steps;
	struct irf_log log = {0};

	(void)state;
	run(t, m, 12, &before, &steps);
	assert_int_equal(irf_module()->run(t, m, &pass, 1, &log), IRF_OK);
	assert_int_equal(log.changed, 1);
	assert_int_equal(run(t, m, 12, &after, &steps), 84);
#ifdef __x86_64__
	assert_true(after < before);
#endif
	irf_module()->drop(t, m);
	irf_module()->close(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_executes_is_counted),
		cmocka_unit_test(it_is_that_of_the_module_after_passes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
