/* SPDX-License-Identifier: MIT
 * Tests of lib/report: totals, the laws of merging, order. */
#include "config.h"

#include "lib/report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"
#include "lib/random.h"
#include "testsuite/unit/walk_report.h"

static const char *one_of(
	uint64_t *state, const char *const *text, size_t count)
{
	return text[random_mix_below(state, count)];
}

/* Few values, so that reports collide often and in every part. */
static struct report_place random_place(uint64_t *state)
{
	static const char *const file[] = {"a.c", "b.c", NULL};
	static const char *const function[] = {"f", "g.part.0", "g"};
	static const char *const text[] = {"x = a[i];", "while (n)", NULL};

	return (struct report_place){.function = one_of(state, function, 3),
		.file = one_of(state, file, 3),
		.object = "/bin/x",
		.line = (unsigned)random_mix_below(state, 3),
		.column = (unsigned)random_mix_below(state, 2),
		.text = one_of(state, text, 3),
		.weight = random_mix_below(state, 3)};
}

/* As many points as make a report leave some out, two processes together. */
#define POINTS_MAX 20

/* Borrows its walks and points, until the next call. */
static struct report_evidence random_evidence(uint64_t *state)
{
	static struct report_walk walk[3];
	static struct growth_point point[POINTS_MAX];
	struct report_evidence evidence = {
		.activations = random_mix_below(state, 5),
		.walks = {random_mix_below(state, 4),
			4 + random_mix_below(state, 4)},
		.walk_length = {random_mix_below(state, 4),
			4 + random_mix_below(state, 4)},
		.reads = random_mix_below(state, 100),
		.distinct = random_mix_below(state, 20),
		.rewalk_ratio = (double)random_mix_below(state, 1000) / 999,
		.multiplicity = (double)random_mix_below(state, 1000) / 7,
		.points = random_mix_below(state, 3),
	};

	if (evidence.points > 0)
		evidence.degree = (double)random_mix_below(state, 300) / 97;
	evidence.walk = walk;
	evidence.walk_count = random_mix_below(state, 4);
	for (size_t i = 0; i < evidence.walk_count; i++)
		walk[i] = (struct report_walk){
			2 + (uint32_t)random_mix_below(state, 2),
			(uint32_t)random_mix_below(state, 3)};
	evidence.point = point;
	evidence.point_count = random_mix_below(state, POINTS_MAX + 1);
	for (size_t i = 0; i < evidence.point_count; i++)
		point[i] = (struct growth_point){
			(double)random_mix_below(state, 9),
			(double)random_mix_below(state, 100) / 7};
	return evidence;
}

#define PLACES_MAX 4

/* Borrowed until the next call; often none. */
static const struct report_proof *random_proof(uint64_t *state)
{
	static const char *const sentence[] = {"grows as n^2", "bounded"};
	static struct report_proof proof;

	if (random_mix_below(state, 2) == 0)
		return NULL;
	proof = (struct report_proof){
		.state = REPORT_NOT_SHOWN +
			 (enum report_state)random_mix_below(state, 3),
		.verdict = PROOF_GROWS,
		.sentence = one_of(state, sentence, 2),
		.pattern = random_mix_below(state, 2) ? "a" : NULL,
		.degree = (double)random_mix_below(state, 3) / 7,
		.to = random_mix_below(state, 2)};
	/* Of one state and range, all else follows. */
	proof.is_partial = proof.pattern != NULL;
	proof.degree = proof.to > 0 ? 2.0 / 7 : 0;
	return &proof;
}

