/* SPDX-License-Identifier: MIT
 * The best input so far, and whether a candidate is better. */
#include "fuzz-perf/generate/shrink_inside.h"

#include <stdlib.h>
#include <string.h>

#define TRIED (1u << 14) /* hashes that are remembered */

bool shrink_is_over(const struct shrink *shrink)
{
	return shrink->runs >= shrink->limits.runs ||
	       gen_clock_ms(CLOCK_MONOTONIC) - shrink->started_ms >=
		       shrink->limits.ms;
}

/* The largest first; of equal ones the last first: what comes later depends less
 * on the rest. */
static int compare_parts(const void *left, const void *right)
{
	const struct shrink_part *a = left, *b = right;
	uint32_t as = a->end - a->start, bs = b->end - b->start;

	if (as != bs)
		return as < bs ? 1 : -1;
	return (a->start < b->start) - (a->start > b->start);
}

static int compare_draws(const void *left, const void *right)
{
	const struct shrink_part *a = left, *b = right;

	return (a->start > b->start) - (a->start < b->start);
}

static void take_spans(struct shrink *shrink, const struct gen_record *record)
{
	uint32_t base[PARAMETERS_STREAMS], at = 0;

	for (unsigned i = 0; i < shrink->streams; i++) {
		base[i] = at;
		at += shrink->best.length[i];
	}
	shrink->parts = shrink->draws = 0;
	for (uint32_t i = 0; i < record->span_count; i++) {
		const struct parameters_span *span = &record->span[i];
		struct shrink_part part = {base[span->stream] + span->start,
			base[span->stream] + span->end, span->label,
			span->stream, span->kind};
		if (span->start >= span->end)
			continue;
		if (span->kind == PARAMETERS_SPAN)
			shrink->part[shrink->parts++] = part;
		else
			shrink->draw[shrink->draws++] = part;
	}
	qsort(shrink->part, shrink->parts, sizeof(struct shrink_part),
		compare_parts);
	qsort(shrink->draw, shrink->draws, sizeof(struct shrink_part),
		compare_draws);
}

static int compare_flat(const struct flat *a, const struct flat *b)
{
	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	return memcmp(a->bytes, b->bytes, a->size);
}

/* What RECORD took: zeros that came by themselves, and nothing that was left. */
static void normalise(
	struct shrink *shrink, const struct gen_record *record, struct flat *to)
{
	struct parameters taken;
	uint8_t *bytes = gen_memory(NULL, record->byte_count);

	gen_record_parameters(record, &taken, bytes);
	to->size = 0;
	for (unsigned i = 0; i < taken.count; i++) {
		const struct parameters_stream *stream = &taken.stream[i];
		memcpy(shrink->name[i], stream->name, PARAMETERS_NAME);
		to->length[i] = (uint32_t)stream->length;
		if (stream->length)
			memmove(to->bytes + to->size, stream->bytes,
				stream->length);
		to->size += (uint32_t)stream->length;
	}
	for (unsigned i = taken.count; i < PARAMETERS_STREAMS; i++)
		to->length[i] = 0;
	shrink->streams = taken.count;
	free(bytes);
}

void shrink_describe(const struct shrink *shrink, const struct flat *flat,
	struct parameters *parameters)
{
	const uint8_t *at = flat->bytes;

	parameters->seed = 0;
	parameters->count = shrink->streams;
	for (unsigned i = 0; i < shrink->streams; i++) {
		memcpy(parameters->stream[i].name, shrink->name[i],
			PARAMETERS_NAME);
		parameters->stream[i].bytes = at;
		parameters->stream[i].length = flat->length[i];
		at += flat->length[i];
	}
}

/* Was this candidate tried before? Some are forgotten. */
static bool shrink_is_known(struct shrink *shrink, const struct flat *flat)
{
	uint64_t hash = parameters_hash(0, flat->bytes, flat->size);

	hash = parameters_hash(hash, flat->length, sizeof flat->length);
	uint64_t *place = &shrink->tried[hash % TRIED];
	if (*place == hash)
		return true;
	*place = hash;
	return false;
}

/* Takes over the candidate if it fails in the same way and is smaller. */
bool shrink_try(struct shrink *shrink)
{
	struct parameters input;
	struct flat *candidate = &shrink->candidate;

	if (shrink_is_over(shrink) ||
		compare_flat(candidate, &shrink->best) >= 0 ||
		shrink_is_known(shrink, candidate))
		return false;
	shrink_describe(shrink, candidate, &input);
	shrink->runs++;
	struct gen_record *record =
		isolate_run(shrink->isolate, &input, UINT32_MAX);
	if (record->verdict != GEN_FAIL || record->identity != shrink->identity)
		return false;
	normalise(shrink, record, candidate);
	if (compare_flat(candidate, &shrink->best) >= 0)
		return false;
	struct flat kept = shrink->best;
	shrink->best = *candidate;
	*candidate = kept;
	take_spans(shrink, record);
	return true;
}

void shrink_start(struct shrink *shrink)
{
	struct flat *to = &shrink->candidate;

	memcpy(to->bytes, shrink->best.bytes, shrink->best.size);
	to->size = shrink->best.size;
	memcpy(to->length, shrink->best.length, sizeof to->length);
}

void shrink_cut(struct flat *flat, uint32_t from, uint32_t to, unsigned stream)
{
	memmove(flat->bytes + from, flat->bytes + to, flat->size - to);
	flat->size -= to - from;
	flat->length[stream] -= to - from;
}

/* Cuts PART out of the candidate, which has the best's bytes except for values. */
bool shrink_finish_cut(struct shrink *shrink, const struct shrink_part *part)
{
	shrink_cut(&shrink->candidate, part->start, part->end, part->stream);
	return shrink_try(shrink);
}

bool shrink_try_cut(struct shrink *shrink, const struct shrink_part *part)
{
	shrink_start(shrink);
	return shrink_finish_cut(shrink, part);
}

void shrink_begin(struct shrink *shrink, const struct gen_record *record)
{
	uint32_t bytes = record->byte_capacity;

	shrink->best.bytes = gen_memory(NULL, bytes);
	shrink->candidate.bytes = gen_memory(NULL, bytes);
	shrink->part = gen_memory(NULL, GEN_SPANS * sizeof *shrink->part);
	shrink->draw = gen_memory(NULL, GEN_SPANS * sizeof *shrink->draw);
	shrink->tried = gen_memory(NULL, TRIED * sizeof *shrink->tried);
	memset(shrink->tried, 0, TRIED * sizeof *shrink->tried);
	normalise(shrink, record, &shrink->best);
	take_spans(shrink, record);
}

void shrink_end(struct shrink *shrink)
{
	free(shrink->best.bytes);
	free(shrink->candidate.bytes);
	free(shrink->part);
	free(shrink->draw);
	free(shrink->tried);
}
