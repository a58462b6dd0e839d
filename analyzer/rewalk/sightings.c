/* SPDX-License-Identifier: MIT
 * Rule `rewalk` as one rule for the analysis: its reads and ranges. */
#include "config.h"

#include "analyzer/rewalk/sightings.h"

#include <stdlib.h>

#include "analyzer/program/chains.h"
#include "analyzer/rewalk/describe.h"
#include "analyzer/rewalk/standing.h"
#include "analyzer/rewalk/summary.h"
#include "analyzer/rewalk/walked_cells.h"
#include "analyzer/rewalk/writes.h"

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
	leaf->code = rewalk_code_mark(
		sites_place_of(state->program->sites, leaf->site));
	leaf->rewalk = standing_make_leaf(state, read, is_string);
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
		rewalk_note_moved(state->rewalk, cell);
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
		.code = leaf->code,
		.library = read->view->library,
		.frame = read->view->serial,
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
		.clock = range->now,
		.began = range->now};
	struct lineage_copy *found;

	standing->given_bytes += range->length_bytes;
	range->copied_bytes = standing->given_bytes;
	if (to == range->address)
		return; /* the block keeps its cells */
	if (string->began != 0 && born > string->began)
		born = 0; /* of what has its place now */
	found = lineage_find(
		&state->lineage, range->address, born, range->half_written);
	if (found) {
		range->cell = found->cell + (range->address - found->address);
		range->half_written = copy.began = found->began;
		found->copied_bytes += range->length_bytes;
		range->copied_bytes = copy.copied_bytes = found->copied_bytes;
	} else if (standing->copied_to != to ||
		   objects_born(objects, to) <= standing->copied_at) {
		range->half_written = range->now;
	}
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
		standing_move_to_sort(standing);
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

/* Keeps RANGE for the next call of memset. Returns that of the one before; none: no bytes. */
static struct rewalk_range keep_fill(struct rewalk_state *state,
	struct standing *standing, const struct rewalk_range *range)
{
	struct rewalk_range before;

	if (!standing->fill)
		standing->fill = arena_alloc_zero(
			&state->arena, 1, sizeof *standing->fill);
	before = *standing->fill;
	*standing->fill = *range;
	return before;
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
		if (standing->fill)
			standing->fill->length_bytes = 0;
		return;
	}
	if (write->is_fill)
		range = keep_fill(state, standing, &range);
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
	rewalk_stop(
		state->rewalk, memory_watch_records(state->memory_bytes_max));
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
		.shown = describe_shown_context,
		.ended = describe_ended_context,
		.ranges_ended = describe_ended_ranges,
		.data = state,
		.limits = options->limits,
	};

	state->program = options->program;
	state->questions = options->questions;
	state->memory_bytes_max = options->memory_bytes_max;
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
	.report = summary_report,
	.free = sightings_free_state,
};
