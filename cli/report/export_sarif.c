/* SPDX-License-Identifier: MIT
 * SARIF 2.1.0, as forges take it: one run, at most 5,000 results, lines from 1,
 * file names relative to the source root. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/report/export.h"
#include "cli/report/names.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

#define RESULTS_MAX 5000
#define PLACES_MAX  100
#define ROOT_ID	    "SRCROOT"

static const struct {
	const char *id, *name, *summary, *help;
} rules[] = {
	[REPORT_REDUNDANT] = {"retread-redundant", "RedundantTraversal",
		"A structure is walked again and again from its beginning.",
		"Nothing changed between the walks. Keep what the first walk "
		"found, or an index beside the structure."},
	[REPORT_REWALK] = {"retread-rewalk", "RepeatedWalk",
		"A walk repeats earlier ones over cells that did not change.",
		"Keep what an earlier walk found, or an index beside the "
		"structure, or begin where the last walk ended."},
};

static struct json_value *message(const char *text)
{
	struct json_value *object = json_make_object();

	json_put_text(object, "text", text != NULL ? text : "?");
	return object;
}

/* PATH as a reference: percent-encoded, slashes stay. Free it. */
static char *encode(const char *prefix, const char *path)
{
	static const char safe[] = "abcdefghijklmnopqrstuvwxyz"
				   "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
	char *encoded = memory_alloc(strlen(prefix) + 3 * strlen(path) + 1);
	char *to = stpcpy(encoded, prefix);

	for (const unsigned char *c = (const unsigned char *)path; *c; c++) {
		if (strchr(safe, *c) != NULL)
			*to++ = (char)*c;
		else
			to += sprintf(to, "%%%02X", *c);
	}
	*to = '\0';
	return encoded;
}

/* Debug information says DIR/../src/file.c. Free it. */
static char *resolve(const char *file)
{
	char *resolved = realpath(file, NULL);

	return resolved != NULL ? resolved : memory_string_dup(file);
}

static struct json_value *artifact(
	const char *file, const struct export_options *options)
{
	struct json_value *object = json_make_object();
	size_t length = strlen(options->source_root);
	char *resolved = resolve(file), *uri;
	const char *relative = NULL;

	if (strncmp(resolved, options->source_root, length) == 0 &&
		resolved[length] == '/')
		relative = resolved + length + 1;
	else if (*resolved != '/')
		relative = resolved;
	uri = relative != NULL ? encode("", relative)
			       : encode("file://", resolved);
	json_put_text(object, "uri", uri);
	if (relative != NULL)
		json_put_text(object, "uriBaseId", ROOT_ID);
	free(uri);
	free(resolved);
	return object;
}

static enum names_length names_of(const struct export_options *options)
{
	return options->names != EXPORT_NAMES
		       ? (enum names_length)options->names
		       : NAMES_QUALIFIED;
}

/* The function in all lengths that SARIF has words for. */
static struct json_value *logical_locations(const struct report_place *place)
{
	struct json_value *array = json_make_array();
	struct json_value *object = json_make_object();
	char *name = names_show(NAMES_SHORT, place->function, place->linkage);
	char *full = names_show(NAMES_FULL, place->function, place->linkage);

	json_put_text(object, "name", name);
	json_put_text(object, "fullyQualifiedName", full);
	if (place->linkage != NULL)
		json_put_text(object, "decoratedName", place->linkage);
	json_put_text(object, "kind", "function");
	json_append(array, object);
	free(full);
	free(name);
	return array;
}

/* A place without a file is named by its function only. */
static struct json_value *location(const struct report_place *place,
	const struct export_options *options, const char *text)
{
	struct json_value *object = json_make_object();
	struct json_value *physical = json_make_object();
	struct json_value *region = json_make_object();
	const char *file = place->file != NULL ? place->file : place->object;

	if (file != NULL && *file != '\0') {
		json_put(physical, "artifactLocation", artifact(file, options));
		if (place->line > 0) {
			json_put_count(region, "startLine", place->line);
			if (place->column > 0)
				json_put_count(
					region, "startColumn", place->column);
			json_put(physical, "region", region);
			region = NULL;
		}
		json_put(object, "physicalLocation", physical);
		physical = NULL;
	}
	json_free(region);
	json_free(physical);
	if (place->function != NULL && *place->function != '\0')
		json_put(object, "logicalLocations", logical_locations(place));
	if (text != NULL)
		json_put(object, "message", message(text));
	return object;
}

