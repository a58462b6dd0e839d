/* SPDX-License-Identifier: MIT
 * gen_check(): crashes, hangs, files, seeds and warnings. */
#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fuzz-perf/generate/gen.h"

static struct gen_property property_of(int (*run)(struct gen *, void *))
{
	return (struct gen_property){.name = "property",
		.run = run,
		.seed = 3,
		.runs = 2000,
		.corpus = "",
		.is_quiet = true};
}

/* What gen_check prints to stderr. */
static void catch_output(
	const struct gen_property *property, char *to, size_t size)
{
	FILE *file = tmpfile();
	int kept = dup(STDERR_FILENO);

	fflush(stderr);
	dup2(fileno(file), STDERR_FILENO);
	gen_check(property, NULL);
	fflush(stderr);
	dup2(kept, STDERR_FILENO);
	close(kept);
	rewind(file);
	to[fread(to, 1, size - 1, file)] = '\0';
	fclose(file);
}

/* Two ways to crash: the first one that is met is shrunk as itself. */
static int crash_at_large_sums(struct gen *g, void *argument)
{
	struct gen_list list = GEN_LIST(0, 20, 6);
	volatile int *nowhere = NULL;
	int sum = 0;

	(void)argument;
	while (gen_more(g, &list))
		sum += gen_int(g, 0, 100);
	if (list.count == 0 && sum == 50)
		abort();
	if (sum > 250)
		*nowhere = 1;
	return GEN_VALID;
}

static void a_crash_is_shrunk(void **state)
{
	struct gen_property property = property_of(crash_at_large_sums);
	struct gen_report report;

	(void)state;
	property.runs = 50;
	assert_int_equal(gen_check(&property, &report), 1);
	assert_int_equal(report.verdict, GEN_FAIL);
	assert_non_null(strstr(report.text, "signal 11"));
	/* Three elements, a byte and a number each; the last stop is a zero. */
	assert_int_equal(report.bytes, 6);
}

static int hang_at_seven(struct gen *g, void *argument)
{
	volatile bool goes_on = gen_int(g, 0, 9) == 7;

	(void)argument;
	gen_put(g, "%s", goes_on ? "seven" : "");
	while (goes_on)
		;
	return GEN_VALID;
}

static void a_hang_is_a_failure(void **state)
{
	struct gen_property property = property_of(hang_at_seven);
	struct gen_report report;

	(void)state;
	property.timeout_ms = 100;
	property.shrink_runs = 10;
	assert_int_equal(gen_check(&property, &report), 1);
	assert_string_equal(report.text, "it does not end");
	assert_int_equal(report.bytes, 1);
	char text[4096];
	property.is_quiet = false;
	catch_output(&property, text, sizeof text);
	assert_non_null(strstr(text, "# it made: seven"));
}

static int leave(struct gen *g, void *argument)
{
	(void)argument;
	if (gen_bool(g))
		exit(5);
	return GEN_VALID;
}

static void an_exit_is_a_failure(void **state)
{
	struct gen_property property = property_of(leave);
	struct gen_report report;

	(void)state;
	assert_int_equal(gen_check(&property, &report), 1);
	assert_non_null(strstr(report.text, "exit code 5"));
}

static int count_to_limit(struct gen *g, void *argument)
{
	int *limit = argument;

	int number = gen_int(g, 0, 10000);
	gen_label(g, number % 2 ? "odd" : "even");
	gen_count(g, "number", (uint64_t)number);
	if (number >= *limit)
		gen_fail(g, "%d is %d or more", number, *limit);
	return GEN_VALID;
}

static void a_failure_is_tried_first_next_time(void **state)
{
	char folder[] = "/tmp/retread-test-corpus.XXXXXX";
	int limit = 4321;
	struct gen_property property = property_of(count_to_limit);
	struct gen_report report, again;

	(void)state;
	assert_non_null(mkdtemp(folder));
	property.corpus = folder;
	property.argument = &limit;
	assert_int_equal(gen_check(&property, &report), 1);
	assert_string_equal(report.text, "4321 is 4321 or more");
	assert_false(report.is_known);
	assert_int_equal(
		gen_replay(report.file, count_to_limit, &limit), GEN_FAIL);
	assert_int_equal(gen_check(&property, &again), 1);
	assert_true(again.is_known);
	assert_string_equal(again.file, report.file);
	assert_int_equal(again.runs, 1);
	limit = 20000;
	assert_int_equal(gen_check(&property, &again), 0);
	assert_int_equal(again.valid, 2000);
	unlink(report.file);
	rmdir(folder);
}

static void a_seed_repeats_a_search(void **state)
{
	int limit = 9990;
	struct gen_property property = property_of(count_to_limit);
	struct gen_report report, again;

	(void)state;
	property.argument = &limit;
	gen_check(&property, &report);
	gen_check(&property, &again);
	assert_int_equal(report.runs, again.runs);
	property.seed = 4;
	gen_check(&property, &again);
	assert_int_not_equal(report.runs, again.runs);
}

static int assume_much(struct gen *g, void *argument)
{
	(void)argument;
	if (gen_int(g, 0, 999) > 20)
		gen_reject(g, "it is larger than 20");
	gen_label(g, "small");
	return GEN_VALID;
}

static void many_discards_are_told_with_reasons(void **state)
{
	struct gen_property property = property_of(assume_much);
	char text[4096];

	(void)state;
	property.is_quiet = false;
	catch_output(&property, text, sizeof text);
	assert_non_null(strstr(text, "warning: 97 % of the runs"));
	assert_non_null(strstr(text, "times: it is larger than 20"));
	assert_non_null(strstr(text, "100.0 %  small"));
}

static int note_and_fail(struct gen *g, void *argument)
{
	(void)argument;
	gen_put(g, "<%d>", gen_int(g, 0, 9));
	gen_note(g, "seen by whoever replays");
	assert(gen_text(g, NULL)[1] < '5');
	return GEN_VALID;
}

static void a_failure_tells_its_notes_and_text(void **state)
{
	struct gen_property property = property_of(note_and_fail);
	char text[4096];

	(void)state;
	property.is_quiet = false;
	catch_output(&property, text, sizeof text);
	assert_non_null(strstr(text, "# note: seen by whoever replays"));
	assert_non_null(strstr(text, "# it made: <5>"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_crash_is_shrunk),
		cmocka_unit_test(a_hang_is_a_failure),
		cmocka_unit_test(an_exit_is_a_failure),
		cmocka_unit_test(a_failure_is_tried_first_next_time),
		cmocka_unit_test(a_seed_repeats_a_search),
		cmocka_unit_test(many_discards_are_told_with_reasons),
		cmocka_unit_test(a_failure_tells_its_notes_and_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
