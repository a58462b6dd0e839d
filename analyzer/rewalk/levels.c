/* SPDX-License-Identifier: MIT
 * A context of rule `rewalk` for an instruction or a line. */
#include "config.h"

#include "analyzer/rewalk/levels.h"

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
	const struct rewalk_level *top = &node->level[node->level_count - 1];
	uint32_t size = node->record != NULL ? 1u << node->capacity_bits : 0;

	if (node->count < rewalk->cells) {
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

static uint32_t levels_of(const struct rewalk_levels *node)
{
	return node->level_count == 0
		       ? 0
		       : node->level[node->level_count - 1].top + 1;
}

/* The index of what level J belongs to. */
static inline uint32_t index_of(const struct rewalk_levels *node, uint32_t j)
{
	uint32_t i = node->level_count - 1;

	while (i > 0 && node->level[i - 1].top >= j)
		i--;
	return i;
}

static void reserve(struct rewalk *rewalk, struct rewalk_levels *node)
{
	uint32_t old = node->level_capacity;

	if (node->level_count < old)
		return;
	node->level_capacity = old + old / 2 + 1;
	rewalk->record_bytes +=
		(node->level_capacity - old) * sizeof *node->level;
	node->level = memory_resize(
		node->level, node->level_capacity, sizeof *node->level);
	memset(node->level + old, 0,
		(node->level_capacity - old) * sizeof *node->level);
}

/* Makes a boundary above level J. Returns the index of what ends there. */
static uint32_t split(
	struct rewalk *rewalk, struct rewalk_levels *node, uint32_t j)
{
	uint32_t i = index_of(node, j);
	struct rewalk_level *level;
	struct rewalk_more *spare;

	if (node->level[i].top == j)
		return i;
	reserve(rewalk, node);
	level = &node->level[i];
	spare = node->level[node->level_count].more;
	memmove(level + 1, level, (node->level_count - i) * sizeof *level);
	node->level_count++;
	/* What was counted above counts here, too. */
	level->top = j;
	level->known = level->followed = level->branched = level->inserted = 0;
	level->more = spare;
	if (level->has_more) {
		rewalk_more_begin(rewalk, &level->more);
		*level->more = *level[1].more;
	}
	return i;
}

/* Makes level J stand alone. */
static struct rewalk_level *isolate(
	struct rewalk *rewalk, struct rewalk_levels *node, uint32_t j)
{
	if (j > 0)
		split(rewalk, node, j - 1);
	return &node->level[split(rewalk, node, j)];
}

static void count_levels(struct rewalk *rewalk, struct rewalk_levels *node,
	uint64_t mask, ptrdiff_t counter)
{
	/* Of neighbours that both count only the deepest adds. */
	uint64_t more = mask & ~(mask >> 1), less = ~mask & mask >> 1;

	for (; more != 0; more &= more - 1) {
		uint32_t i =
			split(rewalk, node, (uint32_t)__builtin_ctzll(more));
		*(int64_t *)((char *)&node->level[i] + counter) += 1;
	}
	for (; less != 0; less &= less - 1) {
		uint32_t i =
			split(rewalk, node, (uint32_t)__builtin_ctzll(less));
		*(int64_t *)((char *)&node->level[i] + counter) -= 1;
	}
}
#define COUNT_LEVELS(rewalk, node, mask, counter)                              \
	count_levels(rewalk, node, mask, offsetof(struct rewalk_level, counter))

static void pop(struct rewalk_levels *node)
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

/* Ends all levels from KEEP on. */
static void pop_to(struct rewalk_levels *node, uint32_t keep)
{
	while (node->level_count > 1 &&
		node->level[node->level_count - 2].top + 1 >= keep)
		pop(node);
	if (keep == 0)
		node->level_count = 0;
	else if (levels_of(node) > keep)
		node->level[node->level_count - 1].top = keep - 1;
}

static void push(struct rewalk *rewalk, struct rewalk_levels *node,
	uint32_t count, const struct rewalk_read *read)
{
	struct rewalk_level *level;

	reserve(rewalk, node);
	if (node->level_count == 0)
		node->walk_clock_min = read->now;
	level = &node->level[node->level_count++];
	*level = (struct rewalk_level){
		.top = count - 1,
		.walk_clock = read->now,
		.walk_first = read->cell,
		.walk_reads = node->reads,
		.begin_reads = node->reads,
		.begin_constant = node->constant,
		.more = level->more,
	};
}

/* Brings the levels in line with the live subjects. Returns how many of them
 * were live at the read before. */
static uint32_t sync_levels(struct rewalk *rewalk, struct rewalk_levels *node,
	const struct subject *subject, uint32_t count,
	const struct rewalk_read *read)
{
	uint32_t keep = levels_of(node) < count ? levels_of(node) : count;

	while (keep > 0 && subject[keep - 1].start > node->synced)
		keep--;
	pop_to(node, keep);
	if (keep < count)
		push(rewalk, node, count, read);
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
		.begins_anywhere = level->has_gap,
	};

	if (level->is_given_up) {
		level->is_given_up = false;
		return;
	}
	walk.has_grown = walk.fresh != 0 && level->walk_clock_before != 0 &&
			 newest_write(node, level) > level->walk_clock_before;
	level->walk_clock_before = level->walk_clock;
	rewalk_walks_add(&rewalk->limits, walks, &walk);
	if (length > node->longest)
		node->longest = length;
}

