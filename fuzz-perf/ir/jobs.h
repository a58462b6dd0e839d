/* SPDX-License-Identifier: MIT
 * The part `fuzz`: campaigns side by side, each a process with a folder of its own. */
#ifndef RETREAD_FUZZ_PERF_IR_JOBS_H
#define RETREAD_FUZZ_PERF_IR_JOBS_H

#include "fuzz-perf/ir/request.h"

/* Searches as REQUEST says, and prints counts. What it knows is kept in files if
 * IS_KEPT. Returns an exit code. */
int jobs_run(struct ir_request *request, bool is_kept);

/* ---- jobs_statistics.c ---- */

/* Of the campaign in FOLDER, as `retread fuzz` writes them: fuzzer_stats and a line of
 * plot_data. STARTED_MS by the monotonic clock. Returns 0, or -1 with ERR filled. */
int jobs_write_statistics(const struct ir_request *request, const char *folder,
	uint64_t started_ms, struct error *err);

/* What COUNT campaigns did in MS milliseconds. */
void jobs_print_counts(struct ir_campaign *const *campaign, size_t count,
	uint64_t ms, FILE *out);

#endif
