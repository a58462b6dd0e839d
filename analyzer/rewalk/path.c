/* SPDX-License-Identifier: MIT
 * A path context of rule `rewalk`. */
#include "config.h"

#include "analyzer/rewalk/sequence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define RECORDS_FIRST 4u
#define INDEX_BITS    6 /* at least; from so many records: */
#define SCANNED_MAX   16u

static bool is_inline(const struct rewalk_walked *walked)
{
	return walked->node.record == &walked->first;
}

static size_t index_bytes(uint32_t bits)
{
	return bits != 0 ? ((size_t)1 << bits) * sizeof(uint32_t) : 0;
}

/* The place in the index of CELL, or the free one for it. */
static uint32_t *path_probe(const struct rewalk_walked *walked, uint64_t cell)
{
	uint32_t bits = walked->node.bits, mask = (1u << bits) - 1;
	uint32_t i = rewalk_place(cell, bits);

	while (walked->index[i] != 0 &&
		walked->node.record[walked->index[i] - 1].cell != cell)
		i = (i + 1) & mask;
	return &walked->index[i];
}

/* Fills an index that has room for twice the records. */
static void build_index(struct rewalk *rewalk, struct rewalk_walked *walked)
{
	uint32_t bits = INDEX_BITS;

	while ((1u << bits) < 4 * walked->node.cells)
		bits++;
	if (bits > walked->index_bits) {
		free(walked->index);
		walked->index = memory_alloc(index_bytes(bits));
		rewalk->record_bytes +=
			index_bytes(bits) - index_bytes(walked->index_bits);
		walked->index_bits = bits;
	}
	walked->node.bits = bits;
	walked->indexed = 0;
	memset(walked->index, 0, index_bytes(bits));
}

/* It is made again when a cell is looked for. */
static void drop_index(struct rewalk *rewalk, struct rewalk_walked *walked)
{
	rewalk->record_bytes -= index_bytes(walked->index_bits);
	free(walked->index);
	walked->index = NULL;
	walked->index_bits = walked->node.bits = walked->indexed = 0;
}

/* Records that are not in the index yet: most walks go on to what is beyond all that they
 * have met, where no index is needed. */
static void complete_index(struct rewalk *rewalk, struct rewalk_walked *walked)
{
	struct rewalk_node *node = &walked->node;

	if (node->bits == 0 || 2 * node->cells > 1u << node->bits)
		build_index(rewalk, walked);
	for (; walked->indexed < node->cells; walked->indexed++)
		*path_probe(walked, node->record[walked->indexed].cell) =
			walked->indexed + 1;
}

/* The newest record of CELL, or NULL. */
static inline struct rewalk_record *path_find(
	struct rewalk *rewalk, struct rewalk_walked *walked, uint64_t cell)
{
	struct rewalk_record *record = walked->node.record;

	if (cell < walked->low || cell > walked->high)
		return NULL;
	if (walked->node.cells > SCANNED_MAX) {
		uint32_t at;
		if (walked->indexed < walked->node.cells)
			complete_index(rewalk, walked);
		at = *path_probe(walked, cell);
		return at != 0 ? &record[at - 1] : NULL;
	}
	for (uint32_t i = walked->node.cells; i-- > 0;)
		if (record[i].cell == cell)
			return &record[i];
	return NULL;
}

static void path_grow(struct rewalk *rewalk, struct rewalk_walked *walked)
{
	struct rewalk_node *node = &walked->node;
	struct rewalk_record *old = node->record;
	size_t last = node->last ? (size_t)(node->last - old) : 0;
	bool was_inline = is_inline(walked);
	uint32_t capacity = was_inline ? RECORDS_FIRST : 2 * walked->capacity;

	rewalk->record_bytes += (capacity - walked->capacity) * sizeof *old;
	node->record =
		memory_resize(was_inline ? NULL : old, capacity, sizeof *old);
	if (was_inline)
		node->record[0] = walked->first;
	if (node->last)
		node->last = &node->record[last];
	walked->capacity = capacity;
}

