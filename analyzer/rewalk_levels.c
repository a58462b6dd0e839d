/* SPDX-License-Identifier: MIT
 * A context of rule `rewalk` for an instruction or a line. */
#include "config.h"

#include "analyzer/rewalk_levels.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#define RECORD_BITS_FIRST 3

/* Bits 0 .. LEVEL; LEVEL -1: none. */
static inline uint64_t mask_to(int32_t level)
{
	return level < 0 ? 0 : (UINT64_C(2) << level) - 1;
}

/* --- records ------------------------------------------------------------ */

static inline uint32_t slot_of(const struct rewalk_levels *node, uint64_t cell)
{
	return (uint32_t)(cell * UINT64_C(0x9e3779b97f4a7c15) >>
			  (64 - node->capacity_bits));
}

/* The record of CELL or the free place for it. */
static inline struct rewalk_record *probe(
	const struct rewalk_levels *node, uint64_t cell)
{
	uint32_t mask = (1u << node->capacity_bits) - 1;
	uint32_t i = slot_of(node, cell);

	while (node->record[i].cell != cell && node->record[i].cell != 0)
		i = (i + 1) & mask;
	return &node->record[i];
}

/* Moves records not read before CLOCK into a table of 2^BITS. */
static void rebuild(struct rewalk *rewalk, struct rewalk_levels *node,
	uint32_t bits, uint64_t clock)
{
	struct rewalk_record *old = node->record;
	uint32_t old_size = old != NULL ? 1u << node->capacity_bits : 0;

	node->record = memory_alloc_zero((size_t)1 << bits, sizeof *old);
	node->capacity_bits = bits;
	node->count = 0;
	rewalk->record_bytes += ((size_t)1 << bits) * sizeof *old;
	rewalk->record_bytes -= old_size * sizeof *old;
	for (uint32_t i = 0; i < old_size; i++) {
		if (old[i].cell == 0 || old[i].read < clock)
			continue;
		*probe(node, old[i].cell) = old[i];
		node->count++;
	}
	if (node->last_cell != 0) {
		node->last = probe(node, node->last_cell);
		if (node->last->cell == 0)
			node->last_cell = 0;
	}
	free(old);
}

/* Makes room for one more record. False: there is none, and the walk that goes
 * on is longer than what is kept. */
static bool make_room(struct rewalk *rewalk, struct rewalk_levels *node)
{
	const struct rewalk_options *options = &rewalk->options;
	const struct rewalk_level *top = &node->level[node->level_count - 1];
	uint32_t size = node->record != NULL ? 1u << node->capacity_bits : 0;

	if (node->count < options->records_max) {
		if (4 * (node->count + 1) <= 3 * size)
			return true;
		if (size == 0 ||
			rewalk_has_room(rewalk, size * sizeof *node->record)) {
			rebuild(rewalk, node,
				size != 0 ? node->capacity_bits + 1
					  : RECORD_BITS_FIRST,
				0);
			return true;
		}
	}
	node->node.is_lower_bound = true;
	if (2 * (node->reads - top->walk_reads) >= node->count)
		return false;
	rebuild(rewalk, node, node->capacity_bits, top->walk_clock);
	return 4 * (node->count + 1) <= 3 * size;
}

/* --- levels ------------------------------------------------------------- */

static void count_levels(
	struct rewalk_levels *node, uint64_t mask, ptrdiff_t counter)
{
	if (mask != 0 && (mask & (mask + 1)) == 0) {
		int top = 63 - __builtin_clzll(mask);
		*(int64_t *)((char *)&node->level[top] + counter) += 1;
		return;
	}
	for (uint64_t left = mask; left != 0; left &= left - 1) {
		int k = __builtin_ctzll(left);
		int64_t *at = (int64_t *)((char *)&node->level[k] + counter);
		/* Of neighbours that both count only the deepest adds. */
		if ((mask >> k & 2) == 0)
			*at += 1;
		if (k > 0 && (mask >> (k - 1) & 1) == 0)
			*(int64_t *)((char *)&node->level[k - 1] + counter) -=
				1;
	}
}
#define COUNT_LEVELS(node, mask, counter)                                      \
	count_levels(node, mask, offsetof(struct rewalk_level, counter))

