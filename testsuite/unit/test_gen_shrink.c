/* SPDX-License-Identifier: MIT
 * The shrinker on the challenges that shrinkers are compared by (D. R. MacIver and
 * others, "shrinking-challenge"): from each of 20 seeds to the known minimum, in
 * fewer than 2000 runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fuzz-perf/generate/gen.h"

#define SEEDS	    20
#define SHRINK_RUNS 2000
#define MOST	    64

struct numbers {
	int64_t at[MOST];
	size_t count;
};

static struct numbers draw_numbers(
	struct gen *g, size_t max, int64_t lo, int64_t hi)
{
	struct gen_list list = GEN_LIST(0, max, 0);
	struct numbers numbers = {{0}, 0};

	while (gen_more(g, &list))
		numbers.at[numbers.count++] = gen_i64(g, lo, hi);
	gen_put(g, "[");
	for (size_t i = 0; i < numbers.count; i++)
		gen_put(g, "%s%d", i ? "," : "", (int)numbers.at[i]);
	gen_put(g, "]");
	return numbers;
}

/* Five lists of 16-bit numbers, each with a sum below 256: that of all is not
 * below 5 * 256 where it overflows. */
static int bound5(struct gen *g, void *argument)
{
	int16_t all = 0;

	(void)argument;
	for (int i = 0; i < 5; i++) {
		struct numbers list = draw_numbers(g, 10, INT16_MIN, INT16_MAX);
		int16_t sum = 0;
		for (size_t j = 0; j < list.count; j++)
			sum = (int16_t)(sum + list.at[j]);
		gen_assume(g, sum < 256);
		all = (int16_t)(all + sum);
	}
	if (all >= 5 * 256)
		gen_fail(g, "%s", gen_text(g, NULL));
	return GEN_VALID;
}

/* Lists of lists with more than four different numbers. */
static int large_union_list(struct gen *g, void *argument)
{
	struct gen_list lists = GEN_LIST(0, 10, 0);
	int64_t seen[MOST * 10];
	size_t count = 0;

	(void)argument;
	while (gen_more(g, &lists)) {
		struct numbers list = draw_numbers(g, 10, -100000, 100000);
		for (size_t i = 0; i < list.count; i++) {
			size_t j = 0;
			while (j < count && seen[j] != list.at[i])
				j++;
			if (j == count)
				seen[count++] = list.at[i];
		}
	}
	if (count > 4)
		gen_fail(g, "%s", gen_text(g, NULL));
	return GEN_VALID;
}

/* A list that is not its own reverse. */
static int reverse(struct gen *g, void *argument)
{
	struct numbers list = draw_numbers(g, 20, -100000, 100000);

	(void)argument;
	for (size_t i = 0; i < list.count; i++)
		if (list.at[i] != list.at[list.count - 1 - i])
			gen_fail(g, "%s", gen_text(g, NULL));
	return GEN_VALID;
}

/* A heap, sorted by taking its root and listing what a merge makes of the rest: the
 * least heap for which that is wrong has four nodes. */
struct heap {
	int64_t value;
	struct heap *left, *right;
};

static struct heap *draw_heap(struct gen *g, int64_t least)
{
	struct heap *heap = NULL;

	gen_begin(g, "heap");
	if (gen_depth(g) < 8 && gen_chance(g, 2, 3)) {
		heap = gen_alloc(g, sizeof *heap);
		heap->value = least + gen_i64(g, 0, 100);
		gen_put(g, "(%d ", (int)heap->value);
		heap->left = draw_heap(g, heap->value);
		heap->right = draw_heap(g, heap->value);
		gen_put(g, ")");
	} else {
		gen_put(g, ".");
	}
	gen_end(g);
	return heap;
}

static struct heap *merge(struct gen *g, struct heap *a, struct heap *b)
{
	if (!a || !b)
		return a ? a : b;
	struct heap *heap = gen_alloc(g, sizeof *heap);
	struct heap *low = a->value <= b->value ? a : b;
	heap->value = low->value;
	heap->left = merge(g, low->right, low == a ? b : a);
	heap->right = low->left;
	return heap;
}

static void list_heap(const struct heap *heap, struct numbers *list)
{
	if (!heap || list->count == MOST)
		return;
	list->at[list->count++] = heap->value;
	list_heap(heap->right, list);
	list_heap(heap->left, list);
}

static int binary_heap(struct gen *g, void *argument)
{
	struct heap *heap = draw_heap(g, 0);
	struct numbers wrong = {{0}, 0};

	(void)argument;
	if (!heap)
		return GEN_VALID;
	wrong.at[wrong.count++] = heap->value;
	list_heap(merge(g, heap->left, heap->right), &wrong);
	for (size_t i = 1; i < wrong.count; i++)
		if (wrong.at[i] < wrong.at[i - 1])
			gen_fail(g, "%s", gen_text(g, NULL));
	return GEN_VALID;
}

/* Two numbers of at least 10 and at most 4 (but not 0) apart. */
static int difference(struct gen *g, void *argument)
{
	int first = gen_int(g, 0, 1000), second = gen_int(g, 0, 1000);
	int apart = abs(first - second);

	(void)argument;
	if (first >= 10 && apart >= 1 && apart <= 4)
		gen_fail(g, "%d %d", first, second);
	return GEN_VALID;
}

