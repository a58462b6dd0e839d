/* SPDX-License-Identifier: MIT
 * Rule `rewalk` on ranges of bytes. */
#include "config.h"

#include "analyzer/rewalk/ranges.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

/* Bytes that were read last at one time. */
struct span {
	uint64_t start, end;
	uint64_t read;
};

struct level {
	uint64_t serial;
	struct rewalk_range_counts counts; /* events, bytes, constant: of the
					    * node, when the activation began */
	uint64_t length[REWALK_RANGE_LENGTHS];
	struct rewalk_range_node *next; /* in the subject's list */
	bool is_linked;
};

struct rewalk_range_node {
	void *user;
	uint64_t events, bytes, constant, grown;
	uint64_t cell; /* of the last call */
	uint64_t read; /* clock of it */
	uint32_t spans;
	uint32_t level_count, level_capacity;
	struct level *level;
	struct span span[REWALK_RANGE_SPANS];
};

struct rewalk_ranges {
	const struct rewalk_limits *limits;
	void (*ended)(void *data, void *user, uint32_t level,
		const struct subject *subject, const struct rewalk_seen *seen,
		const struct rewalk_range_counts *counts);
	void *data;
	struct arena arena;
	struct rewalk_range_node **node;
	size_t count, capacity;
};

struct rewalk_ranges *rewalk_ranges_new(const struct rewalk_limits *limits,
	void (*ended)(void *data, void *user, uint32_t level,
		const struct subject *subject, const struct rewalk_seen *seen,
		const struct rewalk_range_counts *counts),
	void *data)
{
	struct rewalk_ranges *ranges = memory_alloc_zero(1, sizeof *ranges);

	ranges->limits = limits;
	ranges->ended = ended;
	ranges->data = data;
	return ranges;
}

void rewalk_ranges_free(struct rewalk_ranges *ranges)
{
	if (ranges == NULL)
		return;
	for (size_t i = 0; i < ranges->count; i++)
		free(ranges->node[i]->level);
	free(ranges->node);
	arena_release(&ranges->arena);
	free(ranges);
}

struct rewalk_range_node *rewalk_ranges_node(
	struct rewalk_ranges *ranges, void *user)
{
	struct rewalk_range_node *node =
		arena_alloc_zero(&ranges->arena, 1, sizeof *node);

	node->user = user;
	ranges->node = memory_grow(ranges->node, &ranges->capacity,
		ranges->count + 1, sizeof *ranges->node);
	ranges->node[ranges->count++] = node;
	return node;
}

static void push_level(
	struct rewalk_range_node *node, const struct subject *subject)
{
	struct level *level;

	if (node->level_count == node->level_capacity) {
		node->level_capacity += 4;
		node->level = memory_resize(
			node->level, node->level_capacity, sizeof *node->level);
	}
	level = &node->level[node->level_count++];
	memset(level, 0, sizeof *level);
	level->serial = subject->serial;
	level->counts.events = node->events;
	level->counts.bytes = node->bytes;
	level->counts.constant = node->constant;
	level->counts.grown = node->grown;
}

static void sync_levels(struct rewalk_range_node *node,
	const struct subject *subject, uint32_t count)
{
	uint32_t keep = node->level_count < count ? node->level_count : count;

	while (keep > 0 &&
		node->level[keep - 1].serial != subject[keep - 1].serial)
		keep--;
	node->level_count = keep;
	while (node->level_count < count)
		push_level(node, &subject[node->level_count]);
}

/* Bytes of RANGE that were read at or after START and mostly not written since. */
static uint64_t bytes_read_since(const struct rewalk_range_node *node,
	const struct rewalk_range *range, uint64_t start)
{
	uint64_t end = range->cell + range->length_bytes, bytes = 0;

	for (uint32_t i = 0; i < node->spans; i++) {
		const struct span *span = &node->span[i];
		uint64_t from, to;
		if (span->read < start || range->half_written > span->read)
			continue;
		from = span->start > range->cell ? span->start : range->cell;
		to = span->end < end ? span->end : end;
		bytes += to > from ? to - from : 0;
	}
	return bytes;
}

static void remove_span(struct rewalk_range_node *node, uint32_t index)
{
	node->span[index] = node->span[--node->spans];
}

static void add_span(struct rewalk_range_node *node, struct span added)
{
	uint32_t oldest = 0;

	if (added.end <= added.start)
		return;
	if (node->spans == REWALK_RANGE_SPANS) {
		for (uint32_t i = 1; i < node->spans; i++)
			if (node->span[i].read < node->span[oldest].read)
				oldest = i;
		remove_span(node, oldest);
	}
	node->span[node->spans++] = added;
}

