/* SPDX-License-Identifier: MIT
 * Where blocks began that have moved since. */
#include "config.h"

#include "analyzer/program/homes.h"

struct pages {
	uint64_t first, count;
};

static struct pages pages_of(uint64_t start, uint64_t size_bytes)
{
	uint64_t first = start >> HOMES_PAGE_SHIFT;
	uint64_t last =
		(start + (size_bytes ? size_bytes - 1 : 0)) >> HOMES_PAGE_SHIFT;
	uint64_t count = last - first + 1;

	return (struct pages){first, count < HOMES_PAGES ? count : HOMES_PAGES};
}

uint32_t homes_level(
	const struct homes *homes, uint64_t start, uint64_t size_bytes)
{
	struct pages pages = pages_of(start, size_bytes);
	uint32_t level = 0;

	for (uint64_t i = 0; i < pages.count; i++) {
		uint64_t at = (pages.first + i) % HOMES_PAGES;
		if (level < homes->page[at].level)
			level = homes->page[at].level;
	}
	return level;
}

void homes_leave(struct homes *homes, uint64_t start, uint64_t size_bytes,
	uint32_t level)
{
	struct pages pages = pages_of(start, size_bytes);

	for (uint64_t i = 0; i < pages.count; i++) {
		struct home *home =
			&homes->page[(pages.first + i) % HOMES_PAGES];
		home->away++;
		if (home->level <= level)
			home->level = level + 1;
	}
}

void homes_end(struct homes *homes, uint64_t start, uint64_t size_bytes)
{
	struct pages pages = pages_of(start, size_bytes);

	for (uint64_t i = 0; i < pages.count; i++) {
		struct home *home =
			&homes->page[(pages.first + i) % HOMES_PAGES];
		if (--home->away == 0)
			home->level = 0;
	}
}
