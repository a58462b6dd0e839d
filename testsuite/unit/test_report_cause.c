/* SPDX-License-Identifier: MIT
 * Tests of lib/report/cause.h: which findings are one cause, and which costs most. */
#include "config.h"

#include "lib/report/cause.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/report/report.h"

/* FUNCTION calls the loop at LINE of list.c. */
struct way {
	struct report_place place[2];
};

static struct way way_of(const char *function, unsigned call, unsigned line)
{
	return (struct way){{{.function = function,
				     .file = "user.c",
				     .object = "/bin/x",
				     .line = call},
		{.function = "find",
			.file = "list.c",
			.object = "/bin/x",
			.line = line}}};
}

static struct report_finding finding_of(
	struct way *way, const char *root, const char *type)
{
	return (struct report_finding){.rule = REPORT_REWALK,
		.severity = REPORT_HIGH,
		.function = way->place[0].function,
		.file = "user.c",
		.line = way->place[0].line,
		.aec = {way->place, 2},
		.sites = {way->place + 1, 1},
		.root = root,
		.structure_type = type,
		.evidence = {.activations = 1,
			.walks = {5, 5},
			.walk_length = {8, 8},
			.reads = 40,
			.distinct = 8,
			.rewalk_ratio = 0.8,
			.multiplicity = 5}};
}

static void add_process(struct report *report, unsigned pid)
{
	report_add_process(report, &(struct report_process){.program = "x",
					   .test = "x",
					   .command = "x",
					   .pid = pid});
}

static size_t count_causes(const struct report *report)
{
	struct report_cause *cause = report_join_causes(report);
	size_t count = 0;

	for (size_t i = 0; i < report->finding_count; i++)
		count += cause[i].lead == i;
	free(cause);
	return count;
}

static size_t count_causes_of(
	const struct report_finding *a, const struct report_finding *b)
{
	struct report report;
	size_t count;

	report_init(&report);
	report_add_finding(&report, a);
	report_add_finding(&report, b);
	add_process(&report, 1);
	report_sort(&report);
	assert_int_equal(report.finding_count, 2);
	count = count_causes(&report);
	report_release(&report);
	return count;
}

static void a_loop_is_one_cause_whoever_calls_it(void **state)
{
	struct way one = way_of("f", 3, 10), other = way_of("g", 4, 10);
	struct report_finding a = finding_of(&one, "list", "struct node"),
			      b = finding_of(&other, "set.list", "struct node");

	(void)state;
	assert_int_equal(count_causes_of(&a, &b), 1);
}

static void loops_of_one_caller_are_several(void **state)
{
	struct way one = way_of("f", 3, 10), other = way_of("f", 4, 20);
	struct report_finding a = finding_of(&one, "list", "struct node"),
			      b = finding_of(&other, "list", "struct node"),
			      c = finding_of(&one, "names", "char");
	struct report report;

	(void)state;
	other.place[1].text = "while (node)";
	report_init(&report);
	report_add_finding(&report, &a);
	report_add_finding(&report, &b);
	report_add_finding(&report, &c);
	add_process(&report, 1);
	report_sort(&report);
	assert_int_equal(count_causes(&report), 3);
	report_release(&report);
}

/* A function that only gives access to a cell has no loop: its callers have. */
static void loops_that_use_one_accessor_are_several(void **state)
{
	static const struct {
		const char *text;
		size_t causes;
	} row[] = {{"return list->item[i];", 2}, {"if (i < n) return x;", 2},
		{"while (n) if (n->key == key) return n; else n = n->next;", 1},
		{"returned += list->item[i];", 1}};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct way one = way_of("f", 3, 10), other = way_of("g", 4, 10);
		struct report_finding a = finding_of(&one, "list", "item"),
				      b = finding_of(&other, "list", "item");
		one.place[1].text = other.place[1].text = row[i].text;
		assert_int_equal(count_causes_of(&a, &b), row[i].causes);
	}
}

/* Each call of a macro has a line, functions and types of its own. */
static void what_a_macro_makes_is_one_cause(void **state)
{
	static const struct {
		const char *text, *function;
		unsigned column;
		size_t causes;
	} row[] = {{"MAP(longs, long)", "map_longs_put", 1, 1},
		{"MAP(longs, long)", "map_longs_get", 1, 2},
		{"SET(longs, long)", "map_longs_put", 1, 2},
		{"MAP(any, any)", "map_longs_put", 1, 2},
		{"map_longs_put(longs);", "map_longs_put", 1, 2},
		{"MAP(longs, long)", "map_longs_put", 2, 2},
		{"MAP(", "map_longs_put", 1, 2}, {"", "map_longs_put", 1, 2}};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct way one = way_of("f", 3, 10), other = way_of("g", 4, 11);
		struct report_finding a = finding_of(&one, "map", "map_ints"),
				      b = finding_of(
					      &other, "map", "map_longs");
		one.place[1].text = "MAP(ints, int)";
		one.place[1].function = "map_ints_put";
		one.place[1].column = 1;
		other.place[1].text = row[i].text;
		other.place[1].function = row[i].function;
		other.place[1].column = row[i].column;
		assert_int_equal(count_causes_of(&a, &b), row[i].causes);
	}
}

