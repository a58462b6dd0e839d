/* SPDX-License-Identifier: MIT
 * The witnesses of a finding, one for each process: joined without counting one
 * twice, and summed up. */
#include "config.h"

#include "lib/json.h"
#include "lib/report/clause.h"
#include "lib/report/joins.h"

static int compare_real(double a, double b)
{
	return (a > b) - (a < b);
}

static int witnesses_compare_walks(
	const struct report_evidence *a, const struct report_evidence *b)
{
	int order = report_compare_number(a->walk_count, b->walk_count);

	for (size_t i = 0; order == 0 && i < a->walk_count; i++)
		order = report_compare_number(
				a->walk[i].length, b->walk[i].length)
				?: report_compare_number(
					   a->walk[i].again, b->walk[i].again);
	return order;
}

static int witnesses_compare_points(const void *left, const void *right)
{
	const struct growth_point *a = left, *b = right;

	return compare_real(a->size, b->size) ?: compare_real(a->cost, b->cost);
}

size_t report_thin_points(struct growth_point *point, size_t count)
{
	size_t kept = 0;

	report_sort_array(
		point, count, sizeof *point, witnesses_compare_points);
	for (size_t i = 0; i < count; i++)
		if (kept == 0 ||
			witnesses_compare_points(&point[kept - 1], &point[i]))
			point[kept++] = point[i];
	if (kept <= REPORT_POINTS_MAX)
		return kept;
	for (size_t i = 0; i < REPORT_POINTS_MAX; i++)
		point[i] = point[i * (kept - 1) / (REPORT_POINTS_MAX - 1)];
	return REPORT_POINTS_MAX;
}

/* The points of all witnesses. */
static void join_points(struct report *report, struct report_evidence *sum,
	const struct report_witness *witness, size_t count)
{
	const struct report_lists lists = REPORT_LISTS(
		witness, count, evidence.point, evidence.point_count);
	size_t total;
	struct growth_point *point = report_gather(report, &lists, &total);

	sum->point = point;
	sum->point_count = report_thin_points(point, total);
}

/* The example with more walks. */
static void take_walks(
	struct report_evidence *sum, const struct report_evidence *from)
{
	if (witnesses_compare_walks(from, sum) <= 0)
		return;
	sum->walk = from->walk;
	sum->walk_count = from->walk_count;
}

/* By process, and of one process the fuller first. */
static int compare_witness_elements(const void *left, const void *right)
{
	const struct report_witness *a = left, *b = right;

	return report_compare_key(&a->process, &b->process)
		?: report_compare_number(b->evidence.reads, a->evidence.reads)
		?: report_compare_number(
			   b->evidence.distinct, a->evidence.distinct)
		?: report_compare_number(
			   b->evidence.activations, a->evidence.activations)
		?: report_compare_number(b->evidence.points, a->evidence.points)
		?: report_compare_number(b->severity, a->severity)
		?: report_compare_number(b->score, a->score)
		?: rows_compare(&report_witness_rows, a, b);
}

/* The growth that rests on more points. */
static void take_growth(
	struct report_evidence *sum, const struct report_evidence *from)
{
	int order = report_compare_number(from->points, sum->points)
		?: compare_real(from->degree, sum->degree)
		?: compare_real(from->degree_low, sum->degree_low)
		?: compare_real(from->degree_high, sum->degree_high);

	if (order <= 0)
		return;
	sum->points = from->points;
	sum->degree = from->degree;
	sum->degree_low = from->degree_low;
	sum->degree_high = from->degree_high;
}

/* Evidence of COUNT witnesses. */
static struct report_evidence add_evidence(struct report *report,
	const struct report_witness *witness, size_t count)
{
	struct report_evidence sum = witness[0].evidence;
	uint64_t repeated = report_repeated_reads(&sum);

	for (size_t i = 1; i < count; i++) {
		const struct report_evidence *more = &witness[i].evidence;
		sum.activations =
			report_add(sum.activations, more->activations);
		sum.walks = report_join_ranges(sum.walks, more->walks);
		sum.walk_length =
			report_join_ranges(sum.walk_length, more->walk_length);
		sum.reads = report_add(sum.reads, more->reads);
		sum.distinct = report_add(sum.distinct, more->distinct);
		repeated = report_add(repeated, report_repeated_reads(more));
		take_growth(&sum, more);
		take_walks(&sum, more);
	}
	if (count > 1) {
		join_points(report, &sum, witness, count);
		report_fit_growth(&sum);
	}
	if (count > 1 && sum.reads > 0)
		sum.rewalk_ratio =
			json_round((double)repeated / (double)sum.reads);
	if (count > 1 && sum.distinct > 0)
		sum.multiplicity =
			json_round((double)sum.reads / (double)sum.distinct);
	return sum;
}

static const char **join_tests(struct report *report,
	const struct report_witness *witness, size_t count, size_t *joined)
{
	const struct report_lists lists =
		REPORT_LISTS(witness, count, tests, test_count);
	const char **tests = report_gather(report, &lists, joined);

	*joined = report_unique_texts(tests, *joined);
	return tests;
}

