/* SPDX-License-Identifier: MIT
 * From evidence at AEC nodes to findings in a report. */
#include "config.h"

#include "analyzer/findings.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/source.h"

#include "analyzer/allocation_name.h"
#include "analyzer/objects.h"
#include "analyzer/promised_cost.h"
#include "analyzer/severity.h"
#include "analyzer/table.h"
#include "analyzer/test_code.h"
#include "analyzer/user_code.h"

/* Traversals that are not redundant, per process: enough to check the tool by,
 * not a list of everything that runs. */
#define TRAVERSALS_MAX 2000
#define SITES_MAX      32
#define ALLOCATION_MAX 8

/* AEC nodes of one cause: one subject function, the same functions along the AEC; of
 * tests, only the functions that they test (count_functions). */
struct cause {
	struct cause *next;
	enum report_rule rule;
	enum report_severity severity; /* the highest of its nodes */
	bool is_bounded; /* a node would be higher if it did not stay small */
	const struct aec *best; /* of that severity, with the most reads */
	const struct aec **site;
	size_t site_count, site_capacity;
	struct cause *folded_into;
	struct report_place *caller;
	size_t caller_count, caller_capacity;
};

struct gathering {
	const struct aecs *aecs;
	struct sites *sites;
	struct source *source;
	const struct findings_options *options;
	struct test_code test_code;
	struct arena arena;
	struct table cause; /* (hash of rule and functions) -> newest cause */
	struct cause **all;
	size_t count, capacity;
};

static enum report_rule rule_of(const struct aec *aec)
{
	if (aec->evidence->rewalk != NULL)
		return REPORT_REWALK;
	return aec->evidence->redundant != 0 ? REPORT_REDUNDANT
					     : REPORT_TRAVERSAL;
}

static uint64_t reads_of(const struct aec *aec)
{
	return aec->evidence->redundant != 0 ? aec->evidence->reads
					     : aec->evidence->traversals;
}

/* PATH without the leaves at its end: that strcmp reads the keys and a container's
 * iterator the links is the doing of the function that called them. */
static const struct path *user_path(const struct path *path)
{
	while (path->parent != NULL && !user_code_has(path->function))
		path = path->parent;
	return path;
}

static struct severity_facts facts_of(
	const struct gathering *gathering, const struct aec *aec)
{
	struct severity_facts facts = aec->evidence->rewalk->facts;

	facts.is_test = test_code_has(&gathering->test_code, aec->path);
	facts.is_promised = promised_cost_has(aec->path);
	/* What grows under a test's own hands, or a library's, is not what it
	 * tests. */
	if (facts.is_test && user_path(aec->path)->parent == NULL)
		facts.walks_grown = 0;
	return facts;
}

static enum report_severity severity_of(
	const struct gathering *gathering, const struct aec *aec)
{
	struct severity_facts facts;

	if (aec->evidence->rewalk == NULL)
		return severity_of_others();
	facts = facts_of(gathering, aec);
	return severity_of_rewalk(&facts);
}

/* Whether AEC would deserve more than low severity if it grew. */
static bool is_bounded(const struct gathering *gathering, const struct aec *aec)
{
	struct severity_facts facts;

	if (aec->evidence->rewalk == NULL)
		return false;
	facts = facts_of(gathering, aec);
	return severity_is_bounded(&facts);
}

/* --- causes ------------------------------------------------------------- */

/* How many functions at the end of PATH make its cause: all. Tests under whose
 * calls the same function walks again and again are one cause; then it is those
 * that they test. */
static uint32_t count_functions(const struct gathering *gathering,
	enum report_rule rule, const struct path *path)
{
	uint32_t tested = 0, count = 0;

	if (rule != REPORT_REWALK ||
		!test_code_has(&gathering->test_code, path))
		return path->length;
	for (const struct path *p = path; p != NULL; p = p->parent) {
		count++;
		if (!test_code_is(&gathering->test_code, p->function))
			tested = count;
	}
	return tested != 0 ? tested : count;
}

static bool same_functions(const struct gathering *gathering,
	enum report_rule rule, const struct path *a, const struct path *b)
{
	uint32_t count = count_functions(gathering, rule, a);

