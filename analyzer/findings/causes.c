/* SPDX-License-Identifier: MIT
 * What one change of the source would mend. */
#include "config.h"

#include "analyzer/findings/judge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/program/user_code.h"

uint64_t causes_reads(const struct sighting *sighting)
{
	return sighting->redundant != 0 ? sighting->reads + sighting->rested
					: sighting->traversals;
}

static enum report_severity severity_of(
	const struct causes *causes, const struct sighting *sighting)
{
	struct severity_facts facts;

	if (!report_rule_is_judged(sighting->rule))
		return severity_of_others();
	facts = causes_facts(causes, sighting);
	return severity_of_rewalk(sighting->rule, causes->limits, &facts);
}

enum report_clause causes_clause(
	const struct causes *causes, const struct sighting *sighting)
{
	struct severity_facts facts = causes_facts(causes, sighting);

	return report_rule_is_judged(sighting->rule)
		       ? severity_clause(sighting->rule, causes->limits, &facts)
		       : REPORT_CLAUSE_NONE;
}

size_t causes_list_facts(const struct causes *causes,
	const struct sighting *sighting,
	struct report_fact fact[SEVERITY_FACTS_MAX])
{
	struct severity_facts facts = causes_facts(causes, sighting);

	return report_rule_is_judged(sighting->rule)
		       ? severity_list_facts(
				 sighting->rule, causes->limits, &facts, fact)
		       : 0;
}

/* Whether AEC would deserve more than low severity if it grew. */
static bool causes_is_bounded(
	const struct causes *causes, const struct sighting *sighting)
{
	return causes_clause(causes, sighting) == REPORT_CLAUSE_BOUNDED;
}

/* --- causes ------------------------------------------------------------- */

/* How many functions at the end of PATH make its cause: all. Tests under whose
 * calls the same function walks again and again are one cause; then it is those
 * that they test. */
static uint32_t count_functions(const struct causes *causes,
	enum report_rule rule, const struct path *path)
{
	uint32_t tested = 0, count = 0;

	if (!report_rule_is_judged(rule) ||
		!test_code_has(&causes->test_code, path))
		return path->length;
	for (const struct path *p = path; p; p = p->parent) {
		count++;
		if (!test_code_is(&causes->test_code, p->function))
			tested = count;
	}
	return tested != 0 ? tested : count;
}

