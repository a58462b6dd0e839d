/* SPDX-License-Identifier: MIT
 * SARIF 2.1.0, as forges take it: one run, at most 5,000 results, lines from 1,
 * file names relative to the source root. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/report/forms.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/output/sarif.h"
#include "lib/report/cause.h"
#include "lib/words.h"

#define PLACES_MAX 100
#define ROOT_ID	   "SRCROOT"

static const struct {
	const char *id, *name, *summary, *help;
} rules[] = {
	[REPORT_REDUNDANT] = {"retread-redundant", "RedundantTraversal",
		"A structure is walked repeatedly from its beginning.",
		"It is unchanged between walks. Keep what the first walk "
		"found, or an index beside the structure."},
	[REPORT_REWALK] = {"retread-rewalk", "RepeatedWalk",
		"A walk repeats earlier ones over cells that did not change.",
		"Keep what an earlier walk found, or an index beside the "
		"structure, or begin where the last walk ended."},
	[REPORT_TRAVERSAL] = {"retread-traversal", "Traversal",
		"A structure is walked.", "This is not a finding by itself."},
	[REPORT_SHIFT] = {"retread-shift", "RepeatedShift",
		"Bytes are moved within one block repeatedly.",
		"Take from the end, keep where the rest begins, or compact "
		"once at the end."},
	[REPORT_COPY] = {"retread-copy", "RepeatedCopy",
		"The same content is copied repeatedly.",
		"Change it where it is, let its room double, or pass it by "
		"reference."},
	[REPORT_OVERWRITE] = {"retread-overwrite", "RepeatedWrite",
		"A range is written repeatedly before it is read.",
		"Write it once at the end, or undo only what was changed."},
	[REPORT_GROWTH] = {"retread-grows", "FasterThanData",
		"A line is executed more often than the data grows.",
		"Look at what multiplies it: the loop around it, or the "
		"callers."},
	[REPORT_RECOMPUTED] = {"retread-recomputed", "RepeatedComputation",
		"A function works out again what it has worked out before.",
		"Keep results by their arguments, or work them out from the "
		"smallest on."},
};

static struct json_value *artifact(
	const char *file, const struct export_options *options)
{
	struct json_value *object;
	bool is_relative;
	char *path = export_path_dup(file, options, &is_relative);
	char *uri = words_uri(is_relative ? "" : "file://", path);

	object = JSON_OBJECT(
		JSON("uri", uri), JSON_IF(is_relative, "uriBaseId", ROOT_ID));
	free(uri);
	free(path);
	return object;
}

/* The function in all lengths that SARIF has words for. */
static struct json_value *logical_locations(const struct report_place *place)
{
	char *name = names_show(NAMES_SHORT, place->function, place->linkage);
	char *full = names_show(NAMES_FULL, place->function, place->linkage);
	struct json_value *object = JSON_OBJECT(JSON("name", name),
		JSON("fullyQualifiedName", full),
		JSON_IF(place->linkage, "decoratedName", place->linkage),
		JSON("kind", "function"));

	free(full);
	free(name);
	return sarif_make_list(object);
}

static struct json_value *physical_location(const struct report_place *place,
	const char *file, const struct export_options *options)
{
	struct json_value *region =
		place->line == 0
			? NULL
			: JSON_OBJECT(JSON("startLine", place->line),
				  JSON_IF(place->column > 0, "startColumn",
					  place->column));

	return JSON_OBJECT(JSON("artifactLocation", artifact(file, options)),
		JSON("region", region));
}

/* A place without a file is named by its function only. */
static struct json_value *location(const struct report_place *place,
	const struct export_options *options, const char *text)
{
	const char *file = place->file ? place->file : place->object;
	bool has_file = file && *file != '\0';
	bool has_name = place->function && *place->function != '\0';

	return JSON_OBJECT(JSON_IF(has_file, "physicalLocation",
				   physical_location(place, file, options)),
		JSON_IF(has_name, "logicalLocations", logical_locations(place)),
		JSON_IF(text, "message", sarif_make_message(text)));
}

static struct json_value *code_flows(const struct report_finding *finding,
	const struct export_options *options)
{
	struct json_value *steps = json_make_array();

	for (size_t i = 0; i < finding->aec.count && i < PLACES_MAX; i++) {
		const struct report_place *place = &finding->aec.place[i];
		char *name = names_show(export_names(options),
			place->function ? place->function : "?",
			place->linkage);
		char *text = memory_format("%s %s",
			i + 1 == finding->aec.count ? "read in" : "called in",
			name);
		json_append(steps, JSON_OBJECT(JSON("location",
					   location(place, options, text))));
		free(text);
		free(name);
	}
	return sarif_make_list(JSON_OBJECT(JSON("threadFlows",
		sarif_make_list(JSON_OBJECT(JSON("locations", steps))))));
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
	char *text = export_claim_dup(finding, options);
	struct json_value *object;

	object = sarif_make_message(text);
	free(text);
	return object;
}

/* What is proved is a warning at least. */
static const char *export_sarif_level_of(const struct report_finding *finding)
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
	bool has_model = from->model && *from->model != '\0';
	bool grows = from->degree > 0;

	return JSON_OBJECT(JSON("verdict", proof_verdict_names[from->verdict]),
		JSON("sentence", from->sentence),
		JSON_IF(has_model, "model", from->model),
		JSON_IF(grows, "degree", from->degree),
		JSON_IF(grows, "degreeLow", from->degree_low),
		JSON_IF(grows, "degreeHigh", from->degree_high),
		JSON_IF(from->to > 0, "fromSize", from->from),
		JSON_IF(from->to > 0, "toSize", from->to),
		JSON_IF(from->one_second > 0, "oneSecondSize",
			from->one_second),
		JSON_IF(from->pattern, "pattern", from->pattern));
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