/* Forgets what was not read in the current walk. */
static void path_keep_walk(struct rewalk *rewalk, struct rewalk_walked *walked)
{
	struct rewalk_node *node = &walked->node;
	uint64_t last = node->last ? node->last->cell : 0;
	uint32_t kept = 0;

	/* The first cell has its record in WALKED itself. */
	assert(node->record);
	for (uint32_t i = 0; i < node->cells; i++)
		if (node->record[i].read >= node->sequence->walk_clock)
			node->record[kept++] = node->record[i];
	node->cells = kept;
	node->bits = 0;
	walked->indexed = 0;
	node->last = last != 0 ? path_find(rewalk, walked, last) : NULL;
}

/* Makes room for one more record. False: there is none, and the walk that goes
 * on is longer than what is kept. */
static bool path_reserve_record(
	struct rewalk *rewalk, struct rewalk_walked *walked)
{
	struct rewalk_node *node = &walked->node;

	if (node->cells < rewalk->cells) {
		size_t more = walked->capacity * sizeof *node->record;
		if (node->cells < walked->capacity)
			return true;
		if (is_inline(walked) || rewalk_has_room(rewalk, more)) {
			path_grow(rewalk, walked);
			return true;
		}
	}
	if (rewalk_sequence_is_long(node))
		return false;
	path_keep_walk(rewalk, walked);
	return node->cells < walked->capacity;
}

/* A record for CELL. That of another object there stays in the walk. */
static inline struct rewalk_record *path_add_record(
	struct rewalk_walked *walked, uint64_t cell)
{
	struct rewalk_node *node = &walked->node;
	struct rewalk_record *record;

	assert(node->record); /* make_room has found room */
	record = &node->record[node->cells++];
	record->cell = cell;
	walked->newest = node->reads;
	if (cell < walked->low)
		walked->low = cell;
	if (cell > walked->high)
		walked->high = cell;
	return record;
}

static struct rewalk_walked *path_walked_of(
	struct rewalk *rewalk, struct rewalk_path *path)
{
	struct rewalk_walked *walked = path->walked;

	if (walked)
		return walked;
	path->walked = walked =
		arena_alloc_line(&rewalk->arena, sizeof *walked);
	walked->path = path;
	rewalk_add_node(
		rewalk, &walked->node, REWALK_PATH, path->name, path->user);
	walked->node.record = &walked->first;
	walked->node.sequence = &walked->sequence;
	walked->node.capacity = 1;
	walked->node.base = path->base;
	walked->capacity = 1;
	return walked;
}

static void rewalk_path_begin(
	struct rewalk_walked *walked, const struct rewalk_read *read)
{
	walked->instructions = 0;
	walked->indexed = 0;
	walked->low = UINT64_MAX;
	walked->high = 0;
	walked->node.cells = walked->node.bits = 0;
	walked->node.last = NULL;
	walked->node.sequences = 0;
	walked->node.has_forgotten = false;
	walked->node.walk_clock_min = read->now;
	walked->begun = walked->node.reputation;
	rewalk_sequence_begin(&walked->node, 0, read);
}

static void note_instruction(
	struct rewalk_walked *walked, const struct rewalk_read *read)
{
	uint32_t i = 0;

	if (read->is_rest)
		return;
	while (i < walked->instructions &&
		walked->instruction[i].site != read->site)
		i++;
	if (i < walked->instructions)
		walked->sequence.is_eligible =
			walked->instruction[i].cell != read->cell;
	else if (i == REWALK_INSTRUCTIONS)
		walked->node.is_lower_bound = true;
	else
		walked->instruction[walked->instructions++] =
			(struct rewalk_instruction){read->site, read->cell};
}

/* The first read of an activation, when it turns out not to be the only one. */
static void add_opening(struct rewalk *rewalk, struct rewalk_path *path)
{
	const struct rewalk_read read = {
		.cell = path->cell,
		.now = path->now,
		.written = path->written,
		.site = path->site,
		.is_rest = path->is_rest,
	};
	const struct rewalk_event event = {
		.read = &read, .levels = 1, .kept = 1};
	struct rewalk_walked *walked = path_walked_of(rewalk, path);

	rewalk->path_changes++;
	rewalk_path_begin(walked, &read);
	note_instruction(walked, &read);
	rewalk_sequence_read(rewalk, &walked->node, &event, -1,
		path_add_record(walked, read.cell));
	path->state = PATH_WALKED;
	path->principal = NULL;
}

