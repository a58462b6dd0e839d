/* SPDX-License-Identifier: MIT
 * A path context of rule `rewalk`. */
#include "config.h"

#include "analyzer/rewalk/path.h"

#include <stdlib.h>
#include <string.h>

#define RECORDS_FIRST 4u
#define INDEX_BITS    6 /* at least; from so many records: */
#define SCANNED_MAX   16u

/* --- records ------------------------------------------------------------ */

static inline uint32_t slot_of(const struct rewalk_path *path, uint64_t cell)
{
	return (uint32_t)(cell * UINT64_C(0x9e3779b97f4a7c15) >>
			  (64 - path->index_bits));
}

/* The place in the index of CELL, or the free one for it. */
static uint32_t *probe(const struct rewalk_path *path, uint64_t cell)
{
	uint32_t mask = (1u << path->index_bits) - 1;
	uint32_t i = slot_of(path, cell);

	while (path->index[i] != 0 &&
		path->record[path->index[i] - 1].cell != cell)
		i = (i + 1) & mask;
	return &path->index[i];
}

/* 1 + the record of CELL, or 0. */
static inline uint32_t find(const struct rewalk_path *path, uint64_t cell)
{
	if (path->index_bits != 0)
		return *probe(path, cell);
	for (uint32_t i = path->count; i > 0; i--)
		if (path->record[i - 1].cell == cell)
			return i;
	return 0;
}

/* Fills an index that has room for twice the records. */
static void build_index(struct rewalk *rewalk, struct rewalk_path *path)
{
	uint32_t bits = INDEX_BITS;

	while ((1u << bits) < 4 * path->count)
		bits++;
	if (bits > path->index_capacity_bits) {
		size_t old = path->index_capacity_bits == 0
				     ? 0
				     : (size_t)1 << path->index_capacity_bits;
		free(path->index);
		path->index =
			memory_alloc(((size_t)1 << bits) * sizeof *path->index);
		path->index_capacity_bits = bits;
		rewalk->record_bytes +=
			(((size_t)1 << bits) - old) * sizeof *path->index;
	}
	path->index_bits = bits;
	memset(path->index, 0, ((size_t)1 << bits) * sizeof *path->index);
	for (uint32_t i = 0; i < path->count; i++)
		if (path->record[i].cell != 0)
			*probe(path, path->record[i].cell) = i + 1;
}

static void drop_index(struct rewalk_path *path)
{
	path->index_bits = 0;
}

static bool is_inline(const struct rewalk_path *path)
{
	return path->record == &path->first;
}

static void grow(struct rewalk *rewalk, struct rewalk_path *path)
{
	uint32_t capacity =
		is_inline(path) ? RECORDS_FIRST : 2 * path->capacity;

	rewalk->record_bytes +=
		(capacity - path->capacity) * sizeof *path->record;
	path->record = memory_resize(is_inline(path) ? NULL : path->record,
		capacity, sizeof *path->record);
	if (path->capacity == 1)
		path->record[0] = path->first;
	path->capacity = capacity;
}

/* Forgets what was not read in the current walk. */
static void keep_walk(struct rewalk *rewalk, struct rewalk_path *path)
{
	uint64_t last = path->last != 0 ? path->record[path->last - 1].cell : 0;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < path->count; i++)
		if (path->record[i].read >= path->walk_clock)
			path->record[kept++] = path->record[i];
	path->count = kept;
	drop_index(path);
	if (kept > SCANNED_MAX)
		build_index(rewalk, path);
	path->last = last != 0 ? find(path, last) : 0;
}

/* Makes room for one more record. False: there is none, and the walk that goes
 * on is longer than what is kept. */
static bool make_room(struct rewalk *rewalk, struct rewalk_path *path)
{
	if (path->count < rewalk->cells) {
		size_t more = path->capacity * sizeof *path->record;
		if (path->count < path->capacity)
			return true;
		if (is_inline(path) || rewalk_has_room(rewalk, more)) {
			grow(rewalk, path);
			return true;
		}
	}
	path->node.is_lower_bound = true;
	if (2 * (path->reads - path->walk_reads) >= path->count)
		return false;
	keep_walk(rewalk, path);
	return path->count < path->capacity;
}

