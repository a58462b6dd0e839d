/* SPDX-License-Identifier: MIT
 * What rule `rewalk` has shown. */
#include "config.h"

#include "analyzer/rewalk/evidence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "analyzer/program/user_code.h"
#include "analyzer/redundant/roots.h"
#include "lib/table.h"

/* Where the contexts of a leaf stand; a node's user. */
struct standing {
	uint32_t site;
	uint32_t place;
	uint32_t count;
	struct path *path[];
};

struct rewalk_evidence {
	struct rewalk_evidence_options options;
	struct rewalk_limits limits;
	struct rewalk *rewalk;
	struct rewalk_ranges *ranges;
	struct arena arena;
	struct table name;  /* (name, more) -> longer name */
	struct table shown; /* (node, level) -> rewalk_shown */
	struct table joint; /* (path, read) -> rewalk_shown */
	uint64_t names;
	bool has_no_paths; /* see rewalk_evidence_drop_paths */
	struct rewalk_shown **all;
	size_t count, capacity;
};

/* --- names of contexts -------------------------------------------------- */

static uint64_t join(
	struct rewalk_evidence *evidence, uint64_t name, uint64_t more)
{
	void **slot = table_place(&evidence->name, name, more);

	if (*slot == NULL)
		*slot = (void *)(uintptr_t)++evidence->names;
	return (uint64_t)(uintptr_t)*slot;
}

/* Ids and pointers are no names of a lower-case kind: a name space of its own. */
enum name_space { NAME_PATH = 3 };
#define NAME_PLACE (UINT64_C(1) << 40) /* no function's index */

/* Position in the subject, then names; 0 if the subject itself reads. */
static uint64_t name_path(struct rewalk_evidence *evidence, struct path *path)
{
	uint64_t name;

	if (path->parent == NULL || path->rewalk_name != 0)
		return path->rewalk_name;
	name = name_path(evidence, path->parent);
	if (name == 0) {
		const struct path *subject = path->parent;
		name = join(evidence, join(evidence, 0, NAME_PATH),
			(uint64_t)subject->thread << 32 |
				subject->function->index);
		name = join(evidence, name, path->place);
	}
	path->rewalk_name = join(evidence, name, path->function->index);
	return path->rewalk_name;
}

/* What a string function reads is reported at its call. */
static void stand_at_call(struct standing *standing)
{
	standing->place = standing->path[0]->place;
	for (uint32_t k = 0; k < standing->count; k++)
		if (standing->path[k]->parent != NULL)
			standing->path[k] = standing->path[k]->parent;
}

struct rewalk_leaf *rewalk_evidence_leaf(struct rewalk_evidence *evidence,
	struct path *const *path, struct subject *subject, uint32_t count,
	uint32_t site, bool is_string)
{
	const struct site *where = sites_resolve(evidence->options.sites, site);
	uint32_t place = where->frame[where->depth - 1].place;
	uint64_t name[REWALK_LEVELS_MAX];
	struct standing *standing = arena_alloc(&evidence->arena,
		sizeof *standing + count * sizeof standing->path[0]);
	struct rewalk_names names = {.path = name};
	bool has_paths = !is_string && !evidence->has_no_paths;

	if (count > REWALK_LEVELS_MAX)
		count = REWALK_LEVELS_MAX;
	standing->site = site;
	standing->place = place;
	standing->count = count;
	memcpy(standing->path, path, count * sizeof standing->path[0]);
	if (is_string)
		stand_at_call(standing);
	names.pc = join(
		evidence, (uint64_t)(uintptr_t)path[0], (uint64_t)site << 1);
	names.line = join(evidence, (uint64_t)(uintptr_t)path[0],
		(uint64_t)place << 1 | 1);
	for (uint32_t k = 0; k < count; k++) {
		name[k] = has_paths ? name_path(evidence, path[k]) : 0;
		/* A header's search is unrolled by hand over many lines. */
		if (name[k] != 0 && user_code_has(path[k]->function))
			name[k] = join(evidence, name[k], place | NAME_PLACE);
	}
	return rewalk_leaf_new(
		evidence->rewalk, &names, subject, count, standing);
}

/* --- what the rule tells ------------------------------------------------ */

/* Cells and bytes do not add up. */
enum shown_as {
	SHOWN_AS_PC = REWALK_PC,
	SHOWN_AS_LINE = REWALK_LINE,
	SHOWN_AS_PATH = REWALK_PATH,
	SHOWN_AS_RANGES
};

/* What has shown the same: the activations of one function repeat at one read,
 * whatever called the function. */
