/* SPDX-License-Identifier: MIT
 * Merging reports. What two of them know of one thing is joined by the first in
 * a total order, or as a set, so the result does not depend on order or
 * repetition. Totals are computed from the joined parts. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/json.h"
#include "lib/report/internal.h"
#include "lib/report/report.h"

int report_compare_number(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_real(double a, double b)
{
	return (a > b) - (a < b);
}

int report_compare_text(const char *a, const char *b)
{
	if (a == NULL || b == NULL)
		return (a == NULL) - (b == NULL);
	return strcmp(a, b);
}

int report_compare_key(
	const struct report_process_key *a, const struct report_process_key *b)
{
	return report_compare_text(a->program, b->program)
		?: report_compare_text(a->command, b->command)
		?: report_compare_number(a->started_unix_ms, b->started_unix_ms)
		?: report_compare_number(a->pid, b->pid);
}

struct report_process_key report_process_key(
	const struct report_process *process)
{
	return (struct report_process_key){.program = process->program,
		.command = process->command,
		.pid = process->pid,
		.started_unix_ms = process->started_unix_ms};
}

size_t report_find_process(
	const struct report *report, const struct report_process_key *key)
{
	size_t low = 0, high = report->process_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct report_process_key at =
			report_process_key(&report->process[middle]);
		if (report_compare_key(&at, key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int compare_text_elements(const void *a, const void *b)
{
	return report_compare_text(
		*(const char *const *)a, *(const char *const *)b);
}

size_t report_unique_texts(const char **text, size_t count)
{
	size_t kept = 0;

	if (count > 1)
		qsort(text, count, sizeof(*text), compare_text_elements);
	for (size_t i = 0; i < count; i++) {
		if (kept == 0 || strcmp(text[kept - 1], text[i]) != 0)
			text[kept++] = text[i];
	}
	return kept;
}

int report_compare_position(
	const struct report_place *a, const struct report_place *b)
{
	return report_compare_text(a->function, b->function)
		?: report_compare_text(a->file, b->file)
		?: report_compare_number(a->line, b->line)
		?: report_compare_number(a->column, b->column)
		?: report_compare_text(a->object, b->object);
}

/* Of one position, whatever else is known orders them. */
static int compare_position_elements(const void *left, const void *right)
{
	return report_compare_position(left, right)
		       ?: rows_compare(&report_place_rows, left, right);
}

static int compare_weight_elements(const void *a, const void *b)
{
	return report_compare_number(((const struct report_place *)b)->weight,
		       ((const struct report_place *)a)->weight)
		       ?: compare_position_elements(a, b);
}

static struct report_range join_ranges(
	struct report_range a, struct report_range b)
{
	return (struct report_range){
		.min = a.min < b.min ? a.min : b.min,
		.max = a.max > b.max ? a.max : b.max,
	};
}

static void join_place(
	struct report_place *into, const struct report_place *from)
{
	if (into->weight < from->weight)
		into->weight = from->weight;
	if (into->longest.max == 0)
		into->longest = from->longest;
	else if (from->longest.max != 0)
		into->longest = join_ranges(into->longest, from->longest);
}

/* The union of the places MEMBER bytes into each finding, heaviest first. */
static struct report_places join_places(struct report *report,
	const struct report_finding *group, size_t count, size_t member)
{
	struct report_places joined = {0};
	size_t total = 0;
	struct report_place *all;

	for (size_t i = 0; i < count; i++)
		total += ((const struct report_places
					  *)((const char *)&group[i] + member))
				 ->count;
	if (total == 0)
		return joined;
	all = arena_alloc(&report->private_->arena, total * sizeof(*all));
	total = 0;
	for (size_t i = 0; i < count; i++) {
		const struct report_places *places =
			(const void *)((const char *)&group[i] + member);
		if (places->count > 0)
			memcpy(all + total, places->place,
				places->count * sizeof(*all));
		total += places->count;
	}
	qsort(all, total, sizeof(*all), compare_position_elements);
	for (size_t i = 0; i < total; i++) {
		struct report_place *last = all + joined.count - 1;
		if (joined.count == 0 ||
			report_compare_position(last, &all[i]) != 0)
			all[joined.count++] = all[i];
		else
			join_place(last, &all[i]);
	}
	qsort(all, joined.count, sizeof(*all), compare_weight_elements);
	joined.place = all;
	return joined;
}

