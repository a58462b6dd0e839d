/* SPDX-License-Identifier: MIT
 * Whose a repetition is, on traces made by hand: a library's, its caller's, a
 * test's, nobody's. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "testsuite/unit/scene.h"

/* Sets SCENE with SUBJECT called. Returns the stamp of what was written before. */
static uint32_t enter(struct scene *scene, char subject)
{
	uint32_t written;

	scene_set(scene);
	scene_add_sites(scene);
	written = scene_stamp(scene, 0);
	scene_call(scene, CALL_A, subject);
	return written;
}

/* Function a repeats nothing, now that it ends. */
static void expect_no_walk(struct scene *scene)
{
	scene_finish(scene);
	assert_null(scene_find(scene, REPORT_REWALK, "a"));
	scene_strike(scene);
}

/* LIBRARY is called CALLS times and walks the list WALKS times in each. */
static const struct report_finding *walk_in_library(
	struct scene *scene, int calls, int walks)
{
	uint32_t written;

	written = enter(scene, 'a');
	for (int i = 0; i < calls; i++) {
		scene_call(scene, CALL_C, 'Z');
		for (int j = 0; j < walks * 4; j++)
			trace_builder_read(&scene->trace, READ_IN_LIBRARY,
				written, NODE(j % 4));
		scene_leave(scene);
	}
	scene_finish(scene);
	return scene_find(scene, REPORT_REWALK, "a");
}

static void what_one_call_of_a_library_repeats_is_not_its_callers(void **state)
{
	struct scene scene;

	(void)state;
	assert_null(walk_in_library(&scene, 1, 8));
	scene_strike(&scene);
	assert_non_null(walk_in_library(&scene, 8, 1));
	scene_strike(&scene);
}

static void one_load_of_several_cells_is_no_walk(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	written = enter(&scene, 'a');
	for (int i = 0; i < 8; i++) {
		scene_call(&scene, CALL_C, 'c');
		trace_builder_read(&scene.trace, WIDE_READ, written, NODE(1));
		scene_leave(&scene);
	}
	expect_no_walk(&scene);
}

/* The same argument of activations at several depths. */
static void arguments_on_the_stack_are_no_walk(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	written = enter(&scene, 'a');
	for (int i = 0; i < 40; i++) {
		scene_call(&scene, CALL_C, 'c');
		trace_builder_read(&scene.trace, SLOT, written,
			scene.stack_pointer - 64 * (uint64_t)(i % 5));
		scene_leave(&scene);
	}
	expect_no_walk(&scene);
}

/* SUBJECT calls c six times, which walks five nodes: as often as there are nodes. */
static const struct report_finding *walk_again_from(
	struct scene *scene, char subject)
{
	uint32_t written;

	written = enter(scene, subject);
	for (int i = 0; i < 6; i++) {
		scene_call(scene, CALL_FROM_TEST, 'c');
		scene_walk(scene, written, 5);
		scene_leave(scene);
	}
	scene_finish(scene);
	return scene_find(scene, REPORT_REWALK, (char[]){subject, '\0'});
}

static void a_test_that_repeats_its_calls_is_of_low_severity(void **state)
{
	struct scene scene;
	const struct report_finding *finding;

	(void)state;
	finding = walk_again_from(&scene, 'z');
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_LOW);
	assert_string_equal(finding->function, "z");
	assert_true(finding->is_test);
	scene_strike(&scene);
	finding = walk_again_from(&scene, 'a');
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_HIGH);
	scene_strike(&scene);
}

/* An append that walks is the library's doing, whoever calls it. */
static void append_from(struct scene *scene, char test)
{
	scene_call(scene, CALL_A, test);
	for (int i = 1; i < 7; i++) {
		uint32_t written = scene_stamp(scene, 0);
		scene_call(scene, CALL_FROM_TEST, 'c');
		for (int j = 0; j < i; j++)
			trace_builder_read(&scene->trace, READ_VALUE,
				j == i - 1 ? written : 4 << TRACE_STAMP_SHIFT,
				NODE(j));
		scene_leave(scene);
	}
	scene_leave(scene);
}

static void what_grows_under_a_tests_calls_keeps_its_severity(void **state)
{
	struct scene scene;
	const struct report_finding *finding;

	(void)state;
	scene_set(&scene);
	scene_add_sites(&scene);
	append_from(&scene, 'z');
	scene_finish(&scene);
	finding = scene_find(&scene, REPORT_REWALK, "z");
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_MEDIUM);
	scene_strike(&scene);
}

