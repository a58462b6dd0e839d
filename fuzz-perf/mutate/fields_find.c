/* SPDX-License-Identifier: MIT
 * Finds lengths and checksums in an input by their values. */
#include "config.h"

#include "fuzz-perf/mutate/fields.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "lib/memory.h"

#include "fuzz-perf/mutate/mutate_bytes.h"

#define LENGTH_MAX (1 << 14) /* of inputs that are looked at */
#define SUMS_MAX   1024	     /* the same, for sums of all ranges */
#define FIRST_MAX  64	     /* where the first length of a chain is, at most */
#define OVERHEAD_MAX                                                           \
	20 /* bytes from one length's end to the next, besides what it counts */
#define HEADER_MAX 4	/* bytes of a record before its length */
#define CHAIN_MIN  6	/* bytes of all lengths in a chain that are not 0 */
#define LINKS_MAX  1024 /* of a chain */
#define RANGE_MIN  4	/* bytes that a checksum is of */
#define PLAIN_MIN  8	/* a length of all that follows is larger */

/* Lengths of BYTES bytes, the first at START, the next after what one counts and EXTRA
 * more. */
struct length_chain {
	unsigned bytes;
	bool is_big;
	size_t start, extra;
	size_t header; /* bytes of a record before its length */
	size_t end;    /* where the length after the last one would be */
	unsigned links, counted;
	bool is_complete; /* it ends with the input */
};

struct fields_finder {
	const uint8_t *bytes;
	size_t length;
	struct fields *fields;
};

static void add_field(struct fields_finder *finder, enum field_kind kind,
	size_t at, unsigned bytes, bool is_big, size_t start, size_t end)
{
	struct fields *fields = finder->fields;

	if (fields->count < FIELDS_MAX)
		fields->field[fields->count++] =
			(struct field){kind, bytes, is_big, at, start, end};
}

/* ---- lengths ---- */

/* The place after a length at AT and what it counts; 0: none. */
static size_t next_link(const struct fields_finder *finder,
	const struct length_chain *chain, size_t at)
{
	if (at + chain->bytes > finder->length)
		return 0;
	uint64_t value = mutate_get_number(
		finder->bytes + at, chain->bytes, chain->is_big);
	if (value > finder->length - at)
		return 0;
	size_t next = at + (size_t)value + chain->extra;
	return next >= at + chain->bytes && next <= finder->length + HEADER_MAX
		       ? next
		       : 0;
}

/* Follows the chain to its end. Two empty ones in turn are not records. */
static void follow_chain(
	const struct fields_finder *finder, struct length_chain *chain)
{
	bool was_empty = false;
	size_t at = chain->start, next;

	while (chain->links < LINKS_MAX &&
		(next = next_link(finder, chain, at)) != 0) {
		bool is_empty = next == at + chain->extra;
		if (is_empty && was_empty)
			break;
		was_empty = is_empty;
		chain->links++;
		chain->counted += !is_empty;
		at = next;
	}
	chain->end = at;
	chain->is_complete = at >= finder->length;
	chain->header = chain->is_complete ? at - finder->length : 0;
}

/* Whether all records begin with the same byte, two before their lengths: such chains need
 * not end with the input. */
static bool has_mark(
	const struct fields_finder *finder, const struct length_chain *chain)
{
	size_t at = chain->start;

	if (at < 2 || !finder->bytes[at - 2])
		return false;
	for (unsigned i = 0; i < chain->links; i++) {
		if (finder->bytes[at - 2] != finder->bytes[chain->start - 2])
			return false;
		at = next_link(finder, chain, at);
	}
	return true;
}

static unsigned rate_chain(
	const struct fields_finder *finder, struct length_chain *chain)
{
	unsigned rate = chain->counted * chain->bytes;

	if (chain->counted < 2 || rate < CHAIN_MIN ||
		chain->start < chain->header)
		return 0;
	if (chain->is_complete)
		return 2 * rate;
	if (chain->bytes < 2 || chain->counted < 3 || !has_mark(finder, chain))
		return 0;
	chain->header = 2;
	return rate;
}

static struct length_chain find_lengths(const struct fields_finder *finder)
{
	struct length_chain best = {0};
	unsigned best_rate = 0;

