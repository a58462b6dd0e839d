/* SPDX-License-Identifier: MIT
 * The analysis on traces made by hand: what is input, what is connected, what
 * is redundant. */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "testsuite/unit/scene.h"

static void a_list_walked_for_each_item_is_redundant(void **state)
{
	struct scene scene;
	const struct report_finding *finding;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	written = scene_stamp(&scene, 0);
	scene_call(&scene, CALL_A, 'a');
	for (int i = 0; i < 3; i++) {
		scene_call(&scene, CALL_C, 'c');
		scene_walk(&scene, written, 3 - i);
		scene_leave(&scene);
	}
	scene_leave(&scene);
	scene_finish(&scene);
	finding = scene_find(&scene, REPORT_REDUNDANT, "a");
	assert_non_null(finding);
	assert_int_equal(finding->aec.count, 2);
	assert_int_equal(finding->aec.place[0].line, 5);
	assert_string_equal(finding->aec.place[1].function, "c");
	assert_int_equal(finding->sites.count, 2);
	assert_int_equal(finding->evidence.walks.max, 3);
	assert_int_equal(finding->evidence.walk_length.min, 1);
	assert_int_equal(finding->evidence.walk_length.max, 3);
	assert_int_equal(finding->evidence.reads, 6);
	assert_int_equal(finding->evidence.distinct, 3);
	assert_string_equal(finding->root, "list");
	assert_string_equal(finding->structure_kind, "heap");
	assert_int_equal(finding->exactness, REPORT_EXACT);
	assert_non_null(scene_find(&scene, REPORT_TRAVERSAL, "c"));
	assert_null(scene_find(&scene, REPORT_REDUNDANT, "c"));
	/* main wrote the list: nothing of it is main's input. */
	assert_null(scene_find(&scene, REPORT_REDUNDANT, "m"));
	scene_strike(&scene);
}

static void a_write_between_two_walks_is_no_redundancy(void **state)
{
	struct scene scene;

	(void)state;
	scene_set(&scene);
	scene_call(&scene, CALL_A, 'a');
	for (int i = 0; i < 3; i++) {
		uint32_t written = scene_stamp(&scene, 0);
		scene_call(&scene, CALL_C, 'c');
		scene_walk(&scene, written, 3);
		scene_leave(&scene);
	}
	scene_finish(&scene);
	assert_null(scene_find(&scene, REPORT_REDUNDANT, "a"));
	assert_non_null(scene_find(&scene, REPORT_TRAVERSAL, "c"));
	scene_strike(&scene);
}

static void two_call_positions_are_two_aecs(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	written = scene_stamp(&scene, 0);
	scene_call(&scene, CALL_A, 'a');
	scene_call(&scene, CALL_C, 'c');
	scene_walk(&scene, written, 3);
	scene_leave(&scene);
	scene_call(&scene, CALL_C_TOO, 'c');
	scene_walk(&scene, written, 3);
	scene_finish(&scene);
	assert_null(scene_find(&scene, REPORT_REDUNDANT, "a"));
	assert_non_null(scene_find(&scene, REPORT_TRAVERSAL, "a"));
	scene_strike(&scene);
}

static void unconnected_objects_are_no_traversal(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	written = scene_stamp(&scene, 0);
	scene_call(&scene, CALL_A, 'a');
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 3; i++) {
			scene_call(&scene, CALL_C, 'c');
			trace_builder_read(
				&scene.trace, READ_VALUE, written, NODE(i) + 8);
			scene_leave(&scene);
		}
	scene_finish(&scene);
	assert_int_equal(scene.report.finding_count, 0);
	scene_strike(&scene);
}

