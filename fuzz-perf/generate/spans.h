/* SPDX-License-Identifier: MIT
 * Changes of one stream by its spans, for every fuzzer that drives a generator. */
#ifndef RETREAD_FUZZ_PERF_GENERATE_SPANS_H
#define RETREAD_FUZZ_PERF_GENERATE_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/format/parameters.h"

/* A stream, changed in place, and another one of the same name. Spans must lie
 * within their streams; after a change those of BYTES no longer hold. */
struct span_edit {
	uint8_t *bytes;
	size_t length, limit;
	const struct parameters_span *span;
	uint32_t count;
	const uint8_t *other;
	size_t other_length;
	const struct parameters_span *other_span;
	uint32_t other_count;
	uint64_t random; /* state; any number */
};

enum span_change {
	SPAN_DELETE,
	SPAN_REPEAT, /* once or a few times, seldom up to the limit */
	SPAN_SWAP,   /* with one of the same label */
	SPAN_SPLICE, /* one of the same label from the other stream instead */
	SPAN_REGENERATE, /* random bytes instead */
	SPAN_HOIST,	 /* a part of the same label instead of the whole */
	SPAN_CHANGES,
};

/* Returns whether anything was changed. */
bool spans_change(struct span_edit *edit, enum span_change change);

/* Copies to TO, at most CAPACITY, those of FROM's COUNT spans that have a label, are
 * of STREAM and not empty, cut at LENGTH bytes. Returns how many. */
uint32_t spans_of_stream(const struct parameters_span *from, uint32_t count,
	unsigned stream, size_t length, struct parameters_span *to,
	uint32_t capacity);

#endif
