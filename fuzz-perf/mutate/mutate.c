/* SPDX-License-Identifier: MIT
 * The havoc table: what every fuzzer does to bytes, and what makes programs
 * work longer: repeating, copying, swapping, ordering, growing. */
#include "config.h"

#include "fuzz-perf/mutate/mutate.h"

#include <string.h>

#include "fuzz-perf/mutate/dictionary.h"
#include "fuzz-perf/mutate/fields.h"
#include "fuzz-perf/mutate/influence.h"
#include "fuzz-perf/mutate/mutate_bytes.h"
#include "fuzz-perf/mutate/mutate_heads.h"
#include "fuzz-perf/mutate/mutate_spans.h"
#include "fuzz-perf/mutate/mutate_words.h"
#include "fuzz-perf/mutate/operands.h"
#include "fuzz-perf/mutate/recode.h"
#include "lib/blocks.h"

#define HEAD_BYTES  64
#define TEXT_STEPS  4
#define SWAPPED_MAX 64 /* bytes of each of two blocks that change places */

static uint32_t mutate_below(struct mutation *mutation, size_t limit)
{
	return random_below(mutation->random, (uint32_t)limit);
}

/* Short lengths are most useful, long ones happen. 1 .. LIMIT. */
static size_t pick_length(struct mutation *mutation, size_t limit)
{
	if (limit <= 1)
		return limit;
	switch (mutate_below(mutation, 4)) {
	case 0:
		return 1 + mutate_below(mutation, limit);
	case 1:
		return 1 + mutate_below(mutation, limit < 32 ? limit : 32);
	default:
		return 1 + mutate_below(mutation, limit < 8 ? limit : 8);
	}
}

/* Makes room for SIZE bytes at AT, as far as the limit allows: what is pushed
 * over it is lost. Returns how many bytes there are to write. */
static size_t open_gap(struct mutation *mutation, size_t at, size_t size)
{
	if (size > mutation->limit - at)
		size = mutation->limit - at;
	size_t tail = mutation->length - at;
	if (tail > mutation->limit - at - size)
		tail = mutation->limit - at - size;
	memmove(mutation->bytes + at + size, mutation->bytes + at, tail);
	mutation->length = at + size + tail;
	return size;
}

/* ---- bytes and numbers ---- */

static bool mutate_flip_bit(struct mutation *mutation)
{
	if (!mutation->length)
		return false;
	mutation->bytes[mutate_below(mutation, mutation->length)] ^=
		(uint8_t)(1 << mutate_below(mutation, 8));
	return true;
}

static bool set_byte(struct mutation *mutation)
{
	if (!mutation->length)
		return false;
	mutation->bytes[mutate_below(mutation, mutation->length)] =
		(uint8_t)mutate_below(mutation, 256);
	return true;
}

static bool add_to_byte(struct mutation *mutation)
{
	if (!mutation->length)
		return false;
	int amount = 1 + (int)mutate_below(
				 mutation, mutate_below(mutation, 2) ? 4 : 35);
	uint8_t *at =
		&mutation->bytes[mutate_below(mutation, mutation->length)];
	*at = (uint8_t)(*at + (mutate_below(mutation, 2) ? amount : -amount));
	return true;
}

static bool add_to_number(struct mutation *mutation)
{
	unsigned bytes = 2u << mutate_below(mutation, 3);

	if (mutation->length < bytes)
		return false;
	uint8_t *at = &mutation->bytes[mutate_below(
		mutation, mutation->length - bytes + 1)];
	bool is_big = mutate_below(mutation, 2);
	uint64_t amount = 1 + mutate_below(mutation, 64);
	uint64_t value = mutate_get_number(at, bytes, is_big);
	mutate_put_number(at,
		mutate_below(mutation, 2) ? value + amount : value - amount,
		bytes, is_big);
	return true;
}

