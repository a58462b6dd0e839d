/* SPDX-License-Identifier: MIT
 * Promises of pragmas about loops: that no trip reads what an earlier one wrote. A pipeline
 * that believes one may read before that trip has written. */
#include "fuzz-perf/hls/run.h"

/* A power of two. */
#define WRITES_MAX (1u << 14)
/* Further ones are not looked at. */
#define PROMISES_MAX 64

struct promise_write {
	const struct retread_hls_site *site;
	const char *address;
	uint64_t run, loop, trip, line;
};

/* The loop of a promise that runs, and its trip. */
struct promise_loop {
	const struct retread_hls_site *site;
	uint64_t number, trip;
};

static struct {
	struct promise_loop loop[PROMISES_MAX];
	struct promise_write write[WRITES_MAX];
	size_t used;
	uint64_t runs, loops;
} promises;

void promises_reset(void)
{
	promises.runs++;
	promises.used = 0;
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

void retread_hls_trip(struct retread_hls_site *site, int begins)
{
	struct promise_loop *loop = promises_find_loop(site);

	if (!loop)
		return;
	if (begins)
		loop->number = ++promises.loops;
	loop->trip = begins ? 0 : loop->trip + 1;
}

/* The slot of ADDRESS in this run; NULL: the table is full. */
static struct promise_write *promises_find_write(
	const struct retread_hls_site *site, const char *address)
{
	uint64_t mixed = ((uint64_t)(uintptr_t)address ^
				 (uint64_t)(uintptr_t)site << 20) *
			 UINT64_C(0x9e3779b97f4a7c15);
	size_t slot = (size_t)(mixed >> 32) % WRITES_MAX;

	while (promises.write[slot].run == promises.runs) {
		struct promise_write *found = &promises.write[slot];
		if (found->site == site && found->address == address)
			return found;
		slot = (slot + 1) % WRITES_MAX;
	}
	return promises.used < WRITES_MAX / 2 ? &promises.write[slot] : NULL;
}

void retread_hls_access(struct retread_hls_site *site, const void *address,
	int writes, uint64_t line, uint64_t distance)
{
	const struct promise_loop *loop = promises_find_loop(site);
	struct promise_write *found = promises_find_write(site, address);
	uint64_t apart;

	if (!loop || !found || (!writes && found->run != promises.runs))
		return;
	if (writes) {
		promises.used += found->run != promises.runs;
		*found = (struct promise_write){site, address, promises.runs,
			loop->number, loop->trip, line};
		return;
	}
	apart = loop->trip - found->trip;
	if (found->loop != loop->number || apart == 0 ||
		(distance > 0 && apart >= distance))
		return;
	if (site->events++ == 0)
		site->size = found->line << 32 | line;
}
