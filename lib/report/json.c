/* SPDX-License-Identifier: MIT
 * Writes a report as JSON, "retread-report-1": the same bytes for the same
 * content. */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "lib/json.h"
#include "lib/report/internal.h"
#include "lib/report/report.h"

static void put_range(struct json_value *object, const char *key,
	const struct report_range *range)
{
	struct json_value *pair = json_make_object();

	json_put_count(pair, "min", range->min);
	json_put_count(pair, "max", range->max);
	json_put(object, key, pair);
}

static void put_place(
	struct json_value *array, const struct report_place *place)
{
	struct json_value *object = json_make_object();

	json_put_text(object, "function", place->function);
	if (place->linkage != NULL)
		json_put_text(object, "linkage", place->linkage);
	json_put_text(object, "file", place->file);
	json_put_count(object, "line", place->line);
	json_put_count(object, "column", place->column);
	json_put_text(object, "object", place->object);
	json_put_text(object, "text", place->text);
	if (place->weight != 0)
		json_put_count(object, "weight", place->weight);
	if (place->longest.max != 0)
		put_range(object, "longest_walk", &place->longest);
	json_append(array, object);
}

static void put_places(struct json_value *object, const char *key,
	const struct report_places *places)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < places->count; i++)
		put_place(array, &places->place[i]);
	json_put(object, key, array);
}

static void put_texts(struct json_value *object, const char *key,
	const char *const *text, size_t count)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < count; i++)
		json_append_text(array, text[i]);
	json_put(object, key, array);
}

static void put_walks(
	struct json_value *object, const struct report_evidence *from)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < from->walk_count; i++) {
		struct json_value *walk = json_make_object();
		json_put_count(walk, "cells", from->walk[i].length);
		json_put_count(walk, "again", from->walk[i].again);
		json_append(array, walk);
	}
	json_put(object, "first_walks", array);
}

static void put_points(
	struct json_value *object, const struct report_evidence *from)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < from->point_count; i++) {
		struct json_value *point = json_make_object();
		json_put_real(point, "size", from->point[i].size);
		json_put_real(point, "cost", from->point[i].cost);
		json_append(array, point);
	}
	json_put(object, "samples", array);
}

static void put_evidence(
	struct json_value *object, const struct report_evidence *from)
{
	struct json_value *evidence = json_make_object();

	json_put_count(evidence, "activations", from->activations);
	put_range(evidence, "walks", &from->walks);
	put_range(evidence, "walk_length", &from->walk_length);
	json_put_count(evidence, "reads", from->reads);
	json_put_count(evidence, "distinct", from->distinct);
	json_put_real(evidence, "rewalk_ratio", from->rewalk_ratio);
	json_put_real(evidence, "multiplicity", from->multiplicity);
	if (from->points > 0) {
		struct json_value *growth = json_make_object();
		json_put_real(growth, "degree", from->degree);
		json_put_real(growth, "low", from->degree_low);
		json_put_real(growth, "high", from->degree_high);
		json_put_count(growth, "points", from->points);
		json_put(evidence, "growth", growth);
	}
	if (from->walk_count > 0)
		put_walks(evidence, from);
	if (from->point_count > 0)
		put_points(evidence, from);
	json_put(object, "evidence", evidence);
}