static struct json_value *code_flows(const struct report_finding *finding,
	const struct export_options *options)
{
	struct json_value *flows = json_make_array();
	struct json_value *flow = json_make_object();
	struct json_value *threads = json_make_array();
	struct json_value *thread = json_make_object();
	struct json_value *steps = json_make_array();

	for (size_t i = 0; i < finding->aec.count && i < PLACES_MAX; i++) {
		const struct report_place *place = &finding->aec.place[i];
		struct json_value *step = json_make_object();
		char *name = names_show(names_of(options),
			place->function != NULL ? place->function : "?",
			place->linkage);
		char *text = memory_format("%s %s",
			i + 1 == finding->aec.count ? "read in" : "called in",
			name);
		json_put(step, "location", location(place, options, text));
		json_append(steps, step);
		free(text);
		free(name);
	}
	json_put(thread, "locations", steps);
	json_append(threads, thread);
	json_put(flow, "threadFlows", threads);
	json_append(flows, flow);
	return flows;
}

static struct json_value *related(const struct report_finding *finding,
	const struct export_options *options)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < finding->allocated_at.count && i < PLACES_MAX;
		i++) {
		struct json_value *one =
			location(&finding->allocated_at.place[i], options,
				i == 0 ? "the structure is allocated here"
				       : "called from here");
		json_put_count(one, "id", i + 1);
		json_append(array, one);
	}
	return array;
}

static struct json_value *claim(const struct report_finding *finding,
	const struct export_options *options)
{
	char *text = names_claim_dup(names_of(options), finding);
	struct json_value *object;

	if (report_finding_state(finding) == REPORT_PROVED) {
		char *longer = memory_format(
			"%s; proved: %s", text, finding->proof->sentence);
		free(text);
		text = longer;
	}
	object = message(text);
	free(text);
	return object;
}

/* What is proved is a warning at least. */
static const char *level_of(const struct report_finding *finding)
{
	if (finding->severity == REPORT_HIGH)
		return "error";
	return finding->severity == REPORT_MEDIUM ||
			       report_finding_state(finding) == REPORT_PROVED
		       ? "warning"
		       : "note";
}

/* From 100 down, in the order of the report: proved before all others. */
static double rank_of(const struct report *report, size_t index)
{
	return 100.0 * (double)(report->finding_count - index) /
	       (double)report->finding_count;
}

/* The verdict of `retread prove`. */
static struct json_value *proof(const struct report_proof *from)
{
	struct json_value *object = json_make_object();

	json_put_text(object, "verdict", from->verdict);
	json_put_text(object, "sentence", from->sentence);
	if (from->model != NULL && *from->model != '\0')
		json_put_text(object, "model", from->model);
	if (from->degree > 0) {
		json_put_real(object, "degree", from->degree);
		json_put_real(object, "degreeLow", from->degree_low);
		json_put_real(object, "degreeHigh", from->degree_high);
	}
	if (from->to > 0) {
		json_put_count(object, "fromSize", from->from);
		json_put_count(object, "toSize", from->to);
	}
	if (from->one_second > 0)
		json_put_count(object, "oneSecondSize", from->one_second);
	if (from->pattern != NULL)
		json_put_text(object, "pattern", from->pattern);
	return object;
}

static const char *baseline_of(
	const struct export_options *options, size_t index)
{
	switch (options->before->after_state[index]) {
	case COMPARISON_NEW:
		return "new";
	case COMPARISON_SAME:
		return "unchanged";
	default:
		return "updated";
	}
}

/* SARIF has no word for worse and better. */
static struct json_value *properties(const struct report_finding *finding,
	const struct export_options *options, size_t index)
{
	struct json_value *object = json_make_object();

	json_put_text(object, "id", finding->id);
	json_put_text(
		object, "severity", report_severity_name(finding->severity));
	json_put_text(
		object, "exactness", report_exactness_name(finding->exactness));
	json_put_count(object, "reads", finding->evidence.reads);
	json_put_count(
		object, "repeatedReads", report_finding_repeated(finding));
	json_put_text(object, "status",
		report_state_name(report_finding_state(finding)));
	if (finding->proof != NULL)
		json_put(object, "proof", proof(finding->proof));
	if (options->before != NULL)
		json_put_text(object, "state",
			comparison_state_name(
				options->before->after_state[index]));
	return object;
}