static bool set_interesting(struct mutation *mutation)
{
	static const uint64_t numbers[] = {0, 1, 2, 4, 8, 16, 31, 32, 33, 63,
		64, 65, 99, 100, 127, 128, 129, 255, 256, 257, 511, 512, 1000,
		1023, 1024, 1025, 4095, 4096, 10000, 32767, 32768, 65535, 65536,
		100000, 1000000, 0x7fffffff, 0x80000000, 0xffffffff,
		UINT64_MAX};
	unsigned bytes = 1u << mutate_below(mutation, 4);

	if (mutation->length < bytes)
		return false;
	mutate_put_number(&mutation->bytes[mutate_below(
				  mutation, mutation->length - bytes + 1)],
		numbers[mutate_below(
			mutation, sizeof numbers / sizeof numbers[0])],
		bytes, mutate_below(mutation, 2));
	return true;
}

static bool scale_number(struct mutation *mutation)
{
	unsigned bytes = 1u << mutate_below(mutation, 3);

	if (mutation->length < bytes)
		return false;
	uint8_t *at = &mutation->bytes[mutate_below(
		mutation, mutation->length - bytes + 1)];
	bool is_big = mutate_below(mutation, 2);
	uint64_t value = mutate_get_number(at, bytes, is_big);
	mutate_put_number(at,
		mutate_below(mutation, 3)
			? value << 1 | mutate_below(mutation, 2)
			: value >> 1,
		bytes, is_big);
	return true;
}

static bool change_decimal(struct mutation *mutation)
{
	size_t length = mutation->length;

	if (!length)
		return false;
	size_t start = mutate_below(mutation, length);
	for (size_t i = 0; i < length; i++) {
		uint8_t *at = &mutation->bytes[(start + i) % length];
		if (*at < '0' || *at > '9')
			continue;
		*at = (uint8_t)('0' + mutate_below(mutation, 10));
		return true;
	}
	return false;
}

static bool fill_block(struct mutation *mutation)
{
	if (!mutation->length)
		return false;
	size_t size = pick_length(mutation, mutation->length);
	size_t at = mutate_below(mutation, mutation->length - size + 1);
	uint8_t value = mutate_below(mutation, 2)
				? (uint8_t)mutate_below(mutation, 256)
				: mutation->bytes[mutate_below(
					  mutation, mutation->length)];
	memset(mutation->bytes + at, value, size);
	return true;
}

static bool insert_bytes(struct mutation *mutation)
{
	size_t at = mutate_below(mutation, mutation->length + 1);
	size_t size =
		open_gap(mutation, at, pick_length(mutation, mutation->limit));
	bool is_random = mutate_below(mutation, 2);
	uint8_t value = (uint8_t)mutate_below(mutation, 256);

	for (size_t i = 0; i < size; i++)
		mutation->bytes[at + i] =
			is_random ? (uint8_t)mutate_below(mutation, 256)
				  : value;
	return size > 0;
}

static bool delete_block(struct mutation *mutation)
{
	if (mutation->length < 2)
		return false;
	size_t size = pick_length(mutation, mutation->length - 1);
	size_t at = mutate_below(mutation, mutation->length - size + 1);
	memmove(mutation->bytes + at, mutation->bytes + at + size,
		mutation->length - at - size);
	mutation->length -= size;
	return true;
}

/* ---- structure ---- */

static bool swap_bytes(struct mutation *mutation)
{
	if (mutation->length < 2)
		return false;
	uint8_t *a = &mutation->bytes[mutate_below(mutation, mutation->length)];
	uint8_t *b = &mutation->bytes[mutate_below(mutation, mutation->length)];
	uint8_t kept = *a;
	*a = *b;
	*b = kept;
	return true;
}