static struct rewalk_shown *find_joint(struct rewalk_evidence *evidence,
	enum shown_as as, struct path *path, const struct standing *standing)
{
	uint64_t where = as == SHOWN_AS_LINE ? standing->place : standing->site;
	void **slot = table_place(&evidence->joint, (uint64_t)(uintptr_t)path,
		where << 2 | (uint64_t)as);
	struct rewalk_shown *shown;

	if (*slot != NULL)
		return *slot;
	*slot = shown = arena_alloc_zero(&evidence->arena, 1, sizeof *shown);
	shown->kind =
		as == SHOWN_AS_RANGES ? REWALK_LINE : (enum rewalk_kind)as;
	shown->aec.path = path;
	shown->aec.site = standing->site;
	shown->aec.place = standing->place;
	shown->aec.evidence = &shown->found;
	shown->found.rewalk = shown;
	shown->facts.has_one_length = true;
	evidence->all = memory_grow(evidence->all, &evidence->capacity,
		evidence->count + 1, sizeof *evidence->all);
	evidence->all[evidence->count++] = shown;
	return shown;
}

/* What the context KEY has shown at LEVEL. */
static struct rewalk_shown *find_shown(struct rewalk_evidence *evidence,
	const void *key, const struct standing *standing, uint32_t level,
	enum shown_as as)
{
	void **slot =
		table_place(&evidence->shown, (uint64_t)(uintptr_t)key, level);

	if (*slot == NULL)
		*slot = find_joint(evidence, as,
			standing->path[level < standing->count
					       ? level
					       : standing->count - 1],
			standing);
	return *slot;
}

static void describe_object(struct rewalk_evidence *evidence,
	struct rewalk_shown *shown, const struct subject *subject,
	const struct rewalk_seen *seen)
{
	const struct rewalk_evidence_options *options = &evidence->options;
	struct redundant_step step = {.site = shown->aec.site};
	struct aec described = shown->aec;
	uint32_t below = options->below(options->data, subject);
	struct object object;
	char *root = NULL;

	shown->found.caller_place =
		sites_place_of(options->sites, subject->caller_site);
	if (!objects_address_of(options->objects, seen->cell, &step.cell) ||
		options->born(options->data, step.cell) > seen->read)
		return; /* it is gone */
	step.cell &= CELL_ADDRESS_MASK;
	described.sequence = (struct redundant){.first = step, .length = 1};
	/* What SUBJECT made itself has a name only where it is an argument. */
	for (uint32_t i = 0; i <= below && root == NULL; i++)
		root = roots_find_dup(options->symbols, options->sites,
			options->objects, &subject[i], &described);
	shown->found.root = aecs_string(options->aecs, root);
	free(root);
	if (!objects_find(options->objects, step.cell, &object))
		return;
	shown->found.object_kind = object.kind;
	shown->found.object_bytes = object.size_bytes;
	shown->found.object_type = aecs_string(options->aecs, object.type);
	shown->found.allocated_context = object.context;
	shown->found.allocated_place =
		sites_place_of(options->sites, object.site);
}

static void show(void *data, struct rewalk_node *node, uint32_t level,
	const struct subject *subject, const struct rewalk_seen *seen)
{
	struct rewalk_evidence *evidence = data;
	struct rewalk_shown *shown =
		find_shown(evidence, node, rewalk_node_user(node), level,
			(enum shown_as)rewalk_node_kind(node));

	shown->node = node;
	if (shown->found.root == NULL)
		describe_object(evidence, shown, subject, seen);
	shown->found.one_object =
		rewalk_node_is_in_one_object(evidence->rewalk, node);
}

static void add_range(uint64_t *min, uint64_t *max, uint64_t value, bool first)
{
	if (first || value < *min)
		*min = value;
	if (first || value > *max)
		*max = value;
}

static void add_lengths(
	struct rewalk_shown *shown, const struct rewalk_walks *walks)
{
	struct severity_facts *facts = &shown->facts;

	for (uint32_t i = 0; i < walks->lengths; i++) {
		uint32_t known = 0;
		while (known < facts->lengths &&
			shown->length[known] != walks->length[i])
			known++;
		if (known == facts->lengths && known < REWALK_LENGTHS)
			shown->length[facts->lengths++] = walks->length[i];
	}
	facts->has_one_length &= walks->rewalk_shortest == walks->longest;
}

/* Bytes re-read, less for short structures and unsteady orders. */
static double score_of(const struct rewalk_limits *limits,
	const struct rewalk_counts *counts, uint32_t size_bytes)
{
	double steps = (double)(counts->followed + counts->branched +
				counts->inserted);
	double size = (double)counts->cells / limits->score_cells;

	return (double)rewalk_rereads(counts) * size_bytes *
	       (size < 1 ? size : 1) * (double)counts->followed / steps;
}

