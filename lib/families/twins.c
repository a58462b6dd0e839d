/* SPDX-License-Identifier: MIT
 * Items of different groups of an input that belong together. */
#include "config.h"

#include "lib/families/twins.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/families/layout.h"
#include "lib/memory.h"

#define TWIN_WORD_MIN 2 /* letters of a word that is a name */

/* Items with their separators; what ends its group has none, and is left out. */
struct twin_group {
	struct span item[LAYOUT_ITEMS];
	size_t count;
};

struct twin_search {
	const struct bytes *base;
	struct twins *twins;
	struct twin_group *group;
	size_t count;
};

static void twins_add_group(
	struct twin_search *search, const struct span *inside)
{
	struct twin_group *group = &search->group[search->count];
	struct items items;

	layout_cut(search->base, inside, &items);
	if (items.separator != ',' && items.separator != ';')
		return;
	group->count = items.count > 0 ? items.count - 1 : 0;
	memcpy(group->item, items.item, sizeof group->item);
	search->count += group->count > 0;
}

/* ITEM without its separator and blanks. */
static struct span twin_text(const struct bytes *base, struct span item)
{
	while (item.end > item.first &&
		strchr(" \t\r\n,;", base->at[item.end - 1]))
		item.end--;
	return item;
}

static bool twins_are_same(
	const struct bytes *base, struct span a, struct span b)
{
	a = twin_text(base, a);
	b = twin_text(base, b);
	return a.end - a.first == b.end - b.first &&
	       memcmp(base->at + a.first, base->at + b.first,
		       a.end - a.first) == 0;
}

static struct bytes twin_bytes(const struct bytes *base, struct span span)
{
	return bytes_part(base, span.first, span.end);
}

/* The number of the word of B that is A's first one; SIZE_MAX: there is none, or it is no
 * name. */
static size_t twin_word(const struct bytes *base, struct span a, struct span b)
{
	struct bytes first = twin_bytes(base, a), second = twin_bytes(base, b);
	struct span name, word[FAMILY_MARKS];
	size_t found = SIZE_MAX;
	size_t names = layout_find_words(&first, &name, 1);
	size_t count = layout_find_words(&second, word, FAMILY_MARKS);

	for (size_t i = 0; names > 0 && i < count && found == SIZE_MAX; i++)
		if (name.end - name.first >= TWIN_WORD_MIN &&
			word[i].end - word[i].first == name.end - name.first &&
			memcmp(second.at + word[i].first, first.at + name.first,
				name.end - name.first) == 0)
			found = i;
	bytes_release(&first);
	bytes_release(&second);
	return found;
}

static void twins_add(
	struct twin_search *search, struct span a, struct span b, size_t number)
{
	struct twin *twin = &search->twins->twin[search->twins->count];

	if (search->twins->count == TWINS_MAX)
		return;
	*twin = (struct twin){
		.first = {.text = twin_bytes(search->base, a), .at = a.first},
		.second = {.text = twin_bytes(search->base, b), .at = b.first},
		.number = number};
	search->twins->count++;
}

/* How good a name the first word of ITEM is: its letters, if it stands at the start. */
static size_t twin_name(const struct bytes *base, struct span item)
{
	struct bytes text = twin_bytes(base, item);
	struct span word;
	size_t letters = 0;

	if (layout_find_words(&text, &word, 1) > 0 && word.first < 3)
		for (size_t i = word.first; i < word.end; i++)
			letters += isalpha(text.at[i]) != 0;
	bytes_release(&text);
	return letters;
}

/* The twin of the groups A and B with the longest name, of the same text if IS_SAME. */
static void twins_compare(struct twin_search *search,
	const struct twin_group *a, const struct twin_group *b, bool is_same)
{
	struct span best[2] = {{0, 0}, {0, 0}};
	size_t number = SIZE_MAX, longest = 0;

	for (size_t i = 0; i < a->count; i++)
		for (size_t j = 0; j < b->count; j++) {
			bool is_before = a->item[i].end <= b->item[j].first;
			struct span first = is_before ? a->item[i] : b->item[j];
			struct span second =
				is_before ? b->item[j] : a->item[i];
			size_t name = twin_name(search->base, first), word;
			if (first.end > second.first ||
				name + is_same <= longest ||
				twins_are_same(search->base, first, second) !=
					is_same)
				continue;
			word = is_same ? 0
				       : twin_word(search->base, first, second);
			if (word == SIZE_MAX)
				continue;
			best[0] = first;
			best[1] = second;
			number = word;
			longest = name + is_same;
		}
	if (number != SIZE_MAX)
		twins_add(search, best[0], best[1], number);
}

/* Groups with most items first; equal ones stay as they were found. */
static void twins_sort(struct twin_search *search)
{
	for (size_t i = 1; i < search->count; i++)
		for (size_t j = i; j > 0 && search->group[j].count >
						    search->group[j - 1].count;
			j--) {
			struct twin_group group = search->group[j];
			search->group[j] = search->group[j - 1];
			search->group[j - 1] = group;
		}
}

void twins_find(struct twins *twins, const struct bytes *base)
{
	struct twin_search search = {.base = base,
		.twins = twins,
		.group = memory_alloc_zero(
			LAYOUT_PAIRS + 1, sizeof *search.group)};
	struct pair *pair = memory_alloc_zero(LAYOUT_PAIRS, sizeof *pair);
	size_t pairs = layout_find_pairs(base, pair);

	twins->count = 0;
	for (size_t i = 0; i < pairs; i++) {
		struct span inside = {pair[i].open.end, pair[i].close.first};
		twins_add_group(&search, &inside);
	}
	twins_sort(&search);
	for (size_t i = 0; i < search.count; i++)
		for (size_t j = 0; j < i; j++)
			for (int is_same = 1; is_same >= 0; is_same--)
				twins_compare(&search, &search.group[i],
					&search.group[j], is_same);
	free(pair);
	free(search.group);
}

void twins_release(struct twins *twins)
{
	for (size_t i = 0; i < twins->count; i++) {
		bytes_release(&twins->twin[i].first.text);
		bytes_release(&twins->twin[i].second.text);
	}
	twins->count = 0;
}
