/* SPDX-License-Identifier: MIT
 * A test that stands alone: the other tests of its program return at once, and a check
 * that fails does not end it. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/code/test_names.h"
#include "lib/memory.h"

/* A test is skipped by a return in its first bytes, of zero if it has a result. */
static void skip_test(const struct grow_knobs *knobs,
	const struct grow_function *function, FILE *out)
{
	static const uint8_t code[] = {
		0x31, 0xc0, 0xc3}; /* xor %eax,%eax; ret */
	size_t first =
		function->returns_nothing ||
				function->end - function->start < sizeof code
			? sizeof code - 1
			: 0;

	fprintf(out, "# %s returns at once\n", function->name);
	grow_write_patch(knobs, "skip", function->start, code + first,
		sizeof code - first, out);
}

/* Whether RUNNER calls ONLY among tests that a compiler has put into it. */
static bool isolate_is_around(const struct grow_code *code,
	const struct grow_function *runner, const struct grow_function *only)
{
	size_t index = grow_code_index(code, only);

	if (!runner->is_test_code || !runner->inlines_tests ||
		(runner->is_test && !test_names_are_runner(runner->name)))
		return false;
	for (size_t i = 0; i < runner->callee_count; i++)
		if (runner->callee[i] == index)
			return true;
	return false;
}

/* Tests that a compiler has put into what runs them cannot be skipped: that calls ONLY and
 * returns, if ONLY needs nothing from it. */
static void call_alone(const struct grow_knobs *knobs,
	const struct grow_function *only, FILE *out)
{
	const struct grow_code *code = &knobs->code;
	/* sub $8,%rsp; call; add $8,%rsp; xor %eax,%eax; ret */
	uint8_t changed[] = {0x48, 0x83, 0xec, 8, 0xe8, 0, 0, 0, 0, 0x48, 0x83,
		0xc4, 8, 0x31, 0xc0, 0xc3};
	const unsigned call = 4, call_end = 9;

	for (size_t i = 0; only->parameters == 0 && i < code->count; i++) {
		const struct grow_function *runner = &code->function[i];
		int32_t distance =
			(int32_t)(only->start - runner->start - call_end);
		if (runner->end - runner->start < sizeof changed ||
			!isolate_is_around(code, runner, only))
			continue;
		memcpy(changed + call + 1, &distance, sizeof distance);
		fprintf(out, "# %s calls %s only\n", runner->name, only->name);
		grow_write_patch(knobs, "skip", runner->start, changed,
			sizeof changed, out);
	}
}

/*--- checks ---*/

/* Functions that end a test, or the program, when a check fails. */
bool grow_isolate_ends(const char *name)
{
	static const char *const globs[] = {"__assert_fail", "__assert",
		"abort", "exit", "_exit", "_Exit", "longjmp", "_longjmp",
		"siglongjmp", "__longjmp_chk", "err", "errx",
		"g_assertion_message*", "_ck_assert_failed", "_fail",
		"Unity*Fail*", "UnityIgnore", "munit_error*", "__cxa_throw",
		NULL};

	for (size_t i = 0; globs[i]; i++)
		if (fnmatch(globs[i], name, 0) == 0)
			return true;
	return false;
}

/* Functions that compare and end the test if that fails: they are not called. */
static bool checks(const char *name)
{
	return fnmatch("UnityAssert*", name, 0) == 0 ||
	       fnmatch("_assert_*", name, 0) == 0 ||
	       fnmatch("Unity*Fail*", name, 0) == 0;
}

struct checks_search {
	const struct grow_knobs *knobs;
	struct grow_steps steps;
	FILE *out;
};

static void write_nothing(
	const struct checks_search *search, const struct grow_step *step)
{
	static const uint8_t nothing[] = {0x90, 0x90, 0x90, 0x90, 0x90, 0x90,
		0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90};

	grow_write_patch(search->knobs, "check", step->at, nothing,
		step->is.length, search->out);
}

/* The branch becomes a jump: short ones, and those of 6 bytes. */
static void write_always(
	const struct checks_search *search, const struct grow_step *step)
{
	size_t left;
	const uint8_t *old =
		grow_code_bytes(&search->knobs->code, step->at, &left);
	uint8_t changed[6];

	if (step->is.length != 2 && step->is.length != sizeof changed)
		return;
	memcpy(changed, old, step->is.length);
	changed[0] = step->is.length == 2 ? 0xeb : 0x90;
	if (step->is.length != 2)
		changed[1] = 0xe9;
	grow_write_patch(search->knobs, "check", step->at, changed,
		step->is.length, search->out);
}

/* Whether BRANCH ends or repeats a loop: then it stays. */
static bool is_of_loop(
	const struct checks_search *search, const struct grow_step *branch)
{
	uint64_t target = grow_step_target(branch);

	return target <= branch->at || grow_steps_way_back(&search->steps,
					       branch->at, branch->at, target);
}