	if (count_functions(gathering, rule, b) != count ||
		(a->length == count) != (b->length == count))
		return false;
	while (count > 0 && a->function == b->function) {
		a = a->parent;
		b = b->parent;
		count--;
	}
	return count == 0;
}

/* Hash of the last LENGTH functions of PATH. */
static uint64_t hash_functions(const struct path *path, uint32_t length)
{
	uint64_t hash = 0;

	for (; length-- > 0; path = path->parent)
		hash = table_mix(hash, path->function->index + 1);
	return hash;
}

static struct cause *find_cause(const struct gathering *gathering,
	enum report_rule rule, const struct path *path, uint32_t length)
{
	return table_find(
		&gathering->cause, hash_functions(path, length), rule);
}

/* Whether A stands for the cause better than B: it is in the user's own code, or it
 * reads more. */
static bool speaks_better(const struct aec *a, const struct aec *b)
{
	bool own_a = user_path(a->path) == a->path;
	bool own_b = user_path(b->path) == b->path;

	return own_a != own_b ? own_a : reads_of(a) > reads_of(b);
}

static void add_site(const struct gathering *gathering, struct cause *cause,
	const struct aec *aec)
{
	enum report_severity severity = severity_of(gathering, aec);

	if (cause->best == NULL || severity > cause->severity ||
		(severity == cause->severity &&
			speaks_better(aec, cause->best)))
		cause->best = aec;
	if (severity > cause->severity)
		cause->severity = severity;
	cause->is_bounded |= is_bounded(gathering, aec);
	cause->site = memory_grow(cause->site, &cause->site_capacity,
		cause->site_count + 1, sizeof *cause->site);
	cause->site[cause->site_count++] = aec;
}

static struct cause *find_same_cause(const struct gathering *gathering,
	enum report_rule rule, const struct path *path)
{
	struct cause *cause = find_cause(
		gathering, rule, path, count_functions(gathering, rule, path));

	while (cause != NULL && !same_functions(gathering, rule,
					user_path(cause->best->path), path))
		cause = cause->next;
	return cause;
}

static void add_to_cause(struct gathering *gathering, const struct aec *aec)
{
	enum report_rule rule = rule_of(aec);
	const struct path *path = user_path(aec->path);
	struct cause *cause = find_same_cause(gathering, rule, path);

	if (cause == NULL) {
		void **slot = table_place(&gathering->cause,
			hash_functions(
				path, count_functions(gathering, rule, path)),
			rule);
		cause = arena_alloc_zero(&gathering->arena, 1, sizeof *cause);
		cause->rule = rule;
		cause->next = *slot;
		*slot = cause;
		gathering->all =
			memory_grow(gathering->all, &gathering->capacity,
				gathering->count + 1, sizeof *gathering->all);
		gathering->all[gathering->count++] = cause;
	}
	add_site(gathering, cause, aec);
}

static int compare_causes(const void *left, const void *right)
{
	const struct cause *a = *(struct cause *const *)left;
	const struct cause *b = *(struct cause *const *)right;

	if (a->rule != b->rule)
		return a->rule < b->rule ? -1 : 1;
	if (reads_of(a->best) != reads_of(b->best))
		return reads_of(a->best) > reads_of(b->best) ? -1 : 1;
	return 0;
}

/* --- places ------------------------------------------------------------- */

static struct report_place describe_place(
	struct gathering *gathering, uint32_t place)
{
	const struct symbol_position *position;

	if (place == 0)
		return (struct report_place){.function = "?"};
	position = sites_place(gathering->sites, place);
	return (struct report_place){
		.function = position->function->name,
		.file = position->file,
		.object = position->function->object,
		.line = position->line,
		.column = position->column,
		.text = source_text(
			gathering->source, position->file, position->line),
	};
}

static void add_caller(struct cause *cause, struct report_place place)
{
	for (size_t i = 0; i < cause->caller_count; i++) {
		struct report_place *known = &cause->caller[i];
		if (strcmp(known->function, place.function) == 0 &&
			known->line == place.line) {
			known->weight++;
			return;
		}
	}
	place.weight = 1;
	cause->caller = memory_grow(cause->caller, &cause->caller_capacity,
		cause->caller_count + 1, sizeof *cause->caller);
	cause->caller[cause->caller_count++] = place;
}

