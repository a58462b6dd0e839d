/* SPDX-License-Identifier: MIT
 * How an input is laid out, whatever its format: lines, brackets and what is
 * between them, elements, words. */
#ifndef RETREAD_LIB_FAMILIES_LAYOUT_H
#define RETREAD_LIB_FAMILIES_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

struct bytes;

struct span {
	size_t first, end;
};

/* A pair of brackets, or of tags: <a> and </a>. */
struct pair {
	struct span open, close;
	char kind; /* ( [ { <, or t of tags */
};

#define LAYOUT_PAIRS 64 /* of one input, the outermost first */

/* Fills PAIR, which has room for LAYOUT_PAIRS, with the pairs of BASE by where they
 * open; brackets in quotes are none. Returns how many. */
size_t layout_find_pairs(const struct bytes *base, struct pair *pair);

/* The items of a group: ITEM[i] goes from its first byte to the next item's, so
 * that its separator is part of it; but not of the last one. */
#define LAYOUT_ITEMS 32

struct items {
	struct span item[LAYOUT_ITEMS];
	size_t count;
	char separator; /* , ; newline blank; 0: there is but one item */
};

/* Cuts GROUP of BASE where its separator is: the first of comma, semicolon, newline,
 * blank that stands there outside of quotes and inner brackets. */
void layout_cut(const struct bytes *base, const struct span *group,
	struct items *items);

/* The place of the first SEPARATOR of GROUP at or after AT, outside of quotes and inner
 * brackets, or the group's end. */
size_t layout_find_separator(const struct bytes *base, const struct span *group,
	size_t at, char separator);
/* The place after the quoted text that begins at AT, or AT if none does: a quote
 * must be closed on its line. */
size_t layout_skip_quoted(const struct bytes *base, size_t at);

/* Is C part of a word: a letter, a digit or an underscore? */
bool layout_is_word(unsigned char c);

/* Are A and B the same when all words are? */
bool layout_is_alike(const struct bytes *a, const struct bytes *b);

/* The words of PART. Returns how many, MOST at most. */
size_t layout_find_words(
	const struct bytes *part, struct span *word, size_t most);

#endif
