/* SPDX-License-Identifier: MIT
 * Rule `rewalk` as one rule for the analysis. */
#include "config.h"

#include "analyzer/rewalk/sightings.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/table.h"

#include "analyzer/program/chains.h"
#include "analyzer/program/user_code.h"
#include "analyzer/rewalk/contexts.h"
#include "analyzer/rewalk/lineage.h"
#include "analyzer/rewalk/shown.h"
#include "analyzer/rewalk/walked_cells.h"
#include "analyzer/rewalk/walked_type.h"
#include "analyzer/rewalk/writes.h"

/* Where the contexts of a leaf stand; a node's user. */
struct standing {
	uint32_t site;
	uint32_t place;
	uint32_t count;
	bool shifts;	/* its ranges are moved, and not scanned */
	bool is_string; /* a call of a string function, or of one that sorts */
	/* What its ranges are besides, and the last copy's place and clock. */
	bool compares, copies, sorts;
	bool varies; /* not each copy was longer than the one before */
	uint64_t copied_bytes;
	uint64_t copied_to, copied_at;
	uint32_t store_bytes;	  /* that it writes, 0: it reads */
	struct rewalk_range fill; /* the last call's of memset */
	struct chain_part *part;
	struct path *path[];
};

struct rewalk_state {
	struct rewalk_state_options options;
	struct program *program;
	const struct rewalk_limits *limits;
	struct rewalk *rewalk;
	struct arena arena;
	struct table shown; /* (node, level) -> shown */
	struct table joint; /* (path, read) -> shown */
	struct table
		whole; /* (subject, name of a table) -> that walks all of it */
	struct table element; /* ... by the name of its elements */
	struct table
		object; /* (context, size and place) of blocks -> walked_object */
	struct lineage lineage;
	bool has_no_paths; /* what only names of functions join is left out */
	bool is_stopped;   /* the memory is full */
	struct rewalk_shown **all;
	size_t count, capacity;
};

/* --- names of contexts -------------------------------------------------- */

/* As with the numbers of chains (struct trace_link), 64 bits that are well mixed are told
 * apart: a table of all names takes longer than what they are for. Never 0. */
static uint64_t sightings_join(uint64_t name, uint64_t more)
{
	uint64_t joined = table_mix(name, more);

	return joined != 0 ? joined : 1;
}

/* Ids and pointers are not names of a lower-case kind: a name space of its own. */
enum name_space { NAME_PATH = 3 };
#define NAME_PLACE  (UINT64_C(1) << 40) /* no function's index */
#define NAME_COLUMN (UINT64_C(1) << 41)

/* NAME with the column of PLACE in FUNCTION if that is a header's: the copies of a
 * search that is unrolled by hand over many lines begin in one column, the two sides
 * of a comparison do not. */
static uint64_t name_column(struct rewalk_state *state, uint64_t name,
	const struct symbol_function *function, uint32_t place)
{
	if (place == 0 || user_code_has(function))
		return name;
	return sightings_join(
		name, sites_place(state->program->sites, place)->column |
			      NAME_COLUMN);
}

/* Position in the subject, then names; 0 if the subject itself reads. */
static uint64_t name_path(struct rewalk_state *state, struct path *path)
{
	uint64_t name;

	if (!path->parent || path->rewalk_name != 0)
		return path->rewalk_name;
	name = name_path(state, path->parent);
	if (name == 0) {
		const struct path *subject = path->parent;
		name = sightings_join(sightings_join(0, NAME_PATH),
			(uint64_t)subject->thread << 32 |
				subject->function->index);
		name = sightings_join(name, path->place);
	}
	name = name_column(state, name, path->parent->function, path->place);
	path->rewalk_name = sightings_join(name, path->function->index);
	return path->rewalk_name;
}

/* What a string function reads is reported at its call. */
static void stand_at_call(struct standing *standing)
{
	/* Only what a subject reads is followed. */
	assert(standing->count > 0);
	standing->place = standing->path[0]->place;
	for (uint32_t k = 0; k < standing->count; k++)
		if (standing->path[k]->parent)
			standing->path[k] = standing->path[k]->parent;
}

/* What is sorted is so at the user's call, whatever of the function is inlined. */
static void stand_at_sort(struct standing *standing)
{
	for (uint32_t k = 0; k < standing->count; k++)
		while (standing->path[k]->parent &&
			!user_code_has(standing->path[k]->function)) {
			standing->place = standing->path[k]->place;
			standing->path[k] = standing->path[k]->parent;
		}
}

/* The leaf of READ, of a string's call if IS_STRING: then the innermost function is a
 * string function, and the read stands for its call. */