static bool ends_block(const struct grow_step *step)
{
	return step->is.kind == DECODE_BRANCH || step->is.kind == DECODE_JUMP ||
	       step->is.kind == DECODE_RETURN;
}

/* Whether the function NAME says that a check has failed: no loop is left that way. */
static bool isolate_is_failure(const char *name)
{
	return strstr(name, "assert") != NULL;
}

/* Nothing leads to the block any more that ends in step CALL, of NAME. */
static void close_block(
	const struct checks_search *search, size_t call, const char *name)
{
	const struct grow_step *step = search->steps.step;
	size_t first = call;

	while (first > 0 && !step[first].is_target &&
		!ends_block(&step[first - 1]))
		first--;
	if (first > 0 && step[first - 1].is.kind == DECODE_BRANCH &&
		!is_of_loop(search, &step[first - 1]))
		write_always(search, &step[first - 1]);
	for (size_t i = 0; i < search->steps.count; i++)
		if (step[i].is.kind == DECODE_BRANCH && step[i].is.is_direct &&
			grow_step_target(&step[i]) == step[first].at &&
			(isolate_is_failure(name) ||
				!is_of_loop(search, &step[i])))
			write_nothing(search, &step[i]);
}

/* Whether the call at step CALL hands over 0, a success, if it is to exit. */
static bool says_success(const struct checks_search *search, size_t call)
{
	const struct decoded *before =
		call > 0 ? &search->steps.step[call - 1].is : NULL;

	return before && before->destination == DECODE_FIRST_ARGUMENT &&
	       !(before->kind == DECODE_MOVE && before->has_constant &&
		       before->constant != 0);
}

static void pass_checks(const struct grow_knobs *knobs,
	const struct grow_function *function, FILE *out)
{
	struct checks_search search = {.knobs = knobs, .out = out};

	grow_steps_read(&search.steps, &knobs->code, function);
	for (size_t i = 0; i < search.steps.count; i++) {
		const struct grow_step *step = &search.steps.step[i];
		const char *name = step->is.kind == DECODE_CALL
					   ? grow_code_callee(&knobs->code,
						     step->at, &step->is)
					   : NULL;
		if (name && checks(name))
			write_nothing(&search, step);
		else if (name && grow_isolate_ends(name) &&
			 !(strstr(name, "xit") && says_success(&search, i)))
			close_block(&search, i, name);
	}
	free(search.steps.step);
}

/*--- filters of frameworks ---*/

/* A framework that is told by a variable which tests to run does not make ready for the
 * others. */
static const struct {
	const char *variable,
		*last;	    /* LAST ends the name of a test's function */
	bool has_instances; /* with parameters */
} filters[] = {
	{"GTEST_FILTER", "_Test::TestBody", true},
	{"CRITERION_TEST_PATTERN", "_impl", false},
	{"CRITERION_TEST_PATTERN", "_jmp", false},
};

/* What is between a suite and a test is "_" in the name of the function, and another
 * character in a pattern: "?" is any. */
static void write_filter(const struct grow_function *only, FILE *out)
{
	const char *begin = strrchr(only->name, ' ');

	begin = begin ? begin + 1 : only->name;
	for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++) {
		const char *end = strstr(begin, filters[i].last);
		char *name, *pattern;
		if (!end || end[strlen(filters[i].last)] != '\0')
			continue;
		for (const char *at; (at = strstr(begin, "::")) && at < end;)
			begin = at + 2;
		name = memory_string_dup_length(begin, (size_t)(end - begin));
		for (char *at = name; (at = strchr(at, '_'));)
			*at = '?';
		pattern = filters[i].has_instances
				  ? memory_format("%s:*/%s/*", name, name)
				  : memory_string_dup(name);
		fprintf(out, "variable %s %s\n", filters[i].variable, pattern);
		free(pattern);
		free(name);
	}
}

static void isolate_write(const struct grow_knobs *knobs,
	const struct grow_function *only, FILE *out)
{
	bool *idle = only ? grow_code_idle_dup(&knobs->code, only) : NULL;

	if (only) {
		write_filter(only, out);
		call_alone(knobs, only, out);
	}
	for (size_t i = 0; i < knobs->code.count; i++) {
		const struct grow_function *each = &knobs->code.function[i];
		bool is_idle = idle && idle[i];
		if (is_idle && each->is_test)
			skip_test(knobs, each, out);
		else if (!is_idle && each->is_test_code)
			pass_checks(knobs, each, out);
	}
	free(idle);
}

/* Many settings follow with the same test, or with all of them. */
void grow_isolate(const struct grow_knobs *knobs,
	const struct grow_function *only, FILE *out)
{
	struct grow_alone *alone = &knobs->alone[only != NULL];

	if (!alone->text || alone->only != only) {
		FILE *memory;
		free(alone->text);
		*alone = (struct grow_alone){.only = only};
		memory = open_memstream(&alone->text, &alone->length);
		if (memory) {
			isolate_write(knobs, only, memory);
			fclose(memory);
		}
	}
	fwrite(alone->text, 1, alone->length, out);
}