static void add_random_finding(struct report *report, uint64_t *state)
{
	static const char *const test[] = {"one", "two"};
	struct report_place place[4][PLACES_MAX];
	const char *tests[2] = {one_of(state, test, 2), one_of(state, test, 2)};
	struct report_finding finding = {
		.fingerprint = (1ull + random_mix_below(state, 3)) << 40,
		.rule = REPORT_REWALK,
		.severity = (enum report_severity)random_mix_below(state, 2),
		.function = "f",
		.line = (unsigned)random_mix_below(state, 3),
		.root = "list",
		.structure_bytes = random_mix_below(state, 2) * 16,
		.shape = (enum report_shape)random_mix_below(state, 3),
		.is_test = random_mix_below(state, 2) == 0,
		.exactness = (enum report_exactness)random_mix_below(state, 2),
		.score = random_mix_below(state, 2),
		.tests = tests,
		.test_count = random_mix_below(state, 2),
		.suppressed = random_mix_below(state, 3) == 0,
		.proof = random_proof(state),
		.evidence = random_evidence(state),
	};
	struct report_places *places[4] = {&finding.aec, &finding.sites,
		&finding.callers, &finding.allocated_at};

	for (size_t i = 0; i < 4; i++) {
		*places[i] = (struct report_places){
			place[i], random_mix_below(state, PLACES_MAX)};
		for (size_t k = 0; k < PLACES_MAX; k++)
			place[i][k] = random_place(state);
	}
	snprintf(finding.id, sizeof(finding.id), "RT-%06x",
		(unsigned)(finding.fingerprint >> 40));
	report_add_finding(report, &finding);
}

/* Nodes that are there twice and labels that differ are joined, too. */
static void add_random_graph(struct report *report, uint64_t *state)
{
	static const char *const label[] = {"next", "data", "*"};
	static const uint32_t walk[] = {1, 3, 2};
	struct report_place place[4];
	struct report_graph_node node[4] = {{.variable = "list"}};
	struct report_graph_edge edge[5];
	struct report_graph graph = {.function = "f",
		.file = random_mix_below(state, 2) ? "a.c" : NULL,
		.activations = random_mix_below(state, 3),
		.left_out = random_mix_below(state, 3),
		.node = node,
		.node_count = 1 + random_mix_below(state, 4),
		.edge = edge,
		.edge_count = random_mix_below(state, 6)};

	for (size_t i = 1; i < graph.node_count; i++) {
		place[i] = random_place(state);
		node[i] = (struct report_graph_node){.aec = {&place[i], 1},
			.is_traversal = random_mix_below(state, 2),
			.is_redundant = random_mix_below(state, 2),
			.reads = random_mix_below(state, 9),
			.walk = walk + random_mix_below(state, 2),
			.walk_count = random_mix_below(state, 3),
			.walks = 2 + random_mix_below(state, 2)};
	}
	for (size_t i = 0; i < graph.edge_count; i++)
		edge[i] = (struct report_graph_edge){
			.from = random_mix_below(state, graph.node_count),
			.to = random_mix_below(state, graph.node_count),
			.label = one_of(state, label, 3),
			.reads = random_mix_below(state, 9)};
	report_add_graph(report, &graph);
}

static void make_process_report(struct report *report, uint64_t *state)
{
	static const char *const program[] = {"/bin/x", "/bin/y"};
	struct report_process process = {.program = one_of(state, program, 2),
		.test = "t",
		.command = "x -v",
		.pid = 1 + (unsigned)random_mix_below(state, 2),
		.started_unix_ms = random_mix_below(state, 2),
		.exit_code = (int)random_mix_below(state, 3) - 1,
		.truncated = random_mix_below(state, 2) == 0,
		.events = random_mix_below(state, 3)};

	report_init(report);
	report_add_process(report, &process);
	for (uint64_t i = random_mix_below(state, 5); i > 0; i--)
		add_random_finding(report, state);
	for (uint64_t i = random_mix_below(state, 3); i > 0; i--)
		add_random_graph(report, state);
	report->coverage.functions = random_mix_below(state, 5);
	if (random_mix_below(state, 2) == 0)
		report_add_warning(report, "warning %u",
			(unsigned)random_mix_below(state, 3));
}

/* The same report for the same SEED: one to four processes merged. */
static void make_report(struct report *report, uint64_t seed)
{
	uint64_t state = seed;

	make_process_report(report, &state);
	for (uint64_t i = random_mix_below(&state, 4); i > 0; i--) {
		struct report more;
		make_process_report(&more, &state);
		report_merge(report, &more);
		report_release(&more);
	}
}

