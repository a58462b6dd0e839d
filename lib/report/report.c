/* SPDX-License-Identifier: MIT
 * The report model: holding processes, findings and warnings. */
#include "config.h"

#include "lib/report/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/report/internal.h"

static const char *const rule_names[] = {"redundant", "rewalk", "traversal"};
static const char *const severity_names[] = {"info", "low", "medium", "high"};
static const char *const exactness_names[] = {
	"exact", "lower-bound", "estimate"};

const char *report_rule_name(enum report_rule rule)
{
	return rule_names[rule];
}

const char *report_severity_name(enum report_severity severity)
{
	return severity_names[severity];
}

const char *report_exactness_name(enum report_exactness exactness)
{
	return exactness_names[exactness];
}

void report_init(struct report *report)
{
	*report = (struct report){0};
	report->private_ = memory_alloc_zero(1, sizeof(*report->private_));
	arena_init(&report->private_->arena);
}

void report_release(struct report *report)
{
	if (report->private_ == NULL)
		return;
	arena_release(&report->private_->arena);
	free(report->private_);
	free(report->process);
	free(report->finding);
	free(report->graph);
	free(report->warning);
	free(report->suppression);
	*report = (struct report){0};
}

const char *report_copy_text(struct report *report, const char *text)
{
	return arena_string(&report->private_->arena, text);
}

struct report_process_key report_copy_key(
	struct report *report, const struct report_process_key *key)
{
	struct report_process_key copy = *key;

	copy.program = report_copy_text(report, key->program);
	copy.command = report_copy_text(report, key->command);
	return copy;
}

const char **report_copy_texts(
	struct report *report, const char *const *text, size_t count)
{
	const char **copy;

	if (count == 0)
		return NULL;
	copy = arena_alloc(&report->private_->arena, count * sizeof(*copy));
	for (size_t i = 0; i < count; i++)
		copy[i] = report_copy_text(report, text[i]);
	return copy;
}

static struct report_places copy_places(
	struct report *report, struct report_places places)
{
	struct report_places copy = {.count = places.count};

	if (places.count == 0)
		return copy;
	copy.place = arena_alloc(
		&report->private_->arena, places.count * sizeof(*copy.place));
	for (size_t i = 0; i < places.count; i++) {
		struct report_place place = places.place[i];
		place.function = report_copy_text(report, place.function);
		place.linkage = report_copy_text(report, place.linkage);
		place.file = report_copy_text(report, place.file);
		place.object = report_copy_text(report, place.object);
		place.text = report_copy_text(report, place.text);
		copy.place[i] = place;
	}
	return copy;
}

double report_round(double real)
{
	char text[40];

	if (!isfinite(real))
		return isnan(real) ? 0 : real > 0 ? 1e300 : -1e300;
	snprintf(text, sizeof(text), "%.9g", real);
	return strtod(text, NULL);
}

static struct report_evidence copy_evidence(
	struct report *report, struct report_evidence evidence)
{
	struct growth_point *point = arena_copy(&report->private_->arena,
		evidence.point, evidence.point_count * sizeof(*point));

	if (evidence.walk_count > REPORT_WALKS_MAX)
		evidence.walk_count = REPORT_WALKS_MAX;
	evidence.walk = arena_copy(&report->private_->arena, evidence.walk,
		evidence.walk_count * sizeof(*evidence.walk));
	for (size_t i = 0; i < evidence.point_count; i++)
		point[i] = (struct growth_point){report_round(point[i].size),
			report_round(point[i].cost)};
	evidence.point_count = report_thin_points(point, evidence.point_count);
	evidence.point = point;
	evidence.rewalk_ratio = report_round(evidence.rewalk_ratio);
	evidence.multiplicity = report_round(evidence.multiplicity);
	evidence.degree = report_round(evidence.degree);
	evidence.degree_low = report_round(evidence.degree_low);
	evidence.degree_high = report_round(evidence.degree_high);
	return evidence;
}

/* What the adder of a finding said about its own process; the process is known
 * when the report is sorted. */
static struct report_witness own_witness(const struct report_finding *finding)
{
	return (struct report_witness){.evidence = finding->evidence,
		.severity = finding->severity,
		.is_bounded = finding->is_bounded,
		.exactness = finding->exactness,
		.score = finding->score,
		.tests = finding->tests,
		.test_count = finding->test_count,
		.sentence = finding->sentence};
}