static bool same_functions(const struct causes *causes, enum report_rule rule,
	const struct path *a, const struct path *b)
{
	uint32_t count = count_functions(causes, rule, a);

	if (count_functions(causes, rule, b) != count ||
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

static struct cause *find_cause(const struct causes *causes,
	enum report_rule rule, const struct path *path, uint32_t length)
{
	return table_find(&causes->cause, hash_functions(path, length), rule);
}

static void causes_add_site(const struct causes *causes, struct cause *cause,
	const struct sighting *sighting)
{
	enum report_severity severity = severity_of(causes, sighting);

	if (!cause->best)
		cause->best = sighting;
	if (severity > cause->severity)
		cause->severity = severity;
	cause->is_bounded |= causes_is_bounded(causes, sighting);
	cause->site = memory_grow(cause->site, &cause->site_capacity,
		cause->site_count + 1, sizeof *cause->site);
	cause->site[cause->site_count++] = sighting;
}

/* Whether A and B may walk at one time: their longest walks of one activation do. */
static bool walks_meanwhile(const struct sighting *a, const struct sighting *b)
{
	uint64_t one = a->long_walk.activation, other = b->long_walk.activation;

	return one == 0 || one != other ||
	       (a->long_walk.began <= b->long_walk.ended &&
		       b->long_walk.began <= a->long_walk.ended);
}

/* Whether A and B are of one loop, or of loops one in the other, as far as their walks tell:
 * neither their longest ones nor their last ones come one after the other. */
static bool is_one_loop(const struct sighting *a, const struct sighting *b)
{
	return walks_meanwhile(a, b) ||
	       (a->long_walk.last_began <= b->long_walk.last_ended &&
		       b->long_walk.last_began <= a->long_walk.last_ended);
}

static struct cause *find_same_cause(const struct causes *causes,
	enum report_rule rule, const struct path *path)
{
	struct cause *cause = find_cause(
		causes, rule, path, count_functions(causes, rule, path));

	while (cause && !same_functions(causes, rule,
				causes_user_path(cause->best->path), path))
		cause = cause->next;
	return cause;
}

/* Whether SIGHTING is of one loop with a site of CAUSE, whose functions are the same. */
static bool has_loop_of(
	const struct cause *cause, const struct sighting *sighting)
{
	for (size_t i = 0; i < cause->site_count; i++)
		if (is_one_loop(cause->site[i], sighting))
			return true;
	return false;
}

/* Of a function that reads by itself each loop is a cause; of what it calls all loops are one,
 * since one call repeats them. */
static struct cause *find_cause_of(
	const struct causes *causes, const struct sighting *sighting)
{
	const struct path *path = causes_user_path(sighting->path);
	struct cause *cause = find_same_cause(causes, sighting->rule, path);

	while (cause && !path->parent &&
		(causes_user_path(cause->best->path) != path ||
			!has_loop_of(cause, sighting)))
		cause = cause->next;
	return cause;
}

static void add_to_cause(struct causes *causes, const struct sighting *sighting)
{
	enum report_rule rule = sighting->rule;
	const struct path *path = causes_user_path(sighting->path);
	struct cause *cause = find_cause_of(causes, sighting);

	if (!cause) {
		void **slot = table_place(&causes->cause,
			hash_functions(
				path, count_functions(causes, rule, path)),
			rule);
		cause = arena_alloc_zero(&causes->arena, 1, sizeof *cause);
		cause->rule = rule;
		cause->next = *slot;
		*slot = cause;
		causes->all = memory_grow(causes->all, &causes->capacity,
			causes->count + 1, sizeof *causes->all);
		causes->all[causes->count++] = cause;
	}
	causes_add_site(causes, cause, sighting);
}

/* --- who speaks for a cause ----------------------------------------------- */

/* A node that may speak. PLACE_...: of all nodes at its place. */
struct speaker {
	const struct sighting *sighting;
	const struct symbol_position *position;
	uint64_t place_reads;
	uint64_t place_activations;
	size_t votes; /* nodes there that give what they walk the same name */
};

static int causes_compare_texts(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

/* By place, in a line from the right: what a call works on stands after its name.
 * Then by root. */
static int compare_speakers(const void *left, const void *right)
{
	const struct speaker *a = left, *b = right;
	int order = causes_compare_texts(a->position->file, b->position->file);

	if (order == 0)
		order = (a->position->line > b->position->line) -
			(a->position->line < b->position->line);
	if (order == 0)
		order = (a->position->column < b->position->column) -
			(a->position->column > b->position->column);
	if (order == 0)
		order = (a->sighting->place > b->sighting->place) -
			(a->sighting->place < b->sighting->place);
	return order != 0 ? order
			  : causes_compare_texts(
				    a->sighting->root, b->sighting->root);
}

/* Those that may speak, sorted: of the cause's severity, and in the user's own
 * code if there are any. */
static size_t list_speakers(const struct causes *causes,
	const struct cause *cause, struct speaker *speaker)
{
	size_t count = 0, own = 0;

	for (size_t i = 0; i < cause->site_count; i++) {
		const struct sighting *sighting = cause->site[i];
		struct speaker one = {.sighting = sighting,
			.position =
				sites_place(causes->sites, sighting->place)};
		if (severity_of(causes, sighting) != cause->severity)
			continue;
		speaker[count++] = one;
		if (causes_user_path(sighting->path) != sighting->path)
			continue;
		speaker[count - 1] = speaker[own];
		speaker[own++] = one;
	}
	if (own != 0)
		count = own;
	qsort(speaker, count, sizeof *speaker, compare_speakers);
	return count;
}

/* Adds up nodes of one place, and of one place and root. */
static void count_votes(struct speaker *speaker, size_t count)
{
	for (size_t i = 0; i < count;) {
		size_t end = i, from = i;
		uint64_t reads = 0, activations = 0;

		for (; end < count && speaker[end].sighting->place ==
					      speaker[i].sighting->place;
			end++) {
			reads += causes_reads(speaker[end].sighting);
			activations += speaker[end].sighting->redundant;
			if (compare_speakers(&speaker[from], &speaker[end]))
				from = end;
			speaker[from].votes +=
				speaker[end].sighting->root != NULL;
		}
		for (; i < end; i++) {
			speaker[i].place_reads = reads;
			speaker[i].place_activations = activations;
		}
	}
}

/* Whether A reads as much as MOST, which reads most, except for chance: the difference
 * is less than a read in each activation. What differs by design does so in each
 * walk, as the keys of a list and its links. */
static bool reads_as_much(const struct speaker *a, const struct speaker *most)
{
	uint64_t less = most->place_reads - a->place_reads;

	return less == 0 || less < most->place_activations;
}

/* The first place that reads as much as any, there the name that most nodes give (the
 * first of several), and of these the node that reads most. So it is the same in
 * every run of a program whose threads and signals come as they like. */
static const struct sighting *choose_best(
	const struct speaker *speaker, size_t count, const struct speaker *most)
{
	const struct speaker *chosen = NULL;
	const struct sighting *best;

	for (size_t i = 0; i < count; i++) {
		if (!reads_as_much(&speaker[i], most))
			continue;
		if (!chosen || (speaker[i].sighting->place ==
					       chosen->sighting->place &&
				       speaker[i].votes > chosen->votes))
			chosen = &speaker[i];
	}
	assert(chosen); /* MOST reads as much as itself */
	best = chosen->sighting;
	for (const struct speaker *other = chosen + 1;
		other < speaker + count && compare_speakers(chosen, other) == 0;
		other++)
		if (causes_reads(other->sighting) > causes_reads(best))
			best = other->sighting;
	return best;
}

static void choose_speakers(const struct causes *causes, struct cause *cause)
{
	struct speaker *speaker =
		memory_alloc(cause->site_count * sizeof *speaker);
	size_t count = list_speakers(causes, cause, speaker);
	const struct speaker *most = speaker;

	count_votes(speaker, count);
	for (size_t i = 1; i < count; i++)
		if (speaker[i].place_reads > most->place_reads ||
			(speaker[i].place_reads == most->place_reads &&
				causes_reads(speaker[i].sighting) >
					causes_reads(most->sighting)))
			most = &speaker[i];
	cause->heaviest = most->sighting;
	cause->best = choose_best(speaker, count, most);
	free(speaker);
}

/* --- callers -------------------------------------------------------------- */

/* Whether A and B are one line of one function. */
static bool causes_is_same_line(
	const struct causes *causes, uint32_t a, uint32_t b)
{
	const struct symbol_position *left, *right;

	if (a == b || a == 0 || b == 0)
		return a == b;
	left = sites_place(causes->sites, a);
	right = sites_place(causes->sites, b);
	return left->line == right->line &&
	       strcmp(left->function->name, right->function->name) == 0;
}

static void add_caller(
	const struct causes *causes, struct cause *cause, uint32_t place)
{
	for (size_t i = 0; i < cause->caller_count; i++)
		if (causes_is_same_line(
			    causes, cause->caller[i].place, place)) {
			cause->caller[i].weight++;
			return;
		}
	cause->caller = memory_grow(cause->caller, &cause->caller_capacity,
		cause->caller_count + 1, sizeof *cause->caller);
	cause->caller[cause->caller_count++] = (struct cause_caller){place, 1};
}

static void add_direct_caller(struct causes *causes, struct cause *cause)
{
	uint32_t place = cause->best->caller_place;

	if (place != 0)
		add_caller(causes, cause, place);
}

/* A caller sees its callee's redundant traversal as its own. The finding is the
 * deepest function's; the others are its callers. */
static void fold_into_callee(struct causes *causes, struct cause *cause)
{
	const struct path *path = causes_user_path(cause->best->path);

	for (uint32_t length = 1; length < path->length; length++) {
		struct cause *callee =
			find_cause(causes, cause->rule, path, length);
		for (; callee; callee = callee->next) {
			const struct path *a = path;
			const struct path *b =
				causes_user_path(callee->best->path);
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
			add_caller(causes, callee, call_place);
			return;
		}
	}
}

/* --- one structure -------------------------------------------------------- */

/* Whether ROOT is WHOLE or a part of it: "list.first" of "list". */
static bool is_part(const char *root, const char *whole)
{
	size_t length = strlen(whole);

	return strncmp(root, whole, length) == 0 &&
	       (root[length] == '\0' || strchr(".-[", root[length]));
}

/* By its access path, else by the cursor. */
static const char *causes_name_of(
	const struct causes *causes, const struct cause *cause)
{
	return cause->best->root ? cause->best->root
				 : sites_label(causes->sites, cause->best->site)
					   ->variable;
}

/* Whether A and B are of one function's loops, over one structure by its name. */
static bool walks_the_same(const struct causes *causes, const struct cause *a,
	const struct cause *b)
{
	const char *left = causes_name_of(causes, a),
		   *right = causes_name_of(causes, b);

	return a->rule == b->rule &&
	       path_subject(a->best->path) == path_subject(b->best->path) &&
	       left && right &&
	       (is_part(left, right) || is_part(right, left)) &&
	       is_one_loop(a->best, b->best);
}

/* Where the subject of PATH calls what reads; 0: it reads itself. */
static uint32_t called_place(const struct path *path)
{
	uint32_t place = 0;

	for (; path->parent; path = path->parent)
		place = path->place;
	return place;
}

static bool steps_beside(const struct causes *causes, const struct cause *cause)
{
	const struct severity_facts *facts = &cause->best->facts;

	return facts->steps > 0 &&
	       (double)facts->steps_beside >=
		       causes->limits->beside * (double)facts->steps;
}

/* Whether what reads INNER was called by what reads OUTER, or by what that called. */
static bool is_below(const struct path *inner, const struct path *outer)
{
	while (inner->length > outer->length)
		inner = inner->parent;
	while (outer && inner->function == outer->function) {
		outer = outer->parent;
		inner = inner->parent;
	}
	return !outer;
}

/* Whether A and B walk in one round of one loop: meanwhile, and each step of either is
 * beside one of another, as the elements of a list and what a table says of each; or
 * one calls what the other does, equally often, as what compares the keys of a list.
 * Searches one after the other step alone. */
static bool walks_beside(const struct causes *causes, const struct cause *a,
	const struct cause *b)
{
	const struct path *one = a->best->path, *other = b->best->path;
	uint32_t left = called_place(one), right = called_place(other);
	uint64_t least = a->best->walks.max, most = b->best->walks.max;

	if (a->rule != b->rule || path_subject(one) != path_subject(other) ||
		(left != 0 && right != 0 &&
			!causes_is_same_line(causes, left, right)) ||
		!walks_meanwhile(a->best, b->best))
		return false;
	if (steps_beside(causes, a) && steps_beside(causes, b))
		return least <= most + 1 && most <= least + 1;
	return least == most && a->best->walks.min == b->best->walks.min &&
	       (one->length < other->length ? is_below(other, one)
					    : is_below(one, other));
}

static void causes_join(struct cause *leader, struct cause *other)
{
	leader->site = memory_grow(leader->site, &leader->site_capacity,
		leader->site_count + other->site_count, sizeof *leader->site);
	for (size_t i = 0; i < other->site_count; i++)
		leader->site[leader->site_count++] = other->site[i];
	other->folded_into = leader;
}

/* The key that is compared and the link that is followed are one look-up: of what one
 * function repeats on one structure, that which reads most leads, and has the
 * sites of the others. ALL is sorted by rule and reads. */
static void join_structures(struct causes *causes)
{
	struct table leader = {0}; /* function -> newest of its causes */

	for (size_t i = 0; i < causes->count; i++) {
		struct cause *cause = causes->all[i], *other;
		void **slot;
		if (cause->folded_into || !report_rule_is_judged(cause->rule) ||
			cause->severity < REPORT_MEDIUM)
			continue;
		slot = table_place(&leader, cause->rule,
			path_subject(cause->best->path)->index);
		for (other = *slot; other; other = other->same_subject)
			if (other->severity == cause->severity &&
				(walks_the_same(causes, other, cause) ||
					walks_beside(causes, other, cause)))
				break;
		if (other) {
			causes_join(other, cause);
			continue;
		}
		cause->same_subject = *slot;
		*slot = cause;
	}
	table_release(&leader);
}

/* --- ---------------------------------------------------------------------- */

/* Whether something that is no less severe shows the functions of SIGHTING. */
static bool causes_is_known(
	const struct causes *causes, const struct sighting *sighting)
{
	const struct cause *cause = find_same_cause(
		causes, sighting->rule, causes_user_path(sighting->path));

	return cause && cause->severity >= severity_of(causes, sighting);
}

/* What only the names of functions join is reported only if nothing else shows the
 * same functions, and what a test framework does not at all. */
static void findings_causes_gather(struct causes *causes,
	const struct sightings *sightings, bool is_by_names)
{
	for (size_t i = 0; i < sightings->count; i++) {
		const struct sighting *sighting = sightings->all[i];
		if (sighting->is_by_names == is_by_names &&
			!test_code_is_framework(sighting->path) &&
			!(is_by_names && causes_is_known(causes, sighting)))
			add_to_cause(causes, sighting);
	}
}

static int causes_compare_causes(const void *left, const void *right)
{
	const struct cause *a = *(struct cause *const *)left;
	const struct cause *b = *(struct cause *const *)right;

	if (a->rule != b->rule)
		return a->rule < b->rule ? -1 : 1;
	if (causes_reads(a->best) != causes_reads(b->best))
		return causes_reads(a->best) > causes_reads(b->best) ? -1 : 1;
	return 0;
}

bool causes_is_severe(
	const struct causes *causes, const struct sighting *sighting)
{
	return severity_of(causes, sighting) >= REPORT_MEDIUM ||
	       causes_is_bounded(causes, sighting);
}

void causes_gather(struct causes *causes, const struct sightings *sightings,
	struct sites *sites, const struct rewalk_limits *limits)
{
	*causes = (struct causes){.sites = sites,
		.limits = limits,
		.test_code = {.sites = sites}};
	for (uint32_t place = 1; place <= sites_place_count(sites); place++)
		if (user_code_has(sites_place(sites, place)->function))
			test_code_note(&causes->test_code,
				sites_place(sites, place)->function);
	causes_note_programs(causes, sightings);
	findings_causes_gather(causes, sightings, false);
	findings_causes_gather(causes, sightings, true);
	for (size_t i = 0; i < causes->count; i++)
		choose_speakers(causes, causes->all[i]);
	for (size_t i = 0; i < causes->count; i++)
		if (causes->all[i]->rule != REPORT_TRAVERSAL)
			fold_into_callee(causes, causes->all[i]);
	for (size_t i = 0; i < causes->count; i++)
		if (!causes->all[i]->folded_into)
			add_direct_caller(causes, causes->all[i]);
	if (causes->count != 0)
		qsort(causes->all, causes->count, sizeof *causes->all,
			causes_compare_causes);
	join_structures(causes);
}

void causes_release(struct causes *causes)
{
	for (size_t i = 0; i < causes->count; i++) {
		free(causes->all[i]->site);
		free(causes->all[i]->caller);
	}
	free(causes->all);
	table_release(&causes->cause);
	table_release(&causes->program);
	arena_release(&causes->arena);
}