static struct rewalk_leaf *new_leaf(struct rewalk_state *state,
	const struct rule_read *read, bool is_string)
{
	uint32_t site = read->leaf->site, count = read->view->subject_count;
	uint32_t place = sites_place_of(state->program->sites, site);
	uint64_t name[REWALK_LEVELS_MAX];
	struct rewalk_names names = {.path = name};
	bool has_paths = !is_string && !state->has_no_paths;
	struct standing *standing;
	struct path **path;

	if (count > REWALK_LEVELS_MAX)
		count = REWALK_LEVELS_MAX;
	standing = arena_alloc(&state->arena,
		sizeof *standing + count * sizeof standing->path[0]);
	*standing = (struct standing){.site = site,
		.place = place,
		.count = count,
		.is_string = is_string,
		.part = read->leaf->part};
	path = standing->path;
	for (uint32_t k = 0; k < count; k++) {
		path[k] = program_path_to_read(
			state->program, read->context->path[k], site);
		name[k] = has_paths ? name_path(state, path[k]) : 0;
		if (name[k] == 0)
			continue;
		name[k] = user_code_has(path[k]->function)
				  ? sightings_join(name[k], place | NAME_PLACE)
				  : name_column(state, name[k],
					    path[k]->function, place);
	}
	names.pc = sightings_join((uintptr_t)path[0], (uint64_t)site << 1);
	names.line =
		sightings_join((uintptr_t)path[0], (uint64_t)place << 1 | 1);
	if (is_string)
		stand_at_call(standing);
	return rewalk_leaf_new(
		state->rewalk, &names, read->view->subject, count, standing);
}

/* --- reads -------------------------------------------------------------- */

#define BASE_STACK_POINTER 4 /* as trace_site.base */

/* Whether a read's address is the stack pointer and a constant: an argument or a
 * local of the frame, one for each activation. No loop walks over these. */
static bool is_slot(const struct trace_site *site)
{
	return site->base == BASE_STACK_POINTER && site->step_count == 1 &&
	       (site->flags & TRACE_SITE_INDEXED) == 0;
}

/* Whether READ is followed, after the first at its leaf. */
static bool begin_leaf(struct rewalk_state *state, const struct rule_read *read,
	bool is_string)
{
	struct leaf *leaf = read->leaf;
	const struct trace_site *site;

	if (leaf->is_slot || state->is_stopped)
		return false;
	site = &sites_resolve(state->program->sites, leaf->site)->definition;
	leaf->is_slot = !is_string && is_slot(site);
	if (leaf->is_slot)
		return false;
	leaf->size_bytes = site->size_bytes;
	leaf->rewalk = new_leaf(state, read, is_string);
	chain_part_add_leaf(leaf->part);
	return true;
}

static uint64_t cell_at(const struct rewalk_state *state, uint64_t address)
{
	const struct objects *objects = state->program->objects;

	return objects_cell(objects, objects_moved(objects), address);
}

/* Notes a read of CELL, whose identity is known. */
static inline void note_identified(struct rewalk_state *state,
	const struct rule_read *read, struct rewalk_read *cell)
{
	const struct stack_view *view = read->view;

	if (read->leaf->cell != cell->cell) {
		rewalk_note_moved(state->rewalk, cell, read->leaf->cell);
		read->leaf->cell = cell->cell;
	}
	rewalk_note(state->rewalk, view->subject, view->subject_count, cell);
}

static inline void note_cell(struct rewalk_state *state,
	const struct rule_read *read, struct rewalk_read *cell)
{
	cell->cell = cell_at(state, cell->address);
	note_identified(state, read, cell);
}

static inline void sightings_add_cell(struct rewalk_state *state,
	const struct rule_read *read, struct rewalk_read *cell)
{
	const struct stack_view *view = read->view;
	enum rule_met met;

	cell->cell = cell_at(state, cell->address);
	rewalk_fetch(read->leaf->rewalk, cell->cell);
	note_identified(state, read, cell);
	met = rewalk_add(state->rewalk, read->leaf->rewalk, view->subject,
		view->subject_count, cell);
	chains_note(read->context->chain, read->leaf->part, met);
}

/* Wide loads are several cells. */
#define CELL_BYTES UINT64_C(8)

/* Calls TAKE with each cell of READ. */
static inline __attribute__((always_inline)) void for_cells(
	struct rewalk_state *state, const struct rule_read *read,
	void (*take)(struct rewalk_state *state, const struct rule_read *read,
		struct rewalk_read *cell))
{
	const struct leaf *leaf = read->leaf;
	uint64_t address = read->address;
	struct rewalk_read cell = {
		.address = address,
		.now = read->now,
		.written = read->written,
		.site = leaf->site,
		.size_bytes = leaf->size_bytes,
		.library = read->view->library,
		.is_stack = stack_holds(read->view, address),
		.is_constant = read->is_constant,
	};

