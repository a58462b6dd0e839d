/* SPDX-License-Identifier: MIT
 * Sequences of calls beside a model: what may not be called is not, and failures shrink to
 * the shortest sequence, from each of 10 seeds. */
#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fuzz-perf/generate/gen.h"

#define CAPACITY 3

/* A ring of three numbers, beside a model that never wraps. WRAPS_BADLY: what is put after
 * the end of the ring is lost. */
struct ring {
	int value[CAPACITY];
	unsigned first, count;
	int model[64];
	unsigned taken, put;
	bool wraps_badly;
};

static bool has_room(const void *model)
{
	return ((const struct ring *)model)->count < CAPACITY;
}

static bool is_filled(const void *model)
{
	return ((const struct ring *)model)->count > 0;
}

static void ring_put(struct gen *g, void *model)
{
	struct ring *ring = model;
	int value = gen_int(g, 0, 9);
	unsigned at = (ring->first + ring->count) % CAPACITY;

	assert(ring->count < CAPACITY);
	gen_assume(g, ring->put < 64);
	gen_put(g, " %d", value);
	if (!ring->wraps_badly || at >= ring->first)
		ring->value[at] = value;
	ring->count++;
	ring->model[ring->put++] = value;
}

static void ring_take(struct gen *g, void *model)
{
	struct ring *ring = model;
	int value = ring->value[ring->first];

	assert(ring->count);
	ring->first = (ring->first + 1) % CAPACITY;
	ring->count--;
	if (value != ring->model[ring->taken++])
		gen_fail(g, "another number comes out");
}

static void ring_clear(struct gen *g, void *model)
{
	struct ring *ring = model;

	(void)g;
	ring->count = 0;
	ring->taken = ring->put;
}

static const struct gen_command commands[] = {
	{"put", .weight = 3, .may_run = has_room, .run = ring_put},
	{"take", .weight = 3, .may_run = is_filled, .run = ring_take},
	{"clear", .run = ring_clear},
};

static int use_ring(struct gen *g, void *argument)
{
	struct ring ring = {.wraps_badly = argument != NULL};
	const struct gen_list length = GEN_LIST(0, 60, 20);

	gen_commands(g, commands, sizeof commands / sizeof commands[0], length,
		&ring);
	return GEN_VALID;
}

static void calls_what_may_be_called(void **state)
{
	const struct gen_property property = {.run = use_ring,
		.seed = 1,
		.runs = 500,
		.corpus = "",
		.is_quiet = true};
	struct gen_report report;

	(void)state;
	assert_int_equal(gen_check(&property, &report), 0);
	assert_int_equal(report.verdict, GEN_VALID);
}

/* put 0, take, put 0, put 0, put 1 (which wraps), take, take, take: a byte to go on and one to
 * choose for each of eight calls, and four numbers. */
static void shrinks_to_the_shortest_sequence(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 10; seed++) {
		int wraps_badly = 1;
		const struct gen_property property = {.run = use_ring,
			.argument = &wraps_badly,
			.seed = seed,
			.runs = 2000,
			.corpus = "",
			.is_quiet = true};
		struct gen_report report;
		assert_int_equal(gen_check(&property, &report), 1);
		assert_string_equal(report.text, "another number comes out");
		assert_int_equal(report.bytes, 20);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_what_may_be_called),
		cmocka_unit_test(shrinks_to_the_shortest_sequence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
