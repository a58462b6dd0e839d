/* SPDX-License-Identifier: MIT
 * From evidence at AEC nodes to findings in a report. */
#include "config.h"

#include "analyzer/findings/findings.h"

#include <stdlib.h>
#include <string.h>

#include "lib/demangle.h"
#include "lib/memory.h"
#include "lib/source.h"

#include "analyzer/findings/allocation_name.h"
#include "analyzer/findings/causes.h"
#include "analyzer/findings/test_code.h"
#include "analyzer/program/objects.h"
#include "analyzer/program/user_code.h"
#include "lib/table.h"

/* Traversals that are not redundant, per process: enough to check the tool by,
 * not a list of everything that runs. */
#define TRAVERSALS_MAX 2000
#define SITES_MAX      32
#define ALLOCATION_MAX 8

struct gathering {
	struct causes causes;
	const struct aecs *aecs;
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

static struct report_place describe_place(
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
	return place->file == NULL && place->function != NULL &&
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
		list[count] = describe_place(gathering, cause->caller[i].place);
		list[count].weight = cause->caller[i].weight;
		count += !calls_main(&list[count]);
	}
	return (struct report_places){list, count};
}

static struct report_places describe_aec(
	struct gathering *gathering, const struct aec *aec)
{
	uint32_t length = aec->path->length, place = aec->place;
	struct report_place *list =
		arena_alloc(&gathering->arena, length * sizeof *list);
	const struct path *path = aec->path;

	for (uint32_t i = length; i-- > 0; path = path->parent) {
		list[i] = describe_place(gathering, place);
		list[i].function = path->function->name;
		list[i].linkage = linkage_of(path->function);
		place = path->place;
	}
	return (struct report_places){list, length};
}

/* The longest walk of SITE: of several AECs that of the one that goes furthest. */
static void add_longest(const struct gathering *gathering,
	struct report_place *site, const struct aec *aec)
{
	const struct rewalk_shown *shown = aec->evidence->rewalk;

	if (shown == NULL || !causes_is_severe(&gathering->causes, aec))
		return;
	if (site->longest.min < shown->longest_min)
		site->longest.min = shown->longest_min;
	if (site->longest.max < shown->longest_max)
		site->longest.max = shown->longest_max;
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
			list[count] = describe_place(gathering, place);
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
	struct report_place call = describe_place(gathering, place);

	if (call.file != NULL)
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
	struct gathering *gathering, const struct aec_evidence *evidence)
{
	struct report_place *list =
		arena_alloc(&gathering->arena, ALLOCATION_MAX * sizeof *list);
	struct context *context = evidence->allocated_context;
	const struct path *path;
	size_t count = 0;
	uint32_t place = evidence->allocated_place;

	if (context == NULL || context->subjects == 0 || place == 0)
		return (struct report_places){NULL, 0};
	for (path = context->path[0]; path != NULL && count < ALLOCATION_MAX;
		path = path->parent) {
		if (path->function->has_debug)
			list[count++] =
				describe_call(gathering, path->function, place);
		place = path->place;
	}
	return (struct report_places){list, count};
}

/* What FUNCTION allocated for itself is called as where it did. */
static const char *name_allocated(struct gathering *gathering,
	const struct report_places *allocated, const char *function)
{
	for (size_t i = 0; i < allocated->count; i++) {
		const struct report_place *place = &allocated->place[i];
		char *name;
		if (strcmp(place->function, function) != 0)
			continue;
		name = allocation_name_dup(place->text);
		if (name == NULL)
			return NULL;
		const char *kept = arena_format(&gathering->arena, "%s", name);
		free(name);
		return kept;
	}
	return NULL;
}

/* --- words and weights -------------------------------------------------- */