/* A neighbour's value, or one next to it: makes runs and slopes. */
static bool follow_neighbour(struct mutation *mutation)
{
	if (mutation->length < 2)
		return false;
	size_t at = mutate_below(mutation, mutation->length - 1);
	bool is_left = mutate_below(mutation, 2);
	int step = (int)mutate_below(mutation, 3) - 1;
	uint8_t *bytes = mutation->bytes;
	if (is_left)
		bytes[at] = (uint8_t)(bytes[at + 1] + step);
	else
		bytes[at + 1] = (uint8_t)(bytes[at] + step);
	return true;
}

static bool move_byte(struct mutation *mutation)
{
	if (mutation->length < 2)
		return false;
	size_t from = mutate_below(mutation, mutation->length);
	size_t to = mutate_below(mutation, mutation->length);
	uint8_t *bytes = mutation->bytes;
	uint8_t kept = bytes[from];
	if (from < to)
		memmove(bytes + from, bytes + from + 1, to - from);
	else
		memmove(bytes + to + 1, bytes + to, from - to);
	bytes[to] = kept;
	return from != to;
}

static bool copy_block(struct mutation *mutation)
{
	if (mutation->length < 2)
		return false;
	size_t size = pick_length(mutation, mutation->length - 1);
	size_t from = mutate_below(mutation, mutation->length - size + 1);
	size_t to = mutate_below(mutation, mutation->length - size + 1);
	memmove(mutation->bytes + to, mutation->bytes + from, size);
	return from != to;
}

/* A stretch of the input again, somewhere else; at the limit what is at the end
 * has to go. */
static bool insert_copy(struct mutation *mutation)
{
	uint8_t kept[64];

	if (!mutation->length)
		return false;
	size_t size = pick_length(mutation, mutation->length);
	if (size > sizeof kept)
		size = sizeof kept;
	memcpy(kept,
		mutation->bytes +
			mutate_below(mutation, mutation->length - size + 1),
		size);
	size_t at = mutate_below(mutation, mutation->length + 1);
	size = open_gap(mutation, at, size);
	memcpy(mutation->bytes + at, kept, size);
	return size > 0;
}

static bool swap_blocks(struct mutation *mutation)
{
	if (mutation->length < 4)
		return false;
	size_t size = pick_length(mutation, mutation->length / 2);
	if (size > SWAPPED_MAX)
		size = SWAPPED_MAX;
	size_t a = mutate_below(mutation, mutation->length - 2 * size + 1);
	size_t b = a + size +
		   mutate_below(mutation, mutation->length - a - 2 * size + 1);
	blocks_swap(mutation->bytes + a, size, b - a - size, size);
	return true;
}

static bool move_block(struct mutation *mutation)
{
	if (mutation->length < 3)
		return false;
	size_t first = pick_length(mutation, mutation->length - 1);
	size_t at = mutate_below(mutation, mutation->length - first);
	size_t second =
		1 + mutate_below(mutation, mutation->length - at - first);
	blocks_swap(mutation->bytes + at, first, 0, second);
	return true;
}

static bool reverse_block(struct mutation *mutation)
{
	if (mutation->length < 2)
		return false;
	size_t size = 2 + mutate_below(mutation, mutation->length - 1);
	blocks_reverse(mutation->bytes + mutate_below(mutation,
						 mutation->length - size + 1),
		size);
	return true;
}

/* Pump: a stretch many times over, in place of what followed it. */
static bool repeat_over(struct mutation *mutation)
{
	if (mutation->length < 2)
		return false;
	size_t size = pick_length(mutation, mutation->length / 2);
	size_t at = mutate_below(mutation, mutation->length - size + 1);
	size_t end = at + size * (2 + mutate_below(mutation, 15));
	if (!mutate_below(mutation, 4) || end > mutation->length)
		end = mutation->length;
	for (size_t i = at + size; i < end; i++)
		mutation->bytes[i] = mutation->bytes[i - size];
	return end > at + size;
}

