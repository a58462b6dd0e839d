/* SPDX-License-Identifier: MIT
 * From sightings to findings in a report. */
#include "config.h"

#include "analyzer/findings/findings.h"

#include <stdlib.h>
#include <string.h>

#include "lib/code/demangle.h"
#include "lib/code/source.h"
#include "lib/memory.h"

#include "analyzer/findings/judge.h"
#include "analyzer/program/objects.h"
#include "analyzer/program/user_code.h"

/* Traversals that are not redundant, per process: enough to check the tool by,
 * not a list of everything that runs. */
#define TRAVERSALS_MAX 2000
#define SITES_MAX      32
#define ALLOCATION_MAX 8

struct gathering {
	struct causes causes;
	struct sites *sites;
	struct source *source;
	const struct findings_options *options;
	struct arena arena;
};

/* --- places ------------------------------------------------------------- */

static const char *linkage_of(const struct symbol_function *function)
{
	return demangle_is_mangled(function->linkage) ? function->linkage
						      : NULL;
}

static struct report_place findings_describe_place(
	struct gathering *gathering, uint32_t place)
{
	const struct symbol_position *position;

	if (place == 0)
		return (struct report_place){.function = "?"};
	position = sites_place(gathering->sites, place);
	return (struct report_place){
		.function = position->function->name,
		.linkage = linkage_of(position->function),
		.file = position->file,
		.object = position->function->object,
		.line = position->line,
		.column = position->column,
		.text = source_text(
			gathering->source, position->file, position->line),
	};
}

/* Does libc call main there? Nobody asks who calls that. */
static bool calls_main(const struct report_place *place)
{
	return !place->file && place->function &&
	       (strcmp(place->function, "__libc_start_call_main") == 0 ||
		       strcmp(place->function, "__libc_start_main") == 0);
}

static struct report_places describe_callers(
	struct gathering *gathering, const struct cause *cause)
{
	struct report_place *list = arena_alloc(
		&gathering->arena, cause->caller_count * sizeof *list);
	size_t count = 0;

	for (size_t i = 0; i < cause->caller_count; i++) {
		list[count] = findings_describe_place(
			gathering, cause->caller[i].place);
		list[count].weight = cause->caller[i].weight;
		count += !calls_main(&list[count]);
	}
	return (struct report_places){list, count};
}

static struct report_places describe_aec(
	struct gathering *gathering, const struct sighting *sighting)
{
	uint32_t length = sighting->path->length, place = sighting->place;
	struct report_place *list =
		arena_alloc(&gathering->arena, length * sizeof *list);
	const struct path *path = sighting->path;

	for (uint32_t i = length; i-- > 0; path = path->parent) {
		list[i] = findings_describe_place(gathering, place);
		list[i].function = path->function->name;
		list[i].linkage = linkage_of(path->function);
		place = path->place;
	}
	return (struct report_places){list, length};
}

/* The longest walk of SITE: of several AECs that of the one that goes furthest. */
static void add_longest(const struct gathering *gathering,
	struct report_place *site, const struct sighting *sighting)
{
	if (!causes_is_severe(&gathering->causes, sighting))
		return;
	if (site->longest.min < sighting->longest.min)
		site->longest.min = sighting->longest.min;
	if (site->longest.max < sighting->longest.max)
		site->longest.max = sighting->longest.max;
}

static struct report_places describe_sites(
	struct gathering *gathering, const struct cause *cause)
{
	struct report_place *list =
		arena_alloc(&gathering->arena, SITES_MAX * sizeof *list);
	uint32_t seen[SITES_MAX];
	size_t count = 0;

	for (size_t i = 0; i < cause->site_count && count < SITES_MAX; i++) {
		uint32_t place = cause->site[i]->place;
		size_t known = 0;
		while (known < count && seen[known] != place)
			known++;
		if (known == count) {
			seen[count] = place;
			list[count] = findings_describe_place(gathering, place);
			list[count++].weight = 0;
		}
		list[known].weight += causes_reads(cause->site[i]);
		add_longest(gathering, &list[known], cause->site[i]);
	}
	return (struct report_places){list, count};
}

