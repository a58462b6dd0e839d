/* SPDX-License-Identifier: MIT
 * Rule `redundant` decided online. */
#include "config.h"

#include "analyzer/redundant/redundant.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

/* Room for at least LENGTH steps. */
static void redundant_reserve(struct redundant *sequence, uint32_t length)
{
	if (length - 1 <= sequence->capacity)
		return;
	while (sequence->capacity < length - 1)
		sequence->capacity =
			sequence->capacity ? 2 * sequence->capacity : 3;
	sequence->rest = memory_resize(
		sequence->rest, sequence->capacity, sizeof *sequence->rest);
}

uint32_t redundant_shortest(const struct redundant *sequence)
{
	uint32_t shortest = sequence->shortest;
	return shortest == 0 || sequence->cursor < shortest ? sequence->cursor
							    : shortest;
}

void redundant_pause(struct redundant *sequence)
{
	if (sequence->broken || sequence->is_waiting)
		return;
	sequence->is_waiting = true;
	sequence->parts--;
	sequence->cursor =
		sequence->shortest != 0 ? sequence->shortest : sequence->length;
}

void redundant_wait(
	struct redundant *sequence, const struct redundant_step *read)
{
	if (sequence->broken || read->location != sequence->first.location)
		return;
	sequence->is_waiting = false;
	sequence->parts++;
	sequence->cursor = 1;
}

void redundant_read_slow(struct redundant *sequence,
	const struct redundant_step *read, bool may_grow)
{
	if (read->location == sequence->first.location) {
		sequence->shortest = redundant_shortest(sequence);
		if (sequence->parts <= REDUNDANT_WALKS_KEPT)
			sequence->walk[sequence->parts - 1] =
				sequence->cursor < UINT16_MAX
					? (uint16_t)sequence->cursor
					: UINT16_MAX;
		sequence->parts++;
		sequence->cursor = 1;
		return;
	}
	if (sequence->cursor == REDUNDANT_STEPS_MAX ||
		(sequence->length > sequence->capacity && !may_grow)) {
		sequence->capped = true;
		return;
	}
	redundant_reserve(sequence, sequence->length + 1);
	if (sequence->cursor < sequence->length) {
		/* That place is free for it: see redundant_kept. */
		sequence->rest[sequence->length - 1] = *read;
		sequence->broken = true;
		return;
	}
	sequence->rest[sequence->length++ - 1] = *read;
	sequence->cursor = sequence->length;
}

bool redundant_is_redundant(const struct redundant *sequence)
{
	return !sequence->broken && sequence->parts > 1 && sequence->length > 1;
}

static int compare_locations(const void *left, const void *right)
{
	location_t a = *(const location_t *)left,
		   b = *(const location_t *)right;
	return a < b ? -1 : a > b;
}

uint32_t redundant_distinct(const struct redundant *sequence)
{
	uint32_t distinct = 0;
	location_t *at = memory_alloc(sequence->length * sizeof *at);

	for (uint32_t i = 0; i < sequence->length; i++)
		at[i] = redundant_at(sequence, i)->location;
	qsort(at, sequence->length, sizeof *at, compare_locations);
	for (uint32_t i = 0; i < sequence->length; i++)
		distinct += i == 0 || at[i] != at[i - 1];
	free(at);
	return distinct;
}

void redundant_copy(struct redundant *copy, const struct redundant *sequence)
{
	uint32_t kept = redundant_kept(sequence);
	struct redundant_step *rest;
	uint32_t capacity;

	redundant_reserve(copy, kept);
	rest = copy->rest;
	capacity = copy->capacity;
	*copy = *sequence;
	copy->rest = rest;
	copy->capacity = capacity;
	if (kept > 1)
		memcpy(rest, sequence->rest, (kept - 1) * sizeof *rest);
}

void redundant_release(struct redundant *sequence)
{
	free(sequence->rest);
	memset(sequence, 0, sizeof *sequence);
}
