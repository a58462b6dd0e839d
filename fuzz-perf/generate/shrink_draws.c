/* SPDX-License-Identifier: MIT
 * Changes of draws: numbers made lower, alone, together, or as a length with what it
 * counts. */
#include "fuzz-perf/generate/shrink_inside.h"

#define EQUALS 8 /* values that equal draws are tried with */

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
	return shrink_try(shrink);
}

/* Each draw to the least value that will do, as far as bisection finds it. */
bool shrink_lower_draws(struct shrink *shrink)
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
	return count > 1 && shrink_try(shrink);
}

bool shrink_lower_equals(struct shrink *shrink)
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
	return shrink_try(shrink);
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
bool shrink_move_pairs(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->draws; i++)
		for (uint32_t j = i + 1;
			j < shrink->draws && j <= i + SHRINK_NEIGHBOURS; j++)
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
	return shrink_try(shrink);
}

bool shrink_shorten_lengths(struct shrink *shrink)
{
	bool any = false;

	for (uint32_t i = 0; i < shrink->draws; i++)
		for (uint32_t j = i + 1; j < shrink->draws &&
					 j <= i + SHRINK_NEIGHBOURS &&
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
	return shrink_finish_cut(shrink, &part);
}

/* PART deleted, and a number near it as large as it can be in its stead. */
static bool cut_and_raise(struct shrink *shrink, struct shrink_part part)
{
	for (uint32_t i = 0; i < shrink->draws; i++) {
		struct shrink_part draw = shrink->draw[i];
		if (!shrink_is_outside(&draw, &part) ||
			draw.end + SHRINK_NEIGHBOURS < part.start ||
			draw.start > part.end + SHRINK_NEIGHBOURS)
			continue;
		shrink_start(shrink);
		shrink_put_number(&shrink->candidate, &draw,
			to_number(&draw, last_place(&draw)));
		if (shrink_finish_cut(shrink, &part))
			return true;
	}
	return false;
}

bool shrink_replace_parts(struct shrink *shrink)
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