static void what_grows_under_several_tests_is_one_finding(void **state)
{
	struct scene scene;
	size_t count = 0;

	(void)state;
	scene_set(&scene);
	scene_add_sites(&scene);
	append_from(&scene, 'y');
	append_from(&scene, 'z');
	scene_finish(&scene);
	for (size_t i = 0; i < scene.report.finding_count; i++)
		count += scene.report.finding[i].rule == REPORT_REWALK;
	assert_int_equal(count, 1);
	scene_strike(&scene);
}

/* A list of the C library's grows with each call that a test makes. */
static void what_grows_in_a_library_does_not_count_for_a_test(void **state)
{
	struct scene scene;
	const struct report_finding *finding;

	(void)state;
	scene_set(&scene);
	scene_add_sites(&scene);
	scene_call(&scene, CALL_A, 'a');
	trace_builder_read(&scene.trace, READ_VALUE, 0, NODE(0));
	trace_builder_read(&scene.trace, READ_VALUE, 0, NODE(1));
	scene_leave(&scene);
	scene_call(&scene, CALL_A, 'z');
	for (int i = 1; i < 7; i++) {
		uint32_t written = scene_stamp(&scene, 0);
		scene_call(&scene, CALL_FROM_TEST, 'Z');
		for (int j = 0; j < i; j++)
			trace_builder_read(&scene.trace, READ_IN_LIBRARY,
				j == i - 1 ? written : 4 << TRACE_STAMP_SHIFT,
				NODE(j));
		scene_leave(&scene);
	}
	scene_finish(&scene);
	finding = scene_find(&scene, REPORT_REWALK, "z");
	assert_non_null(finding);
	assert_int_equal(finding->severity, REPORT_LOW);
	scene_strike(&scene);
}

/* Each operation reads up to three fields of one header, at three lines. */
static void fields_of_a_header_are_no_walk(void **state)
{
	struct scene scene;
	uint32_t written;

	(void)state;
	written = enter(&scene, 'a');
	for (uint32_t i = 0; i < 12; i++) {
		scene_call(&scene, CALL_C, 'b');
		scene_call(&scene, i % 2 ? CALL_C : CALL_C_TOO, 'c');
		for (uint32_t field = 0; field <= i % 3; field++)
			trace_builder_read(&scene.trace, FIELDS + field,
				written, NODE(1) + 8 * field);
		if (i == 11)
			trace_builder_read(
				&scene.trace, FIELDS, written, NODE(1) + 24);
		scene_leave(&scene);
		scene_leave(&scene);
	}
	expect_no_walk(&scene);
}

/* Memory that Y of the C library maps, read repeatedly. */
static enum report_severity walk_mapping(struct scene *scene, bool for_itself)
{
	const uint64_t start = UINT64_C(0x7000000);
	struct trace_range range = {
		TRACE_TAG_BASE | TRACE_MAP, 0, start, start + 4096};
	const struct report_finding *finding;

	scene_set(scene);
	scene_add_sites(scene);
	scene_call(scene, CALL_A, 'a');
	scene_call(scene, CALL_C, 'Z');
	if (for_itself)
		scene_call(scene, CALL_C_TOO, 'Y');
	uint32_t mapped = scene_stamp(scene, TRACE_STAMP_EXTERNAL);
	trace_builder_add(&scene->trace, &range, sizeof range);
	scene_leave(scene);
	if (for_itself)
		scene_leave(scene);
	for (int i = 0; i < 5; i++) {
		scene_call(scene, CALL_C, 'c');
		for (uint64_t j = 0; j < 4; j++)
			trace_builder_read(&scene->trace, READ_VALUE, mapped,
				start + 8 * j);
		scene_leave(scene);
	}
	scene_finish(scene);
	finding = scene_find(scene, REPORT_REWALK, "a");
	assert_non_null(finding);
	return finding->severity;
}

static void what_the_c_library_maps_for_itself_is_constant(void **state)
{
	struct scene scene;

	(void)state;
	assert_int_equal(walk_mapping(&scene, true), REPORT_LOW);
	scene_strike(&scene);
	assert_int_equal(walk_mapping(&scene, false), REPORT_MEDIUM);
	scene_strike(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
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