static struct report_witness copy_witness(
	struct report *report, const struct report_witness *witness)
{
	struct report_witness copy = *witness;

	copy.process = report_copy_key(report, &witness->process);
	copy.evidence = copy_evidence(report, witness->evidence);
	copy.tests =
		report_copy_texts(report, witness->tests, witness->test_count);
	copy.test_count = report_unique_texts(copy.tests, copy.test_count);
	copy.sentence = report_copy_text(report, witness->sentence);
	return copy;
}

static void copy_witnesses(struct report *report, struct report_finding *copy,
	const struct report_finding *finding)
{
	struct report_witness own = own_witness(finding);
	const struct report_witness *from = finding->witness;

	if (finding->witness_count == 0) {
		from = &own;
		copy->witness_count = 1;
	}
	copy->witness = arena_alloc(&report->private_->arena,
		copy->witness_count * sizeof(*copy->witness));
	for (size_t i = 0; i < copy->witness_count; i++)
		copy->witness[i] = copy_witness(report, &from[i]);
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

void report_append_finding(
	struct report *report, const struct report_finding *finding)
{
	struct report_finding copy = *finding;

	copy.function = report_copy_text(report, finding->function);
	copy.file = report_copy_text(report, finding->file);
	copy.root = report_copy_text(report, finding->root);
	copy.field = report_copy_text(report, finding->field);
	copy.structure_kind = report_copy_text(report, finding->structure_kind);
	copy.structure_type = report_copy_text(report, finding->structure_type);
	copy.sentence = report_copy_text(report, finding->sentence);
	copy.evidence = copy_evidence(report, finding->evidence);
	copy.proof = report_copy_proof(report, finding->proof);
	copy.tests = NULL;
	copy.test_count = 0;
	copy.aec = copy_places(report, finding->aec);
	copy.sites = copy_places(report, finding->sites);
	copy.callers = copy_places(report, finding->callers);
	copy.allocated_at = copy_places(report, finding->allocated_at);
	weigh_places(copy.sites);
	weigh_places(copy.callers);
	copy_witnesses(report, &copy, finding);
	report->finding = memory_grow(report->finding,
		&report->private_->finding_capacity, report->finding_count + 1,
		sizeof(copy));
	report->finding[report->finding_count++] = copy;
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
	struct report_process copy = *process;

	copy.program = report_copy_text(report, process->program);
	copy.test = report_copy_text(report, process->test);
	copy.command = report_copy_text(report, process->command);
	copy.truncated_why = report_copy_text(report, process->truncated_why);
	copy.seconds = report_round(process->seconds);
	report->process = memory_grow(report->process,
		&report->private_->process_capacity, report->process_count + 1,
		sizeof(copy));
	report->process[report->process_count++] = copy;
}

void report_add_process(
	struct report *report, const struct report_process *process)
{
	report_append_process(report, process);
	report->private_->is_open = true;
}

void report_add_warning(struct report *report, const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = memory_format_list(format, arguments);
	va_end(arguments);
	report->warning = memory_grow(report->warning,
		&report->private_->warning_capacity, report->warning_count + 1,
		sizeof(*report->warning));
	report->warning[report->warning_count++] =
		report_copy_text(report, text);
	free(text);
}

void report_add_suppression(
	struct report *report, const struct report_suppression *suppression)
{
	struct report_suppression copy = *suppression;

	copy.name = report_copy_text(report, suppression->name);
	copy.file = report_copy_text(report, suppression->file);
	report->suppression = memory_grow(report->suppression,
		&report->private_->suppression_capacity,
		report->suppression_count + 1, sizeof(copy));
	report->suppression[report->suppression_count++] = copy;
}

bool report_finding_matches(
	const struct report_finding *finding, const char *id)
{
	if (strncasecmp(id, "RT-", 3) == 0)
		id += 3;
	return *id != '\0' && strncasecmp(finding->id + 3, id, strlen(id)) == 0;
}

bool report_finding_is_shown(const struct report_finding *finding)
{
	return finding->rule != REPORT_TRAVERSAL && !finding->suppressed &&
	       (finding->severity != REPORT_INFO ||
		       report_finding_state(finding) == REPORT_PROVED);
}

uint64_t report_finding_repeated(const struct report_finding *finding)
{
	double repeated = finding->evidence.rewalk_ratio *
			  (double)finding->evidence.reads;

	return repeated > 0 && repeated < 1e18 ? (uint64_t)(repeated + 0.5) : 0;
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