	if (__builtin_expect(leaf->size_bytes <= CELL_BYTES, 1)) {
		take(state, read, &cell);
		return;
	}
	for (cell.address &= ~(CELL_BYTES - 1);
		cell.address < address + leaf->size_bytes;
		cell.address += CELL_BYTES) {
		take(state, read, &cell);
		cell.is_rest = true;
	}
}

static void sightings_add_read(void *data, const struct rule_read *read)
{
	struct rewalk_state *state = data;

	if (__builtin_expect(!read->leaf->rewalk, 0) &&
		!begin_leaf(state, read, false))
		return;
	for_cells(state, read, sightings_add_cell);
}

static void sightings_add_stay(
	void *data, struct leaf *leaf, uint64_t count, uint64_t clock)
{
	(void)data;
	if (leaf->rewalk)
		rewalk_stay(leaf->rewalk, leaf->site, leaf->cell, count, clock);
}

static void sightings_note_read(void *data, const struct rule_read *read)
{
	if (read->leaf->rewalk)
		for_cells(data, read, note_cell);
}

/* Whether each copy of STANDING's, with this one of STRING, is longer than the one before:
 * of what grows in a block that has others besides, as an arena's. */
static bool copies_grow(
	struct standing *standing, const struct rule_string *string)
{
	standing->varies |= string->length_bytes <= standing->copied_bytes;
	standing->copied_bytes = string->length_bytes;
	return !standing->varies;
}

/* Whether the bytes of STRING count one by one: what is scanned, or shifted, which is
 * another place's content each time; and what is compared or copied, if it is long, and
 * most of its block or longer each time. */
static bool counts_bytes(const struct rewalk_state *state,
	const struct rule_read *call, const struct rule_string *string)
{
	struct standing *standing = call->leaf->rewalk->pc->node.user;
	const struct rewalk_limits *limits = state->limits;
	struct object object;
	/* By now, what a loop has copied may be freed, but not the copy. */
	uint64_t address =
		string->began != 0 ? string->copied_to : call->address;

	if (string->is_scan || string->is_shift)
		return true;
	if ((double)string->length_bytes < limits->key_bytes)
		return false;
	if (string->is_compare)
		return true;
	return string->copied_to != 0 &&
	       objects_find(state->program->objects, address, &object) &&
	       (object.kind == OBJECT_HEAP || object.kind == OBJECT_VARIABLE) &&
	       (copies_grow(standing, string) ||
		       (double)string->length_bytes >=
			       limits->copy_whole * (double)object.size_bytes);
}

/* Gives RANGE, which is copied as STRING says, the cells at which its content began. What
 * was not copied before is read again only if the copy goes where the last one went which
 * is gone: a copy for the time of a call. */
static void trace_copy(struct rewalk_state *state, struct standing *standing,
	const struct rule_string *string, struct rewalk_range *range)
{
	const struct objects *objects = state->program->objects;
	uint64_t to = string->copied_to;
	uint64_t born = objects_born(objects, range->address);
	struct lineage_copy copy = {.address = to,
		.length_bytes = range->length_bytes,
		.clock = range->now};

	if (to == range->address)
		return; /* the block keeps its cells */
	if (string->began != 0 && born > string->began)
		born = 0; /* of what has its place now */
	if (lineage_find(&state->lineage, range->address, born,
		    range->half_written, &range->cell))
		range->half_written = 0;
	else if (standing->copied_to != to ||
		 objects_born(objects, to) <= standing->copied_at)
		range->half_written = range->now;
	copy.cell = range->cell;
	lineage_add(&state->lineage, &copy);
	standing->copied_to = to;
	standing->copied_at = range->now;
}

