/* SPDX-License-Identifier: MIT
 * Stacks and AECs: table 3.1 of the dissertation, recursion, inlining, sibling
 * calls. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/program/stack.h"
#include "testsuite/unit/fake_symbols.h"

struct fixture {
	struct stack_shared shared;
	struct call_stack *stack;
	uint64_t clock;
	uint64_t stack_pointer;
	uint32_t sites;
	char ended[128]; /* names of subjects, in order */
	char text[512];
};

static void note_end(void *data, struct call_stack *stack)
{
	struct fixture *fixture = data;
	const struct stack_view *view = stack_view(stack);

	strcat(fixture->ended,
		view->subject[view->subject_count - 1].function->name);
}

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);

	fixture->shared.symbols = symbols_new();
	fixture->shared.sites = sites_new(fixture->shared.symbols);
	fixture->shared.contexts = contexts_new();
	fixture->shared.end = note_end;
	fixture->shared.data = fixture;
	fixture->stack = stack_new(&fixture->shared, 1);
	fixture->stack_pointer = UINT64_C(1) << 40;
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;

	stack_free(fixture->stack);
	contexts_free(fixture->shared.contexts);
	sites_free(fixture->shared.sites);
	free(fixture);
	return 0;
}

/* A new site at the instruction PC. */
static uint32_t site_at(struct fixture *fixture, uint64_t pc)
{
	struct trace_site site = {.record_bytes = 32, .pc = pc};

	site.id = ++fixture->sites;
	sites_define(fixture->shared.sites, &site);
	return site.id;
}

static void call_from(struct fixture *fixture, uint64_t pc, char function)
{
	struct trace_call call = {
		.site = pc ? site_at(fixture, pc) : 0,
		.target = fake_address(function, 0),
		.stack_pointer = fixture->stack_pointer -= 64,
	};

	stack_call(fixture->stack, &call, fixture->clock += 7);
}

/* The call path "a:3 b:8 c" (main at its beginning is not implied). */
static void call_path(struct fixture *fixture, const char *path)
{
	uint64_t from = 0;

	while (*path != '\0') {
		char function = *path++;
		call_from(fixture, from, function);
		if (*path == ':')
			from = fake_address(
				function, (unsigned)strtoul(path + 1,
						  (char **)&path, 10));
		path += *path == ' ';
	}
}

static void jump_from(struct fixture *fixture, uint64_t pc, char function)
{
	struct trace_enter enter = {
		.site = pc ? site_at(fixture, pc) : 0,
		.function = fake_address(function, 0),
	};

	stack_enter(fixture->stack, &enter, fixture->clock += 6);
}

static char *print_path(
	struct fixture *fixture, const struct path *path, char *out)
{
	if (path->parent == NULL)
		return out + sprintf(out, "%s", path->function->name);
	out = print_path(fixture, path->parent, out);
	if (path->place != 0)
		out += sprintf(out, ":%u",
			sites_place(fixture->shared.sites, path->place)->line);
	return out + sprintf(out, " %s", path->function->name);
}

/* Logical frames from the outermost subject on. */
static size_t depth_of(struct fixture *fixture)
{
	const struct stack_view *view = stack_view(fixture->stack);
	uint32_t count = 0;

	while (view->subject_count > 0 &&
		stack_context_of(fixture->stack, &view->subject[0], count))
		count++;
	return count;
}

/* The AEC of what happens now, relative to the live subject FUNCTION. */
static const char *aec_of(struct fixture *fixture, char function)
{
	struct context *context = stack_context(fixture->stack);
	struct stack_view *view = stack_view(fixture->stack);

	assert_int_equal(view->subject_count, context->subjects);
	for (uint32_t k = 0; k < view->subject_count; k++)
		if (view->subject[k].function->name[0] == function) {
			print_path(fixture, context->path[k], fixture->text);
			return fixture->text;
		}
	return "no such subject";
}

static void two_calls_from_two_positions_have_two_aecs(void **state)
{
	struct fixture *fixture = *state; /* figure 3.6: third, n */

	call_path(fixture, "t:3 n");
	assert_string_equal(aec_of(fixture, 't'), "t:3 n");
	stack_return(fixture->stack, 1);
	call_from(fixture, fake_address('t', 4), 'n');
	assert_string_equal(aec_of(fixture, 't'), "t:4 n");
}

static void recursion_folds_to_the_subject(void **state)
{
	struct fixture *fixture = *state; /* figure 3.1: contains */
	struct context *first;

	call_path(fixture, "c:9 c:9 c:9 c");
	assert_string_equal(aec_of(fixture, 'c'), "c");
	first = stack_context(fixture->stack);
	call_path(fixture, "c:9 c");
	assert_ptr_equal(stack_context(fixture->stack), first);
	assert_int_equal(stack_view(fixture->stack)->subject_count, 1);
}

