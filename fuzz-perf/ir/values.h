/* SPDX-License-Identifier: MIT
 * What a function computes, before a compiler's passes and after them. */
#ifndef RETREAD_FUZZ_PERF_IR_VALUES_H
#define RETREAD_FUZZ_PERF_IR_VALUES_H

#include "fuzz-perf/ir/functions.h"

/* Room for the result and buffers of FN, which lives as long as FN, and for what of them is
 * poison if HAS_POISON. */
void ir_vals_make(struct ir_fn *fn, struct irf_vals *vals, bool has_poison);
/* All of it is known, before it is computed. */
void ir_vals_clear(const struct irf_fn *fn, struct irf_vals *vals);

/* Is NEW what OLD is, where that is defined, as far as it is known? Where they differ first is
 * told in TEXT. */
bool ir_vals_refine(const struct irf_fn *fn, const struct irf_vals *old,
	const struct irf_vals *new, char *text, size_t size);
/* Is poison in NEW what is some number in OLD, whichever? Both have poison. */
bool ir_vals_are_poisoned(const struct irf_fn *fn, const struct irf_vals *old,
	const struct irf_vals *new);

#endif