static void pop_level(struct rewalk_levels *node)
{
	struct rewalk_level *level = &node->level[--node->level_count];
	struct rewalk_level *outer = level - 1;

	if (node->level_count == 0)
		return;
	outer->known += level->known;
	outer->followed += level->followed;
	outer->branched += level->branched;
	outer->inserted += level->inserted;
	outer->is_eligible |= level->is_eligible;
}

static void push_level(struct rewalk *rewalk, struct rewalk_levels *node,
	uint32_t levels, const struct subject *subject,
	const struct rewalk_read *read)
{
	struct rewalk_level *level;
	struct rewalk_more *more;

	if (node->level_count == node->level_capacity) {
		uint32_t old = node->level_capacity;
		node->level_capacity =
			levels > old + old / 2 ? levels : old + old / 2;
		if (node->level_capacity > REWALK_LEVELS_MAX)
			node->level_capacity = REWALK_LEVELS_MAX;
		rewalk->record_bytes +=
			(node->level_capacity - old) * sizeof *node->level;
		node->level = memory_resize(
			node->level, node->level_capacity, sizeof *node->level);
		memset(node->level + old, 0,
			(node->level_capacity - old) * sizeof *node->level);
	}
	if (node->level_count == 0)
		node->walk_clock_min = read->now;
	level = &node->level[node->level_count++];
	more = level->more;
	memset(level, 0, sizeof *level);
	level->more = more;
	level->serial = subject->serial;
	level->walk_clock = read->now;
	level->walk_first = read->cell;
	level->begin_reads = level->walk_reads = node->reads;
	level->begin_constant = node->constant;
}

/* Brings the levels in line with the live subjects. Returns how many of them
 * were live at the read before. */
static uint32_t sync_levels(struct rewalk *rewalk, struct rewalk_levels *node,
	const struct subject *subject, uint32_t count,
	const struct rewalk_read *read)
{
	uint32_t keep = node->level_count < count ? node->level_count : count;

	while (keep > 0 &&
		node->level[keep - 1].serial != subject[keep - 1].serial)
		keep--;
	while (node->level_count > keep)
		pop_level(node);
	while (node->level_count < count)
		push_level(
			rewalk, node, count, &subject[node->level_count], read);
	return keep;
}

/* --- walks -------------------------------------------------------------- */

static struct rewalk_more *more_of(
	struct rewalk *rewalk, struct rewalk_level *level)
{
	if (!level->has_more) {
		level->has_more = true;
		rewalk_more_begin(rewalk, &level->more);
	}
	return level->more;
}

/* The newest write to a cell when that was new to LEVEL. */
static uint64_t newest_write(
	const struct rewalk_levels *node, const struct rewalk_level *level)
{
	uint64_t newest = 0;

	for (; level >= node->level; level--)
		if (level->written > newest)
			newest = level->written;
	return newest;
}

static void add_walk(struct rewalk *rewalk, struct rewalk_levels *node,
	struct rewalk_level *level, int64_t known)
{
	struct rewalk_walks *walks = &more_of(rewalk, level)->walks;
	uint64_t length = node->reads - level->walk_reads;
	struct rewalk_walk walk = {
		.first = level->walk_first,
		.length = length,
		.fresh = length - (uint64_t)(known - level->walk_known),
		.has_reread = level->has_reread,
	};

	walk.has_grown = walk.fresh != 0 && level->walk_clock_before != 0 &&
			 newest_write(node, level) > level->walk_clock_before;
	level->walk_clock_before = level->walk_clock;
	rewalk_walks_add(walks, &walk);
	if (length > node->longest)
		node->longest = length;
}

/* What is known of LEVEL, whose walks are all closed. */
static void collect(const struct rewalk_levels *node, uint32_t k,
	struct rewalk_counts *counts)
{
	const struct rewalk_level *level = &node->level[k];
	int64_t known = 0, followed = 0, branched = 0, inserted = 0;
	bool is_eligible = false;