/* A test's functions that hand on what the code calls walk nothing themselves. */
static void what_a_test_hands_on_is_not_its_own(void **state)
{
	static const struct {
		const char *text;
		bool is_own;
	} row[] = {{"return __real_realloc(p, n);", false},
		{"return strcmp(a, b);", false},
		{"while (at) if (at == item) return at;", true},
		{"strcat(all, text);", true}};
	struct report_place tested = {.function = "find", .file = "list.c"};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct report_place place[] = {tested,
			{.function = "given",
				.file = "list_test.c",
				.text = row[i].text},
			{.function = "memcpy"}};
		struct report_finding finding[] = {
			{.aec = {place, 3}}, {.aec = {&tested, 1}}};
		struct report report = {.finding = finding, .finding_count = 2};
		assert_ptr_equal(report_walk_in_test(&report, &finding[0]),
			row[i].is_own ? &place[1] : NULL);
	}
}

/* Adds to REPORT, which is initialised, what a join of two lists has: 4 walks of up to 4
 * cells, 13 in all, of SEVERITY, and 13 walks of fields. */
static struct report_cause *join_rows(
	struct report *report, enum report_severity severity)
{
	static struct way outer = {
		{{.function = "join", .file = "db.c", .line = 148},
			{.function = "next", .file = "list.c", .line = 5}}};
	static struct way inner = {
		{{.function = "join", .file = "db.c", .line = 166},
			{.function = "field", .file = "list.c", .line = 9}}};
	struct report_finding rows = finding_of(&outer, "rows", NULL),
			      fields = finding_of(&inner, "fields", NULL);

	rows.file = fields.file = "db.c";
	rows.severity = severity;
	rows.evidence.walks = (struct report_range){4, 4};
	rows.evidence.walk_length = (struct report_range){1, 4};
	rows.evidence.reads = 13;
	fields.evidence.walks = (struct report_range){13, 13};
	fields.evidence.reads = 96;
	report_init(report);
	report_add_finding(report, &fields);
	report_add_finding(report, &rows);
	add_process(report, 1);
	report_sort(report);
	return report_join_causes(report);
}

static void the_outer_loop_leads(void **state)
{
	struct report report;
	struct report_cause *cause = join_rows(&report, REPORT_MEDIUM);

	(void)state;
	assert_string_equal(report.finding[0].root, "rows");
	assert_int_equal(report.finding[0].severity, REPORT_HIGH);
	assert_int_equal(cause[1].lead, 0);
	assert_int_equal(cause[0].count, 2);
	assert_int_equal(report_finding_loop(&report.finding[0])->line, 148);
	free(cause);
	report_release(&report);
}

/* A constant table has as many cells by chance. */
static void what_is_low_is_not_an_outer_loop(void **state)
{
	struct report report;
	struct report_cause *cause = join_rows(&report, REPORT_LOW);

	(void)state;
	assert_string_equal(report.finding[0].root, "fields");
	assert_int_equal(report.finding[1].severity, REPORT_LOW);
	assert_int_equal(cause[1].lead, 1);
	free(cause);
	report_release(&report);
}

static void what_takes_a_second_first_leads(void **state)
{
	struct way way[3] = {
		way_of("f", 1, 10), way_of("g", 2, 20), way_of("h", 3, 30)};
	struct report_proof early = {.state = REPORT_PROVED,
		.sentence = "grows",
		.one_second = 1000};
	struct report_proof late = early;
	struct report report;

	(void)state;
	late.one_second = 500000;
	report_init(&report);
	for (size_t i = 0; i < 3; i++) {
		struct report_finding finding =
			finding_of(&way[i], "list", "struct node");
		finding.score = 10 - i;
		finding.proof = i == 1 ? &late : i == 2 ? &early : NULL;
		report_add_finding(&report, &finding);
	}
	add_process(&report, 1);
	report_sort(&report);
	assert_string_equal(report.finding[0].function, "h");
	assert_string_equal(report.finding[1].function, "g");
	assert_string_equal(report.finding[2].function, "f");
	report_release(&report);
}

/* Re-read bytes alone do not order: what lengthens leads, though it reads less. */
static void what_lengthens_leads(void **state)
{
	static const struct report_walk walk[] = {
		{3, 3}, {4, 3}, {5, 4}, {6, 5}};
	struct way one = way_of("f", 3, 10), other = way_of("g", 4, 20);
	struct report_finding much = finding_of(&one, "list", "struct node"),
			      grows = finding_of(&other, "list", "struct node");
	struct report report;

	(void)state;
	much.score = 1000000;
	much.evidence.reads = 100000;
	grows.evidence.walk = walk;
	grows.evidence.walk_count = 4;
	report_init(&report);
	report_add_finding(&report, &much);
	report_add_finding(&report, &grows);
	add_process(&report, 1);
	report_sort(&report);
	assert_string_equal(report.finding[0].function, "g");
	assert_true(report_growth_signs(&report.finding[0]).lengthens);
	assert_false(report_growth_signs(&report.finding[1]).lengthens);
	report_release(&report);
}

