/* SPDX-License-Identifier: MIT
 * The analysis on traces made by hand: what is input, what is connected, what
 * is redundant. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/error.h"
#include "lib/report.h"
#include "lib/trace.h"

#include "analyzer/analysis.h"
#include "testsuite/unit/fake_symbols.h"
#include "testsuite/unit/trace_builder.h"

#define HEAP	UINT64_C(0x500000)
#define NODE(i) (HEAP + (uint64_t)(i)*64)

/* Sites of the fake program: main `m`, which calls `a`, which calls `c` in a
 * loop; `c` reads. */
enum {
	CALL_A = 1,
	CALL_C,
	READ_NEXT,
	READ_VALUE,
	READ_MORE,
	CALL_C_TOO,
	INDEXED,
	INDEXED_TOO,
	READ_IN_LIBRARY,
	WIDE_READ,
	SLOT,
	CALL_FROM_TEST,
	FIELDS, /* and two more */
};

struct scene {
	struct trace_builder trace;
	struct report report;
	uint64_t stack_pointer;
};

static void call(struct scene *scene, uint32_t site, char function)
{
	struct trace_call record = {.tag = TRACE_TAG_BASE | TRACE_CALL,
		.site = site,
		.target = fake_address(function, 0),
		.stack_pointer = scene->stack_pointer -= 128,
		.argument = {NODE(0)}};

	trace_builder_add(&scene->trace, &record, sizeof record);
}

static void leave(struct scene *scene)
{
	struct trace_return record = {TRACE_TAG_BASE | TRACE_RETURN, 1};

	scene->stack_pointer += 128;
	trace_builder_add(&scene->trace, &record, sizeof record);
}

static void allocate(struct scene *scene, uint64_t address, uint64_t size)
{
	struct trace_alloc record = {.tag = TRACE_TAG_BASE | TRACE_ALLOC,
		.address = address,
		.size_bytes = size};

	trace_builder_add(&scene->trace, &record, sizeof record);
}

static uint32_t stamp_now(const struct scene *scene, uint32_t flags)
{
	return (uint32_t)scene->trace.clock << TRACE_STAMP_SHIFT | flags;
}

static void set_scene(struct scene *scene)
{
	trace_builder_init(&scene->trace);
	scene->stack_pointer = UINT64_C(1) << 46;
	trace_builder_site(
		&scene->trace, CALL_A, fake_address('m', 1), TRACE_SITE_CALL);
	trace_builder_site(
		&scene->trace, CALL_C, fake_address('a', 5), TRACE_SITE_CALL);
	trace_builder_site(&scene->trace, READ_NEXT, fake_address('c', 8),
		TRACE_SITE_READ | TRACE_SITE_VALUE);
	trace_builder_site(&scene->trace, READ_VALUE, fake_address('c', 5),
		TRACE_SITE_READ);
	trace_builder_site(&scene->trace, READ_MORE, fake_address('c', 5),
		TRACE_SITE_READ);
	trace_builder_site(&scene->trace, CALL_C_TOO, fake_address('a', 6),
		TRACE_SITE_CALL);
	call(scene, 0, 'm');
	for (int i = 0; i < 8; i++)
		allocate(scene, NODE(i), 16);
}

static void finish(struct scene *scene)
{
	struct error err = {{0}};
	struct analysis_options options = {0};
	struct analysis *analysis = analysis_new(&options);
	struct trace_reader *reader;
	struct trace_view view;

	trace_builder_exit(&scene->trace, 0);
	trace_builder_block(&scene->trace);
	reader = trace_open_memory(scene->trace.bytes, scene->trace.size, &err);
	assert_non_null(reader);
	while (trace_next_block(reader, &view, &err) > 0)
		analysis_add_block(analysis, &view);
	assert_string_equal(err.text, "");
	report_init(&scene->report);
	analysis_report(analysis, trace_header(reader), NULL, &scene->report);
	report_sort(&scene->report);
	analysis_free(analysis);
	trace_close(reader);
}

static void strike(struct scene *scene)
{
	report_release(&scene->report);
	trace_builder_release(&scene->trace);
}

static const struct report_finding *find(
	const struct scene *scene, enum report_rule rule, const char *function)
{
	for (size_t i = 0; i < scene->report.finding_count; i++) {
		const struct report_finding *finding =
			&scene->report.finding[i];
		if (finding->rule == rule &&
			strcmp(finding->function, function) == 0)
			return finding;
	}
	return NULL;
}

