/* SPDX-License-Identifier: MIT
 * Parts of an input that can be there several times: lines, records of lines, items of
 * groups with their separators, texts with an element, groups and elements as a whole. */
#include "config.h"

#include "lib/families/units.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/families/layout.h"
#include "lib/memory.h"

#define RUN_MAX	     4 /* items in a row */
#define RECORD_KINDS 4 /* of one shape, by their fields */
#define RECORD_BYTES 1024

void units_release(struct units *units)
{
	for (size_t i = 0; i < units->count; i++)
		bytes_release(&units->unit[i].text);
	units->count = 0;
}

/* ---- shapes ---- */

static bool has_same_key(const struct unit *a, const struct unit *b)
{
	return a->key.length == b->key.length &&
	       (!a->key.length ||
		       !memcmp(a->text.at + a->key.at, b->text.at + b->key.at,
			       a->key.length));
}

/* The unit that looks like UNIT; at its depth, if IS_THERE. NULL: none. */
static struct unit *find_alike(
	struct units *units, const struct unit *unit, bool is_there)
{
	for (size_t i = 0; i < units->count; i++)
		if ((!is_there || units->unit[i].depth == unit->depth) &&
			has_same_key(unit, &units->unit[i]) &&
			layout_is_alike(&unit->text, &units->unit[i].text))
			return &units->unit[i];
	return NULL;
}

/* Where units are looked for. */
struct finder {
	struct units *units;
	const struct bytes *base;
	struct pair *pair;
	size_t pairs;
};

static size_t depth_at(const struct finder *finder, size_t at)
{
	size_t depth = 0;

	for (size_t i = 0; i < finder->pairs; i++)
		depth += finder->pair[i].open.end <= at &&
			 at <= finder->pair[i].close.first;
	return depth;
}

/* Takes UNIT. */
static void units_add_unit(
	const struct finder *finder, struct unit unit, size_t bytes_max)
{
	struct units *units = finder->units;
	struct unit *alike = find_alike(units, &unit, true);

	if (alike && unit.text.length)
		alike->times++;
	if (alike || !unit.text.length || unit.text.length > bytes_max ||
		units->count == UNITS_MAX) {
		bytes_release(&unit.text);
		return;
	}
	unit.is_again = find_alike(units, &unit, false);
	units->unit[units->count++] = unit;
}

/* Takes TEXT, which is of so many ITEMS. */
static void units_add(
	const struct finder *finder, struct bytes text, size_t at, size_t items)
{
	units_add_unit(finder,
		(struct unit){.text = text,
			.at = at,
			.depth = depth_at(finder, at),
			.times = 1,
			.items = items},
		UNIT_BYTES);
}

/* ---- lines ---- */

static void find_lines(const struct finder *finder)
{
	const struct bytes *base = finder->base;
	size_t first = 0;

	for (size_t at = 0; at < base->length; at++)
		if (base->at[at] == '\n') {
			if (at > first)
				units_add(finder,
					bytes_part(base, first, at + 1), at + 1,
					1);
			first = at + 1;
		}
}

/* ---- records: lines up to a blank one ---- */

static bool has_text(const struct bytes *base, size_t first, size_t end)
{
	while (first < end && isspace(base->at[first]))
		first++;
	return first < end;
}

static size_t units_line_end(const struct bytes *base, size_t at)
{
	const uint8_t *end = memchr(base->at + at, '\n', base->length - at);

	return end ? (size_t)(end - base->at) + 1 : base->length;
}

static struct bytes units_join(const struct bytes *a, const struct bytes *b)
{
	struct bytes joined = {
		memory_alloc(a->length + b->length + 1), a->length + b->length};

	memcpy(joined.at, a->at, a->length);
	memcpy(joined.at + a->length, b->at, b->length);
	return joined;
}

/* The lines from FIRST up to END, which a blank one ends in any case. KEY is where the
 * last one begins: the field there says which records are of one kind. */
static void add_record(
	const struct finder *finder, size_t first, size_t key, size_t end)
{
	const struct bytes *base = finder->base;
	struct unit unit = {.at = first,
		.depth = depth_at(finder, first),
		.times = 1,
		.items = 1,
		.text = bytes_part(base, first, end)};

	if (end == base->length && units_line_end(base, key) == end) {
		bool is_ended = base->at[end - 1] == '\n';
		struct bytes lines = unit.text,
			     blank = {(uint8_t *)"\n\n", is_ended ? 1 : 2};
		unit.text = units_join(&lines, &blank);
		bytes_release(&lines);
	}
	unit.key.at = key - first;
	while (key < end && layout_is_word(base->at[key]))
		key++, unit.key.length++;
	units_add_unit(finder, unit, RECORD_BYTES);
}