/* Everything that describes a finding and is one for all its witnesses: with debug
 * information first. */
static int compare_description(
	const struct report_finding *a, const struct report_finding *b)
{
	return report_compare_text(a->file, b->file)
		       ?: rows_compare(&report_finding_rows, a, b);
}

/* --- walks and points --------------------------------------------------- */

static int compare_walks(
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

static int compare_points(const void *left, const void *right)
{
	const struct growth_point *a = left, *b = right;

	return compare_real(a->size, b->size) ?: compare_real(a->cost, b->cost);
}

size_t report_thin_points(struct growth_point *point, size_t count)
{
	size_t kept = 0;

	if (count > 1)
		qsort(point, count, sizeof(*point), compare_points);
	for (size_t i = 0; i < count; i++)
		if (kept == 0 || compare_points(&point[kept - 1], &point[i]))
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
	struct growth_point *point;
	size_t total = 0;

	for (size_t i = 0; i < count; i++)
		total += witness[i].evidence.point_count;
	point = arena_alloc(&report->private_->arena, total * sizeof(*point));
	total = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < witness[i].evidence.point_count; k++)
			point[total++] = witness[i].evidence.point[k];
	sum->point = point;
	sum->point_count = report_thin_points(point, total);
}

/* The example with more walks. */
static void take_walks(
	struct report_evidence *sum, const struct report_evidence *from)
{
	if (compare_walks(from, sum) <= 0)
		return;
	sum->walk = from->walk;
	sum->walk_count = from->walk_count;
}

/* --- evidence ----------------------------------------------------------- */

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

static uint64_t add_saturating(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Whole numbers add up to the same in any order. */
static uint64_t repeated_reads(const struct report_evidence *evidence)
{
	double repeated = evidence->rewalk_ratio * (double)evidence->reads;

	return repeated > 0 && repeated < 1e18 ? (uint64_t)(repeated + 0.5) : 0;
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
	uint64_t repeated = repeated_reads(&sum);

	for (size_t i = 1; i < count; i++) {
		const struct report_evidence *more = &witness[i].evidence;
		sum.activations =
			add_saturating(sum.activations, more->activations);
		sum.walks = join_ranges(sum.walks, more->walks);
		sum.walk_length =
			join_ranges(sum.walk_length, more->walk_length);
		sum.reads = add_saturating(sum.reads, more->reads);
		sum.distinct = add_saturating(sum.distinct, more->distinct);
		repeated = add_saturating(repeated, repeated_reads(more));
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
	size_t total = 0;
	const char **tests;

	for (size_t i = 0; i < count; i++)
		total += witness[i].test_count;
	tests = arena_alloc(
		&report->private_->arena, (total + 1) * sizeof(*tests));
	total = 0;
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; k < witness[i].test_count; k++)
			tests[total++] = witness[i].tests[k];
	}
	*joined = report_unique_texts(tests, total);
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
		sum.score = add_saturating(sum.score, witness[i].score);
	}
	sum.severity = speaker->severity;
	sum.is_bounded = speaker->is_bounded;
	sum.tests = join_tests(report, witness, count, &sum.test_count);
	return sum;
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
	finding->is_bounded = sum.is_bounded;
	if (finding->rule == REPORT_REWALK && finding->witness_count > 1)
		finding->severity =
			report_judge_growth(finding, &finding->is_bounded);
}

/* A witness is open until the process it speaks of is known. */
static bool is_open(const struct report_witness *witness)
{
	return witness->process.program == NULL;
}

/* Makes one witness for the report's process of the open ones, which are the
 * last of the COUNT. Returns how many there are now. */
