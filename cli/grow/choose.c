/* SPDX-License-Identifier: MIT
 * Which tests of a suite are grown, and in which order. */
#include "config.h"

#include "cli/grow/runs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/suite/plan.h"
#include "cli/suite/shard.h"
#include "cli/suite/tests.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/inputs.h"

#define VERB "grow"

/* Tests, and what a run of each as it is depended on. */
struct grow_choice_of {
	struct arena arena;
	struct tests *tests;
	struct report_inputs *inputs; /* not complete: not known */
};

static void look_at_tests(
	struct grow_request *request, struct grow_choice_of *choice)
{
	choice->inputs = arena_alloc_zero(&choice->arena,
		choice->tests->count + 1, sizeof *choice->inputs);
	for (size_t i = 0; i < choice->tests->count; i++) {
		grow_runs_choose_place(request, &choice->tests->test[i]);
		if (!grow_runs_look(request, &choice->tests->test[i],
			    &choice->arena, &choice->inputs[i]))
			choice->inputs[i] = (struct report_inputs){.test = ""};
	}
}

static int grow_choose_shard(
	const struct grow_request *request, struct tests *tests)
{
	struct arena arena = {0};
	struct error err = {{0}};
	struct plan plan;
	uint64_t number, count;

	if (!request->shard)
		return CLI_DONE;
	if (shard_parse(request->shard, &number, &count, &err) != 0)
		return cli_fail(CLI_USAGE, VERB, &err,
			"As in: --shard 3/8, the third of eight");
	plan_make_even(&plan, &arena, tests, count);
	plan_select(&plan, tests, number);
	arena_release(&arena);
	if (tests->count == 0 && !request->is_quiet)
		fprintf(stderr, "retread: shard %s has no test\n",
			request->shard);
	return CLI_DONE;
}

static bool is_touched(
	const struct changes *changes, const struct report_inputs *inputs)
{
	for (size_t i = 0; i < changes->name.count; i++)
		if (report_inputs_have(inputs, changes->name.word[i]))
			return true;
	return false;
}

/* A change that no debug information has, as of a Makefile, concerns all tests, and all
 * that they have. */
static void grow_choose_changed(
	struct grow_request *request, struct grow_choice_of *choice)
{
	struct tests *tests = choice->tests;
	size_t all = tests->count, left = 0;

	if (changes_concern_all(&request->changes, choice->inputs, all)) {
		changes_release(&request->changes);
		request->changes = (struct changes){0};
		left = all;
	}
	for (size_t i = 0; left < all && i < all; i++) {
		if (!is_touched(&request->changes, &choice->inputs[i])) {
			tests_forget(&tests->test[i]);
			continue;
		}
		tests->test[left] = tests->test[i];
		choice->inputs[left++] = choice->inputs[i];
	}
	tests->count = left;
	if (!request->is_quiet)
		fprintf(stderr,
			"retread: %zu of %zu test%s touched by what changed "
			"since %s\n",
			left, all, all == 1 ? " is" : "s are",
			request->changed_since);
}

struct dated_test {
	struct test test;
	int64_t time_s;
	size_t index;
};

static int compare_dated(const void *left, const void *right)
{
	const struct dated_test *a = left, *b = right;

	if (a->time_s != b->time_s)
		return a->time_s > b->time_s ? -1 : 1;
	return a->index < b->index ? -1 : 1;
}

static void order_by_time(struct grow_choice_of *choice)
{
	struct tests *tests = choice->tests;
	struct dated_test *dated =
		memory_alloc_zero(tests->count + 1, sizeof *dated);
	struct change_times times = {.count = 0};

	change_times_read(&times);
	for (size_t i = 0; i < tests->count; i++)
		dated[i] = (struct dated_test){tests->test[i],
			change_times_newest(&times, &choice->inputs[i]), i};
	qsort(dated, tests->count, sizeof *dated, compare_dated);
	for (size_t i = 0; i < tests->count; i++)
		tests->test[i] = dated[i].test;
	change_times_release(&times);
	free(dated);
}

int grow_choose(struct grow_request *request, struct tests *tests)
{
	struct grow_choice_of choice = {.tests = tests};
	struct error err = {{0}};
	int status = grow_choose_shard(request, tests);
	bool is_ordered = request->seconds > 0 && tests->count > 1;

	if (status == CLI_DONE && request->changed_since &&
		changes_find(&request->changes, request->changed_since, &err))
		status = cli_fail(CLI_USAGE, VERB, &err,
			"Name a commit of the repository that you are in: "
			"--changed-since origin/main");
	if (status == CLI_DONE && (request->changed_since || is_ordered))
		look_at_tests(request, &choice);
	if (status == CLI_DONE && request->changed_since)
		grow_choose_changed(request, &choice);
	if (status == CLI_DONE && is_ordered)
		order_by_time(&choice);
	arena_release(&choice.arena);
	return status;
}
