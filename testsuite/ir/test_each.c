/* SPDX-License-Identifier: MIT
 * What numbers may be of which each use may be another one, compared with all that they may be,
 * for numbers of five bits. Compiled for each LLVM found; testsuite/ir/interpret.tap runs it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <llvm-c/IRReader.h>

#include "fuzz-perf/ir/llvm/interpret.h"
#include "lib/memory.h"

#define COUNT	  32 /* numbers of five bits */
#define IS_POISON 256
#define IS_UB	  257

static LLVMContextRef context;

static struct llvm_program *program_of(const char *text, LLVMModuleRef *module)
{
	struct error err;
	char *why = NULL;

	if (LLVMParseIRInContext(context,
		    LLVMCreateMemoryBufferWithMemoryRangeCopy(
			    text, strlen(text), "text"),
		    module, &why))
		fail_msg("%s: %s", why, text);
	struct llvm_program *program =
		program_new_seen(LLVMGetNamedFunction(*module, "f"), &err);
	assert_non_null(program);
	return program;
}

/* Runs PROGRAM on A, B and C, as far as it has parameters. */
static enum verdict run(struct llvm_program *program, struct llvm_run *run,
	uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t word[3] = {a, b, c};

	run_begin(run, program, 1000);
	for (unsigned i = 0; i < LLVMCountParams(run->code->function); i++)
		run_argument(run, i, 0, &word[i], STATE_DEFINED);
	return run_function(run);
}

/* What a function of concrete numbers gives. */
static unsigned value_of(struct llvm_program *program, uint64_t a, uint64_t b)
{
	struct llvm_run state;
	const uint64_t *word;
	enum verdict verdict = run(program, &state, a, b, 0);

	if (verdict == RUN_UB)
		return IS_UB;
	assert_int_equal(verdict, RUN_OK);
	return run_result(&state, 0, &word) == STATE_POISON ? IS_POISON
							    : (unsigned)*word;
}

static bool is_within(const struct irf_some *some, uint64_t value)
{
	int64_t number =
		(int64_t)(value << (64 - some->width)) >> (64 - some->width);
	bool is_one = false;

	for (unsigned i = 0; i < some->count; i++)
		is_one |= some->value[i] == value;
	if (some->is_all)
		return is_one;
	return value >= some->low && value <= some->high &&
	       number >= some->least && number <= some->most;
}

/* What is said of the result of RUN, which ended with VERDICT, is true of all that it MAY be, and
 * is all that there is if IS_EXACT. */
static void check_result(const struct llvm_run *run, enum verdict verdict,
	const bool may[IS_UB + 1], bool is_exact)
{
	const struct each *each;
	const uint64_t *word;
	enum state state;

	if (verdict == RUN_UB)
		assert_true(may[IS_UB]);
	if (verdict != RUN_OK)
		return;
	assert_false(may[IS_UB]);
	state = run_result(run, 0, &word);
	each = run_result_each(run, 0);
	if (state == STATE_POISON)
		assert_true(may[IS_POISON]);
	if (state == STATE_DEFINED)
		for (unsigned i = 0; i <= IS_POISON; i++)
			assert_int_equal(may[i], i == *word);
	for (unsigned i = 0; each && i < each->is.count; i++)
		assert_true(may[each->is.value[i]]);
	if (each && is_exact)
		assert_true(each->is.is_all);
	if (!each || !each->is.is_bound)
		return;
	for (unsigned i = 0; i <= IS_POISON; i++)
		assert_false(
			may[i] && (i == IS_POISON || !is_within(&each->is, i)));
}