/* A process is named by its place in the report's list. */
static size_t process_index(
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

static void put_witness(struct json_value *array, const struct report *report,
	const struct report_witness *witness)
{
	struct json_value *object = json_make_object();

	json_put_count(
		object, "process", process_index(report, &witness->process));
	json_put_text(
		object, "severity", report_severity_name(witness->severity));
	if (witness->is_bounded)
		json_put_bool(object, "bounded", true);
	json_put_text(
		object, "exactness", report_exactness_name(witness->exactness));
	json_put_count(object, "score", witness->score);
	put_texts(object, "tests", witness->tests, witness->test_count);
	json_put_text(object, "sentence", witness->sentence);
	put_evidence(object, &witness->evidence);
	json_append(array, object);
}

static void put_structure(
	struct json_value *object, const struct report_finding *finding)
{
	struct json_value *structure = json_make_object();

	json_put_text(structure, "kind", finding->structure_kind);
	json_put_text(structure, "type", finding->structure_type);
	json_put_count(structure, "bytes", finding->structure_bytes);
	put_places(structure, "allocated_at", &finding->allocated_at);
	json_put(object, "structure", structure);
}

static struct json_value *finding_value(
	const struct report *report, const struct report_finding *finding)
{
	struct json_value *object = json_make_object();
	struct json_value *witnesses = json_make_array();
	char fingerprint[17];

	snprintf(fingerprint, sizeof(fingerprint), "%016" PRIx64,
		finding->fingerprint);
	json_put_text(object, "id", finding->id);
	json_put_text(object, "fingerprint", fingerprint);
	json_put_text(object, "rule", report_rule_name(finding->rule));
	json_put_text(
		object, "severity", report_severity_name(finding->severity));
	if (finding->is_bounded)
		json_put_bool(object, "bounded", true);
	json_put_text(object, "function", finding->function);
	json_put_text(object, "file", finding->file);
	json_put_count(object, "line", finding->line);
	json_put_text(object, "sentence", finding->sentence);
	put_places(object, "aec", &finding->aec);
	put_places(object, "sites", &finding->sites);
	put_places(object, "callers", &finding->callers);
	json_put_text(object, "root", finding->root);
	json_put_text(object, "field", finding->field);
	put_structure(object, finding);
	put_evidence(object, &finding->evidence);
	json_put_text(
		object, "exactness", report_exactness_name(finding->exactness));
	json_put_count(object, "score", finding->score);
	put_texts(object, "tests", finding->tests, finding->test_count);
	json_put_bool(object, "suppressed", finding->suppressed);
	json_put_text(object, "state",
		report_state_name(report_finding_state(finding)));
	if (finding->proof != NULL)
		json_put(object, "proof", report_make_proof(finding->proof));
	for (size_t i = 0; i < finding->witness_count; i++)
		put_witness(witnesses, report, &finding->witness[i]);
	json_put(object, "witnesses", witnesses);
	return object;
}

static struct json_value *process_value(const struct report_process *process)
{
	struct json_value *object = json_make_object();

	json_put_text(object, "program", process->program);
	json_put_text(object, "test", process->test);
	json_put_text(object, "command", process->command);
	json_put_count(object, "pid", process->pid);
	json_put_count(object, "parent_pid", process->parent_pid);
	json_put_count(object, "started_unix_ms", process->started_unix_ms);
	json_put_number(object, "exit_code", process->exit_code);
	json_put_number(object, "signal", process->signal);
	json_put_bool(object, "truncated", process->truncated);
	json_put_text(object, "truncated_why", process->truncated_why);
	json_put_count(object, "events", process->events);
	json_put_count(object, "calls", process->calls);
	json_put_count(object, "activations", process->activations);
	json_put_count(object, "functions", process->functions);
	json_put_count(object, "traversing", process->traversing);
	json_put_count(object, "traversal_points", process->traversal_points);
	json_put_real(object, "seconds", process->seconds);
	return object;
}

static struct json_value *run_value(const struct report *report)
{
	struct json_value *run = json_make_object();
	struct json_value *processes = json_make_array();

	for (size_t i = 0; i < report->process_count; i++)
		json_append(processes, process_value(&report->process[i]));
	json_put_text(run, "retread", PACKAGE_VERSION);
	json_put(run, "processes", processes);
	put_texts(run, "warnings", report->warning, report->warning_count);
	return run;
}

static struct json_value *coverage_value(const struct report_coverage *coverage)
{
	struct json_value *object = json_make_object();

	json_put_count(object, "functions", coverage->functions);
	json_put_count(object, "traversing", coverage->traversing);
	json_put_count(object, "traversal_points", coverage->traversal_points);
	json_put_count(object, "events", coverage->events);
	json_put_count(object, "calls", coverage->calls);
	json_put_count(object, "activations", coverage->activations);
	return object;
}

static struct json_value *suppressions_value(const struct report *report)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < report->suppression_count; i++) {
		const struct report_suppression *one = &report->suppression[i];
		struct json_value *object = json_make_object();
		json_put_text(object, "name", one->name);
		json_put_text(object, "file", one->file);
		json_put_count(object, "line", one->line);
		json_put_count(object, "findings", one->findings);
		json_append(array, object);
	}
	return array;
}

static struct json_value *make_finding(const void *data, size_t index)
{
	const struct report *report = data;

	return finding_value(report, &report->finding[index]);
}

/* A report's members; findings and graphs are too many to be there all at once. */
#define MEMBERS_MAX 6
struct members {
	size_t count;
	struct json_member member[MEMBERS_MAX];
};

static void add_value(
	struct members *members, const char *key, struct json_value *value)
{
	members->member[members->count++] =
		(struct json_member){.key = key, .value = value};
}

static void add_series(struct members *members, const char *key, size_t count,
	struct json_value *(*make)(const void *data, size_t index))
{
	members->member[members->count++] =
		(struct json_member){.key = key, .count = count, .make = make};
}

static struct members make_members(struct report *report)
{
	struct members members = {0};

	report_sort(report);
	add_value(&members, "schema", json_make_text(REPORT_SCHEMA));
	add_value(&members, "run", run_value(report));
	add_value(&members, "coverage", coverage_value(&report->coverage));
	add_series(&members, "findings", report->finding_count, make_finding);
	add_series(&members, "graphs", report->graph_count, report_make_graph);
	if (report->suppression_count > 0)
		add_value(&members, "suppressions", suppressions_value(report));
	return members;
}

static void release_members(struct members *members)
{
	for (size_t i = 0; i < members->count; i++)
		json_free(members->member[i].value);
}

struct json_value *report_make_json(struct report *report)
{
	struct members members = make_members(report);
	struct json_value *object = json_make_object();

	for (size_t i = 0; i < members.count; i++) {
		const struct json_member *member = &members.member[i];
		struct json_value *value = member->value;
		if (value == NULL)
			value = json_make_array();
		for (size_t k = 0; k < member->count; k++)
			json_append(value, member->make(report, k));
		json_put(object, member->key, value);
	}
	return object;
}

int report_write_json(
	struct report *report, const char *path, struct error *err)
{
	struct members members = make_members(report);
	int result = json_write_members(
		members.member, members.count, report, path, err);

	release_members(&members);
	return result;
}

int report_print_json(struct report *report, FILE *out, struct error *err)
{
	struct members members = make_members(report);
	int result = json_print_members(
		members.member, members.count, report, out, err);

	release_members(&members);
	return result;
}
