/* SPDX-License-Identifier: MIT
 * Makes a failing input small: the shortest one, and of those the one whose
 * bytes come first, as far as local changes lead (Hypothesis's order, shortlex).
 * Parts with labels go before bytes, since they leave the rest as it was. */
#include "fuzz-perf/generate/runs.h"

#include <stdlib.h>
#include <string.h>

#define TRIED	   (1u << 14) /* hashes that are remembered */
#define NEIGHBOURS 12	      /* draws after one that are changed with it */
#define EQUALS	   8	      /* values that equal draws are tried with */
#define HOISTS	   4	      /* parts that are tried in place of one */
#define CHUNK	   16	      /* most bytes that are deleted without a span */

/* An input: its streams, one after another. */
struct flat {
	uint8_t *bytes;
	uint32_t size;
	uint32_t length[PARAMETERS_STREAMS];
};

/* A span of BEST. */
struct shrink_part {
	uint32_t start, end; /* in its bytes */
	uint32_t label;
	uint8_t stream, kind;
};

struct shrink {
	struct isolate *isolate;
	uint64_t identity;
	struct shrink_limits limits;
	uint64_t started_ms;
	unsigned runs;
	unsigned streams;
	char name[PARAMETERS_STREAMS][PARAMETERS_NAME];
	struct flat best, candidate;
	struct shrink_part *part; /* those with labels, the largest first */
	struct shrink_part *draw; /* the others, in the order of the bytes */
	uint32_t parts, draws;
	uint64_t *tried;
};

static bool shrink_is_over(const struct shrink *shrink)
{
	return shrink->runs >= shrink->limits.runs ||
	       gen_clock_ms(CLOCK_MONOTONIC) - shrink->started_ms >=
		       shrink->limits.ms;
}

/* ---- the best so far ---- */

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

static void shrink_describe(const struct shrink *shrink,
	const struct flat *flat, struct parameters *parameters)
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
static bool try_candidate(struct shrink *shrink)
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

/* ---- changes ---- */

static void shrink_start(struct shrink *shrink)
{
	struct flat *to = &shrink->candidate;

	memcpy(to->bytes, shrink->best.bytes, shrink->best.size);
	to->size = shrink->best.size;
	memcpy(to->length, shrink->best.length, sizeof to->length);
}

static void shrink_cut(
	struct flat *flat, uint32_t from, uint32_t to, unsigned stream)
{
	memmove(flat->bytes + from, flat->bytes + to, flat->size - to);
	flat->size -= to - from;
	flat->length[stream] -= to - from;
}

/* Cuts PART out of the candidate, which has the best's bytes except for values. */
static bool finish_cut(struct shrink *shrink, const struct shrink_part *part)
{
	shrink_cut(&shrink->candidate, part->start, part->end, part->stream);
	return try_candidate(shrink);
}

static bool try_cut(struct shrink *shrink, const struct shrink_part *part)
{
	shrink_start(shrink);
	return finish_cut(shrink, part);
}

static bool delete_parts(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->parts && !shrink_is_over(shrink);) {
		struct shrink_part part = shrink->part[i];
		if (try_cut(shrink, &part))
			any = true;
		else
			i++;
	}
	return any;
}

/* A part of the same label instead of the one it lies in. */
static bool hoist_parts(struct shrink *shrink)
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
			if (try_candidate(shrink)) {
				any = true;
				break;
			}
		}
	}
	return any;
}

static bool zero_parts(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->parts && !shrink_is_over(shrink);
		i++) {
		struct shrink_part part = shrink->part[i];
		shrink_start(shrink);
		memset(shrink->candidate.bytes + part.start, 0,
			part.end - part.start);
		any |= try_candidate(shrink);
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
			if (!try_cut(shrink, &part)) {
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

static bool delete_bytes(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t size = CHUNK; size; size /= 2)
		any |= delete_chunks(shrink, size);
	return any;
}

/* Those of the sizes between. */
static bool delete_each_size(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t size = CHUNK - 1; size > 2; size--)
		if (size & (size - 1))
			any |= delete_chunks(shrink, size);
	return any;
}

static uint64_t shrink_get_number(
	const uint8_t *bytes, const struct shrink_part *draw)
{
	uint64_t value = 0;

	for (uint32_t i = draw->start; i < draw->end; i++)
		value = value << 8 | bytes[i];
	return value;
}

static void shrink_put_number(
	struct flat *flat, const struct shrink_part *draw, uint64_t value)
{
	for (uint32_t i = draw->end; i-- > draw->start; value >>= 8)
		flat->bytes[i] = (uint8_t)value;
}