static void mutual_recursion_has_the_aec_of_table_3_1(void **state)
{
	struct fixture *fixture = *state; /* figure 3.7: alt, p, q, n */

	call_path(fixture, "a:3 p:8 q:15 n");
	assert_string_equal(aec_of(fixture, 'a'), "a:3 p:8 q:15 n");
	stack_return(fixture->stack, 1);
	call_from(fixture, fake_address('q', 16), 'p');
	call_from(fixture, fake_address('p', 9), 'q');
	call_from(fixture, fake_address('q', 15), 'n');
	assert_string_equal(aec_of(fixture, 'a'), "a:3 p:8 q:15 n");
	assert_string_equal(aec_of(fixture, 'p'), "p:8 q:15 n");
	assert_string_equal(aec_of(fixture, 'q'), "q:15 n");
}

static void a_recursive_call_can_shorten_a_path(void **state)
{
	struct fixture *fixture = *state;

	/* a-1-b-2-c-3-d-4-e weighs 10; then e-5-b again and b-6-e: 1 + 6. */
	call_path(fixture, "a:1 b:2 c:3 d:4 e:5 b:6 e");
	assert_string_equal(aec_of(fixture, 'a'), "a:1 b:6 e");
	/* Later edges build on the shorter path, as the definition says. */
	call_from(fixture, fake_address('e', 7), 'f');
	assert_string_equal(aec_of(fixture, 'a'), "a:1 b:6 e:7 f");
	stack_return(fixture->stack, 3);
	assert_string_equal(aec_of(fixture, 'a'), "a:1 b:2 c:3 d:4 e");
}

static void a_path_that_would_get_longer_stays(void **state)
{
	struct fixture *fixture = *state;

	/* a-1-b-2-c weighs 3; c-3-b-4-d-5-c is no shorter way to c. */
	call_path(fixture, "a:1 b:2 c:3 b:4 d:5 c");
	assert_string_equal(aec_of(fixture, 'a'), "a:1 b:2 c");
	assert_string_equal(aec_of(fixture, 'd'), "d:5 c");
}

static void an_inlined_call_is_a_frame(void **state)
{
	struct fixture *fixture = *state;

	call_path(fixture, "a");
	call_from(fixture, fake_inlined('a', 5, 'i', 7), 'n');
	assert_string_equal(aec_of(fixture, 'a'), "a:5 i:7 n");
	assert_int_equal(stack_view(fixture->stack)->subject_count, 2);
	stack_return(fixture->stack, 1);
	assert_string_equal(aec_of(fixture, 'a'), "a");
}

static void a_sibling_call_keeps_its_caller(void **state)
{
	struct fixture *fixture = *state; /* figure 3.7 at -O2 */

	call_path(fixture, "a");
	jump_from(fixture, fake_address('a', 3), 'p');
	jump_from(fixture, fake_address('p', 8), 'q');
	call_from(fixture, fake_address('q', 15), 'n');
	assert_string_equal(aec_of(fixture, 'a'), "a:3 p:8 q:15 n");
	stack_return(fixture->stack, 1);
	jump_from(fixture, fake_address('q', 16), 'p');
	jump_from(fixture, fake_address('p', 9), 'q');
	call_from(fixture, fake_address('q', 15), 'n');
	assert_string_equal(aec_of(fixture, 'a'), "a:3 p:8 q:15 n");
	assert_string_equal(aec_of(fixture, 'p'), "p:8 q:15 n");
	stack_return(fixture->stack, 1);
	for (int i = 0; i < 1000; i++) {
		jump_from(fixture, fake_address('q', 16), 'p');
		jump_from(fixture, fake_address('p', 8 + i % 2), 'q');
		stack_context(fixture->stack);
	}
	assert_true(depth_of(fixture) <= 5);
	stack_return(fixture->stack, 1);
	assert_int_equal(depth_of(fixture), 0);
	assert_string_equal(fixture->ended, "nnqpa");
}

static void a_stub_takes_the_name_of_its_target(void **state)
{
	struct fixture *fixture = *state;

	call_path(fixture, "a:1 S"); /* no debug information: a PLT stub */
	jump_from(fixture, 0, 's');
	assert_string_equal(aec_of(fixture, 'a'), "a:1 s");
	stack_return(fixture->stack, 1);
	call_from(fixture, fake_address('a', 1), 'S');
	stack_context(fixture->stack); /* the stub itself read something */
	jump_from(fixture, 0, 's');
	assert_string_equal(aec_of(fixture, 'a'), "a:1 s");
	assert_int_equal(depth_of(fixture), 2);
}