/* A number of elements, then as many: one of them is 900 or more. */
static int length_list(struct gen *g, void *argument)
{
	int count = gen_int(g, 1, 100);
	bool is_large = false;

	(void)argument;
	for (int i = 0; i < count; i++) {
		int element = gen_int(g, 0, 1000);
		is_large |= element >= 900;
		gen_put(g, "%s%d", i ? "," : "", element);
	}
	if (is_large)
		gen_fail(g, "%s", gen_text(g, NULL));
	return GEN_VALID;
}

/* Deleting an element once leaves another one like it. */
static int deletion(struct gen *g, void *argument)
{
	struct numbers list = draw_numbers(g, 20, -1000, 1000);
	unsigned same = 0;

	(void)argument;
	gen_assume(g, list.count > 0);
	int64_t element = list.at[gen_pick(g, (unsigned)list.count)];
	for (size_t i = 0; i < list.count; i++)
		same += list.at[i] == element;
	if (same > 1)
		gen_fail(g, "%s %d", gen_text(g, NULL), (int)element);
	return GEN_VALID;
}

/* Lists with more than ten elements in all. */
static int nested_lists(struct gen *g, void *argument)
{
	struct gen_list lists = GEN_LIST(0, 10, 0);
	size_t count = 0;

	(void)argument;
	while (gen_more(g, &lists))
		count += draw_numbers(g, 12, -1000, 1000).count;
	if (count > 10)
		gen_fail(g, "%s", gen_text(g, NULL));
	return GEN_VALID;
}

/* Places in a list that lead to another place and back. */
static int coupling(struct gen *g, void *argument)
{
	struct numbers list = draw_numbers(g, 10, 0, 10);

	(void)argument;
	for (size_t i = 0; i < list.count; i++)
		gen_assume(g, (size_t)list.at[i] < list.count);
	for (size_t i = 0; i < list.count; i++) {
		size_t j = (size_t)list.at[i];
		if (j != i && (size_t)list.at[j] == i)
			gen_fail(g, "%s", gen_text(g, NULL));
	}
	return GEN_VALID;
}

/* A term, and its value. Dividing by a number that is written as 0 is not asked for; any
 * other division by 0 is the failure. */
struct term {
	int64_t value;
	bool is_number, fails;
};

static struct term draw_term(struct gen *g)
{
	struct term term = {0, true, false}, left, right;

	gen_begin(g, "term");
	unsigned kind = gen_depth(g) < 6 ? gen_pick(g, 3) : 0;
	if (kind == 0) {
		term.value = gen_int(g, -20, 20);
		gen_put(g, "%d", (int)term.value);
	} else {
		gen_put(g, "(");
		left = draw_term(g);
		gen_put(g, kind == 1 ? "+" : "/");
		right = draw_term(g);
		gen_put(g, ")");
		gen_assume(g, kind == 1 || right.value || !right.is_number);
		term.is_number = false;
		term.fails = left.fails || right.fails ||
			     (kind == 2 && !right.value);
		if (!term.fails)
			term.value = kind == 1 ? left.value + right.value
					       : left.value / right.value;
	}
	gen_end(g);
	return term;
}

static int calculator(struct gen *g, void *argument)
{
	(void)argument;
	if (draw_term(g).fails)
		gen_fail(g, "%s", gen_text(g, NULL));
	return GEN_VALID;
}

struct challenge {
	int (*run)(struct gen *g, void *argument);
	const char *minimum;
};

static void shrinks_to_the_minimum(void **state)
{
	const struct challenge *challenge = *state;
	unsigned most = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct gen_property property = {.name = "challenge",
			.run = challenge->run,
			.seed = seed,
			.runs = 200000,
			.shrink_runs = SHRINK_RUNS,
			.shrink_ms = 600000,
			.corpus = "",
			.in_process = true,
			.is_quiet = true};
		struct gen_report report;
		assert_int_equal(gen_check(&property, &report), 1);
		assert_string_equal(report.text, challenge->minimum);
		assert_true(report.shrink_runs < SHRINK_RUNS);
		if (report.shrink_runs > most)
			most = report.shrink_runs;
	}
	print_message("# at most %u runs\n", most);
}

int main(void)
{
	static struct challenge challenges[] = {
		{bound5, "[][][][-1][-32768]"},
		{large_union_list, "[0,1,-1,2,-2]"},
		{reverse, "[0,1]"},
		{binary_heap, "(0 .(0 (0 ..)(1 ..)))"},
		{difference, "10 6"},
		{length_list, "900"},
		{deletion, "[0,0] 0"},
		{nested_lists, "[0,0,0,0,0,0,0,0,0,0,0]"},
		{coupling, "[1,0]"},
		{calculator, "(0/(0+0))"},
	};
#define CHALLENGE(name, index)                                                 \
	{                                                                      \
		name, shrinks_to_the_minimum, NULL, NULL, &challenges[index]   \
	}
	const struct CMUnitTest tests[] = {
		CHALLENGE("bound5", 0),
		CHALLENGE("large union list", 1),
		CHALLENGE("reverse", 2),
		CHALLENGE("binary heap", 3),
		CHALLENGE("difference", 4),
		CHALLENGE("length list", 5),
		CHALLENGE("deletion", 6),
		CHALLENGE("nested lists", 7),
		CHALLENGE("coupling", 8),
		CHALLENGE("calculator", 9),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
