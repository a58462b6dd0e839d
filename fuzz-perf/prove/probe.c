/* SPDX-License-Identifier: MIT
 * Runs single inputs of a target for their exact counts, within a budget. */
#include "config.h"

#include "fuzz-perf/prove/probe.h"

#include <string.h>
#include <time.h>

#include "lib/error.h"
#include "lib/format/perf_map.h"
#include "lib/memory.h"

#include "fuzz-perf/execute.h"

#define RUN_EDGES  2000	  /* what a run of a function costs beside its edges */
#define FORK_EDGES 100000 /* and a process */

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

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
	memset(probe, 0, sizeof *probe);
	probe->execute = execute_new(options, err);
	if (!probe->execute)
		return -1;
	probe->map = execute_map(probe->execute);
	probe->key_count = probe->map->key_count;
	probe->values = probe->key_count + PERF_TOTALS;
	probe->started_ms = now_ms();
	probe->work_limit = probe->soft_work = work;
	probe->time_limit_ms = probe->soft_ms = budget_ms;
	probe->is_stopped = is_stopped;
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
}

uint64_t probe_elapsed_ms(const struct probe *probe)
{
	return now_ms() - probe->started_ms;
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

void probe_set_edge_limit(struct probe *probe, uint64_t edges)
{
	probe->map->edge_limit = edges;
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

static enum probe_end slot_end(const struct perf_slot *slot)
{
	if (!(slot->outcome & PERF_RAN) || slot->signal)
		return PROBE_DIED;
	return slot->outcome & PERF_OVER_LIMIT ? PROBE_LIMIT : PROBE_RAN;
}

static int run_slots(struct probe *probe, unsigned count, struct error *err)
{
	enum execute_end end;

	for (unsigned from = 0; from < count;) {
		int next = execute_run(probe->execute, from, count, &end, err);
		if (next < 0)
			return -1;
		for (unsigned i = from; i < (unsigned)next; i++)
			probe_note_work(probe, 1, probe->map->slot[i].edges);
		from = (unsigned)next;
	}
	return 0;
}

int probe_run(struct probe *probe, const uint8_t *bytes, size_t length,
	uint64_t *value, enum probe_end *end, struct error *err)
{
	memcpy(probe_slot(probe, 0), bytes, length);
	probe_set_length(probe, 0, length);
	probe->map->focus = UINT32_MAX;
	probe->map->profile = 1;
	int result = run_slots(probe, 1, err);
	probe->map->profile = 0;
	if (result)
		return -1;
	*end = slot_end(&probe->map->slot[0]);
	if (*end == PROBE_RAN)
		memcpy(value, execute_profile(probe->execute),
			probe->values * sizeof *value);
	return 0;
}

int probe_run_slots(struct probe *probe, unsigned count, uint32_t key,
	uint64_t *value, struct error *err)
{
	probe->map->focus = key;
	if (run_slots(probe, count, err))
		return -1;
	for (unsigned i = 0; i < count; i++)
		value[i] = slot_end(&probe->map->slot[i]) == PROBE_RAN
				   ? probe->map->slot[i].value
				   : UINT64_MAX;
	return 0;
}

static void tell_hits(struct probe *probe,
	void (*hit)(void *context, unsigned slot, uint32_t key, uint64_t value),
	void *context)
{
	const struct perf_record *record = execute_records(probe->execute);

	for (uint32_t i = 0; i < probe->map->record_count; i++)
		if (record[i].index < probe->key_count)
			hit(context, record[i].slot, record[i].index,
				record[i].value);
}

int probe_find_above(struct probe *probe, unsigned count,
	const uint64_t *threshold,
	void (*hit)(void *context, unsigned slot, uint32_t key, uint64_t value),
	void *context, struct error *err)
{
	uint64_t *aggregate = execute_aggregates(probe->execute);
	enum execute_end end;
	int result = 0;

	memcpy(aggregate, threshold, probe->key_count * sizeof *aggregate);
	probe->map->focus = UINT32_MAX;
	for (unsigned from = 0; !result && from < count;) {
		int next = execute_run(probe->execute, from, count, &end, err);
		if (next < 0) {
			result = -1;
			break;
		}
		for (unsigned i = from; i < (unsigned)next; i++)
			probe_note_work(probe, 1, probe->map->slot[i].edges);
		tell_hits(probe, hit, context);
		from = (unsigned)next;
	}
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