/* Which of two witnesses speaks for the finding. */
static bool speaks_louder(
	const struct report_witness *a, const struct report_witness *b)
{
	return (report_compare_number(a->severity, b->severity)
			       ?: report_compare_number(a->score, b->score)) >
	       0;
}

/* The one with the longest walk among those of which the test's function is known. */
static struct report_place longest_test(
	const struct report_witness *witness, size_t count)
{
	const struct report_witness *longest = witness;

	for (size_t i = 1; i < count; i++)
		if (witness[i].test_function.function &&
			(!longest->test_function.function ||
				witness[i].evidence.walk_length.max >
					longest->evidence.walk_length.max))
			longest = &witness[i];
	return longest->test_function;
}

/* What COUNT witnesses tell together, of no process. */
static struct report_witness sum_witnesses(struct report *report,
	const struct report_witness *witness, size_t count)
{
	const struct report_witness *speaker = witness;
	struct report_witness sum = {
		.evidence = add_evidence(report, witness, count)};

	for (size_t i = 0; i < count; i++) {
		if (speaks_louder(&witness[i], speaker))
			speaker = &witness[i];
		if (witness[i].exactness > sum.exactness)
			sum.exactness = witness[i].exactness;
		sum.score = report_add(sum.score, witness[i].score);
	}
	sum.severity = speaker->severity;
	sum.is_bounded = speaker->is_bounded;
	sum.clause = speaker->clause;
	sum.fact = speaker->fact;
	sum.fact_count = speaker->fact_count;
	sum.tests = join_tests(report, witness, count, &sum.test_count);
	sum.test_function = longest_test(witness, count);
	return sum;
}

/* What is shown to grow is high, whatever the rules say. */
static void witnesses_raise_proved(struct report_finding *finding)
{
	finding->raised_by = NULL;
	finding->lowered_by = finding->clause != REPORT_CLAUSE_NONE
				      ? clause_name(finding->clause)
				      : NULL;
	if (!report_finding_is_proved(finding) ||
		finding->severity == REPORT_HIGH)
		return;
	finding->severity = REPORT_HIGH;
	finding->raised_by = finding->proof->sentence;
}

static void compute_totals(
	struct report *report, struct report_finding *finding)
{
	struct report_witness sum =
		sum_witnesses(report, finding->witness, finding->witness_count);

	finding->evidence = sum.evidence;
	finding->exactness = sum.exactness;
	finding->severity = sum.severity;
	finding->score = sum.score;
	finding->tests = sum.tests;
	finding->test_count = sum.test_count;
	finding->test_function = sum.test_function;
	finding->is_bounded = sum.is_bounded;
	finding->fact = sum.fact;
	finding->fact_count = sum.fact_count;
	if (report_rule_is_judged(finding->rule) && finding->witness_count > 1)
		finding->severity = report_judge_growth(
			&report->limits, finding, &finding->is_bounded);
	finding->clause = finding->severity > REPORT_LOW ? REPORT_CLAUSE_NONE
			  : finding->is_bounded		 ? REPORT_CLAUSE_BOUNDED
							 : sum.clause;
	witnesses_raise_proved(finding);
}

/* A witness is open until the process it speaks of is known. */
static bool witnesses_is_open(const struct report_witness *witness)
{
	return !witness->process.program;
}

/* Makes one witness for the report's process of the open ones, which are the
 * last of the COUNT. Returns how many there are now. */
static size_t close_witnesses(
	struct report *report, struct report_witness *witness, size_t count)
{
	const struct report_process *process = &report->process[0];
	size_t closed = count;

	while (closed > 0 && witnesses_is_open(&witness[closed - 1]))
		closed--;
	if (closed == count)
		return count;
	witness[closed] =
		sum_witnesses(report, &witness[closed], count - closed);
	witness[closed].process = report_process_key(process);
	if (witness[closed].test_count == 0 && process->test) {
		witness[closed].tests = arena_copy(&report->private_->arena,
			&process->test, sizeof process->test);
		witness[closed].test_count = 1;
	}
	return closed + 1;
}

void report_join_witnesses(struct report *report,
	struct report_finding *finding, const struct report_finding *group,
	size_t count)
{
	const struct report_lists lists =
		REPORT_LISTS(group, count, witness, witness_count);
	size_t total;
	struct report_witness *all = report_gather(report, &lists, &total);

	report_sort_array(all, total, sizeof *all, compare_witness_elements);
	total = close_witnesses(report, all, total);
	report_sort_array(all, total, sizeof *all, compare_witness_elements);
	finding->witness = all;
	finding->witness_count = 0;
	for (size_t i = 0; i < total; i++) {
		size_t kept = finding->witness_count;
		if (kept == 0 || report_compare_key(&all[kept - 1].process,
					 &all[i].process) != 0)
			all[finding->witness_count++] = all[i];
	}
	compute_totals(report, finding);
}
