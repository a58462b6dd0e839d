/* SPDX-License-Identifier: MIT
 * Lays out the shared map: the target's part of it. */
#ifndef RETREAD_FUZZ_PERF_RUNTIME_LAYOUT_H
#define RETREAD_FUZZ_PERF_RUNTIME_LAYOUT_H

#include "fuzz-perf/runtime/evaluate.h"

/* Maps FD, adds the areas for what this target registered, and fills
 * EVALUATOR. Returns NULL if FD is no map. */
struct perf_map *layout_attach(int fd, struct evaluator *evaluator);

#endif
