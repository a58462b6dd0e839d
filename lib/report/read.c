/* SPDX-License-Identifier: MIT
 * Reads a report from JSON. Nothing in the file is believed: what is not of its
 * type or range is refused with its path. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/report/internal.h"
#include "lib/report/report.h"

#define REAL_MAX 1e300

static const char *const rules[] = {"redundant", "rewalk", "traversal", NULL};
static const char *const severities[] = {"info", "low", "medium", "high", NULL};
static const char *const exactnesses[] = {
	"exact", "lower-bound", "estimate", NULL};

/* What one file is read with: SCRATCH holds arrays until they are copied into
 * the report. */
struct reading {
	struct report *report;
	struct arena scratch;
	struct report_process_key *key;
	size_t key_count;
};

static struct report_range read_range(
	const struct json_at *object, const char *key)
{
	struct json_at at = json_at_member(object, key, JSON_KIND_OBJECT);
	struct report_range range = {
		.min = json_get_count(&at, "min", UINT64_MAX),
		.max = json_get_count(&at, "max", UINT64_MAX),
	};

	if (range.min > range.max)
		json_at_fail(&at, NULL,
			"has a \"min\" of %" PRIu64
			" above its \"max\" of %" PRIu64,
			range.min, range.max);
	return range;
}

static struct report_place read_place(const struct json_at *at)
{
	struct report_place place = {
		.function = json_get_text_or_null(at, "function"),
		.file = json_get_text_or_null(at, "file"),
		.object = json_get_text_or_null(at, "object"),
		.line = (unsigned)json_get_count(at, "line", UINT32_MAX),
		.column = (unsigned)json_get_count(at, "column", UINT32_MAX),
		.text = json_get_text_or_null(at, "text"),
	};

	if (json_has(at, "linkage"))
		place.linkage = json_get_text(at, "linkage");
	if (json_has(at, "weight"))
		place.weight = json_get_count(at, "weight", UINT64_MAX);
	if (json_has(at, "longest_walk"))
		place.longest = read_range(at, "longest_walk");
	return place;
}

static struct report_places read_places(
	struct reading *reading, const struct json_at *object, const char *key)
{
	struct json_at array = json_at_member(object, key, JSON_KIND_ARRAY);
	struct report_places places = {.count = json_at_length(&array)};

	places.place = arena_alloc_zero(
		&reading->scratch, places.count, sizeof(*places.place));
	for (size_t i = 0; i < places.count && !array.reader->failed; i++) {
		struct json_at at =
			json_at_element(&array, i, JSON_KIND_OBJECT);
		places.place[i] = read_place(&at);
	}
	return places;
}

static void read_growth(
	const struct json_at *object, struct report_evidence *evidence)
{
	struct json_at at;

	if (!json_has(object, "growth"))
		return;
	at = json_at_member(object, "growth", JSON_KIND_OBJECT);
	evidence->degree = json_get_real(&at, "degree", -REAL_MAX, REAL_MAX);
	evidence->degree_low = json_get_real(&at, "low", -REAL_MAX, REAL_MAX);
	evidence->degree_high = json_get_real(&at, "high", -REAL_MAX, REAL_MAX);
	evidence->points = json_get_count(&at, "points", UINT64_MAX);
}

static void read_walks(struct reading *reading, const struct json_at *object,
	struct report_evidence *evidence)
{
	struct json_at array =
		json_at_member(object, "first_walks", JSON_KIND_ARRAY);
	size_t count = json_at_length(&array);
	struct report_walk *walk =
		arena_alloc_zero(&reading->scratch, count, sizeof(*walk));

	for (size_t i = 0; i < count && !array.reader->failed; i++) {
		struct json_at at =
			json_at_element(&array, i, JSON_KIND_OBJECT);
		walk[i].length =
			(uint32_t)json_get_count(&at, "cells", UINT32_MAX);
		walk[i].again =
			(uint32_t)json_get_count(&at, "again", walk[i].length);
	}
	evidence->walk = walk;
	evidence->walk_count = count;
}

static void read_points(struct reading *reading, const struct json_at *object,
	struct report_evidence *evidence)
{
	struct json_at array =
		json_at_member(object, "samples", JSON_KIND_ARRAY);
	size_t count = json_at_length(&array);
	struct growth_point *point =
		arena_alloc_zero(&reading->scratch, count, sizeof(*point));

	for (size_t i = 0; i < count && !array.reader->failed; i++) {
		struct json_at at =
			json_at_element(&array, i, JSON_KIND_OBJECT);
		point[i].size = json_get_real(&at, "size", 0, REAL_MAX);
		point[i].cost = json_get_real(&at, "cost", 0, REAL_MAX);
	}
	evidence->point = point;
	evidence->point_count = count;
}

