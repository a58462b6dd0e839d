/* SPDX-License-Identifier: MIT
 * How a finding grows, by recordings: which finding it is there, and what
 * does not count. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/prove/points.h"
#include "cli/prove/trial.h"
#include "lib/error.h"
#include "lib/json.h"
#include "testsuite/unit/walk_report.h"

/* Finds WANTED in a report that has only OTHER. */
static const struct report_finding *match(struct report *report,
	const struct report_finding *wanted, const struct report_finding *other,
	enum prove_match *how)
{
	make_walk_report(report, 1, other);
	report_sort(report);
	return prove_points_match(report, wanted, how);
}

static void a_finding_is_known_by_id_root_or_functions(void **state)
{
	struct report_finding wanted = walk_finding(), other = walk_finding();
	struct report report;
	enum prove_match how;

	(void)state;
	report_identify(&wanted);
	assert_non_null(match(&report, &wanted, &other, &how));
	assert_int_equal(how, PROVE_SAME_ID);
	report_release(&report);

	other.fingerprint = wanted.fingerprint + 1;
	assert_non_null(match(&report, &wanted, &other, &how));
	assert_int_equal(how, PROVE_SAME_ROOT);
	report_release(&report);

	other.root = "another";
	assert_non_null(match(&report, &wanted, &other, &how));
	assert_int_equal(how, PROVE_SAME_FUNCTIONS);
	report_release(&report);
}

static void another_function_is_another_finding(void **state)
{
	struct report_finding wanted = walk_finding(), other = walk_finding();
	struct report report;
	enum prove_match how;

	(void)state;
	report_identify(&wanted);
	other.fingerprint = wanted.fingerprint + 1;
	other.function = "another";
	assert_null(match(&report, &wanted, &other, &how));
	report_release(&report);

	other.function = wanted.function;
	other.rule = REPORT_TRAVERSAL; /* repeats nothing */
	assert_null(match(&report, &wanted, &other, &how));
	report_release(&report);
}

static void what_is_missing_makes_a_run_partial(void **state)
{
	struct report_finding finding = walk_finding();
	struct report report;

	(void)state;
	make_walk_report(&report, 1, &finding);
	assert_false(prove_points_are_partial(&report));
	report_add_warning(&report, "%s", "a note about the memory limit");
	assert_false(prove_points_are_partial(&report));
	report.process[0].is_short = true;
	assert_true(prove_points_are_partial(&report));
	report_release(&report);

	make_walk_report(&report, 1, &finding);
	report.process[0].truncated = true;
	assert_true(prove_points_are_partial(&report));
	report_release(&report);
}

/* Element INDEX of the array at KEY of the points in PATH: its number at NAME. */
static uint64_t number_of(
	const char *path, const char *key, size_t index, const char *name)
{
	struct error err = {{0}};
	struct json_value *value = json_read_file(path, &err);
	struct json_reader reader = {.err = &err};
	struct json_at top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	struct json_at list = json_at_member(&top, key, JSON_KIND_ARRAY);
	struct json_at at = json_at_element(&list, index, JSON_KIND_OBJECT);
	uint64_t number = json_get_count(&at, name, UINT64_MAX);

	assert_false(reader.failed);
	json_free(value);
	return number;
}

static void a_run_has_its_reads_and_its_calls(void **state)
{
	const struct growth_point samples[] = {{10, 45}, {20, 190}};
	struct report_finding finding = walk_finding();
	char path[] = "/tmp/retread-points-XXXXXX";
	int file = mkstemp(path);
	struct prove_points points;
	struct report report;
	struct error err = {{0}};
	struct prove_subject subject = {.finding = &finding};

	(void)state;
	assert_true(file >= 0);
	close(file);
	finding.evidence.reads = 235;
	finding.evidence.activations = 2;
	finding.evidence.point = samples;
	finding.evidence.point_count = 2;
	make_walk_report(&report, 1, &finding);
	report_sort(&report);
	prove_points_init(&points);
	prove_points_add_run(&points, 100, &report, &report.finding[0]);
	assert_int_equal(prove_points_write(&points, &subject, path, &err), 0);
	assert_int_equal(number_of(path, "runs", 0, "value"), 100);
	assert_int_equal(number_of(path, "runs", 0, "reads"), 235);
	assert_int_equal(number_of(path, "runs", 0, "cells"), 20);
	assert_int_equal(number_of(path, "calls", 1, "reads"), 190);
	prove_points_release(&points);
	report_release(&report);
	unlink(path);
}

/* The largest value with which a loop up to BASE is tried, and how many times the first. */
static uint64_t largest_value(uint64_t base, bool is_slow, uint64_t *times)
{
	const struct knob loop = {.base = base, .min = 1, .max = 4096 * base};
	struct trial trial = {.group = {{&loop}, 1},
		.is_costly = is_slow,
		.is_slow = is_slow};

	trial_choose_values(&trial);
	assert_true(trial.values >= TRIAL_ENOUGH);
	*times = trial.value[trial.values - 1] / trial.value[0];
	return trial.value[trial.values - 1];
}

static void a_slow_test_is_made_smaller_but_not_tiny(void **state)
{
	uint64_t times;

	(void)state;
	assert_int_equal(largest_value(12, false, &times), 384);
	assert_int_equal(times, 32);
	assert_int_equal(largest_value(16000, true, &times), 16000);
	assert_int_equal(times, 32);
	/* Of a million rounds only the first are followed. */
	assert_in_range(largest_value(1000000, true, &times), 512, 8192);
	assert_in_range(largest_value(1000000, false, &times), 512, 8192);
}

/* Reads in proportion, of walks of LONGEST cells. */
static bool is_flat_with(uint64_t longest)
{
	struct seen_finding seen[4];
	struct trial trial = {.values = 4, .done = 4};

	for (size_t i = 0; i < 4; i++) {
		static const uint64_t value[] = {4, 8, 32, 64};
		trial.value[i] = value[i];
		seen[i] = (struct seen_finding){
			.reads = 3 * value[i], .longest = longest};
		trial.seen[i] = &seen[i];
	}
	return trial_is_flat(&trial, 0);
}

static void reads_that_are_no_walks_are_not_flat(void **state)
{
	(void)state;
	assert_true(is_flat_with(5));
	assert_false(is_flat_with(0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_that_are_no_walks_are_not_flat),
		cmocka_unit_test(a_finding_is_known_by_id_root_or_functions),
		cmocka_unit_test(another_function_is_another_finding),
		cmocka_unit_test(what_is_missing_makes_a_run_partial),
		cmocka_unit_test(a_run_has_its_reads_and_its_calls),
		cmocka_unit_test(a_slow_test_is_made_smaller_but_not_tiny),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