static void pointers_read_elsewhere_connect(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	written = scene_stamp(&scene, 0);
	scene_call(&scene, CALL_A, 'a');
	/* 0 -> 3 -> 1, read after the values and in another order. */
	for (int round = 0; round < 2; round++) {
		scene_call(&scene, CALL_C, 'c');
		trace_builder_read(
			&scene.trace, READ_VALUE, written, NODE(0) + 8);
		trace_builder_read(
			&scene.trace, READ_VALUE, written, NODE(1) + 8);
		scene_leave(&scene);
	}
	scene_call(&scene, CALL_C_TOO, 'c');
	trace_builder_read_value(
		&scene.trace, READ_NEXT, written, NODE(3), NODE(1));
	trace_builder_read_value(
		&scene.trace, READ_NEXT, written, NODE(0), NODE(3) + 4);
	scene_finish(&scene);
	assert_non_null(scene_find(&scene, REPORT_REDUNDANT, "a"));
	scene_strike(&scene);
}

static void what_the_kernel_wrote_is_input_but_never_the_same(void **state)
{
	struct scene scene;

	(void)state;
	scene_set(&scene);
	scene_call(&scene, CALL_A, 'a');
	for (int i = 0; i < 3; i++) {
		uint32_t written = scene_stamp(&scene, TRACE_STAMP_EXTERNAL);
		scene_call(&scene, CALL_C, 'c');
		for (uint64_t at = 0; at < 3; at++)
			trace_builder_read(&scene.trace, READ_VALUE, written,
				NODE(0) + 4 * at);
		scene_leave(&scene);
	}
	scene_finish(&scene);
	assert_null(scene_find(&scene, REPORT_REDUNDANT, "a"));
	assert_non_null(scene_find(&scene, REPORT_TRAVERSAL, "a"));
	scene_strike(&scene);
}

static void what_another_thread_wrote_is_input(void **state)
{
	struct scene scene;
	struct trace_thread other = {TRACE_TAG_BASE | TRACE_THREAD, 2};
	struct trace_thread first = {TRACE_TAG_BASE | TRACE_THREAD, 1};
	uint32_t written;

	(void)state;
	scene_set(&scene);
	scene_call(&scene, CALL_A, 'a');
	scene_call(&scene, CALL_C, 'c');
	trace_builder_add(&scene.trace, &other, sizeof other);
	written = scene_stamp(&scene, 0);
	scene_call(&scene, 0, 't');
	trace_builder_add(&scene.trace, &first, sizeof first);
	scene_walk(&scene, written, 3);
	scene_finish(&scene);
	assert_non_null(scene_find(&scene, REPORT_TRAVERSAL, "c"));
	scene_strike(&scene);
}

static void own_writes_are_no_input(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	scene_call(&scene, CALL_A, 'a');
	scene_call(&scene, CALL_C, 'c');
	written = scene_stamp(&scene, 0);
	scene_walk(&scene, written, 3);
	scene_finish(&scene);
	assert_int_equal(scene.report.finding_count, 0);
	scene_strike(&scene);
}

static void copies_of_one_position_are_joined(void **state)
{
	struct scene scene;
	const struct report_finding *finding;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	written = scene_stamp(&scene, 0);
	scene_call(&scene, CALL_A, 'a');
	/* An unrolled scan: the first element by one instruction, the others
	 * by another one of the same line. */
	for (int i = 0; i < 3; i++) {
		scene_call(&scene, CALL_C, 'c');
		for (uint64_t at = 0; at < 3; at++)
			trace_builder_read(&scene.trace,
				at == 0 ? READ_VALUE : READ_MORE, written,
				NODE(0) + 4 * at);
		scene_leave(&scene);
	}
	scene_finish(&scene);
	finding = scene_find(&scene, REPORT_REDUNDANT, "a");
	assert_non_null(finding);
	assert_int_equal(finding->evidence.walk_length.max, 3);
	assert_int_equal(finding->evidence.reads, 9);
	assert_int_equal(finding->sites.count, 1);
	scene_strike(&scene);
}

