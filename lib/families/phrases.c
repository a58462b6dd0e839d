/* SPDX-License-Identifier: MIT
 * A few words and signs in a row that an input has several times. */
#include "config.h"

#include "lib/families/phrases.h"

#include <stdlib.h>
#include <string.h>

#include "lib/families/family.h"
#include "lib/memory.h"

#define LOOKED_AT 4096 /* bytes of an input */
#define TOKENS	  4    /* in a row */

struct phrases_found {
	struct phrase *phrase;
	size_t count, capacity;
	size_t *rank; /* of each phrase, at its place */
};

/* The place of what is at AT. */
static size_t place_at(const struct bytes *base, const struct pair *pair,
	size_t pairs, size_t at)
{
	size_t place = at;

	while (place > 0 && base->at[place - 1] != '\n')
		place--;
	for (size_t i = 0; i < pairs; i++)
		if (pair[i].open.end <= at && at < pair[i].close.first &&
			pair[i].open.end > place)
			place = pair[i].open.end;
	return place;
}

static bool phrases_are_alike(
	const struct bytes *base, const struct span *a, const struct span *b)
{
	const struct bytes left = {base->at + a->first, a->end - a->first},
			   right = {base->at + b->first, b->end - b->first};

	return layout_is_alike(&left, &right);
}

static void phrases_add(struct phrases_found *found, const struct bytes *base,
	const struct span *span, size_t place)
{
	for (size_t i = 0; i < found->count; i++) {
		struct phrase *phrase = &found->phrase[i];
		if (phrase->place != place ||
			!phrases_are_alike(base, &phrase->first, span))
			continue;
		phrase->times++;
		phrase->last = *span;
		return;
	}
	found->phrase = memory_grow(found->phrase, &found->capacity,
		found->count + 1, sizeof *found->phrase);
	found->phrase[found->count++] = (struct phrase){*span, *span, 1, place};
}

/* A word, or one byte that is part of none. */
static size_t token_end(const struct bytes *base, size_t at)
{
	size_t end = at;

	while (end < base->length && layout_is_word(base->at[end]))
		end++;
	return end > at ? end : at + 1;
}

/* The phrases that begin at AT; lines end them. */
static void add_from(struct phrases_found *found, const struct bytes *base,
	size_t at, size_t place)
{
	struct span span = {at, at};

	for (int i = 0; i < TOKENS && span.end < base->length &&
			base->at[span.end] != '\n';
		i++) {
		span.end = token_end(base, span.end);
		if (span.end - at > PHRASE_BYTES)
			return;
		phrases_add(found, base, &span, place);
	}
}

static size_t phrases_share_of(const struct phrase *phrase)
{
	return phrase->times * (phrase->first.end - phrase->first.first);
}

/* Those at one place have ranks, by their shares. */
static void phrases_rank(struct phrases_found *found)
{
	found->rank = memory_alloc_zero(found->count + 1, sizeof *found->rank);
	for (size_t i = 0; i < found->count; i++)
		for (size_t j = 0; j < found->count; j++) {
			const struct phrase *a = &found->phrase[j],
					    *b = &found->phrase[i];
			size_t share = phrases_share_of(a),
			       other = phrases_share_of(b);
			if (a->place == b->place &&
				(share > other || (share == other && j < i)))
				found->rank[i]++;
		}
}

void phrases_find(
	struct phrases *phrases, const struct bytes *base, bool is_by_place)
{
	struct pair *pair = memory_alloc_zero(LAYOUT_PAIRS, sizeof *pair);
	size_t pairs = layout_find_pairs(base, pair), kept = 0;
	struct phrases_found found = {0};

	for (size_t at = 0; at < base->length && at < LOOKED_AT;
		at = token_end(base, at))
		add_from(&found, base, at,
			is_by_place ? place_at(base, pair, pairs, at) : 0);
	phrases_rank(&found);
	phrases->count = 0;
	for (size_t next = 0;
		phrases->count < PHRASES_MAX && kept < found.count; next++)
		for (size_t i = 0; i < found.count; i++) {
			if (found.rank[i] != next)
				continue;
			kept++;
			if (phrases->count < PHRASES_MAX)
				phrases->phrase[phrases->count++] =
					found.phrase[i];
		}
	free(found.rank);
	free(found.phrase);
	free(pair);
}
