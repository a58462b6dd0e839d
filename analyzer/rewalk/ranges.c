/* SPDX-License-Identifier: MIT
 * Rule `rewalk` on ranges: calls of string functions that scan the same bytes again,
 * as the rest of a string or a string that grows. */
#include "config.h"

#include "analyzer/rewalk/contexts.h"
#include "analyzer/rewalk/writes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS_FIRST 4

/* Bytes that were read last at one time. */
struct ranges_span {
	uint64_t start, end;
	uint64_t read;
};

/* What an activation has read. */
struct level {
	uint64_t serial;
	struct rewalk_range_counts counts;
	uint64_t length[REWALK_RANGE_LENGTHS];
	int64_t footprint;	    /* of its subject at the last write */
	struct rewalk_ranges *next; /* in the subject's list */
	bool is_linked;
};

struct rewalk_ranges {
	void *user;
	uint64_t cell; /* of the last call */
	uint64_t length_bytes;
	uint64_t read;	/* clock of it */
	uint64_t moves; /* of all reads, then */
	int32_t step_bytes;
	uint32_t spans;
	uint32_t level_count, level_capacity;
	struct level *level;
	/* What was read longest ago is forgotten. */
	struct ranges_span span[REWALK_RANGE_SPANS];
};

struct rewalk_ranges *rewalk_ranges_new(struct rewalk *rewalk, void *user)
{
	struct rewalk_ranges *ranges =
		arena_alloc_zero(&rewalk->arena, 1, sizeof *ranges);

	ranges->user = user;
	return ranges;
}

static void push_level(
	struct rewalk *rewalk, struct rewalk_ranges *ranges, uint64_t serial)
{
	if (ranges->level_count == ranges->level_capacity) {
		const struct level *old = ranges->level;
		ranges->level_capacity = ranges->level_capacity != 0
						 ? 2 * ranges->level_capacity
						 : LEVELS_FIRST;
		ranges->level = arena_alloc_zero(&rewalk->arena,
			ranges->level_capacity, sizeof *ranges->level);
		for (uint32_t k = 0; k < ranges->level_count; k++)
			ranges->level[k] = old[k];
	}
	ranges->level[ranges->level_count++] = (struct level){.serial = serial};
}

static void ranges_sync_levels(struct rewalk *rewalk,
	struct rewalk_ranges *ranges, const struct subject *subject,
	uint32_t count)
{
	uint32_t keep =
		ranges->level_count < count ? ranges->level_count : count;

	while (keep > 0 &&
		ranges->level[keep - 1].serial != subject[keep - 1].serial)
		keep--;
	ranges->level_count = keep;
	while (ranges->level_count < count)
		push_level(rewalk, ranges, subject[ranges->level_count].serial);
}

/* Bytes of RANGE that were read at or after START and mostly not written since. */
static uint64_t bytes_read_since(const struct rewalk_ranges *ranges,
	const struct rewalk_range *range, uint64_t start)
{
	uint64_t end = range->cell + range->length_bytes, bytes = 0;

	for (uint32_t i = 0; i < ranges->spans; i++) {
		const struct ranges_span *span = &ranges->span[i];
		uint64_t from, to;
		if (span->read < start || range->half_written > span->read)
			continue;
		from = span->start > range->cell ? span->start : range->cell;
		to = span->end < end ? span->end : end;
		bytes += to > from ? to - from : 0;
	}
	return bytes;
}

static void remove_span(struct rewalk_ranges *ranges, uint32_t index)
{
	ranges->span[index] = ranges->span[--ranges->spans];
}

static void ranges_add_span(
	struct rewalk_ranges *ranges, struct ranges_span added)
{
	uint32_t oldest = 0;

	if (added.end <= added.start)
		return;
	if (ranges->spans == REWALK_RANGE_SPANS) {
		for (uint32_t i = 1; i < ranges->spans; i++)
			if (ranges->span[i].read < ranges->span[oldest].read)
				oldest = i;
		remove_span(ranges, oldest);
	}
	ranges->span[ranges->spans++] = added;
}

/* What RANGE covers was read now, if IS_KNOWN; the rest of older spans stays. */
static void ranges_note(struct rewalk_ranges *ranges,
	const struct rewalk_range *range, bool is_known)
{
	struct ranges_span now = {
		range->cell, range->cell + range->length_bytes, range->now};

	for (uint32_t i = ranges->spans; i-- > 0;) {
		struct ranges_span old = ranges->span[i];
		if (old.end <= now.start || old.start >= now.end)
			continue;
		remove_span(ranges, i);
		ranges_add_span(ranges,
			(struct ranges_span){old.start, now.start, old.read});
		ranges_add_span(ranges,
			(struct ranges_span){now.end, old.end, old.read});
	}
	if (is_known)
		ranges_add_span(ranges, now);
}

/* AGAIN: bytes that LEVEL has read before. */
static void ranges_keep_walk(
	struct level *level, const struct rewalk_range *range, uint64_t again)
{
	uint64_t index = level->counts.events - 1;