static struct json_value *result(const struct report *report, size_t index,
	const struct export_options *options)
{
	const struct report_finding *finding = &report->finding[index];
	struct json_value *object = json_make_object();
	struct json_value *locations = json_make_array();
	struct json_value *fingerprints = json_make_object();
	struct report_place place = {.function = finding->function,
		.file = finding->file,
		.line = finding->line};
	char fingerprint[17];

	if (finding->aec.count > 0)
		place = finding->aec.place[0];
	snprintf(fingerprint, sizeof(fingerprint), "%016" PRIx64,
		finding->fingerprint);
	json_put_text(object, "ruleId", rules[finding->rule].id);
	json_put_count(object, "ruleIndex", finding->rule);
	json_put_text(object, "level", level_of(finding));
	json_put(object, "message", claim(finding, options));
	json_append(locations, location(&place, options, NULL));
	json_put(object, "locations", locations);
	json_put_text(fingerprints, "retread/v1", fingerprint);
	json_put(object, "partialFingerprints", fingerprints);
	if (finding->aec.count > 0)
		json_put(object, "codeFlows", code_flows(finding, options));
	if (finding->allocated_at.count > 0)
		json_put(object, "relatedLocations", related(finding, options));
	if (options->before != NULL)
		json_put_text(
			object, "baselineState", baseline_of(options, index));
	json_put_real(object, "rank", rank_of(report, index));
	json_put(object, "properties", properties(finding, options, index));
	return object;
}

static struct json_value *driver(void)
{
	struct json_value *object = json_make_object();
	struct json_value *list = json_make_array();

	json_put_text(object, "name", "retread");
	json_put_text(object, "version", PACKAGE_VERSION);
	json_put_text(object, "semanticVersion", PACKAGE_VERSION);
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		struct json_value *rule = json_make_object();
		json_put_text(rule, "id", rules[i].id);
		json_put_text(rule, "name", rules[i].name);
		json_put(rule, "shortDescription", message(rules[i].summary));
		json_put(rule, "fullDescription", message(rules[i].summary));
		json_put(rule, "help", message(rules[i].help));
		json_append(list, rule);
	}
	json_put(object, "rules", list);
	return object;
}

static struct json_value *roots(const struct export_options *options)
{
	struct json_value *object = json_make_object();
	struct json_value *root = json_make_object();
	char *directory = memory_format("%s/", options->source_root);
	char *uri = encode("file://", directory);

	json_put_text(root, "uri", uri);
	json_put(object, ROOT_ID, root);
	free(uri);
	free(directory);
	return object;
}

static struct json_value *suppressed(const struct report *report)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < report->finding_count; i++)
		if (report->finding[i].suppressed)
			json_append_text(array, report->finding[i].id);
	return array;
}

static struct json_value *gone(const struct comparison *before)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < before->before->finding_count; i++)
		if (before->is_gone[i] &&
			report_finding_is_shown(&before->before->finding[i]))
			json_append_text(array, before->before->finding[i].id);
	return array;
}

/* What is gone or suppressed is no result: forges would show it as one. */
static void put_others(struct json_value *run, const struct report *report,
	const struct export_options *options)
{
	struct json_value *object = json_make_object();

	json_put(object, "suppressed", suppressed(report));
	if (options->before != NULL)
		json_put(object, "gone", gone(options->before));
	json_put(run, "properties", object);
}

/* Findings stand in order of weight, so the first ones are kept. */
static struct json_value *run(
	const struct report *report, const struct export_options *options)
{
	struct json_value *object = json_make_object();
	struct json_value *tool = json_make_object();
	struct json_value *results = json_make_array();
	size_t count = 0;

	json_put(tool, "driver", driver());
	json_put(object, "tool", tool);
	json_put(object, "originalUriBaseIds", roots(options));
	json_put_text(object, "columnKind", "utf16CodeUnits");
	for (size_t i = 0; i < report->finding_count && count < RESULTS_MAX;
		i++) {
		if (!report_finding_is_shown(&report->finding[i]))
			continue;
		json_append(results, result(report, i, options));
		count++;
	}
	json_put(object, "results", results);
	put_others(object, report, options);
	return object;
}

int export_sarif(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err)
{
	struct json_value *object = json_make_object();
	struct json_value *runs = json_make_array();
	int status;

	json_put_text(object, "$schema",
		"https://json.schemastore.org/sarif-2.1.0.json");
	json_put_text(object, "version", "2.1.0");
	json_append(runs, run(report, options));
	json_put(object, "runs", runs);
	status = json_print(object, out, err);
	json_free(object);
	return status;
}