static void keep_walks(struct rewalk_shown *shown,
	const struct rewalk_kept *kept, uint64_t count)
{
	if (count <= shown->kept_of)
		return;
	shown->kept_of = count;
	memcpy(shown->kept, kept, sizeof shown->kept);
}

static void add_activation(struct rewalk_evidence *evidence,
	struct rewalk_shown *shown, const struct rewalk_counts *counts)
{
	struct aec_evidence *found = &shown->found;
	struct severity_facts *facts = &shown->facts;
	const struct rewalk_walks *walks = &counts->walks;
	const struct site *site =
		sites_resolve(evidence->options.sites, shown->aec.site);
	bool first = found->redundant++ == 0;

	found->traversals++;
	add_range(&found->walks_min, &found->walks_max, walks->count, first);
	for (uint32_t i = 0; i < walks->lengths; i++)
		add_range(&found->length_min, &found->length_max,
			walks->length[i], first && i == 0);
	add_range(
		&found->length_min, &found->length_max, walks->longest, false);
	found->reads += counts->reads;
	found->distinct += counts->cells;
	facts->reads += counts->reads;
	facts->constant += counts->constant;
	facts->rereads += rewalk_rereads(counts);
	facts->steps += counts->steps;
	facts->steps_with_work += counts->steps_with_work;
	facts->steps_apart += counts->steps_apart;
	facts->walks += walks->count;
	facts->walks_grown += walks->grown;
	add_lengths(shown, walks);
	keep_walks(shown, walks->kept, walks->count);
	shown->score += score_of(
		&evidence->limits, counts, site->definition.size_bytes);
}

/* What an activation that was followed to its end tells about growth. */
static void add_growth(struct rewalk_evidence *evidence,
	struct rewalk_shown *shown, const struct standing *standing,
	const struct subject *subject, uint64_t longest, uint64_t reads)
{
	struct path *whole = standing->path[0];
	struct path *path = contexts_path_find(whole, subject->function);

	if (longest > shown->longest_max)
		shown->longest_max = longest;
	if (evidence->options.has_gap(evidence->options.data,
		    path != NULL ? path : whole, subject->start)) {
		shown->is_lower_bound |= shown->node == NULL;
		return;
	}
	if (shown->longest_min == 0 || longest < shown->longest_min)
		shown->longest_min = longest;
	growth_add(&shown->growth, (double)rewalk_footprint(subject),
		(double)reads);
}

static void end(void *data, struct rewalk_node *node, uint32_t level,
	const struct subject *subject, const struct rewalk_counts *counts)
{
	struct rewalk_evidence *evidence = data;
	struct rewalk_shown *shown =
		table_find(&evidence->shown, (uint64_t)(uintptr_t)node, level);

	if (!rewalk_holds(&evidence->limits, rewalk_node_kind(node), counts))
		return;
	/* It may hold now and not have held at the end of any walk. */
	if (shown == NULL)
		return;
	add_activation(evidence, shown, counts);
	shown->is_lower_bound |= rewalk_node_is_lower_bound(node);
	add_growth(evidence, shown, rewalk_node_user(node), subject,
		counts->walks.longest, counts->reads);
}

/* --- ranges ------------------------------------------------------------- */

static void add_range_activation(
	struct rewalk_shown *shown, const struct rewalk_range_counts *counts)
{
	struct aec_evidence *found = &shown->found;
	struct severity_facts *facts = &shown->facts;
	bool first = found->redundant++ == 0;

	found->traversals++;
	add_range(&found->walks_min, &found->walks_max, counts->events, first);
	add_range(&found->length_min, &found->length_max,
		counts->shortest_length, first);
	add_range(&found->length_min, &found->length_max,
		counts->longest_length, false);
	found->reads += counts->bytes;
	found->distinct += counts->bytes - counts->repeated_bytes;
	facts->reads += counts->events;
	facts->constant += counts->constant;
	facts->rereads += counts->repeated_bytes;
	facts->walks += counts->events;
	facts->walks_grown += counts->grown;
	if (counts->lengths > facts->lengths)
		facts->lengths = counts->lengths;
	keep_walks(shown, counts->kept, counts->events);
	shown->score += (double)counts->repeated_bytes;
}

