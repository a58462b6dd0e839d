/* SPDX-License-Identifier: MIT
 * The walks of one context of rule `rewalk`: where one begins and ends, for each live
 * subject. */
#include "config.h"

#include "analyzer/rewalk/records.h"
#include "analyzer/rewalk/sequence.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- levels ------------------------------------------------------------- */

/* With room for one group of walks. */
#define MORE_BYTES offsetof(struct rewalk_more, walks.group[1])

struct rewalk_more *rewalk_sequence_more(
	struct rewalk *rewalk, struct rewalk_sequence *sequence)
{
	if (sequence->has_more)
		return sequence->more;
	sequence->has_more = true;
	if (!sequence->more) {
		rewalk->record_bytes += MORE_BYTES;
		sequence->more = memory_alloc(MORE_BYTES);
		sequence->more->is_whole = false;
	}
	/* Of what comes after, only as many are looked at as there are. */
	memset(&sequence->more->same, 0,
		offsetof(struct rewalk_more, walks.group) -
			offsetof(struct rewalk_more, same));
	return sequence->more;
}

/* Makes room for all groups of walks. */
static struct rewalk_more *sequence_whole(
	struct rewalk *rewalk, struct rewalk_sequence *sequence)
{
	struct rewalk_more *more = sequence->more;

	if (more->is_whole)
		return more;
	rewalk->record_bytes += sizeof *more - MORE_BYTES;
	sequence->more = more = memory_resize(more, 1, sizeof *more);
	more->is_whole = true;
	return more;
}

struct rewalk_more *rewalk_sequence_take_walks(struct rewalk *rewalk,
	struct rewalk_sequence *sequence, const struct rewalk_walks *walks)
{
	struct rewalk_more *more;

	sequence->has_more = false;
	more = rewalk_sequence_more(rewalk, sequence);
	if (walks->groups > 1)
		more = sequence_whole(rewalk, sequence);
	rewalk_walks_copy(&more->walks, walks);
	return more;
}

/* TO tells what FROM does. */
static void copy_more(struct rewalk *rewalk, struct rewalk_sequence *to,
	const struct rewalk_more *from)
{
	struct rewalk_more *more =
		rewalk_sequence_take_walks(rewalk, to, &from->walks);

	memcpy(&more->same, &from->same,
		offsetof(struct rewalk_more, walks) -
			offsetof(struct rewalk_more, same));
}

static void sequence_reserve(struct rewalk *rewalk, struct rewalk_node *node)
{
	uint32_t old = node->capacity;

	if (node->sequences < old)
		return;
	node->capacity = old + old / 2 + 1;
	rewalk->record_bytes += (node->capacity - old) * sizeof *node->sequence;
	node->sequence = memory_resize(
		node->sequence, node->capacity, sizeof *node->sequence);
	memset(node->sequence + old, 0,
		(node->capacity - old) * sizeof *node->sequence);
}

void rewalk_sequence_divide(struct rewalk *rewalk, struct rewalk_node *node,
	uint32_t index, uint32_t j)
{
	struct rewalk_sequence *sequence;
	struct rewalk_more *spare;

	sequence_reserve(rewalk, node);
	sequence = &node->sequence[index];
	spare = node->sequence[node->sequences].more;
	memmove(sequence + 1, sequence,
		(node->sequences - index) * sizeof *sequence);
	node->sequences++;
	/* What was counted above counts here, too. */
	sequence->top = j;
	sequence->known = sequence->again = sequence->followed =
		sequence->branched = sequence->inserted = 0;
	sequence->more = spare;
	if (sequence->has_more)
		copy_more(rewalk, sequence, sequence[1].more);
}

void rewalk_count_levels(struct rewalk *rewalk, struct rewalk_node *node,
	uint64_t levels, size_t counter)
{
	/* Of neighbours that both count only the deepest adds. */
	uint64_t more = levels & ~(levels >> 1), less = ~levels & levels >> 1;

	for (; more != 0; more &= more - 1) {
		uint32_t i = rewalk_split(
			rewalk, node, (uint32_t)__builtin_ctzll(more));
		*(int64_t *)((char *)&node->sequence[i] + counter) += 1;
	}
	for (; less != 0; less &= less - 1) {
		uint32_t i = rewalk_split(
			rewalk, node, (uint32_t)__builtin_ctzll(less));
		*(int64_t *)((char *)&node->sequence[i] + counter) -= 1;
	}
}