	for (uint32_t i = k; i < node->level_count; i++) {
		known += node->level[i].known;
		followed += node->level[i].followed;
		branched += node->level[i].branched;
		inserted += node->level[i].inserted;
		is_eligible |= node->level[i].is_eligible;
	}
	*counts = (struct rewalk_counts){
		.reads = node->reads - level->begin_reads,
		.same = level->more->same,
		.tail = level->more->tail,
		.changed = level->more->changed,
		.followed = (uint64_t)followed,
		.branched = (uint64_t)branched,
		.inserted = (uint64_t)inserted,
		.constant = node->constant - level->begin_constant,
		.steps = level->more->steps,
		.steps_with_work = level->more->steps_with_work,
		.steps_apart = level->more->steps_apart,
		.is_eligible = is_eligible,
		.walks = level->more->walks,
	};
	counts->cells = counts->reads - (uint64_t)known;
}

static void tell_if_shown(struct rewalk *rewalk, struct rewalk_levels *node,
	uint32_t k, const struct subject *subject, uint64_t address)
{
	struct rewalk_counts counts;

	if (!node->level[k].is_linked || node->level[k].more->walks.count < 3 ||
		node->level[k].more->walks.longest < REWALK_LENGTH_MIN ||
		(node->shown >> k & 1) != 0)
		return;
	collect(node, k, &counts);
	if (!rewalk_holds(node->node.kind, &counts))
		return;
	node->shown |= UINT64_C(1) << k;
	rewalk->options.shown(
		rewalk->options.data, &node->node, k, &subject[k], address);
}

/* Ends the walks that hold a cell read at CLOCK, at levels up to J. Returns the
 * mask of these levels. */
static uint64_t cut_walks(struct rewalk *rewalk, struct rewalk_levels *node,
	const struct subject *subject, int32_t j, uint64_t clock,
	const struct rewalk_read *read)
{
	uint64_t mask = 0, min = UINT64_MAX;
	int64_t known = 0;

	for (int32_t k = (int32_t)node->level_count - 1; k >= 0; k--) {
		struct rewalk_level *level = &node->level[k];
		known += level->known;
		if (k <= j && level->walk_clock <= clock) {
			mask |= UINT64_C(1) << k;
			add_walk(rewalk, node, level, known);
			tell_if_shown(rewalk, node, (uint32_t)k, subject,
				read->address);
			level->walk_clock = read->now;
			level->walk_reads = node->reads;
			level->walk_first = read->cell;
			level->walk_known = known;
			level->has_reread = false;
		}
		if (level->walk_clock < min)
			min = level->walk_clock;
	}
	node->walk_clock_min = min;
	node->walks += mask & 1;
	return mask;
}

/* --- reads -------------------------------------------------------------- */

static bool is_hopeless(const struct rewalk_levels *node)
{
	if (node->walks >= REWALK_WALKS_TO_JUDGE &&
		node->longest < REWALK_LENGTH_MIN)
		return true;
	return node->rereads >= REWALK_REREADS_TO_JUDGE &&
	       node->branched > node->followed;
}

static void link_level(
	struct rewalk_levels *node, uint32_t k, struct subject *subject)
{
	struct rewalk_level *level = &node->level[k];

	level->is_linked = true;
	level->more->next = subject->rewalk;
	subject->rewalk = &node->node;
}

/* The step from the cell before to CELL, at the levels where it is one. */
static inline void add_step(struct rewalk_levels *node, uint64_t cell,
	uint64_t cut, uint32_t keep, int32_t j)
{
	uint64_t levels = node->last_levels & ~cut & mask_to((int32_t)keep - 1);

	if (levels == 0)
		return;
	if (node->last_next == cell) {
		node->followed++;
		COUNT_LEVELS(node, levels, followed);
		return;
	}
	node->branched++;
	COUNT_LEVELS(node, levels & mask_to(j), branched);
	COUNT_LEVELS(node, levels & ~mask_to(j), inserted);
}

/* A read of a cell that the subject at level J had read, before anything of
 * the record changes. */