static bool is_short(const struct shrink_part *draw)
{
	return draw->end - draw->start <= 8;
}

/* The place of a draw's value in its range, and the least bytes that give it. */
static uint64_t to_place(const struct shrink_part *draw, uint64_t number)
{
	unsigned bits = 8 * (draw->end - draw->start);

	if (draw->kind == PARAMETERS_CHANCE)
		return draw->label && number >= draw->label;
	if (!draw->label)
		return number;
	return (uint64_t)((unsigned __int128)number * draw->label >> bits);
}

static uint64_t to_number(const struct shrink_part *draw, uint64_t place)
{
	unsigned bits = 8 * (draw->end - draw->start);

	if (draw->kind == PARAMETERS_CHANCE)
		return place ? draw->label : 0;
	if (!draw->label)
		return place;
	return (uint64_t)((((unsigned __int128)place << bits) + draw->label -
				  1) /
			  draw->label);
}

static uint64_t shrink_place_of(
	const struct shrink *shrink, const struct shrink_part *draw)
{
	return to_place(draw, shrink_get_number(shrink->best.bytes, draw));
}

static uint64_t last_place(const struct shrink_part *draw)
{
	unsigned bits = 8 * (draw->end - draw->start);

	return draw->kind == PARAMETERS_CHANCE ? 1
	       : draw->label		       ? draw->label - 1
	       : bits == 64		       ? UINT64_MAX
					       : (1ull << bits) - 1;
}

static bool shrink_try_place(struct shrink *shrink, uint32_t i, uint64_t place)
{
	struct shrink_part draw = shrink->draw[i];

	shrink_start(shrink);
	shrink_put_number(&shrink->candidate, &draw, to_number(&draw, place));
	return try_candidate(shrink);
}

/* Each draw to the least value that will do, as far as bisection finds it. */
static bool lower_draws(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->draws && !shrink_is_over(shrink);
		i++) {
		if (!is_short(&shrink->draw[i]))
			continue;
		uint64_t high = shrink_place_of(shrink, &shrink->draw[i]),
			 low = 0;
		any |= shrink_try_place(shrink, i, high);
		if (!high || shrink_try_place(shrink, i, 0)) {
			any |= high > 0;
			continue;
		}
		while (high - low > 1 && i < shrink->draws) {
			uint64_t middle = low + (high - low) / 2;
			if (shrink_try_place(shrink, i, middle)) {
				any = true;
				high = middle;
			} else {
				low = middle;
			}
		}
		if (i < shrink->draws && high > 1)
			any |= shrink_try_place(shrink, i, high - 1) ||
			       (high > 2 &&
				       shrink_try_place(shrink, i, high - 2));
	}
	return any;
}

/* All draws that are as draw I is, at PLACE: a name and its uses. */
static bool try_equals(struct shrink *shrink, uint32_t i, uint64_t place)
{
	struct shrink_part first = shrink->draw[i];
	uint64_t old = shrink_place_of(shrink, &first);
	unsigned count = 0;

	shrink_start(shrink);
	for (uint32_t j = 0; j < shrink->draws; j++) {
		struct shrink_part draw = shrink->draw[j];
		if (!is_short(&draw) || draw.kind != first.kind ||
			draw.label != first.label ||
			draw.end - draw.start != first.end - first.start ||
			shrink_place_of(shrink, &draw) != old)
			continue;
		shrink_put_number(
			&shrink->candidate, &draw, to_number(&draw, place));
		count++;
	}
	return count > 1 && try_candidate(shrink);
}

static bool lower_equals(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->draws && !shrink_is_over(shrink);
		i++) {
		if (!is_short(&shrink->draw[i]))
			continue;
		uint64_t place = shrink_place_of(shrink, &shrink->draw[i]);
		for (uint64_t low = 0; low < place && low < EQUALS; low++)
			if (try_equals(shrink, i, low)) {
				any = true;
				break;
			}
	}
	return any;
}

/* Draw I lower by AMOUNT, and J at PLACE. */
static bool shrink_try_pair(struct shrink *shrink, uint32_t i, uint32_t j,
	uint64_t amount, uint64_t place)
{
	struct shrink_part first = shrink->draw[i], second = shrink->draw[j];
	uint64_t a = shrink_place_of(shrink, &first);

	if (!amount || a < amount || place > last_place(&second))
		return false;
	shrink_start(shrink);
	shrink_put_number(
		&shrink->candidate, &first, to_number(&first, a - amount));
	shrink_put_number(
		&shrink->candidate, &second, to_number(&second, place));
	return try_candidate(shrink);
}