static void find_records(const struct finder *finder)
{
	const struct bytes *base = finder->base;
	size_t first = 0, key = 0, kinds = finder->units->count + RECORD_KINDS;
	bool is_parted = false, was_blank = true;

	for (size_t at = 0, end; at < base->length; at = end) {
		bool is_blank;
		end = units_line_end(base, at);
		is_blank = !has_text(base, at, end);
		if (!is_blank && was_blank) {
			if (at > 0 && has_text(base, first, at) &&
				finder->units->count < kinds) {
				add_record(finder, first, key, at);
				is_parted = true;
			}
			first = at;
		}
		if (!is_blank)
			key = at;
		was_blank = is_blank;
	}
	if (is_parted && finder->units->count < kinds)
		add_record(finder, first, key, base->length);
}

/* ---- texts with an element ---- */

/* The first tag or element between FIRST and END, the longest of those that begin there.
 * NULL: none. */
static const struct pair *find_mixed_element(
	const struct finder *finder, size_t first, size_t end)
{
	const struct pair *found = NULL;

	for (size_t i = 0; i < finder->pairs; i++) {
		const struct pair *pair = &finder->pair[i];
		if ((pair->kind != '<' && pair->kind != 't') ||
			pair->open.first < first || pair->close.end > end)
			continue;
		if (!found || pair->open.first < found->open.first ||
			(pair->open.first == found->open.first &&
				pair->close.end > found->close.end))
			found = pair;
	}
	return found;
}

/* Each element of GROUP, or comment, with the text before it on its line; with the one
 * after it, if there is none before it. */
static void find_mixed(const struct finder *finder, const struct span *group)
{
	const struct bytes *base = finder->base;
	const struct pair *element;

	for (size_t at = group->first;
		(element = find_mixed_element(finder, at, group->end));
		at = element->close.end) {
		size_t first = element->open.first, end = element->close.end;
		while (first > at && base->at[first - 1] != '\n')
			first--;
		if (!has_text(base, first, element->open.first)) {
			first = element->open.first;
			while (end < group->end && base->at[end] != '\n' &&
				base->at[end] != '<')
				end++;
			if (!has_text(base, element->close.end, end))
				continue;
		}
		units_add(finder, bytes_part(base, first, end), first, 1);
	}
}

/* ---- items ---- */

/* Of a group of one item, by its brackets. */
static const char *usual_separator(char kind)
{
	switch (kind) {
	case '(':
	case '[':
	case '{':
		return ",";
	case '<':
		return " ";
	default:
		return "\n";
	}
}

/* From the end of what item I says to the next item. */
static struct bytes separator_of(
	const struct bytes *base, const struct items *items, size_t i)
{
	struct span item = items->item[i];
	size_t end = item.end;

	while (end > item.first && isspace(base->at[end - 1]))
		end--;
	if (end > item.first && base->at[end - 1] == (uint8_t)items->separator)
		end--;
	return bytes_part(base, end, item.end);
}

/* COUNT items from I on, each with a separator, before item I: so the first item,
 * which may be a name, stays the first unless it is meant itself. */
static void units_add_items(const struct finder *finder,
	const struct items *items, size_t i, size_t count, char kind)
{
	const struct bytes *base = finder->base;
	size_t last = i + count - 1, first = items->item[i].first;
	struct bytes text = bytes_part(base, first, items->item[last].end);

	if (last + 1 == items->count) {
		struct bytes separator;
		if (items->count > 1)
			separator = separator_of(base, items, 0);
		else
			separator = bytes_dup(
				(const uint8_t *)usual_separator(kind), 1);
		struct bytes joined = units_join(&text, &separator);
		bytes_release(&separator);
		bytes_release(&text);
		text = joined;
	}
	units_add(finder, text, first, count);
}

static void find_items(const struct finder *finder, const struct span *group,
	char kind, size_t count)
{
	struct items items;

	layout_cut(finder->base, group, &items);
	/* The lines of the input are units already. */
	if (!kind && items.separator != ',' && items.separator != ';')
		return;
	for (size_t i = kind == '<'; i + count <= items.count; i++)
		units_add_items(finder, &items, i, count, kind);
}

/* ---- all of them ---- */

/* Whether PAIR and the one in it are one bracket, "{{" to "}}", as templates have them. */
static bool units_is_doubled(
	const struct finder *finder, const struct pair *pair)
{
	for (size_t i = 0; pair->kind == '{' && i < finder->pairs; i++) {
		const struct pair *inner = &finder->pair[i];
		if (inner->kind == pair->kind &&
			inner->open.first == pair->open.end &&
			inner->close.end == pair->close.first)
			return true;
	}
	return false;
}

static void find_groups(const struct finder *finder)
{
	for (size_t i = 0; i < finder->pairs; i++) {
		const struct pair *pair = &finder->pair[i];
		units_add(finder,
			bytes_part(finder->base, pair->open.first,
				pair->close.end),
			pair->open.first, 1);
	}
}

/* Bytes of the input that look like UNIT, if it is there more than once; runs of items
 * overlap. */
static size_t units_share_of(const struct unit *unit)
{
	return unit->times > 1 ? unit->times * unit->text.length / unit->items
			       : 0;
}

