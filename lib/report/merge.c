/* SPDX-License-Identifier: MIT
 * Merging reports. What two of them know of one thing is joined by the first in
 * a total order, or as a set, so the result does not depend on order or
 * repetition. Totals are computed from the joined parts. */
#include "config.h"

#include "lib/report/cause.h"
#include "lib/report/joins.h"
#include "lib/report/report.h"

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

static void join_place(
	struct report_place *into, const struct report_place *from)
{
	if (into->weight < from->weight)
		into->weight = from->weight;
	if (into->longest.max == 0)
		into->longest = from->longest;
	else if (from->longest.max != 0)
		into->longest =
			report_join_ranges(into->longest, from->longest);
}

/* The union of PLACES, heaviest first. */
static struct report_places merge_join_places(
	struct report *report, const struct report_lists *places)
{
	struct report_places joined = {0};
	size_t total;
	struct report_place *all = report_gather(report, places, &total);

	report_sort_array(all, total, sizeof *all, compare_position_elements);
	for (size_t i = 0; i < total; i++) {
		struct report_place *last = all + joined.count - 1;
		if (joined.count == 0 ||
			report_compare_position(last, &all[i]) != 0)
			all[joined.count++] = all[i];
		else
			join_place(last, &all[i]);
	}
	report_sort_array(
		all, joined.count, sizeof *all, compare_weight_elements);
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

/* Joins the COUNT findings of one fingerprint at GROUP. */
static struct report_finding join_findings(
	struct report *report, const struct report_finding *group, size_t count)
{
	struct report_finding joined = group[0];

	if (count == 1 && joined.tests) /* as join_tests left it */
		return joined;
	for (size_t i = 1; i < count; i++) {
		bool suppressed = joined.suppressed || group[i].suppressed;
		const struct report_triage triage =
			joined.triage.state ? joined.triage : group[i].triage;
		const struct report_proof *proof =
			report_stronger_proof(joined.proof, group[i].proof);
		if (compare_description(&group[i], &joined) < 0)
			joined = group[i];
		joined.suppressed = suppressed;
		joined.triage = triage;
		joined.proof = proof;
	}
	joined.sites = merge_join_places(
		report, &REPORT_LISTS(group, count, sites.place, sites.count));
	joined.callers = merge_join_places(report,
		&REPORT_LISTS(group, count, callers.place, callers.count));
	report_join_witnesses(report, &joined, group, count);
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
	return report_compare_cost(left, right);
}

static void join_equal_findings(struct report *report)
{
	struct report_finding *finding = report->finding;
	size_t kept = 0, end;

	report_sort_array(finding, report->finding_count, sizeof *finding,
		compare_identity_elements);
	for (size_t i = 0; i < report->finding_count; i = end) {
		end = i + 1;
		while (end < report->finding_count &&
			finding[end].fingerprint == finding[i].fingerprint)
			end++;
		finding[kept++] = join_findings(report, &finding[i], end - i);
	}
	report->finding_count = kept;
	report_nest_loops(report);
	report_lower_unshown(report);
	report_raise_outer_loops(report);
	report_take_verdicts(report);
	report_sort_array(
		finding, kept, sizeof *finding, compare_rank_elements);
}

/* By key, and of one process the fuller first. */
static int compare_process_elements(const void *left, const void *right)
{
	const struct report_process *a = left, *b = right;
	struct report_process_key key_a = report_process_key(a);
	struct report_process_key key_b = report_process_key(b);

	return report_compare_key(&key_a, &key_b)
		?: report_compare_number(a->truncated, b->truncated)
		?: report_compare_number(a->is_short, b->is_short)
		?: report_compare_number(b->events, a->events)
		?: report_compare_number(b->calls, a->calls)
		?: report_compare_number(b->activations, a->activations)
		?: rows_compare(&report_process_rows, a, b);
}

static void join_equal_processes(struct report *report)
{
	struct report_process *process = report->process;
	size_t kept = 0;

	report_sort_array(process, report->process_count, sizeof *process,
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

static int merge_compare_tests(const void *left, const void *right)
{
	return rows_compare(&report_test_rows, left, right);
}

/* By name; one that is told twice is one. */
static void join_equal_tests(struct report *report)
{
	struct report_test *test = report->test;
	size_t kept = 0;

	report_sort_array(
		test, report->test_count, sizeof(*test), merge_compare_tests);
	for (size_t i = 0; i < report->test_count; i++)
		if (kept == 0 ||
			merge_compare_tests(&test[kept - 1], &test[i]) != 0)
			test[kept++] = test[i];
	report->test_count = kept;
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
		RAISE(left_out);
#undef RAISE
		sum.events = report_add(sum.events, process[i].events);
		sum.calls = report_add(sum.calls, process[i].calls);
		sum.framework = sum.framework ?: process[i].framework;
		sum.activations =
			report_add(sum.activations, process[i].activations);
		if (!is_last)
			continue;
		sum.functions = report_add(sum.functions, program.functions);
		sum.traversing = report_add(sum.traversing, program.traversing);
		sum.traversal_points = report_add(
			sum.traversal_points, program.traversal_points);
		sum.left_out = report_add(sum.left_out, program.left_out);
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
		process->traversing != 0 || process->traversal_points != 0 ||
		process->left_out != 0)
		return;
	process->left_out = coverage->left_out;
	process->framework = coverage->framework;
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
	join_equal_tests(report);
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
	if (rows_compare(&report_limits_rows, &into->limits, &from->limits) > 0)
		into->limits = from->limits;
	into->is_grown |= from->is_grown;
	for (size_t i = 0; i < from->process_count; i++)
		report_append_process(into, &from->process[i]);
	for (size_t i = 0; i < from->finding_count; i++)
		report_append_finding(into, &from->finding[i]);
	for (size_t i = 0; i < from->graph_count; i++)
		report_add_graph(into, &from->graph[i]);
	for (size_t i = 0; i < from->test_count; i++)
		report_add_test(into, &from->test[i]);
	for (size_t i = 0; i < from->warning_count; i++)
		report_add_warning(into, "%s", from->warning[i]);
}

/*--- texts ---*/

struct merge_mapping {
	struct arena *arena;
	const char *(*map)(
		struct arena *arena, const char *text, const void *closure);
	const void *closure;
};

static void merge_map_text(const char **text, void *closure)
{
	const struct merge_mapping *mapping = closure;

	*text = mapping->map(mapping->arena, *text, mapping->closure);
}

void report_map_texts(struct report *report,
	const char *(*map)(
		struct arena *arena, const char *text, const void *closure),
	const void *closure)
{
	struct merge_mapping mapping = {&report->private_->arena, map, closure};

	rows_visit_texts(&report_rows, report, merge_map_text, &mapping);
	report_sort(report);
}