static void add_repetition(struct rewalk *rewalk, struct rewalk_levels *node,
	struct subject *subject, uint32_t count, int32_t j, uint64_t cut,
	const struct rewalk_record *record, const struct rewalk_read *read)
{
	struct rewalk_level *level = &node->level[j];
	struct rewalk_more *more = more_of(rewalk, level);
	bool is_same = read->written <= record->read;

	if (is_same)
		more->same++;
	else if (record->cut >> j & 1)
		more->tail++;
	else
		more->changed++;
	if (is_same || (record->cut >> j & 1)) {
		level->has_reread = true;
		if (more->same >= rewalk->options.rereads_max &&
			(node->shown >> j & 1) != 0 &&
			!rewalk->options.keep_all) {
			node->node.is_asleep = true;
			node->sleep_level = (uint32_t)j;
		}
		if (!level->is_linked)
			link_level(node, (uint32_t)j, &subject[j]);
	}
	if (node->last_cell != 0 && (cut >> j & 1) == 0)
		rewalk_more_step(rewalk, more, subject, count, (uint32_t)j,
			node->last_read);
}

/* The deepest level of which a subject is live since RECORD was read, -1: none. It
 * is above the node's levels (all of COUNT) if the repetition belongs to a subject
 * that they do not follow. */
static inline int32_t find_level(const struct rewalk *rewalk,
	const struct subject *subject, uint32_t count,
	const struct rewalk_record *record, const struct rewalk_read *read)
{
	const struct rewalk_memory *memory = &rewalk->options.memory;
	/* One call into a library is deeper than all of them. */
	int32_t j = read->library != 0 && read->library <= record->read
			    ? (int32_t)count
			    : rewalk_deepest_at(subject, count, record->read);

	if (j < 0)
		return -1;
	if (read->written > record->read &&
		memory->born(memory->data, read->address) > record->read)
		return -1;
	return j;
}

/* The deepest level in which the instruction has now read two cells, when NODE
 * knows: what the caller says is true of a line. */
static inline int32_t note_eligible(struct rewalk_levels *node,
	const struct rewalk_read *read, uint32_t keep, int32_t eligible)
{
	if (node->node.kind == REWALK_PC) {
		eligible = node->load_cell != read->cell &&
					   node->load_cell != 0 &&
					   !read->is_rest
				   ? (int32_t)keep - 1
				   : -1;
		if (!read->is_rest)
			node->load_cell = read->cell;
	}
	if (eligible >= 0)
		node->level[eligible].is_eligible = true;
	return eligible;
}

/* RECORD is what was read last. NEXT followed it the time before, at LEVELS. */
static inline void note_visit(struct rewalk_levels *node,
	struct rewalk_record *record, const struct rewalk_read *read,
	uint64_t next, uint64_t levels)
{
	node->count += record->cell == 0;
	*record = (struct rewalk_record){
		.cell = read->cell, .read = read->now, .cut = UINT64_MAX};
	node->last = record;
	node->last_cell = read->cell;
	node->last_read = read->now;
	node->last_next = next;
	node->last_levels = levels;
	node->reads++;
	node->constant += read->is_constant;
}

int32_t rewalk_levels_add(struct rewalk *rewalk, struct rewalk_levels *node,
	struct subject *subject, uint32_t count, const struct rewalk_read *read,
	int32_t eligible)
{
	uint32_t levels = count < REWALK_LEVELS_MAX ? count : REWALK_LEVELS_MAX;
	uint32_t keep = levels;
	uint64_t cut = 0, next_levels = 0, next = 0;
	struct rewalk_record *record = NULL;
	int32_t j = -1;

	if (node->level_count != levels ||
		node->level[levels - 1].serial != subject[levels - 1].serial)
		keep = sync_levels(rewalk, node, subject, levels, read);
	if (node->capacity_bits != 0)
		record = probe(node, read->cell);
	if (record != NULL && record->cell != 0) {
		j = find_level(rewalk, subject, count, record, read);
	} else {
		if (!make_room(rewalk, node))
			return -1;
		record = probe(node, read->cell);
	}
	eligible = note_eligible(node, read, keep, eligible);
	if (j >= 0) {
		bool is_inner = j >= (int32_t)levels;
		if (is_inner)
			j = (int32_t)levels - 1;
		node->rereads++;
		if (record->read >= node->walk_clock_min)
			cut = cut_walks(
				rewalk, node, subject, j, record->read, read);
		if (!is_inner)
			add_repetition(rewalk, node, subject, count, j, cut,
				record, read);
		node->level[j].known++;
		if (read->written <= record->read) {
			next = record->next;
			next_levels = mask_to(j) & ~record->cut;
		}
	}
	if (j + 1 < (int32_t)levels &&
		read->written > node->level[j + 1].written)
		node->level[j + 1].written = read->written;
	if (node->last_cell != 0) {
		add_step(node, read->cell, cut, keep, j);
		node->last->next = read->cell;
		node->last->cut = cut;
	}
	note_visit(node, record, read, next, next_levels);
	if (__builtin_expect(cut != 0, 0) && !rewalk->options.keep_all &&
		is_hopeless(node))
		rewalk_levels_close(rewalk, node);
	return eligible;
}