static char *json_of(struct report *report)
{
	struct error err = {{0}};
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	assert_int_equal(report_print_json(report, out, &err), 0);
	fclose(out);
	return text;
}

static void assert_same(struct report *a, struct report *b)
{
	char *left = json_of(a);
	char *right = json_of(b);

	assert_string_equal(left, right);
	free(left);
	free(right);
}

#define ROUNDS 500

static void merging_is_commutative(void **unused)
{
	(void)unused;
	for (uint64_t seed = 0; seed < ROUNDS; seed++) {
		struct report a, b, again;
		make_report(&a, 3 * seed);
		make_report(&b, 3 * seed + 1);
		make_report(&again, 3 * seed);
		report_merge(&a, &b); /* a + b */
		report_release(&b);
		make_report(&b, 3 * seed + 1);
		report_merge(&b, &again); /* b + a */
		assert_same(&a, &b);
		report_release(&a);
		report_release(&b);
		report_release(&again);
	}
}

static void merging_is_associative(void **unused)
{
	(void)unused;
	for (uint64_t seed = 0; seed < ROUNDS; seed++) {
		struct report left, right, b, c;
		make_report(&left, 3 * seed);
		make_report(&right, 3 * seed);
		make_report(&b, 3 * seed + 1);
		make_report(&c, 3 * seed + 2);
		report_merge(&left, &b); /* (a + b) + c */
		report_sort(&left);
		report_merge(&left, &c);
		report_merge(&b, &c); /* a + (b + c) */
		report_sort(&b);
		report_merge(&right, &b);
		assert_same(&left, &right);
		report_release(&left);
		report_release(&right);
		report_release(&b);
		report_release(&c);
	}
}

static void merging_is_idempotent(void **unused)
{
	(void)unused;
	for (uint64_t seed = 0; seed < ROUNDS; seed++) {
		struct report a, once, twice;
		make_report(&a, seed);
		make_report(&once, seed);
		make_report(&twice, seed);
		report_merge(&a, &once);
		report_merge(&a, &twice);
		assert_same(&a, &once);
		report_release(&a);
		report_release(&once);
		report_release(&twice);
	}
}

static void merging_with_nothing_changes_nothing(void **unused)
{
	(void)unused;
	for (uint64_t seed = 0; seed < ROUNDS; seed++) {
		struct report a, nothing;
		make_report(&a, seed);
		report_init(&nothing);
		report_merge(&nothing, &a);
		assert_same(&nothing, &a);
		report_release(&a);
		report_release(&nothing);
	}
}

static void what_is_written_is_read_back_the_same(void **unused)
{
	char path[] = "test_report.XXXXXX";
	int descriptor = mkstemp(path);

	(void)unused;
	close(descriptor);
	for (uint64_t seed = 0; seed < ROUNDS; seed++) {
		struct error err = {{0}};
		struct report a, b;
		make_report(&a, seed);
		report_init(&b);
		assert_int_equal(report_write_json(&a, path, &err), 0);
		if (report_read_json(&b, path, &err) != 0)
			fail_msg("%s", err.text);
		assert_same(&a, &b);
		report_release(&a);
		report_release(&b);
	}
	unlink(path);
}

