/* SPDX-License-Identifier: MIT
 * Inputs of any size from one pattern: what a law is proved on. */
#include "config.h"

#include "lib/families/family.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

/* ---- bytes ---- */

struct bytes bytes_dup(const uint8_t *at, size_t length)
{
	struct bytes copy = {memory_alloc(length + 1), length};

	if (length)
		memcpy(copy.at, at, length);
	return copy;
}

struct bytes bytes_part(const struct bytes *base, size_t first, size_t end)
{
	return bytes_dup(base->at + first, end - first);
}

void bytes_release(struct bytes *bytes)
{
	free(bytes->at);
	*bytes = (struct bytes){0};
}

bool bytes_are_equal(const struct bytes *a, const struct bytes *b)
{
	return a->length == b->length &&
	       (!a->length || !memcmp(a->at, b->at, a->length));
}

/* ---- making families ---- */

void family_release(struct family *family)
{
	bytes_release(&family->prefix);
	bytes_release(&family->first);
	bytes_release(&family->middle);
	bytes_release(&family->second);
	bytes_release(&family->suffix);
	for (size_t i = 0; i < family->piece_count; i++)
		bytes_release(&family->piece[i]);
	free(family->piece);
	*family = (struct family){0};
}

struct family family_dup(const struct family *family)
{
	struct family copy = *family;

	copy.prefix = bytes_part(&family->prefix, 0, family->prefix.length);
	copy.first = bytes_part(&family->first, 0, family->first.length);
	copy.middle = bytes_part(&family->middle, 0, family->middle.length);
	copy.second = bytes_part(&family->second, 0, family->second.length);
	copy.suffix = bytes_part(&family->suffix, 0, family->suffix.length);
	copy.piece =
		memory_alloc_zero(family->piece_count + 1, sizeof *copy.piece);
	for (size_t i = 0; i < family->piece_count; i++)
		copy.piece[i] = bytes_part(
			&family->piece[i], 0, family->piece[i].length);
	return copy;
}

struct family family_pair(const struct bytes *base, size_t first, size_t end,
	size_t second_first, size_t second_end)
{
	struct family family = {.kind = FAMILY_PUMP};

	family.prefix = bytes_part(base, 0, first);
	family.first = bytes_part(base, first, end);
	family.middle = bytes_part(base, end, second_first);
	family.second = bytes_part(base, second_first, second_end);
	family.suffix = bytes_part(base, second_end, base->length);
	return family;
}

struct family family_pump(const struct bytes *base, size_t first, size_t end)
{
	return family_pair(base, first, end, base->length, base->length);
}

struct family family_stretch(const struct bytes *base, size_t chunk)
{
	struct family family = {.kind = FAMILY_STRETCH, .chunk = chunk};

	family.first = bytes_part(base, 0, base->length);
	return family;
}

/* ---- numbers ---- */

size_t family_mark_width(const struct family_mark *mark)
{
	return mark->zero == '0' ? FAMILY_DIGITS : FAMILY_LETTERS;
}

bool family_is_numbered(const struct family *family)
{
	return family->first_marks.count > 0 || family->second_marks.count > 0;
}

static unsigned family_base_of(const struct family_mark *mark)
{
	return mark->zero == '0' ? 10 : 26;
}

/* Numbers below it have the width of each of MARKS. */
static size_t numbers_of(const struct family_marks *marks)
{
	size_t least = SIZE_MAX;

	for (size_t i = 0; i < marks->count; i++) {
		size_t numbers = 1;
		for (size_t j = family_mark_width(&marks->mark[i]); j > 0; j--)
			numbers *= family_base_of(&marks->mark[i]);
		if (numbers < least)
			least = numbers;
	}
	return least;
}

static void family_put_number(
	uint8_t *part, const struct family_marks *marks, size_t number)
{
	for (size_t i = 0; i < marks->count; i++) {
		const struct family_mark *mark = &marks->mark[i];
		size_t left = number;
		for (size_t j = family_mark_width(mark); j > 0; j--) {
			part[mark->at + j - 1] =
				(uint8_t)(mark->zero +
					  (char)(left % family_base_of(mark)));
			left /= family_base_of(mark);
		}
	}
}