/* An empty list says that the result is not suppressed. */
static struct json_value *export_sarif_suppressions(
	const struct report_finding *finding)
{
	const struct report_triage *triage = &finding->triage;
	char *excuse = report_finding_excuse_dup(finding);
	struct json_value *list =
		triage->state
			? sarif_make_list(JSON_OBJECT(JSON("kind", "external"),
				  JSON("status", "accepted"),
				  JSON("justification", excuse)))
			: json_make_array();

	free(excuse);
	return list;
}

/* SARIF has no word for worse and better. */
static struct json_value *properties(const struct report_finding *finding,
	const struct export_options *options, size_t index)
{
	const struct comparison *before = options->before;

	return JSON_OBJECT(JSON("id", finding->id),
		JSON("severity", report_severity_name(finding->severity)),
		JSON("exactness", report_exactness_name(finding->exactness)),
		JSON("reads", finding->evidence.reads),
		JSON("repeatedReads", report_finding_repeated(finding)),
		JSON("status",
			report_state_name(report_finding_state(finding))),
		JSON_IF(finding->raised_by, "raisedBy", finding->raised_by),
		JSON_IF(finding->lowered_by, "loweredBy", finding->lowered_by),
		JSON_IF(finding->proof, "proof", proof(finding->proof)),
		JSON_IF(before, "state",
			comparison_state_name(before->after_state[index])));
}

static struct json_value *result(const struct report *report, size_t index,
	const struct export_options *options)
{
	const struct report_finding *finding = &report->finding[index];
	const struct report_places *aec = &finding->aec;
	const struct report_place own = {.function = finding->function,
		.file = finding->file,
		.line = finding->line};
	char fingerprint[17];

	snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64,
		finding->fingerprint);
	return JSON_OBJECT(JSON("ruleId", rules[finding->rule].id),
		JSON("ruleIndex", (unsigned)finding->rule),
		JSON("level", export_sarif_level_of(finding)),
		JSON("message", claim(finding, options)),
		JSON("locations", sarif_make_list(location(
					  report_finding_loop(finding) ?: &own,
					  options, NULL))),
		JSON("partialFingerprints",
			JSON_OBJECT(JSON("retread/v1", fingerprint))),
		JSON_IF(aec->count > 0, "codeFlows",
			code_flows(finding, options)),
		JSON_IF(finding->allocated_at.count > 0, "relatedLocations",
			related(finding, options)),
		JSON_IF(options->before, "baselineState",
			baseline_of(options, index)),
		JSON("rank", rank_of(report, index)),
		JSON("suppressions", export_sarif_suppressions(finding)),
		JSON("properties", properties(finding, options, index)));
}

static struct json_value *make_rules(void)
{
	struct json_value *list = json_make_array();

	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
		json_append(list,
			JSON_OBJECT(JSON("id", rules[i].id),
				JSON("name", rules[i].name),
				JSON("shortDescription",
					sarif_make_message(rules[i].summary)),
				JSON("fullDescription",
					sarif_make_message(rules[i].summary)),
				JSON("help",
					sarif_make_message(rules[i].help))));
	return list;
}

static struct json_value *roots(const struct export_options *options)
{
	char *directory = memory_format("%s/", options->source_root);
	char *uri = words_uri("file://", directory);
	struct json_value *root = JSON_OBJECT(JSON("uri", uri));

	free(uri);
	free(directory);
	return JSON_OBJECT(JSON(ROOT_ID, root));
}

static struct json_value *suppressed(const struct report *report)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < report->finding_count; i++)
		if (report->finding[i].suppressed &&
			!report->finding[i].triage.state)
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

/* Forges know what is suppressed by a decision, which stands where it can be read; what a
 * user suppressed is none of their business. */
static bool export_sarif_has(const struct report_finding *finding)
{
	return report_finding_is_shown(finding) ||
	       (finding->triage.state && report_finding_is_notable(finding));
}

/* Findings stand in order of weight, so the first ones are kept. What is gone, or in a
 * file of suppressions, is not a result: forges would show it as one. */
static struct json_value *export_sarif_run(
	const struct report *report, const struct export_options *options)
{
	struct json_value *results = json_make_array();
	size_t count = 0;

	for (size_t i = 0;
		i < report->finding_count && count < SARIF_RESULTS_MAX; i++) {
		if (!export_sarif_has(&report->finding[i]))
			continue;
		json_append(results, result(report, i, options));
		count++;
	}
	return JSON_OBJECT(
		JSON("tool", sarif_make_tool("retread", make_rules())),
		JSON("originalUriBaseIds", roots(options)),
		JSON("columnKind", "utf16CodeUnits"), JSON("results", results),
		JSON("properties",
			JSON_OBJECT(JSON("grown", report->is_grown),
				JSON("suppressed", suppressed(report)),
				JSON_IF(options->before, "gone",
					gone(options->before)))));
}

int export_sarif(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err)
{
	return sarif_print(export_sarif_run(report, options), out, err);
}