/* c walks the list of LENGTH nodes, reading value and next. */
static void walk(struct scene *scene, uint32_t stamp, int length)
{
	for (int i = 0; i < length; i++) {
		trace_builder_read(
			&scene->trace, READ_VALUE, stamp, NODE(i) + 8);
		trace_builder_read_value(
			&scene->trace, READ_NEXT, stamp, NODE(i), NODE(i + 1));
	}
}

static void a_list_walked_for_each_item_is_redundant(void **state)
{
	struct scene scene;
	const struct report_finding *finding;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	written = stamp_now(&scene, 0);
	call(&scene, CALL_A, 'a');
	for (int i = 0; i < 3; i++) {
		call(&scene, CALL_C, 'c');
		walk(&scene, written, 3 - i);
		leave(&scene);
	}
	leave(&scene);
	finish(&scene);
	finding = find(&scene, REPORT_REDUNDANT, "a");
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
	assert_non_null(find(&scene, REPORT_TRAVERSAL, "c"));
	assert_null(find(&scene, REPORT_REDUNDANT, "c"));
	/* main wrote the list: nothing of it is main's input. */
	assert_null(find(&scene, REPORT_REDUNDANT, "m"));
	strike(&scene);
}

static void a_write_between_two_walks_is_no_redundancy(void **state)
{
	struct scene scene;

	(void)state;
	set_scene(&scene);
	call(&scene, CALL_A, 'a');
	for (int i = 0; i < 3; i++) {
		uint32_t written = stamp_now(&scene, 0);
		call(&scene, CALL_C, 'c');
		walk(&scene, written, 3);
		leave(&scene);
	}
	finish(&scene);
	assert_null(find(&scene, REPORT_REDUNDANT, "a"));
	assert_non_null(find(&scene, REPORT_TRAVERSAL, "c"));
	strike(&scene);
}

static void two_call_positions_are_two_aecs(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	written = stamp_now(&scene, 0);
	call(&scene, CALL_A, 'a');
	call(&scene, CALL_C, 'c');
	walk(&scene, written, 3);
	leave(&scene);
	call(&scene, CALL_C_TOO, 'c');
	walk(&scene, written, 3);
	finish(&scene);
	assert_null(find(&scene, REPORT_REDUNDANT, "a"));
	assert_non_null(find(&scene, REPORT_TRAVERSAL, "a"));
	strike(&scene);
}

static void unconnected_objects_are_no_traversal(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	written = stamp_now(&scene, 0);
	call(&scene, CALL_A, 'a');
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 3; i++) {
			call(&scene, CALL_C, 'c');
			trace_builder_read(
				&scene.trace, READ_VALUE, written, NODE(i) + 8);
			leave(&scene);
		}
	finish(&scene);
	assert_int_equal(scene.report.finding_count, 0);
	strike(&scene);
}

static void pointers_read_elsewhere_connect(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	written = stamp_now(&scene, 0);
	call(&scene, CALL_A, 'a');
	/* 0 -> 3 -> 1, read after the values and in another order. */
	for (int round = 0; round < 2; round++) {
		call(&scene, CALL_C, 'c');
		trace_builder_read(
			&scene.trace, READ_VALUE, written, NODE(0) + 8);
		trace_builder_read(
			&scene.trace, READ_VALUE, written, NODE(1) + 8);
		leave(&scene);
	}
	call(&scene, CALL_C_TOO, 'c');
	trace_builder_read_value(
		&scene.trace, READ_NEXT, written, NODE(3), NODE(1));
	trace_builder_read_value(
		&scene.trace, READ_NEXT, written, NODE(0), NODE(3) + 4);
	finish(&scene);
	assert_non_null(find(&scene, REPORT_REDUNDANT, "a"));
	strike(&scene);
}

static void what_the_kernel_wrote_is_input_but_never_the_same(void **state)
{
	struct scene scene;

	(void)state;
	set_scene(&scene);
	call(&scene, CALL_A, 'a');
	for (int i = 0; i < 3; i++) {
		uint32_t written = stamp_now(&scene, TRACE_STAMP_EXTERNAL);
		call(&scene, CALL_C, 'c');
		for (uint64_t at = 0; at < 3; at++)
			trace_builder_read(&scene.trace, READ_VALUE, written,
				NODE(0) + 4 * at);
		leave(&scene);
	}
	finish(&scene);
	assert_null(find(&scene, REPORT_REDUNDANT, "a"));
	assert_non_null(find(&scene, REPORT_TRAVERSAL, "a"));
	strike(&scene);
}

