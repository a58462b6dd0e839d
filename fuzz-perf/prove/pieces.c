/* SPDX-License-Identifier: MIT
 * Finds different pieces that make each other more expensive.
 *
 * Copies of one word walk the same chain of a table each: that is linear. What
 * makes the chain longer are other words of the same bucket. So a base gets
 * COPIES copies of a part, and random variants of the part are put before them:
 * one that makes the counter rise by about COPIES more than a copy does has
 * made each of the copies more expensive, and is kept. No hash need be known. */
#include "config.h"

#include "fuzz-perf/prove/proof_steps.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/format/perf_map.h"
#include "lib/memory.h"

#include "fuzz-perf/prove/probe.h"
#include "fuzz-perf/prove/pump.h"
#include "lib/families/family.h"
#include "lib/random.h"

#define COPIES	      32
#define DEARER	      24 /* at least so much more: three quarters of them */
#define TRIAL_EDGES   2000000
#define PARTS	      4 /* of a base that are varied */
#define PART_BYTES    8
#define PIECE_BYTES   32
#define BASES	      3
#define BASE_BYTES    1024
#define ROOM	      (6 * PIECE_BYTES + (COPIES + 3) * PART_BYTES)
#define TRY_BATCHES   4 /* per template and place */
#define BATCH	      512
#define PRODUCT_TRIES 32
#define SECOND_COPIES 2 /* of the part, for each piece */
#define PILOTS	      6

/* PRE, WILD random bytes, POST. */
struct template
{
	struct bytes pre, post;
	size_t wild;
};

struct piece {
	uint8_t at[PIECE_BYTES];
	size_t length;
};

struct amplifier {
	struct probe *probe;
	const struct pieces_options *options;
	struct random random;
	struct pumps *pumps;
	/* What pieces are put into: HEAD, a piece, here, a piece, copies of
	 * PART, TAIL. So its neighbours are what they are in the family: the
	 * end of HEAD might be half of a word. */
	struct bytes head, part, tail;
	struct piece before, after;
	const struct bytes *base;
	uint64_t *plain;     /* values without a piece */
	uint64_t *copy;	     /* with one copy more */
	uint64_t *threshold; /* per key, what a piece must exceed */
	uint8_t piece[BATCH][PIECE_BYTES];
	size_t piece_length[BATCH];
	/* Of the current template: batches in which a key was exceeded. */
	uint8_t *hits;
	uint32_t last_batch; /* counts from 1 */
	uint32_t *seen_batch;
};

/* ---- inputs ---- */

static size_t pieces_build(const struct amplifier *amplifier,
	const uint8_t *piece, size_t piece_length, size_t copies, uint8_t *to)
{
	const struct bytes *part = &amplifier->part;
	uint8_t *at = to;

	memcpy(at, amplifier->head.at, amplifier->head.length);
	at += amplifier->head.length;
	memcpy(at, amplifier->before.at, amplifier->before.length);
	at += amplifier->before.length;
	if (piece_length)
		memcpy(at, piece, piece_length);
	at += piece_length;
	memcpy(at, amplifier->after.at, amplifier->after.length);
	at += amplifier->after.length;
	for (size_t i = 0; i < copies; i++, at += part->length)
		memcpy(at, part->at, part->length);
	memcpy(at, amplifier->tail.at, amplifier->tail.length);
	return (size_t)(at + amplifier->tail.length - to);
}

