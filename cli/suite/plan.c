/* SPDX-License-Identifier: MIT
 * Plans: which shard of a test suite records which test. */
#include "config.h"

#include "cli/suite/plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/suite/tests.h"
#include "lib/digest.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/rows.h"

/*--- the file ---*/

static const char *const sources[] = {"recorded", "native", "guess", NULL};

static const struct row test_row[] = {
	ROW(plan_test, name, 0, "The second test of one name is marked #2."),
	ROW_BETWEEN("shard", plan_test, shard, 1, PLAN_SHARDS_MAX, 0,
		"That records it, from 1 on."),
	ROW_AS("ms", plan_test, cost.ms, 0, "How long it is thought to take."),
	ROW_CHOICE("from", plan_test, cost.from, sources, 0,
		"Where that is known from: an earlier recording, a run without "
		"the recorder, or the other tests."),
	{0},
};
static const struct rows test_rows = {
	.row = test_row, .bytes = sizeof(struct plan_test)};

static void suite_plan_check(const void *record, const struct json_at *at)
{
	const struct plan *plan = record;

	for (size_t i = 0; i < plan->test_count; i++) {
		const struct plan_test *test = &plan->test[i];
		if (test->shard > plan->shards)
			json_at_fail(at, "tests",
				"puts \"%s\" into shard %" PRIu64
				", but there are %" PRIu64,
				test->name, test->shard, plan->shards);
		else if (i > 0 && strcmp(test[-1].name, test->name) >= 0)
			json_at_fail(at, "tests",
				"is not sorted, or has \"%s\" twice",
				test->name);
	}
}

static const struct row plan_row[] = {
	ROW_SCHEMA("retread-plan-1"),
	ROW(plan, suite, 0, "Digest of the names and commands of all tests."),
	ROW_BETWEEN("shards", plan, shards, 1, PLAN_SHARDS_MAX, 0, NULL),
	ROW_LIST("tests", plan, test, test_count, &test_rows, ROW_FILLED,
		"By name."),
	{0},
};
static const struct rows plan_rows = {"retread-plan-1",
	"Which shard of a test suite records which test.", plan_row,
	sizeof(struct plan), suite_plan_check};

int plan_read(struct plan *plan, struct arena *arena, const char *file,
	struct error *err)
{
	return rows_read_file(&plan_rows, file, arena, plan, err);
}

int plan_write(const struct plan *plan, const char *file, struct error *err)
{
	return rows_write(&plan_rows, plan, file, err);
}

int plan_identify(char id[PLAN_ID_BYTES], const char *file, struct error *err)
{
	char digest[DIGEST_HEX_BYTES];

	if (digest_sha256_file(digest, file, err) != 0)
		return -1;
	memcpy(id, digest, PLAN_ID_BYTES - 1);
	id[PLAN_ID_BYTES - 1] = '\0';
	return 0;
}

/*--- names ---*/

struct named {
	const char *name;
	size_t index; /* of the test */
};

static int compare_named(const void *left, const void *right)
{
	const struct named *a = left, *b = right;

	return strcmp(a->name, b->name)
		       ?: (a->index > b->index) - (a->index < b->index);
}

const char **plan_names(struct arena *arena, const struct tests *tests)
{
	struct named *named = memory_alloc_zero(tests->count, sizeof *named);
	const char **name = arena_alloc_zero(arena, tests->count, sizeof *name);
	size_t same = 0;

	for (size_t i = 0; i < tests->count; i++)
		named[i] = (struct named){tests_name(&tests->test[i]), i};
	qsort(named, tests->count, sizeof *named, compare_named);
	for (size_t i = 0; i < tests->count; i++) {
		same = i > 0 && strcmp(named[i - 1].name, named[i].name) == 0
			       ? same + 1
			       : 1;
		name[named[i].index] =
			same == 1 ? arena_string(arena, named[i].name)
				  : arena_format(arena, "%s#%zu", named[i].name,
					    same);
	}
	free(named);
	return name;
}

/* Of the names and commands of TESTS, whatever their order. ORDER: by name. */
static const char *digest_suite(struct arena *arena, const struct tests *tests,
	const struct named *order)
{
	char digest[DIGEST_BASE64_BYTES], *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		memory_fail(0);
	for (size_t i = 0; i < tests->count; i++) {
		char **word = tests->test[order[i].index].command;
		fwrite(order[i].name, 1, strlen(order[i].name) + 1, out);
		for (; *word; word++)
			fwrite(*word, 1, strlen(*word) + 1, out);
		putc('\0', out);
	}
	fclose(out);
	digest_sha256_base64(digest, text, size);
	free(text);
	return arena_string(arena, digest);
}