static void add_direct_caller(struct gathering *gathering, struct cause *cause)
{
	uint32_t site = cause->best->evidence->caller_site;

	if (site == 0)
		return;
	const struct site *call = sites_resolve(gathering->sites, site);
	add_caller(cause,
		describe_place(gathering, call->frame[call->depth - 1].place));
}

/* A caller sees its callee's redundant traversal as its own. The finding is the
 * deepest function's; the others are its callers. */
static void fold_into_callee(struct gathering *gathering, struct cause *cause)
{
	const struct path *path = user_path(cause->best->path);

	for (uint32_t length = 1; length < path->length; length++) {
		struct cause *callee =
			find_cause(gathering, cause->rule, path, length);
		for (; callee != NULL; callee = callee->next) {
			const struct path *a = path;
			const struct path *b = user_path(callee->best->path);
			uint32_t call_place = 0;
			uint32_t left = length;
			if (b->length != length ||
				callee->severity < cause->severity)
				continue;
			while (left > 0 && a->function == b->function) {
				call_place = a->place;
				a = a->parent;
				b = b->parent;
				left--;
			}
			if (left != 0)
				continue;
			cause->folded_into = callee;
			add_caller(
				callee, describe_place(gathering, call_place));
			return;
		}
	}
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
		place = path->place;
	}
	return (struct report_places){list, length};
}

/* The longest walk of SITE: of several AECs that of the one that goes furthest. */
static void add_longest(const struct gathering *gathering,
	struct report_place *site, const struct aec *aec)
{
	const struct rewalk_shown *shown = aec->evidence->rewalk;

	if (shown == NULL || (severity_of(gathering, aec) < REPORT_MEDIUM &&
				     !is_bounded(gathering, aec)))
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
		list[known].weight += reads_of(cause->site[i]);
		add_longest(gathering, &list[known], cause->site[i]);
	}
	return (struct report_places){list, count};
}

static struct report_places describe_allocation(
	struct gathering *gathering, const struct aec_evidence *evidence)
{
	struct report_place *list =
		arena_alloc(&gathering->arena, ALLOCATION_MAX * sizeof *list);
	struct context *context = evidence->allocated_context;
	const struct path *path;
	size_t count = 0;
	uint32_t place;

	if (context == NULL || context->subjects == 0 ||
		evidence->allocated_site == 0)
		return (struct report_places){NULL, 0};
	const struct site *site =
		sites_resolve(gathering->sites, evidence->allocated_site);
	place = site->frame[site->depth - 1].place;
	for (path = context->path[0]; path != NULL && count < ALLOCATION_MAX;
		path = path->parent) {
		if (path->function->has_debug)
			list[count++] = describe_place(gathering, place);
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
	struct report_point *point = arena_alloc(
		&gathering->arena, shown->growth.count * sizeof *point);

	for (size_t i = 0; i < count; i++)
		walk[i] = (struct report_walk){
			shown->kept[i].length, shown->kept[i].again};
	for (uint32_t i = 0; i < shown->growth.count; i++)
		point[i] = (struct report_point){shown->growth.point[i].size,
			shown->growth.point[i].cost};
	evidence->walk = walk;
	evidence->walk_count = count;
	evidence->point = point;
	evidence->point_count = shown->growth.count;
}

/* What the best site has shown, in all threads that ran it. */
static struct aec_evidence evidence_of_threads(const struct cause *cause)
{
	struct aec_evidence all = *cause->best->evidence;

	for (size_t i = 0; i < cause->site_count; i++)
		if (aecs_is_of_other_thread(cause->site[i], cause->best))
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
	if (found->rewalk != NULL && found->rewalk->facts.has_degree) {
		evidence.degree = found->rewalk->fit.degree;
		evidence.degree_low = found->rewalk->fit.low;
		evidence.degree_high = found->rewalk->fit.high;
		evidence.points = found->rewalk->fit.points;
	}
	if (found->rewalk != NULL)
		describe_samples(gathering, &evidence, found->rewalk);
	return evidence;
}

static const char *describe_in_words(struct gathering *gathering,
	const struct cause *cause, const struct report_evidence *evidence,
	const char *root)
{
	const struct aec_evidence *found = cause->best->evidence;
	const char *what = found->one_object ? "array" : "linked structure";
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
		"%s%s walks the %s at %s again and again%s%s: %llu walks of up "
		"to %llu cells in one call, %s changed in between",
		function,
		test_code_has(&gathering->test_code, cause->best->path)
			? ", a test,"
			: "",
		what, root != NULL ? root : "?",
		leaf != function ? " through " : "",
		leaf != function ? leaf : "",
		(unsigned long long)evidence->walks.max,
		(unsigned long long)evidence->walk_length.max,
		cause->rule == REPORT_REWALK ? "little or nothing" : "nothing");
}