static void sightings_add_string(void *data, const struct rule_read *call,
	const struct rule_string *string)
{
	struct rewalk_state *state = data;
	const struct stack_view *view = call->view;
	struct leaf *leaf = call->leaf;
	struct standing *standing;
	struct rewalk_range range = {
		.address = call->address,
		.length_bytes = string->length_bytes,
		.now = call->now,
		.written = call->written,
		.half_written = string->half_written,
		.library = view->library,
		.is_constant = call->is_constant,
	};

	if (!leaf->rewalk && !begin_leaf(state, call, string->began == 0))
		return;
	if (string->began == 0)
		sightings_add_read(state, call);
	if (!counts_bytes(state, call, string))
		return;
	standing = leaf->rewalk->pc->node.user;
	if (!leaf->ranges && !state->is_stopped) {
		standing->shifts = string->is_shift;
		standing->compares = string->is_compare;
		standing->copies = string->copied_to != 0 && !string->is_shift;
		leaf->ranges = rewalk_ranges_new(state->rewalk, standing);
	}
	if (!leaf->ranges)
		return;
	range.cell = cell_at(state, range.address);
	if (standing->copies) {
		trace_copy(state, standing, string, &range);
	} else if (string->is_shift) {
		range.written = 0;
		range.half_written =
			objects_born(state->program->objects, range.address);
	}
	rewalk_ranges_add(state->rewalk, leaf->ranges, view->subject,
		view->subject_count, &range);
}

static void sightings_add_sort(
	void *data, const struct rule_read *call, uint64_t length_bytes)
{
	struct rewalk_state *state = data;
	const struct stack_view *view = call->view;
	struct leaf *leaf = call->leaf;
	struct rewalk_range range = {.address = call->address,
		.cell = cell_at(state, call->address),
		.length_bytes = length_bytes,
		.now = call->now};

	if (!leaf->rewalk && !begin_leaf(state, call, true))
		return;
	if (!leaf->ranges && !state->is_stopped) {
		struct standing *standing = leaf->rewalk->pc->node.user;
		standing->sorts = true;
		stand_at_sort(standing);
		leaf->ranges = rewalk_ranges_new(state->rewalk, standing);
	}
	if (leaf->ranges)
		rewalk_ranges_add(state->rewalk, leaf->ranges, view->subject,
			view->subject_count, &range);
}

/* Whether most of RANGE has not been read since it was written, as far as that is known:
 * all that the subject of both has done was followed. */
static bool is_unread(const struct rewalk_state *state,
	const struct standing *standing, const struct stack_view *view,
	const struct rewalk_range *range)
{
	const struct subject *subject = view->subject;
	uint32_t k = view->subject_count;
	struct path *path;

	while (k > 0 && subject[k - 1].start > range->now)
		k--;
	if (k == 0)
		return false;
	path = contexts_path_find(standing->path[0], subject[k - 1].function);
	return !chains_has_gap(state->program->chains,
		       path ? path : standing->path[0], range->now) &&
	       rewalk_is_unread(state->rewalk, range);
}

/* What a loop has written is known when it begins again; a call of memset waits for the
 * next one, so that both are judged then. */
static void sightings_add_write(void *data, const struct rule_read *call,
	const struct rule_write *write)
{
	struct rewalk_state *state = data;
	const struct stack_view *view = call->view;
	const struct objects *objects = state->program->objects;
	struct leaf *leaf = call->leaf;
	struct standing *standing;
	struct rewalk_range range = {
		.address = call->address,
		.cell = cell_at(state, call->address),
		.length_bytes = write->length_bytes,
		.now = call->written,
		.first = write->first,
		.step_bytes = write->step_bytes,
		.half_written = objects_born(objects, call->address),
	};

	if (state->is_stopped || stack_holds(view, call->address) ||
		(!leaf->rewalk && !begin_leaf(state, call, write->is_fill)))
		return;
	standing = leaf->rewalk->pc->node.user;
	standing->store_bytes =
		write->is_fill ? REWALK_FILL_BYTES : leaf->size_bytes;
	if (!leaf->ranges)
		leaf->ranges = rewalk_ranges_new(state->rewalk, standing);
	if (write->is_noted) {
		rewalk_ranges_note_write(
			leaf->ranges, view->subject, view->subject_count);
		standing->fill.length_bytes = 0;
		return;
	}
	if (write->is_fill) {
		struct rewalk_range before = standing->fill;
		standing->fill = range;
		range = before;
	}
	if (range.length_bytes != 0)
		rewalk_ranges_add_write(state->rewalk, leaf->ranges,
			view->subject, view->subject_count, &range,
			is_unread(state, standing, view, &range),
			standing->store_bytes);
}

static void sightings_give(
	void *data, uint64_t address, uint64_t length_bytes, uint64_t clock)
{
	struct rewalk_state *state = data;

	rewalk_give(
		state->rewalk, cell_at(state, address), length_bytes, clock);
}

static void sightings_pause_leaf(void *data, const struct stack_view *view,
	const struct context *context, struct leaf *leaf, uint64_t clock)
{
	const struct rewalk_state *state = data;

	(void)context;
	if (leaf->rewalk)
		rewalk_pause(state->rewalk, leaf->rewalk, view->subject,
			view->subject_count, clock);
}