/* LINE computes %r of %x and %y; MADE says how they are made of undef and of arguments. */
static void check_operation(const char *type, const char *declares,
	const char *line, const char *made[2], unsigned most)
{
	static unsigned result[COUNT][COUNT];
	LLVMModuleRef module[4];
	struct llvm_program *program[4];
	char text[600];

	snprintf(text, sizeof text,
		"%s\ndefine %s @f(i5 %%x, i5 %%y) {\n  %s\n  ret %s %%r\n}\n",
		declares, type, line, type);
	program[0] = program_of(text, &module[0]);
	snprintf(text, sizeof text,
		"%s\ndefine %s @f(i5 %%a, i5 %%b) {\n  %%u = and i5 undef, -1\n"
		"  %%x = %s, %%a\n  %%y = %s, %%b\n  %s\n  ret %s %%r\n}\n",
		declares, type, made[0], made[1], line, type);
	program[1] = program_of(text, &module[1]);
	program[1]->each_most = most;
	for (unsigned i = 0; i < 2; i++) {
		snprintf(text, sizeof text,
			"define i5 @f(i5 %%u, i5 %%a) {\n  %%x = %s, %%a\n"
			"  ret i5 %%x\n}\n",
			made[i]);
		program[2 + i] = program_of(text, &module[2 + i]);
	}
	for (unsigned x = 0; x < COUNT; x++)
		for (unsigned y = 0; y < COUNT; y++)
			result[x][y] = value_of(program[0], x, y);
	for (unsigned a = 0; a < COUNT; a++)
		for (unsigned b = 0; b < COUNT; b++) {
			bool may[IS_UB + 1] = {false};
			bool is_x[COUNT] = {false}, is_y[COUNT] = {false};
			struct llvm_run state;

			for (unsigned u = 0; u < COUNT; u++) {
				is_x[value_of(program[2], u, a)] = true;
				is_y[value_of(program[3], u, b)] = true;
			}
			for (unsigned x = 0; x < COUNT; x++)
				for (unsigned y = 0; y < COUNT; y++)
					if (is_x[x] && is_y[y])
						may[result[x][y]] = true;
			check_result(&state, run(program[1], &state, a, b, 0),
				may, most == IRF_SOME);
		}
	for (unsigned i = 0; i < 4; i++) {
		program_free(program[i]);
		LLVMDisposeModule(module[i]);
	}
}

/* %x and %y: any number but bits of an argument, one of 32 and none, both. */
static const char *const makings[][2] = {{"and i5 %u", "and i5 -1"},
	{"or i5 %u", "and i5 -1"}, {"and i5 -1", "and i5 %u"},
	{"and i5 %u", "or i5 %u"}, {"xor i5 %u", "or i5 0"}};

static void check_each(const char *type, const char *declares, const char *line)
{
	for (size_t i = 0; i < sizeof makings / sizeof *makings; i++)
		for (unsigned most = 16; most <= IRF_SOME; most *= 16)
			check_operation(type, declares, line,
				(const char *[]){makings[i][0], makings[i][1]},
				most);
}

static void operations_make_what_they_make_of_all_numbers(void **state)
{
	static const char *const operations[] = {"add", "add nsw", "add nuw",
		"sub", "sub nsw", "mul", "mul nuw", "and", "or", "xor", "shl",
		"shl nsw", "lshr", "lshr exact", "ashr", "udiv", "udiv exact",
		"sdiv", "urem", "srem"};
	char line[100];

	(void)state;
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
		snprintf(line, sizeof line, "%%r = %s i5 %%x, %%y",
			operations[i]);
		check_each("i5", "", line);
	}
}

static void comparisons_say_what_they_say_of_all_numbers(void **state)
{
	static const char *const predicates[] = {"eq", "ne", "ult", "ule",
		"ugt", "uge", "slt", "sle", "sgt", "sge"};
	char line[100];

	(void)state;
	for (size_t i = 0; i < sizeof predicates / sizeof *predicates; i++) {
		snprintf(line, sizeof line, "%%r = icmp %s i5 %%x, %%y",
			predicates[i]);
		check_each("i1", "", line);
	}
}

static void functions_casts_and_choices_do_so_as_well(void **state)
{
	static const char *const functions[] = {"umin", "umax", "smin", "smax",
		"uadd.sat", "ssub.sat", "ushl.sat"};
	char line[100], declares[100];

	(void)state;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		snprintf(declares, sizeof declares,
			"declare i5 @llvm.%s.i5(i5, i5)", functions[i]);
		snprintf(line, sizeof line,
			"%%r = call i5 @llvm.%s.i5(i5 %%x, i5 %%y)",
			functions[i]);
		check_each("i5", declares, line);
	}
	for (unsigned refuses = 0; refuses < 2; refuses++) {
		snprintf(line, sizeof line,
			"%%r = call i5 @llvm.abs.i5(i5 %%x, i1 %u)", refuses);
		check_each("i5", "declare i5 @llvm.abs.i5(i5, i1)", line);
		snprintf(line, sizeof line,
			"%%r = call i5 @llvm.ctlz.i5(i5 %%x, i1 %u)", refuses);
		check_each("i5", "declare i5 @llvm.ctlz.i5(i5, i1)", line);
	}
	check_each("i8", "", "%r = sext i5 %x to i8");
	check_each("i8", "", "%r = zext i5 %x to i8");
	check_each("i4", "", "%r = trunc i5 %x to i4");
	check_each("i5", "",
		"%c = icmp slt i5 %y, 3\n  %r = select i1 %c, i5 %x, i5 7");
}