/* In a suite, what no test shows to grow is not high. */
static void a_suite_that_shows_no_growth_lowers(void **state)
{
	struct way way = way_of("f", 3, 10);
	struct report_finding finding = finding_of(&way, "list", "struct node");
	struct report suite, one;

	(void)state;
	report_init(&suite);
	for (unsigned pid = 1; pid <= 8; pid++) {
		report_init(&one);
		report_add_finding(&one, &finding);
		add_process(&one, pid);
		report_merge(&suite, &one);
		report_release(&one);
		report_sort(&suite);
		assert_int_equal(suite.finding[0].severity,
			pid < 8 ? REPORT_HIGH : REPORT_MEDIUM);
	}
	finding.evidence.walk_length.max = 80;
	report_init(&one);
	report_add_finding(&one, &finding);
	add_process(&one, 9);
	report_merge(&suite, &one);
	report_sort(&suite);
	assert_true(report_growth_signs(&suite.finding[0]).has_lengths);
	assert_int_equal(suite.finding[0].severity, REPORT_HIGH);
	report_release(&one);
	report_release(&suite);
}

/* The severity of FINDING, of every one of PROCESSES. */
static enum report_severity severity_in(
	const struct report_finding *finding, unsigned processes)
{
	struct report suite, one;
	enum report_severity severity;

	report_init(&suite);
	for (unsigned pid = 1; pid <= processes; pid++) {
		report_init(&one);
		report_add_finding(&one, finding);
		add_process(&one, pid);
		report_merge(&suite, &one);
		report_release(&one);
	}
	report_sort(&suite);
	severity = suite.finding[0].severity;
	report_release(&suite);
	return severity;
}

static void what_costs_little_in_a_suite_is_not_high(void **state)
{
	struct way way = way_of("f", 3, 10);
	struct report_finding finding = finding_of(&way, "list", "struct node");

	(void)state;
	finding.evidence.walk_length.max = 9;
	finding.evidence.degree = finding.evidence.degree_low =
		finding.evidence.degree_high = 2;
	finding.evidence.points = 8;
	assert_int_equal(severity_in(&finding, 8), REPORT_HIGH);
	finding.evidence.walk_length.max = 8;
	assert_int_equal(severity_in(&finding, 8), REPORT_MEDIUM);
	finding.evidence.reads = 2500;
	assert_int_equal(severity_in(&finding, 8), REPORT_HIGH);
	finding.evidence.reads = 2499;
	assert_int_equal(severity_in(&finding, 8), REPORT_MEDIUM);
	finding.rule = REPORT_COPY;
	finding.evidence.reads = 20000;
	finding.evidence.walk_length.max = 71;
	assert_int_equal(severity_in(&finding, 8), REPORT_HIGH);
	finding.evidence.reads = 19999;
	finding.evidence.points = 0;
	assert_int_equal(severity_in(&finding, 8), REPORT_MEDIUM);
}

/* A suite may be calls of one process. */
static void eight_calls_are_a_suite(void **state)
{
	struct way way = way_of("f", 3, 10);
	struct report_finding finding = finding_of(&way, "list", "struct node");

	(void)state;
	finding.evidence.activations = 7;
	assert_int_equal(severity_in(&finding, 1), REPORT_HIGH);
	finding.evidence.activations = 8;
	assert_int_equal(severity_in(&finding, 1), REPORT_MEDIUM);
	finding.evidence.walk_length.max = 9;
	way.place[1].longest = (struct report_range){5, 9};
	assert_int_equal(severity_in(&finding, 1), REPORT_MEDIUM);
	way.place[1].longest = (struct report_range){4, 9};
	assert_int_equal(severity_in(&finding, 1), REPORT_HIGH);
	assert_int_equal(severity_in(&finding, 8), REPORT_MEDIUM);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_loop_is_one_cause_whoever_calls_it),
		cmocka_unit_test(loops_of_one_caller_are_several),
		cmocka_unit_test(loops_that_use_one_accessor_are_several),
		cmocka_unit_test(what_costs_little_in_a_suite_is_not_high),
		cmocka_unit_test(eight_calls_are_a_suite),
		cmocka_unit_test(what_a_macro_makes_is_one_cause),
		cmocka_unit_test(what_a_test_hands_on_is_not_its_own),
		cmocka_unit_test(the_outer_loop_leads),
		cmocka_unit_test(what_is_low_is_not_an_outer_loop),
		cmocka_unit_test(what_takes_a_second_first_leads),
		cmocka_unit_test(what_lengthens_leads),
		cmocka_unit_test(a_suite_that_shows_no_growth_lowers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