/* There is no room for a walk of PATH that goes on. */
static void note_beyond(const struct rewalk *rewalk, struct rewalk_path *path)
{
	const struct rewalk_walked *walked = path->walked;

	/* Memory may be had again. */
	if (walked->node.cells < rewalk->cells)
		return;
	path->is_beyond = true;
	path->low = walked->low;
	path->span_bytes = walked->high - walked->low;
}

bool rewalk_path_add(struct rewalk *rewalk, struct rewalk_path *path,
	struct subject *subject, uint32_t count, uint32_t base,
	const struct rewalk_read *read)
{
	const struct rewalk_event event = {.read = read,
		.subject = subject,
		.count = count,
		.base = base,
		.levels = 1,
		.kept = 1};
	struct rewalk_walked *walked;
	struct rewalk_record *record;
	int32_t j = -1;

	if (path->state == PATH_OPENED)
		add_opening(rewalk, path);
	walked = path->walked;
	record = path_find(rewalk, walked, read->cell);
	if (record)
		j = rewalk_known_to(rewalk, &event, record);
	if (j < 0) {
		if (!path_reserve_record(rewalk, walked)) {
			note_beyond(rewalk, path);
			return false;
		}
		record = path_add_record(walked, read->cell);
	}
	path->is_beyond = false;
	if (!walked->sequence.is_eligible)
		note_instruction(walked, read);
	return rewalk_sequence_read(rewalk, &walked->node, &event, j, record) !=
		       0 &&
	       rewalk_is_hopeless(rewalk, &walked->node);
}

void rewalk_path_pause(
	struct rewalk *rewalk, struct rewalk_path *path, uint64_t clock)
{
	if (path->state == PATH_OPENED)
		add_opening(rewalk, path);
	path->is_beyond = false;
	drop_index(rewalk, path->walked);
	rewalk_sequence_pause(&path->walked->node, clock);
}

/* --- what several have -------------------------------------------------- */

/* Makes room in TO for as many records. */
static void path_reserve(
	struct rewalk *rewalk, struct rewalk_walked *to, uint32_t records)
{
	to->node.cells = 0;
	to->node.last = NULL;
	while (to->capacity < records)
		path_grow(rewalk, to);
}

static void swap_records(struct rewalk_walked *to, struct rewalk_walked *from)
{
	struct rewalk_record *record =
		is_inline(to) ? &from->first : to->node.record;
	uint32_t capacity = to->capacity;
	uint32_t *index = to->index;
	uint32_t bits = to->index_bits;

	to->node.record = from->node.record;
	to->capacity = from->capacity;
	to->index = from->index;
	to->index_bits = from->index_bits;
	to->node.bits = from->node.bits;
	to->indexed = from->indexed;
	from->node.record = record;
	from->capacity = capacity;
	from->index = index;
	from->index_bits = bits;
	from->node.bits = from->indexed = from->node.cells = 0;
	from->node.last = NULL;
}

static void copy_records(struct rewalk *rewalk, struct rewalk_walked *to,
	const struct rewalk_walked *from)
{
	path_reserve(rewalk, to, from->node.cells);
	memcpy(to->node.record, from->node.record,
		from->node.cells * sizeof *to->node.record);
	to->node.bits = to->indexed = 0;
}

static void hand_over_records(struct rewalk *rewalk, struct rewalk_walked *to,
	struct rewalk_walked *from, bool keeps)
{
	uint32_t cells = from->node.cells;
	ptrdiff_t last =
		from->node.last ? from->node.last - from->node.record : -1;

	if (keeps || is_inline(from))
		copy_records(rewalk, to, from);
	else
		swap_records(to, from);
	to->node.cells = cells;
	to->node.last = last >= 0 ? &to->node.record[last] : NULL;
	to->low = from->low;
	to->high = from->high;
	to->instructions = from->instructions;
	memcpy(to->instruction, from->instruction,
		from->instructions * sizeof *from->instruction);
}

/* What repetitions have told FROM, they tell TO, to which they are those of an inner
 * activation. */
