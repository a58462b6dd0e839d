/* SPDX-License-Identifier: MIT
 * Compares what a run counted with the aggregates of the campaign. */
#ifndef RETREAD_FUZZ_PERF_RUNTIME_EVALUATE_H
#define RETREAD_FUZZ_PERF_RUNTIME_EVALUATE_H

#include <stdint.h>

#include "lib/format/perf_map.h"

struct evaluator {
	struct perf_map *map;
	uint64_t *aggregate;
	uint64_t *profile;
	struct perf_record *record;
	struct perf_operand *operand;
	uint64_t **counter_of; /* by key */
	uint32_t key_count;
};

/* Folds the run that just ended into the aggregates, tells about it in slot
 * NUMBER, and clears all counters. OUTCOME: flags known already. */
void evaluate_run(
	struct evaluator *evaluator, uint32_t number, uint32_t outcome);

/*--- layout.c ---*/

/* Maps FD, adds the areas for what this target registered, and fills
 * EVALUATOR. Returns NULL if FD is not a map. */
struct perf_map *layout_attach(int fd, struct evaluator *evaluator);

#endif