/* Draws I and J lower, or J higher, by STEP times a sum of powers of two, the
 * largest first. */
static bool move_pair(struct shrink *shrink, uint32_t i, uint32_t j,
	uint64_t step, bool raises)
{
	uint64_t most = shrink_place_of(shrink, &shrink->draw[i]) / step;
	uint64_t amount = 1;
	bool any = false;

	while (amount <= most / 2)
		amount *= 2;
	for (; amount && j < shrink->draws && !shrink_is_over(shrink);
		amount /= 2) {
		uint64_t change = amount * step;
		uint64_t place = shrink_place_of(shrink, &shrink->draw[j]);
		uint64_t last = last_place(&shrink->draw[j]);
		if (change <= (raises ? last - place : place))
			any |= shrink_try_pair(shrink, i, j, change,
				raises ? place + change : place - change);
		/* At the end of a range signs do not alternate. */
		else if (raises)
			any |= shrink_try_pair(shrink, i, j, change, last);
	}
	if (j < shrink->draws && raises)
		any |= shrink_try_pair(shrink, i, j,
			shrink_place_of(shrink, &shrink->draw[i]) / 2,
			last_place(&shrink->draw[j]));
	return any;
}

static bool is_pair(const struct shrink *shrink, uint32_t i, uint32_t j)
{
	const struct shrink_part *first = &shrink->draw[i],
				 *second = &shrink->draw[j];

	return is_short(first) && is_short(second) &&
	       first->kind == PARAMETERS_NUMBER &&
	       second->kind == PARAMETERS_NUMBER && last_place(first) > 1 &&
	       last_place(second) > 1 && shrink_place_of(shrink, first) > 0;
}

/* Two draws whose difference, or sum, matters. Values of either sign alternate:
 * steps of two keep the sign. */
static bool move_pairs(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->draws; i++)
		for (uint32_t j = i + 1;
			j < shrink->draws && j <= i + NEIGHBOURS; j++)
			for (unsigned way = 0;
				way < 4 && !shrink_is_over(shrink); way++)
				if (j < shrink->draws && is_pair(shrink, i, j))
					any |= move_pair(shrink, i, j,
						1 + way / 2, way % 2);
	return any;
}

/* Draw I lower by COUNT, and COUNT draws from J on deleted: a length in front of
 * what it counts. */
static bool try_length(
	struct shrink *shrink, uint32_t i, uint32_t j, uint32_t count)
{
	struct shrink_part length = shrink->draw[i];
	uint64_t place = shrink_place_of(shrink, &length);

	if (place < count || j + count > shrink->draws)
		return false;
	struct shrink_part first = shrink->draw[j];
	struct shrink_part last = shrink->draw[j + count - 1];
	if (first.stream != last.stream)
		return false;
	shrink_start(shrink);
	shrink_put_number(
		&shrink->candidate, &length, to_number(&length, place - count));
	shrink_cut(&shrink->candidate, first.start, last.end, first.stream);
	return try_candidate(shrink);
}

static bool shorten_lengths(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->draws; i++)
		for (uint32_t j = i + 1; j < shrink->draws &&
					 j <= i + NEIGHBOURS &&
					 !shrink_is_over(shrink);) {
			uint32_t count = 16, size = shrink->best.size;
			while (count && is_short(&shrink->draw[i]) &&
				!try_length(shrink, i, j, count))
				count /= 2;
			any |= count > 0;
			/* As long as before: I is not a length, only lower. */
			if (shrink->best.size == size)
				j++;
		}
	return any;
}

static bool shrink_is_outside(
	const struct shrink_part *draw, const struct shrink_part *part)
{
	return is_short(draw) && draw->kind == PARAMETERS_NUMBER &&
	       (draw->end <= part->start || draw->start >= part->end);
}

/* PART deleted, and all numbers lower by one: places in a list of which an element
 * goes. */
static bool cut_and_lower(struct shrink *shrink, struct shrink_part part)
{
	shrink_start(shrink);
	for (uint32_t i = 0; i < shrink->draws; i++) {
		struct shrink_part draw = shrink->draw[i];
		uint64_t place = shrink_place_of(shrink, &draw);
		if (place && shrink_is_outside(&draw, &part))
			shrink_put_number(&shrink->candidate, &draw,
				to_number(&draw, place - 1));
	}
	return finish_cut(shrink, &part);
}

