/* SPDX-License-Identifier: MIT
 * The proof of a target as files, as JSON and as text. */
#ifndef RETREAD_FUZZ_PERF_PROVE_PROOF_WRITE_H
#define RETREAD_FUZZ_PERF_PROVE_PROOF_WRITE_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct proof;

/* Writes proof.json, points.csv, fit.svg, generate.sh, inputs/ and typical/ to
 * the output folder, and prints the result to OUT: JSON or text. */
int prove_write(
	struct proof *proof, FILE *out, bool is_json, struct error *err);

#endif
