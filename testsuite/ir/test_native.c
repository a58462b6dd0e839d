/* SPDX-License-Identifier: MIT
 * Native code as a second opinion. Compiled for each LLVM found;
 * testsuite/ir/interpret.tap runs it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

/* One operation on two numbers of WIDTH bits, natively and interpreted. */
static void compare_operation(const char *operation, unsigned width)
{
	char wide[256], why[100] = "";
	const uint64_t dividend[] = {0x123456789abcdef0,
		0xfedcba9876543210 & UINT64_MAX >> (128 - width)},
		       divisor[] = {77, 1},
		       *const param[] = {dividend, divisor};
	const struct irf_args args = {.param = param, .fuel = 1000};
	uint64_t native[2] = {0}, result[2] = {0}, any[2] = {0}, steps;
	void *t = irf_module()->open("");

	snprintf(wide, sizeof wide,
		"%%0 = param i%u\n%%1 = param i%u\n%%2 = %s i%u %%0, "
		"%%1\nresult %%2\n",
		width, width, operation, width);
	struct irf_fn *fn = irf_parse(wide, why, sizeof why);
	assert_string_equal(why, "");
	void *m = irf_module()->lower(t, fn);
	assert_int_equal(
		irf_module()->exec(t, m, &args,
			&(struct irf_vals){.result = native, .result_any = any},
			NULL),
		IRF_OK);
	assert_int_equal(
		irf_module()->eval(t, m, &args,
			&(struct irf_vals){.result = result, .result_any = any},
			&steps),
		IRF_OK);
	assert_memory_equal(native, result, sizeof native);
	irf_module()->drop(t, m);
	irf_free(fn);
	irf_module()->close(t);
}

static void divisions_of_two_words_call_the_run_time_library(void **state)
{
	static const char *const operation[] = {
		"udiv", "sdiv", "urem", "srem", "rotl", "rotr"};
	static const unsigned width[] = {65, 96, 127, 128};

	(void)state;
	for (size_t i = 0; i < sizeof operation / sizeof *operation; i++)
		for (size_t k = 0; k < sizeof width / sizeof *width; k++)
			compare_operation(operation[i], width[k]);
}

/* A module whose function "enter" calls CALLEE, which it does not define. */
static LLVMModuleRef make_caller(LLVMContextRef context, const char *callee)
{
	LLVMModuleRef module =
		LLVMModuleCreateWithNameInContext("caller", context);
	LLVMTypeRef type = LLVMFunctionType(
		LLVMVoidTypeInContext(context), NULL, 0, false);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);

	LLVMPositionBuilderAtEnd(
		builder, LLVMAppendBasicBlockInContext(context,
				 LLVMAddFunction(module, "enter", type), ""));
	LLVMBuildCall2(builder, type, LLVMAddFunction(module, callee, type),
		NULL, 0, "");
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
	return module;
}

static void a_symbol_that_is_nowhere_is_noticed(void **state)
{
	static const char *const callee[] = {
		"__udivti3", "memset", "function_that_is_nowhere"};
	struct llvm *llvm = irf_module()->open("");

	(void)state;
	for (int i = 0; i < 3; i++) {
		LLVMModuleRef module = make_caller(llvm->context, callee[i]);
		assert_int_equal(
			llvm_resolve_externals(llvm->machine, module), i < 2);
		LLVMDisposeModule(module);
	}
	irf_module()->close(llvm);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_executes_is_counted),
		cmocka_unit_test(it_is_that_of_the_module_after_passes),
		cmocka_unit_test(
			divisions_of_two_words_call_the_run_time_library),
		cmocka_unit_test(a_symbol_that_is_nowhere_is_noticed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