static uint8_t wild_byte(struct amplifier *amplifier)
{
	static const char common[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	const struct bytes *base = amplifier->base;

	switch (random_below(&amplifier->random, 8)) {
	case 0:
		return (uint8_t)random_next(&amplifier->random);
	case 1:
	case 2:
		return base->at[random_below(
			&amplifier->random, (uint32_t)base->length)];
	default:
		return (uint8_t)common[random_below(
			&amplifier->random, sizeof common - 1)];
	}
}

static size_t pieces_make_piece(struct amplifier *amplifier,
	const struct template *template, uint8_t *to)
{
	size_t length = template->pre.length;

	memcpy(to, template->pre.at, length);
	for (size_t i = 0; i < template->wild; i++)
		to[length++] = wild_byte(amplifier);
	memcpy(to + length, template->post.at, template->post.length);
	return length + template->post.length;
}

static unsigned pieces_batch_size(const struct amplifier *amplifier)
{
	unsigned slots = probe_slots(amplifier->probe);

	return slots < BATCH ? slots : BATCH;
}

static void fill_batch(struct amplifier *amplifier,
	const struct template *template, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		amplifier->piece_length[i] = pieces_make_piece(
			amplifier, template, amplifier->piece[i]);
		probe_set_length(amplifier->probe, i,
			pieces_build(amplifier, amplifier->piece[i],
				amplifier->piece_length[i], COPIES,
				probe_slot(amplifier->probe, i)));
	}
}

/* ---- is there a counter that different pieces raise? ---- */

/* Fills what must be exceeded by a piece of LENGTH bytes. */
static void set_thresholds(struct amplifier *amplifier, size_t length)
{
	struct probe *probe = amplifier->probe;

	for (uint32_t key = 0; key < probe->key_count; key++) {
		uint64_t plain = amplifier->plain[key];
		uint64_t copy = amplifier->copy[key];
		uint64_t gain = copy > plain ? copy - plain : 0;
		uint64_t least = 2 * gain *
				 (length > amplifier->part.length
						 ? length
						 : amplifier->part.length) /
				 amplifier->part.length;
		bool is_used = probe_is_cost(probe, key) &&
			       (!amplifier->options->wanted ||
				       amplifier->options->wanted[key]);
		amplifier->threshold[key] =
			is_used ? plain + (least > DEARER ? least : DEARER) - 1
				: PERF_NEVER;
	}
}

static void pieces_note_hit(
	void *context, unsigned slot, uint32_t key, uint64_t value)
{
	struct amplifier *amplifier = context;

	(void)slot;
	(void)value;
	if (amplifier->seen_batch[key] == amplifier->last_batch)
		return;
	amplifier->seen_batch[key] = amplifier->last_batch;
	if (amplifier->hits[key] < UINT8_MAX)
		amplifier->hits[key]++;
}

/* The edge that most batches raised; of equal ones the one that costs most,
 * as copies go. Returns false if there is none. */
static bool choose_key(const struct amplifier *amplifier, uint32_t *chosen)
{
	uint32_t best = 0;
	bool is_found = false;

	for (uint32_t key = 0; key < amplifier->probe->key_count; key++) {
		if (amplifier->hits[key] < 2)
			continue;
		if (!is_found || amplifier->hits[key] > amplifier->hits[best] ||
			(amplifier->hits[key] == amplifier->hits[best] &&
				amplifier->plain[key] > amplifier->plain[best]))
			best = key;
		is_found = true;
	}
	*chosen = best;
	return is_found;
}

static int look_for_key(struct amplifier *amplifier,
	const struct template *template, uint32_t *key, bool *is_found,
	struct error *err)
{
	unsigned count = pieces_batch_size(amplifier);

	memset(amplifier->hits, 0, amplifier->probe->key_count);
	set_thresholds(amplifier,
		template->pre.length + template->wild + template->post.length);
	for (int i = 0; i < TRY_BATCHES && !probe_is_over(amplifier->probe);
		i++) {
		amplifier->last_batch++;
		fill_batch(amplifier, template, count);
		if (probe_find_above(amplifier->probe, count,
			    amplifier->threshold, pieces_note_hit, amplifier,
			    err))
			return -1;
	}
	*is_found = choose_key(amplifier, key);
	return 0;
}

/* ---- harvesting ---- */

/* VALUE is what the counter said after each piece: pieces of one value differ
 * in nothing that matters. */
struct harvest {
	struct bytes *piece;
	uint64_t *value;
	size_t count, capacity, value_capacity;
};

