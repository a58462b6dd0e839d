/* SPDX-License-Identifier: MIT
 * A typical input of any size, to compare with. */
#include "config.h"

#include "fuzz-perf/prove/proof_steps.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/format/perf_map.h"
#include "lib/memory.h"

#include "fuzz-perf/prove/probe.h"
#include "lib/families/family.h"

#define PARTS	    200
#define TRIAL_EDGES 2000000
#define MORE	    8 /* repetitions that must still be accepted */

struct typical {
	size_t first, end;
	double gain; /* edges per byte */
};

struct typical_search {
	struct probe *probe;
	const struct bytes *seed;
	uint64_t *plain, *value;
	uint8_t *bytes;
	struct typical found[PARTS];
	size_t count;
};

static bool covers_as_much(const struct typical_search *search)
{
	for (uint32_t key = 0; key < search->probe->key_count; key++)
		if (search->plain[key] && !search->value[key] &&
			probe_is_edge(search->probe, key))
			return false;
	return true;
}

static int typical_try_part(struct typical_search *search, size_t first,
	size_t end, struct error *err)
{
	uint32_t total = search->probe->key_count + PERF_TOTAL_EDGES;
	struct family family = family_pump(search->seed, first, end);
	size_t length = family_length(&family, MORE);
	enum probe_end run_end;

	search->bytes = memory_resize(search->bytes, length + 1, 1);
	family_build(&family, MORE, search->bytes);
	family_release(&family);
	if (probe_run(search->probe, search->bytes, length, search->value,
		    &run_end, err))
		return -1;
	if (run_end != PROBE_RAN ||
		search->value[total] <= search->plain[total] ||
		!covers_as_much(search))
		return 0;
	search->found[search->count++] = (struct typical){first, end,
		(double)(search->value[total] - search->plain[total]) /
			(double)((MORE - 1) * (end - first))};
	return 0;
}

static int compare_gains(const void *left, const void *right)
{
	const struct typical *a = left, *b = right;

	if (a->gain != b->gain)
		return a->gain < b->gain ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

/* Parts of ever greater length, at starts a half of it apart. */
static int typical_try_parts(struct typical_search *search, struct error *err)
{
	size_t length = search->seed->length, tries = 0;
	enum probe_end end;

	if (probe_run(search->probe, search->seed->at, length, search->plain,
		    &end, err))
		return -1;
	search->count = 0;
	for (size_t size = 1; end == PROBE_RAN && size <= length; size *= 2)
		for (size_t at = 0; at + size <= length;
			at += size / 2 ? size / 2 : 1)
			if (tries++ < PARTS && !probe_is_over(search->probe) &&
				typical_try_part(search, at, at + size, err))
				return -1;
	return 0;
}

int typical_find(struct probe *probe, const struct bytes *seed, size_t count,
	struct family *family, bool *is_found, struct error *err)
{
	struct typical_search *search = memory_alloc_zero(1, sizeof *search);
	int result = 0;

	*is_found = false;
	search->probe = probe;
	search->plain = memory_alloc_zero(probe->values, sizeof(uint64_t));
	search->value = memory_alloc_zero(probe->values, sizeof(uint64_t));
	probe_set_edge_limit(probe, TRIAL_EDGES);
	for (size_t i = 0; !result && !*is_found && i < count; i++) {
		search->seed = &seed[i];
		result = typical_try_parts(search, err);
		if (result || !search->count)
			continue;
		qsort(search->found, search->count, sizeof *search->found,
			compare_gains);
		const struct typical *median =
			&search->found[search->count / 2];
		*family = family_pump(&seed[i], median->first, median->end);
		*is_found = true;
	}
	free(search->plain);
	free(search->value);
	free(search->bytes);
	free(search);
	return result;
}
