/* SPDX-License-Identifier: MIT
 * Compares what a run counted with the aggregates of the campaign. */
#include "fuzz-perf/runtime/evaluate.h"

#include "fuzz-perf/runtime/runtime.h"

/* Adds up one function's counters. Negative if one of them is larger than its
 * aggregate: both are below 2^63, so the sign of a difference tells, and the
 * sum of signs needs no branch. */
static int64_t scan_function(const struct perf_function *function,
	const uint64_t *aggregate, uint64_t *edges)
{
	const uint64_t *counter = function->counter;
	uint32_t edge_count = function->edges;
	uint64_t sum = 0, signs = 0;

	for (uint32_t i = 0; i < edge_count; i++) {
		sum += counter[i];
		signs |= aggregate[i] - counter[i];
	}
	for (uint32_t i = edge_count; i < function->count; i++)
		signs |= aggregate[i] - counter[i];
	*edges += sum;
	return (int64_t)signs;
}

static void add_site_totals(
	const struct perf_function *function, uint64_t *total)
{
	for (uint32_t i = function->edges; i < function->count; i++)
		switch (function->place[i].kind) {
		case PERF_ALLOCATION:
			total[PERF_TOTAL_ALLOCATED] += function->counter[i];
			break;
		case PERF_BLOCK:
			total[PERF_TOTAL_BLOCK] += function->counter[i];
			break;
		}
}

static void leave_record(struct evaluator *evaluator, uint32_t number,
	uint32_t index, uint64_t value)
{
	struct perf_map *map = evaluator->map;
	struct perf_record record = {number, index, value};

	map->slot[number].outcome |= PERF_NEW;
	evaluator->record[map->record_count++] = record;
}

static void fold_maximum(struct evaluator *evaluator, uint32_t number,
	uint32_t index, uint64_t value)
{
	if (value <= evaluator->aggregate[index])
		return;
	evaluator->aggregate[index] = value;
	leave_record(evaluator, number, index, value);
}

static void fold_magnitude(struct evaluator *evaluator, uint32_t number,
	uint32_t index, uint64_t value)
{
	uint64_t bit = 1ull << (63 - __builtin_clzll(value));

	if (evaluator->aggregate[index] & bit)
		return;
	evaluator->aggregate[index] |= bit;
	leave_record(evaluator, number, index, value);
}

static void fold_maxima(struct evaluator *evaluator, uint32_t number)
{
	for (struct perf_function *each = retread_counters.entered; each;
		each = each->next)
		for (uint32_t i = 0; i < each->count; i++)
			fold_maximum(evaluator, number, each->first_key + i,
				each->counter[i]);
}

/* Coverage is of edges: what a site allocates or compares is for the domains
 * that ask for it. */
static void fold_magnitudes(struct evaluator *evaluator, uint32_t number,
	const struct perf_view *view)
{
	const uint64_t *from = view->source == PERF_AFTER_DIFF
				       ? retread_counters.at_diff
				       : NULL;

	for (struct perf_function *each = retread_counters.entered; each;
		each = each->next)
		for (uint32_t i = 0; i < each->edges; i++) {
			uint64_t value = each->counter[i];
			uint32_t key = each->first_key + i;
			if (from)
				value -= from[key];
			if (value)
				fold_magnitude(evaluator, number,
					view->first + key, value);
		}
}

static void fold_domain(struct evaluator *evaluator, uint32_t number,
	const struct perf_view *view, const struct retread_domain *domain)
{
	for (uint32_t i = 0; i < domain->touched_count; i++) {
		uint32_t key = domain->touched[i];
		uint64_t *a = &evaluator->aggregate[view->first + key];
		uint64_t next = domain->reduce(*a, domain->value[key]);
		if (next == *a)
			continue;
		*a = next;
		leave_record(evaluator, number, view->first + key,
			domain->value[key]);
	}
}

static void fold_view(struct evaluator *evaluator, uint32_t number,
	const struct perf_view *view)
{
	uint32_t first_domain =
		evaluator->map->view_count - retread_counters.domain_count;

	switch (view->source) {
	case PERF_VALID_RUNS:
		if (!retread_counters.is_invalid)
			fold_magnitudes(evaluator, number, view);
		break;
	case PERF_AFTER_DIFF:
		if (retread_counters.is_after_diff)
			fold_magnitudes(evaluator, number, view);
		break;
	case PERF_DOMAIN_KEYS:
		fold_domain(evaluator, number, view,
			&retread_counters.domain[view - evaluator->map->view -
						 first_domain]);
		break;
	default:
		fold_magnitudes(evaluator, number, view);
	}
}

static void copy_profile(struct evaluator *evaluator, const uint64_t *total)
{
	for (uint32_t i = 0; i < evaluator->map->index_count; i++)
		evaluator->profile[i] = 0;
	for (struct perf_function *each = retread_counters.entered; each;
		each = each->next)
		for (uint32_t i = 0; i < each->count; i++)
			evaluator->profile[each->first_key + i] =
				each->counter[i];
	for (uint32_t i = 0; i < PERF_TOTALS; i++)
		evaluator->profile[evaluator->key_count + i] = total[i];
}

static uint64_t focus_value(
	const struct evaluator *evaluator, const uint64_t *total)
{
	uint32_t focus = evaluator->map->focus;

	if (focus < evaluator->key_count)
		return *evaluator->counter_of[focus];
	if (focus < evaluator->key_count + PERF_TOTALS)
		return total[focus - evaluator->key_count];
	return 0;
}

void evaluate_run(
	struct evaluator *evaluator, uint32_t number, uint32_t outcome)
{
	struct perf_map *map = evaluator->map;
	struct perf_slot *slot = &map->slot[number];
	uint64_t total[PERF_TOTALS] = {0};
	int64_t signs = 0;

	for (struct perf_function *each = retread_counters.entered; each;
		each = each->next) {
		signs |= scan_function(each,
			evaluator->aggregate + each->first_key,
			&total[PERF_TOTAL_EDGES]);
		if (each->count > each->edges)
			add_site_totals(each, total);
	}
	slot->edges = total[PERF_TOTAL_EDGES];
	total[PERF_TOTAL_PEAK] = retread_heap_peak();
	if (map->edge_limit && slot->edges > map->edge_limit)
		outcome |= PERF_OVER_LIMIT;
	if (retread_counters.is_invalid)
		outcome |= PERF_INVALID;
	/* Nobody knows whether it would have been valid. */
	if (outcome & PERF_OVER_LIMIT)
		retread_counters.is_invalid = true;
	uint64_t focus = focus_value(evaluator, total);
	slot->value = focus;
	if (map->profile)
		copy_profile(evaluator, total);
	if (signs < 0)
		fold_maxima(evaluator, number);
	for (uint32_t i = 0; i < PERF_TOTALS; i++)
		fold_maximum(
			evaluator, number, evaluator->key_count + i, total[i]);
	for (uint32_t i = 1; i < map->view_count; i++)
		if (map->view[i].wanted)
			fold_view(evaluator, number, &map->view[i]);
	if (map->focus < evaluator->key_count + PERF_TOTALS &&
		focus == evaluator->aggregate[map->focus])
		outcome |= PERF_EQUAL;
	retread_counters_clear();
	retread_domains_clear();
	retread_heap_clear();
	slot->outcome |= outcome | PERF_RAN;
}