static void harvest_release(struct harvest *harvest)
{
	for (size_t i = 0; i < harvest->count; i++)
		bytes_release(&harvest->piece[i]);
	free(harvest->piece);
	free(harvest->value);
	*harvest = (struct harvest){0};
}

static void harvest_add(struct harvest *harvest, const uint8_t *at,
	size_t length, uint64_t value)
{
	struct bytes piece = {(uint8_t *)at, length};

	for (size_t i = 0; i < harvest->count; i++)
		if (bytes_are_equal(&harvest->piece[i], &piece))
			return;
	harvest->piece = memory_grow(harvest->piece, &harvest->capacity,
		harvest->count + 1, sizeof *harvest->piece);
	harvest->value = memory_grow(harvest->value, &harvest->value_capacity,
		harvest->count + 1, sizeof *harvest->value);
	harvest->value[harvest->count] = value;
	harvest->piece[harvest->count++] = bytes_dup(at, length);
}

/* The most frequent value, and how often it occurs. */
static uint64_t common_value(const struct harvest *harvest, size_t *times)
{
	uint64_t best = 0;

	*times = 0;
	for (size_t i = 0; i < harvest->count; i++) {
		size_t same = 0;
		for (size_t j = i; j < harvest->count; j++)
			same += harvest->value[j] == harvest->value[i];
		if (same > *times) {
			*times = same;
			best = harvest->value[i];
		}
	}
	return best;
}

static void keep_common(struct harvest *harvest)
{
	size_t kept = 0, times;
	uint64_t value = common_value(harvest, &times);

	for (size_t i = 0; i < harvest->count; i++)
		if (harvest->value[i] == value) {
			harvest->value[kept] = value;
			harvest->piece[kept++] = harvest->piece[i];
		} else {
			bytes_release(&harvest->piece[i]);
		}
	harvest->count = kept;
}

/* How much is done for a template, and how many pieces are enough. */
struct effort {
	size_t tries, pieces;
};

static int pieces_gather(struct amplifier *amplifier,
	const struct template *template, uint32_t key,
	const struct effort *effort, struct harvest *harvest, struct error *err)
{
	unsigned count = pieces_batch_size(amplifier);
	uint64_t value[BATCH];
	size_t common = 0;

	set_thresholds(amplifier,
		template->pre.length + template->wild + template->post.length);
	for (size_t done = 0; done < effort->tries && common < effort->pieces &&
			      !probe_is_over(amplifier->probe);
		done += count) {
		fill_batch(amplifier, template, count);
		if (probe_run_slots(amplifier->probe, count, key, value, err))
			return -1;
		for (unsigned i = 0;
			i < count && harvest->count < 4 * effort->pieces; i++)
			if (value[i] != UINT64_MAX &&
				value[i] > amplifier->threshold[key])
				harvest_add(harvest, amplifier->piece[i],
					amplifier->piece_length[i], value[i]);
		if (harvest->count >= effort->pieces)
			common_value(harvest, &common);
		if (harvest->count >= 4 * effort->pieces)
			break;
	}
	keep_common(harvest);
	return 0;
}

/* Do two pieces in a row count as a third one, after both of them? Then there
 * is not an end to pieces. */
static int try_products(struct amplifier *amplifier,
	const struct harvest *harvest, uint32_t key, bool *is_product,
	struct error *err)
{
	uint64_t value[2 * PRODUCT_TRIES];
	uint32_t count = (uint32_t)harvest->count;
	uint8_t text[4 * PIECE_BYTES];
	unsigned kept = 0;