static void copies_that_index_an_array_walk_it(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	written = scene_stamp(&scene, 0);
	trace_builder_site(&scene.trace, INDEXED, fake_address('c', 9),
		TRACE_SITE_READ | TRACE_SITE_INDEXED);
	trace_builder_site(&scene.trace, INDEXED_TOO, fake_address('c', 9),
		TRACE_SITE_READ | TRACE_SITE_INDEXED);
	scene_call(&scene, CALL_A, 'a');
	scene_call(&scene, CALL_C, 'c');
	trace_builder_read(&scene.trace, INDEXED, written, NODE(0));
	trace_builder_read(&scene.trace, INDEXED_TOO, written, NODE(0) + 4);
	scene_finish(&scene);
	assert_non_null(scene_find(&scene, REPORT_TRAVERSAL, "c"));
	scene_strike(&scene);
}

static void a_second_load_in_one_expression_is_no_second_visit(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	written = scene_stamp(&scene, 0);
	scene_call(&scene, CALL_A, 'a');
	scene_call(&scene, CALL_C, 'c');
	for (uint64_t at = 0; at < 4; at++) {
		trace_builder_read(
			&scene.trace, READ_VALUE, written, NODE(0) + 4 * at);
		trace_builder_read(
			&scene.trace, READ_MORE, written, NODE(0) + 4 * at);
	}
	scene_finish(&scene);
	assert_null(scene_find(&scene, REPORT_REDUNDANT, "c"));
	assert_non_null(scene_find(&scene, REPORT_TRAVERSAL, "c"));
	scene_strike(&scene);
}

static void copies_of_one_expression_are_no_walk(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	written = scene_stamp(&scene, 0);
	scene_call(&scene, CALL_A, 'a');
	scene_call(&scene, CALL_C, 'c');
	trace_builder_read(&scene.trace, READ_VALUE, written, NODE(0));
	trace_builder_read(&scene.trace, READ_MORE, written, NODE(0) + 4);
	scene_finish(&scene);
	assert_int_equal(scene.report.finding_count, 0);
	scene_strike(&scene);
}

static void constant_tables_are_of_low_severity(void **state)
{
	struct scene scene;
	const struct report_finding *finding;

	(void)state;
	scene_set(&scene);
	scene_call(&scene, CALL_A, 'a');
	for (int i = 0; i < 20; i++) {
		scene_call(&scene, CALL_C, 'c');
		scene_walk(&scene, 0, 5);
		scene_leave(&scene);
	}
	scene_finish(&scene);
	finding = scene_find(&scene, REPORT_REWALK, "a");
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_LOW);
	finding = scene_find(&scene, REPORT_REDUNDANT, "a");
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_INFO);
	scene_strike(&scene);
}

static void a_moved_block_stays_one_object(void **state)
{
	struct scene scene;
	struct trace_realloc moved = {
		.tag = TRACE_TAG_BASE | TRACE_REALLOC,
		.old_address = NODE(1),
		.address = NODE(20),
		.size_bytes = 64,
	};
	uint32_t written;

	(void)state;
	scene_set(&scene);
	written = scene_stamp(&scene, 0);
	trace_builder_add(&scene.trace, &moved, sizeof moved);
	scene_call(&scene, CALL_A, 'a');
	scene_call(&scene, CALL_C, 'c');
	trace_builder_read(&scene.trace, READ_VALUE, written, NODE(20));
	trace_builder_read(&scene.trace, READ_VALUE, written, NODE(20) + 40);
	scene_finish(&scene);
	assert_non_null(scene_find(&scene, REPORT_TRAVERSAL, "c"));
	scene_strike(&scene);
}

