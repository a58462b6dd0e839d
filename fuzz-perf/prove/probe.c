/* SPDX-License-Identifier: MIT
 * Runs single inputs of a target for their exact counts, within a budget. */
#include "config.h"

#include "fuzz-perf/prove/probe.h"

#include <string.h>

#include "lib/clock.h"
#include "lib/error.h"
#include "lib/format/perf_map.h"
#include "lib/memory.h"

#include "fuzz-perf/target/execute.h"

#define CHUNK	   32	/* inputs between looks at the budget */
#define RUN_EDGES  2000 /* what a run of a function costs beside its edges */
#define HANG_EDGES 10000000 /* an input that the clock stopped, but */
#define HANG_SHARE 40	    /* no more of the whole budget */
#define FORK_EDGES 100000   /* and a process */

/* Nobody wants to hear of new maxima, unless probe_find_above asks. */
static void forget_maxima(struct probe *probe)
{
	uint64_t *aggregate = execute_aggregates(probe->execute);

	for (uint32_t i = 0; i < probe->map->index_count; i++)
		aggregate[i] = PERF_NEVER;
}

int probe_open(struct probe *probe, const struct execute_options *options,
	uint64_t work, uint64_t budget_ms, volatile int *is_stopped,
	struct error *err)
{
	struct execute_options own = *options;

	memset(probe, 0, sizeof *probe);
	probe->started_ms = clock_ms();
	own.end_ms = probe->started_ms + budget_ms;
	own.is_stopped = is_stopped;
	probe->execute = execute_new(&own, err);
	if (!probe->execute)
		return -1;
	probe->map = execute_map(probe->execute);
	probe->key_count = probe->map->key_count;
	probe->values = probe->key_count + PERF_TOTALS;
	probe->work_limit = probe->soft_work = work;
	probe->time_limit_ms = probe->soft_ms = budget_ms;
	probe->is_stopped = is_stopped;
	probe_begin_phase(probe, 1);
	forget_maxima(probe);
	return 0;
}

void probe_release(struct probe *probe)
{
	execute_free(probe->execute);
	probe->execute = NULL;
}

void probe_begin_phase(struct probe *probe, double share)
{
	probe->soft_work = (uint64_t)((double)probe->work_limit * share);
	probe->soft_ms = (uint64_t)((double)probe->time_limit_ms * share);
	execute_set_end(probe->execute, probe_end_ms(probe), probe->is_stopped);
}

uint64_t probe_end_ms(const struct probe *probe)
{
	return probe->started_ms + probe->soft_ms;
}

uint64_t probe_elapsed_ms(const struct probe *probe)
{
	return clock_ms() - probe->started_ms;
}

bool probe_is_over(const struct probe *probe)
{
	return *probe->is_stopped || probe->work >= probe->soft_work ||
	       probe_elapsed_ms(probe) >= probe->soft_ms;
}

void probe_note_work(struct probe *probe, uint64_t execs, uint64_t edges)
{
	probe->execs += execs;
	probe->edges += edges;
	probe->work +=
		edges + execs * (probe->map->is_fork ? FORK_EDGES : RUN_EDGES);
}

static uint64_t hang_work(const struct probe *probe)
{
	uint64_t share = probe->work_limit / HANG_SHARE;

	return share < HANG_EDGES ? share : HANG_EDGES;
}

void probe_note_hangs(struct probe *probe, uint64_t hangs)
{
	probe->work += hangs * hang_work(probe);
}

uint64_t probe_hangs_left(const struct probe *probe)
{
	uint64_t left = probe->work < probe->soft_work
				? probe->soft_work - probe->work
				: 0;

	return left / hang_work(probe) + 1;
}

void probe_set_edge_limit(struct probe *probe, uint64_t edges)
{
	probe->edge_limit = edges;
}

unsigned probe_slots(const struct probe *probe)
{
	return execute_slots(probe->execute);
}

uint8_t *probe_slot(struct probe *probe, unsigned number)
{
	return execute_slot_data(probe->execute, number);
}

void probe_set_length(struct probe *probe, unsigned number, size_t length)
{
	probe->map->slot[number].length = (uint32_t)length;
}

static enum probe_end slot_end(
	const struct probe *probe, const struct perf_slot *slot)
{
	if (!(slot->outcome & PERF_RAN) || slot->signal)
		return PROBE_DIED;
	if (!(slot->outcome & PERF_OVER_LIMIT))
		return PROBE_RAN;
	/* Ended by the budget: nobody knows how it would have gone on. */
	return probe->work >= probe->work_limit ? PROBE_DIED : PROBE_LIMIT;
}