	if (index < REWALK_WALKS_KEPT)
		level->counts.kept[index] =
			rewalk_keep(range->length_bytes, again);
}

static void add_event(
	struct level *level, const struct rewalk_range *range, bool has_shrunk)
{
	struct rewalk_range_counts *counts = &level->counts;
	uint64_t length = range->length_bytes;

	if (counts->events++ == 0 || length < counts->shortest_length)
		counts->shortest_length = length;
	if (length > counts->longest_length)
		counts->longest_length = length;
	counts->bytes += length;
	counts->constant += range->is_constant ? length : 0;
	counts->shrunk += has_shrunk;
	rewalk_add_distinct(
		level->length, &counts->lengths, REWALK_RANGE_LENGTHS, length);
	ranges_keep_walk(level, range, 0);
}

/* Whether exactly RANGE was the last to be read there. */
static bool ranges_has(
	const struct rewalk_ranges *ranges, const struct rewalk_range *range)
{
	for (uint32_t i = 0; i < ranges->spans; i++)
		if (ranges->span[i].start == range->cell &&
			ranges->span[i].end ==
				range->cell + range->length_bytes)
			return true;
	return false;
}

static void add_repetition(struct rewalk_ranges *ranges, struct level *level,
	struct subject *subject, const struct rewalk_range *range,
	uint64_t bytes)
{
	level->counts.repeats++;
	level->counts.others += !ranges_has(ranges, range);
	level->counts.repeated_bytes += bytes;
	if (range->length_bytes > level->counts.longest)
		level->counts.longest = range->length_bytes;
	level->counts.copied = fmax(level->counts.copied,
		(double)range->copied_bytes / (double)range->length_bytes);
	ranges_keep_walk(level, range, bytes);
	if (level->is_linked)
		return;
	level->is_linked = true;
	level->next = subject->ranges;
	subject->ranges = ranges;
}

/* The number of the deepest subject of COUNT that has read enough of RANGE before, and
 * the BYTES of it; 0: none has. What one call into a library repeats is nobody's. */
static uint32_t find_repeating(const struct rewalk *rewalk,
	const struct rewalk_ranges *ranges, const struct subject *subject,
	uint32_t count, const struct rewalk_range *range, uint64_t *bytes)
{
	double again = rewalk->limits.range_again * (double)range->length_bytes;

	if (range->library != 0 && (double)bytes_read_since(ranges, range,
					   range->library) >= again)
		return 0;
	while (count > 0) {
		*bytes = bytes_read_since(
			ranges, range, subject[count - 1].start);
		if ((double)*bytes >= again)
			break;
		count--;
	}
	return count;
}

/* Whether RANGE, which is copied, is so much longer than what was copied before of the same
 * content that its room grows in proportion. */
static bool makes_room(const struct rewalk_limits *limits,
	const struct rewalk_ranges *ranges, const struct rewalk_range *range)
{
	return range->cell - ranges->cell < ranges->length_bytes &&
	       (double)range->length_bytes >=
		       limits->copy_room * (double)ranges->length_bytes;
}

void rewalk_ranges_add(struct rewalk *rewalk, struct rewalk_ranges *ranges,
	struct subject *subject, uint32_t count,
	const struct rewalk_range *range)
{
	bool has_grown = ranges->read != 0 && range->written > ranges->read;
	bool has_shrunk = range->cell == ranges->cell &&
			  range->length_bytes < ranges->length_bytes;
	uint64_t bytes = 0;

	if (count > REWALK_LEVELS_MAX)
		count = REWALK_LEVELS_MAX;
	ranges_sync_levels(rewalk, ranges, subject, count);
	for (uint32_t k = 0; k < count; k++)
		add_event(&ranges->level[k], range, has_shrunk);
	count = find_repeating(rewalk, ranges, subject, count, range, &bytes);
	if (count > 0)
		ranges->level[count - 1].counts.grown += has_grown;
	if (count > 0)
		add_repetition(ranges, &ranges->level[count - 1],
			&subject[count - 1], range, bytes);
	if (count > 0 && !makes_room(&rewalk->limits, ranges, range))
		ranges->level[count - 1].counts.steady_bytes +=
			range->length_bytes;
	ranges_note(ranges, range, true);
	ranges->read = range->now;
	ranges->cell = range->cell;
	ranges->length_bytes = range->length_bytes;
}

void rewalk_ranges_note_write(struct rewalk_ranges *ranges,
	const struct subject *subject, uint32_t count)
{
	for (uint32_t k = 0; k < count && k < ranges->level_count; k++)
		ranges->level[k].counts.noted +=
			ranges->level[k].serial == subject[k].serial;
}

/* The cells of LENGTH_BYTES: of memset's, what is seldom less; wide stores have several. */
static uint64_t ranges_count_cells(uint64_t length_bytes, uint32_t store_bytes)
{
	return length_bytes / (store_bytes >= REWALK_FILL_BYTES ? 4
				      : store_bytes > 8		? 8
								: store_bytes);
}

