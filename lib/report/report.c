/* SPDX-License-Identifier: MIT
 * The report model: holding processes, findings and warnings. */
#include "config.h"

#include "lib/report/report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/report/joins.h"

void report_init(struct report *report)
{
	*report = (struct report){0};
	report->private_ = memory_alloc_zero(1, sizeof *report->private_);
	arena_init(&report->private_->arena);
}

void report_release(struct report *report)
{
	if (!report->private_)
		return;
	arena_release(&report->private_->arena);
	free(report->private_);
	free(report->process);
	free(report->finding);
	free(report->graph);
	free(report->test);
	free(report->warning);
	free(report->suppression);
	*report = (struct report){0};
}

/* What the adder of a finding said about its own process; the process is known
 * when the report is sorted. */
static struct report_witness own_witness(const struct report_finding *finding)
{
	return (struct report_witness){.evidence = finding->evidence,
		.severity = finding->severity,
		.is_bounded = finding->is_bounded,
		.clause = finding->clause,
		.fact = finding->fact,
		.fact_count = finding->fact_count,
		.exactness = finding->exactness,
		.score = finding->score,
		.tests = finding->tests,
		.test_count = finding->test_count,
		.test_function = finding->test_function};
}

static void tidy_witness(struct report_witness *witness)
{
	struct report_evidence *evidence = &witness->evidence;

	if (evidence->walk_count > REPORT_WALKS_MAX)
		evidence->walk_count = REPORT_WALKS_MAX;
	evidence->point_count = report_thin_points(
		(struct growth_point *)evidence->point, evidence->point_count);
	witness->test_count =
		report_unique_texts(witness->tests, witness->test_count);
}

/* Turns the order PLACES came in into weights, so that merging keeps it. */
static void weigh_places(struct report_places places)
{
	for (size_t i = 0; i < places.count; i++) {
		if (places.place[i].weight != 0)
			return;
	}
	for (size_t i = 0; i < places.count; i++)
		places.place[i].weight = places.count - i;
}

/* Appends ITEM to the array AT with its COUNT and CAPACITY. */
static void *report_append(void *array, size_t *capacity, size_t *count,
	const void *item, size_t bytes)
{
	array = memory_grow(array, capacity, *count + 1, bytes);
	memcpy((char *)array + (*count)++ * bytes, item, bytes);
	return array;
}

void report_keep_finding(
	struct report *report, const struct report_finding *finding)
{
	struct report_finding kept = *finding;

	report_set_id(&kept);
	if (kept.witness_count == 0) {
		struct report_witness own = own_witness(&kept);
		kept.witness =
			arena_copy(&report->private_->arena, &own, sizeof own);
		kept.witness_count = 1;
	}
	for (size_t i = 0; i < kept.witness_count; i++)
		tidy_witness(&kept.witness[i]);
	kept.tests = NULL; /* sorting joins the witnesses' */
	kept.test_count = 0;
	weigh_places(kept.sites);
	weigh_places(kept.callers);
	report->finding = report_append(report->finding,
		&report->private_->finding_capacity, &report->finding_count,
		&kept, sizeof kept);
}

void report_keep_process(
	struct report *report, const struct report_process *process)
{
	report->process = report_append(report->process,
		&report->private_->process_capacity, &report->process_count,
		process, sizeof *process);
}

void report_keep_graph(struct report *report, const struct report_graph *graph)
{
	for (size_t i = 0; i < graph->node_count; i++)
		if (graph->node[i].walk_count == 0)
			graph->node[i].walks = 0;
	report->graph =
		report_append(report->graph, &report->private_->graph_capacity,
			&report->graph_count, graph, sizeof *graph);
}

void report_keep_test(struct report *report, const struct report_test *test)
{
	report->test =
		report_append(report->test, &report->private_->test_capacity,
			&report->test_count, test, sizeof(*test));
}

void report_keep_suppression(
	struct report *report, const struct report_suppression *suppression)
{
	report->suppression = report_append(report->suppression,
		&report->private_->suppression_capacity,
		&report->suppression_count, suppression, sizeof *suppression);
}