/* Memory at an address that a moved block began at has cells that are no addresses. */
static void a_list_in_the_place_of_a_moved_block_is_linked(void **state)
{
	struct trace_realloc moved = {.tag = TRACE_TAG_BASE | TRACE_REALLOC,
		.old_address = NODE(9),
		.address = HEAP + (1 << 20),
		.size_bytes = 64};
	const struct report_finding *finding;
	struct scene scene;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	scene_allocate(&scene, NODE(9), 16);
	trace_builder_add(&scene.trace, &moved, sizeof moved);
	for (int i = 0; i < 8; i++)
		scene_allocate(&scene, NODE(i), 16);
	written = scene_stamp(&scene, 0);
	scene_call(&scene, CALL_A, 'a');
	for (int i = 0; i < 3; i++) {
		scene_call(&scene, CALL_C, 'c');
		scene_walk(&scene, written, 8);
		scene_leave(&scene);
	}
	scene_leave(&scene);
	scene_finish(&scene);
	finding = scene_find(&scene, REPORT_REWALK, "a");
	assert_non_null(finding);
	assert_int_equal(finding->shape, REPORT_SHAPE_LINKED);
	scene_strike(&scene);
}

/* a walks four blocks three times, which is known when it ends; IS_REUSED: by then
 * it has freed them, and others are there. */
static void walk_and_free(struct scene *scene, bool is_reused)
{
	struct trace_free freed = {.tag = TRACE_TAG_BASE | TRACE_FREE};
	uint32_t written;

	scene_set(scene);
	written = scene_stamp(scene, 0);
	scene_call(scene, CALL_A, 'a');
	for (int i = 0; i < 3; i++) {
		scene_call(scene, CALL_C, 'c');
		scene_walk(scene, written, 4);
		scene_leave(scene);
	}
	scene_call(scene, CALL_C_TOO, 'd');
	for (int i = 0; i < 4 && is_reused; i++) {
		freed.address = NODE(i);
		trace_builder_add(&scene->trace, &freed, sizeof freed);
		scene_allocate(scene, NODE(i), 16);
	}
	scene_leave(scene);
	scene_leave(scene);
	scene_finish(scene);
}

static void a_block_that_took_its_place_is_not_what_was_walked(void **state)
{
	static const enum report_rule rule[] = {
		REPORT_REWALK, REPORT_REDUNDANT};
	struct scene scene;

	(void)state;
	for (int i = 0; i < 4; i++) {
		const struct report_finding *finding;
		walk_and_free(&scene, i >= 2);
		finding = scene_find(&scene, rule[i % 2], "a");
		assert_non_null(finding);
		assert_string_equal(
			finding->structure_kind, i < 2 ? "heap" : "unknown");
		scene_strike(&scene);
	}
}

/* Two calls; signals and threads come as they like, so one read more is chance. */
static void what_reads_as_much_is_told_by_where_it_stands(void **state)
{
	static const unsigned line[] = {5, 5, 8};
	static const uint64_t reads[] = {160, 161, 168};

	(void)state;
	for (int more = 0; more < 3; more++) {
		const struct report_finding *finding;
		struct scene scene;
		uint32_t written;

		scene_set(&scene);
		for (int i = 8; i < 20; i++)
			scene_allocate(&scene, NODE(i), 16);
		written = scene_stamp(&scene, 0);
		for (int i = 0; i < 8; i++) {
			if (i % 4 == 0)
				scene_call(&scene, CALL_A, 'a');
			scene_call(&scene, CALL_C, 'c');
			scene_walk(&scene, written, 20);
			if (more == 2 || (more == 1 && i == 7))
				scene_walk_next(&scene, written, 1);
			scene_leave(&scene);
			if (i % 4 == 3)
				scene_leave(&scene);
		}
		scene_finish(&scene);
		finding = scene_find(&scene, REPORT_REWALK, "a");
		assert_non_null(finding);
		assert_int_equal(
			finding->aec.place[finding->aec.count - 1].line,
			line[more]);
		assert_int_equal(finding->evidence.reads, reads[more]);
		scene_strike(&scene);
	}
}