/* TESTS by their names in a plan. In ARENA. */
static struct named *plan_sort_names(
	struct arena *arena, const struct tests *tests)
{
	const char **name = plan_names(arena, tests);
	struct named *order =
		arena_alloc_zero(arena, tests->count, sizeof *order);

	for (size_t i = 0; i < tests->count; i++)
		order[i] = (struct named){name[i], i};
	qsort(order, tests->count, sizeof *order, compare_named);
	return order;
}

/*--- making ---*/

static int compare_costs(const void *left, const void *right)
{
	const struct plan_test *a = *(struct plan_test *const *)left;
	const struct plan_test *b = *(struct plan_test *const *)right;

	return (a->cost.ms < b->cost.ms) - (a->cost.ms > b->cost.ms)
		       ?: strcmp(a->name, b->name);
}

/* The shard that has least, the first of several. */
static uint64_t find_least(const uint64_t *load, uint64_t shards)
{
	uint64_t least = 0;

	for (uint64_t i = 1; i < shards; i++)
		if (load[i] < load[least])
			least = i;
	return least;
}

static void plan_divide(struct plan *plan)
{
	struct plan_test **order =
		memory_alloc_zero(plan->test_count, sizeof(struct plan_test *));
	uint64_t *load = memory_alloc_zero(plan->shards, sizeof *load);

	for (size_t i = 0; i < plan->test_count; i++)
		order[i] = &plan->test[i];
	qsort(order, plan->test_count, sizeof *order, compare_costs);
	for (size_t i = 0; i < plan->test_count; i++) {
		uint64_t shard = find_least(load, plan->shards);
		order[i]->shard = shard + 1;
		/* A test of no length takes a place, too. */
		load[shard] += order[i]->cost.ms + 1;
	}
	free(load);
	free(order);
}

void plan_make(struct plan *plan, struct arena *arena,
	const struct tests *tests, const struct plan_cost *cost,
	uint64_t shards)
{
	struct named *order = plan_sort_names(arena, tests);

	*plan = (struct plan){.suite = digest_suite(arena, tests, order),
		.shards = shards,
		.test = arena_alloc_zero(
			arena, tests->count, sizeof *plan->test),
		.test_count = tests->count};
	for (size_t i = 0; i < tests->count; i++)
		plan->test[i] = (struct plan_test){
			.name = order[i].name, .cost = cost[order[i].index]};
	plan_divide(plan);
}

void plan_make_even(struct plan *plan, struct arena *arena,
	const struct tests *tests, uint64_t shards)
{
	struct plan_cost *cost =
		arena_alloc_zero(arena, tests->count + 1, sizeof *cost);

	plan_make(plan, arena, tests, cost, shards);
}

/*--- using ---*/

static int compare_test(const void *name, const void *test)
{
	return strcmp(name, ((const struct plan_test *)test)->name);
}

const struct plan_test *plan_find(const struct plan *plan, const char *name)
{
	return bsearch(name, plan->test, plan->test_count, sizeof *plan->test,
		compare_test);
}

uint64_t *plan_loads(const struct plan *plan, struct arena *arena)
{
	uint64_t *load = arena_alloc_zero(arena, plan->shards, sizeof *load);

	for (size_t i = 0; i < plan->test_count; i++)
		load[plan->test[i].shard - 1] += plan->test[i].cost.ms;
	return load;
}

int plan_check(
	const struct plan *plan, const struct tests *tests, struct error *err)
{
	struct arena arena = {0};
	struct named *order = plan_sort_names(&arena, tests);
	size_t old = 0;
	int result = 0;

	for (size_t i = 0; i < tests->count; i++)
		old += plan_find(plan, order[i].name) != NULL;
	if (old < tests->count || old < plan->test_count)
		result = error_set(err,
			"the plan is of another suite: %zu new, %zu gone",
			tests->count - old, plan->test_count - old);
	else if (strcmp(plan->suite, digest_suite(&arena, tests, order)) != 0)
		result = error_set(err,
			"the plan is of another suite: commands of tests "
			"differ");
	arena_release(&arena);
	return result;
}

void plan_select(const struct plan *plan, struct tests *tests, uint64_t shard)
{
	struct arena arena = {0};
	const char **name = plan_names(&arena, tests);
	size_t kept = 0;

	for (size_t i = 0; i < tests->count; i++) {
		if (plan_find(plan, name[i])->shard == shard)
			tests->test[kept++] = tests->test[i];
		else
			tests_forget(&tests->test[i]);
	}
	tests->count = kept;
	arena_release(&arena);
}