static void what_another_thread_wrote_is_input(void **state)
{
	struct scene scene;
	struct trace_thread other = {TRACE_TAG_BASE | TRACE_THREAD, 2};
	struct trace_thread first = {TRACE_TAG_BASE | TRACE_THREAD, 1};
	uint32_t written;

	(void)state;
	set_scene(&scene);
	call(&scene, CALL_A, 'a');
	call(&scene, CALL_C, 'c');
	trace_builder_add(&scene.trace, &other, sizeof other);
	written = stamp_now(&scene, 0);
	call(&scene, 0, 't');
	trace_builder_add(&scene.trace, &first, sizeof first);
	walk(&scene, written, 3);
	finish(&scene);
	assert_non_null(find(&scene, REPORT_TRAVERSAL, "c"));
	strike(&scene);
}

static void own_writes_are_no_input(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	call(&scene, CALL_A, 'a');
	call(&scene, CALL_C, 'c');
	written = stamp_now(&scene, 0);
	walk(&scene, written, 3);
	finish(&scene);
	assert_int_equal(scene.report.finding_count, 0);
	strike(&scene);
}

static void copies_of_one_position_are_joined(void **state)
{
	struct scene scene;
	const struct report_finding *finding;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	written = stamp_now(&scene, 0);
	call(&scene, CALL_A, 'a');
	/* An unrolled scan: the first element by one instruction, the others
	 * by another one of the same line. */
	for (int i = 0; i < 3; i++) {
		call(&scene, CALL_C, 'c');
		for (uint64_t at = 0; at < 3; at++)
			trace_builder_read(&scene.trace,
				at == 0 ? READ_VALUE : READ_MORE, written,
				NODE(0) + 4 * at);
		leave(&scene);
	}
	finish(&scene);
	finding = find(&scene, REPORT_REDUNDANT, "a");
	assert_non_null(finding);
	assert_int_equal(finding->evidence.walk_length.max, 3);
	assert_int_equal(finding->evidence.reads, 9);
	assert_int_equal(finding->sites.count, 1);
	strike(&scene);
}

static void copies_that_index_an_array_walk_it(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	written = stamp_now(&scene, 0);
	trace_builder_site(&scene.trace, INDEXED, fake_address('c', 9),
		TRACE_SITE_READ | TRACE_SITE_INDEXED);
	trace_builder_site(&scene.trace, INDEXED_TOO, fake_address('c', 9),
		TRACE_SITE_READ | TRACE_SITE_INDEXED);
	call(&scene, CALL_A, 'a');
	call(&scene, CALL_C, 'c');
	trace_builder_read(&scene.trace, INDEXED, written, NODE(0));
	trace_builder_read(&scene.trace, INDEXED_TOO, written, NODE(0) + 4);
	finish(&scene);
	assert_non_null(find(&scene, REPORT_TRAVERSAL, "c"));
	strike(&scene);
}

static void a_second_load_in_one_expression_is_no_second_visit(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	written = stamp_now(&scene, 0);
	call(&scene, CALL_A, 'a');
	call(&scene, CALL_C, 'c');
	for (uint64_t at = 0; at < 4; at++) {
		trace_builder_read(
			&scene.trace, READ_VALUE, written, NODE(0) + 4 * at);
		trace_builder_read(
			&scene.trace, READ_MORE, written, NODE(0) + 4 * at);
	}
	finish(&scene);
	assert_null(find(&scene, REPORT_REDUNDANT, "c"));
	assert_non_null(find(&scene, REPORT_TRAVERSAL, "c"));
	strike(&scene);
}

static void copies_of_one_expression_are_no_walk(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	written = stamp_now(&scene, 0);
	call(&scene, CALL_A, 'a');
	call(&scene, CALL_C, 'c');
	trace_builder_read(&scene.trace, READ_VALUE, written, NODE(0));
	trace_builder_read(&scene.trace, READ_MORE, written, NODE(0) + 4);
	finish(&scene);
	assert_int_equal(scene.report.finding_count, 0);
	strike(&scene);
}