void report_append_finding(
	struct report *report, const struct report_finding *finding)
{
	struct report_finding copy;

	rows_copy(
		&report_finding_rows, &report->private_->arena, finding, &copy);
	report_keep_finding(report, &copy);
}

void report_add_finding(
	struct report *report, const struct report_finding *finding)
{
	struct report_finding identified = *finding;

	if (identified.fingerprint == 0)
		report_identify(&identified);
	report_append_finding(report, &identified);
	report->private_->is_open = true;
}

void report_append_process(
	struct report *report, const struct report_process *process)
{
	struct report_process copy;

	rows_copy(
		&report_process_rows, &report->private_->arena, process, &copy);
	report_keep_process(report, &copy);
}

void report_add_process(
	struct report *report, const struct report_process *process)
{
	report_append_process(report, process);
	report->private_->is_open = true;
}

void report_add_graph(struct report *report, const struct report_graph *graph)
{
	struct report_graph copy;

	rows_copy(&report_graph_rows, &report->private_->arena, graph, &copy);
	report_keep_graph(report, &copy);
}

void report_add_test(struct report *report, const struct report_test *test)
{
	struct report_test copy;

	rows_copy(&report_test_rows, &report->private_->arena, test, &copy);
	report_keep_test(report, &copy);
}

size_t report_count_outcome(
	const struct report *report, enum report_outcome outcome)
{
	size_t count = 0;

	for (size_t i = 0; i < report->test_count; i++)
		count += report->test[i].outcome == outcome;
	return count;
}

void report_add_suppression(
	struct report *report, const struct report_suppression *suppression)
{
	struct report_suppression copy;

	rows_copy(&report_suppression_rows, &report->private_->arena,
		suppression, &copy);
	report_keep_suppression(report, &copy);
}

void report_add_warning(struct report *report, const char *format, ...)
{
	va_list arguments;
	char *text;
	const char *kept;

	va_start(arguments, format);
	text = memory_format_list(format, arguments);
	va_end(arguments);
	kept = arena_string(&report->private_->arena, text);
	report->warning = report_append(report->warning,
		&report->private_->warning_capacity, &report->warning_count,
		&kept, sizeof kept);
	free(text);
}

void report_set_proof(
	struct report *report, size_t finding, const struct report_proof *proof)
{
	struct report_proof *copy =
		arena_alloc(&report->private_->arena, sizeof *copy);

	rows_copy(&report_proof_rows, &report->private_->arena, proof, copy);
	report->finding[finding].proof = copy;
	report->finding[finding].tests =
		NULL; /* sorting computes what follows */
}

bool report_finding_matches(
	const struct report_finding *finding, const char *id)
{
	if (strncasecmp(id, "RT-", 3) == 0)
		id += 3;
	return *id != '\0' && strncasecmp(finding->id + 3, id, strlen(id)) == 0;
}

bool report_finding_is_proved(const struct report_finding *finding)
{
	return finding->proof && finding->proof->state == REPORT_PROVED;
}

bool report_finding_is_notable(const struct report_finding *finding)
{
	return finding->rule != REPORT_TRAVERSAL &&
	       (finding->severity != REPORT_INFO ||
		       report_finding_is_proved(finding));
}

bool report_finding_is_shown(const struct report_finding *finding)
{
	return report_finding_is_notable(finding) && !finding->suppressed;
}

uint64_t report_site_reads(const struct report_finding *finding, size_t site)
{
	uint64_t heaviest = 0;

	for (size_t i = 0; i < finding->sites.count; i++)
		if (finding->sites.place[i].weight > heaviest)
			heaviest = finding->sites.place[i].weight;
	if (heaviest == 0)
		return finding->evidence.reads;
	return (uint64_t)((double)finding->evidence.reads *
				  ((double)finding->sites.place[site].weight /
					  (double)heaviest) +
			  0.5);
}
