/* SPDX-License-Identifier: MIT
 * Everything that a campaign holds. */
#include "config.h"

#include "fuzz-perf/search/fuzz.h"

#include "lib/clock.h"

uint64_t fuzz_elapsed_ms(const struct fuzz *fuzz)
{
	return fuzz->earlier_ms + clock_ms() - fuzz->started_ms;
}

bool fuzz_has_hung(const struct fuzz *fuzz)
{
	return fuzz->options.hangs && fuzz->counts.hangs >= fuzz->options.hangs;
}

struct walk *fuzz_walk(struct fuzz *fuzz, uint32_t index)
{
	uint32_t first = fuzz->schedule.totals_first;

	if (index < first || index >= fuzz->schedule.totals_end)
		return NULL;
	return &fuzz->walk[index - first];
}