/* --- beginning and end -------------------------------------------------- */

void rewalk_levels_copy(struct rewalk *rewalk, struct rewalk_levels *copy,
	const struct rewalk_levels *node, struct subject *subject)
{
	struct rewalk_node base = copy->node;
	size_t size =
		node->record != NULL ? (size_t)1 << node->capacity_bits : 0;

	*copy = *node;
	base.is_asleep = node->node.is_asleep;
	base.is_lower_bound = node->node.is_lower_bound;
	copy->node = base;
	copy->joint = NULL;
	copy->shown = 0;
	copy->record = memory_alloc(size * sizeof *copy->record);
	memcpy(copy->record, node->record, size * sizeof *copy->record);
	rewalk->record_bytes += size * sizeof *copy->record;
	if (copy->last_cell != 0)
		copy->last = copy->record + (node->last - node->record);
	copy->level =
		memory_alloc_zero(node->level_capacity, sizeof *copy->level);
	for (uint32_t k = 0; k < node->level_count; k++) {
		struct rewalk_level *level = &copy->level[k];
		*level = node->level[k];
		level->more = NULL;
		if (level->has_more) {
			level->has_more = false;
			*more_of(rewalk, level) = *node->level[k].more;
		}
		if (level->is_linked) {
			level->more->next = subject[k].rewalk;
			subject[k].rewalk = &copy->node;
		}
	}
}

/* What was read meanwhile is no part of any walk, and no new cell. */
static void wake(struct rewalk_levels *node, uint32_t k)
{
	node->level[k].known += (int64_t)node->slept;
	for (uint32_t i = 0; i <= k; i++) {
		node->level[i].walk_reads += node->slept;
		node->level[i].walk_known += (int64_t)node->slept;
	}
	node->node.is_asleep = false;
	node->node.is_lower_bound |= node->slept != 0;
	node->slept = 0;
	node->last_cell = 0;
}

void rewalk_levels_end(struct rewalk *rewalk, struct rewalk_levels *node,
	uint32_t level, const struct subject *subject)
{
	uint32_t k = level;
	struct rewalk_counts counts;

	while (node->level_count > k + 1)
		pop_level(node);
	if (node->node.is_asleep && node->sleep_level == k)
		wake(node, k);
	add_walk(rewalk, node, &node->level[k], node->level[k].known);
	if (!node->node.is_closed)
		tell_if_shown(
			rewalk, node, k, subject, node->level[k].walk_first);
	collect(node, k, &counts);
	rewalk->options.ended(
		rewalk->options.data, &node->node, k, &subject[k], &counts);
	pop_level(node);
}

void rewalk_levels_close(struct rewalk *rewalk, struct rewalk_levels *node)
{
	if (node->node.is_closed)
		return;
	if (node->capacity_bits != 0)
		rewalk->record_bytes -= ((size_t)1 << node->capacity_bits) *
					sizeof *node->record;
	free(node->record);
	node->record = NULL;
	node->capacity_bits = 0;
	node->count = 0;
	node->last_cell = 0;
	node->node.is_closed = true;
	node->node.is_lower_bound = true;
}

void rewalk_levels_release(struct rewalk_levels *node)
{
	for (uint32_t k = 0; k < node->level_capacity; k++)
		free(node->level[k].more);
	free(node->level);
	free(node->record);
}

uint32_t rewalk_levels_cells(
	const struct rewalk_levels *node, uint64_t *cell, uint32_t max)
{
	uint64_t size = UINT64_C(1) << node->capacity_bits;
	uint32_t count = 0;

	if (node->last_cell == 0)
		return 0;
	for (uint64_t i = 0; i < size && count < max; i++)
		if (node->record[i].cell != 0 &&
			node->record[i].read >= node->walk_clock_min)
			cell[count++] = node->record[i].cell;
	return count;
}