static void evidence_of_two_processes_adds_up(void **unused)
{
	struct report_finding finding = walk_finding();
	struct report a, b;

	(void)unused;
	finding.evidence.points = 7;
	finding.evidence.degree = 1.5;
	make_walk_report(&a, 1, &finding);
	finding.evidence.points = 3;
	finding.evidence.degree = 2.5;
	finding.evidence.walks = (struct report_range){1, 4};
	finding.evidence.walk_length.max = 9;
	finding.evidence.rewalk_ratio = 0.25;
	finding.exactness = REPORT_LOWER_BOUND;
	make_walk_report(&b, 2, &finding);
	report_merge(&a, &b);
	report_sort(&a);
	assert_int_equal(a.process_count, 2);
	assert_int_equal(a.finding_count, 1);
	assert_int_equal(a.finding[0].evidence.activations, 4);
	assert_int_equal(a.finding[0].evidence.reads, 80);
	assert_int_equal(a.finding[0].evidence.points, 7);
	assert_true(a.finding[0].evidence.degree == 1.5);
	assert_int_equal(a.finding[0].evidence.walks.min, 1);
	assert_int_equal(a.finding[0].evidence.walks.max, 5);
	assert_int_equal(a.finding[0].evidence.walk_length.min, 3);
	assert_int_equal(a.finding[0].evidence.walk_length.max, 9);
	assert_true(a.finding[0].evidence.rewalk_ratio == 0.5);
	assert_int_equal(a.finding[0].exactness, REPORT_LOWER_BOUND);
	assert_int_equal(a.finding[0].score, 20);
	assert_int_equal(a.finding[0].test_count, 1);
	assert_string_equal(a.finding[0].tests[0], "list_test");
	report_release(&a);
	report_release(&b);
}

/* Merges A's and B's reports of one process both ways round. */
static void assert_order_does_not_matter(
	const struct report_finding *a, const struct report_finding *b)
{
	struct report left, right, more;

	make_walk_report(&left, 1, a);
	make_walk_report(&more, 1, b);
	report_merge(&left, &more);
	report_release(&more);
	make_walk_report(&right, 1, b);
	make_walk_report(&more, 1, a);
	report_merge(&right, &more);
	report_release(&more);
	assert_same(&left, &right);
	report_release(&left);
	report_release(&right);
}

static void versions_that_differ_in_little_are_joined_in_any_order(
	void **unused)
{
	const char *tests[] = {"one", "two"};
	struct report_finding a = walk_finding(), b = a;

	(void)unused;
	b.shape = REPORT_SHAPE_ARRAY;
	assert_order_does_not_matter(&a, &b);
	b.shape = REPORT_SHAPE_UNKNOWN;
	assert_order_does_not_matter(&a, &b);
	b = a;
	a.tests = tests;
	b.tests = tests + 1;
	a.test_count = b.test_count = 1;
	assert_order_does_not_matter(&a, &b);
	b = a;
	b.exactness = REPORT_ESTIMATE;
	assert_order_does_not_matter(&a, &b);
	b = a;
	b.score++;
	assert_order_does_not_matter(&a, &b);
	b = a;
	b.field = "next";
	assert_order_does_not_matter(&a, &b);
	b = a;
	b.aec.count = 1;
	b.fingerprint = 0x123456;
	a.fingerprint = 0x123456;
	assert_order_does_not_matter(&a, &b);
}

static void one_process_that_adds_a_finding_twice_adds_it_up(void **unused)
{
	struct report_finding finding = walk_finding();
	struct report report;

	(void)unused;
	make_walk_report(&report, 1, &finding);
	report_add_finding(&report, &finding);
	report_sort(&report);
	assert_int_equal(report.finding_count, 1);
	assert_int_equal(report.finding[0].witness_count, 1);
	assert_int_equal(report.finding[0].evidence.reads, 80);
	report_release(&report);
}

static void walks_that_grow_over_three_tests_are_high(void **unused)
{
	struct report_finding finding = walk_finding();
	struct report all, more;

	(void)unused;
	make_walk_report(&all, 1, &finding);
	for (unsigned pid = 2; pid <= 3; pid++) {
		report_sort(&all);
		assert_int_equal(all.finding[0].severity, REPORT_MEDIUM);
		finding.evidence.walk_length.max = 4 + pid;
		make_walk_report(&more, pid, &finding);
		report_merge(&all, &more);
		report_release(&more);
	}
	report_sort(&all);
	assert_int_equal(all.finding[0].severity, REPORT_HIGH);
	report_release(&all);
}