/* What RANGE covers was read now; the rest of older spans stays. */
static void note_read(
	struct rewalk_range_node *node, const struct rewalk_range *range)
{
	struct span now = {
		range->cell, range->cell + range->length_bytes, range->now};

	for (uint32_t i = node->spans; i-- > 0;) {
		struct span old = node->span[i];
		if (old.end <= now.start || old.start >= now.end)
			continue;
		remove_span(node, i);
		add_span(node, (struct span){old.start, now.start, old.read});
		add_span(node, (struct span){now.end, old.end, old.read});
	}
	add_span(node, now);
}

static void note_length(struct level *level, uint64_t length)
{
	struct rewalk_range_counts *counts = &level->counts;

	if (counts->longest_length == 0 || length < counts->shortest_length)
		counts->shortest_length = length;
	if (length > counts->longest_length)
		counts->longest_length = length;
	rewalk_add_distinct(
		level->length, &counts->lengths, REWALK_RANGE_LENGTHS, length);
}

/* The call that node counts next, of which level K has seen AGAIN bytes. */
static void keep_walk(struct rewalk_range_node *node, uint32_t k,
	const struct rewalk_range *range, uint64_t again)
{
	struct rewalk_range_counts *counts = &node->level[k].counts;
	uint64_t index = node->events - counts->events;

	if (index < REWALK_WALKS_KEPT)
		counts->kept[index] = rewalk_keep(range->length_bytes, again);
}

static void add_repetition(struct rewalk_range_node *node, uint32_t k,
	struct subject *subject, const struct rewalk_range *range,
	uint64_t bytes)
{
	struct level *level = &node->level[k];

	level->counts.repeats++;
	level->counts.repeated_bytes += bytes;
	if (range->length_bytes > level->counts.longest)
		level->counts.longest = range->length_bytes;
	if (level->is_linked)
		return;
	level->is_linked = true;
	level->next = subject[k].ranges;
	subject[k].ranges = node;
}

void rewalk_ranges_add(struct rewalk_ranges *ranges,
	struct rewalk_range_node *node, struct subject *subject, uint32_t count,
	const struct rewalk_range *range)
{
	double again =
		ranges->limits->range_again * (double)range->length_bytes;

	if (count > REWALK_LEVELS_MAX)
		count = REWALK_LEVELS_MAX;
	sync_levels(node, subject, count);
	for (uint32_t k = 0; k < count; k++) {
		note_length(&node->level[k], range->length_bytes);
		keep_walk(node, k, range, 0);
	}
	/* It belongs to the deepest subject that has read enough of it before; what
	 * one call into a library repeats, to nobody. */
	if (range->library != 0 &&
		(double)bytes_read_since(node, range, range->library) >= again)
		count = 0;
	for (uint32_t k = count; k-- > 0;) {
		uint64_t bytes =
			bytes_read_since(node, range, subject[k].start);
		if ((double)bytes < again)
			continue;
		add_repetition(node, k, subject, range, bytes);
		keep_walk(node, k, range, bytes);
		break;
	}
	note_read(node, range);
	node->grown += node->read != 0 && range->written > node->read;
	node->read = range->now;
	node->cell = range->cell;
	node->events++;
	node->bytes += range->length_bytes;
	node->constant += range->is_constant;
}

void rewalk_ranges_end(
	struct rewalk_ranges *ranges, struct subject *subject, uint32_t level)
{
	struct rewalk_range_node *node = subject[level].ranges, *next;

	for (; node != NULL; node = next) {
		struct rewalk_range_counts counts = node->level[level].counts;
		next = node->level[level].next;
		counts.events = node->events - counts.events;
		counts.bytes = node->bytes - counts.bytes;
		counts.constant = node->constant - counts.constant;
		counts.grown = node->grown - counts.grown;
		node->level_count = level;
		ranges->ended(ranges->data, node->user, level, &subject[level],
			&(struct rewalk_seen){node->cell, node->read}, &counts);
	}
	subject[level].ranges = NULL;
}

enum rewalk_range_verdict rewalk_ranges_judge(
	const struct rewalk_limits *limits,
	const struct rewalk_range_counts *counts)
{
	if ((double)counts->repeats < limits->range_repeats ||
		(double)counts->longest < limits->range_bytes ||
		(double)counts->repeated_bytes <
			limits->range_share * (double)counts->bytes)
		return RANGES_NOTHING;
	return counts->lengths >= limits->key_lengths ||
			       (double)counts->longest >= limits->key_bytes
		       ? RANGES_REWALK
		       : RANGES_HOT_KEY;
}