	*is_product = false;
	if (probe_slots(amplifier->probe) < 2 * PRODUCT_TRIES || count < 4)
		return 0;
	for (unsigned i = 0; i < 2 * PRODUCT_TRIES; i += 2) {
		const struct bytes *a = &harvest->piece[random_below(
			&amplifier->random, count)];
		const struct bytes *b = &harvest->piece[random_below(
			&amplifier->random, count)];
		size_t length = a->length + b->length;
		memcpy(text, a->at, a->length);
		memcpy(text + a->length, b->at, b->length);
		memcpy(text + length, a->at, a->length);
		memcpy(text + length + a->length, b->at, b->length);
		/* b a, and then a b as well: the pair itself comes last. */
		for (unsigned j = 0; j < 2; j++)
			probe_set_length(amplifier->probe, i + j,
				pieces_build(amplifier,
					j ? text : text + a->length,
					j ? 2 * length : length, COPIES,
					probe_slot(amplifier->probe, i + j)));
	}
	if (probe_run_slots(
		    amplifier->probe, 2 * PRODUCT_TRIES, key, value, err))
		return -1;
	for (unsigned i = 0; i < 2 * PRODUCT_TRIES; i += 2)
		kept += value[i] != UINT64_MAX && value[i + 1] != UINT64_MAX &&
			value[i + 1] >= value[i] + DEARER;
	*is_product = kept * 10 >= PRODUCT_TRIES * 9;
	return 0;
}

static int pieces_add_family(struct amplifier *amplifier,
	struct harvest *harvest, bool is_product, struct error *err)
{
	const struct family borrowed = {.kind = FAMILY_PIECES,
		.prefix = amplifier->head,
		.second = amplifier->part,
		.suffix = amplifier->tail,
		.piece = harvest->piece,
		.piece_count = harvest->count,
		.is_product = is_product,
		.copies = SECOND_COPIES};
	struct family family = family_dup(&borrowed);

	if (pump_add(amplifier->pumps, amplifier->probe, &family,
		    amplifier->options->wanted, err))
		return -1;
	probe_set_edge_limit(amplifier->probe, TRIAL_EDGES);
	return 0;
}

/* Few pieces first; as many as there are if they make growth steep. */
static int try_key(struct amplifier *amplifier, const struct template *template,
	uint32_t key, bool *is_steep, struct error *err)
{
	static const struct effort pilot = {40000, 40}, full = {600000, 320};
	struct harvest harvest = {0};
	size_t before = amplifier->pumps->count;
	bool is_product = false;
	int result =
		pieces_gather(amplifier, template, key, &pilot, &harvest, err);

	*is_steep = false;
	if (!result && harvest.count >= 8)
		result = pieces_add_family(amplifier, &harvest, false, err);
	if (!result && amplifier->pumps->count > before)
		*is_steep = amplifier->pumps->pump[before].degree > 1.25;
	if (!result && *is_steep) {
		while (amplifier->pumps->count > before)
			family_release(
				&amplifier->pumps
					 ->pump[--amplifier->pumps->count]
					 .family);
		result = pieces_gather(
			amplifier, template, key, &full, &harvest, err);
		if (!result)
			result = try_products(
				amplifier, &harvest, key, &is_product, err);
		if (!result)
			result = pieces_add_family(
				amplifier, &harvest, is_product, err);
	}
	harvest_release(&harvest);
	return result;
}

/* ---- parts, templates, places ---- */

/* Values without a piece, and with one copy more. */
static int measure_plain(
	struct amplifier *amplifier, bool *is_run, struct error *err)
{
	struct probe *probe = amplifier->probe;
	size_t most = amplifier->head.length + amplifier->tail.length +
		      2 * PIECE_BYTES + (COPIES + 1) * amplifier->part.length;
	uint8_t *bytes = memory_alloc(most + 1);
	enum probe_end end = PROBE_DIED;
	size_t length = pieces_build(amplifier, NULL, 0, COPIES, bytes);
	int result =
		probe_run(probe, bytes, length, amplifier->plain, &end, err);

	*is_run = end == PROBE_RAN;
	if (!result && *is_run) {
		length = pieces_build(amplifier, NULL, 0, COPIES + 1, bytes);
		result = probe_run(
			probe, bytes, length, amplifier->copy, &end, err);
		*is_run = end == PROBE_RAN;
	}
	free(bytes);
	return result;
}