/* Adds a finding with COUNT calls of sizes FIRST, FIRST + STEP, ... */
static void add_points(struct report *report, unsigned pid, unsigned first,
	unsigned step, size_t count)
{
	struct growth_point point[100];

	report_init(report);
	for (size_t i = 0; i < count; i++) {
		double size = first + step * (double)(count - 1 - i);
		point[i] = (struct growth_point){size, size * size};
	}
	report_add_process(
		report, &(struct report_process){.program = "p", .pid = pid});
	report_add_finding(report,
		&(struct report_finding){.fingerprint = 1,
			.evidence = {.point = point, .point_count = count}});
}

static void samples_keep_both_ends_and_stand_by_size(void **unused)
{
	struct report report, more;
	const struct report_evidence *evidence;

	(void)unused;
	add_points(&report, 1, 10, 10, 100);
	add_points(&more, 2, 5, 2000, 2);
	report_merge(&report, &more);
	report_sort(&report);
	evidence = &report.finding[0].evidence;
	assert_int_equal(evidence->point_count, REPORT_POINTS_MAX);
	for (size_t i = 1; i < evidence->point_count; i++)
		assert_true(
			evidence->point[i].size > evidence->point[i - 1].size);
	assert_true(evidence->point[0].size == 5);
	assert_true(evidence->point[REPORT_POINTS_MAX - 1].size == 2005);
	assert_true(evidence->point[0].cost == 25);
	report_release(&report);
	report_release(&more);
}

static void coverage_counts_functions_once_a_program(void **unused)
{
	struct report_finding finding = walk_finding();
	struct report a, b;

	(void)unused;
	make_walk_report(&a, 1, &finding);
	make_walk_report(&b, 2, &finding);
	a.coverage = (struct report_coverage){.functions = 7, .events = 100};
	b.coverage = (struct report_coverage){.functions = 5, .events = 10};
	report_merge(&a, &b);
	report_sort(&a);
	assert_int_equal(a.coverage.functions, 7);
	assert_int_equal(a.coverage.events, 110);
	report_release(&a);
	report_release(&b);
}

static void callers_keep_their_order_when_merged(void **unused)
{
	struct report_place caller[2] = {
		{.function = "zeta"}, {.function = "alpha"}};
	struct report_finding finding = walk_finding();
	struct report a, b;

	(void)unused;
	finding.callers = (struct report_places){caller, 2};
	make_walk_report(&a, 1, &finding);
	make_walk_report(&b, 2, &finding);
	report_merge(&a, &b);
	report_sort(&a);
	assert_int_equal(a.finding[0].callers.count, 2);
	assert_string_equal(a.finding[0].callers.place[0].function, "zeta");
	report_release(&a);
	report_release(&b);
}

static void severity_then_score_order_findings(void **unused)
{
	struct report_finding finding = walk_finding();
	struct report report;

	(void)unused;
	finding.root = "first";
	make_walk_report(&report, 1, &finding);
	finding.root = "second";
	finding.score = 99;
	report_add_finding(&report, &finding);
	finding.root = "third";
	finding.severity = REPORT_HIGH;
	finding.score = 1;
	report_add_finding(&report, &finding);
	report_sort(&report);
	assert_string_equal(report.finding[0].root, "third");
	assert_string_equal(report.finding[1].root, "second");
	assert_string_equal(report.finding[2].root, "first");
	report_release(&report);
}

