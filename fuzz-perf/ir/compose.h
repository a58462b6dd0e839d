/* SPDX-License-Identifier: MIT
 * Small functions in which everything is used: what the rules of a compiler look for is mostly
 * a few operations on one or two values and numbers that have to do with each other. */
#ifndef RETREAD_FUZZ_PERF_IR_COMPOSE_H
#define RETREAD_FUZZ_PERF_IR_COMPOSE_H

#include "fuzz-perf/ir/functions.h"

/* A function as RANDOM (state; any number) says, to be freed by irf_free(). It has one type of
 * numbers, another one for casts, and truths. */
struct irf_fn *ir_compose(const struct irf_profile *profile, uint64_t *random);

#endif