	for (unsigned form = 0; form < 6; form++)
		for (size_t start = 0; start < FIRST_MAX; start++)
			for (size_t extra = 0; extra <= OVERHEAD_MAX; extra++) {
				struct length_chain chain = {
					.bytes = 1u << form / 2,
					.is_big = form % 2,
					.start = start,
					.extra = extra};
				follow_chain(finder, &chain);
				unsigned rate = rate_chain(finder, &chain);
				if (rate <= best_rate)
					continue;
				best_rate = rate;
				best = chain;
			}
	return best;
}

/* The last record takes what follows the chain. */
static void add_records(
	struct fields_finder *finder, const struct length_chain *chain)
{
	struct fields *fields = finder->fields;
	size_t at = chain->start;

	for (unsigned i = 0; i < chain->links; i++) {
		size_t next = next_link(finder, chain, at);
		size_t end = next < finder->length ? next : finder->length;
		uint64_t value = mutate_get_number(
			finder->bytes + at, chain->bytes, chain->is_big);
		add_field(finder, FIELD_LENGTH, at, chain->bytes, chain->is_big,
			end - (size_t)value, end);
		if (fields->records < RECORDS_MAX)
			fields->record[fields->records++] = at - chain->header;
		at = next;
	}
	fields->record[fields->records] = finder->length;
}

/* Lengths of all that follows, or of the whole input. */
static void add_plain_lengths(struct fields_finder *finder)
{
	size_t places = finder->length < FIRST_MAX ? finder->length : FIRST_MAX;

	for (size_t at = 0; at < places; at++)
		for (unsigned form = 2; form < 6; form++) {
			unsigned bytes = 1u << form / 2;
			if (at + bytes + PLAIN_MIN > finder->length)
				continue;
			size_t value = (size_t)mutate_get_number(
				finder->bytes + at, bytes, form % 2);
			if (value == finder->length ||
				value == finder->length - at - bytes)
				add_field(finder, FIELD_LENGTH, at, bytes,
					form % 2, finder->length - value,
					finder->length);
		}
}

/* ---- checksums ---- */

/* For each place, the CRC of what is before it, carried on to the input's end. Two of them
 * differ by the CRC of the range between, so one look-up finds where a range starts. */
struct carried {
	uint32_t *value; /* of places 0 to LENGTH */
	uint32_t *power; /* operator of zlib from there to the end */
	uint32_t *slot;	 /* of a hash table: place + 1 */
	uint32_t mask;
};

static void open_carried(
	struct carried *carried, const struct fields_finder *finder)
{
	size_t places = finder->length + 1, slots = 1;
	uint32_t step = (uint32_t)crc32_combine_gen(1), crc = 0;

	while (slots < 2 * places)
		slots *= 2;
	carried->mask = (uint32_t)slots - 1;
	carried->value = memory_alloc(places * sizeof *carried->value);
	carried->power = memory_alloc(places * sizeof *carried->power);
	carried->slot = memory_alloc_zero(slots, sizeof *carried->slot);
	carried->power[finder->length] = (uint32_t)crc32_combine_gen(0);
	for (size_t at = finder->length; at > 0; at--)
		carried->power[at - 1] =
			(uint32_t)crc32_combine_op(carried->power[at], 0, step);
	for (size_t at = 0; at < places; at++) {
		carried->value[at] =
			(uint32_t)crc32_combine_op(crc, 0, carried->power[at]);
		if (at < finder->length)
			crc = (uint32_t)crc32(crc, finder->bytes + at, 1);
		uint32_t slot = carried->value[at] & carried->mask;
		while (carried->slot[slot])
			slot = (slot + 1) & carried->mask;
		carried->slot[slot] = (uint32_t)at + 1;
	}
}

static void close_carried(struct carried *carried)
{
	free(carried->value);
	free(carried->power);
	free(carried->slot);
}

/* A place up to MOST whose carried CRC is VALUE; SIZE_MAX: none. */
static size_t find_carried(const struct carried *carried, uint32_t value,
	size_t least, size_t most)
{
	uint32_t slot = value & carried->mask;

	for (; carried->slot[slot]; slot = (slot + 1) & carried->mask) {
		size_t at = carried->slot[slot] - 1;
		if (carried->value[at] == value && at >= least && at <= most)
			return at;
	}
	return SIZE_MAX;
}

