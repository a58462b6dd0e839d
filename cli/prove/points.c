/* SPDX-License-Identifier: MIT
 * What recordings tell of how a finding grows, for retread-prove to judge. */
#include "config.h"

#include "cli/prove/points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

#define SCHEMA "retread-points-1"

void prove_points_init(struct prove_points *points)
{
	*points = (struct prove_points){
		.runs = json_make_array(), .calls = json_make_array()};
}

void prove_points_release(struct prove_points *points)
{
	json_free(points->runs);
	json_free(points->calls);
	free(points->pattern);
	free(points->directory);
	free(points->place);
	free(points->script);
	*points = (struct prove_points){0};
}

static bool is_equal(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool points_is_same_way(
	const struct report_places *a, const struct report_places *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (!is_equal(a->place[i].function, b->place[i].function))
			return false;
	return true;
}

static bool is_match(const struct report_finding *a,
	const struct report_finding *b, enum prove_match match)
{
	if (match == PROVE_SAME_ID)
		return a->fingerprint == b->fingerprint;
	if (a->rule == REPORT_TRAVERSAL || !is_equal(a->function, b->function))
		return false;
	return match == PROVE_SAME_ROOT ? is_equal(a->root, b->root)
					: points_is_same_way(&a->aec, &b->aec);
}

const struct report_finding *prove_points_match(const struct report *report,
	const struct report_finding *finding, enum prove_match *match)
{
	for (*match = PROVE_SAME_ID; *match <= PROVE_SAME_FUNCTIONS;
		(*match)++) {
		const struct report_finding *best = NULL;
		for (size_t i = 0; i < report->finding_count; i++) {
			const struct report_finding *each = &report->finding[i];
			if (is_match(each, finding, *match) &&
				(!best || best->evidence.reads <
						  each->evidence.reads))
				best = each;
		}
		if (best)
			return best;
	}
	return NULL;
}

bool prove_points_are_short(const struct report *report)
{
	for (size_t i = 0; i < report->process_count; i++)
		if (report->process[i].is_short)
			return true;
	return false;
}

bool prove_points_are_partial(const struct report *report)
{
	for (size_t i = 0; i < report->process_count; i++)
		if (report->process[i].truncated)
			return true;
	return prove_points_are_short(report);
}

static void add_samples(struct prove_points *points,
	const struct report_evidence *evidence, uint64_t *cells)
{
	for (size_t i = 0; i < evidence->point_count; i++) {
		const struct growth_point *point = &evidence->point[i];
		struct json_value *call = json_make_object();
		json_put_count(call, "cells", (uint64_t)point->size);
		json_put_count(call, "reads", (uint64_t)point->cost);
		json_append(points->calls, call);
		if (*cells < (uint64_t)point->size)
			*cells = (uint64_t)point->size;
	}
}

/* Each process kept a sample of its own; that of all of them is thinner. */
static uint64_t add_calls(
	struct prove_points *points, const struct report_finding *finding)
{
	uint64_t cells = 0;

	for (size_t i = 0; i < finding->witness_count; i++)
		add_samples(points, &finding->witness[i].evidence, &cells);
	return cells;
}

void prove_points_add_calls(
	struct prove_points *points, const struct report_finding *finding)
{
	add_calls(points, finding);
}

void prove_points_add_run(struct prove_points *points, uint64_t value,
	const struct report *report, const struct report_finding *finding)
{
	struct json_value *run = json_make_object();
	bool is_partial = prove_points_are_partial(report);

	json_put_count(run, "value", value);
	json_put_count(run, "reads", finding->evidence.reads);
	json_put_count(
		run, "cells", is_partial ? 0 : add_calls(points, finding));
	json_put_count(run, "calls", finding->evidence.activations);
	json_put_text(run, "finding", finding->id);
	json_put_bool(run, "truncated", is_partial);
	json_append(points->runs, run);
	points->run_count++;
}

void prove_points_add_grown(
	struct prove_points *points, const struct prove_grown *grown)
{
	struct json_value *run = json_make_object();

	json_put_count(run, "value", grown->k);
	json_put_count(run, "bytes", grown->bytes);
	json_put_count(run, "reads", grown->reads);
	json_put_count(run, "cells", grown->cells);
	json_put_count(run, "calls", 0);
	json_put_count(run, "walks", grown->walks);
	json_put_count(run, "spread", grown->spread);
	if (grown->input)
		json_put_text(run, "input", grown->input);
	json_put_bool(run, "truncated", false);
	json_append(points->runs, run);
	points->run_count++;
}

void prove_points_set_pattern(struct prove_points *points, const char *pattern)
{
	free(points->pattern);
	points->pattern = memory_string_dup(pattern);
}

void prove_points_set_tried(
	struct prove_points *points, size_t tried, size_t grown)
{
	points->tried = tried;
	points->grown = grown;
}

/* Keeps the script beside PATH. Returns its name, to be freed; NULL: there is none. */
static char *points_write_script(
	const struct prove_points *points, const char *path)
{
	char *name = memory_format(
		"%.*s/generate.sh", (int)(strrchr(path, '/') - path), path);
	FILE *out = points->script ? fopen(name, "we") : NULL;

	if (out)
		fputs(points->script, out);
	if (out && fclose(out) == 0 && chmod(name, 0777) == 0)
		return name;
	free(name);
	return NULL;
}

static struct json_value *points_to_json(struct prove_points *points,
	const struct prove_subject *subject, const char *script)
{
	const struct report_finding *finding = subject->finding;
	struct json_value *top = json_make_object();
	struct json_value *command = json_make_array();

	for (char *const *word = subject->command; word && *word; word++)
		json_append_text(command, *word);
	json_put_text(top, "schema", SCHEMA);
	json_put_text(top, "finding", finding->id);
	json_put_text(top, "function", finding->function);
	json_put_text(top, "file", finding->file);
	json_put_count(top, "line", finding->line);
	json_put_text(top, "argument", subject->argument);
	json_put(top, "command", command);
	if (subject->results && *subject->results)
		json_put_text(top, "results", subject->results);
	json_put_bool(top, "partial", subject->is_partial);
	if (points->pattern)
		json_put_text(top, "pattern", points->pattern);
	if (points->change) {
		struct json_value *knobs = json_make_array();
		struct json_value *places = json_make_array();
		for (char *const *id = points->knob; id && *id; id++)
			json_append_text(knobs, *id);
		for (char *const *at = points->knob_place; at && *at; at++)
			json_append_text(places, *at);
		json_put(top, "knob_places", places);
		json_put_text(top, "change", points->change);
		if (points->only)
			json_put_text(top, "only", points->only);
		json_put(top, "knobs", knobs);
		if (points->is_combined)
			json_put_bool(top, "combined", true);
		if (points->is_data)
			json_put_bool(top, "data", true);
		if (points->native_value > 0) {
			json_put_count(
				top, "native_value", points->native_value);
			json_put_real(
				top, "native_seconds", points->native_seconds);
		}
	}
	if (points->place) {
		if (points->directory)
			json_put_text(top, "directory", points->directory);
		json_put_text(top, "place", points->place);
	}
	if (points->is_attempted)
		json_put_text(top, "attempts",
			points->attempts ? points->attempts : "");
	if (points->is_doubtful)
		json_put_bool(top, "doubtful", true);
	if (points->flat > 0)
		json_put_count(top, "flat", points->flat);
	if (script)
		json_put_text(top, "generator", script);
	json_put_count(top, "tried", points->tried);
	json_put_count(top, "grown", points->grown);
	json_put(top, "runs", points->runs);
	json_put(top, "calls", points->calls);
	points->runs = points->calls = NULL;
	prove_points_release(points);
	return top;
}

int prove_points_write(struct prove_points *points,
	const struct prove_subject *subject, const char *path,
	struct error *err)
{
	char *script = points_write_script(points, path);
	struct json_value *top = points_to_json(points, subject, script);
	int result = json_write_file(top, path, err);

	json_free(top);
	free(script);
	return result;
}
