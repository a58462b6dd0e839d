/* SPDX-License-Identifier: MIT
 * Records of lines that begin with a head, or that a line ends which says so. */
#include "config.h"

#include "lib/families/headed.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/memory.h"

#define LINES_MAX 4096
#define HEADS_MAX 32 /* that are tried */
#define WORDS_MAX 32 /* of a head */
#define FRAMES	  2  /* kinds of them */

/* The lines of BASE, LINES_MAX at most; each goes to the next. */
struct headed_lines {
	const struct bytes *base;
	struct span *line;
	size_t count;
};

static void headed_split(struct headed_lines *lines)
{
	const struct bytes *base = lines->base;

	for (size_t at = 0, end; at < base->length && lines->count < LINES_MAX;
		at = end) {
		const uint8_t *feed =
			memchr(base->at + at, '\n', base->length - at);
		end = feed ? (size_t)(feed - base->at) + 1 : base->length;
		lines->line[lines->count++] = (struct span){at, end};
	}
}

/* What LINE begins with: a word and a sign after it ("Index:"), or a sign and those like
 * it ("---"). Empty: a blank, which goes on with what stands above. */
static struct bytes head_of(const struct bytes *base, struct span line)
{
	struct bytes head = {base->at + line.first, 0};
	size_t length = line.end - line.first;

	if (layout_is_word(head.at[0])) {
		while (head.length < length &&
			layout_is_word(head.at[head.length]))
			head.length++;
		if (head.length < length && ispunct(head.at[head.length]))
			head.length++;
	} else if (!isspace(head.at[0])) {
		while (head.length < length &&
			head.at[head.length] == head.at[0])
			head.length++;
	}
	return head;
}

/* The next line after I, or the end, that begins with HEAD. */
static size_t next_head(
	const struct headed_lines *lines, size_t i, const struct bytes *head)
{
	for (i++; i < lines->count; i++) {
		struct bytes other = head_of(lines->base, lines->line[i]);
		if (bytes_are_equal(head, &other))
			break;
	}
	return i;
}

static size_t headed_count_word(
	const struct bytes *text, const struct bytes *name)
{
	size_t times = 0, end;

	for (size_t at = 0; at < text->length; at = end) {
		for (end = at;
			end < text->length && layout_is_word(text->at[end]);)
			end++;
		times += end - at == name->length &&
			 !memcmp(text->at + at, name->at, name->length);
		end += end == at;
	}
	return times;
}

/* The word of the first line of TEXT that stands least often outside of it in BASE; one
 * that TEXT has twice before others. */
static struct span headed_choose_name(
	const struct bytes *base, const struct bytes *text)
{
	const uint8_t *feed = memchr(text->at, '\n', text->length);
	struct bytes line = {
		text->at, feed ? (size_t)(feed - text->at) : text->length};
	struct span word[WORDS_MAX], best = {0, 0};
	size_t count = layout_find_words(&line, word, WORDS_MAX);
	size_t best_elsewhere = 0;
	bool is_best_again = false;

	for (size_t i = 0; i < count; i++) {
		struct bytes name = {
			line.at + word[i].first, word[i].end - word[i].first};
		size_t times = headed_count_word(text, &name);
		size_t elsewhere = headed_count_word(base, &name) - times;
		bool is_again = times > 1;
		if (best.end && (is_again != is_best_again
						? is_best_again
						: elsewhere >= best_elsewhere))
			continue;
		best = word[i];
		is_best_again = is_again;
		best_elsewhere = elsewhere;
	}
	return best;
}

/* Adds the shortest record of two lines or more of those that begin like line I, if there
 * are two of them at least. */
static void headed_add(
	struct headed *headed, const struct headed_lines *lines, size_t i)
{
	const struct bytes *base = lines->base;
	struct bytes head = head_of(base, lines->line[i]);
	size_t heads = 0, chosen = lines->count, chosen_end = 0,
	       shortest = HEADED_BYTES + 1;

	for (size_t at = i, end; at < lines->count; at = end, heads++) {
		size_t bytes;
		end = next_head(lines, at, &head);
		bytes = lines->line[end - 1].end - lines->line[at].first;
		if (end > at + 1 && end < lines->count && bytes < shortest) {
			shortest = bytes;
			chosen = at;
			chosen_end = end;
		}
	}
	if (chosen == lines->count || 2 * heads > lines->count - i)
		return;
	struct span record = {
		lines->line[chosen].first, lines->line[chosen_end - 1].end};
	struct unit *unit = &headed->unit[headed->count];
	*unit = (struct unit){
		.text = bytes_part(base, record.first, record.end),
		.at = record.first,
		.times = heads,
		.items = 1};
	headed->name[headed->count++] = headed_choose_name(base, &unit->text);
}

/* ---- frames ---- */