/* CRCs after the bytes that they are of, or before all that follows. */
static void add_crcs(struct fields_finder *finder)
{
	struct carried carried;
	size_t length = finder->length, start;

	open_carried(&carried, finder);
	for (size_t at = 0; at + 4 <= length; at++)
		for (unsigned big = 0; big < 2; big++) {
			uint32_t value = (uint32_t)mutate_get_number(
				finder->bytes + at, 4, big);
			uint32_t wanted = (uint32_t)crc32_combine_op(
				value, carried.value[at], carried.power[at]);
			start = at < RANGE_MIN ? SIZE_MAX
					       : find_carried(&carried, wanted,
							 0, at - RANGE_MIN);
			if (start != SIZE_MAX) {
				add_field(finder, FIELD_CRC32, at, 4, big,
					start, at);
				continue;
			}
			if (at + 4 + RANGE_MIN > length)
				continue;
			start = find_carried(&carried,
				value ^ carried.value[length], at + 4,
				length - RANGE_MIN);
			if (start != SIZE_MAX)
				add_field(finder, FIELD_CRC32, at, 4, big,
					start, length);
		}
	close_carried(&carried);
}

/* Adler32 of bytes before it. The lower half says where they may start. */
static void add_adlers(struct fields_finder *finder)
{
	if (finder->length > SUMS_MAX)
		return;
	for (size_t at = RANGE_MIN; at + 4 <= finder->length; at++)
		for (unsigned big = 0; big < 2; big++) {
			uint32_t value = (uint32_t)mutate_get_number(
				finder->bytes + at, 4, big);
			uint32_t sum = 1;
			for (size_t start = at; start > 0 && value >> 16;
				start--) {
				sum += finder->bytes[start - 1];
				if (sum != (value & 0xffff) ||
					at - start + 1 < RANGE_MIN ||
					adler32(1, finder->bytes + start - 1,
						(uInt)(at - start + 1)) !=
						value)
					continue;
				add_field(finder, FIELD_ADLER32, at, 4, big,
					start - 1, at);
				break;
			}
		}
}

/* Sums of bytes, at the very end, of what begins where a record or the input does. They
 * are short, so that other places would have them by chance. */
static void add_sums(struct fields_finder *finder)
{
	const struct fields *fields = finder->fields;

	for (unsigned form = 0; form < 6; form++) {
		unsigned bytes = 1u << form / 2;
		if (finder->length < bytes + RANGE_MIN)
			continue;
		size_t at = finder->length - bytes;
		uint64_t value =
			mutate_get_number(finder->bytes + at, bytes, form % 2);
		uint64_t sum = 0;
		for (size_t i = 0; i < at; i++)
			sum += finder->bytes[i];
		for (unsigned i = 0; i <= fields->records; i++) {
			size_t start = i ? fields->record[i - 1] : 0;
			uint64_t part = sum;
			for (size_t k = 0; k < start && k < at; k++)
				part -= finder->bytes[k];
			if (start + RANGE_MIN > at || !part ||
				(part & ((1ull << 8 * bytes) - 1)) != value)
				continue;
			add_field(finder, FIELD_SUM, at, bytes, form % 2, start,
				at);
			break;
		}
	}
}

/* Checksums of less are inside those of more. */
static int compare_ranges(const void *left, const void *right)
{
	const struct field *a = left, *b = right;
	size_t length = a->end - a->start, other = b->end - b->start;

	return length < other ? -1 : length > other;
}

struct fields *fields_find(const uint8_t *bytes, size_t length)
{
	struct fields_finder finder = {bytes, length, NULL};

	if (length < RANGE_MIN || length > LENGTH_MAX)
		return NULL;
	finder.fields = memory_alloc_zero(1, sizeof *finder.fields);
	struct length_chain chain = find_lengths(&finder);
	if (chain.links)
		add_records(&finder, &chain);
	add_plain_lengths(&finder);
	unsigned lengths = finder.fields->count;
	add_crcs(&finder);
	add_adlers(&finder);
	add_sums(&finder);
	if (!finder.fields->count) {
		free(finder.fields);
		return NULL;
	}
	qsort(finder.fields->field + lengths, finder.fields->count - lengths,
		sizeof(struct field), compare_ranges);
	return finder.fields;
}