static size_t close_witnesses(
	struct report *report, struct report_witness *witness, size_t count)
{
	const struct report_process *process = &report->process[0];
	size_t closed = count;

	while (closed > 0 && is_open(&witness[closed - 1]))
		closed--;
	if (closed == count)
		return count;
	witness[closed] =
		sum_witnesses(report, &witness[closed], count - closed);
	witness[closed].process = report_process_key(process);
	if (witness[closed].test_count == 0 && process->test != NULL) {
		witness[closed].tests = arena_copy(&report->private_->arena,
			&process->test, sizeof(process->test));
		witness[closed].test_count = 1;
	}
	return closed + 1;
}

static void join_witnesses(struct report *report,
	struct report_finding *finding, const struct report_finding *group,
	size_t count)
{
	size_t total = 0;
	struct report_witness *all;

	for (size_t i = 0; i < count; i++)
		total += group[i].witness_count;
	all = arena_alloc(&report->private_->arena, total * sizeof(*all));
	total = 0;
	for (size_t i = 0; i < count; i++) {
		memcpy(all + total, group[i].witness,
			group[i].witness_count * sizeof(*all));
		total += group[i].witness_count;
	}
	qsort(all, total, sizeof(*all), compare_witness_elements);
	total = close_witnesses(report, all, total);
	qsort(all, total, sizeof(*all), compare_witness_elements);
	finding->witness = all;
	finding->witness_count = 0;
	for (size_t i = 0; i < total; i++) {
		size_t kept = finding->witness_count;
		if (kept == 0 || report_compare_key(&all[kept - 1].process,
					 &all[i].process) != 0)
			all[finding->witness_count++] = all[i];
	}
}

/* Joins the COUNT findings of one fingerprint at GROUP. */
static struct report_finding join_findings(
	struct report *report, const struct report_finding *group, size_t count)
{
	struct report_finding joined = group[0];

	if (count == 1 && joined.tests != NULL) /* as join_tests left it */
		return joined;
	for (size_t i = 1; i < count; i++) {
		bool suppressed = joined.suppressed || group[i].suppressed;
		const struct report_proof *proof =
			report_stronger_proof(joined.proof, group[i].proof);
		if (compare_description(&group[i], &joined) < 0)
			joined = group[i];
		joined.suppressed = suppressed;
		joined.proof = proof;
	}
	joined.sites = join_places(
		report, group, count, offsetof(struct report_finding, sites));
	joined.callers = join_places(
		report, group, count, offsetof(struct report_finding, callers));
	join_witnesses(report, &joined, group, count);
	compute_totals(report, &joined);
	return joined;
}

static int compare_identity_elements(const void *left, const void *right)
{
	const struct report_finding *a = left, *b = right;

	return report_compare_number(a->fingerprint, b->fingerprint);
}

/* Whether it is suppressed or not: that is said after sorting. */
static int compare_rank_elements(const void *left, const void *right)
{
	const struct report_finding *a = left, *b = right;

	return report_compare_number(
		report_finding_is_proved(b), report_finding_is_proved(a))
		?: report_compare_number(b->severity, a->severity)
		?: report_compare_number(b->score, a->score)
		?: report_compare_number(a->fingerprint, b->fingerprint);
}

static void sort_elements(void *array, size_t count, size_t bytes,
	int (*compare)(const void *, const void *))
{
	if (count > 1)
		qsort(array, count, bytes, compare);
}

static void join_equal_findings(struct report *report)
{
	struct report_finding *finding = report->finding;
	size_t kept = 0, end;

	sort_elements(finding, report->finding_count, sizeof(*finding),
		compare_identity_elements);
	for (size_t i = 0; i < report->finding_count; i = end) {
		end = i + 1;
		while (end < report->finding_count &&
			finding[end].fingerprint == finding[i].fingerprint)
			end++;
		finding[kept++] = join_findings(report, &finding[i], end - i);
	}
	report->finding_count = kept;
	sort_elements(finding, kept, sizeof(*finding), compare_rank_elements);
}