/* Of a RANGE that an index has led through by steps, as no unrolled loop does. */
static uint64_t ranges_count_written(
	const struct rewalk_range *range, uint32_t store_bytes)
{
	uint32_t step = (uint32_t)abs(range->step_bytes);
	uint32_t factor = step / store_bytes;

	return (factor & (factor - 1)) != 0
		       ? range->length_bytes / step + 1
		       : ranges_count_cells(range->length_bytes, store_bytes);
}

/* Whether code has gone to other cells since RANGE was written the last time, for enough of
 * its elements; not to these, if it IS_CHANGED. */
static bool has_other_work(const struct rewalk *rewalk,
	const struct rewalk_ranges *ranges, const struct rewalk_range *range,
	uint32_t store_bytes, bool is_changed)
{
	uint64_t cells = ranges_count_written(range, store_bytes);
	uint64_t moves = rewalk->moves - ranges->moves;

	return (double)moves >=
	       (rewalk->limits.moves + is_changed) * (double)cells;
}

void rewalk_ranges_add_write(struct rewalk *rewalk,
	struct rewalk_ranges *ranges, struct subject *subject, uint32_t count,
	const struct rewalk_range *range, bool is_unread, uint32_t store_bytes)
{
	struct rewalk_range since = *range;
	uint64_t bytes = 0;
	bool is_changed;

	since.first = since.now = ranges->read;
	is_changed = is_unread && !rewalk_is_unread(rewalk, &since);
	/* Other elements of the same array. */
	if (range->step_bytes != ranges->step_bytes)
		ranges->spans = 0;
	ranges->step_bytes = range->step_bytes;

	if (count > REWALK_LEVELS_MAX)
		count = REWALK_LEVELS_MAX;
	ranges_sync_levels(rewalk, ranges, subject, count);
	for (uint32_t k = 0; k < count; k++)
		add_event(&ranges->level[k], range, false);
	count = find_repeating(rewalk, ranges, subject, count, range, &bytes);
	if (count > 0 &&
		!has_other_work(rewalk, ranges, range, store_bytes, is_changed))
		add_repetition(ranges, &ranges->level[count - 1],
			&subject[count - 1], range, bytes);
	ranges_note(ranges, range, is_unread);
	ranges->read = range->now;
	ranges->cell = range->cell;
	ranges->moves = rewalk->moves;
}

void rewalk_ranges_end(
	struct rewalk *rewalk, struct subject *subject, uint32_t level)
{
	struct rewalk_ranges *ranges = subject->ranges, *next;

	for (; ranges; ranges = next) {
		const struct rewalk_seen seen = {ranges->cell, ranges->read};
		next = ranges->level[level].next;
		ranges->level_count = level;
		rewalk->options.ranges_ended(rewalk->options.data, ranges->user,
			level, subject, &seen, &ranges->level[level].counts);
	}
	subject->ranges = NULL;
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

enum rewalk_range_verdict rewalk_ranges_judge_compared(
	const struct rewalk_limits *limits,
	const struct rewalk_range_counts *counts)
{
	return (double)counts->longest < limits->key_bytes ||
			       2 * counts->others < counts->repeats
		       ? RANGES_NOTHING
		       : rewalk_ranges_judge(limits, counts);
}

enum rewalk_range_verdict rewalk_ranges_judge_sorted(
	const struct rewalk_limits *limits,
	const struct rewalk_range_counts *counts)
{
	return counts->shrunk != 0 ||
			       (double)counts->repeats < limits->copies ||
			       (double)counts->lengths < limits->key_lengths
		       ? RANGES_NOTHING
		       : rewalk_ranges_judge(limits, counts);
}

enum rewalk_range_verdict rewalk_ranges_judge_copied(
	const struct rewalk_limits *limits,
	const struct rewalk_range_counts *counts)
{
	return (double)counts->repeats < limits->copies ||
			       (double)counts->longest < limits->key_bytes ||
			       counts->copied < limits->copy_bytes ||
			       counts->steady_bytes < counts->longest ||
			       (double)counts->repeated_bytes <
				       limits->copy_bytes *
					       (double)counts->longest
		       ? RANGES_NOTHING
		       : RANGES_REWALK;
}

enum rewalk_range_verdict rewalk_ranges_judge_written(
	const struct rewalk_limits *limits,
	const struct rewalk_range_counts *counts, uint32_t store_bytes)
{
	uint32_t least = store_bytes < REWALK_WIDE_BYTES ? store_bytes : 1;

	if ((double)counts->longest < limits->key_bytes ||
		(double)counts->repeated_bytes <
			limits->copy_bytes * (double)counts->longest ||
		rewalk_ranges_judge(limits, counts) == RANGES_NOTHING)
		return RANGES_NOTHING;
	if ((double)counts->lengths >= limits->key_lengths)
		return RANGES_REWALK;
	for (uint32_t bytes = store_bytes < 8 ? store_bytes : 8; bytes >= least;
		bytes /= 2) {
		double cells = (double)(counts->longest_length / bytes);
		double walks = (double)(counts->events + counts->noted);
		if (walks >= cells / 2 &&
			walks <= 1 + (1 + limits->square) * cells)
			return RANGES_REWALK;
	}
	return RANGES_NOTHING;
}
