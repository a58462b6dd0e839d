/* SPDX-License-Identifier: MIT
 * Bugs of LLVM that are known, and how they show. Compiled for each LLVM found;
 * testsuite/ir/interpret.tap runs it. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <llvm-c/IRReader.h>

#include "fuzz-perf/ir/llvm/interpret.h"
#include "fuzz-perf/ir/llvm/target.h"
#include "lib/memory.h"

/* llvm #59301: in one bit 1 * 1 has a sign. */
static const char mul[] = "define i1 @f(i1 %a) {\n  %m = mul i1 %a, %a\n"
			  "  ret i1 %m\n}\n";

/* llvm #55296: the amount modulo 36, of a register that is wider. */
static const char fshr[] =
	"declare i36 @llvm.fshr.i36(i36, i36, i36)\n"
	"define i36 @f(i36 %x, i36 %y, i8 %c) {\n"
	"  %z = sext i8 %c to i36\n"
	"  %r = call i36 @llvm.fshr.i36(i36 %x, i36 %y, i36 %z)\n"
	"  ret i36 %r\n}\n";

/* A lane that may be anything where two bytes differ, and is 0 where they are equal. */
static const char lane[] =
	"define <2 x i8> @f(<2 x i8> %a, <2 x i8> %b) {\n"
	"  %e = icmp eq <2 x i8> %a, %b\n"
	"  %s = select <2 x i1> %e, <2 x i8> <i8 1, i8 0>, <2 x i8> <i8 0, i8 "
	"poison>\n  ret <2 x i8> %s\n}\n";

/* newgvn does not come to an end. */
static const char loop[] =
	"declare i8 @llvm.smin.i8(i8, i8)\n"
	"define i8 @f(i8 %n) {\nentry:\n  br label %loop\nloop:\n"
	"  %i = phi i8 [0, %entry], [%inx, %loop]\n"
	"  %acc = phi i8 [-97, %entry], [%s, %loop]\n"
	"  %m = call i8 @llvm.smin.i8(i8 %acc, i8 %acc)\n"
	"  %c = icmp slt i8 %acc, %m\n"
	"  %s = select i1 %c, i8 %m, i8 %acc\n  %inx = add i8 %i, 1\n"
	"  %k = icmp ult i8 %inx, %n\n"
	"  br i1 %k, label %loop, label %out\nout:\n  ret i8 %s\n}\n";

static struct llvm_module *parse(struct llvm *llvm, const char *text)
{
	struct llvm_module *module = memory_alloc_zero(1, sizeof *module);
	char *why;

	assert_false(LLVMParseIRInContext(llvm->context,
		LLVMCreateMemoryBufferWithMemoryRangeCopy(
			text, strlen(text), "text"),
		&module->module, &why));
	LLVMSetModuleDataLayout(module->module, llvm->layout);
	return module;
}

/* Evaluates with ARGUMENT; *ANY has bits that may be anything. */
static uint64_t eval(struct llvm *llvm, struct llvm_module *module,
	const uint64_t *argument, uint64_t *any)
{
	const uint64_t *const param[] = {argument, argument + 1, argument + 2};
	struct irf_args args = {.param = param, .fuel = 1000};
	uint64_t result = 0, steps;
	struct irf_vals vals = {.result = &result, .result_any = any};

	*any = 0;
	assert_int_equal(llvm_eval(llvm, module, &args, &vals, &steps), IRF_OK);
	return result;
}

static void close_all(struct llvm *llvm, struct llvm_module *module)
{
	irf_module()->drop(llvm, module);
	irf_module()->close(llvm);
}

static void a_pass_may_add_poison(void **state)
{
	struct llvm *llvm = irf_module()->open("");
	struct llvm_module *module = parse(llvm, mul);
	const uint64_t argument[3] = {1, 0, 0};
	uint64_t any;

	(void)state;
	assert_int_equal(eval(llvm, module, argument, &any), 1);
	assert_int_equal(any, 0);
	program_free(module->program);
	module->program = NULL;
	assert_null(llvm_run_list(
		llvm, module->module, "function(correlated-propagation)"));
	eval(llvm, module, argument, &any);
	assert_int_equal(any != 0, LLVM_VERSION_MAJOR == 14);
	close_all(llvm, module);
}

static void native_code_may_differ(void **state)
{
	struct llvm *llvm = irf_module()->open("");
	struct llvm_module *module = parse(llvm, fshr);
	const uint64_t argument[3] = {0x123456789, 0xfedcba987, 0x80};
	const uint64_t *const param[] = {argument, argument + 1, argument + 2};
	struct irf_args args = {.param = param, .fuel = 1000};
	uint64_t result = 0, any;
	struct irf_vals vals = {.result = &result, .result_any = &any};
	uint64_t right = eval(llvm, module, argument, &any);

	(void)state;
	/* sext(0x80) = 2^36 - 128, which is 8 modulo 36. */
	assert_int_equal(
		right, (argument[1] >> 8 | argument[0] << 28) & 0xfffffffff);
	assert_int_equal(llvm_exec(llvm, module, &args, &vals, NULL), IRF_OK);
	assert_int_equal(result != right, LLVM_VERSION_MAJOR == 14);
	close_all(llvm, module);
}

