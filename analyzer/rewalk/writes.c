/* SPDX-License-Identifier: MIT
 * Ranges that are written again before anything reads what is there. */
#include "config.h"

#include "analyzer/rewalk/writes.h"

#include "analyzer/rewalk/contexts.h"

void rewalk_give(struct rewalk *rewalk, uint64_t cell, uint64_t length_bytes,
	uint64_t clock)
{
	rewalk->given[rewalk->gifts++ % REWALK_GIVEN] =
		(struct rewalk_given){cell, cell + length_bytes, clock};
}

/* Whether a load has read of the GROUP of eight bytes after CLOCK: what loads of each size
 * read is noted for itself. */
static bool group_was_read(
	const struct rewalk *rewalk, uint64_t group, uint64_t clock)
{
	for (unsigned shift = 0; shift <= 3; shift++) {
		unsigned count = 1u << (3 - shift);
		uint64_t first = group << (3 - shift);
		const struct rewalk_page *page = table_find(
			&rewalk->page, 0, rewalk_page_number(first, shift));
		for (unsigned i = 0; page && i < count; i++)
			if (page->read[(first + i) % REWALK_PAGE_GROUPS] >
				clock)
				return true;
	}
	return false;
}

static bool was_given(
	const struct rewalk *rewalk, uint64_t cell, uint64_t clock)
{
	/* The newest first. */
	for (uint64_t i = 1; i <= REWALK_GIVEN; i++) {
		const struct rewalk_given *given =
			&rewalk->given[(rewalk->gifts - i) % REWALK_GIVEN];
		if (given->clock <= clock)
			return false;
		if (given->start <= cell && cell < given->end)
			return true;
	}
	return false;
}

/* So many places of a range are looked at. */
#define SAMPLES_MAX 64

bool rewalk_is_unread(
	const struct rewalk *rewalk, const struct rewalk_range *range)
{
	uint64_t groups = (range->length_bytes + 7) / 8;
	uint64_t samples = groups < SAMPLES_MAX ? groups : SAMPLES_MAX;
	uint64_t took = range->now - range->first, unread = 0;

	/* More was given than is kept. */
	if (rewalk->is_stopped || range->now < range->first ||
		rewalk->given[rewalk->gifts % REWALK_GIVEN].clock >
			range->first)
		return false;
	for (uint64_t i = 0; i < samples; i++) {
		uint64_t at = range->cell + i * groups / samples * 8;
		uint64_t turn = range->step_bytes < 0 ? samples - i : i + 1;
		uint64_t clock = range->first + took * turn / samples;
		unread += !group_was_read(rewalk, at >> 3, clock) &&
			  !was_given(rewalk, at, clock);
	}
	return (double)unread >= rewalk->limits.unread * (double)samples;
}
