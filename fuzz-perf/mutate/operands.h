/* SPDX-License-Identifier: MIT
 * Sides of comparisons that an input led to, and inputs in which one side is
 * replaced by the other. After the input-to-state correspondence of REDQUEEN
 * (Aschermann et al., NDSS 2019): what a program compares is often a copy of a
 * part of its input. There is no search for which part; all that look alike
 * are tried, and the domain `cmp` says which was right. */
#ifndef RETREAD_FUZZ_PERF_MUTATE_OPERANDS_H
#define RETREAD_FUZZ_PERF_MUTATE_OPERANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mutation;
struct perf_operand;

struct compared_operands {
	struct perf_operand *operand;
	uint32_t count;
};

/* Keeps a copy of those whose sides differ and of which MOST at most, spread
 * evenly. Free it with operands_free. */
struct compared_operands *operands_new(
	const struct perf_operand *operand, uint32_t count);
void operands_free(struct compared_operands *operands);

/* The mutator: one pair of sides, one place. */
bool operands_match(struct mutation *mutation);

/* The pair NUMBER, of which each comes up twice: left for right, right for
 * left. Below 2 * COUNT. Returns false if neither side is in the input. */
bool operands_match_pair(struct mutation *mutation, uint32_t number);

#endif
