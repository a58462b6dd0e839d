/* SPDX-License-Identifier: MIT
 * Mutators that work on the spans of what a generator drew. */
#ifndef RETREAD_FUZZ_PERF_MUTATE_MUTATE_SPANS_H
#define RETREAD_FUZZ_PERF_MUTATE_MUTATE_SPANS_H

#include <stdbool.h>

struct mutation;

bool mutate_delete_span(struct mutation *mutation);
bool mutate_repeat_span(struct mutation *mutation);
bool mutate_swap_spans(struct mutation *mutation);
bool mutate_splice_span(struct mutation *mutation);
bool mutate_regenerate_span(struct mutation *mutation);
bool mutate_hoist_span(struct mutation *mutation);
bool mutate_draw_anew(struct mutation *mutation);

#endif
