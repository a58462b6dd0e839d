/* SPDX-License-Identifier: MIT
 * A proof from tests alone as files, as JSON and as text. */
#ifndef RETREAD_FUZZ_PERF_PROVE_POINTS_WRITE_H
#define RETREAD_FUZZ_PERF_PROVE_POINTS_WRITE_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct points;
struct points_result;

/* Writes proof.json, points.csv, fit.svg and cells.svg to the folder FOLDER, and
 * prints the result to OUT: JSON or text. */
int points_write(const struct points *points,
	const struct points_result *result, const char *folder, bool is_json,
	FILE *out, struct error *err);

#endif
