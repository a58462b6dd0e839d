/* SPDX-License-Identifier: MIT
 * What a context of rule `rewalk` has shown, added up over activations. */
#include "config.h"

#include "analyzer/rewalk/shown.h"

static void add_lengths(
	struct rewalk_shown *shown, const struct rewalk_walks *walks)
{
	struct severity_facts *facts = &shown->sighting.facts;
	uint64_t most = 0;

	for (uint32_t i = 0; i < walks->lengths; i++) {
		rewalk_add_distinct(shown->length, &facts->lengths,
			REWALK_LENGTHS, walks->length[i]);
		if (walks->length_walks[i] > most)
			most = walks->length_walks[i];
	}
	facts->has_one_length &= walks->rewalk_shortest == walks->longest;
	facts->walks_alike += most;
	shown->is_uneven |= 2 * walks->rewalk_shortest < walks->longest;
}

/* WALKS of one activation, which is the FIRST. */
static void add_shape(struct severity_facts *facts,
	const struct rewalk_limits *limits, const struct rewalk_walks *walks,
	bool first)
{
	/* Walks that were cut may be twice as long as those before them, but
	 * hardly more of them than of those. */
	double doubling = walks->multiples >= limits->walks &&
					  walks->cut <= walks->multiples
				  ? (walks->least_factor - 1) *
					    (double)(walks->multiples - 1)
				  : 0;

	facts->walks_inside += walks->inside;
	facts->walks_longer += walks->longer;
	if (first || doubling < facts->doubling)
		facts->doubling = doubling;
}

/* Bytes re-read, less for short structures and unsteady orders. */
static double shown_score_of(const struct rewalk_limits *limits,
	const struct rewalk_counts *counts, uint32_t size_bytes)
{
	double size = (double)counts->cells / limits->score_cells;

	return (double)rewalk_rereads(counts) * size_bytes *
	       (size < 1 ? size : 1) * rewalk_steadiness(counts);
}

static void keep_walks(struct rewalk_shown *shown,
	const struct rewalk_kept *kept, uint64_t count)
{
	if (count <= shown->kept_of)
		return;
	shown->kept_of = count;
	shown->sighting.walk_count =
		count < REWALK_WALKS_KEPT ? count : REWALK_WALKS_KEPT;
	for (size_t i = 0; i < shown->sighting.walk_count; i++)
		shown->kept[i] =
			(struct report_walk){kept[i].length, kept[i].again};
}

void rewalk_shown_add(struct rewalk_shown *shown,
	const struct rewalk_limits *limits, const struct subject *subject,
	const struct rewalk_counts *counts, uint32_t size_bytes)
{
	struct sighting *sighting = &shown->sighting;
	struct severity_facts *facts = &sighting->facts;
	const struct rewalk_walks *walks = &counts->walks;
	bool first = sighting->redundant++ == 0;

	if (first) {
		sighting->long_walk.activation = subject->start;
		sighting->long_walk.began = walks->longest_began;
		sighting->long_walk.ended = walks->longest_ended;
		sighting->long_walk.last_began = walks->last_began;
		sighting->long_walk.last_ended = walks->last_ended;
	}
	sighting->traversals++;
	sighting_widen(&sighting->walks, walks->count, first);
	for (uint32_t i = 0; i < walks->lengths; i++)
		sighting_widen(
			&sighting->length, walks->length[i], first && i == 0);
	sighting_widen(&sighting->length, walks->longest, false);
	sighting->reads += counts->reads;
	sighting->distinct += counts->cells;
	facts->reads += counts->reads;
	facts->constant += counts->constant;
	facts->rereads += rewalk_rereads(counts);
	facts->steps += counts->steps;
	facts->steps_with_work += counts->steps_with_work;
	facts->steps_fresh += counts->steps_fresh;
	facts->steps_apart += counts->steps_apart;
	facts->steps_beside += counts->steps_beside;
	facts->steps_copied += counts->steps_copied;
	facts->steps_called += counts->steps_called;
	facts->steps_given += counts->steps_given;
	facts->steps_entered += counts->steps_entered;
	facts->steps_again += counts->steps_again;
	facts->steps_alike += counts->steps_alike;
	if (counts->codes > facts->codes)
		facts->codes = counts->codes;
	if (walks->lengths > facts->lengths_each)
		facts->lengths_each = walks->lengths;
	facts->walks += walks->count;
	facts->walks_grown += walks->grown;
	facts->changes += counts->changed + counts->tail;
	add_lengths(shown, walks);
	add_shape(facts, limits, walks, first);
	keep_walks(shown, walks->kept, walks->count);
	sighting->score += shown_score_of(limits, counts, size_bytes);
}

void rewalk_shown_add_range(
	struct rewalk_shown *shown, const struct rewalk_range_counts *counts)
{
	struct sighting *sighting = &shown->sighting;
	struct severity_facts *facts = &sighting->facts;
	bool first = sighting->redundant++ == 0;

	sighting->traversals++;
	sighting_widen(&sighting->walks, counts->events, first);
	sighting_widen(&sighting->length, counts->shortest_length, first);
	sighting_widen(&sighting->length, counts->longest_length, false);
	sighting->reads += counts->bytes;
	sighting->distinct += counts->bytes - counts->repeated_bytes;
	facts->reads += counts->bytes;
	facts->constant += counts->constant;
	facts->rereads += counts->repeated_bytes;
	facts->walks += counts->events;
	facts->walks_grown += counts->grown;
	if (counts->lengths > facts->lengths)
		facts->lengths = counts->lengths;
	keep_walks(shown, counts->kept, counts->events);
	sighting->score += (double)counts->repeated_bytes;
}

void rewalk_shown_add_seen(struct rewalk_shown *shown, uint64_t footprint,
	uint64_t walks, uint64_t longest)
{
	struct report_range *range = &shown->sighting.longest;
	bool first = shown->wholes++ == 0;

	if (range->min == 0 || longest < range->min)
		range->min = longest;
	sighting_widen(&shown->whole_walks, walks, first);
	sighting_widen(&shown->whole_cells, footprint, first);
}

static bool shown_is_wide(
	const struct report_range *range, const struct rewalk_limits *limits)
{
	return (double)range->max >= limits->span * (double)range->min;
}

bool rewalk_shown_has_sizes(
	const struct rewalk_shown *shown, const struct rewalk_limits *limits)
{
	return shown->sighting.growth.seen != 0
		       ? growth_has_sizes(&shown->sighting.growth, limits->span)
		       : (double)shown->wholes >= limits->walks &&
				 shown_is_wide(&shown->whole_walks, limits) &&
				 shown_is_wide(&shown->whole_cells, limits);
}

void rewalk_shown_note_open(
	struct rewalk_shown *shown, const struct rewalk_limits *limits)
{
	const struct severity_facts *facts = &shown->sighting.facts;
	bool is_open = (double)facts->rereads < limits->high_rereads ||
		       ((double)facts->lengths >= limits->high_lengths &&
			       !rewalk_shown_has_sizes(shown, limits));

	if (is_open != shown->is_open)
		chain_part_open(shown->part, is_open);
	shown->is_open = is_open;
}