/* By key, and of one process the fuller first. */
static int compare_process_elements(const void *left, const void *right)
{
	const struct report_process *a = left, *b = right;
	struct report_process_key key_a = report_process_key(a);
	struct report_process_key key_b = report_process_key(b);

	return report_compare_key(&key_a, &key_b)
		?: report_compare_number(a->truncated, b->truncated)
		?: report_compare_number(b->events, a->events)
		?: report_compare_number(b->calls, a->calls)
		?: report_compare_number(b->activations, a->activations)
		?: rows_compare(&report_process_rows, a, b);
}

static void join_equal_processes(struct report *report)
{
	struct report_process *process = report->process;
	size_t kept = 0;

	sort_elements(process, report->process_count, sizeof(*process),
		compare_process_elements);
	for (size_t i = 0; i < report->process_count; i++) {
		struct report_process_key key = report_process_key(&process[i]);
		struct report_process_key last = key;
		if (kept > 0)
			last = report_process_key(&process[kept - 1]);
		if (kept == 0 || report_compare_key(&last, &key) != 0)
			process[kept++] = process[i];
	}
	report->process_count = kept;
}

/* Processes of one program are neighbours. */
static struct report_coverage coverage_of(
	const struct report_process *process, size_t count)
{
	struct report_coverage sum = {0}, program = {0};

	for (size_t i = 0; i < count; i++) {
		bool is_last = i + 1 == count ||
			       report_compare_text(process[i].program,
				       process[i + 1].program) != 0;
#define RAISE(field)                                                           \
	if (program.field < process[i].field)                                  \
	program.field = process[i].field
		RAISE(functions);
		RAISE(traversing);
		RAISE(traversal_points);
#undef RAISE
		sum.events = add_saturating(sum.events, process[i].events);
		sum.calls = add_saturating(sum.calls, process[i].calls);
		sum.activations =
			add_saturating(sum.activations, process[i].activations);
		if (!is_last)
			continue;
		sum.functions =
			add_saturating(sum.functions, program.functions);
		sum.traversing =
			add_saturating(sum.traversing, program.traversing);
		sum.traversal_points = add_saturating(
			sum.traversal_points, program.traversal_points);
		program = (struct report_coverage){0};
	}
	return sum;
}

/* A report of one process that was not told which parts of its coverage are the
 * process's: all are. */
static void give_coverage(struct report *report)
{
	struct report_process *process = report->process;
	const struct report_coverage *coverage = &report->coverage;

	if (report->process_count != 1 || process->functions != 0 ||
		process->traversing != 0 || process->traversal_points != 0)
		return;
	process->functions = coverage->functions;
	process->traversing = coverage->traversing;
	process->traversal_points = coverage->traversal_points;
	if (process->events == 0)
		process->events = coverage->events;
	if (process->calls == 0)
		process->calls = coverage->calls;
	if (process->activations == 0)
		process->activations = coverage->activations;
}

void report_sort(struct report *report)
{
	static const struct report_process unknown = {
		.program = "?", .test = "?", .command = "?", .exit_code = -1};

	if (report->process_count == 0 && report->finding_count > 0)
		report_append_process(report, &unknown);
	give_coverage(report);
	join_equal_processes(report);
	join_equal_findings(report);
	report_join_graphs(report);
	report->coverage = coverage_of(report->process, report->process_count);
	report->warning_count =
		report_unique_texts(report->warning, report->warning_count);
	report->private_->is_open = false;
}

void report_merge(struct report *into, struct report *from)
{
	if (from->private_->is_open)
		report_sort(from);
	if (into->private_->is_open)
		report_sort(into);
	for (size_t i = 0; i < from->process_count; i++)
		report_append_process(into, &from->process[i]);
	for (size_t i = 0; i < from->finding_count; i++)
		report_append_finding(into, &from->finding[i]);
	for (size_t i = 0; i < from->graph_count; i++)
		report_add_graph(into, &from->graph[i]);
	for (size_t i = 0; i < from->warning_count; i++)
		report_add_warning(into, "%s", from->warning[i]);
}