/* At -O2 a function may end with a jump to the allocator's stub. */
static void what_a_stub_allocates_its_caller_has_allocated(void **state)
{
	const struct report_finding *finding;
	const struct report_places *at;
	struct scene scene;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	trace_builder_site(&scene.trace, CALL_FROM_STUB, fake_address('S', 0),
		TRACE_SITE_CALL);
	scene_call(&scene, CALL_A, 'a');
	scene_call(&scene, CALL_FROM_STUB, 'Z');
	for (int i = 0; i < 4; i++)
		scene_allocate(&scene, NODE(10 + i), 16);
	scene_leave(&scene);
	written = scene_stamp(&scene, 0);
	for (int i = 0; i < 12; i++) {
		scene_call(&scene, CALL_C, 'c');
		trace_builder_read(&scene.trace, READ_VALUE, written,
			NODE(10 + i % 4) + 8);
		scene_leave(&scene);
	}
	scene_finish(&scene);
	finding = scene_find(&scene, REPORT_REWALK, "a");
	assert_non_null(finding);
	at = &finding->allocated_at;
	assert_int_equal(at->count, 2);
	assert_string_equal(at->place[0].function, "a");
	assert_string_equal(at->place[0].file, "/fake/file.c");
	assert_string_equal(at->place[1].function, "m");
	scene_strike(&scene);
}

/* Each of two threads walks a list of its own, and they take turns. */
static void threads_that_run_one_function_stay_apart(void **state)
{
	struct scene scene;
	const struct report_finding *finding;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	written = scene_stamp(&scene, 0);
	for (uint32_t id = 2; id < 4; id++) {
		struct trace_thread thread = {
			TRACE_TAG_BASE | TRACE_THREAD, id};
		trace_builder_add(&scene.trace, &thread, sizeof thread);
		scene_call(&scene, 0, 'T');
		scene_call(&scene, CALL_A, 'a');
	}
	for (uint32_t turn = 0; turn < 8; turn++) {
		struct trace_thread thread = {
			TRACE_TAG_BASE | TRACE_THREAD, 2 + turn % 2};
		trace_builder_add(&scene.trace, &thread, sizeof thread);
		scene_call(&scene, CALL_C, 'c');
		for (int i = 0; i < 12; i++)
			trace_builder_read(&scene.trace, READ_VALUE, written,
				NODE(12 * (turn % 2) + (uint32_t)i));
		scene_leave(&scene);
	}
	scene_finish(&scene);
	finding = scene_find(&scene, REPORT_REWALK, "a");
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_MEDIUM);
	assert_int_equal(finding->evidence.walks.max, 4);
	assert_int_equal(finding->evidence.walk_length.max, 12);
	assert_int_equal(finding->evidence.activations, 2);
	assert_int_equal(finding->evidence.distinct, 24);
	scene_strike(&scene);
}

/* Calls of `a`, each of which walks a list three times for each of its nodes. The
 * first calls are short, and the later ones are left out for the most part. */
static void run_many_walks(struct scene *scene, bool follow_all)
{
	uint32_t written;

	scene_set(scene);
	scene->follow_all = follow_all;
	for (int i = 8; i < 16; i++)
		scene_allocate(scene, NODE(i), 16);
	written = scene_stamp(scene, 0);
	for (int call = 0; call < 200; call++) {
		int length = call < 8 ? 4 + call : 15;
		scene_call(scene, CALL_A, 'a');
		for (int i = 0; i < 3 * length; i++) {
			scene_call(scene, CALL_C, 'c');
			scene_walk(scene, written, length);
			scene_leave(scene);
		}
		scene_leave(scene);
	}
	scene_finish(scene);
}

/* Calls of `a` by which a list is walked again, after one that walks it once. */
static void run_walks_again(struct scene *scene, bool only_rewalks)
{
	uint32_t written;

	scene_set(scene);
	scene->only_rewalks = only_rewalks;
	written = scene_stamp(scene, 0);
	for (int call = 0; call < 3; call++) {
		scene_call(scene, CALL_A, 'a');
		for (int walk = 0; walk < 1 + 4 * call; walk++) {
			scene_call(scene, CALL_C, 'c');
			scene_walk(scene, written, 8);
			scene_leave(scene);
		}
		scene_leave(scene);
	}
	scene_finish(scene);
}