static void hand_over_more(struct rewalk *rewalk, struct rewalk_sequence *to,
	const struct rewalk_sequence *from)
{
	struct rewalk_more *more;
	struct rewalk_walks *walks;

	to->has_more = false;
	if (!from->has_more)
		return;
	more = rewalk_sequence_more(rewalk, to);
	walks = &more->walks;
	*walks = from->more->walks;
	walks->longest = walks->longest_began = walks->longest_ended = 0;
	walks->most_known = walks->rewalk_shortest = 0;
	walks->known.by_long = 0;
	for (uint32_t i = 0; i < walks->groups; i++)
		walks->group[i].longest = walks->group[i].known.by_long = 0;
}

static void hand_over_sequence(struct rewalk *rewalk, struct rewalk_walked *to,
	const struct rewalk_walked *from)
{
	struct rewalk_sequence *sequence = &to->sequence;
	struct rewalk_more *more = sequence->more;

	*sequence = from->sequence;
	sequence->more = more;
	sequence->is_linked = sequence->has_reread = false;
	sequence->is_regular = sequence->is_strided = false;
	hand_over_more(rewalk, sequence, &from->sequence);
}

/* What FROM has met in its activation. */
static void hand_over_node(
	struct rewalk_node *to, const struct rewalk_walked *walked)
{
	const struct rewalk_node *from = &walked->node;
	const struct rewalk_reputation *begun = &walked->begun;
	uint64_t rereads = from->reputation.rereads - begun->rereads;

	to->sequences = 1;
	to->last_read = from->last_read;
	to->last_site = from->last_site;
	to->last_next = from->last_next;
	to->last_levels = from->last_levels;
	to->last_began = from->last_began;
	to->reads = from->reads;
	to->constant = from->constant;
	to->walk_clock_min = from->walk_clock_min;
	to->has_forgotten = from->has_forgotten;
	to->is_lower_bound |= from->is_lower_bound;
	to->is_left_out |= from->is_left_out;
	to->reputation.rereads += rereads;
	to->reputation.inner += rereads;
	to->reputation.walks += from->reputation.walks - begun->walks;
	to->reputation.followed += from->reputation.followed - begun->followed;
	to->reputation.branched += from->reputation.branched - begun->branched;
	if (from->reputation.longest > to->reputation.longest)
		to->reputation.longest = from->reputation.longest;
}

void rewalk_path_hand_over(struct rewalk *rewalk, struct rewalk_path *to,
	struct rewalk_path *from, bool keeps)
{
	struct rewalk_walked *walked = path_walked_of(rewalk, to);

	hand_over_records(rewalk, walked, from->walked, keeps);
	hand_over_sequence(rewalk, walked, from->walked);
	hand_over_node(&walked->node, from->walked);
	walked->newest = from->walked->newest;
	to->state = PATH_WALKED;
	to->is_beyond = from->is_beyond;
	to->low = from->low;
	to->span_bytes = from->span_bytes;
}

/* --- ends --------------------------------------------------------------- */

/* What an end changes is not true of the principal, whose activation goes on. */
static void end_deputy(struct rewalk *rewalk, struct rewalk_walked *walked,
	const struct subject *subject)
{
	struct rewalk_sequence sequence = walked->sequence;
	struct rewalk_walks walks = sequence.more->walks;

	rewalk_sequence_end(rewalk, &walked->node, 0, subject);
	walked->sequence = sequence;
	walked->sequence.more->walks = walks;
	walked->node.sequences = 1;
}

void rewalk_walked_end(struct rewalk *rewalk, struct rewalk_walked *walked,
	const struct subject *subject)
{
	if (walked->path->state == PATH_WALKED && walked->path->principal)
		end_deputy(rewalk, walked, subject);
	else
		rewalk_sequence_end(rewalk, &walked->node, 0, subject);
}

static void free_records(struct rewalk_walked *walked)
{
	if (!is_inline(walked))
		free(walked->node.record);
	free(walked->index);
}

void rewalk_walked_close(struct rewalk *rewalk, struct rewalk_walked *walked)
{
	drop_index(rewalk, walked);
	if (!is_inline(walked))
		rewalk->record_bytes -=
			walked->capacity * sizeof *walked->node.record;
	free_records(walked);
	walked->capacity = 0;
	rewalk_sequence_close(&walked->node);
}

void rewalk_walked_release(struct rewalk_walked *walked)
{
	free_records(walked);
	free(walked->sequence.more);
}