/* Pump: a stretch many times over, before what followed it. */
static bool repeat_insert(struct mutation *mutation)
{
	if (!mutation->length || mutation->length == mutation->limit)
		return false;
	size_t size = pick_length(mutation, mutation->length);
	size_t at = mutate_below(mutation, mutation->length - size + 1);
	size_t times =
		1 + mutate_below(mutation, mutate_below(mutation, 2) ? 4 : 32);
	if (!mutate_below(mutation, 8))
		times = mutation->limit / size;
	size_t capacity = mutation->limit - mutation->length;
	size_t gap = size * times > capacity ? capacity : size * times;
	gap = open_gap(mutation, at + size, gap);
	for (size_t i = 0; i < gap; i++)
		mutation->bytes[at + size + i] = mutation->bytes[at + i];
	return gap > 0;
}

/* The eight bits from bit AT on. Compressed formats put the first bit of a
 * stream into either the lowest or the highest bit of a byte. */
static uint8_t bits_at(const uint8_t *bytes, size_t at, bool is_low_first)
{
	const uint8_t *byte = bytes + at / 8;
	unsigned shift = at % 8;

	if (!shift)
		return *byte;
	return (uint8_t)(is_low_first
				 ? byte[0] >> shift | byte[1] << (8 - shift)
				 : byte[0] << shift | byte[1] >> (8 - shift));
}

/* Pump for streams of bits: what is repeated need not be whole bytes. */
static bool repeat_bits(struct mutation *mutation)
{
	size_t length = mutation->length;
	bool is_low_first = mutate_below(mutation, 4) > 0;

	if (length < 4)
		return false;
	size_t limit = length * 8 / 2 < 512 ? length * 8 / 2 : 512;
	size_t period = 8 + mutate_below(mutation,
				    mutate_below(mutation, 3) && limit > 32
					    ? 24
					    : limit - 7);
	size_t start = (period + 7) / 8;
	start += mutate_below(mutation, length - start);
	size_t end = start + period / 8 * (1 + mutate_below(mutation, 15));
	if (!mutate_below(mutation, 3) || end > length)
		end = length;
	for (size_t i = start; i < end; i++)
		mutation->bytes[i] =
			bits_at(mutation->bytes, i * 8 - period, is_low_first);
	return end > start;
}

/* Everything after a place moves by less than a byte, forward or back. */
static bool shift_bits(struct mutation *mutation)
{
	size_t length = mutation->length;
	bool is_low_first = mutate_below(mutation, 4) > 0;
	unsigned shift = 1 + mutate_below(mutation, 7);

	if (length < 4)
		return false;
	size_t at = 1 + mutate_below(mutation, length - 2);
	uint8_t *bytes = mutation->bytes;
	if (mutate_below(mutation, 2))
		for (size_t i = at; i + 1 < length; i++)
			bytes[i] = bits_at(bytes, i * 8 + shift, is_low_first);
	else
		for (size_t i = length - 1; i >= at; i--)
			bytes[i] = bits_at(bytes, i * 8 - shift, is_low_first);
	return true;
}

/* To the limit, with what is at the end again and again. */
static bool grow_to_limit(struct mutation *mutation)
{
	if (!mutation->length || mutation->length == mutation->limit)
		return false;
	size_t size = pick_length(mutation, mutation->length);
	for (size_t i = mutation->length; i < mutation->limit; i++)
		mutation->bytes[i] = mutation->bytes[i - size];
	mutation->length = mutation->limit;
	return true;
}

/* Falling or rising values: the best and worst cases of much code. */
static bool order_block(struct mutation *mutation)
{
	if (mutation->length < 3)
		return false;
	size_t size = 3 + mutate_below(mutation, mutation->length - 2 < 32
							 ? mutation->length - 2
							 : 32);
	uint8_t *bytes = mutation->bytes +
			 mutate_below(mutation, mutation->length - size + 1);
	bool is_falling = mutate_below(mutation, 2);
	for (size_t i = 1; i < size; i++)
		for (size_t j = i;
			j > 0 && (is_falling ? bytes[j - 1] < bytes[j]
					     : bytes[j - 1] > bytes[j]);
			j--) {
			uint8_t kept = bytes[j];
			bytes[j] = bytes[j - 1];
			bytes[j - 1] = kept;
		}
	return true;
}