/* What is known of the level at INDEX, whose walks are all closed. */
static void collect(const struct rewalk_levels *node, uint32_t index,
	struct rewalk_counts *counts)
{
	const struct rewalk_level *level = &node->level[index];
	int64_t known = 0, followed = 0, branched = 0, inserted = 0;
	bool is_eligible = false;

	for (uint32_t i = index; i < node->level_count; i++) {
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
	uint32_t index, const struct subject *subject,
	const struct rewalk_seen *seen)
{
	const struct rewalk_level *level = &node->level[index];
	uint32_t k = level->top;
	struct rewalk_counts counts;

	if (!level->is_linked || (node->shown >> k & 1) != 0 ||
		!rewalk_may_hold(&rewalk->limits, &level->more->walks))
		return;
	collect(node, index, &counts);
	if (!rewalk_holds(&rewalk->limits, node->node.kind, &counts))
		return;
	node->shown |= UINT64_C(1) << k;
	rewalk->options.shown(
		rewalk->options.data, &node->node, k, &subject[k], seen);
}

/* Ends the walks that hold a cell read at CLOCK, at levels up to J. Returns the
 * mask of these levels. */
static uint64_t cut_walks(struct rewalk *rewalk, struct rewalk_levels *node,
	const struct subject *subject, uint32_t j, uint64_t clock,
	const struct rewalk_read *read)
{
	const struct rewalk_seen seen = {read->cell, read->now};
	uint64_t mask = 0, min = UINT64_MAX;
	int64_t known = 0;

	if (node->level[index_of(node, j)].walk_clock <= clock)
		split(rewalk, node, j);
	for (uint32_t i = node->level_count; i-- > 0;) {
		struct rewalk_level *level = &node->level[i];
		known += level->known;
		if (level->top <= j && level->walk_clock <= clock) {
			mask |= mask_to((int32_t)level->top) &
				~mask_to(i > 0 ? (int32_t)level[-1].top : -1);
			add_walk(rewalk, node, level, known);
			tell_if_shown(rewalk, node, i, subject, &seen);
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

static bool is_hopeless(
	const struct rewalk *rewalk, const struct rewalk_levels *node)
{
	const struct rewalk_limits *limits = &rewalk->limits;
	double steps = (double)(node->branched + node->followed);

	if ((double)node->walks >= limits->close_walks &&
		(double)node->longest < limits->length)
		return true;
	return (double)node->rereads >= limits->close_rereads &&
	       (double)node->branched > limits->close_branched * steps;
}

static void link_level(struct rewalk_levels *node, struct rewalk_level *level,
	struct subject *subject)
{
	level->is_linked = true;
	level->more->next = subject->rewalk;
	subject->rewalk = &node->node;
}

/* The step from the cell before to CELL, at the levels where it is one. */
static inline void add_step(struct rewalk *rewalk, struct rewalk_levels *node,
	uint64_t cell, uint64_t cut, uint32_t keep, int32_t j)
{
	uint64_t levels = node->last_levels & ~cut & mask_to((int32_t)keep - 1);

	if (levels == 0)
		return;
	if (node->last_next == cell) {
		node->followed++;
		COUNT_LEVELS(rewalk, node, levels, followed);
		return;
	}
	node->branched++;
	COUNT_LEVELS(rewalk, node, levels & mask_to(j), branched);
	COUNT_LEVELS(rewalk, node, levels & ~mask_to(j), inserted);
}

/* A read of a cell that the subject at level J had read, before anything of
 * the record changes. */
static void add_repetition(struct rewalk *rewalk, struct rewalk_levels *node,
	struct subject *subject, uint32_t count, int32_t j, uint64_t cut,
	const struct rewalk_record *record, const struct rewalk_read *read)
{
	struct rewalk_level *level = isolate(rewalk, node, (uint32_t)j);
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
		if (more->same >= rewalk->sleep_rereads &&
			(node->shown >> j & 1) != 0) {
			node->node.is_asleep = true;
			node->sleep_level = (uint32_t)j;
		}
		if (!level->is_linked)
			link_level(node, level, &subject[j]);
	}
	if (node->last_cell != 0 && (cut >> j & 1) == 0)
		rewalk_more_step(rewalk, more, subject, count, (uint32_t)j,
			node->last_read, read);
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
static inline int32_t note_eligible(struct rewalk *rewalk,
	struct rewalk_levels *node, const struct rewalk_read *read,
	uint32_t keep, int32_t eligible)
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
	if (eligible >= 0 &&
		!node->level[index_of(node, (uint32_t)eligible)].is_eligible)
		node->level[split(rewalk, node, (uint32_t)eligible)]
			.is_eligible = true;
	return eligible;
}

/* What is new to the levels from J on was WRITTEN then. */
static inline void note_written(struct rewalk *rewalk,
	struct rewalk_levels *node, uint32_t j, uint64_t written)
{
	struct rewalk_level *level = &node->level[index_of(node, j)];

	if (written <= level->written)
		return;
	if (j > 0)
		level = &node->level[split(rewalk, node, j - 1) + 1];
	level->written = written;
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

	if (levels_of(node) != levels ||
		subject[levels - 1].start > node->synced)
		keep = sync_levels(rewalk, node, subject, levels, read);
	node->synced = read->now;
	if (node->capacity_bits != 0)
		record = probe(node, read->cell);
	if (record != NULL && record->cell != 0) {
		j = find_level(rewalk, subject, count, record, read);
	} else {
		bool has_room = make_room(rewalk, node);
		rewalk->met =
			node->node.is_lower_bound ? REWALK_BEYOND : REWALK_NEW;
		if (!has_room)
			return -1;
		record = probe(node, read->cell);
	}
	eligible = note_eligible(rewalk, node, read, keep, eligible);
	if (j >= 0) {
		bool is_inner = j >= (int32_t)levels;
		if (is_inner)
			j = (int32_t)levels - 1;
		node->rereads++;
		if (record->read >= node->walk_clock_min)
			cut = cut_walks(rewalk, node, subject, (uint32_t)j,
				record->read, read);
		if (!is_inner)
			add_repetition(rewalk, node, subject, count, j, cut,
				record, read);
		node->level[split(rewalk, node, (uint32_t)j)].known++;
		if (read->written <= record->read) {
			next = record->next;
			next_levels = mask_to(j) & ~record->cut;
		}
	}
	if (j + 1 < (int32_t)levels)
		note_written(rewalk, node, (uint32_t)(j + 1), read->written);
	if (node->last_cell != 0) {
		add_step(rewalk, node, read->cell, cut, keep, j);
		node->last->next = read->cell;
		node->last->cut = cut;
	}
	note_visit(node, record, read, next, next_levels);
	if (__builtin_expect(cut != 0, 0) && is_hopeless(rewalk, node))
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
	base.is_left_out = node->node.is_left_out;
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
		if (level->is_linked)
			link_level(copy, level, &subject[level->top]);
	}
}

/* What was read meanwhile is no part of any walk, and no new cell. */
static void wake(struct rewalk_levels *node, uint32_t index)
{
	node->level[index].known += (int64_t)node->slept;
	for (uint32_t i = 0; i <= index; i++) {
		node->level[i].walk_reads += node->slept;
		node->level[i].walk_known += (int64_t)node->slept;
	}
	node->node.is_asleep = false;
	node->node.is_lower_bound |= node->slept != 0;
	node->slept = 0;
	node->last_cell = 0;
}

void rewalk_levels_pause(struct rewalk_levels *node, uint64_t clock)
{
	int64_t known = 0;

	for (uint32_t i = node->level_count; i-- > 0;) {
		struct rewalk_level *level = &node->level[i];
		known += level->known;
		level->walk_clock = clock;
		level->walk_clock_before = 0;
		level->walk_reads = node->reads - node->slept; /* see wake */
		level->walk_known = known;
		level->has_reread = false;
		level->is_given_up = level->has_gap = true;
	}
	node->walk_clock_min = clock;
	node->last_cell = 0;
	node->node.is_left_out = true;
}

void rewalk_levels_end(struct rewalk *rewalk, struct rewalk_levels *node,
	uint32_t level, const struct subject *subject)
{
	struct rewalk_level *ended;
	struct rewalk_counts counts;
	uint32_t index;

	pop_to(node, level + 1);
	index = node->level_count - 1;
	ended = &node->level[index];
	if (node->node.is_asleep && node->sleep_level == level)
		wake(node, index);
	else
		ended->walk_reads += node->slept;
	add_walk(rewalk, node, ended, ended->known);
	if (!node->node.is_closed)
		tell_if_shown(rewalk, node, index, subject,
			&(struct rewalk_seen){
				ended->walk_first, ended->walk_clock});
	collect(node, index, &counts);
	counts.cells -= node->slept;
	rewalk->options.ended(rewalk->options.data, &node->node, level,
		&subject[level], &counts);
	pop(node);
}

struct rewalk_node *rewalk_levels_next(
	const struct rewalk_levels *node, uint32_t level)
{
	return node->level[index_of(node, level)].more->next;
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