/* Not much more than is left of the whole budget. */
static void limit_edges(struct probe *probe)
{
	uint64_t left = probe->work_limit - probe->work;

	probe->map->edge_limit = !probe->edge_limit || left < probe->edge_limit
					 ? left
					 : probe->edge_limit;
}

/* So many that the budget is not exceeded by much. */
static unsigned chunk_size(const struct probe *probe)
{
	uint64_t limit = probe->map->edge_limit;
	uint64_t left = probe->work_limit - probe->work;

	return left / limit >= CHUNK ? CHUNK
	       : left / limit	     ? (unsigned)(left / limit)
				     : 1;
}

/* Calls RAN, unless it is NULL, when slots were run whose records can be read.
 * Those that the budget does not reach are as good as dead. */
static int prove_probe_run_slots(struct probe *probe, unsigned count,
	void (*ran)(struct probe *probe, void *context), void *context,
	struct error *err)
{
	enum execute_end end;

	for (unsigned i = 0; i < count; i++)
		probe->map->slot[i].outcome = probe->map->slot[i].signal = 0;
	for (unsigned from = 0;
		from < count && probe->work < probe->work_limit;) {
		limit_edges(probe);
		unsigned to = from + chunk_size(probe);
		if (to > count)
			to = count;
		int next = execute_run(probe->execute, from, to, &end, err);
		if (next < 0)
			return -1;
		for (unsigned i = from; i < (unsigned)next; i++)
			probe_note_work(probe, 1, probe->map->slot[i].edges);
		if (end == EXECUTE_HANG)
			probe_note_hangs(probe, 1);
		if (ran)
			ran(probe, context);
		from = (unsigned)next;
		if (end == EXECUTE_OVER)
			break;
	}
	return 0;
}

int probe_run(struct probe *probe, const uint8_t *bytes, size_t length,
	uint64_t *value, enum probe_end *end, struct error *err)
{
	*end = PROBE_DIED;
	if (length > probe->map->longest_input)
		return 0;
	memcpy(probe_slot(probe, 0), bytes, length);
	probe_set_length(probe, 0, length);
	probe->map->focus = UINT32_MAX;
	probe->map->profile = 1;
	int result = prove_probe_run_slots(probe, 1, NULL, NULL, err);
	probe->map->profile = 0;
	if (result)
		return -1;
	*end = slot_end(probe, &probe->map->slot[0]);
	if (*end == PROBE_RAN)
		memcpy(value, execute_profile(probe->execute),
			probe->values * sizeof *value);
	return 0;
}

int probe_run_slots(struct probe *probe, unsigned count, uint32_t key,
	uint64_t *value, struct error *err)
{
	probe->map->focus = key;
	if (prove_probe_run_slots(probe, count, NULL, NULL, err))
		return -1;
	for (unsigned i = 0; i < count; i++)
		value[i] = slot_end(probe, &probe->map->slot[i]) == PROBE_RAN
				   ? probe->map->slot[i].value
				   : UINT64_MAX;
	return 0;
}

struct hits {
	void (*hit)(void *context, unsigned slot, uint32_t key, uint64_t value);
	void *context;
};

static void tell_hits(struct probe *probe, void *context)
{
	const struct perf_record *record = execute_records(probe->execute);
	const struct hits *hits = context;

	for (uint32_t i = 0; i < probe->map->record_count; i++)
		if (record[i].index < probe->key_count)
			hits->hit(hits->context, record[i].slot,
				record[i].index, record[i].value);
}

int probe_find_above(struct probe *probe, unsigned count,
	const uint64_t *threshold,
	void (*hit)(void *context, unsigned slot, uint32_t key, uint64_t value),
	void *context, struct error *err)
{
	struct hits hits = {hit, context};

	memcpy(execute_aggregates(probe->execute), threshold,
		probe->key_count * sizeof *threshold);
	probe->map->focus = UINT32_MAX;
	probe->map->record_count = 0;
	int result = prove_probe_run_slots(probe, count, tell_hits, &hits, err);
	forget_maxima(probe);
	return result;
}

bool probe_is_edge(const struct probe *probe, uint32_t key)
{
	return key < probe->key_count &&
	       execute_places(probe->execute)[key].kind == PERF_EDGE;
}

bool probe_is_cost(const struct probe *probe, uint32_t key)
{
	uint32_t kind;

	if (key >= probe->key_count)
		return key == probe->key_count + PERF_TOTAL_EDGES;
	kind = execute_places(probe->execute)[key].kind;
	return kind == PERF_EDGE || kind == PERF_BLOCK;
}