static void constant_tables_are_of_low_severity(void **state)
{
	struct scene scene;
	const struct report_finding *finding;

	(void)state;
	set_scene(&scene);
	call(&scene, CALL_A, 'a');
	for (int i = 0; i < 20; i++) {
		call(&scene, CALL_C, 'c');
		walk(&scene, 0, 5);
		leave(&scene);
	}
	finish(&scene);
	finding = find(&scene, REPORT_REWALK, "a");
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_LOW);
	finding = find(&scene, REPORT_REDUNDANT, "a");
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_INFO);
	strike(&scene);
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
	set_scene(&scene);
	written = stamp_now(&scene, 0);
	trace_builder_add(&scene.trace, &moved, sizeof moved);
	call(&scene, CALL_A, 'a');
	call(&scene, CALL_C, 'c');
	trace_builder_read(&scene.trace, READ_VALUE, written, NODE(20));
	trace_builder_read(&scene.trace, READ_VALUE, written, NODE(20) + 40);
	finish(&scene);
	assert_non_null(find(&scene, REPORT_TRAVERSAL, "c"));
	strike(&scene);
}

/* Each of two threads walks a list of its own, and they take turns. */
static void threads_that_run_one_function_stay_apart(void **state)
{
	struct scene scene;
	const struct report_finding *finding;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	written = stamp_now(&scene, 0);
	for (uint32_t id = 2; id < 4; id++) {
		struct trace_thread thread = {
			TRACE_TAG_BASE | TRACE_THREAD, id};
		trace_builder_add(&scene.trace, &thread, sizeof thread);
		call(&scene, 0, 'T');
		call(&scene, CALL_A, 'a');
	}
	for (uint32_t turn = 0; turn < 8; turn++) {
		struct trace_thread thread = {
			TRACE_TAG_BASE | TRACE_THREAD, 2 + turn % 2};
		trace_builder_add(&scene.trace, &thread, sizeof thread);
		call(&scene, CALL_C, 'c');
		for (int i = 0; i < 4; i++)
			trace_builder_read(&scene.trace, READ_VALUE, written,
				NODE(4 * (turn % 2) + (uint32_t)i));
		leave(&scene);
	}
	finish(&scene);
	finding = find(&scene, REPORT_REWALK, "a");
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_MEDIUM);
	assert_int_equal(finding->evidence.walks.max, 4);
	assert_int_equal(finding->evidence.walk_length.max, 4);
	assert_int_equal(finding->evidence.activations, 2);
	assert_int_equal(finding->evidence.distinct, 8);
	strike(&scene);
}

/* --- whose a repetition is ----------------------------------------------- */

static void add_more_sites(struct scene *scene)
{
	struct trace_site wide = {
		.tag = TRACE_TAG_BASE | TRACE_SITE,
		.record_bytes = offsetof(struct trace_site, step),
		.pc = fake_address('c', 20),
		.id = WIDE_READ,
		.size_bytes = 32,
		.flags = TRACE_SITE_READ,
	};

	struct trace_site slot = {
		.tag = TRACE_TAG_BASE | TRACE_SITE,
		.record_bytes = offsetof(struct trace_site, step) + 8,
		.pc = fake_address('c', 25),
		.id = SLOT,
		.size_bytes = 8,
		.flags = TRACE_SITE_READ,
		.base = 4, /* rsp */
		.step_count = 1,
		.step = {8},
	};

	trace_builder_site(&scene->trace, READ_IN_LIBRARY, fake_address('Z', 8),
		TRACE_SITE_READ);
	trace_builder_add(&scene->trace, &wide, wide.record_bytes);
	trace_builder_add(&scene->trace, &slot, slot.record_bytes);
	trace_builder_site(&scene->trace, CALL_FROM_TEST, fake_address('z', 3),
		TRACE_SITE_CALL);
	for (uint32_t i = 0; i < 3; i++)
		trace_builder_site(&scene->trace, FIELDS + i,
			fake_address('c', 30 + i), TRACE_SITE_READ);
}

/* LIBRARY is called CALLS times and walks the list WALKS times in each. */
static const struct report_finding *walk_in_library(
	struct scene *scene, int calls, int walks)
{
	uint32_t written;

