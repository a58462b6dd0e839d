/* SPDX-License-Identifier: MIT
 * The places that a proof counted, and the law of each. */
#ifndef RETREAD_FUZZ_PERF_PROVE_PROOF_EDGES_H
#define RETREAD_FUZZ_PERF_PROVE_PROOF_EDGES_H

#include <stdint.h>
#include <stdio.h>

struct arena;
struct proof;
struct proof_place;
struct proof_result;

/* Where KEY counts; all edges if that is none of the counters. */
struct proof_place proof_place_of(const struct proof *proof, uint32_t key);
void proof_print_place(const struct proof_result *result, FILE *out);

/* Gives RESULT the counters of the steepest laws, of equal ones the largest, a
 * line of the source once. Texts of models go into ARENA. */
void proof_list_lines(const struct proof *proof, struct proof_result *result,
	struct arena *arena);
void proof_print_lines(const struct proof_result *result, FILE *out);

#endif