/* ---- what a function as it was written may give ---- */

/* Of values that follow from each other. */
static const struct sentence {
	const char *text;
	enum verdict verdict;
	enum state state;
	uint64_t low, high; /* of a result that is a number */
} sentences[] = {
	/* Each use of what is made of it differs. */
	{"%x = and i8 undef, 1\n  %r = sub i8 %x, %x", RUN_OK, STATE_SOME, 0,
		255},
	{"%x = and i8 undef, 3\n  %r = mul i8 %x, 4", RUN_OK, STATE_SOME, 0,
		12},
	/* One that is frozen is one number. */
	{"%x = freeze i8 undef\n  %r = sub i8 %x, %x", RUN_OK, STATE_SOME, 0,
		0},
	{"%r = and i8 undef, -1", RUN_OK, STATE_SOME, 0, 255},
	/* All that a condition may be is one. */
	{"%x = and i8 undef, 1\n  %c = icmp ult i8 %x, 2\n"
	 "  br i1 %c, label %a, label %b\nb:\n  unreachable\na:\n"
	 "  %r = add i8 0, 7",
		RUN_OK, STATE_DEFINED, 7, 7},
	{"%x = and i8 undef, 1\n  %c = icmp ult i8 %x, 1\n"
	 "  br i1 %c, label %a, label %b\nb:\n  unreachable\na:\n"
	 "  %r = add i8 0, 7",
		RUN_UNKNOWN, STATE_DEFINED, 0, 0},
	{"%x = and i8 undef, 1\n  %y = add nuw i8 %x, -1\n"
	 "  %c = icmp eq i8 %y, 0\n  br i1 %c, label %a, label %b\nb:\n"
	 "  unreachable\na:\n  %r = add i8 0, 7",
		RUN_UB, STATE_DEFINED, 0, 0},
	{"%x = and i8 undef, 1\n  %r = add nuw i8 %x, -1", RUN_OK, STATE_POISON,
		0, 0},
	{"%x = and i8 undef, 1\n  %y = sub i8 %x, 1\n  %r = udiv i8 8, %y",
		RUN_UNKNOWN, STATE_DEFINED, 0, 0},
	{"%p = alloca i8\n  %x = and i8 undef, 1\n  store i8 %x, i8* %p\n"
	 "  %r = load i8, i8* %p",
		RUN_OK, STATE_UNKNOWN, 0, 0},
};

static void what_follows_from_undef_is_known(void **state)
{
	char text[600];

	(void)state;
	for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
		const struct sentence *sentence = &sentences[i];
		LLVMModuleRef module;
		struct llvm_run at;
		const uint64_t *word;

		if (LLVM_VERSION_MAJOR > 16 && strstr(sentence->text, "i8*"))
			continue;
		snprintf(text, sizeof text,
			"define i8 @f() {\n  %s\n  ret i8 %%r\n}\n",
			sentence->text);
		struct llvm_program *program = program_of(text, &module);
		assert_int_equal(run(program, &at, 0, 0, 0), sentence->verdict);
		if (sentence->verdict == RUN_OK) {
			const struct each *each = run_result_each(&at, 0);

			assert_int_equal(
				run_result(&at, 0, &word), sentence->state);
			if (each && sentence->state == STATE_SOME) {
				assert_int_equal(each->is.low, sentence->low);
				assert_int_equal(each->is.high, sentence->high);
			}
		}
		program_free(program);
		LLVMDisposeModule(module);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(operations_make_what_they_make_of_all_numbers),
		cmocka_unit_test(comparisons_say_what_they_say_of_all_numbers),
		cmocka_unit_test(functions_casts_and_choices_do_so_as_well),
		cmocka_unit_test(what_follows_from_undef_is_known),
	};
	context = LLVMContextCreate();
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	LLVMContextDispose(context);
	return failed;
}