/* A call of FUNCTION's at PLACE. What a function ends with may stand in code that
 * nobody wrote, a stub of the linker's: then its declaration has to do. */
static struct report_place describe_call(struct gathering *gathering,
	const struct symbol_function *function, uint32_t place)
{
	struct report_place call = findings_describe_place(gathering, place);

	if (call.file)
		return call;
	return (struct report_place){
		.function = function->name,
		.linkage = linkage_of(function),
		.file = function->file,
		.object = function->object,
		.line = function->line,
		.text = source_text(
			gathering->source, function->file, function->line),
	};
}

static struct report_places describe_allocation(
	struct gathering *gathering, const struct sighting *sighting)
{
	struct report_place *list =
		arena_alloc(&gathering->arena, ALLOCATION_MAX * sizeof *list);
	struct context *context = sighting->allocated_context;
	const struct path *path;
	size_t count = 0;
	uint32_t place = sighting->allocated_place;

	if (!context || context->subjects == 0 || place == 0)
		return (struct report_places){NULL, 0};
	for (path = context->path[0]; path && count < ALLOCATION_MAX;
		path = path->parent) {
		if (path->function->has_debug)
			list[count++] =
				describe_call(gathering, path->function, place);
		place = path->place;
	}
	return (struct report_places){list, count};
}

/* Where the test begins in which the walks of CAUSE are longest; empty: not known. */
static struct report_place describe_test(
	const struct gathering *gathering, const struct cause *cause)
{
	const struct sighting *longest = cause->best;
	const struct symbol_function *test;

	for (size_t i = 0; i < cause->site_count; i++)
		if (cause->site[i]->whole &&
			(!longest->whole || cause->site[i]->longest.max >
						    longest->longest.max))
			longest = cause->site[i];
	test = longest->whole ? test_code_find(&gathering->causes.test_code,
					longest->whole)
			      : NULL;
	if (!test)
		return (struct report_place){.function = NULL};
	return (struct report_place){.function = test->name,
		.linkage = linkage_of(test),
		.file = test->file,
		.object = test->object,
		.line = test->line};
}

/* NAME, which goes, in GATHERING's memory; NULL for NULL. */
static const char *keep_name(struct gathering *gathering, char *name)
{
	const char *kept =
		name ? arena_format(&gathering->arena, "%s", name) : NULL;

	free(name);
	return kept;
}

/* What FUNCTION allocated for itself is called as where it did. */
static const char *name_allocated(struct gathering *gathering,
	const struct report_places *allocated, const char *function)
{
	for (size_t i = 0; i < allocated->count; i++) {
		const struct report_place *place = &allocated->place[i];
		if (strcmp(place->function, function) != 0)
			continue;
		return keep_name(gathering, allocation_name_dup(place->text));
	}
	return NULL;
}

/* --- numbers ------------------------------------------------------------ */

static const char *findings_kind_name(enum object_kind kind)
{
	switch (kind) {
	case OBJECT_HEAP:
		return "heap";
	case OBJECT_VARIABLE:
		return "global";
	case OBJECT_STACK:
		return "stack";
	case OBJECT_MAPPING:
		return "mapping";
	case OBJECT_UNKNOWN:
		break;
	}
	return "unknown";
}

/* Whether A and B are one AEC of different threads. */
static bool is_of_other_thread(
	const struct sighting *a, const struct sighting *b)
{
	const struct path *p = a->path, *q = b->path;

	if (a->place != b->place || p->thread == q->thread ||
		report_rule_is_judged(a->rule) !=
			report_rule_is_judged(b->rule))
		return false;
	while (p && q && p->function == q->function && p->place == q->place) {
		p = p->parent;
		q = q->parent;
	}
	return !p && !q;
}

