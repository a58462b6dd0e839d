/* SPDX-License-Identifier: MIT
 * The places that a proof counted, and the law of each. */
#ifndef RETREAD_FUZZ_PERF_PROVE_PROOF_EDGES_H
#define RETREAD_FUZZ_PERF_PROVE_PROOF_EDGES_H

#include <stdint.h>
#include <stdio.h>

struct json_value;
struct proof;

/* Where KEY counts; all edges if that is none of the counters. */
struct json_value *proof_place_to_json(const struct proof *proof, uint32_t key);
/* Of the counter that leads. */
void proof_print_place(const struct proof *proof, FILE *out);

/* The counters of the steepest laws, of equal ones the largest, a line of the
 * source once. */
struct json_value *proof_edges_to_json(const struct proof *proof);
void proof_print_edges(const struct proof *proof, FILE *out);

#endif