static void native_code_may_take_a_lane_for_another(void **state)
{
	struct llvm *llvm = irf_module()->open("");
	struct llvm_module *module = parse(llvm, lane);
	const uint64_t bytes[2] = {5, 7};
	const uint64_t *const param[] = {bytes, bytes};
	struct irf_args args = {.param = param, .fuel = 1000};
	uint64_t result[2] = {0}, any[2] = {0}, steps;
	struct irf_vals vals = {.result = result, .result_any = any};

	(void)state;
	assert_int_equal(llvm_eval(llvm, module, &args, &vals, &steps), IRF_OK);
	assert_true(result[0] == 1 && result[1] == 0);
	assert_true(!any[0] && !any[1]);
	assert_int_equal(llvm_exec(llvm, module, &args, &vals, NULL), IRF_OK);
	assert_true(result[0] == 1 && result[1] == 1);
	close_all(llvm, module);
}

/* llvm #55484: two bytes are exchanged, of which the lower one has a sign. */
static const char exchange[] =
	"define i32 @f(i32 %a) {\n  %b = lshr i32 %a, 8\n"
	"  %c = shl i32 %a, 8\n  %d = or i32 %b, %c\n"
	"  %e = trunc i32 %d to i16\n  %r = sext i16 %e to i32\n"
	"  ret i32 %r\n}\n";

typedef enum irf_status exec_fn(void *t, void *m, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *instructions);

/* What EXEC makes of 0x800000, with OPTIONS. */
static uint64_t run_exchange(const char *options, exec_fn *exec)
{
	struct llvm *llvm = irf_module()->open(options);
	struct llvm_module *module = parse(llvm, exchange);
	const uint64_t argument = 0x800000, *const param[] = {&argument};
	struct irf_args args = {.param = param, .fuel = 1000};
	uint64_t result = 0;
	struct irf_vals vals = {.result = &result};

	assert_int_equal(exec(llvm, module, &args, &vals, NULL), IRF_OK);
	close_all(llvm, module);
	return result;
}

static void native_code_may_be_optimised(void **state)
{
	uint32_t wrong = LLVM_VERSION_MAJOR == 14 ? 0 : 0xffff8000;

	(void)state;
	assert_int_equal(run_exchange("", llvm_exec), 0xffff8000);
	assert_int_equal(run_exchange("", llvm_exec_optimised), wrong);
	assert_int_equal(run_exchange("optimise", llvm_exec), wrong);
}

static unsigned find_pass(void *t, const char *name)
{
	size_t count, i = 0;
	const struct irf_pass *pass = irf_module()->find_passes(t, &count);

	while (i < count && strncmp(pass[i].name, name, strlen(name)))
		i++;
	assert_true(i < count);
	return (unsigned)i;
}

/* llvm #57357: 0 is not less than 0, and stays without a sign. */
static const char zero[] =
	"%0 = param i64\n%1 = const i64 0x0\n%2 = fcmp i1 4 %0, %1\n"
	"%3 = const i64 0x8000000000000000\n%4 = select i64 %2, %3, %0\n"
	"result %4\n";

static void selects_are_of_numbers_with_a_point(void **state)
{
	struct llvm *llvm = irf_module()->open("");
	char why[100];
	struct irf_fn *fn = irf_parse(zero, why, sizeof why);
	struct llvm_module *module = irf_module()->lower(llvm, fn);
	const uint64_t argument[3] = {0, 0, 0};
	unsigned pass = find_pass(llvm, "instcombine");
	struct irf_log log = {0};
	uint64_t any;

	(void)state;
	assert_int_equal(eval(llvm, module, argument, &any), 0);
	assert_int_equal(
		irf_module()->run(llvm, module, &pass, 1, &log), IRF_OK);
	assert_int_equal(eval(llvm, module, argument, &any) != 0,
		LLVM_VERSION_MAJOR == 14);
	close_all(llvm, module);
	irf_free(fn);
}

/* Is it asked that a loop of so many TRIPS is unrolled wholly? */
static bool is_unrolled(const char *trips)
{
	struct llvm *llvm = irf_module()->open("");
	char why[100], *text = memory_format(
			       "%%0 = param i8\n%%1 = loop i8 %%0 unrolled "
			       "trips %s factor 0 {\n %%2 = index i32\n"
			       " %%3 = carry i8\n result %%3\n}\nresult %%1\n",
			       trips);
	struct irf_fn *fn = irf_parse(text, why, sizeof why);
	struct llvm_module *module = irf_module()->lower(llvm, fn);
	char *printed = irf_module()->print(llvm, module);
	bool is = strstr(printed, "llvm.loop.unroll.full");

	free(printed);
	free(text);
	close_all(llvm, module);
	irf_free(fn);
	return is;
}

/* Unrolling takes more than linear time, which is no news. */
static void few_iterations_are_unrolled_wholly(void **state)
{
	(void)state;
	assert_true(is_unrolled("8"));
	assert_false(is_unrolled("49152"));
}

static void a_pass_may_not_end(void **state)
{
	int status = 0;
	pid_t child = fork();

	(void)state;
	if (!child) {
		struct rlimit seconds = {1, 2}, core = {0, 0};
		struct llvm *llvm = irf_module()->open("");
		struct llvm_module *module = parse(llvm, loop);

		setrlimit(RLIMIT_CORE, &core);
		setrlimit(RLIMIT_CPU, &seconds);
		free(llvm_run_list(llvm, module->module, "function(newgvn)"));
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGXCPU);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pass_may_add_poison),
		cmocka_unit_test(native_code_may_differ),
		cmocka_unit_test(native_code_may_take_a_lane_for_another),
		cmocka_unit_test(native_code_may_be_optimised),
		cmocka_unit_test(selects_are_of_numbers_with_a_point),
		cmocka_unit_test(few_iterations_are_unrolled_wholly),
		cmocka_unit_test(a_pass_may_not_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
