/* SPDX-License-Identifier: MIT
 * Counts how often code runs: a jump leads from there to code that adds one, does what was
 * there, and goes back. */
#include "config.h"

#include "fuzz-perf/grow/agent.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define AREA_PAGE	4096
#define AREA_CODE_BYTES (128 << 10)
#define AREA_FIRST	(16ul << 20) /* from the object's start */
#define AREA_LAST	(1ul << 30)
#define AREA_STEP	(1ul << 20)
#define DETOURS		GROW_WATCH_POINTS

/* Leaves flags and what is below the stack as they are. */
static const uint8_t count_code[] = {
	0x48, 0x8d, 0x64, 0x24, 0x80,	       /* lea -128(%rsp),%rsp */
	0x50,				       /* push %rax */
	0x48, 0x8b, 0x05, 0, 0, 0, 0,	       /* mov HITS,%rax */
	0x48, 0x8d, 0x40, 0x01,		       /* lea 1(%rax),%rax */
	0x48, 0x89, 0x05, 0, 0, 0, 0,	       /* mov %rax,HITS */
	0x58,				       /* pop %rax */
	0x48, 0x8d, 0xa4, 0x24, 0x80, 0, 0, 0, /* lea 128(%rsp),%rsp */
};
#define COUNT_LOADS  9
#define COUNT_STORES 20

static struct {
	const uint8_t *code;
	size_t length;
	uint8_t *at;
} detour_made[DETOURS];
static size_t detours_made;

void *grow_detour_origin(void *code)
{
	const uint8_t *at = code;

	for (size_t i = 0; i < detours_made; i++)
		if (at >= detour_made[i].code &&
			at < detour_made[i].code + detour_made[i].length)
			return detour_made[i].at;
	return NULL;
}

/* BYTES at PLACE, if nothing is there. */
static void *area_map(uintptr_t place, size_t bytes, int file)
{
	void *page = mmap((void *)place, bytes,
		PROT_READ | PROT_WRITE | (file < 0 ? PROT_EXEC : 0),
		(file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED) |
			MAP_FIXED_NOREPLACE,
		file, 0);

	/* Older systems take the place for a hint. */
	if (page != MAP_FAILED && page != (void *)place) {
		munmap(page, bytes);
		page = MAP_FAILED;
	}
	return page == MAP_FAILED ? NULL : page;
}

void grow_area_open(struct grow_area *area, uintptr_t base, int file)
{
	size_t bytes = GROW_WATCH_COUNTS * sizeof *area->hits;

	*area = (struct grow_area){.base = base, .bytes = AREA_CODE_BYTES};
	bytes = (bytes + AREA_PAGE - 1) & ~(size_t)(AREA_PAGE - 1);
	for (uintptr_t far = AREA_FIRST; far < AREA_LAST && !area->hits;
		far += AREA_STEP)
		for (int below = 0; below < 2 && !area->hits; below++) {
			uintptr_t place = below ? base - far : base + far;
			place &= ~(uintptr_t)(AREA_PAGE - 1);
			if (below && far > base)
				continue;
			area->code =
				area_map(place + bytes, AREA_CODE_BYTES, -1);
			area->hits = area->code ? area_map(place, bytes, file)
						: NULL;
			if (area->code && !area->hits)
				munmap(area->code, AREA_CODE_BYTES);
		}
}

/* The four bytes at PLACE say how far TARGET is from END. False: they cannot. */
static bool detour_lead(uint8_t *place, const uint8_t *end, uintptr_t target)
{
	intptr_t distance = (intptr_t)(target - (uintptr_t)end);
	int32_t word = (int32_t)distance;

	memcpy(place, &word, sizeof word);
	return word == distance;
}

/* Fills the words of the code of DETOUR, which is AT in memory of the object at BASE. */
static bool detour_fill_words(
	const struct grow_detour *detour, uint8_t *at, uintptr_t base)
{
	const char *rest = detour->words;
	bool is_filled = true;

	while (*rest != '\0' && *rest != '-') {
		char *end;
		unsigned long place = strtoul(rest, &end, 10), address;
		bool is_whole = *end == '=';
		if (place + (is_whole ? sizeof address : 4) > detour->length)
			return false;
		address = base + strtoul(end + 1, &end, 16);
		if (is_whole)
			memcpy(at + place, &address, sizeof address);
		else
			is_filled &= detour_lead(
				at + place, at + place + 4, address);
		rest = *end == ',' ? end + 1 : end;
	}
	return is_filled;
}

static bool detour_open_code(uint8_t *at, size_t length, int protection)
{
	uintptr_t first = (uintptr_t)at & ~(uintptr_t)(AREA_PAGE - 1);

	return mprotect((void *)first, (uintptr_t)at + length - first,
		       protection) == 0;
}

bool grow_area_count(struct grow_area *area, uint8_t *at,
	const struct grow_detour *detour, size_t number)
{
	size_t bytes = sizeof count_code + detour->length;
	uint8_t *code = area->code + area->used;
	uintptr_t hits = (uintptr_t)&area->hits[number];

	if (!area->hits || area->used + bytes > area->bytes ||
		detours_made == DETOURS || detour->old_length < 5 ||
		memcmp(at, detour->old, detour->old_length) != 0)
		return false;
	memcpy(code, count_code, sizeof count_code);
	memcpy(code + sizeof count_code, detour->code, detour->length);
	if (!detour_lead(code + COUNT_LOADS, code + COUNT_LOADS + 4, hits) ||
		!detour_lead(
			code + COUNT_STORES, code + COUNT_STORES + 4, hits) ||
		!detour_fill_words(
			detour, code + sizeof count_code, area->base) ||
		!detour_open_code(at, detour->old_length,
			PROT_READ | PROT_WRITE | PROT_EXEC))
		return false;
	area->used += (bytes + 15) & ~(size_t)15;
	detour_made[detours_made].code = code;
	detour_made[detours_made].length = bytes;
	detour_made[detours_made++].at = at;
	at[0] = 0xe9;
	detour_lead(at + 1, at + 5, (uintptr_t)code);
	memset(at + 5, 0x90, detour->old_length - 5);
	detour_open_code(at, detour->old_length, PROT_READ | PROT_EXEC);
	return true;
}