static const char *kind_name(int kind)
{
	switch ((enum object_kind)kind) {
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

/* The first walks and the points of what rule `rewalk` has shown. */
static void describe_samples(struct gathering *gathering,
	struct report_evidence *evidence, const struct rewalk_shown *shown)
{
	size_t count = shown->kept_of < REWALK_WALKS_KEPT
			       ? (size_t)shown->kept_of
			       : REWALK_WALKS_KEPT;
	struct report_walk *walk =
		arena_alloc(&gathering->arena, count * sizeof *walk);

	for (size_t i = 0; i < count; i++)
		walk[i] = (struct report_walk){
			shown->kept[i].length, shown->kept[i].again};
	evidence->walk = walk;
	evidence->walk_count = count;
	evidence->point = shown->growth.point;
	evidence->point_count = shown->growth.count;
}

/* What the best site has shown, in all threads that ran it. */
static struct aec_evidence evidence_of_threads(const struct cause *cause)
{
	struct aec_evidence all = *cause->heaviest->evidence;

	for (size_t i = 0; i < cause->site_count; i++)
		if (aecs_is_of_other_thread(cause->site[i], cause->heaviest))
			aecs_join_evidence(&all, cause->site[i]->evidence);
	return all;
}

static struct report_evidence describe_evidence(
	struct gathering *gathering, const struct aec_evidence *found)
{
	struct report_evidence evidence = {
		.activations =
			found->redundant ? found->redundant : found->traversals,
		.walks = {found->walks_min, found->walks_max},
		.walk_length = {found->length_min, found->length_max},
		.reads = found->reads,
		.distinct = found->distinct,
	};

	if (found->reads != 0 && found->distinct != 0) {
		evidence.rewalk_ratio =
			(double)(found->reads - found->distinct) /
			(double)found->reads;
		evidence.multiplicity =
			(double)found->reads / (double)found->distinct;
	}
	if (found->rewalk != NULL && found->rewalk->facts.fit.points > 0) {
		evidence.degree = found->rewalk->facts.fit.degree;
		evidence.degree_low = found->rewalk->facts.fit.low;
		evidence.degree_high = found->rewalk->facts.fit.high;
		evidence.points = found->rewalk->facts.fit.points;
	}
	if (found->rewalk != NULL)
		describe_samples(gathering, &evidence, found->rewalk);
	return evidence;
}

static enum report_exactness exactness_of(
	const struct gathering *gathering, const struct aec *aec)
{
	const struct aec_evidence *found = aec->evidence;

	if (found->is_estimate)
		return REPORT_ESTIMATE;
	if (gathering->options->is_lower_bound || aec->is_left_out ||
		(found->rewalk != NULL && found->rewalk->is_lower_bound))
		return REPORT_LOWER_BOUND;
	return REPORT_EXACT;
}

static const char *describe_in_words(struct gathering *gathering,
	const struct cause *cause, const struct report_evidence *evidence,
	const char *root)
{
	const struct aec_evidence *found = cause->best->evidence;
	const char *what = found->one_object ? "array" : "linked structure";
	const char *article = found->one_object ? "an " : "a ";
	const char *function = cause->best->path->function->name;
	const char *leaf = function;
	const struct path *path = cause->best->path;

	while (path->parent != NULL)
		path = path->parent;
	function = path->function->name;
	if (cause->rule == REPORT_TRAVERSAL)
		return arena_format(&gathering->arena, "%s walks %s", function,
			root != NULL ? root : "a structure");
	return arena_format(&gathering->arena,
		"%s%s walks %s%s%s%s again and again%s%s: %s%llu walks of "
		"up to %llu cells in one call, %s changed in between",
		function,
		test_code_has(&gathering->causes.test_code, cause->best->path)
			? ", a test,"
			: "",
		root != NULL ? "the " : article, what,
		root != NULL ? " at " : "", root != NULL ? root : "",
		leaf != function ? " through " : "",
		leaf != function ? leaf : "",
		exactness_of(gathering, cause->best) == REPORT_LOWER_BOUND
			? "at least "
			: "",
		(unsigned long long)evidence->walks.max,
		(unsigned long long)evidence->walk_length.max,
		cause->rule == REPORT_REWALK ? "little or nothing" : "nothing");
}

static uint64_t score_of(const struct cause *cause)
{
	const struct aec_evidence *found = cause->best->evidence;
	double score = 0;

	if (cause->rule != REPORT_REWALK)
		return found->reads - found->distinct;
	for (size_t i = 0; i < cause->site_count; i++)
		score += cause->site[i]->evidence->rewalk->score;
	return (uint64_t)score;
}

/* What is walked at AEC is called after the subject's or a callee's variable, else
 * after the cursor; but a system header's cursor is the last resort. */
static const char *choose_root(struct gathering *gathering,
	const struct aec *aec, const struct report_places *allocated)
{
	const char *cursor = sites_label(gathering->sites, aec->site)->variable;
	const struct path *subject = aec->path;
	const char *name;

	if (aec->evidence->root != NULL)
		return aec->evidence->root;
	if (cursor != NULL && user_code_has(aec->path->function))
		return cursor;
	while (subject->parent != NULL)
		subject = subject->parent;
	name = name_allocated(gathering, allocated, subject->function->name);
	return name != NULL ? name : cursor;
}

static void report_cause(
	struct gathering *gathering, struct report *report, struct cause *cause)
{
	const struct aec *best = cause->best;
	const struct aec_evidence *found = best->evidence;
	const struct aec_evidence all = evidence_of_threads(cause);
	const struct symbol_label *label =
		sites_label(gathering->sites, best->site);
	const char *root;
	struct report_finding finding = {
		.rule = cause->rule,
		.aec = describe_aec(gathering, best),
		.sites = describe_sites(gathering, cause),
		.field = label->field,
		.structure_kind = kind_name(found->object_kind),
		.structure_bytes = found->object_bytes,
		.structure_type = label->object_type != NULL
					  ? label->object_type
					  : found->object_type,
		.allocated_at = describe_allocation(gathering, found),
		.evidence = describe_evidence(gathering, &all),
		.exactness = exactness_of(gathering, best),
		.tests = (const char *[]){gathering->options->test},
		.test_count = 1,
	};

	finding.function = finding.aec.place[0].function;
	root = choose_root(gathering, best, &finding.allocated_at);
	finding.root = root != NULL ? root : "?";
	finding.callers = describe_callers(gathering, cause);
	finding.file = finding.aec.place[0].file;
	finding.line = finding.aec.place[0].line;
	finding.severity = cause->severity;
	finding.is_bounded = cause->severity == REPORT_LOW && cause->is_bounded;
	finding.sentence =
		describe_in_words(gathering, cause, &finding.evidence, root);
	finding.score = score_of(cause);
	report_add_finding(report, &finding);
}

/* --- coverage ----------------------------------------------------------- */

static void count_coverage(struct report *report, const struct aecs *aecs)
{
	struct table function = {0};

	for (size_t i = 0; i < aecs_count(aecs); i++) {
		const struct aec *aec = aecs_get(aecs, i);
		const struct path *path = aec->path;
		void **traverses;
		if (aec->evidence == NULL || aec->is_joint)
			continue;
		while (path->parent != NULL)
			path = path->parent;
		report->coverage.traversal_points++;
		traverses = table_place(&function, 1, path->function->index);
		report->coverage.traversing += *traverses == NULL;
		*traverses = (void *)path->function;
	}
	table_release(&function);
}

void findings_add(struct report *report, const struct aecs *aecs,
	struct rewalk_evidence *evidence, struct sites *sites,
	const struct findings_options *options)
{
	struct gathering gathering = {.aecs = aecs,
		.sites = sites,
		.source = source_new(),
		.options = options};
	size_t traversals = 0;

	causes_gather(&gathering.causes, aecs, evidence, sites);
	for (size_t i = 0; i < gathering.causes.count; i++) {
		struct cause *cause = gathering.causes.all[i];
		if (cause->folded_into != NULL ||
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
	count_coverage(report, aecs);
	causes_release(&gathering.causes);
	arena_release(&gathering.arena);
	source_free(gathering.source);
}
