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