static void sequence_pop(struct rewalk_node *node)
{
	struct rewalk_sequence *sequence = &node->sequence[--node->sequences];
	struct rewalk_sequence *outer = sequence - 1;

	if (node->sequences == 0)
		return;
	outer->known += sequence->known;
	outer->again += sequence->again;
	outer->followed += sequence->followed;
	outer->branched += sequence->branched;
	outer->inserted += sequence->inserted;
	outer->is_eligible |= sequence->is_eligible;
}

/* Ends all levels from KEEP on. */
static void sequence_pop_to(struct rewalk_node *node, uint32_t keep)
{
	while (node->sequences > 1 &&
		node->sequence[node->sequences - 2].top + 1 >= keep)
		sequence_pop(node);
	if (keep == 0)
		node->sequences = 0;
	else if (rewalk_levels_of(node) > keep)
		node->sequence[node->sequences - 1].top = keep - 1;
}

void rewalk_sequence_renew(struct rewalk *rewalk, struct rewalk_node *node,
	uint32_t keep, uint32_t levels, const struct rewalk_read *read)
{
	sequence_pop_to(node, keep);
	if (keep == levels)
		return;
	sequence_reserve(rewalk, node);
	if (node->sequences == 0)
		node->walk_clock_min = read->now;
	rewalk_sequence_begin(node, levels - 1, read);
}

/* --- walks -------------------------------------------------------------- */

static int compare_reads(const void *left, const void *right)
{
	const struct rewalk_record *a = left, *b = right;

	return a->read < b->read ? -1 : a->read > b->read;
}

/* Looks at the walk of LENGTH that ends in NODE, a path. */
static void judge_walk(const struct rewalk *rewalk,
	const struct rewalk_node *node, uint64_t length)
{
	const struct rewalk_limits *limits = &rewalk->limits;
	const struct rewalk_memory *memory = &rewalk->options.memory;
	struct rewalk_record *walk = memory_alloc(node->cells * sizeof *walk);
	uint64_t *address = memory_alloc(node->cells * sizeof *address);
	size_t count = 0;

	for (uint32_t i = 0; i < node->cells && count < length; i++)
		if (node->record[i].read >= node->sequence->walk_clock)
			walk[count++] = node->record[i];
	qsort(walk, count, sizeof *walk, compare_reads);
	for (size_t i = 0; i < count; i++)
		address[i] = memory->place(memory->data, walk[i].cell);
	node->sequence->is_regular =
		rewalk_is_regular(limits, memory, address, count);
	node->sequence->is_strided |=
		rewalk_is_strided(limits, memory, address, count);
	free(address);
	free(walk);
}

/* The newest write to a cell when that was new to SEQUENCE. */
static uint64_t newest_write(
	const struct rewalk_node *node, const struct rewalk_sequence *sequence)
{
	uint64_t newest = 0;

	for (; sequence >= node->sequence; sequence--)
		if (sequence->written > newest)
			newest = sequence->written;
	return newest;
}

/* The walk of SEQUENCE is over; KNOWN is of this level and above. */
static void end_walk(struct rewalk *rewalk, struct rewalk_node *node,
	struct rewalk_sequence *sequence, int64_t known, bool is_last)
{
	struct rewalk_more *more = rewalk_sequence_more(rewalk, sequence);
	uint64_t length = node->reads - sequence->walk_reads;
	struct rewalk_walk walk = {
		.first = sequence->walk_first,
		.length = length,
		.fresh = length - (uint64_t)(known - sequence->walk_known),
		.began = sequence->walk_clock,
		.ended = node->last_read,
		.has_reread = sequence->has_reread,
		.is_restart =
			sequence->walk_first == sequence->walk_first_before,
		.is_last = is_last,
		.is_inside = sequence->walk_is_inside,
		.begins_anywhere = sequence->has_gap,
	};

	if (sequence->is_given_up) {
		sequence->is_given_up = false;
		return;
	}
	walk.has_grown =
		walk.fresh != 0 && sequence->walk_clock_before != 0 &&
		newest_write(node, sequence) > sequence->walk_clock_before;
	sequence->walk_clock_before = sequence->walk_clock;
	sequence->walk_first_before = sequence->walk_first;
	if (more->walks.groups == 1 && more->walks.group->first != walk.first)
		more = sequence_whole(rewalk, sequence);
	if (rewalk_walks_add(&rewalk->limits, &more->walks, &walk) &&
		node->kind == REWALK_PATH)
		judge_walk(rewalk, node, length);
	if (length > node->reputation.longest)
		node->reputation.longest = length;
}