	set_scene(scene);
	add_more_sites(scene);
	written = stamp_now(scene, 0);
	call(scene, CALL_A, 'a');
	for (int i = 0; i < calls; i++) {
		call(scene, CALL_C, 'Z');
		for (int j = 0; j < walks * 4; j++)
			trace_builder_read(&scene->trace, READ_IN_LIBRARY,
				written, NODE(j % 4));
		leave(scene);
	}
	finish(scene);
	return find(scene, REPORT_REWALK, "a");
}

static void what_one_call_of_a_library_repeats_is_not_its_callers(void **state)
{
	struct scene scene;

	(void)state;
	assert_null(walk_in_library(&scene, 1, 8));
	strike(&scene);
	assert_non_null(walk_in_library(&scene, 8, 1));
	strike(&scene);
}

static void one_load_of_several_cells_is_no_walk(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	add_more_sites(&scene);
	written = stamp_now(&scene, 0);
	call(&scene, CALL_A, 'a');
	for (int i = 0; i < 8; i++) {
		call(&scene, CALL_C, 'c');
		trace_builder_read(&scene.trace, WIDE_READ, written, NODE(1));
		leave(&scene);
	}
	finish(&scene);
	assert_null(find(&scene, REPORT_REWALK, "a"));
	strike(&scene);
}

/* The same argument of activations at several depths. */
static void arguments_on_the_stack_are_no_walk(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	add_more_sites(&scene);
	written = stamp_now(&scene, 0);
	call(&scene, CALL_A, 'a');
	for (int i = 0; i < 40; i++) {
		call(&scene, CALL_C, 'c');
		trace_builder_read(&scene.trace, SLOT, written,
			scene.stack_pointer - 64 * (uint64_t)(i % 5));
		leave(&scene);
	}
	finish(&scene);
	assert_null(find(&scene, REPORT_REWALK, "a"));
	strike(&scene);
}

/* SUBJECT calls c again and again, which walks five nodes. */
static const struct report_finding *walk_again_from(
	struct scene *scene, char subject)
{
	uint32_t written;

	set_scene(scene);
	add_more_sites(scene);
	written = stamp_now(scene, 0);
	call(scene, CALL_A, subject);
	for (int i = 0; i < 6; i++) {
		call(scene, CALL_FROM_TEST, 'c');
		walk(scene, written, 5);
		leave(scene);
	}
	finish(scene);
	return find(scene, REPORT_REWALK, (char[]){subject, '\0'});
}

static void a_test_that_repeats_its_calls_is_of_low_severity(void **state)
{
	struct scene scene;
	const struct report_finding *finding;

	(void)state;
	finding = walk_again_from(&scene, 'z');
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_LOW);
	assert_non_null(strstr(finding->sentence, "z, a test, walks"));
	strike(&scene);
	finding = walk_again_from(&scene, 'a');
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_MEDIUM);
	strike(&scene);
}

/* An append that walks is the library's doing, whoever calls it. */
static void append_from(struct scene *scene, char test)
{
	call(scene, CALL_A, test);
	for (int i = 1; i < 7; i++) {
		uint32_t written = stamp_now(scene, 0);
		call(scene, CALL_FROM_TEST, 'c');
		for (int j = 0; j < i; j++)
			trace_builder_read(&scene->trace, READ_VALUE,
				j == i - 1 ? written : 4 << TRACE_STAMP_SHIFT,
				NODE(j));
		leave(scene);
	}
	leave(scene);
}

static void what_grows_under_a_tests_calls_keeps_its_severity(void **state)
{
	struct scene scene;
	const struct report_finding *finding;

	(void)state;
	set_scene(&scene);
	add_more_sites(&scene);
	append_from(&scene, 'z');
	finish(&scene);
	finding = find(&scene, REPORT_REWALK, "z");
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_MEDIUM);
	strike(&scene);
}

static void what_grows_under_several_tests_is_one_finding(void **state)
{
	struct scene scene;
	size_t count = 0;

	(void)state;
	set_scene(&scene);
	add_more_sites(&scene);
	append_from(&scene, 'y');
	append_from(&scene, 'z');
	finish(&scene);
	for (size_t i = 0; i < scene.report.finding_count; i++)
		count += scene.report.finding[i].rule == REPORT_REWALK;
	assert_int_equal(count, 1);
	strike(&scene);
}