static enum report_exactness exactness_of(
	const struct gathering *gathering, const struct aec_evidence *found)
{
	if (found->is_estimate)
		return REPORT_ESTIMATE;
	if (gathering->options->is_lower_bound ||
		(found->rewalk != NULL && found->rewalk->is_lower_bound))
		return REPORT_LOWER_BOUND;
	return REPORT_EXACT;
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
		.structure_type = label->object_type != NULL
					  ? label->object_type
					  : found->object_type,
		.allocated_at = describe_allocation(gathering, found),
		.evidence = describe_evidence(gathering, &all),
		.exactness = exactness_of(gathering, found),
		.tests = (const char *[]){gathering->options->test},
		.test_count = 1,
	};

	finding.function = finding.aec.place[0].function;
	root = choose_root(gathering, best, &finding.allocated_at);
	finding.root = root != NULL ? root : "?";
	add_direct_caller(gathering, cause);
	finding.callers =
		(struct report_places){cause->caller, cause->caller_count};
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

/* Whether something that is no less severe shows the functions of SHOWN. */
static bool is_known(
	const struct gathering *gathering, const struct rewalk_shown *shown)
{
	const struct cause *cause = find_same_cause(
		gathering, REPORT_REWALK, user_path(shown->aec.path));

	return cause != NULL &&
	       cause->severity >= severity_of(gathering, &shown->aec);
}

/* What only the names of functions join is reported only if nothing else shows the
 * same functions. */
static void gather_rewalks(
	struct gathering *gathering, struct rewalk_evidence *evidence)
{
	for (int path = 0; path < 2; path++)
		for (size_t i = 0; i < rewalk_evidence_count(evidence); i++) {
			const struct rewalk_shown *shown =
				rewalk_evidence_get(evidence, i);
			bool is_path = shown->kind == REWALK_PATH;
			if (shown->found.redundant == 0 || is_path != path ||
				(is_path && is_known(gathering, shown)))
				continue;
			add_to_cause(gathering, &shown->aec);
		}
}

static void note_path(struct gathering *gathering, const struct path *path)
{
	for (; path != NULL; path = path->parent)
		if (user_code_has(path->function))
			test_code_note(&gathering->test_code, path->function);
}

/* All functions of the user's that read something. */
static void note_functions(
	struct gathering *gathering, struct rewalk_evidence *evidence)
{
	for (size_t i = 0; i < aecs_count(gathering->aecs); i++)
		note_path(gathering, aecs_get(gathering->aecs, i)->path);
	for (size_t i = 0; i < rewalk_evidence_count(evidence); i++)
		note_path(
			gathering, rewalk_evidence_get(evidence, i)->aec.path);
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

	note_functions(&gathering, evidence);
	for (size_t i = 0; i < aecs_count(aecs); i++)
		if (aecs_get(aecs, i)->evidence != NULL)
			add_to_cause(&gathering, aecs_get(aecs, i));
	gather_rewalks(&gathering, evidence);
	for (size_t i = 0; i < gathering.count; i++)
		if (gathering.all[i]->rule != REPORT_TRAVERSAL)
			fold_into_callee(&gathering, gathering.all[i]);
	if (gathering.count != 0)
		qsort(gathering.all, gathering.count, sizeof *gathering.all,
			compare_causes);
	for (size_t i = 0; i < gathering.count; i++) {
		struct cause *cause = gathering.all[i];
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
	for (size_t i = 0; i < gathering.count; i++) {
		free(gathering.all[i]->site);
		free(gathering.all[i]->caller);
	}
	free(gathering.all);
	table_release(&gathering.cause);
	arena_release(&gathering.arena);
	source_free(gathering.source);
}