static struct family_marks *marks_of(
	struct family *family, const struct bytes *part)
{
	if (part == &family->first)
		return &family->first_marks;
	return part == &family->second ? &family->second_marks : NULL;
}

bool family_cut(
	struct family *family, struct bytes *part, size_t at, size_t size)
{
	struct family_marks *marks = marks_of(family, part);
	size_t end = at + size;

	for (size_t i = 0; marks && i < marks->count; i++) {
		const struct family_mark *mark = &marks->mark[i];
		if (mark->at < end && at < mark->at + family_mark_width(mark))
			return false;
	}
	for (size_t i = 0; marks && i < marks->count; i++)
		if (marks->mark[i].at >= end)
			marks->mark[i].at -= size;
	memmove(part->at + at, part->at + end, part->length - end);
	part->length -= size;
	return true;
}

/* ---- inputs ---- */

size_t family_limit(const struct family *family)
{
	size_t count = family->piece_count;
	size_t first = numbers_of(&family->first_marks);
	size_t second = numbers_of(&family->second_marks);

	if (family->kind != FAMILY_PIECES)
		return first < second ? first : second;
	return family->is_product ? count + count * count : count;
}

/* ---- copies that are there already ---- */

/* What is left of BYTES without COPIES of PART at its start or its end. */
static void family_cut_copies(struct bytes *bytes, const struct bytes *part,
	size_t copies, bool is_end)
{
	size_t off = copies * part->length;

	bytes->length -= off;
	if (!is_end)
		memmove(bytes->at, bytes->at + off, bytes->length);
}

static size_t copies_at(
	const struct bytes *bytes, const struct bytes *part, bool is_end)
{
	size_t copies = 0, length = part->length;

	while (length && (copies + 1) * length <= bytes->length) {
		size_t at = is_end ? bytes->length - (copies + 1) * length
				   : copies * length;
		if (memcmp(bytes->at + at, part->at, length))
			break;
		copies++;
	}
	return copies;
}

/* Those that follow with the numbers that they would be given. */
static void absorb_numbered(struct family *family)
{
	struct bytes *after =
		family->middle.length > 0 ? &family->middle : &family->suffix;
	struct bytes copy = bytes_part(&family->first, 0, family->first.length);
	size_t copies = 0, most = family_limit(family);

	if (copy.length == 0 || family->second.length > 0)
		most = 0;
	while (copies < most && (copies + 1) * copy.length <= after->length) {
		family_put_number(copy.at, &family->first_marks, copies);
		if (memcmp(after->at + copies * copy.length, copy.at,
			    copy.length))
			break;
		copies++;
	}
	family_cut_copies(after, &copy, copies, false);
	bytes_release(&copy);
}

void family_absorb_copies(struct family *family)
{
	const struct bytes *first = &family->first, *second = &family->second;
	struct bytes *prefix = &family->prefix, *middle = &family->middle;
	size_t copies = copies_at(prefix, first, true);

	if (family->kind != FAMILY_PUMP)
		return;
	if (family_is_numbered(family)) {
		absorb_numbered(family);
		return;
	}
	if (second->length) {
		/* As many of each, or the inputs would be others. */
		size_t of_second = copies_at(&family->suffix, second, false);
		if (of_second < copies)
			copies = of_second;
		family_cut_copies(&family->suffix, second, copies, false);
	} else {
		family_cut_copies(
			middle, first, copies_at(middle, first, false), false);
	}
	family_cut_copies(prefix, first, copies, true);
}

static uint8_t *family_put(uint8_t *to, const struct bytes *bytes)
{
	if (bytes->length)
		memcpy(to, bytes->at, bytes->length);
	return to + bytes->length;
}