static void calls_in_which_nothing_happens_leave_no_context(void **state)
{
	struct fixture *fixture = *state;
	struct context *before;

	call_path(fixture, "a");
	before = stack_context(fixture->stack);
	for (int i = 0; i < 1000; i++) {
		call_path(fixture, "b:1 c");
		stack_return(fixture->stack, 2);
	}
	assert_ptr_equal(stack_context(fixture->stack), before);
	assert_string_equal(fixture->ended, "");
}

static void activations_end_innermost_first(void **state)
{
	struct fixture *fixture = *state;

	call_path(fixture, "a:1 b:2 c:3 b:4 d");
	stack_context(fixture->stack);
	stack_return(fixture->stack, 99);
	assert_string_equal(fixture->ended, "dcba");
	assert_int_equal(depth_of(fixture), 0);
}

static void deep_recursion_stays_one_context(void **state)
{
	struct fixture *fixture = *state;
	struct context *context = NULL;

	call_path(fixture, "m");
	for (int i = 0; i < 100000; i++) {
		call_from(
			fixture, fake_address(i ? 'r' : 'm', 1 + (i & 1)), 'r');
		if (i == 1)
			context = stack_context(fixture->stack);
		else if (i > 1)
			assert_ptr_equal(
				stack_context(fixture->stack), context);
	}
	stack_return(fixture->stack, 100001);
	assert_string_equal(fixture->ended, "rm");
}

/* Definition 6 by brute force over all call sequences of LENGTH functions. */
static uint32_t brute_force(const char *sequence, size_t length, char *aec)
{
	uint32_t cost[4], by[4] = {0};

	for (int i = 0; i < 4; i++)
		cost[i] = i == sequence[0] - 'a' ? 0 : UINT32_MAX;
	for (int round = 0; round < 4; round++)
		for (size_t i = 1; i < length; i++) {
			uint32_t from = cost[sequence[i - 1] - 'a'];
			uint32_t *to = &cost[sequence[i] - 'a'];
			if (from != UINT32_MAX && from + i < *to) {
				*to = from + (uint32_t)i;
				by[sequence[i] - 'a'] = (uint32_t)i;
			}
		}
	char reversed[16];
	size_t count = 0;
	for (char at = sequence[length - 1]; at != sequence[0];
		at = sequence[by[at - 'a'] - 1])
		reversed[count++] = at;
	*aec++ = sequence[0];
	while (count-- > 0)
		*aec++ = reversed[count];
	*aec = '\0';
	return cost[sequence[length - 1] - 'a'];
}

static void every_short_call_path_has_the_aec_of_definition_6(void **state)
{
	struct fixture *fixture = *state;
	enum { LENGTH = 8 };
	char sequence[LENGTH + 1] = "";

	for (unsigned code = 0; code < 1u << 2 * LENGTH; code++) {
		char wanted[16], got[16];
		size_t at = 0;
		for (size_t i = 0; i < LENGTH; i++)
			sequence[i] = (char)('a' + (code >> 2 * i & 3));
		brute_force(sequence, LENGTH, wanted);
		for (size_t i = 0; i < LENGTH; i++) {
			struct trace_call call = {
				.target = fake_address(sequence[i], 0),
				.stack_pointer = 1000 - 8 * i};
			stack_call(fixture->stack, &call, ++fixture->clock);
			stack_context(fixture->stack);
		}
		for (const char *c = aec_of(fixture, sequence[0]); *c; c++)
			if (*c != ' ')
				got[at++] = *c;
		got[at] = '\0';
		if (strcmp(got, wanted) != 0)
			fail_msg("%s: %s, not %s", sequence, got, wanted);
		stack_return(fixture->stack, LENGTH);
		fixture->ended[0] = '\0';
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(two_calls_from_two_positions_have_two_aecs),
		TEST(recursion_folds_to_the_subject),
		TEST(mutual_recursion_has_the_aec_of_table_3_1),
		TEST(a_recursive_call_can_shorten_a_path),
		TEST(a_path_that_would_get_longer_stays),
		TEST(an_inlined_call_is_a_frame),
		TEST(a_sibling_call_keeps_its_caller),
		TEST(a_stub_takes_the_name_of_its_target),
		TEST(calls_in_which_nothing_happens_leave_no_context),
		TEST(activations_end_innermost_first),
		TEST(deep_recursion_stays_one_context),
		TEST(every_short_call_path_has_the_aec_of_definition_6),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
