/* SPDX-License-Identifier: MIT
 * Mutators for inputs made of words. */
#include "config.h"

#include "fuzz-perf/mutate/mutate_words.h"

#include <string.h>

#include "fuzz-perf/mutate/mutate_bytes.h"
#include "fuzz-perf/mutate/mutation.h"

#define WORD_BYTES 64 /* longer ones are cut */

struct word {
	size_t start, length;
	uint8_t bytes[WORD_BYTES];
};

static uint32_t mutate_words_below(struct mutation *mutation, size_t limit)
{
	return random_below(mutation->random, (uint32_t)limit);
}

static bool pick_separator(struct mutation *mutation, uint8_t *separator)
{
	if (mutation->length < 3)
		return false;
	*separator =
		mutation->bytes[mutate_words_below(mutation, mutation->length)];
	return true;
}

/* The word around a random byte that separates nothing. */
static bool mutate_words_pick_word(
	struct mutation *mutation, uint8_t separator, struct word *word)
{
	const uint8_t *bytes = mutation->bytes;
	size_t at = mutate_words_below(mutation, mutation->length);

	if (bytes[at] == separator)
		at = at + 1 < mutation->length ? at + 1 : 0;
	if (bytes[at] == separator)
		return false;
	size_t end = at + 1;
	while (at > 0 && bytes[at - 1] != separator)
		at--;
	while (end < mutation->length && bytes[end] != separator)
		end++;
	word->start = at;
	word->length = end - at < WORD_BYTES ? end - at : WORD_BYTES;
	memcpy(word->bytes, bytes + at, word->length);
	return true;
}

/* Two words with the same separator, the first one first. */
static bool pick_two(
	struct mutation *mutation, struct word *first, struct word *second)
{
	uint8_t separator;
	struct word kept;

	if (!pick_separator(mutation, &separator) ||
		!mutate_words_pick_word(mutation, separator, first) ||
		!mutate_words_pick_word(mutation, separator, second) ||
		first->start == second->start)
		return false;
	if (first->start > second->start) {
		kept = *first;
		*first = *second;
		*second = kept;
	}
	return true;
}

bool mutate_copy_word(struct mutation *mutation)
{
	struct word first, second;

	if (!pick_two(mutation, &first, &second))
		return false;
	if (mutate_words_below(mutation, 2))
		mutate_replace(mutation, first.start, first.length,
			second.bytes, second.length);
	else
		mutate_replace(mutation, second.start, second.length,
			first.bytes, first.length);
	return true;
}

bool mutate_vary_word(struct mutation *mutation)
{
	struct word first, second;

	if (!pick_two(mutation, &first, &second))
		return false;
	struct word *from = mutate_words_below(mutation, 2) ? &first : &second;
	const struct word *to = from == &first ? &second : &first;
	if (from->length < 2)
		return false;
	mutate_balance(mutation->random,
		from->bytes + mutate_words_below(mutation, from->length - 1));
	mutate_replace(
		mutation, to->start, to->length, from->bytes, from->length);
	return true;
}

bool mutate_repeat_word(struct mutation *mutation)
{
	struct word word, place;
	uint8_t separator;

	if (!pick_separator(mutation, &separator) ||
		!mutate_words_pick_word(mutation, separator, &word) ||
		!mutate_words_pick_word(mutation, separator, &place) ||
		mutation->length == mutation->limit)
		return false;
	mutate_replace(mutation, place.start, 0, &separator, 1);
	mutate_replace(mutation, place.start, 0, word.bytes, word.length);
	return true;
}

bool mutate_swap_words(struct mutation *mutation)
{
	struct word first, second;

	if (!pick_two(mutation, &first, &second))
		return false;
	mutate_replace(mutation, second.start, second.length, first.bytes,
		first.length);
	mutate_replace(mutation, first.start, first.length, second.bytes,
		second.length);
	return true;
}

/* Random bytes, 1 .. MOST of them, in place of WORD. */
static void put_random(
	struct mutation *mutation, const struct word *word, size_t most)
{
	uint8_t bytes[4];
	size_t length = 1 + mutate_words_below(mutation, most);

	for (size_t i = 0; i < length; i++)
		bytes[i] = (uint8_t)mutate_words_below(mutation, 256);
	mutate_replace(mutation, word->start, word->length, bytes, length);
}

bool mutate_invent_word(struct mutation *mutation)
{
	struct word word;
	uint8_t separator;

	if (!pick_separator(mutation, &separator) ||
		!mutate_words_pick_word(mutation, separator, &word))
		return false;
	put_random(mutation, &word, 4);
	return true;
}

bool mutate_shorten_word(struct mutation *mutation)
{
	struct word word;
	uint8_t separator;

	if (!pick_separator(mutation, &separator) ||
		!mutate_words_pick_word(mutation, separator, &word) ||
		word.length < 2 || word.length > 5)
		return false;
	put_random(mutation, &word, word.length - 1);
	return true;
}

bool mutate_delete_word(struct mutation *mutation)
{
	struct word word;
	uint8_t separator;

	if (!pick_separator(mutation, &separator) ||
		!mutate_words_pick_word(mutation, separator, &word))
		return false;
	size_t length = word.length;
	if (word.start + length < mutation->length)
		length++;
	if (length == mutation->length)
		return false;
	mutate_replace(mutation, word.start, length, NULL, 0);
	return true;
}