static bool comes_before(const struct unit *a, const struct unit *b)
{
	return a->is_again != b->is_again
		       ? b->is_again
		       : units_share_of(a) > units_share_of(b);
}

/* Equal ones stay as they were found. */
static void units_sort(struct units *units)
{
	for (size_t i = 1; i < units->count; i++)
		for (size_t j = i; j > 0 && comes_before(&units->unit[j],
						    &units->unit[j - 1]);
			j--) {
			struct unit unit = units->unit[j];
			units->unit[j] = units->unit[j - 1];
			units->unit[j - 1] = unit;
		}
}

void units_find(struct units *units, const struct bytes *base)
{
	struct finder finder = {.units = units,
		.base = base,
		.pair = memory_alloc_zero(LAYOUT_PAIRS, sizeof *finder.pair)};
	struct span all = {0, base->length};

	units->count = 0;
	finder.pairs = layout_find_pairs(base, finder.pair);
	for (size_t run = 1; run <= RUN_MAX; run++) {
		for (size_t i = 0; i < finder.pairs; i++) {
			const struct pair *pair = &finder.pair[i];
			struct span group = {pair->open.end, pair->close.first};
			if (units_is_doubled(&finder, pair))
				units_add(&finder,
					bytes_part(base, pair->open.first,
						pair->close.end),
					pair->open.first, 1);
			else
				find_items(&finder, &group, pair->kind, run);
		}
		find_items(&finder, &all, 0, run);
		if (run == 1) {
			for (size_t i = 0; i < finder.pairs; i++)
				if (finder.pair[i].kind == 't')
					find_mixed(&finder,
						&(struct span){
							finder.pair[i].open.end,
							finder.pair[i]
								.close.first});
			find_mixed(&finder, &all);
			find_records(&finder);
			find_lines(&finder);
			find_groups(&finder);
		}
	}
	free(finder.pair);
	units_sort(units);
}

/* ---- numbers ---- */

static void units_add_bytes(struct bytes *to, const uint8_t *at, size_t length)
{
	memcpy(to->at + to->length, at, length);
	to->length += length;
}

/* WORD of TEXT with a number at its end. */
static void add_numbered(struct bytes *to, const struct bytes *text,
	const struct span *word, struct family_marks *marks)
{
	uint8_t last = text->at[word->end - 1];
	struct family_mark mark = {.zero = isdigit(last)   ? '0'
					   : isupper(last) ? 'A'
							   : 'a'};
	size_t end = word->end;

	while (mark.zero == '0' && end > word->first &&
		isdigit(text->at[end - 1]))
		end--;
	units_add_bytes(to, text->at + word->first, end - word->first);
	/* No number begins with a zero. */
	if (end == word->first)
		units_add_bytes(to, (const uint8_t *)"1", 1);
	mark.at = to->length;
	for (size_t i = family_mark_width(&mark); i > 0; i--)
		units_add_bytes(to, (const uint8_t *)&mark.zero, 1);
	marks->mark[marks->count++] = mark;
}

/* A copy of TEXT with numbers at the end of the COUNT words at WORD. */
static struct bytes number_words(const struct bytes *text,
	const struct span *word, size_t count, struct family_marks *marks)
{
	size_t at = 0;
	struct bytes numbered = {
		memory_alloc(
			text->length + FAMILY_MARKS * (FAMILY_DIGITS + 1) + 1),
		0};

	marks->count = 0;
	for (size_t i = 0; i < count; i++) {
		units_add_bytes(&numbered, text->at + at, word[i].first - at);
		add_numbered(&numbered, text, &word[i], marks);
		at = word[i].end;
	}
	units_add_bytes(&numbered, text->at + at, text->length - at);
	return numbered;
}

struct bytes unit_number(
	const struct unit *unit, size_t number, struct family_marks *marks)
{
	struct span word[FAMILY_MARKS];
	size_t count = layout_find_words(&unit->text, word, FAMILY_MARKS);

	marks->count = 0;
	if (number == UNIT_ALL_WORDS)
		return number_words(&unit->text, word, count, marks);
	if (number == UNIT_NO_WORD)
		return number_words(&unit->text, word, 0, marks);
	if (number >= count)
		return (struct bytes){memory_alloc(1), 0};
	return number_words(&unit->text, word + number, 1, marks);
}

struct bytes unit_number_name(const struct unit *unit, const struct span *name,
	struct family_marks *marks)
{
	const struct bytes *text = &unit->text;
	struct span word[FAMILY_MARKS];
	size_t count = 0, length = name->end - name->first, end;

	for (size_t at = 0; at < text->length && count < FAMILY_MARKS;
		at = end) {
		for (end = at;
			end < text->length && layout_is_word(text->at[end]);)
			end++;
		if (length && end - at == length &&
			!memcmp(text->at + at, text->at + name->first, length))
			word[count++] = (struct span){at, end};
		end += end == at;
	}
	return number_words(text, word, count, marks);
}
