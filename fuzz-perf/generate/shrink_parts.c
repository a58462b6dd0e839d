/* SPDX-License-Identifier: MIT
 * Changes of spans: parts with labels, and bytes where there are none. */
#include "fuzz-perf/generate/shrink_inside.h"

#include <string.h>

#define HOISTS 4  /* parts that are tried in place of one */
#define CHUNK  16 /* most bytes that are deleted without a span */

bool shrink_delete_parts(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->parts && !shrink_is_over(shrink);) {
		struct shrink_part part = shrink->part[i];
		if (shrink_try_cut(shrink, &part))
			any = true;
		else
			i++;
	}
	return any;
}

/* A part of the same label instead of the one it lies in. */
bool shrink_hoist_parts(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->parts && !shrink_is_over(shrink);
		i++) {
		unsigned left = HOISTS;
		for (uint32_t j = shrink->parts; j-- > i + 1 && left;) {
			struct shrink_part outer = shrink->part[i];
			struct shrink_part inner = shrink->part[j];
			if (inner.label != outer.label ||
				inner.start < outer.start ||
				inner.end > outer.end)
				continue;
			left--;
			shrink_start(shrink);
			shrink_cut(&shrink->candidate, inner.end, outer.end,
				outer.stream);
			shrink_cut(&shrink->candidate, outer.start, inner.start,
				outer.stream);
			if (shrink_try(shrink)) {
				any = true;
				break;
			}
		}
	}
	return any;
}

bool shrink_zero_parts(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->parts && !shrink_is_over(shrink);
		i++) {
		struct shrink_part part = shrink->part[i];
		shrink_start(shrink);
		memset(shrink->candidate.bytes + part.start, 0,
			part.end - part.start);
		any |= shrink_try(shrink);
	}
	return any;
}

/* SIZE bytes wherever they are, from the end of each stream on. */
static bool delete_chunks(struct shrink *shrink, uint32_t size)
{
	bool any = false;

	for (unsigned s = 0; s < shrink->streams; s++) {
		uint32_t at = shrink->best.length[s];
		while (at >= size && !shrink_is_over(shrink)) {
			uint32_t base = 0;
			for (unsigned i = 0; i < s; i++)
				base += shrink->best.length[i];
			struct shrink_part part = {
				base + at - size, base + at, 0, (uint8_t)s, 0};
			if (!shrink_try_cut(shrink, &part)) {
				at--;
				continue;
			}
			any = true;
			if (at > shrink->best.length[s])
				at = shrink->best.length[s];
		}
	}
	return any;
}

bool shrink_delete_bytes(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t size = CHUNK; size; size /= 2)
		any |= delete_chunks(shrink, size);
	return any;
}

/* Those of the sizes between. */
bool shrink_delete_each_size(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t size = CHUNK - 1; size > 2; size--)
		if (size & (size - 1))
			any |= delete_chunks(shrink, size);
	return any;
}

/* Neighbours of one label, the later one in front if its bytes come first. */
static bool try_swap(struct shrink *shrink, const struct shrink_part *a,
	const struct shrink_part *b)
{
	uint32_t first = a->end - a->start, second = b->end - b->start;
	uint32_t between = b->start - a->end;

	shrink_start(shrink);
	uint8_t *to = shrink->candidate.bytes + a->start;
	const uint8_t *from = shrink->best.bytes;
	memcpy(to, from + b->start, second);
	memcpy(to + second, from + a->end, between);
	memcpy(to + second + between, from + a->start, first);
	return shrink_try(shrink);
}

/* The later one in front of the other, which it may lie in. */
static bool try_move(struct shrink *shrink, const struct shrink_part *a,
	const struct shrink_part *b)
{
	uint32_t size = b->end - b->start;

	shrink_start(shrink);
	uint8_t *to = shrink->candidate.bytes + a->start;
	memmove(to + size, to, b->start - a->start);
	memcpy(to, shrink->best.bytes + b->start, size);
	return shrink_try(shrink);
}

static bool swap_pair(struct shrink *shrink, const struct shrink_part *a,
	const struct shrink_part *b)
{
	if (a->label != b->label || a->kind != b->kind ||
		a->stream != b->stream || a->start >= b->start)
		return false;
	return (a->end <= b->start && try_swap(shrink, a, b)) ||
	       try_move(shrink, a, b);
}

bool shrink_swap_parts(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->parts; i++)
		for (uint32_t j = 0; i < shrink->parts && j < shrink->parts &&
				     !shrink_is_over(shrink);
			j++) {
			struct shrink_part a = shrink->part[i],
					   b = shrink->part[j];
			any |= swap_pair(shrink, &a, &b);
		}
	for (uint32_t i = 0; i < shrink->draws; i++)
		for (uint32_t j = i + 1;
			j < shrink->draws && j <= i + SHRINK_NEIGHBOURS &&
			!shrink_is_over(shrink);
			j++) {
			struct shrink_part a = shrink->draw[i],
					   b = shrink->draw[j];
			any |= swap_pair(shrink, &a, &b);
		}
	return any;
}

bool shrink_drop_streams(struct shrink *shrink)
{
	bool any = false;
	uint32_t base = 0;

	for (unsigned i = 0; i < shrink->streams; i++) {
		struct shrink_part all = {
			base, base + shrink->best.length[i], 0, (uint8_t)i, 0};
		if (all.end > all.start)
			any |= shrink_try_cut(shrink, &all);
		base += shrink->best.length[i];
	}
	return any;
}