static bool balance_bytes(struct mutation *mutation)
{
	if (mutation->length < 2)
		return false;
	mutate_balance(mutation->random,
		mutation->bytes + mutate_below(mutation, mutation->length - 1));
	return true;
}

/* ---- other inputs, words ---- */

static bool splice(struct mutation *mutation)
{
	if (mutation->other_length < 2)
		return false;
	size_t at = mutate_below(mutation, mutation->length + 1);
	size_t from = mutate_below(mutation, 2) && at < mutation->other_length
			      ? at
			      : mutate_below(mutation, mutation->other_length);
	size_t size = mutation->other_length - from;
	if (size > mutation->limit - at)
		size = mutation->limit - at;
	memcpy(mutation->bytes + at, mutation->other + from, size);
	mutation->length = at + size;
	return size > 0;
}

static bool take_block(struct mutation *mutation)
{
	if (!mutation->other_length || !mutation->length)
		return false;
	size_t size = pick_length(mutation, mutation->other_length);
	if (size > mutation->length)
		size = mutation->length;
	size_t from = mutate_below(mutation, mutation->other_length - size + 1);
	size_t to =
		mutate_below(mutation, 2) && from + size <= mutation->length
			? from
			: mutate_below(mutation, mutation->length - size + 1);
	memcpy(mutation->bytes + to, mutation->other + from, size);
	return true;
}

/* Formats begin with what says how the rest is read: another input's beginning
 * for what this one holds. */
static bool take_head(struct mutation *mutation)
{
	size_t shorter = mutation->length < mutation->other_length
				 ? mutation->length
				 : mutation->other_length;

	if (!shorter)
		return false;
	size_t most = shorter < HEAD_BYTES ? shorter : HEAD_BYTES;
	memcpy(mutation->bytes, mutation->other,
		1 + mutate_below(mutation, most));
	return true;
}

static bool insert_block(struct mutation *mutation)
{
	if (!mutation->other_length)
		return false;
	size_t size = pick_length(mutation, mutation->other_length);
	size_t from = mutate_below(mutation, mutation->other_length - size + 1);
	size_t at = mutate_below(mutation, mutation->length + 1);
	size = open_gap(mutation, at, size);
	memcpy(mutation->bytes + at, mutation->other + from, size);
	return size > 0;
}

static const struct dictionary_word *mutate_pick_word(struct mutation *mutation)
{
	const struct dictionary *words = mutation->dictionary;

	if (!words || !words->count)
		return NULL;
	return &words->word[mutate_below(mutation, words->count)];
}

static bool put_word(struct mutation *mutation)
{
	const struct dictionary_word *word = mutate_pick_word(mutation);

	if (!word || word->length > mutation->length)
		return false;
	memcpy(mutation->bytes + mutate_below(mutation,
					 mutation->length - word->length + 1),
		word->bytes, word->length);
	return true;
}

static bool insert_word(struct mutation *mutation)
{
	const struct dictionary_word *word = mutate_pick_word(mutation);

	if (!word)
		return false;
	size_t at = mutate_below(mutation, mutation->length + 1);
	size_t size = open_gap(mutation, at, word->length);
	memcpy(mutation->bytes + at, word->bytes, size);
	return size > 0;
}

static bool recode_stream(struct mutation *mutation);