static enum rule_wish wish(void *data, const struct leaf *leaf)
{
	const struct rewalk_state *state = data;

	if (!leaf->rewalk)
		return RULE_IGNORES;
	if (rewalk_leaf_has_settled(leaf->rewalk, CHAIN_VISITS_TO_SETTLE,
		    CHAIN_CELLS_TO_SETTLE) &&
		!rewalk_leaf_counts(
			state->rewalk, leaf->rewalk, CHAIN_READS_OF_COUNT))
		return rewalk_leaf_stays(state->rewalk, leaf->rewalk,
			       CHAIN_VISITS_TO_SETTLE)
			       ? RULE_HOPES
			       : RULE_SETTLED;
	return rewalk_leaf_walks_far(state->rewalk, leaf->rewalk)
		       ? RULE_WALKS_FAR
		       : RULE_WAITS;
}

static void sightings_end_activation(void *data, const struct stack_view *view)
{
	struct rewalk_state *state = data;

	rewalk_end(state->rewalk, view->subject, view->subject_count - 1);
}

static void sightings_stop(void *data, enum memory_state memory)
{
	struct rewalk_state *state = data;

	state->has_no_paths |= memory >= MEMORY_TIGHT;
	if (memory < MEMORY_FULL || state->is_stopped)
		return;
	state->is_stopped = true;
	rewalk_stop(state->rewalk,
		memory_watch_records(state->options.memory_bytes_max));
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
static struct rewalk_shown *find_joint(struct rewalk_state *state,
	enum shown_as as, struct path *path, const struct standing *standing)
{
	uint64_t where = as == SHOWN_AS_LINE ? standing->place : standing->site;
	void **slot = table_place(
		&state->joint, (uintptr_t)path, where << 2 | (uint64_t)as);
	struct rewalk_shown *shown;

	if (*slot)
		return *slot;
	*slot = shown = arena_alloc_zero(&state->arena, 1, sizeof *shown);
	shown->part = standing->part;
	chain_note_use(standing->part->chain);
	shown->sighting = (struct sighting){
		.rule = as != SHOWN_AS_RANGES	     ? REPORT_REWALK
			: standing->store_bytes != 0 ? REPORT_OVERWRITE
			: standing->shifts	     ? REPORT_SHIFT
			: standing->copies	     ? REPORT_COPY
						     : REPORT_REWALK,
		.path = path,
		.site = standing->site,
		.place = standing->place,
		.is_by_names = as == SHOWN_AS_PATH,
		.facts.has_one_length = true,
		.walk = shown->kept,
	};
	state->all = memory_grow(state->all, &state->capacity, state->count + 1,
		sizeof *state->all);
	state->all[state->count++] = shown;
	return shown;
}

/* What the context KEY has shown at LEVEL. */
static struct rewalk_shown *find_shown(struct rewalk_state *state,
	const void *key, const struct standing *standing, uint32_t level,
	enum shown_as as)
{
	void **slot = table_place(&state->shown, (uintptr_t)key, level);

	if (!*slot)
		*slot = find_joint(state, as,
			standing->path[level < standing->count
					       ? level
					       : standing->count - 1],
			standing);
	return *slot;
}

/* Asks by which path SUBJECT has what SIGHTING walks, at ADDRESS and in the last walk of
 * NODE, which may be NULL. */
static void sightings_ask(struct rewalk_state *state, struct sighting *sighting,
	const struct subject *subject, uint64_t address,
	const struct rewalk_node *node)
{
	struct questions *questions = state->options.questions;
	struct question *question;

	questions->all = memory_grow(questions->all, &questions->capacity,
		questions->count + 1, sizeof *questions->all);
	question = &questions->all[questions->count++];
	*question = (struct question){.sighting = sighting,
		.subject = subject,
		.address = address,
		.walked = {address},
		.walked_count = 1};
	if (!node)
		return;
	question->walked_count += rewalk_node_cells(
		node, question->walked + 1, QUESTION_CELLS - 1);
	for (uint32_t i = 1; i < question->walked_count; i++)
		question->walked[i] = walked_cells_address(
			state->program, question->walked[i]);
}

/* Whether an argument of SUBJECT points to what is at ADDRESS, or shortly before it. */
static bool is_passed(const struct subject *subject, uint64_t address)
{
	for (unsigned i = 0; i < STACK_ARGUMENTS; i++)
		if (address - subject->argument[i] < 1u << OBJECTS_PAGE_SHIFT)
			return true;
	return false;
}

static void sightings_describe(struct rewalk_state *state,
	struct sighting *sighting, const struct subject *subject,
	const struct rewalk_seen *seen, const struct rewalk_node *node)
{
	struct program *program = state->program;
	uint64_t address;

	program_note_caller(program, sighting, subject);
	if (!objects_address_of(program->objects, seen->cell, &address) ||
		objects_born(program->objects, address) > seen->read)
		address = 0; /* it is gone */
	sighting->facts.is_passed = is_passed(subject, address);
	sightings_ask(state, sighting, subject, address, node);
	if (address != 0)
		program_note_object(program, sighting, subject, address);
}

/* What a string function reads is judged by its call. */
static void sightings_note_text(const struct rewalk_state *state,
	const struct rewalk_node *node, uint32_t size_bytes,
	struct severity_facts *facts)
{
	const struct standing *standing = node->user;

	if (!standing->is_string)
		walked_cells_note_text(state->limits, node, size_bytes, facts);
}

static void sightings_show(void *data, struct rewalk_node *node, uint32_t level,
	const struct subject *subject, const struct rewalk_seen *seen)
{
	struct rewalk_state *state = data;
	struct rewalk_shown *shown = find_shown(
		state, node, node->user, level, (enum shown_as)node->kind);

	if (!shown->node)
		shown->sighting.facts.is_looked_up = true;
	shown->node = node;
	if (!shown->sighting.root)
		sightings_describe(
			state, &shown->sighting, subject, seen, node);
	walked_cells_note(
		state->program, state->limits, node, &shown->sighting);
	sightings_note_text(state, node,
		walked_type_load_bytes(state->program, &shown->sighting),
		&shown->sighting.facts);
}

static void note_lower_bound(struct sighting *sighting, bool is_lower_bound)
{
	if (is_lower_bound)
		sighting->exactness = REPORT_LOWER_BOUND;
}

/* What an activation tells about growth if it was followed to its end. */
static void add_growth(struct rewalk_state *state, struct rewalk_shown *shown,
	const struct standing *standing, const struct subject *subject,
	uint64_t longest, uint64_t walks, uint64_t reads)
{
	struct sighting *sighting = &shown->sighting;
	struct path *whole = standing->path[0];
	struct path *path = contexts_path_find(whole, subject->function);

	if (!sighting->whole || longest > sighting->longest.max)
		sighting->whole = whole;
	if (longest > sighting->longest.max)
		sighting->longest.max = longest;
	if (chain_part_has_gap(standing->part, subject->start)) {
		note_lower_bound(sighting, !shown->node);
		return;
	}
	rewalk_shown_add_seen(
		shown, (uint64_t)subject->footprint, walks, longest);
	if (chains_has_gap(state->program->chains, path ? path : whole,
		    subject->start)) {
		note_lower_bound(sighting, !shown->node);
		return;
	}
	growth_add(
		&sighting->growth, (double)subject->footprint, (double)reads);
}

/* Whether the beginning of the activation SUBJECT was left out: what it has read there
 * is not known to the sequence that BEGAN then. */
static bool has_no_beginning(const struct standing *standing,
	const struct subject *subject, uint64_t began)
{
	const struct chain_part *part = standing->part;

	return part->woken > subject->start && part->woken <= began &&
	       !chain_part_is_begun(part, standing->path[0], subject);
}

static void sightings_end(void *data, struct rewalk_node *node, uint32_t level,
	const struct subject *subject, const struct rewalk_counts *counts)
{
	struct rewalk_state *state = data;
	struct rewalk_shown *shown =
		table_find(&state->shown, (uintptr_t)node, level);
	uint32_t size_bytes;

	/* It may hold now and not have held at the end of any walk. */
	if (!shown || !rewalk_holds(state->limits, node->kind, counts) ||
		has_no_beginning(node->user, subject, counts->began))
		return;
	size_bytes = walked_type_load_bytes(state->program, &shown->sighting);
	sightings_note_text(state, node, size_bytes, &shown->sighting.facts);
	walked_cells_note_objects(
		state->program, state->limits, node, &shown->sighting);
	rewalk_shown_add(shown, state->limits, subject, counts, size_bytes);
	note_lower_bound(&shown->sighting, node->is_lower_bound);
	add_growth(state, shown, node->user, subject, counts->walks.longest,
		counts->walks.count, counts->reads);
	rewalk_shown_note_open(shown, state->limits);
}

/* --- ranges ------------------------------------------------------------- */

static enum rewalk_range_verdict judge_ranges(
	const struct rewalk_limits *limits, const struct standing *standing,
	const struct rewalk_range_counts *counts)
{
	if (standing->store_bytes != 0)
		return rewalk_ranges_judge_written(
			limits, counts, standing->store_bytes);
	if (standing->sorts)
		return rewalk_ranges_judge_sorted(limits, counts);
	if (standing->compares)
		return rewalk_ranges_judge_compared(limits, counts);
	return standing->copies ? rewalk_ranges_judge_copied(limits, counts)
				: rewalk_ranges_judge(limits, counts);
}

static void end_ranges(void *data, void *user, uint32_t level,
	const struct subject *subject, const struct rewalk_seen *seen,
	const struct rewalk_range_counts *counts)
{
	struct rewalk_state *state = data;
	const struct standing *standing = user;
	enum rewalk_range_verdict verdict =
		judge_ranges(state->limits, standing, counts);
	struct sighting *sighting;
	struct rewalk_shown *shown;
	bool is_key;

	if (verdict == RANGES_NOTHING)
		return;
	/* What always moves as far, as the lines of a screen, is as bounded as a
	 * key. */
	is_key = verdict == RANGES_HOT_KEY ||
		 (standing->shifts &&
			 (double)counts->lengths < state->limits->key_lengths);
	shown = find_shown(state, standing, standing, level, SHOWN_AS_RANGES);
	sighting = &shown->sighting;
	sighting->one_object = true;
	if (counts->longest_length > sighting->span_bytes)
		sighting->span_bytes = counts->longest_length;
	if (sighting->redundant == 0)
		sightings_describe(state, sighting, subject, seen, NULL);
	/* A hot key unless some activation shows more. */
	sighting->facts.has_hot_key =
		is_key &&
		(sighting->redundant == 0 || sighting->facts.has_hot_key);
	rewalk_shown_add_range(shown, counts);
	add_growth(state, shown, standing, subject, counts->longest_length,
		counts->events, counts->bytes);
}

/* --- the rule ----------------------------------------------------------- */

static uint64_t sightings_place(void *data, uint64_t cell)
{
	const struct rewalk_state *state = data;
	uint64_t address = walked_cells_address(state->program, cell);

	return address != 0 ? address : cell;
}

static uint64_t sightings_identify(void *data, uint64_t address)
{
	struct rewalk_state *state = data;

	return address >> OBJECTS_ADDRESS_BITS == 0
		       ? objects_identify(state->program->objects, address)
		       : 0;
}

static uint64_t born(void *data, uint64_t address)
{
	struct rewalk_state *state = data;

	return objects_born(state->program->objects, address);
}

struct rewalk_state *rewalk_state_new(
	const struct rewalk_state_options *options)
{
	struct rewalk_state *state = memory_alloc_zero(1, sizeof *state);
	struct rewalk_options rule = {
		.memory = {born, sightings_place, sightings_identify, state},
		.shown = sightings_show,
		.ended = sightings_end,
		.ranges_ended = end_ranges,
		.data = state,
		.limits = options->limits,
	};

	state->options = *options;
	state->program = options->program;
	state->limits = options->limits;
	state->rewalk = rewalk_new(&rule);
	return state;
}

static void sightings_free_state(void *data)
{
	struct rewalk_state *state = data;

	for (size_t i = 0; i < state->count; i++)
		growth_release(&state->all[i]->sighting.growth);
	free(state->all);
	table_release(&state->shown);
	table_release(&state->joint);
	table_release(&state->whole);
	table_release(&state->element);
	table_release(&state->object);
	rewalk_free(state->rewalk);
	arena_release(&state->arena);
	free(state);
}

/* NAME with the letters of TEXT, which may be NULL. */
static uint64_t sightings_mix_text(uint64_t name, const char *text)
{
	for (; text && *text; text++)
		name = table_mix(name, (unsigned char)*text);
	return name;
}

/* Where it is kept that an array has been walked as far as it goes: by the name that
 * SIGHTING's subject has for it. */
static void **place_of_table(
	struct rewalk_state *state, const struct sighting *sighting)
{
	return table_place(&state->whole, path_subject(sighting->path)->index,
		sightings_mix_text(0, sighting->root));
}

/* ... and by the name of what its elements, FIELD, point to. */
static void **place_of_element(struct rewalk_state *state,
	const struct sighting *sighting, const char *field)
{
	uint64_t name = sightings_mix_text(0, sighting->root);

	if (field && field[0] != '[')
		name = sightings_mix_text(name, ".");
	return table_place(&state->element, path_subject(sighting->path)->index,
		sightings_mix_text(name, field));
}

/* Whether SIGHTING reads a cell of what each element of an array points to that is walked
 * as far as it goes. */
static bool is_of_elements(
	struct rewalk_state *state, const struct sighting *sighting)
{
	const struct rewalk_shown *array =
		*place_of_element(state, sighting, NULL);

	return array && sighting->rule == REPORT_REWALK &&
	       sighting->length.max <=
		       sites_label(state->program->sites, array->sighting.site)
			       ->elements;
}

/* Whether an activation of SIGHTING has about as many walks as its longest has cells, those
 * that were only noted included. */
static bool is_full_square(
	const struct rewalk_state *state, const struct sighting *sighting)
{
	double reads = (double)(sighting->reads + sighting->rested);
	double cells = (double)sighting->longest.max;
	double walks = reads / (double)sighting->redundant / cells;

	return fabs(walks - cells) <= 1 + state->limits->square * cells;
}

/* What is known of the blocks of one size that are allocated where SIGHTING's is; of a
 * variable, what the sighting knows alone. */
static struct walked_object *walked_object_of(
	struct rewalk_state *state, const struct sighting *sighting)
{
	bool is_heap = sighting->allocated_context != NULL;
	void **slot = table_place(&state->object,
		is_heap ? (uintptr_t)sighting->allocated_context
			: (uintptr_t)sighting,
		is_heap ? sighting->object_bytes << 32 |
				  sighting->allocated_place
			: 0);

	if (!*slot)
		*slot = arena_alloc_zero(
			&state->arena, 1, sizeof(struct walked_object));
	return *slot;
}

static void add_up(struct rewalk_state *state, struct rewalk_shown *shown)
{
	struct sighting *sighting = &shown->sighting;
	struct severity_facts *facts = &sighting->facts;
	const struct symbol_label *label =
		sites_label(state->program->sites, sighting->site);

	walked_type_note(state->program, state->limits, sighting, label,
		walked_object_of(state, sighting));
	if (facts->is_table &&
		(double)sighting->length.max >=
			state->limits->table * (double)walked_type_array(
						       state->program, sighting)
						       ->elements)
		*place_of_table(state, sighting) = shown;
	if (facts->is_whole_table && label->elements != 0)
		*place_of_element(state, sighting, label->field) = shown;
	note_lower_bound(sighting, shown->node && shown->node->is_left_out);
	sighting->rested = (uint64_t)((double)sighting->reads *
				      (double)shown->part->noted /
				      (double)shown->part->reads.all);
	if (sighting->longest.min == 0) /* none was followed to its end */
		sighting->longest.min = sighting->longest.max;
	facts->has_sizes = rewalk_shown_has_sizes(shown, state->limits);
	facts->has_grown = sighting->longest.max > sighting->longest.min;
	facts->is_square = sighting->rule == REPORT_OVERWRITE ||
			   is_full_square(state, sighting);
	facts->has_more_walks =
		(double)sighting->walks.max >=
		state->limits->span * (double)sighting->walks.min;
	facts->recurs = contexts_recurs(
		state->program->contexts, sighting->path, &facts->dispatches);
	growth_fit(&sighting->growth, &facts->fit);
	if (isinf(facts->fit.high)) /* two sizes of one process show little */
		facts->fit = (struct growth_fit){0};
}

static void sightings_report(void *data, struct sightings *sightings)
{
	struct rewalk_state *state = data;

	for (size_t i = 0; i < state->count; i++) {
		const struct rewalk_shown *shown = state->all[i];
		const struct sighting *sighting = &shown->sighting;
		sightings_note_path(sightings, sighting->path);
		walked_type_learn(state->program, sighting,
			sites_label(state->program->sites, sighting->site),
			walked_object_of(state, sighting));
	}
	/* It may have been shown and not hold at an end. */
	for (size_t i = 0; i < state->count; i++)
		if (state->all[i]->sighting.redundant != 0)
			add_up(state, state->all[i]);
	for (size_t i = 0; i < state->count; i++) {
		struct sighting *sighting = &state->all[i]->sighting;
		if (sighting->redundant == 0)
			continue;
		sighting->facts.is_whole_table |=
			(sighting->facts.is_table &&
				*place_of_table(state, sighting) != NULL) ||
			is_of_elements(state, sighting);
		sightings_add(sightings, sighting);
	}
}

const struct rule rewalk_rule = {
	.read = sightings_add_read,
	.string = sightings_add_string,
	.write = sightings_add_write,
	.sort = sightings_add_sort,
	.give = sightings_give,
	.stay = sightings_add_stay,
	.note = sightings_note_read,
	.pause = sightings_pause_leaf,
	.wish = wish,
	.end = sightings_end_activation,
	.stop = sightings_stop,
	.report = sightings_report,
	.free = sightings_free_state,
};