/* A record for CELL, which has none. Returns 1 + its index. */
static uint32_t add_record(
	struct rewalk *rewalk, struct rewalk_path *path, uint64_t cell)
{
	path->record[path->count++].cell = cell;
	if (path->index_bits != 0 && 2 * path->count < 1u << path->index_bits)
		*probe(path, cell) = path->count;
	else if (path->index_bits != 0 || path->count > SCANNED_MAX)
		build_index(rewalk, path);
	return path->count;
}

/* --- walks -------------------------------------------------------------- */

static struct rewalk_more *more_of(
	struct rewalk *rewalk, struct rewalk_path *path)
{
	if (!path->has_more) {
		path->has_more = true;
		rewalk_more_begin(rewalk, &path->more);
	}
	return path->more;
}

static int compare_reads(const void *left, const void *right)
{
	const struct rewalk_path_record *a = left, *b = right;

	return a->read < b->read ? -1 : a->read > b->read;
}

/* Whether the walk that ends is regular. */
static bool is_regular(const struct rewalk *rewalk,
	const struct rewalk_path *path, uint64_t length)
{
	struct rewalk_path_record *walk =
		memory_alloc(path->count * sizeof *walk);
	uint64_t *address = memory_alloc(path->count * sizeof *address);
	size_t count = 0;
	bool is_regular;

	for (uint32_t i = 0; i < path->count && count < length; i++)
		if (path->record[i].read >= path->walk_clock)
			walk[count++] = path->record[i];
	qsort(walk, count, sizeof *walk, compare_reads);
	for (size_t i = 0; i < count; i++)
		address[i] = walk[i].address;
	is_regular = rewalk_is_regular(
		&rewalk->limits, &rewalk->options.memory, address, count);
	free(address);
	free(walk);
	return is_regular;
}

static void add_walk(struct rewalk *rewalk, struct rewalk_path *path)
{
	struct rewalk_walks *walks = &more_of(rewalk, path)->walks;
	uint64_t length = path->reads - path->walk_reads;
	struct rewalk_walk walk = {
		.first = path->walk_first,
		.length = length,
		.fresh = length - (path->known - path->walk_known),
		.has_reread = path->has_reread,
		.begins_anywhere = path->has_gap,
	};

	if (path->is_given_up) {
		path->is_given_up = false;
		return;
	}
	walk.has_grown = walk.fresh != 0 && path->walk_clock_before != 0 &&
			 path->written > path->walk_clock_before;
	path->walk_clock_before = path->walk_clock;
	if (rewalk_walk_is_longest(&rewalk->limits, walks, &walk))
		path->is_regular = is_regular(rewalk, path, length);
	rewalk_walks_add(&rewalk->limits, walks, &walk);
	if (length > path->longest)
		path->longest = length;
}

/* What is known of the activation, whose walks are all closed. */
static struct rewalk_counts collect(const struct rewalk_path *path)
{
	const struct rewalk_more *more = path->more;

	return (struct rewalk_counts){
		.reads = path->reads,
		.cells = path->reads - path->known,
		.same = more->same,
		.tail = more->tail,
		.changed = more->changed,
		.followed = path->followed,
		.branched = path->branched,
		.inserted = path->inserted,
		.steps = more->steps,
		.steps_with_work = more->steps_with_work,
		.steps_apart = more->steps_apart,
		.is_eligible = path->is_eligible,
		.is_regular = path->is_regular,
		.walks = more->walks,
	};
}

static void tell_if_shown(struct rewalk *rewalk, struct rewalk_path *path,
	const struct subject *subject, const struct rewalk_seen *seen)
{
	struct rewalk_counts counts;

	if (!path->is_linked || path->is_shown ||
		!rewalk_may_hold(&rewalk->limits, &path->more->walks))
		return;
	counts = collect(path);
	if (!rewalk_holds(&rewalk->limits, REWALK_PATH, &counts))
		return;
	path->is_shown = true;
	rewalk->options.shown(rewalk->options.data, &path->node,
		path->first_base, subject, seen);
}

/* Ends the walk. */
static void cut_walk(struct rewalk *rewalk, struct rewalk_path *path,
	const struct subject *subject, const struct rewalk_read *read)
{
	add_walk(rewalk, path);
	tell_if_shown(rewalk, path, subject,
		&(struct rewalk_seen){read->cell, read->now});
	path->walk_clock = read->now;
	path->walk_reads = path->reads;
	path->walk_first = read->cell;
	path->walk_known = path->known;
	path->has_reread = false;
	path->walks++;
}