/* PART deleted, and a number near it as large as it can be in its stead. */
static bool cut_and_raise(struct shrink *shrink, struct shrink_part part)
{
	for (uint32_t i = 0; i < shrink->draws; i++) {
		struct shrink_part draw = shrink->draw[i];
		if (!shrink_is_outside(&draw, &part) ||
			draw.end + NEIGHBOURS < part.start ||
			draw.start > part.end + NEIGHBOURS)
			continue;
		shrink_start(shrink);
		shrink_put_number(&shrink->candidate, &draw,
			to_number(&draw, last_place(&draw)));
		if (finish_cut(shrink, &part))
			return true;
	}
	return false;
}

static bool replace_parts(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->parts && !shrink_is_over(shrink);)
		if (cut_and_lower(shrink, shrink->part[i]) ||
			cut_and_raise(shrink, shrink->part[i]))
			any = true;
		else
			i++;
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
	return try_candidate(shrink);
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
	return try_candidate(shrink);
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

static bool swap_parts(struct shrink *shrink)
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
			j < shrink->draws && j <= i + NEIGHBOURS &&
			!shrink_is_over(shrink);
			j++) {
			struct shrink_part a = shrink->draw[i],
					   b = shrink->draw[j];
			any |= swap_pair(shrink, &a, &b);
		}
	return any;
}

static bool drop_streams(struct shrink *shrink)
{
	bool any = false;
	uint32_t base = 0;

	for (unsigned i = 0; i < shrink->streams; i++) {
		struct shrink_part all = {
			base, base + shrink->best.length[i], 0, (uint8_t)i, 0};
		if (all.end > all.start)
			any |= try_cut(shrink, &all);
		base += shrink->best.length[i];
	}
	return any;
}

/* Each of PASSES, up to NULL. */
static bool pass_each(
	struct shrink *shrink, bool (*const *passes)(struct shrink *))
{
	bool any = false;

	for (; *passes; passes++)
		any |= (*passes)(shrink);
	return any;
}

/* Rounds of all, since one alone may go down in many small steps where another
 * needs a large one; what reaches most with fewest runs comes first, as long as it
 * deletes something. */
static void pass_all(struct shrink *shrink)
{
	static bool (*const deletions[])(struct shrink *) = {drop_streams,
		delete_parts, hoist_parts, zero_parts, delete_bytes, NULL};
	static bool (*const changes[])(struct shrink *) = {lower_draws,
		lower_equals, shorten_lengths, swap_parts, move_pairs,
		replace_parts, delete_each_size, NULL};
	bool has_shrunk = true;

	while (has_shrunk && !shrink_is_over(shrink)) {
		uint32_t size;
		has_shrunk = false;
		do {
			size = shrink->best.size;
			has_shrunk |= pass_each(shrink, deletions);
		} while (shrink->best.size < size && !shrink_is_over(shrink));
		has_shrunk |= pass_each(shrink, changes);
	}
}

static void shrink_allocate(struct shrink *shrink, size_t bytes)
{
	shrink->best.bytes = gen_memory(NULL, bytes);
	shrink->candidate.bytes = gen_memory(NULL, bytes);
	shrink->part = gen_memory(NULL, GEN_SPANS * sizeof(struct shrink_part));
	shrink->draw = gen_memory(NULL, GEN_SPANS * sizeof(struct shrink_part));
	shrink->tried = gen_memory(NULL, TRIED * sizeof *shrink->tried);
	memset(shrink->tried, 0, TRIED * sizeof *shrink->tried);
}

unsigned gen_shrink(struct isolate *isolate, const struct parameters *input,
	uint64_t identity, const struct shrink_limits *limits, uint8_t **to,
	size_t *length)
{
	struct shrink shrink = {.isolate = isolate,
		.identity = identity,
		.limits = *limits,
		.started_ms = gen_clock_ms(CLOCK_MONOTONIC)};
	struct parameters best;
	struct gen_record *record = isolate_run(isolate, input, UINT32_MAX);

	shrink_allocate(&shrink, record->byte_capacity);
	normalise(&shrink, record, &shrink.best);
	take_spans(&shrink, record);
	if (record->verdict == GEN_FAIL && record->identity == identity)
		pass_all(&shrink);
	shrink_describe(&shrink, &shrink.best, &best);
	*length = parameters_write(&best, NULL, 0);
	*to = gen_memory(NULL, *length);
	parameters_write(&best, *to, *length);
	free(shrink.best.bytes);
	free(shrink.candidate.bytes);
	free(shrink.part);
	free(shrink.draw);
	free(shrink.tried);
	return shrink.runs;
}