static int try_template(struct amplifier *amplifier,
	const struct template *template, unsigned *steep, struct error *err)
{
	bool is_found, is_run, is_steep;
	uint32_t key;

	if (template->pre.length + template->wild + template->post.length >
			PIECE_BYTES ||
		probe_is_over(amplifier->probe) || *steep >= PILOTS)
		return 0;
	amplifier->before.length =
		pieces_make_piece(amplifier, template, amplifier->before.at);
	amplifier->after.length =
		pieces_make_piece(amplifier, template, amplifier->after.at);
	if (measure_plain(amplifier, &is_run, err))
		return -1;
	if (!is_run)
		return 0;
	if (look_for_key(amplifier, template, &key, &is_found, err))
		return -1;
	if (!is_found)
		return 0;
	if (try_key(amplifier, template, key, &is_steep, err))
		return -1;
	*steep += is_steep;
	return 0;
}

static int try_templates(
	struct amplifier *amplifier, unsigned *steep, struct error *err)
{
	static const size_t wild[] = {3, 4, 2, 6};
	const struct bytes *part = &amplifier->part;
	struct template template;

	for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++)
		for (size_t pre = 0; pre < 2; pre++)
			for (size_t post = !pre; post < 2; post++) {
				if (pre + post > part->length)
					continue;
				template.pre = (struct bytes){part->at, pre};
				template.post = (struct bytes){
					part->at + part->length - post, post};
				template.wild = wild[i];
				if (try_template(
					    amplifier, &template, steep, err))
					return -1;
			}
	/* A longer part may need most of itself. */
	for (size_t at = 1; at + 1 < part->length; at++) {
		template.pre = (struct bytes){part->at, at};
		template.post = (struct bytes){
			part->at + at + 1, part->length - at - 1};
		template.wild = 2;
		if (try_template(amplifier, &template, steep, err))
			return -1;
	}
	return 0;
}

static int pieces_try_place(struct amplifier *amplifier, size_t first,
	size_t end, bool is_after_one, unsigned *steep, struct error *err)
{
	const struct bytes *base = amplifier->base;
	int result;

	/* The first copy may be half of a word with what is before it. */
	struct family once = family_pump(base, first, end);
	amplifier->head = bytes_part(base, 0, first);
	if (is_after_one) {
		bytes_release(&once.suffix);
		bytes_release(&amplifier->head);
		amplifier->head.length = family_length(&once, 2);
		amplifier->head.at = memory_alloc(amplifier->head.length + 1);
		family_build(&once, 2, amplifier->head.at);
	}
	family_release(&once);
	amplifier->part = bytes_part(base, first, end);
	amplifier->tail = bytes_part(base, end, base->length);
	result = try_templates(amplifier, steep, err);
	bytes_release(&amplifier->head);
	bytes_release(&amplifier->part);
	bytes_release(&amplifier->tail);
	return result;
}

/* ---- which parts of a base ---- */

struct pieces_candidate {
	size_t first, end;
	size_t raised; /* counters that a copy raises */
};

/* The part whose copy raises more different counters is more of a whole: a
 * word with what ends it, not only a letter. */