static const struct report_graph *find_graph(
	const struct report *report, const char *function)
{
	for (size_t i = 0; i < report->graph_count; i++)
		if (strcmp(report->graph[i].function, function) == 0)
			return &report->graph[i];
	return NULL;
}

static void rule_redundant_changes_no_rewalk(void **state)
{
	const struct report_finding *a, *b;
	struct scene all, some;

	(void)state;
	run_walks_again(&all, false);
	run_walks_again(&some, true);
	assert_non_null(scene_find(&all, REPORT_REDUNDANT, "a"));
	assert_non_null(scene_find(&all, REPORT_TRAVERSAL, "c"));
	assert_null(scene_find(&some, REPORT_REDUNDANT, "a"));
	assert_null(scene_find(&some, REPORT_TRAVERSAL, "c"));
	a = scene_find(&all, REPORT_REWALK, "a");
	b = scene_find(&some, REPORT_REWALK, "a");
	assert_string_equal(a->id, b->id);
	assert_string_equal(b->root, "list");
	assert_int_equal(a->severity, b->severity);
	assert_int_equal(a->evidence.reads, b->evidence.reads);
	assert_int_equal(all.report.coverage.traversal_points,
		some.report.coverage.traversal_points);
	scene_strike(&all);
	scene_strike(&some);
}

/* A walk of eight nodes is the first to go again in a call that has read one field
 * ten thousand times. */
static void what_was_read_often_hides_no_root(void **state)
{
	const struct report_finding *finding;
	struct scene scene;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	scene.only_rewalks = true;
	written = scene_stamp(&scene, 0);
	scene_call(&scene, CALL_A, 'a');
	for (int i = 0; i < 10000; i++)
		scene_walk(&scene, written, 1);
	for (int walk = 0; walk < 4; walk++) {
		scene_call(&scene, CALL_C, 'c');
		scene_walk(&scene, written, 8);
		scene_leave(&scene);
	}
	scene_leave(&scene);
	scene_finish(&scene);
	finding = scene_find(&scene, REPORT_REWALK, "a");
	assert_non_null(finding);
	assert_string_equal(finding->root, "list");
	assert_non_null(find_graph(&scene.report, "a"));
	scene_strike(&scene);
}

static void only_a_function_with_a_rewalk_has_a_graph_unasked(void **state)
{
	const struct report_graph *a, *b;
	struct scene all, some;

	(void)state;
	run_walks_again(&all, false);
	run_walks_again(&some, true);
	a = find_graph(&all.report, "a");
	b = find_graph(&some.report, "a");
	assert_non_null(b);
	assert_int_equal(a->node_count, b->node_count);
	assert_int_equal(a->edge_count, b->edge_count);
	assert_non_null(find_graph(&all.report, "c"));
	assert_null(find_graph(&some.report, "c"));
	scene_strike(&all);
	scene_strike(&some);
}

static void what_is_left_out_changes_no_verdict(void **state)
{
	const enum report_rule rule[] = {REPORT_REDUNDANT, REPORT_REWALK};
	struct scene all, some;

	(void)state;
	run_many_walks(&all, true);
	run_many_walks(&some, false);
	assert_int_equal(all.report.finding_count, some.report.finding_count);
	for (int i = 0; i < 2; i++) {
		const struct report_finding *a = scene_find(&all, rule[i], "a");
		const struct report_finding *b =
			scene_find(&some, rule[i], "a");
		assert_true((a == NULL) == (b == NULL));
		if (a == NULL)
			continue;
		assert_string_equal(a->id, b->id);
		assert_int_equal(a->severity, b->severity);
		assert_int_equal(a->exactness, REPORT_EXACT);
		assert_int_equal(b->exactness, REPORT_LOWER_BOUND);
		assert_true(b->evidence.reads < a->evidence.reads / 2);
		assert_int_equal(a->evidence.walk_length.max,
			b->evidence.walk_length.max);
		/* Growth is of the calls that were followed to their ends. */
		assert_true(b->evidence.points <= a->evidence.points);
		assert_true(
			rule[i] != REPORT_REWALK || b->evidence.points >= 8);
		assert_true(
			fabs(a->evidence.degree - b->evidence.degree) < 0.1);
	}
	scene_strike(&all);
	scene_strike(&some);
}