const struct mutate_row mutate_rows[] = {
	{"flip-bit", mutate_flip_bit, false, 0},
	{"set-byte", set_byte, false, 0},
	{"add-to-byte", add_to_byte, false, 0},
	{"add-to-number", add_to_number, false, 0},
	{"set-interesting", set_interesting, false, 0},
	{"scale-number", scale_number, false, 0},
	{"change-decimal", change_decimal, false, 0},
	{"fill-block", fill_block, false, 0},
	{"insert-bytes", insert_bytes, false, 0},
	{"delete-block", delete_block, false, 0},
	{"splice", splice, false, 0},
	{"take-block", take_block, false, 0},
	{"take-head", take_head, false, 0},
	{"insert-block", insert_block, false, 0},
	{"take-difference", mutate_take_difference, false, MUTATE_BYTES},
	{"put-word", put_word, false, 0},
	{"insert-word", insert_word, false, 0},
	{"swap-case", mutate_swap_case, false, MUTATE_CASES},
	{"match-operand", operands_match, false, 0},
	{"swap-bytes", swap_bytes, true, 0},
	{"follow-neighbour", follow_neighbour, true, 0},
	{"balance-bytes", balance_bytes, true, 0},
	{"move-byte", move_byte, true, 0},
	{"copy-block", copy_block, true, 0},
	{"insert-copy", insert_copy, true, 0},
	{"swap-blocks", swap_blocks, true, 0},
	{"move-block", move_block, true, 0},
	{"reverse-block", reverse_block, true, 0},
	{"repeat-over", repeat_over, true, 0},
	{"repeat-insert", repeat_insert, true, 0},
	{"repeat-bits", repeat_bits, true, 0},
	{"shift-bits", shift_bits, true, 0},
	{"grow-to-limit", grow_to_limit, true, 0},
	{"order-block", order_block, true, 0},
	{"copy-word", mutate_copy_word, true, 0},
	{"repeat-word", mutate_repeat_word, true, 0},
	{"invent-word", mutate_invent_word, true, 0},
	{"swap-words", mutate_swap_words, true, 0},
	{"delete-word", mutate_delete_word, true, 0},
	{"vary-word", mutate_vary_word, true, MUTATE_WALKS},
	{"shorten-word", mutate_shorten_word, true, MUTATE_WALKS},
	{"repeat-record", fields_repeat_record, true, MUTATE_RECORDS},
	{"delete-record", fields_delete_record, true, MUTATE_RECORDS},
	{"move-record", fields_move_record, true, MUTATE_RECORDS},
	{"recode-stream", recode_stream, true, MUTATE_STREAMS},
	{"delete-span", mutate_delete_span, false, MUTATE_SPANS},
	{"repeat-span", mutate_repeat_span, true, MUTATE_SPANS},
	{"swap-spans", mutate_swap_spans, true, MUTATE_SPANS},
	{"splice-span", mutate_splice_span, false, MUTATE_SPANS},
	{"regenerate-span", mutate_regenerate_span, false, MUTATE_SPANS},
	{"hoist-span", mutate_hoist_span, true, MUTATE_SPANS},
	{"draw-anew", mutate_draw_anew, false, MUTATE_SPANS},
	{"change-influence", influence_change_byte, false, MUTATE_INFLUENCE},
};
const unsigned mutate_row_count = sizeof mutate_rows / sizeof mutate_rows[0];

/* ---- coded streams ---- */

/* Applies up to TEXT_STEPS mutators to the text of a stream. None: it gets other codes. */
static bool recode_stream(struct mutation *mutation)
{
	struct recode recode;

	if (!recode_open(&recode, mutation))
		return false;
	struct mutation text = {.random = mutation->random,
		.bytes = recode.text,
		.length = recode.length,
		.limit = recode.capacity,
		.dictionary = mutation->dictionary};
	for (uint32_t i = mutate_below(mutation, TEXT_STEPS + 1); i > 0; i--) {
		const struct mutate_row *row =
			&mutate_rows[mutate_below(mutation, mutate_row_count)];
		if (!row->needs)
			row->apply(&text);
	}
	recode.length = text.length;
	recode_close(&recode, mutation);
	return true;
}