static int pieces_compare_candidates(const void *left, const void *right)
{
	const struct pieces_candidate *a = left, *b = right;

	if (a->raised != b->raised)
		return a->raised < b->raised ? 1 : -1;
	if (a->end - a->first != b->end - b->first)
		return a->end - a->first < b->end - b->first ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

static size_t count_raised(const struct amplifier *amplifier)
{
	const bool *wanted = amplifier->options->wanted;
	size_t count = 0;

	for (uint32_t key = 0; key < amplifier->probe->key_count; key++)
		count += probe_is_cost(amplifier->probe, key) &&
			 (!wanted || wanted[key]) &&
			 amplifier->copy[key] > amplifier->plain[key];
	return count;
}

static int rate_parts(struct amplifier *amplifier,
	struct pieces_candidate *candidate, size_t *count, size_t most,
	struct error *err)
{
	const struct bytes *base = amplifier->base;
	size_t length = base->length < 96 ? base->length : 96;
	uint8_t *bytes = memory_alloc(base->length + PART_BYTES + 1);
	enum probe_end end;
	int result = probe_run(amplifier->probe, base->at, base->length,
		amplifier->plain, &end, err);

	*count = 0;
	for (size_t size = 2; !result && end == PROBE_RAN && size <= PART_BYTES;
		size++)
		for (size_t at = 0;
			!result && at + size <= length && *count < most &&
			!probe_is_over(amplifier->probe);
			at++) {
			struct family family = family_pump(base, at, at + size);
			enum probe_end run_end;
			family_build(&family, 2, bytes);
			result = probe_run(amplifier->probe, bytes,
				family_length(&family, 2), amplifier->copy,
				&run_end, err);
			family_release(&family);
			if (!result && run_end == PROBE_RAN)
				candidate[(*count)++] =
					(struct pieces_candidate){at, at + size,
						count_raised(amplifier)};
		}
	free(bytes);
	return result;
}

static bool pieces_is_repeated(const struct bytes *base,
	const struct pieces_candidate *candidate, size_t index)
{
	const struct pieces_candidate *own = &candidate[index];
	size_t length = own->end - own->first;

	for (size_t i = 0; i < index; i++)
		if (candidate[i].end - candidate[i].first == length &&
			!memcmp(base->at + candidate[i].first,
				base->at + own->first, length))
			return true;
	return false;
}

static int pieces_try_base(
	struct amplifier *amplifier, unsigned *steep, struct error *err)
{
	const struct bytes *base = amplifier->base;
	size_t most = PART_BYTES * 96, count, used = 0;
	struct pieces_candidate *candidate =
		memory_alloc_zero(most, sizeof *candidate);
	int result = rate_parts(amplifier, candidate, &count, most, err);

	qsort(candidate, count, sizeof *candidate, pieces_compare_candidates);
	for (size_t i = 0; !result && i < count && used < PARTS; i++) {
		if (!candidate[i].raised ||
			pieces_is_repeated(base, candidate, i))
			continue;
		used++;
		for (int after = 1; !result && after >= 0; after--)
			result = pieces_try_place(amplifier, candidate[i].first,
				candidate[i].end, after, steep, err);
	}
	free(candidate);
	return result;
}

int pieces_find(struct pumps *pumps, struct probe *probe,
	const struct bytes *base, size_t count,
	const struct pieces_options *options, struct error *err)
{
	struct amplifier *amplifier = memory_alloc_zero(1, sizeof *amplifier);
	size_t values = probe->values;
	unsigned steep = 0;
	int result = 0;

	amplifier->probe = probe;
	amplifier->options = options;
	amplifier->pumps = pumps;
	random_init(&amplifier->random, options->seed ^ 0x9e3779b97f4a7c15ull);
	amplifier->plain = memory_alloc_zero(values, sizeof(uint64_t));
	amplifier->copy = memory_alloc_zero(values, sizeof(uint64_t));
	amplifier->threshold = memory_alloc_zero(values, sizeof(uint64_t));
	amplifier->hits = memory_alloc_zero(values, 1);
	amplifier->seen_batch = memory_alloc_zero(values, sizeof(uint32_t));
	probe_set_edge_limit(probe, TRIAL_EDGES);
	for (size_t i = 0; !result && i < count && i < BASES && !steep &&
			   !probe_is_over(probe);
		i++) {
		amplifier->base = &base[i];
		if (base[i].length >= 2 && base[i].length <= BASE_BYTES &&
			base[i].length + ROOM <= probe->map->longest_input)
			result = pieces_try_base(amplifier, &steep, err);
	}
	free(amplifier->plain);
	free(amplifier->copy);
	free(amplifier->threshold);
	free(amplifier->hits);
	free(amplifier->seen_batch);
	free(amplifier);
	return result;
}
