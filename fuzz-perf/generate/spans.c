/* SPDX-License-Identifier: MIT
 * Changes of one stream by its spans, for every fuzzer that drives a generator. */
#include "fuzz-perf/generate/spans.h"

#include <string.h>

#include "lib/blocks.h"
#include "lib/random.h"

#define TRIES 16 /* for two spans that fit each other */

static uint32_t spans_below(struct span_edit *edit, size_t limit)
{
	return random_mix_below(&edit->random, (uint32_t)limit);
}

static const struct parameters_span *any_span(struct span_edit *edit)
{
	return &edit->span[spans_below(edit, edit->count)];
}

static size_t spans_size_of(const struct parameters_span *span)
{
	return span->end - span->start;
}

/* Puts SIZE bytes in the place of FROM .. TO - 1. */
static bool spans_replace(struct span_edit *edit, size_t from, size_t to,
	const uint8_t *bytes, size_t size)
{
	if (edit->length - (to - from) + size > edit->limit)
		return false;
	memmove(edit->bytes + from + size, edit->bytes + to, edit->length - to);
	memcpy(edit->bytes + from, bytes, size);
	edit->length = edit->length - (to - from) + size;
	return true;
}

static bool delete_span(struct span_edit *edit)
{
	const struct parameters_span *span = any_span(edit);

	return spans_replace(edit, span->start, span->end, edit->bytes, 0);
}

static bool repeat_span(struct span_edit *edit)
{
	const struct parameters_span *span = any_span(edit);
	size_t size = spans_size_of(span),
	       capacity = edit->limit - edit->length;
	size_t times = 1 + spans_below(edit, spans_below(edit, 2) ? 1 : 8);

	if (!spans_below(edit, 8) || times > capacity / size)
		times = capacity / size;
	if (!times)
		return false;
	uint8_t *at = edit->bytes + span->end;
	memmove(at + times * size, at, edit->length - span->end);
	for (size_t i = 0; i < times * size; i++)
		at[i] = edit->bytes[span->start + i % size];
	edit->length += times * size;
	return true;
}

/* A, what is between, B become B, what is between, A. */
static bool swap_spans(struct span_edit *edit)
{
	for (int i = 0; i < TRIES; i++) {
		const struct parameters_span *a = any_span(edit);
		const struct parameters_span *b = any_span(edit);
		if (a->label != b->label || a->end > b->start)
			continue;
		blocks_swap(edit->bytes + a->start, spans_size_of(a),
			b->start - a->end, spans_size_of(b));
		return true;
	}
	return false;
}

static bool splice_span(struct span_edit *edit)
{
	for (int i = 0; i < TRIES && edit->other_count; i++) {
		const struct parameters_span *span = any_span(edit);
		const struct parameters_span *other =
			&edit->other_span[spans_below(edit, edit->other_count)];
		if (span->label == other->label)
			return spans_replace(edit, span->start, span->end,
				edit->other + other->start,
				spans_size_of(other));
	}
	return false;
}

static bool regenerate_span(struct span_edit *edit)
{
	const struct parameters_span *span = any_span(edit);

	for (size_t i = span->start; i < span->end; i++)
		edit->bytes[i] = (uint8_t)spans_below(edit, 256);
	return true;
}

static bool hoist_span(struct span_edit *edit)
{
	for (int i = 0; i < TRIES; i++) {
		const struct parameters_span *outer = any_span(edit);
		const struct parameters_span *inner = any_span(edit);
		if (outer->label != inner->label ||
			inner->start < outer->start ||
			inner->end > outer->end ||
			spans_size_of(inner) == spans_size_of(outer))
			continue;
		memmove(edit->bytes + outer->start, edit->bytes + inner->start,
			spans_size_of(inner));
		size_t end = outer->start + spans_size_of(inner);
		return spans_replace(edit, end, outer->end, edit->bytes, 0);
	}
	return false;
}

bool spans_change(struct span_edit *edit, enum span_change change)
{
	static bool (*const changes[SPAN_CHANGES])(struct span_edit *) = {
		[SPAN_DELETE] = delete_span,
		[SPAN_REPEAT] = repeat_span,
		[SPAN_SWAP] = swap_spans,
		[SPAN_SPLICE] = splice_span,
		[SPAN_REGENERATE] = regenerate_span,
		[SPAN_HOIST] = hoist_span,
	};

	return edit->count && changes[change](edit);
}

uint32_t spans_of_stream(const struct parameters_span *from, uint32_t count,
	unsigned stream, size_t length, struct parameters_span *to,
	uint32_t capacity)
{
	uint32_t taken = 0;

	for (uint32_t i = 0; i < count && taken < capacity; i++) {
		struct parameters_span span = from[i];
		if (span.end > length)
			span.end = (uint32_t)length;
		if (span.kind == PARAMETERS_SPAN && span.stream == stream &&
			span.start < span.end)
			to[taken++] = span;
	}
	return taken;
}