static struct report_evidence read_evidence(
	struct reading *reading, const struct json_at *object)
{
	struct json_at at =
		json_at_member(object, "evidence", JSON_KIND_OBJECT);
	struct report_evidence evidence = {
		.activations = json_get_count(&at, "activations", UINT64_MAX),
		.walks = read_range(&at, "walks"),
		.walk_length = read_range(&at, "walk_length"),
		.reads = json_get_count(&at, "reads", UINT64_MAX),
		.distinct = json_get_count(&at, "distinct", UINT64_MAX),
		.rewalk_ratio = json_get_real(&at, "rewalk_ratio", 0, 1),
		.multiplicity = json_get_real(&at, "multiplicity", 0, REAL_MAX),
	};

	read_growth(&at, &evidence);
	if (json_has(&at, "first_walks"))
		read_walks(reading, &at, &evidence);
	if (json_has(&at, "samples"))
		read_points(reading, &at, &evidence);
	return evidence;
}

static const char **read_texts(struct reading *reading,
	const struct json_at *object, const char *key, size_t *count)
{
	struct json_at array = json_at_member(object, key, JSON_KIND_ARRAY);
	const char **text;

	*count = json_at_length(&array);
	text = arena_alloc_zero(&reading->scratch, *count, sizeof(*text));
	for (size_t i = 0; i < *count; i++)
		text[i] = json_get_element_text(&array, i);
	return text;
}

static struct report_witness read_witness(
	struct reading *reading, const struct json_at *at)
{
	struct report_witness witness = {
		.evidence = read_evidence(reading, at),
		.severity = (enum report_severity)json_get_choice(
			at, "severity", severities),
		.exactness = (enum report_exactness)json_get_choice(
			at, "exactness", exactnesses),
		.score = json_get_count(at, "score", UINT64_MAX),
		.sentence = json_get_text_or_null(at, "sentence"),
	};
	uint64_t process = json_get_count(at, "process", UINT32_MAX);

	if (json_has(at, "bounded"))
		witness.is_bounded = json_get_bool(at, "bounded");
	witness.tests = read_texts(reading, at, "tests", &witness.test_count);
	if (process < reading->key_count)
		witness.process = reading->key[process];
	else
		json_at_fail(at, "process",
			"is %" PRIu64 ", but only %zu processes are listed",
			process, reading->key_count);
	return witness;
}

static void read_witnesses(struct reading *reading,
	const struct json_at *object, struct report_finding *finding)
{
	struct json_at array =
		json_at_member(object, "witnesses", JSON_KIND_ARRAY);
	size_t count = json_at_length(&array);

	if (count == 0)
		json_at_fail(&array, NULL, "is empty, a finding needs one");
	finding->witness = arena_alloc_zero(
		&reading->scratch, count, sizeof(*finding->witness));
	finding->witness_count = count;
	for (size_t i = 0; i < count && !array.reader->failed; i++) {
		struct json_at at =
			json_at_element(&array, i, JSON_KIND_OBJECT);
		finding->witness[i] = read_witness(reading, &at);
	}
}

static void read_identity(
	const struct json_at *at, struct report_finding *finding)
{
	const char *fingerprint = json_get_text(at, "fingerprint");
	const char *id = json_get_text(at, "id");

	if (strlen(fingerprint) != 16 ||
		strspn(fingerprint, "0123456789abcdef") != 16) {
		json_at_fail(at, "fingerprint",
			"is not 16 hexadecimal digits in lower case");
		return;
	}
	finding->fingerprint = strtoull(fingerprint, NULL, 16);
	report_set_id(finding);
	if (finding->fingerprint == 0 || strcmp(id, finding->id) != 0)
		json_at_fail(at, "id",
			"does not belong to the fingerprint, that is %s",
			finding->id);
}

static void read_finding(struct reading *reading, const struct json_at *at)
{
	struct json_at structure =
		json_at_member(at, "structure", JSON_KIND_OBJECT);
	struct report_proof proof;
	struct report_finding finding = {
		.rule = (enum report_rule)json_get_choice(at, "rule", rules),
		.function = json_get_text_or_null(at, "function"),
		.file = json_get_text_or_null(at, "file"),
		.line = (unsigned)json_get_count(at, "line", UINT32_MAX),
		.aec = read_places(reading, at, "aec"),
		.sites = read_places(reading, at, "sites"),
		.callers = read_places(reading, at, "callers"),
		.root = json_get_text_or_null(at, "root"),
		.field = json_get_text_or_null(at, "field"),
		.structure_kind = json_get_text_or_null(&structure, "kind"),
		.structure_type = json_get_text_or_null(&structure, "type"),
		.structure_bytes = json_has(&structure, "bytes")
					   ? json_get_count(&structure, "bytes",
						     UINT64_MAX)
					   : 0,
		.allocated_at =
			read_places(reading, &structure, "allocated_at"),
		.suppressed = json_get_bool(at, "suppressed"),
	};

	if (json_has(at, "proof")) {
		proof = report_read_proof(at);
		finding.proof = &proof;
	}
	read_identity(at, &finding);
	read_witnesses(reading, at, &finding);
	if (!at->reader->failed)
		report_append_finding(reading->report, &finding);
}