static void join_ranges(struct report_range *all, struct report_range more)
{
	sighting_widen(all, more.min, false);
	sighting_widen(all, more.max, false);
}

/* What the best site has shown, in all threads that ran it. */
static struct sighting join_threads(const struct cause *cause)
{
	struct sighting all = *cause->heaviest;

	for (size_t i = 0; i < cause->site_count; i++) {
		const struct sighting *more = cause->site[i];
		if (!is_of_other_thread(more, cause->heaviest))
			continue;
		all.traversals += more->traversals;
		all.redundant += more->redundant;
		all.reads += more->reads;
		all.distinct += more->distinct;
		join_ranges(&all.walks, more->walks);
		join_ranges(&all.length, more->length);
	}
	return all;
}

static struct report_evidence describe_evidence(const struct sighting *sighting)
{
	struct report_evidence evidence = {
		.activations = sighting->redundant ? sighting->redundant
						   : sighting->traversals,
		.walks = sighting->walks,
		.walk_length = sighting->length,
		.reads = sighting->reads,
		.distinct = sighting->distinct,
		.walk = sighting->walk,
		.walk_count = sighting->walk_count,
		.point = sighting->growth.point,
		.point_count = sighting->growth.count,
	};

	if (sighting->reads != 0 && sighting->distinct != 0) {
		evidence.rewalk_ratio =
			(double)(sighting->reads - sighting->distinct) /
			(double)sighting->reads;
		evidence.multiplicity =
			(double)sighting->reads / (double)sighting->distinct;
	}
	if (sighting->facts.fit.points > 0) {
		evidence.degree = sighting->facts.fit.degree;
		evidence.degree_low = sighting->facts.fit.low;
		evidence.degree_high = sighting->facts.fit.high;
		evidence.points = sighting->facts.fit.points;
	}
	return evidence;
}

static enum report_exactness exactness_of(
	const struct gathering *gathering, const struct sighting *sighting)
{
	return gathering->options->is_lower_bound &&
			       sighting->exactness == REPORT_EXACT
		       ? REPORT_LOWER_BOUND
		       : sighting->exactness;
}

static uint64_t findings_score_of(const struct cause *cause)
{
	double score = 0;

	if (!report_rule_is_judged(cause->rule))
		return cause->best->reads - cause->best->distinct;
	for (size_t i = 0; i < cause->site_count; i++)
		score += cause->site[i]->score;
	return (uint64_t)score;
}

/* The container whose method, called at the first of AEC, shifts what it has: its own
 * pointers are in registers where it was inlined. */
static const char *name_shifted(struct gathering *gathering,
	const struct sighting *sighting, const struct report_places *aec)
{
	if (sighting->rule != REPORT_SHIFT || aec->count < 2 ||
		user_code_has(sighting->path->function))
		return NULL;
	return keep_name(
		gathering, allocation_name_of_method_dup(aec->place[0].text));
}

/* Whether the subject of SIGHTING, or what it called, has allocated what it walks, and not a
 * library without debug information: what such a call returns is something else. */
static bool allocates_itself(const struct sighting *sighting)
{
	const struct symbol_function *subject = path_subject(sighting->path);
	const struct context *context = sighting->allocated_context;
	const struct path *path =
		context && context->subjects != 0 ? context->path[0] : NULL;

	while (path && path->function != subject && path->function->has_debug)
		path = path->parent;
	return path && path->function == subject;
}

/* What SIGHTING walks is called after the subject's variable, else after a callee's, else
 * after the cursor; but a system header's cursor is the last resort. An array that the
 * subject has allocated has the name from there: a node is called after its cursor. */
