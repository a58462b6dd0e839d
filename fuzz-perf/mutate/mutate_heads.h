/* SPDX-License-Identifier: MIT
 * Mutators for what formats say of the rest in few bytes: kinds, sizes, ways to code it. */
#ifndef RETREAD_FUZZ_PERF_MUTATE_MUTATE_HEADS_H
#define RETREAD_FUZZ_PERF_MUTATE_MUTATE_HEADS_H

#include <stdbool.h>

struct mutation;

/* A byte that a switch of the target takes becomes another one of its cases. */
bool mutate_swap_case(struct mutation *mutation);

/* One stretch in which another input differs is taken from there, at the same place
 * from the start or from the end: a dear input's size, say, for another kind. */
bool mutate_take_difference(struct mutation *mutation);

#endif