static void read_findings(struct reading *reading, const struct json_at *top)
{
	struct json_at array = json_at_member(top, "findings", JSON_KIND_ARRAY);
	size_t count = json_at_length(&array);

	for (size_t i = 0; i < count && !top->reader->failed; i++) {
		struct json_at at =
			json_at_element(&array, i, JSON_KIND_OBJECT);
		read_finding(reading, &at);
	}
}

static struct report_process read_process(const struct json_at *at)
{
	struct report_process process = {
		.program = json_get_text(at, "program"),
		.test = json_get_text_or_null(at, "test"),
		.command = json_get_text_or_null(at, "command"),
		.pid = (unsigned)json_get_count(at, "pid", UINT32_MAX),
		.parent_pid =
			(unsigned)json_get_count(at, "parent_pid", UINT32_MAX),
		.started_unix_ms =
			json_get_count(at, "started_unix_ms", UINT64_MAX),
		.exit_code = (int)json_get_number(at, "exit_code", -1, 255),
		.signal = (int)json_get_number(at, "signal", -1, 255),
		.truncated = json_get_bool(at, "truncated"),
		.truncated_why = json_get_text_or_null(at, "truncated_why"),
		.events = json_get_count(at, "events", UINT64_MAX),
		.calls = json_get_count(at, "calls", UINT64_MAX),
		.activations = json_get_count(at, "activations", UINT64_MAX),
		.functions = json_get_count(at, "functions", UINT64_MAX),
		.traversing = json_get_count(at, "traversing", UINT64_MAX),
		.traversal_points =
			json_get_count(at, "traversal_points", UINT64_MAX),
		.seconds = json_get_real(at, "seconds", 0, REAL_MAX),
	};
	return process;
}

static void read_run(struct reading *reading, const struct json_at *top)
{
	struct json_at run = json_at_member(top, "run", JSON_KIND_OBJECT);
	struct json_at processes =
		json_at_member(&run, "processes", JSON_KIND_ARRAY);
	size_t count = json_at_length(&processes), warning_count;
	const char **warning =
		read_texts(reading, &run, "warnings", &warning_count);

	reading->key = arena_alloc_zero(
		&reading->scratch, count, sizeof(*reading->key));
	reading->key_count = count;
	for (size_t i = 0; i < count && !top->reader->failed; i++) {
		struct json_at at =
			json_at_element(&processes, i, JSON_KIND_OBJECT);
		struct report_process process = read_process(&at);
		reading->key[i] = report_process_key(&process);
		report_append_process(reading->report, &process);
	}
	for (size_t i = 0; i < warning_count; i++)
		report_add_warning(reading->report, "%s", warning[i]);
}

static void read_suppressions(
	struct reading *reading, const struct json_at *top)
{
	struct json_at array =
		json_at_member(top, "suppressions", JSON_KIND_ARRAY);
	size_t count = json_at_length(&array);

	for (size_t i = 0; i < count && !top->reader->failed; i++) {
		struct json_at at =
			json_at_element(&array, i, JSON_KIND_OBJECT);
		struct report_suppression one = {
			.name = json_get_text(&at, "name"),
			.file = json_get_text(&at, "file"),
			.line = (unsigned)json_get_count(
				&at, "line", UINT32_MAX),
			.findings = json_get_count(&at, "findings", UINT64_MAX),
		};
		if (!top->reader->failed)
			report_add_suppression(reading->report, &one);
	}
}

static int read_value(struct reading *reading, const struct json_value *value,
	struct error *err)
{
	struct json_reader reader = {.err = err};
	struct json_at top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	const char *schema = json_get_text(&top, "schema");

	if (!reader.failed && strcmp(schema, REPORT_SCHEMA) != 0)
		json_at_fail(&top, "schema",
			"is \"%.40s\", this retread reads \"%s\"", schema,
			REPORT_SCHEMA);
	if (!reader.failed)
		read_run(reading, &top);
	if (!reader.failed)
		read_findings(reading, &top);
	if (!reader.failed)
		report_read_graphs(reading->report, &top);
	if (!reader.failed && json_has(&top, "suppressions"))
		read_suppressions(reading, &top);
	return reader.failed ? -1 : 0;
}

int report_read_json(struct report *report, const char *path, struct error *err)
{
	struct reading reading = {.report = report};
	struct json_value *value = json_read_file(path, err);
	int result;

	if (value == NULL)
		return -1;
	arena_init(&reading.scratch);
	result = read_value(&reading, value, err);
	if (result == 0)
		report_sort(report);
	else
		error_add_context(err, "%s", path);
	arena_release(&reading.scratch);
	json_free(value);
	return result;
}