static const char *choose_root(struct gathering *gathering,
	const struct sighting *sighting, const struct report_places *aec,
	const struct report_places *allocated)
{
	const char *cursor =
		sites_label(gathering->sites, sighting->site)->variable;
	const char *name;

	if (sighting->root && !sighting->root_is_below)
		return sighting->root;
	name = name_allocated(
		gathering, allocated, path_subject(sighting->path)->name);
	if (name && sighting->one_object && allocates_itself(sighting))
		return name;
	if (sighting->root)
		return sighting->root;
	if (cursor && user_code_has(sighting->path->function))
		return cursor;
	if (!name)
		name = name_shifted(gathering, sighting, aec);
	return name ? name : cursor;
}

/* What the clauses say of SIGHTING, of what is not 0. */
static void describe_facts(struct gathering *gathering,
	struct report_finding *finding, const struct sighting *sighting)
{
	struct report_fact fact[SEVERITY_FACTS_MAX], *kept;
	size_t count = causes_list_facts(&gathering->causes, sighting, fact);

	kept = arena_alloc(
		&gathering->arena, SEVERITY_FACTS_MAX * sizeof *kept);
	for (size_t i = 0; i < count; i++)
		if (fact[i].value != 0)
			kept[finding->fact_count++] = fact[i];
	finding->fact = kept;
	finding->clause = causes_clause(&gathering->causes, sighting);
}

static void report_cause(
	struct gathering *gathering, struct report *report, struct cause *cause)
{
	const struct sighting *best = cause->best;
	const struct sighting all = join_threads(cause);
	const struct symbol_label *label =
		sites_label(gathering->sites, best->site);
	const char *root;
	struct report_finding finding = {
		.rule = cause->rule,
		.aec = describe_aec(gathering, best),
		.sites = describe_sites(gathering, cause),
		.field = label->field,
		.structure_kind = findings_kind_name(best->object_kind),
		.structure_bytes = best->object_bytes,
		.structure_type = label->object_type ? label->object_type
						     : best->object_type,
		.shape = best->one_object ? REPORT_SHAPE_ARRAY
					  : REPORT_SHAPE_LINKED,
		.is_test =
			test_code_has(&gathering->causes.test_code, best->path),
		.lead = test_code_lead(
			&gathering->causes.test_code, best->path),
		.allocated_at = describe_allocation(gathering, best),
		.test_function = describe_test(gathering, cause),
		.evidence = describe_evidence(&all),
		.exactness = exactness_of(gathering, best),
		.tests = (const char *[]){gathering->options->test},
		.test_count = 1,
	};

	finding.function = finding.aec.place[0].function;
	root = choose_root(
		gathering, best, &finding.aec, &finding.allocated_at);
	finding.root = root ? root : "?";
	finding.callers = describe_callers(gathering, cause);
	finding.file = finding.aec.place[0].file;
	finding.line = finding.aec.place[0].line;
	finding.severity = cause->severity;
	finding.is_bounded = cause->severity == REPORT_LOW && cause->is_bounded;
	describe_facts(gathering, &finding, best);
	finding.score = findings_score_of(cause);
	report_add_finding(report, &finding);
}

void findings_add(struct report *report, const struct sightings *sightings,
	struct sites *sites, const struct findings_options *options)
{
	struct gathering gathering = {
		.sites = sites, .source = source_new(), .options = options};
	size_t traversals = 0;

	causes_gather(&gathering.causes, sightings, sites, options->limits);
	for (size_t i = 0; i < gathering.causes.count; i++) {
		struct cause *cause = gathering.causes.all[i];
		if (cause->folded_into ||
			(cause->rule == REPORT_TRAVERSAL &&
				traversals++ >= TRAVERSALS_MAX))
			continue;
		report_cause(&gathering, report, cause);
	}
	if (traversals > TRAVERSALS_MAX)
		report_add_warning(report,
			"%zu traversals that are not redundant are left out of "
			"the report",
			traversals - TRAVERSALS_MAX);
	report->coverage.traversal_points = sightings->traversal_points;
	report->coverage.traversing = sightings->traversing;
	causes_release(&gathering.causes);
	arena_release(&gathering.arena);
	source_free(gathering.source);
}
