/* SPDX-License-Identifier: MIT
 * Promises of pragmas: what a kernel does not do. Hardware that believes one may read before
 * something is written, or finds no port. */
#include "fuzz-perf/hls/run.h"

/* A power of two. */
#define WRITES_MAX (1u << 14)
/* Further ones are not looked at. */
#define PROMISES_MAX 64
/* In a pipeline a trip reads before no more than so many earlier ones have written. */
#define TRIPS_MAX 8
/* Different elements in a trip. */
#define ELEMENTS_MAX 64

struct promise_access {
	const struct retread_hls_site *site;
	const char *address;
	bool writes;
	uint64_t run, loop, trip, line;
};

/* An element that a trip has accessed. */
struct promise_element {
	uint64_t bank, element, line;
	bool writes;
};

/* The loop, or the function, of a promise that runs, and its trip. */
struct promise_loop {
	const struct retread_hls_site *site;
	uint64_t number, trip;
	uint64_t last; /* trips of an inner loop; 0: it has not run yet */
	bool is_active;
	size_t elements;
	struct promise_element element[ELEMENTS_MAX];
};

static struct {
	struct promise_loop loop[PROMISES_MAX];
	struct promise_access access[WRITES_MAX];
	size_t used;
	uint64_t runs, loops;
} promises;

void promises_reset(void)
{
	promises.runs++;
	promises.used = 0;
	for (size_t i = 0; i < PROMISES_MAX; i++) {
		promises.loop[i].is_active = false;
		promises.loop[i].last = 0;
		promises.loop[i].trip = 0;
	}
}

/* What pipelines do has ended when the host calls again. */
void promises_begin_call(void)
{
	promises.loops++;
	for (size_t i = 0; i < PROMISES_MAX; i++)
		promises.loop[i].number = promises.loops;
}

/* That of SITE; NULL: there are too many. */
static struct promise_loop *promises_find_loop(
	const struct retread_hls_site *site)
{
	for (size_t i = 0; i < PROMISES_MAX; i++) {
		struct promise_loop *loop = &promises.loop[i];
		if (!loop->site)
			loop->site = site;
		if (loop->site == site)
			return loop;
	}
	return NULL;
}

/* SITE's promise is broken by these two LINES, or numbers. */
static void promises_break(
	struct retread_hls_site *site, uint64_t first, uint64_t second)
{
	if (site->events++ == 0)
		site->size = first << 32 | second;
}

void retread_hls_trip(struct retread_hls_site *site, int begins)
{
	struct promise_loop *loop = promises_find_loop(site);

	if (!loop)
		return;
	loop->elements = 0;
	loop->is_active = begins != 2;
	if (begins == 1)
		loop->number = ++promises.loops;
	loop->trip = begins == 1 ? 0 : loop->trip + 1;
}

/*--- accesses that follow each other ---*/

/* The slot of ADDRESS in this run; NULL: the table is full. */
static struct promise_access *promises_find_access(
	const struct retread_hls_site *site, const char *address, bool writes)
{
	uint64_t mixed = ((uint64_t)(uintptr_t)address ^
				 (uint64_t)(uintptr_t)site << 20 ^ writes) *
			 UINT64_C(0x9e3779b97f4a7c15);
	size_t slot = (size_t)(mixed >> 32) % WRITES_MAX;

	while (promises.access[slot].run == promises.runs) {
		struct promise_access *found = &promises.access[slot];
		if (found->site == site && found->address == address &&
			found->writes == writes)
			return found;
		slot = (slot + 1) % WRITES_MAX;
	}
	return promises.used < WRITES_MAX / 2 ? &promises.access[slot] : NULL;
}

static void promises_note_access(const struct promise_loop *loop,
	const char *address, bool writes, uint64_t line)
{
	struct promise_access *found =
		promises_find_access(loop->site, address, writes);

	if (!found)
		return;
	promises.used += found->run != promises.runs;
	*found = (struct promise_access){loop->site, address, writes,
		promises.runs, loop->number, loop->trip, line};
}

/* What this run of LOOP did last at ADDRESS; NULL: nothing. */
static const struct promise_access *promises_earlier(
	const struct promise_loop *loop, const char *address, bool writes)
{
	const struct promise_access *found =
		promises_find_access(loop->site, address, writes);

	return found && found->run == promises.runs &&
			       found->loop == loop->number
		       ? found
		       : NULL;
}