/* A list of the C library's grows with each call that a test makes. */
static void what_grows_in_a_library_does_not_count_for_a_test(void **state)
{
	struct scene scene;
	const struct report_finding *finding;

	(void)state;
	set_scene(&scene);
	add_more_sites(&scene);
	call(&scene, CALL_A, 'a');
	trace_builder_read(&scene.trace, READ_VALUE, 0, NODE(0));
	trace_builder_read(&scene.trace, READ_VALUE, 0, NODE(1));
	leave(&scene);
	call(&scene, CALL_A, 'z');
	for (int i = 1; i < 7; i++) {
		uint32_t written = stamp_now(&scene, 0);
		call(&scene, CALL_FROM_TEST, 'Z');
		for (int j = 0; j < i; j++)
			trace_builder_read(&scene.trace, READ_IN_LIBRARY,
				j == i - 1 ? written : 4 << TRACE_STAMP_SHIFT,
				NODE(j));
		leave(&scene);
	}
	finish(&scene);
	finding = find(&scene, REPORT_REWALK, "z");
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_LOW);
	strike(&scene);
}

/* Each operation reads up to three fields of one header, at three lines. */
static void fields_of_a_header_are_no_walk(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	set_scene(&scene);
	add_more_sites(&scene);
	written = stamp_now(&scene, 0);
	call(&scene, CALL_A, 'a');
	for (uint32_t i = 0; i < 12; i++) {
		call(&scene, CALL_C, 'b');
		call(&scene, i % 2 ? CALL_C : CALL_C_TOO, 'c');
		for (uint32_t field = 0; field <= i % 3; field++)
			trace_builder_read(&scene.trace, FIELDS + field,
				written, NODE(1) + 8 * field);
		if (i == 11)
			trace_builder_read(
				&scene.trace, FIELDS, written, NODE(1) + 24);
		leave(&scene);
		leave(&scene);
	}
	finish(&scene);
	assert_null(find(&scene, REPORT_REWALK, "a"));
	strike(&scene);
}

/* What is mapped by way of Y, the C library's, and read again and again. */
static enum report_severity walk_mapping(struct scene *scene, bool for_itself)
{
	const uint64_t start = UINT64_C(0x7000000);
	struct trace_range range = {
		TRACE_TAG_BASE | TRACE_MAP, 0, start, start + 4096};
	const struct report_finding *finding;

	set_scene(scene);
	add_more_sites(scene);
	call(scene, CALL_A, 'a');
	call(scene, CALL_C, 'Z');
	if (for_itself)
		call(scene, CALL_C_TOO, 'Y');
	uint32_t mapped = stamp_now(scene, TRACE_STAMP_EXTERNAL);
	trace_builder_add(&scene->trace, &range, sizeof range);
	leave(scene);
	if (for_itself)
		leave(scene);
	for (int i = 0; i < 5; i++) {
		call(scene, CALL_C, 'c');
		for (uint64_t j = 0; j < 4; j++)
			trace_builder_read(&scene->trace, READ_VALUE, mapped,
				start + 8 * j);
		leave(scene);
	}
	finish(scene);
	finding = find(scene, REPORT_REWALK, "a");
	assert_non_null(finding);
	return finding->severity;
}

static void what_the_c_library_maps_for_itself_is_constant(void **state)
{
	struct scene scene;

	(void)state;
	assert_int_equal(walk_mapping(&scene, true), REPORT_LOW);
	strike(&scene);
	assert_int_equal(walk_mapping(&scene, false), REPORT_MEDIUM);
	strike(&scene);
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
		cmocka_unit_test(threads_that_run_one_function_stay_apart),
		cmocka_unit_test(
			what_one_call_of_a_library_repeats_is_not_its_callers),
		cmocka_unit_test(one_load_of_several_cells_is_no_walk),
		cmocka_unit_test(arguments_on_the_stack_are_no_walk),
		cmocka_unit_test(
			a_test_that_repeats_its_calls_is_of_low_severity),
		cmocka_unit_test(
			what_grows_under_a_tests_calls_keeps_its_severity),
		cmocka_unit_test(what_grows_under_several_tests_is_one_finding),
		cmocka_unit_test(
			what_grows_in_a_library_does_not_count_for_a_test),
		cmocka_unit_test(fields_of_a_header_are_no_walk),
		cmocka_unit_test(
			what_the_c_library_maps_for_itself_is_constant),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