/* What is known of the levels of INDEX, whose walks are all closed. */
static struct rewalk_counts collect(
	const struct rewalk_node *node, uint32_t index)
{
	const struct rewalk_sequence *sequence = &node->sequence[index];
	const struct rewalk_more *more = sequence->more;
	struct rewalk_counts counts = {
		.began = sequence->began,
		.reads = node->reads - sequence->begin_reads,
		.same = more->same,
		.tail = more->tail,
		.changed = more->changed,
		.bits = more->bits,
		.constant = node->constant - sequence->begin_constant,
		.steps = more->steps,
		.steps_with_work = more->steps_with_work,
		.steps_fresh = more->steps_fresh,
		.steps_apart = more->steps_apart,
		.steps_beside = more->steps_beside,
		.steps_copied = more->steps_copied,
		.steps_called = more->steps_called,
		.steps_given = more->steps_given,
		.steps_entered = more->steps_entered,
		.steps_alike = more->steps_alike,
		.steps_again = more->steps_again,
		.codes = rewalk_count_codes(more->codes),
		.is_regular = sequence->is_regular,
	};

	rewalk_walks_copy(&counts.walks, &more->walks);
	counts.cells = counts.reads;
	for (uint32_t i = index; i < node->sequences; i++) {
		sequence = &node->sequence[i];
		counts.cells -= (uint64_t)sequence->known;
		counts.cells_again += (uint64_t)sequence->again;
		counts.followed += (uint64_t)sequence->followed;
		counts.branched += (uint64_t)sequence->branched;
		counts.inserted += (uint64_t)sequence->inserted;
		counts.is_eligible |=
			sequence->is_eligible || sequence->is_strided;
	}
	if (node->has_forgotten)
		counts.cells_again = UINT64_MAX;
	return counts;
}

/* SUBJECT[k] is of level k; it walks what SEEN is in. */
static void tell_if_shown(struct rewalk *rewalk, struct rewalk_node *node,
	uint32_t index, const struct subject *subject,
	const struct rewalk_seen *seen)
{
	const struct rewalk_sequence *sequence = &node->sequence[index];
	const struct rewalk_more *more = sequence->more;
	uint32_t k = sequence->top;
	struct rewalk_counts counts;

	/* What costs least comes first: most sequences are not linked, or read little again. */
	if (!sequence->is_linked || (node->shown >> k & 1) != 0 ||
		(double)(more->same + more->tail) < rewalk->limits.rereads ||
		!rewalk_may_hold(&rewalk->limits, &more->walks))
		return;
	counts = collect(node, index);
	if (!rewalk_holds(&rewalk->limits, node->kind, &counts))
		return;
	node->shown |= UINT64_C(1) << k;
	rewalk->options.shown(
		rewalk->options.data, node, node->base + k, &subject[k], seen);
}

uint64_t rewalk_sequence_cut(struct rewalk *rewalk, struct rewalk_node *node,
	const struct subject *subject, uint32_t j, uint64_t clock,
	const struct rewalk_read *read)
{
	const struct rewalk_seen seen = {read->cell, read->now};
	uint64_t mask = 0, min = UINT64_MAX;
	bool is_inside = read->size_bytes == 1 && node->kind != REWALK_PATH &&
			 rewalk_records_find(rewalk, node, read->cell - 1);
	int64_t known = 0;

	if (node->sequence[rewalk_index_of(node, j)].walk_clock <= clock)
		rewalk_split(rewalk, node, j);
	for (uint32_t i = node->sequences; i-- > 0;) {
		struct rewalk_sequence *sequence = &node->sequence[i];
		known += sequence->known;
		if (sequence->top <= j && sequence->walk_clock <= clock) {
			int32_t above = i > 0 ? (int32_t)sequence[-1].top : -1;
			mask |= rewalk_mask_to((int32_t)sequence->top) &
				~rewalk_mask_to(above);
			end_walk(rewalk, node, sequence, known, false);
			tell_if_shown(rewalk, node, i, subject, &seen);
			sequence->walk_clock = read->now;
			sequence->walk_reads = node->reads;
			sequence->walk_first = read->cell;
			sequence->walk_is_inside = is_inside;
			sequence->walk_known = known;
			sequence->has_reread = false;
		}
		if (sequence->walk_clock < min)
			min = sequence->walk_clock;
	}
	node->walk_clock_min = min;
	node->reputation.walks += mask & 1;
	return mask;
}

