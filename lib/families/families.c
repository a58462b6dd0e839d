/* SPDX-License-Identifier: MIT
 * Larger versions of an input, by how it is laid out: n different names, n copies,
 * n levels. */
#include "config.h"

#include "lib/families/families.h"

#include <stdlib.h>

#include "lib/families/headed.h"
#include "lib/families/layout.h"
#include "lib/families/phrases.h"
#include "lib/families/twins.h"
#include "lib/families/units.h"
#include "lib/memory.h"

#define PAIRS_MAX 91 /* of units */
#define PAIRED	  5  /* phrases that are paired with each other */

/* What is listed in turn, and how many of it each time. */
enum kind {
	TWINS,
	HEADED,
	UNITS,
	NESTED,
	PHRASES,
	PHRASE_PAIRS,
	UNIT_PAIRS,
	KINDS
};
static const size_t turn[KINDS] = {[TWINS] = 3,
	[HEADED] = 2,
	[UNITS] = 3,
	[NESTED] = 1,
	[PHRASES] = 1,
	[PHRASE_PAIRS] = 1,
	[UNIT_PAIRS] = 1};

static void families_add(struct families *families, struct family family)
{
	families->family = memory_grow(families->family, &families->capacity,
		families->count + 1, sizeof *families->family);
	families->family[families->count++] = family;
}

void families_release(struct families *families)
{
	for (size_t i = 0; i < families->count; i++)
		family_release(&families->family[i]);
	free(families->family);
	*families = (struct families){0};
}

/* ---- one unit ---- */

/* Adds FAMILY, of which there is the part that is repeated, if that is not empty. */
static void families_add_unit_as(struct families *families,
	const struct bytes *base, const struct unit *unit, struct family family)
{
	if (!family.first.length) {
		bytes_release(&family.first);
		return;
	}
	family.prefix = bytes_part(base, 0, unit->at);
	family.suffix = bytes_part(base, unit->at, base->length);
	family.middle = bytes_part(base, 0, 0);
	family.second = bytes_part(base, 0, 0);
	families_add(families, family);
}

/* Skips a word that the unit lacks. */
static void families_add_unit(struct families *families,
	const struct bytes *base, const struct unit *unit, size_t number)
{
	struct family family = {.kind = FAMILY_PUMP};

	family.first = unit_number(unit, number, &family.first_marks);
	families_add_unit_as(families, base, unit, family);
}

static bool has_two_words(const struct unit *unit)
{
	struct span word[2];

	return layout_find_words(&unit->text, word, 2) == 2;
}

static void add_usual(struct families *families, const struct bytes *base,
	const struct unit *unit)
{
	families_add_unit(families, base, unit, UNIT_FIRST_WORD);
	if (has_two_words(unit))
		families_add_unit(families, base, unit, UNIT_ALL_WORDS);
	families_add_unit(families, base, unit, UNIT_NO_WORD);
}

/* Each with its name numbered, wherever it stands in the record, and as it is. */
static void add_headed(struct families *families, const struct bytes *base)
{
	struct headed headed;

	headed_find(&headed, base);
	for (size_t i = 0; i < headed.count; i++) {
		struct family family = {.kind = FAMILY_PUMP};
		family.first = unit_number_name(
			&headed.unit[i], &headed.name[i], &family.first_marks);
		families_add_unit_as(families, base, &headed.unit[i], family);
		families_add_unit(
			families, base, &headed.unit[i], UNIT_NO_WORD);
	}
	headed_release(&headed);
}

/* ---- levels ---- */

/* True if a family before END differs from FAMILY only in its words. */
static bool is_again(const struct families *families, size_t end,
	const struct family *family)
{
	for (size_t i = 0; i < end; i++) {
		const struct family *other = &families->family[i];
		if (layout_is_alike(&family->first, &other->first) &&
			layout_is_alike(&family->second, &other->second))
			return true;
	}
	return false;
}

/* Moves those whose like is there before after the others. */
static void put_new_first(struct families *families)
{
	struct family *later =
		memory_alloc_zero(families->count + 1, sizeof *later);
	size_t kept = 0, late = 0;

	for (size_t i = 0; i < families->count; i++) {
		struct family family = families->family[i];
		if (is_again(families, kept, &family))
			later[late++] = family;
		else
			families->family[kept++] = family;
	}
	for (size_t i = 0; i < late; i++)
		families->family[kept++] = later[i];
	free(later);
}

static void add_nested(struct families *families, const struct bytes *base)
{
	struct pair *pair = memory_alloc_zero(LAYOUT_PAIRS, sizeof *pair);
	size_t count = layout_find_pairs(base, pair);

	for (size_t i = 0; i < count; i++) {
		const struct pair *outer = &pair[i];
		families_add(families,
			family_pair(base, outer->open.first, outer->open.end,
				outer->close.first, outer->close.end));
		/* With what stands between the openers, and between the
		 * closers. */
		for (size_t j = i + 1; j < count; j++) {
			const struct pair *inner = &pair[j];
			if (inner->kind != outer->kind ||
				inner->close.end > outer->close.first)
				continue;
			families_add(families,
				family_pair(base, outer->open.first,
					inner->open.first, inner->close.end,
					outer->close.end));
			break;
		}
	}
	put_new_first(families);
	free(pair);
}