/* --- reads -------------------------------------------------------------- */

static bool is_hopeless(
	const struct rewalk *rewalk, const struct rewalk_path *path)
{
	const struct rewalk_limits *limits = &rewalk->limits;
	double steps = (double)path->all_branched + path->all_followed;

	return (path->walks >= limits->close_walks &&
		       (double)path->longest < limits->length) ||
	       (path->rereads >= limits->close_rereads &&
		       path->all_branched > limits->close_branched * steps) ||
	       (path->inner >= limits->close_inner && !path->is_linked);
}

void rewalk_path_init(struct rewalk_path *path, uint32_t base)
{
	path->record = &path->first;
	path->capacity = 1;
	path->first_base = base;
}

static void begin(struct rewalk_path *path, const struct subject *subject,
	const struct rewalk_read *read)
{
	path->serial = subject->serial;
	path->count = 0;
	drop_index(path);
	path->last = 0;
	path->instructions = 0;
	path->is_eligible = path->is_regular = path->is_linked = false;
	path->has_reread = path->has_more = false;
	path->has_gap = path->is_given_up = false;
	path->reads = path->known = 0;
	path->followed = path->branched = path->inserted = 0;
	path->walk_clock = read->now;
	path->walk_clock_before = path->written = 0;
	path->walk_reads = path->walk_known = 0;
	path->walk_first = read->cell;
}

static void note_instruction(
	struct rewalk_path *path, const struct rewalk_read *read)
{
	uint32_t i = 0;

	if (read->is_rest)
		return;
	while (i < path->instructions &&
		path->instruction[i].site != read->site)
		i++;
	if (i < path->instructions) {
		path->is_eligible = path->instruction[i].cell != read->cell;
		return;
	}
	if (i == REWALK_INSTRUCTIONS) {
		path->node.is_lower_bound = true;
		return;
	}
	path->instruction[path->instructions++] =
		(struct rewalk_instruction){read->site, read->cell};
}

static void link_subject(struct rewalk_path *path, struct subject *subject)
{
	path->is_linked = true;
	path->more->next = subject->rewalk;
	subject->rewalk = &path->node;
}

/* A read of a cell that the subject itself reads again, before anything of the
 * record changes. */
static void add_repetition(struct rewalk *rewalk, struct rewalk_path *path,
	struct subject *subject, uint32_t count, uint32_t base, bool cut,
	const struct rewalk_path_record *record, const struct rewalk_read *read)
{
	struct rewalk_more *more = more_of(rewalk, path);
	bool is_same = read->written <= record->read;

	if (is_same)
		more->same++;
	else if (record->cut)
		more->tail++;
	else
		more->changed++;
	if (is_same || record->cut) {
		path->has_reread = true;
		if (more->same >= rewalk->sleep_rereads && path->is_shown)
			path->node.is_asleep = true;
		if (!path->is_linked)
			link_subject(path, &subject[base]);
	}
	if (path->last != 0 && !cut)
		rewalk_more_step(rewalk, more, subject, count, base,
			path->last_read, read);
}

/* The step from the cell before to CELL. */
static void add_step(
	struct rewalk_path *path, uint64_t cell, bool cut, bool is_known)
{
	struct rewalk_path_record *last = &path->record[path->last - 1];

	if (path->last_was_known && !cut) {
		if (path->last_next == cell) {
			path->followed++;
			path->all_followed++;
		} else {
			*(is_known ? &path->branched : &path->inserted) += 1;
			path->all_branched++;
		}
	}
	last->next = cell;
	last->cut = cut;
}

/* Whether the subject has read what RECORD tells of: else it is another object by
 * now. */
static bool is_known(const struct rewalk *rewalk,
	const struct rewalk_path_record *record, const struct rewalk_read *read)
{
	const struct rewalk_memory *memory = &rewalk->options.memory;

	return read->written <= record->read ||
	       memory->born(memory->data, read->address) <= record->read;
}