static uint8_t *put_times(uint8_t *to, const struct bytes *bytes, size_t times)
{
	for (size_t i = 0; i < times; i++)
		to = family_put(to, bytes);
	return to;
}

static uint8_t *put_numbered(uint8_t *to, const struct bytes *bytes,
	const struct family_marks *marks, size_t times)
{
	for (size_t i = 0; i < times; i++) {
		uint8_t *next = family_put(to, bytes);
		family_put_number(to, marks, i);
		to = next;
	}
	return to;
}

static uint8_t *put_stretched(
	const struct family *family, size_t k, uint8_t *to)
{
	const struct bytes *base = &family->first;

	for (size_t at = 0; at < base->length; at += family->chunk) {
		size_t length = base->length - at;
		struct bytes chunk = {base->at + at,
			length < family->chunk ? length : family->chunk};
		to = put_times(to, &chunk, k);
	}
	return to;
}

/* Piece NUMBER: one that was found, or two of them in a row. Returns how many. */
static size_t get_piece(
	const struct family *family, size_t number, const struct bytes *part[2])
{
	size_t count = family->piece_count;

	/* K is at most family_limit, so there is none without pieces. */
	assert(count > 0);
	if (number < count) {
		part[0] = &family->piece[number];
		return 1;
	}
	number -= count;
	part[0] = &family->piece[number / count % count];
	part[1] = &family->piece[number % count];
	return 2;
}

static uint8_t *put_piece(
	const struct family *family, size_t number, uint8_t *to)
{
	const struct bytes *part[2];
	size_t parts = get_piece(family, number, part);

	for (size_t i = 0; i < parts; i++)
		to = family_put(to, part[i]);
	return to;
}

static size_t piece_length(const struct family *family, size_t number)
{
	const struct bytes *part[2];
	size_t parts = get_piece(family, number, part), length = 0;

	for (size_t i = 0; i < parts; i++)
		length += part[i]->length;
	return length;
}

size_t family_length(const struct family *family, size_t k)
{
	size_t fixed = family->prefix.length + family->middle.length +
		       family->suffix.length;
	size_t pieces = 0;

	if (family->kind != FAMILY_PIECES)
		return fixed +
		       k * (family->first.length + family->second.length);
	for (size_t i = 0; i < k; i++)
		pieces += piece_length(family, i);
	return fixed + pieces + k * family->copies * family->second.length;
}

void family_build(const struct family *family, size_t k, uint8_t *to)
{
	to = family_put(to, &family->prefix);
	if (family->kind == FAMILY_STRETCH)
		to = put_stretched(family, k, to);
	else if (family->kind == FAMILY_PIECES)
		for (size_t i = 0; i < k; i++)
			to = put_piece(family, i, to);
	else
		to = put_numbered(to, &family->first, &family->first_marks, k);
	to = family_put(to, &family->middle);
	if (family->kind == FAMILY_PIECES)
		to = put_times(to, &family->second, k * family->copies);
	else
		to = put_numbered(
			to, &family->second, &family->second_marks, k);
	family_put(to, &family->suffix);
}

size_t family_fit(const struct family *family, size_t length)
{
	size_t most = family_limit(family), k = 1;

	if (most > length)
		most = length;
	while (k < most && family_length(family, k * 2) <= length)
		k *= 2;
	for (size_t step = k / 2; step; step /= 2)
		if (k + step <= most &&
			family_length(family, k + step) <= length)
			k += step;
	return k < most || !most ? k : most;
}

void family_choose_k(
	const struct family *family, size_t most, size_t k[FAMILY_STEPS])
{
	size_t fixed = family_length(family, 0);
	size_t each = family_length(family, 1) - fixed;
	size_t capacity = family_fit(family, most) / 4;
	size_t first = each ? 2 * fixed / each : 0;

	if (first < 8)
		first = 8;
	if (first > capacity)
		first = capacity ? capacity : 1;
	for (int i = 0; i < FAMILY_STEPS; i++)
		k[i] = first << i;
}
