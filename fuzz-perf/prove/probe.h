/* SPDX-License-Identifier: MIT
 * Runs single inputs of a target for their exact counts, within a budget.
 *
 * Work is counted in executed edges, each run costing a few more: so that what
 * a search does depends on the target and not on the machine. The clock only
 * ends what takes too long. */
#ifndef RETREAD_FUZZ_PERF_PROVE_PROBE_H
#define RETREAD_FUZZ_PERF_PROVE_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct execute;
struct execute_options;
struct perf_map;

enum probe_end {
	PROBE_RAN,
	PROBE_LIMIT, /* more edges than allowed */
	PROBE_DIED,  /* crashed, took too long, or is too long */
};

struct probe {
	struct execute *execute;
	struct perf_map *map;
	uint32_t key_count; /* counters */
	uint32_t values;    /* and the totals after them */
	uint64_t execs, edges;
	uint64_t edge_limit; /* of one run */
	uint64_t work, work_limit;
	uint64_t started_ms, time_limit_ms; /* since the start */
	uint64_t soft_work, soft_ms;	    /* of the current phase */
	volatile int *is_stopped;
};

/* Starts the target. BUDGET_MS bounds everything, WORK as well. */
int probe_open(struct probe *probe, const struct execute_options *options,
	uint64_t work, uint64_t budget_ms, volatile int *is_stopped,
	struct error *err);
void probe_release(struct probe *probe);

/* From now on probe_is_over says when SHARE of the whole budget is used. */
void probe_begin_phase(struct probe *probe, double share);
bool probe_is_over(const struct probe *probe);
/* When the phase ends, on the monotonic clock. */
uint64_t probe_end_ms(const struct probe *probe);
uint64_t probe_elapsed_ms(const struct probe *probe);
/* Work that others did for the same purpose. */
void probe_note_work(struct probe *probe, uint64_t execs, uint64_t edges);
void probe_note_hangs(struct probe *probe, uint64_t hangs);
/* How many of them the phase has room for, at least one. */
uint64_t probe_hangs_left(const struct probe *probe);

/* Stops runs after so many edges. */
void probe_set_edge_limit(struct probe *probe, uint64_t edges);

/* Runs BYTES and copies what every counter and total says to VALUE (of
 * probe->values). Nothing is copied unless *END is PROBE_RAN. */
int probe_run(struct probe *probe, const uint8_t *bytes, size_t length,
	uint64_t *value, enum probe_end *end, struct error *err);

/* Many inputs at once, for one counter or total. Fill the slots, then run
 * them: VALUE[i] is what KEY says after slot i, UINT64_MAX if that did not
 * end well. */
unsigned probe_slots(const struct probe *probe);
uint8_t *probe_slot(struct probe *probe, unsigned number);
void probe_set_length(struct probe *probe, unsigned number, size_t length);
int probe_run_slots(struct probe *probe, unsigned count, uint32_t key,
	uint64_t *value, struct error *err);

/* Calls HIT(context, slot, key, value) for every counter that a slot raises
 * above THRESHOLD[key]; of equal values only the first is told. */
int probe_find_above(struct probe *probe, unsigned count,
	const uint64_t *threshold,
	void (*hit)(void *context, unsigned slot, uint32_t key, uint64_t value),
	void *context, struct error *err);

bool probe_is_edge(const struct probe *probe, uint32_t key);
/* Is what KEY counts a cost: an edge, or bytes that a block function moves? */
bool probe_is_cost(const struct probe *probe, uint32_t key);

#endif