bool rewalk_node_stays(const struct rewalk_node *node)
{
	return node->stays > node->reads;
}

bool rewalk_is_hopeless(
	const struct rewalk *rewalk, const struct rewalk_node *node)
{
	const struct rewalk_limits *limits = &rewalk->limits;

	if ((double)node->reputation.walks >= limits->close_walks &&
		(double)node->reputation.longest < limits->length &&
		!rewalk_node_stays(node))
		return true;
	if (node->shown == 0 &&
		(double)node->reputation.rereads >= limits->close_rereads &&
		node->reputation.branched > node->reputation.followed)
		return true;
	return node->kind == REWALK_PATH && !node->sequence->is_linked &&
	       (double)node->reputation.inner >= limits->close_inner;
}

uint8_t rewalk_code_of(
	const struct rewalk *rewalk, const struct rewalk_node *node)
{
	uint32_t met[REWALK_RAN], count = 0;
	uint64_t mixed = 0;

	for (uint64_t i = 1; i <= REWALK_RAN && i <= rewalk->runs; i++) {
		uint64_t ran = (rewalk->runs - i) % REWALK_RAN;
		uint32_t code = rewalk->ran[ran].code, k = 0;
		if (rewalk->ran[ran].read <= node->last_read)
			break;
		while (k < count && met[k] != code)
			k++;
		if (k < count)
			continue;
		met[count++] = code;
		/* In whatever order they ran. */
		mixed += table_mix(0, code);
	}
	return (uint8_t)(mixed % UINT8_MAX + 1);
}

/* Whether WALKS, of which READS are, may become as many as they have cells, after at most so
 * many reads as MAX. */
static bool may_be_square(const struct rewalk_limits *limits,
	const struct rewalk_walks *walks, uint64_t reads, uint64_t max)
{
	double cells = (double)walks->longest;

	return walks->lengths < limits->high_lengths &&
	       cells * cells <= (double)max &&
	       (double)reads <= (1 + (1 + limits->square) * cells) * cells;
}

bool rewalk_sequence_counts(const struct rewalk *rewalk,
	const struct rewalk_node *node, uint64_t reads)
{
	for (uint32_t i = 0; i < node->sequences; i++) {
		const struct rewalk_sequence *sequence = &node->sequence[i];
		if (sequence->is_linked &&
			(node->shown >> sequence->top & 1) != 0 &&
			may_be_square(&rewalk->limits, &sequence->more->walks,
				node->reads - sequence->begin_reads, reads))
			return true;
	}
	return false;
}

/* So many bits that COUNT cells have places enough. */
static uint32_t bits_for(uint32_t count)
{
	uint32_t bits = 3;

	while (4 * count > 3u << bits)
		bits++;
	return bits;
}

/* Puts ADDED into the *COUNT cells in order of places, of which MAX are kept. */
static void spread_cells(uint64_t *cell, uint32_t *count, uint32_t max,
	uint64_t added, uint32_t bits)
{
	uint32_t place = rewalk_place(added, bits), i = *count;

	while (i > 0 && rewalk_place(cell[i - 1], bits) > place)
		i--;
	if (i == max)
		return;
	*count += *count < max;
	memmove(cell + i + 1, cell + i, (*count - i - 1) * sizeof *cell);
	cell[i] = added;
}

/* Of those that were read since CLOCK. An instruction's or a line's are spread over all, as
 * the first ones may be of one object only. */
static uint32_t list_cells(const struct rewalk_node *node, uint64_t *cell,
	uint32_t max, uint64_t clock)
{
	uint32_t count = 0, bits = bits_for(node->cells);
	bool is_spread = node->kind != REWALK_PATH && node->cells > max;

	for (uint32_t i = 0; i < node->cells && (is_spread || count < max);
		i++) {
		const struct rewalk_record *record = &node->record[i];
		if (record->read < clock)
			continue;
		if (is_spread)
			spread_cells(cell, &count, max, record->cell, bits);
		else
			cell[count++] = record->cell;
	}
	return count;
}