void rewalk_path_add(struct rewalk *rewalk, struct rewalk_path *path,
	struct subject *subject, uint32_t count, uint32_t base,
	const struct rewalk_read *read)
{
	struct rewalk_path_record *record;
	bool known = false, cut = false, next_known = false;
	uint64_t next = 0;
	uint32_t at;

	if (path->serial != subject[base].serial)
		begin(path, &subject[base], read);
	at = find(path, read->cell);
	known = at != 0 && is_known(rewalk, &path->record[at - 1], read);
	if (!known) {
		if (at != 0)
			path->record[at - 1].cell = 0;
		if (!make_room(rewalk, path))
			return;
		at = add_record(rewalk, path, read->cell);
	}
	record = &path->record[at - 1];
	if (!path->is_eligible)
		note_instruction(path, read);
	if (known) {
		bool is_inner =
			(base + 1 < count &&
				subject[base + 1].start <= record->read) ||
			(read->library != 0 && read->library <= record->read);
		path->rereads++;
		if (record->read >= path->walk_clock) {
			cut = true;
			cut_walk(rewalk, path, &subject[base], read);
		}
		if (is_inner)
			path->inner++;
		else
			add_repetition(rewalk, path, subject, count, base, cut,
				record, read);
		path->known++;
		if (read->written <= record->read) {
			next = record->next;
			next_known = !record->cut;
		}
	} else if (read->written > path->written) {
		path->written = read->written;
	}
	if (path->last != 0)
		add_step(path, read->cell, cut, known);
	*record = (struct rewalk_path_record){.cell = read->cell,
		.address = read->address,
		.read = read->now,
		.cut = true};
	path->last = at;
	path->last_read = read->now;
	path->last_next = next;
	path->last_was_known = next_known;
	path->reads++;
	if (cut && is_hopeless(rewalk, path))
		rewalk_path_close(rewalk, path);
}

/* --- end ---------------------------------------------------------------- */

/* What was read meanwhile is no part of any walk, and no new cell. */
static void wake(struct rewalk_path *path)
{
	path->known += path->slept;
	path->walk_reads += path->slept;
	path->walk_known += path->slept;
	path->node.is_asleep = false;
	path->node.is_lower_bound |= path->slept != 0;
	path->slept = 0;
}

void rewalk_path_pause(struct rewalk_path *path, uint64_t clock)
{
	path->walk_clock = clock;
	path->walk_clock_before = 0;
	path->walk_reads = path->reads - path->slept; /* see wake */
	path->walk_known = path->known;
	path->has_reread = false;
	path->is_given_up = path->has_gap = true;
	path->last = 0;
	path->node.is_left_out = true;
}

void rewalk_path_end(struct rewalk *rewalk, struct rewalk_path *path,
	struct subject *subject)
{
	struct rewalk_counts counts;

	if (path->node.is_asleep)
		wake(path);
	add_walk(rewalk, path);
	if (!path->node.is_closed)
		tell_if_shown(rewalk, path, subject,
			&(struct rewalk_seen){
				path->walk_first, path->walk_clock});
	counts = collect(path);
	path->serial = 0;
	rewalk->options.ended(rewalk->options.data, &path->node,
		path->first_base, subject, &counts);
}

void rewalk_path_close(struct rewalk *rewalk, struct rewalk_path *path)
{
	size_t index = path->index_capacity_bits == 0
			       ? 0
			       : (size_t)1 << path->index_capacity_bits;

	if (path->node.is_closed)
		return;
	if (!is_inline(path)) {
		rewalk->record_bytes -= path->capacity * sizeof *path->record;
		free(path->record);
	}
	rewalk->record_bytes -= index * sizeof *path->index;
	free(path->index);
	path->record = NULL;
	path->index = NULL;
	path->count = path->capacity = 0;
	path->index_bits = path->index_capacity_bits = 0;
	path->last = 0;
	path->node.is_closed = true;
	path->node.is_lower_bound = true;
}

void rewalk_path_release(struct rewalk_path *path)
{
	if (!is_inline(path))
		free(path->record);
	free(path->index);
	free(path->more);
}

uint32_t rewalk_path_cells(
	const struct rewalk_path *path, uint64_t *cell, uint32_t max)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < path->count && count < max; i++)
		if (path->record[i].cell != 0 &&
			path->record[i].read >= path->walk_clock)
			cell[count++] = path->record[i].cell;
	return count;
}
