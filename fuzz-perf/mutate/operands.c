/* SPDX-License-Identifier: MIT
 * Sides of comparisons that an input led to, and inputs in which one side is
 * replaced by the other. */
#include "config.h"

#include "fuzz-perf/mutate/operands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/format/perf_map.h"
#include "lib/memory.h"

#include "fuzz-perf/mutate/mutate_bytes.h"
#include "fuzz-perf/mutate/mutation.h"

#define OPERANDS_MAX 384 /* per input: 24 kB */
#define TRIES	     8	 /* pairs looked at until one is in the input */
#define TEXT_DIGITS  21

struct compared_operands *operands_new(
	const struct perf_operand *operand, uint32_t count)
{
	struct compared_operands *operands =
		memory_alloc_zero(1, sizeof *operands);
	uint32_t kept = count < OPERANDS_MAX ? count : OPERANDS_MAX;

	operands->operand = memory_alloc((kept + 1) * sizeof *operand);
	for (uint32_t i = 0; i < kept; i++) {
		const struct perf_operand *each =
			&operand[(uint64_t)i * count / kept];
		if (each->left_bytes <= PERF_OPERAND_BYTES &&
			each->right_bytes <= PERF_OPERAND_BYTES)
			operands->operand[operands->count++] = *each;
	}
	return operands;
}

void operands_free(struct compared_operands *operands)
{
	if (!operands)
		return;
	free(operands->operand);
	free(operands);
}

static uint32_t operands_below(struct mutation *mutation, size_t limit)
{
	return random_below(mutation->random, (uint32_t)limit);
}

/* FROM is looked for in the input, TO takes its place. */
struct exchange {
	uint8_t from[PERF_OPERAND_BYTES], to[PERF_OPERAND_BYTES];
	size_t from_length, to_length;
};

/* Where FROM is, looking from a random place on; SIZE_MAX: nowhere. */
static size_t operands_find_place(
	struct mutation *mutation, const struct exchange *exchange)
{
	size_t length = exchange->from_length;

	if (!length || length > mutation->length)
		return SIZE_MAX;
	size_t places = mutation->length - length + 1;
	size_t start = operands_below(mutation, places);
	for (size_t i = 0; i < places; i++) {
		size_t at = start + i < places ? start + i : start + i - places;
		if (mutation->bytes[at] == exchange->from[0] &&
			!memcmp(mutation->bytes + at, exchange->from, length))
			return at;
	}
	return SIZE_MAX;
}

static bool exchange_bytes(
	struct mutation *mutation, const struct exchange *exchange)
{
	size_t at = operands_find_place(mutation, exchange);

	if (at == SIZE_MAX)
		return false;
	mutate_replace(mutation, at, exchange->from_length, exchange->to,
		exchange->to_length);
	return true;
}

static bool operands_fits(uint64_t value, size_t length)
{
	return length == 8 || value >> 8 * length == 0;
}

static bool exchange_text(struct mutation *mutation, uint64_t from, uint64_t to)
{
	struct exchange exchange;
	char text[TEXT_DIGITS];

	exchange.from_length =
		(size_t)snprintf(text, sizeof text, "%" PRIu64, from);
	memcpy(exchange.from, text, exchange.from_length);
	exchange.to_length =
		(size_t)snprintf(text, sizeof text, "%" PRIu64, to);
	memcpy(exchange.to, text, exchange.to_length);
	return exchange_bytes(mutation, &exchange);
}

/* The program may have widened what it read, and swapped its bytes. */
static bool exchange_numbers(struct mutation *mutation,
	const struct perf_operand *operand, bool is_left)
{
	uint64_t from = mutate_get_number(
		is_left ? operand->left : operand->right, 8, false);
	uint64_t to = mutate_get_number(
		is_left ? operand->right : operand->left, 8, false);
	unsigned length = operand->left_bytes < 8 ? operand->left_bytes : 8;
	struct exchange exchange;

	if (operand->relation == PERF_NUMBERS_ORDER)
		to = to + operands_below(mutation, 3) - 1;
	if (!operands_below(mutation, 16))
		return exchange_text(mutation, from, to);
	while (length > 1 && operands_fits(from, length / 2) &&
		operands_fits(to, length / 2) && operands_below(mutation, 2))
		length /= 2;
	bool is_big = operands_below(mutation, 2);
	exchange.from_length = exchange.to_length = length;
	mutate_put_number(exchange.from, from, length, is_big);
	mutate_put_number(exchange.to, to, length, is_big);
	return exchange_bytes(mutation, &exchange);
}

static bool exchange_strings(struct mutation *mutation,
	const struct perf_operand *operand, bool is_left)
{
	struct exchange exchange;

	exchange.from_length =
		is_left ? operand->left_bytes : operand->right_bytes;
	exchange.to_length =
		is_left ? operand->right_bytes : operand->left_bytes;
	memcpy(exchange.from, is_left ? operand->left : operand->right,
		sizeof exchange.from);
	memcpy(exchange.to, is_left ? operand->right : operand->left,
		sizeof exchange.to);
	if (exchange.to_length && !operands_below(mutation, 8)) {
		mutate_replace(mutation,
			operands_below(mutation, mutation->length + 1), 0,
			exchange.to, exchange.to_length);
		return true;
	}
	return exchange_bytes(mutation, &exchange);
}

/* One byte is found by trying, too: the wider ones need help. */
static const struct perf_operand *pick_operand(struct mutation *mutation)
{
	const struct compared_operands *operands = mutation->operands;
	const struct perf_operand *operand =
		&operands->operand[operands_below(mutation, operands->count)];

	if (operand->left_bytes == 1 && operands_below(mutation, 4))
		operand = &operands->operand[operands_below(
			mutation, operands->count)];
	return operand;
}

static bool exchange(struct mutation *mutation,
	const struct perf_operand *operand, bool is_left)
{
	return operand->relation == PERF_BYTES_EQUAL
		       ? exchange_strings(mutation, operand, is_left)
		       : exchange_numbers(mutation, operand, is_left);
}

bool operands_match(struct mutation *mutation)
{
	if (!mutation->operands || !mutation->operands->count)
		return false;
	for (unsigned i = 0; i < TRIES; i++) {
		const struct perf_operand *operand = pick_operand(mutation);
		if (exchange(mutation, operand, operands_below(mutation, 2)))
			return true;
	}
	return false;
}

bool operands_match_pair(struct mutation *mutation, uint32_t number)
{
	const struct perf_operand *operand =
		&mutation->operands->operand[number / 2];

	for (unsigned i = 0; i < TRIES; i++)
		if (exchange(mutation, operand, number % 2 == 0))
			return true;
	return false;
}
