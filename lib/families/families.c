/* SPDX-License-Identifier: MIT
 * Larger versions of an input, by how it is laid out: n different names, n copies,
 * n levels. */
#include "config.h"

#include "lib/families/families.h"

#include <stdlib.h>

#include "lib/families/layout.h"
#include "lib/families/units.h"
#include "lib/memory.h"

#define PAIRS_MOST 91 /* of units */
#define TURN	   3  /* of what is repeated, for one of what is nested */

static void add(struct families *families, struct family family)
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

/* Words that are not there make no family; one that is the first is no other. */
static void add_unit(struct families *families, const struct bytes *base,
	const struct unit *unit, size_t number)
{
	struct family family = {.kind = FAMILY_PUMP};

	family.first = unit_number(unit, number, &family.first_marks);
	if (!family.first.length) {
		bytes_release(&family.first);
		return;
	}
	family.prefix = bytes_part(base, 0, unit->at);
	family.suffix = bytes_part(base, unit->at, base->length);
	family.middle = bytes_part(base, 0, 0);
	family.second = bytes_part(base, 0, 0);
	add(families, family);
}

static bool has_two_words(const struct unit *unit)
{
	struct span word[2];

	return layout_find_words(&unit->text, word, 2) == 2;
}

static void add_usual(struct families *families, const struct bytes *base,
	const struct unit *unit)
{
	add_unit(families, base, unit, UNIT_FIRST_WORD);
	if (has_two_words(unit))
		add_unit(families, base, unit, UNIT_ALL_WORDS);
	add_unit(families, base, unit, UNIT_NO_WORD);
}

/* ---- levels ---- */

static void add_nested(struct families *families, const struct bytes *base,
	const struct pair *pair, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct pair *outer = &pair[i];
		add(families,
			family_pair(base, outer->open.first, outer->open.end,
				outer->close.first, outer->close.end));
		/* With what stands between the openers, and between the
		 * closers. */
		for (size_t j = i + 1; j < count; j++) {
			const struct pair *inner = &pair[j];
			if (inner->kind != outer->kind ||
				inner->close.end > outer->close.first)
				continue;
			add(families,
				family_pair(base, outer->open.first,
					inner->open.first, inner->close.end,
					outer->close.end));
			break;
		}
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
		add(families, family);
	else
		family_release(&family);
}

/* What is declared, and what is used: both with the same numbers, or many different
 * ones and one of them again and again. */
static void add_pairs(struct families *families, const struct bytes *base,
	const struct units *units)
{
	size_t end = families->count + PAIRS_MOST;

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

/* ---- all of them ---- */

static void add_words(struct families *families, const struct bytes *base,
	const struct unit *unit)
{
	for (size_t word = 1; word < FAMILY_MARKS; word++)
		add_unit(families, base, unit, word);
}

/* Moves those of FROM and of OTHER to TO, TURN to one. */
static void take_turns(
	struct families *to, struct families *from, struct families *other)
{
	size_t next = 0;

	for (size_t i = 0; i < from->count; i++) {
		add(to, from->family[i]);
		if ((i + 1) % TURN == 0 && next < other->count)
			add(to, other->family[next++]);
	}
	while (next < other->count)
		add(to, other->family[next++]);
	free(from->family);
	free(other->family);
}

void families_list(struct families *families, const struct bytes *base)
{
	struct pair *pair = memory_alloc_zero(LAYOUT_PAIRS, sizeof *pair);
	size_t count = layout_find_pairs(base, pair);
	struct families repeated = {0}, nested = {0};
	struct units units;

	units_find(&units, base);
	for (size_t i = 0; i < units.count; i++) {
		add_usual(&repeated, base, &units.unit[i]);
		if (units.unit[i].times > 1)
			add_words(&repeated, base, &units.unit[i]);
	}
	for (size_t i = 0; i < units.count; i++)
		if (units.unit[i].times == 1)
			add_words(&repeated, base, &units.unit[i]);
	add_nested(&nested, base, pair, count);
	take_turns(families, &repeated, &nested);
	add_pairs(families, base, &units);
	units_release(&units);
	free(pair);
}
