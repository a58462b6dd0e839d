/* SPDX-License-Identifier: MIT
 * What the Valgrind tool snap knows of the order of branches, as feedback: the hash
 * of the last ones is a key of a domain of its own, and predictions that come out
 * otherwise than in the batch's first input are flips. (SNAP, section 4.5.) */
#include "config.h"

#include "fuzz-perf/breakpoints/agent.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif

#include "fuzz-perf/runtime/fuzz_domain.h"
#include "fuzz-perf/runtime/runtime.h"
#include "lib/format/snap_binding.h"

#define BRANCHES 4096 /* conditional ones of a run that are compared */

/* Of one run, by address. */
struct outcomes {
	uint32_t count;
	struct snap_outcomes of[BRANCHES];
};

static struct {
	struct retread_domain *context;
	struct outcomes *base; /* of slot 0; all processes share it */
	struct outcomes *now;
} history;

static void *agent_history_share(size_t size_bytes)
{
	void *shared = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return shared == MAP_FAILED ? NULL : shared;
}

void history_start(void)
{
	const char *wanted = getenv(SNAP_HISTORY_VARIABLE);

	if (!wanted)
		return;
	history.base = agent_history_share(sizeof *history.base);
	history.now = agent_history_share(sizeof *history.now);
	retread_agent.has_predictions =
		strchr(wanted, 'p') && history.base && history.now;
	if (!strchr(wanted, 'c'))
		return;
	history.context = retread_domain_new(
		"context", PERF_CONTEXTS, retread_reduce_union, 0);
	retread_agent.has_context = true;
}

static void request(uintptr_t what, void *argument)
{
#ifdef VALGRIND_DO_CLIENT_REQUEST_STMT
	VALGRIND_DO_CLIENT_REQUEST_STMT(what, argument, 0, 0, 0, 0);
#else
	(void)what;
	(void)argument;
#endif
}

void history_forget(void)
{
	if (history.context || history.base)
		request(SNAP_REQUEST_FORGET, NULL);
}

/*--- contexts ---*/

/* The edges that a run came to, without how often. */
static uint64_t hash_edges(void)
{
	uint64_t hash = 0;

	for (const struct perf_function *each = retread_counters.entered; each;
		each = each->next)
		for (uint32_t i = 0; i < each->count; i++)
			if (each->counter[i])
				hash += (each->first_key + i + 1) *
					0x9e3779b97f4a7c15ull;
	return hash;
}

static uint32_t context_key(uint64_t hash)
{
	hash ^= hash >> 32;
	return (uint32_t)(hash * 0x9e3779b97f4a7c15ull >> 48);
}

/*--- flips ---*/

static int compare_addresses(const void *left, const void *right)
{
	const struct snap_outcomes *a = left, *b = right;

	return a->pc < b->pc ? -1 : a->pc > b->pc;
}

/* Was what both runs executed predicted otherwise? */
static bool is_flip(
	const struct snap_outcomes *a, const struct snap_outcomes *b)
{
	uint64_t common = a->executed < b->executed ? a->executed : b->executed;
	uint64_t different = a->early ^ b->early;

	if (a->executed == b->executed)
		return a->hash != b->hash;
	return common < 64 ? (different & ((1ull << common) - 1)) != 0
			   : different != 0;
}

static void agent_history_compare(
	struct perf_map *map, uint32_t (*key_of)(uintptr_t))
{
	struct perf_flip *flip =
		(struct perf_flip *)((char *)map + map->flip_area);

	for (uint32_t i = 0; i < history.now->count; i++) {
		const struct snap_outcomes *now = &history.now->of[i];
		const struct snap_outcomes *base =
			bsearch(now, history.base->of, history.base->count,
				sizeof *now, compare_addresses);
		if (!base || !is_flip(base, now) ||
			map->flip_count == PERF_FLIPS)
			continue;
		flip[map->flip_count++] =
			(struct perf_flip){map->current, key_of(now->pc)};
	}
}

void history_tell(struct perf_map *map, uint32_t (*key_of)(uintptr_t))
{
	struct snap_past past = {.length = map->context_length};
	bool compares = map->compares && retread_agent.has_predictions;

	if (!history.context && !compares)
		return;
	if (compares) {
		past.capacity = BRANCHES;
		past.outcomes = history.now->of;
	}
	request(SNAP_REQUEST_TELL, &past);
	if (history.context) {
		map->slot[map->current].edge_set = hash_edges();
		retread_domain_set(
			history.context, context_key(past.context), 1);
	}
	if (!compares)
		return;
	history.now->count = past.count;
	if (map->current == 0) {
		qsort(history.now->of, past.count, sizeof *history.now->of,
			compare_addresses);
		memcpy(history.base, history.now, sizeof *history.base);
	} else {
		agent_history_compare(map, key_of);
	}
}