static void what_is_proved_comes_first(void **unused)
{
	static const struct report_proof proved = {.state = REPORT_PROVED,
		.verdict = PROOF_GROWS,
		.sentence = "grows as n^2",
		.degree = 2,
		.to = 9};
	struct report_proof bounded = {.state = REPORT_BOUNDED,
		.verdict = PROOF_BOUNDED,
		.sentence = "bounded"};
	struct report_finding finding = walk_finding();
	struct report report;

	(void)unused;
	finding.root = "first";
	finding.severity = REPORT_HIGH;
	make_walk_report(&report, 1, &finding);
	finding.root = "second";
	finding.severity = REPORT_INFO;
	report_add_finding(&report, &finding);
	report_sort(&report);
	assert_string_equal(report.finding[1].root, "second");
	assert_int_equal(
		report_finding_state(&report.finding[1]), REPORT_KNOWN);
	assert_false(report_finding_is_shown(&report.finding[1]));
	report_set_proof(&report, 1, &proved);
	report_set_proof(&report, 0, &bounded);
	report_sort(&report);
	assert_string_equal(report.finding[0].root, "second");
	assert_true(report_finding_is_shown(&report.finding[0]));
	assert_int_equal(
		report_finding_state(&report.finding[1]), REPORT_BOUNDED);
	assert_int_equal(report.finding[0].severity, REPORT_HIGH);
	assert_string_equal(report.finding[0].raised_by, proved.sentence);
	assert_null(report.finding[0].lowered_by);
	assert_int_equal(report.finding[1].severity, REPORT_LOW);
	assert_string_equal(report.finding[1].lowered_by, "bounded");
	assert_null(report.finding[1].raised_by);
	report.finding[0].suppressed = true;
	assert_int_equal(
		report_finding_state(&report.finding[0]), REPORT_SUPPRESSED);
	assert_false(report_finding_is_shown(&report.finding[0]));
	report_release(&report);
}

static void what_is_not_shown_is_not_high(void **unused)
{
	static const struct report_proof not_shown = {
		.state = REPORT_NOT_SHOWN, .sentence = "not shown: 3 sizes"};
	struct report_finding finding = walk_finding();
	struct report report, other;

	(void)unused;
	finding.severity = REPORT_HIGH;
	make_walk_report(&report, 1, &finding);
	finding.root = "another";
	report_add_finding(&report, &finding);
	report_sort(&report);
	assert_true(report_waits_for_growth(&report));
	report_set_proof(&report, 0, &not_shown);
	report_sort(&report);
	assert_int_equal(report.finding[0].severity, REPORT_HIGH);
	assert_int_equal(report.finding[1].severity, REPORT_MEDIUM);
	assert_string_equal(report.finding[1].lowered_by, not_shown.sentence);
	/* Others were tried: then it is one of many. */
	report_init(&other);
	other.is_grown = true;
	report_merge(&report, &other);
	report_sort(&report);
	assert_true(report.is_grown);
	assert_int_equal(report.finding[0].severity, REPORT_MEDIUM);
	assert_false(report_waits_for_growth(&report));
	for (size_t i = 0; i < 2; i++)
		if (!report.finding[i].proof)
			assert_string_equal(
				report.finding[i].lowered_by, "not decided");
	report_release(&report);
	report_release(&other);
}

static void numbers_json_cannot_hold_are_cut(void **unused)
{
	struct report_finding finding = walk_finding();
	struct report report;
	char *text;

	(void)unused;
	finding.evidence.multiplicity = 1.0 / 0.0;
	finding.evidence.degree = 0.0 / 0.0;
	finding.evidence.points = 1;
	finding.evidence.reads = UINT64_MAX;
	make_walk_report(&report, 1, &finding);
	text = json_of(&report);
	assert_non_null(strstr(text, "\"reads\": 9223372036854775807"));
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf,"));
	free(text);
	report_release(&report);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merging_is_commutative),
		cmocka_unit_test(merging_is_associative),
		cmocka_unit_test(merging_is_idempotent),
		cmocka_unit_test(merging_with_nothing_changes_nothing),
		cmocka_unit_test(what_is_written_is_read_back_the_same),
		cmocka_unit_test(evidence_of_two_processes_adds_up),
		cmocka_unit_test(
			versions_that_differ_in_little_are_joined_in_any_order),
		cmocka_unit_test(
			one_process_that_adds_a_finding_twice_adds_it_up),
		cmocka_unit_test(walks_that_grow_over_three_tests_are_high),
		cmocka_unit_test(samples_keep_both_ends_and_stand_by_size),
		cmocka_unit_test(coverage_counts_functions_once_a_program),
		cmocka_unit_test(callers_keep_their_order_when_merged),
		cmocka_unit_test(severity_then_score_order_findings),
		cmocka_unit_test(what_is_proved_comes_first),
		cmocka_unit_test(what_is_not_shown_is_not_high),
		cmocka_unit_test(numbers_json_cannot_hold_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
