/* SPDX-License-Identifier: MIT
 * How an input is laid out, whatever its format: lines, brackets and what is
 * between them, elements, words. */
#include "config.h"

#include "lib/families/layout.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "lib/families/family.h"

#define DEEPEST 32 /* brackets in brackets that are followed */

static const char opening[] = "([{<", closing[] = ")]}>";

bool layout_is_word(unsigned char c)
{
	return (c < 0x80 && isalnum(c)) || c == '_';
}

size_t layout_skip_quoted(const struct bytes *base, size_t at)
{
	uint8_t quote = base->at[at];

	if (quote != '"' && quote != '\'')
		return at;
	for (size_t i = at + 1; i < base->length && base->at[i] != '\n'; i++) {
		if (base->at[i] == '\\')
			i++;
		else if (base->at[i] == quote)
			return i + 1;
	}
	return at;
}

static size_t word_length(const struct bytes *text, size_t at)
{
	size_t length = 0;

	while (at + length < text->length &&
		layout_is_word(text->at[at + length]))
		length++;
	return length;
}

bool layout_is_alike(const struct bytes *a, const struct bytes *b)
{
	size_t i = 0, j = 0;

	while (i < a->length && j < b->length) {
		size_t word = word_length(a, i), other = word_length(b, j);
		if (!word != !other || (!word && a->at[i] != b->at[j]))
			return false;
		i += word ? word : 1;
		j += other ? other : 1;
	}
	return i == a->length && j == b->length;
}

/* ---- pairs ---- */

struct open_pairs {
	size_t index[DEEPEST]; /* of pairs that are open */
	size_t depth;
};

static void add_open(struct pair *pair, size_t *count, size_t at, char kind,
	struct open_pairs *open)
{
	if (*count == LAYOUT_PAIRS || open->depth == DEEPEST)
		return;
	pair[*count] = (struct pair){{at, at + 1}, {0, 0}, kind};
	open->index[open->depth++] = (*count)++;
}

/* Closes the newest open pair of KIND; those in it that are open are none. */
static void close_pair(
	struct pair *pair, struct open_pairs *open, size_t at, char kind)
{
	for (size_t i = open->depth; i-- > 0;)
		if (pair[open->index[i]].kind == kind) {
			pair[open->index[i]].close = (struct span){at, at + 1};
			open->depth = i;
			return;
		}
}

/* Only pairs that were closed are left. */
static size_t drop_open(struct pair *pair, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (pair[i].close.end)
			pair[kept++] = pair[i];
	return kept;
}

static size_t find_brackets(const struct bytes *base, struct pair *pair)
{
	struct open_pairs open = {.depth = 0};
	size_t count = 0;

	for (size_t at = 0; at < base->length; at++) {
		size_t after = layout_skip_quoted(base, at);
		const char *found;
		if (after > at) {
			at = after - 1;
			continue;
		}
		if (!base->at[at])
			continue;
		if ((found = strchr(opening, base->at[at])))
			add_open(pair, &count, at, *found, &open);
		else if ((found = strchr(closing, base->at[at])))
			close_pair(pair, &open, at, opening[found - closing]);
	}
	return drop_open(pair, count);
}

/* Is TAG the end of what OPEN begins? */
static bool ends_element(const struct bytes *base, const struct span *open,
	const struct span *tag)
{
	size_t length = word_length(base, open->first + 1);

	return length && tag->end - tag->first > length + 2 &&
	       base->at[tag->first + 1] == '/' &&
	       word_length(base, tag->first + 2) == length &&
	       !memcmp(base->at + open->first + 1, base->at + tag->first + 2,
		       length);
}

/* Adds a pair of tags for each of the COUNT pairs that is one with a later one. */
static size_t add_elements(
	const struct bytes *base, struct pair *pair, size_t count)
{
	size_t all = count;

	for (size_t i = 0; i < count; i++) {
		struct span open = {pair[i].open.first, pair[i].close.end};
		size_t depth = 1;
		for (size_t j = i + 1;
			pair[i].kind == '<' && j < count && depth > 0; j++) {
			struct span tag = {
				pair[j].open.first, pair[j].close.end};
			size_t length = word_length(base, open.first + 1);
			if (pair[j].kind != '<')
				continue;
			if (ends_element(base, &open, &tag))
				depth--;
			else if (length &&
				 word_length(base, tag.first + 1) == length &&
				 !memcmp(base->at + open.first + 1,
					 base->at + tag.first + 1, length) &&
				 base->at[tag.end - 2] != '/')
				depth++;
			if (depth == 0 && all < LAYOUT_PAIRS)
				pair[all++] = (struct pair){open, tag, 't'};
		}
	}
	return all;
}

size_t layout_find_pairs(const struct bytes *base, struct pair *pair)
{
	return add_elements(base, pair, find_brackets(base, pair));
}

/* ---- items ---- */

static bool layout_is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

size_t layout_find_separator(const struct bytes *base, const struct span *group,
	size_t at, char separator)
{
	size_t depth = 0;

	for (; at < group->end; at++) {
		size_t after = layout_skip_quoted(base, at);
		uint8_t c = base->at[at];
		if (after > at) {
			at = after - 1;
			continue;
		}
		if (!depth && (c == (uint8_t)separator ||
				      (separator == ' ' && c == '\t')))
			return at;
		if (c && strchr("([{", c))
			depth++;
		else if (c && strchr(")]}", c) && depth)
			depth--;
	}
	return group->end;
}

static size_t layout_skip_blanks(
	const struct bytes *base, const struct span *group, size_t at)
{
	while (at < group->end && layout_is_blank(base->at[at]))
		at++;
	return at;
}

void layout_cut(
	const struct bytes *base, const struct span *group, struct items *items)
{
	static const char separators[] = {',', ';', '\n', ' '};
	size_t first = layout_skip_blanks(base, group, group->first);
	struct span inner = {first, group->end};

	while (inner.end > first && layout_is_blank(base->at[inner.end - 1]))
		inner.end--;
	*items = (struct items){.separator = 0};
	for (size_t i = 0; !items->separator && i < sizeof separators; i++)
		if (layout_find_separator(base, &inner, first, separators[i]) <
			inner.end)
			items->separator = separators[i];
	while (first < inner.end && items->count < LAYOUT_ITEMS) {
		size_t end = items->separator
				     ? layout_find_separator(base, &inner,
					       first, items->separator)
				     : inner.end;
		size_t next = end < inner.end ? layout_skip_blanks(
							base, &inner, end + 1)
					      : inner.end;
		items->item[items->count++] = (struct span){first, next};
		first = next;
	}
}

size_t layout_find_words(
	const struct bytes *part, struct span *word, size_t most)
{
	size_t count = 0;

	for (size_t at = 0; at < part->length && count < most;) {
		size_t length = word_length(part, at);
		if (length)
			word[count++] = (struct span){at, at + length};
		at += length ? length : 1;
	}
	return count;
}