/* ---- phrases ---- */

static void add_phrases(struct families *families, const struct bytes *base)
{
	struct phrases phrases;

	phrases_find(&phrases, base, true);
	for (size_t i = 0; i < phrases.count; i++)
		families_add(families,
			family_pump(base, phrases.phrase[i].first.first,
				phrases.phrase[i].first.end));
}

/* Pairs the first occurrence of each phrase with the last of another one. */
static void add_phrase_pairs(
	struct families *families, const struct bytes *base)
{
	struct phrases phrases;

	phrases_find(&phrases, base, false);
	for (size_t i = 0; i < phrases.count && i < PAIRED; i++)
		for (size_t j = 0; j < phrases.count && j < PAIRED; j++) {
			const struct span *first = &phrases.phrase[i].first,
					  *last = &phrases.phrase[j].last;
			if (i != j && first->end <= last->first)
				families_add(families,
					family_pair(base, first->first,
						first->end, last->first,
						last->end));
		}
}

/* ---- two units ---- */

static void add_pair(struct families *families, const struct bytes *base,
	const struct unit *first, const struct unit *second, size_t number)
{
	struct family family = {.kind = FAMILY_PUMP};

	family.first = unit_number(first, UNIT_FIRST_WORD, &family.first_marks);
	family.second = unit_number(second, number, &family.second_marks);
	family.prefix = bytes_part(base, 0, first->at);
	family.middle = bytes_part(base, first->at, second->at);
	family.suffix = bytes_part(base, second->at, base->length);
	if (family.first.length && family.second.length)
		families_add(families, family);
	else
		family_release(&family);
}

/* What is declared, and what is used: both with the same numbers, or many different
 * ones and one of them again and again. */
static void add_pairs(struct families *families, const struct bytes *base,
	const struct units *units)
{
	size_t end = families->count + PAIRS_MAX;

	for (size_t i = 0; i < units->count; i++)
		for (size_t j = 0; j < units->count && families->count < end;
			j++) {
			const struct unit *first = &units->unit[i];
			const struct unit *second = &units->unit[j];
			if (first->at >= second->at)
				continue;
			add_pair(
				families, base, first, second, UNIT_FIRST_WORD);
			add_pair(families, base, first, second, UNIT_NO_WORD);
		}
}

/* What belongs together, with the same numbers. */
static void add_twins(struct families *families, const struct bytes *base)
{
	struct twins *twins = memory_alloc_zero(1, sizeof *twins);

	twins_find(twins, base);
	for (size_t i = 0; i < twins->count; i++)
		add_pair(families, base, &twins->twin[i].first,
			&twins->twin[i].second, twins->twin[i].number);
	twins_release(twins);
	free(twins);
}

/* ---- all of them ---- */

static void families_add_words(struct families *families,
	const struct bytes *base, const struct unit *unit)
{
	for (size_t word = 1; word < FAMILY_MARKS; word++)
		families_add_unit(families, base, unit, word);
}

static void families_add_units(struct families *families,
	const struct bytes *base, const struct units *units)
{
	for (size_t i = 0; i < units->count; i++) {
		add_usual(families, base, &units->unit[i]);
		if (units->unit[i].times > 1)
			families_add_words(families, base, &units->unit[i]);
	}
	for (size_t i = 0; i < units->count; i++)
		if (units->unit[i].times == 1)
			families_add_words(families, base, &units->unit[i]);
}

/* Moves what is in LIST to TO. */
static void take_turns(struct families *to, struct families list[KINDS])
{
	size_t next[KINDS] = {0}, left = 0;

	for (size_t kind = 0; kind < KINDS; kind++)
		left += list[kind].count;
	while (left > 0)
		for (size_t kind = 0; kind < KINDS; kind++)
			for (size_t i = 0;
				i < turn[kind] && next[kind] < list[kind].count;
				i++, left--)
				families_add(
					to, list[kind].family[next[kind]++]);
	for (size_t kind = 0; kind < KINDS; kind++)
		free(list[kind].family);
}

void families_list(struct families *families, const struct bytes *base)
{
	struct families list[KINDS] = {0};
	struct units units;

	units_find(&units, base);
	add_twins(&list[TWINS], base);
	add_headed(&list[HEADED], base);
	families_add_units(&list[UNITS], base, &units);
	add_nested(&list[NESTED], base);
	add_phrases(&list[PHRASES], base);
	add_phrase_pairs(&list[PHRASE_PAIRS], base);
	add_pairs(&list[UNIT_PAIRS], base, &units);
	take_turns(families, list);
	units_release(&units);
}