uint32_t rewalk_node_cells(
	const struct rewalk_node *node, uint64_t *cell, uint32_t max)
{
	return list_cells(node, cell, max, node->walk_clock_min);
}

uint32_t rewalk_node_known(
	const struct rewalk_node *node, uint64_t *cell, uint32_t max)
{
	return list_cells(node, cell, max, 0);
}

struct rewalk_steps rewalk_node_steps(
	const struct rewalk_node *node, uint64_t bytes)
{
	struct rewalk_steps steps = {0};

	for (uint32_t i = 0; i < node->cells; i++) {
		const struct rewalk_record *from = &node->record[i];
		if (from->next == 0)
			continue;
		steps.all++;
		steps.on += from->cut == 0;
		steps.up += from->cut == 0 &&
			    from->next - from->cell - 1 < REWALK_LETTER_BYTES;
		steps.near += from->next != from->cell &&
			      from->next <= from->cell + bytes &&
			      from->cell <= from->next + bytes;
	}
	return steps;
}

/* --- ends --------------------------------------------------------------- */

/* What was read meanwhile is not part of any walk, and no new cell. The walk in which it fell
 * asleep would seem to be a shorter one. */
static void sequence_wake(struct rewalk_node *node, uint32_t index)
{
	node->sequence[index].known += (int64_t)node->slept;
	for (uint32_t i = 0; i <= index; i++) {
		node->sequence[i].walk_reads += node->slept;
		node->sequence[i].walk_known += (int64_t)node->slept;
	}
	node->is_asleep = false;
	node->sequence[index].is_given_up |= node->slept != 0;
	node->is_lower_bound |= node->slept != 0;
	node->slept = 0;
	node->last = NULL;
}

void rewalk_sequence_close(struct rewalk_node *node)
{
	node->record = node->last = NULL;
	node->bits = node->cells = 0;
	node->is_closed = node->is_lower_bound = true;
}

void rewalk_sequence_pause(struct rewalk_node *node, uint64_t clock)
{
	int64_t known = 0;

	for (uint32_t i = node->sequences; i-- > 0;) {
		struct rewalk_sequence *sequence = &node->sequence[i];
		known += sequence->known;
		sequence->walk_clock = clock;
		sequence->walk_clock_before = 0;
		sequence->walk_reads = node->reads - node->slept; /* see wake */
		sequence->walk_known = known;
		sequence->has_reread = false;
		sequence->is_given_up = sequence->has_gap = true;
	}
	node->walk_clock_min = clock;
	node->last = NULL;
	node->is_left_out = true;
}

void rewalk_sequence_end(struct rewalk *rewalk, struct rewalk_node *node,
	uint32_t level, const struct subject *subject)
{
	struct rewalk_sequence *ended;
	struct rewalk_counts counts;
	uint32_t index;

	sequence_pop_to(node, level + 1);
	index = node->sequences - 1;
	ended = &node->sequence[index];
	if (node->is_asleep && node->sleep_level == level)
		sequence_wake(node, index);
	else
		ended->walk_reads += node->slept;
	end_walk(rewalk, node, ended, ended->known, true);
	if (!node->is_closed)
		tell_if_shown(rewalk, node, index, subject,
			&(struct rewalk_seen){
				ended->walk_first, ended->walk_clock});
	if ((node->shown >> level & 1) != 0 || rewalk->options.wants_all_ends) {
		counts = collect(node, index);
		counts.cells -= node->slept;
		rewalk->options.ended(rewalk->options.data, node,
			node->base + level, &subject[level], &counts);
	}
	sequence_pop(node);
}

struct rewalk_node *rewalk_sequence_next(
	const struct rewalk_node *node, uint32_t level)
{
	return node->sequence[rewalk_index_of(node, level)].more->next;
}

void rewalk_sequence_copy(struct rewalk *rewalk, struct rewalk_node *copy,
	const struct rewalk_node *node, struct subject *subject)
{
	copy->sequence =
		memory_alloc_zero(node->capacity, sizeof *copy->sequence);
	for (uint32_t k = 0; k < node->sequences; k++) {
		struct rewalk_sequence *sequence = &copy->sequence[k];
		*sequence = node->sequence[k];
		sequence->more = NULL;
		if (!sequence->has_more)
			continue;
		copy_more(rewalk, sequence, node->sequence[k].more);
		if (sequence->is_linked)
			rewalk_sequence_link(
				copy, sequence, &subject[sequence->top]);
	}
}