/* The first two words of LINE, which are empty where there are none. */
static void line_words(
	const struct bytes *base, struct span line, struct bytes word[2])
{
	struct bytes text = {base->at + line.first, line.end - line.first};
	struct span found[2];
	size_t count = layout_find_words(&text, found, 2);

	for (size_t i = 0; i < 2; i++)
		word[i] = i < count ? (struct bytes){text.at + found[i].first,
					      found[i].end - found[i].first}
				    : (struct bytes){NULL, 0};
}

/* Whether WORD, which is not empty, is TEXT in whatever case. */
static bool is_word(const struct bytes *word, const void *text, size_t length)
{
	return word->length > 0 && word->length == length &&
	       !strncasecmp((const char *)word->at, text, length);
}

/* Whether LINE ends a frame: "end", "endmacro", "END FUNCTION". *WHAT is what it says to end,
 * if it does. */
static bool ends_frame(
	const struct bytes *base, struct span line, struct bytes *what)
{
	struct bytes word[2];

	line_words(base, line, word);
	if (word[0].length < 3 ||
		strncasecmp((const char *)word[0].at, "end", 3))
		return false;
	*what = (struct bytes){word[0].at + 3, word[0].length - 3};
	while (what->length > 0 && what->at[0] == '_')
		*what = (struct bytes){what->at + 1, what->length - 1};
	if (what->length == 0)
		*what = word[1];
	return true;
}

/* Whether LINE begins a frame of WHAT. */
static bool begins_frame(
	const struct bytes *base, struct span line, const struct bytes *what)
{
	struct bytes word[2];

	line_words(base, line, word);
	if (what->length == 0)
		return is_word(&word[0], "begin", 5);
	return is_word(&word[0], what->at, what->length) ||
	       is_word(&word[1], what->at, what->length);
}

/* The word of the first line of TEXT after WHAT begins there, one that is no number before
 * others. */
static struct span frame_name(
	const struct bytes *text, const struct bytes *what)
{
	const uint8_t *feed = memchr(text->at, '\n', text->length);
	struct span first_line = {
		0, feed ? (size_t)(feed - text->at) : text->length};
	struct bytes line = {text->at, first_line.end}, start[2];
	struct span word[WORDS_MAX], name = {0, 0};
	size_t count = layout_find_words(&line, word, WORDS_MAX), first = 1;

	line_words(text, first_line, start);
	first += is_word(&start[1], what->at, what->length);
	for (size_t i = first; i < count; i++)
		if (!name.end || (isdigit(line.at[name.first]) &&
					 !isdigit(line.at[word[i].first])))
			name = word[i];
	return name;
}

/* Adds the lines from one that begins what line END ends to that, unless there is a frame of
 * the kind. */
static void add_frame(
	struct headed *headed, const struct headed_lines *lines, size_t end)
{
	const struct bytes *base = lines->base;
	struct bytes what, other;
	size_t first = end;

	if (!ends_frame(base, lines->line[end], &what))
		return;
	while (first > 0 && !begins_frame(base, lines->line[first - 1], &what))
		if (ends_frame(base, lines->line[--first], &other) &&
			(is_word(&other, what.at, what.length) ||
				what.length == 0))
			return;
	if (first-- == 0)
		return;
	struct span record = {lines->line[first].first, lines->line[end].end};
	struct unit *unit = &headed->unit[headed->count];
	if (record.end - record.first > HEADED_BYTES)
		return;
	for (size_t i = 0; i < headed->count; i++)
		if (begins_frame(&headed->unit[i].text,
			    (struct span){0, headed->unit[i].text.length},
			    &what))
			return;
	*unit = (struct unit){
		.text = bytes_part(base, record.first, record.end),
		.at = record.first,
		.times = 1,
		.items = 1};
	headed->name[headed->count++] = frame_name(&unit->text, &what);
}

void headed_find(struct headed *headed, const struct bytes *base)
{
	struct headed_lines lines = {
		base, memory_alloc_zero(LINES_MAX, sizeof *lines.line), 0};
	struct bytes seen[HEADS_MAX];
	size_t seen_count = 0;

	headed->count = 0;
	headed_split(&lines);
	for (size_t i = 0; i < lines.count && headed->count < FRAMES; i++)
		add_frame(headed, &lines, i);
	for (size_t i = 0; i < lines.count && headed->count < HEADED_MAX &&
			   seen_count < HEADS_MAX;
		i++) {
		struct bytes head = head_of(base, lines.line[i]);
		bool is_seen = !head.length;
		for (size_t k = 0; k < seen_count && !is_seen; k++)
			is_seen = bytes_are_equal(&seen[k], &head);
		if (is_seen)
			continue;
		seen[seen_count++] = head;
		headed_add(headed, &lines, i);
	}
	free(lines.line);
}

void headed_release(struct headed *headed)
{
	for (size_t i = 0; i < headed->count; i++)
		bytes_release(&headed->unit[i].text);
	headed->count = 0;
}