/* `a` walks eight nodes four times and reads their values at VALUE_SITE. */
static void walk_and_read(
	struct scene *scene, uint32_t written, uint32_t value_site)
{
	scene_call(scene, CALL_A, 'a');
	for (int walk = 0; walk < 4; walk++) {
		scene_call(scene, CALL_C, 'c');
		scene_walk_next(scene, written, 8);
		if (walk == 0)
			for (uint32_t i = 0; i < 8; i++)
				trace_builder_read(&scene->trace, value_site,
					written, NODE(i) + 8);
		scene_leave(scene);
	}
	scene_leave(scene);
}

/* When memory is short, what is new is not followed: a call then seems smaller. */
static void sizes_seen_with_memory_short_bound_nothing(void **state)
{
	const struct report_finding *finding;
	struct scene scene;
	uint32_t written;

	(void)state;
	scene_set(&scene);
	scene.runs_short = true;
	written = scene_stamp(&scene, 0);
	for (int call = 0; call < 4; call++)
		walk_and_read(&scene, written, READ_VALUE);
	trace_builder_block(&scene.trace);
	for (int call = 0; call < 4; call++)
		walk_and_read(&scene, written, READ_MORE);
	scene_finish(&scene);
	finding = scene_find(&scene, REPORT_REWALK, "a");
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_MEDIUM);
	assert_false(finding->is_bounded);
	scene_strike(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_walked_for_each_item_is_redundant),
		cmocka_unit_test(a_write_between_two_walks_is_no_redundancy),
		cmocka_unit_test(two_call_positions_are_two_aecs),
		cmocka_unit_test(unconnected_objects_are_no_traversal),
		cmocka_unit_test(pointers_read_elsewhere_connect),
		cmocka_unit_test(
			what_the_kernel_wrote_is_input_but_never_the_same),
		cmocka_unit_test(what_another_thread_wrote_is_input),
		cmocka_unit_test(own_writes_are_no_input),
		cmocka_unit_test(copies_of_one_position_are_joined),
		cmocka_unit_test(copies_that_index_an_array_walk_it),
		cmocka_unit_test(
			a_second_load_in_one_expression_is_no_second_visit),
		cmocka_unit_test(copies_of_one_expression_are_no_walk),
		cmocka_unit_test(constant_tables_are_of_low_severity),
		cmocka_unit_test(a_moved_block_stays_one_object),
		cmocka_unit_test(
			a_block_that_took_its_place_is_not_what_was_walked),
		cmocka_unit_test(
			what_a_stub_allocates_its_caller_has_allocated),
		cmocka_unit_test(what_reads_as_much_is_told_by_where_it_stands),
		cmocka_unit_test(
			a_list_in_the_place_of_a_moved_block_is_linked),
		cmocka_unit_test(rule_redundant_changes_no_rewalk),
		cmocka_unit_test(what_was_read_often_hides_no_root),
		cmocka_unit_test(
			only_a_function_with_a_rewalk_has_a_graph_unasked),
		cmocka_unit_test(what_is_left_out_changes_no_verdict),
		cmocka_unit_test(sizes_seen_with_memory_short_bound_nothing),
		cmocka_unit_test(threads_that_run_one_function_stay_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