void retread_hls_access(struct retread_hls_site *site, const void *address,
	int writes, uint64_t line, uint64_t distance)
{
	bool is_stable = site->flags == RETREAD_HLS_STABLE;
	const struct promise_loop *loop = promises_find_loop(site);
	const struct promise_access *earlier;
	uint64_t apart;

	if (!loop || !loop->is_active)
		return;
	if (writes || is_stable)
		promises_note_access(loop, address, writes, line);
	if (writes && !is_stable)
		return;
	earlier = promises_earlier(loop, address, !writes);
	if (!earlier)
		return;
	apart = loop->trip - earlier->trip;
	if (is_stable && writes)
		promises_break(site, line, earlier->line);
	else if (is_stable ||
		 (apart > 0 && apart < (distance == 0 ? TRIPS_MAX : distance)))
		promises_break(site, earlier->line, line);
}

/*--- banks and their ports ---*/

/* The bank of what is OFFSET bytes into an array that is spread as STORAGE says. */
static uint64_t promises_find_bank(
	const struct retread_hls_storage *storage, uint64_t offset)
{
	uint64_t bank = 0;

	for (size_t i = 0;
		i < sizeof(storage->spread) / sizeof(*storage->spread); i++) {
		const struct retread_hls_spread *spread = &storage->spread[i];
		uint64_t index;
		if (spread->stride == 0)
			continue;
		index = offset / spread->stride;
		if (spread->length > 0)
			index %= spread->length;
		if (spread->modulo > 0)
			index %= spread->modulo;
		else if (spread->block > 0)
			index /= spread->block;
		bank = bank * 65537 + index;
	}
	return bank;
}

/* An element of the same bank and trip as the new one at the end of LOOP, if there are
 * more than MOST of those that WANTED: 0 read, 1 written, 2 both. NULL: there are not. */
static const struct promise_element *promises_find_conflict(
	const struct promise_loop *loop, uint64_t most, size_t wanted)
{
	const struct promise_element *added =
		&loop->element[loop->elements - 1];
	const struct promise_element *first = NULL;
	uint64_t count = 0;

	for (size_t i = 0; i < loop->elements; i++) {
		const struct promise_element *each = &loop->element[i];
		if (each->bank != added->bank ||
			(wanted != 2 && each->writes != (wanted == 1)))
			continue;
		first = first ? first : each;
		count++;
	}
	return count > most ? first : NULL;
}

void retread_hls_port(struct retread_hls_site *site, const void *storage,
	const void *base, const void *address, int writes, uint64_t line)
{
	const struct retread_hls_storage *its = storage;
	struct promise_loop *loop = promises_find_loop(site);
	uint64_t offset =
		(uint64_t)((const char *)address - (const char *)base);
	struct promise_element added = {promises_find_bank(its, offset),
		offset / its->element, line, writes != 0};

	if (!loop || !loop->is_active || loop->elements == ELEMENTS_MAX)
		return;
	for (size_t i = 0; i < loop->elements; i++)
		if (loop->element[i].element == added.element &&
			(loop->element[i].writes || !writes))
			return;
	loop->element[loop->elements++] = added;
	for (size_t i = 0; i < sizeof(its->most) / sizeof(*its->most); i++) {
		const struct promise_element *other =
			its->most[i] > 0 && (i == 2 || i == (size_t)writes)
				? promises_find_conflict(loop, its->most[i], i)
				: NULL;
		if (other)
			promises_break(site, other->line, line);
	}
}

/*--- members and loops ---*/

void retread_hls_member(struct retread_hls_site *site, const void *member,
	uint64_t size, const void *address, uint64_t line)
{
	if ((uint64_t)((const char *)address - (const char *)member) >= size)
		promises_break(site, 0, line);
}

void retread_hls_flat(struct retread_hls_site *site, int what)
{
	struct promise_loop *loop = promises_find_loop(site);

	if (!loop)
		return;
	if (what == 0) {
		loop->trip++;
		return;
	}
	/* The test that ends a loop is one trip more. */
	if (loop->last > 0 && loop->trip > 0 && loop->last != loop->trip)
		promises_break(site, loop->last - 1, loop->trip - 1);
	loop->last = what == 2 ? 0 : loop->trip;
	loop->trip = 0;
}