static void end_ranges(void *data, void *user, uint32_t level,
	const struct subject *subject, const struct rewalk_seen *seen,
	const struct rewalk_range_counts *counts)
{
	struct rewalk_evidence *evidence = data;
	enum rewalk_range_verdict verdict =
		rewalk_ranges_judge(&evidence->limits, counts);
	const struct standing *standing = user;
	struct rewalk_shown *shown;

	if (verdict == RANGES_NOTHING)
		return;
	shown = find_shown(
		evidence, standing, standing, level, SHOWN_AS_RANGES);
	shown->found.one_object = true;
	if (shown->found.redundant == 0)
		describe_object(evidence, shown, subject, seen);
	/* A hot key unless some activation shows more. */
	shown->facts.has_hot_key =
		verdict == RANGES_HOT_KEY &&
		(shown->found.redundant == 0 || shown->facts.has_hot_key);
	add_range_activation(shown, counts);
	add_growth(evidence, shown, standing, subject, counts->longest_length,
		counts->bytes);
}

struct rewalk_range_node *rewalk_evidence_range_node(
	struct rewalk_evidence *evidence, const struct rewalk_leaf *leaf)
{
	return rewalk_ranges_node(evidence->ranges, rewalk_leaf_user(leaf));
}

struct rewalk_ranges *rewalk_evidence_ranges(struct rewalk_evidence *evidence)
{
	return evidence->ranges;
}

/* --- ------------------------------------------------------------------- */

/* ADDRESS may be a cell, and its block elsewhere by now. */
static uint64_t identify(void *data, uint64_t address)
{
	struct rewalk_evidence *evidence = data;

	if (address >> OBJECTS_ADDRESS_BITS != 0 &&
		!objects_address_of(
			evidence->options.objects, address, &address))
		return 0;
	return objects_identify(evidence->options.objects, address);
}

static uint64_t born(void *data, uint64_t address)
{
	struct rewalk_evidence *evidence = data;

	return evidence->options.born(evidence->options.data, address);
}

struct rewalk_evidence *rewalk_evidence_new(
	const struct rewalk_evidence_options *options)
{
	struct rewalk_evidence *evidence =
		memory_alloc_zero(1, sizeof *evidence);
	struct rewalk_options rule = {
		.limits = &evidence->limits,
		.memory = {born, identify, evidence},
		.shown = show,
		.ended = end,
		.data = evidence,
	};

	evidence->options = *options;
	evidence->limits = *options->limits;
	evidence->rewalk = rewalk_new(&rule);
	evidence->ranges =
		rewalk_ranges_new(&evidence->limits, end_ranges, evidence);
	return evidence;
}

void rewalk_evidence_free(struct rewalk_evidence *evidence)
{
	if (evidence == NULL)
		return;
	for (size_t i = 0; i < evidence->count; i++)
		growth_release(&evidence->all[i]->growth);
	free(evidence->all);
	table_release(&evidence->name);
	table_release(&evidence->shown);
	table_release(&evidence->joint);
	rewalk_free(evidence->rewalk);
	rewalk_ranges_free(evidence->ranges);
	arena_release(&evidence->arena);
	free(evidence);
}

void rewalk_evidence_drop_paths(struct rewalk_evidence *evidence)
{
	evidence->has_no_paths = true;
}

const struct rewalk_limits *rewalk_evidence_limits(
	const struct rewalk_evidence *evidence)
{
	return &evidence->limits;
}

struct rewalk *rewalk_evidence_rule(struct rewalk_evidence *evidence)
{
	return evidence->rewalk;
}

size_t rewalk_evidence_count(const struct rewalk_evidence *evidence)
{
	return evidence->count;
}

/* Whether a library of the system reads it byte by byte: a format, a name. */
static bool is_library_text(
	struct rewalk_evidence *evidence, const struct rewalk_shown *shown)
{
	const struct site *site =
		sites_resolve(evidence->options.sites, shown->aec.site);

	return site->definition.size_bytes == 1 &&
	       user_code_is_library(shown->aec.path->function);
}

struct rewalk_shown *rewalk_evidence_get(
	struct rewalk_evidence *evidence, size_t index)
{
	struct rewalk_shown *shown = evidence->all[index];
	struct severity_facts *facts = &shown->facts;

	facts->is_short_text =
		is_library_text(evidence, shown) &&
		(double)shown->longest_max < evidence->limits.key_bytes;
	if (shown->node != NULL)
		shown->is_lower_bound |= rewalk_node_is_left_out(shown->node);
	if (shown->longest_min == 0) /* none was followed to its end */
		shown->longest_min = shown->longest_max;
	facts->has_sizes = growth_has_sizes(&shown->growth);
	facts->has_grown = shown->longest_max > shown->longest_min;
	growth_fit(&shown->growth, &facts->fit);
	if (isinf(facts->fit.high)) /* two sizes of one process show little */
		facts->fit = (struct growth_fit){0};
	return shown;
}
