/* SPDX-License-Identifier: MIT
 * Measures a family at sizes that no search has seen, and finds the law of
 * every counter. */
#ifndef RETREAD_FUZZ_PERF_PROVE_MEASURE_H
#define RETREAD_FUZZ_PERF_PROVE_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/growth/law.h"

struct error;
struct family;
struct probe;

#define MEASURE_POINTS 64

struct measure_point {
	size_t k, length;
	bool is_doubled, is_equal; /* of which series */
	uint64_t *value;	   /* of every counter and total */
};

enum measure_stop {
	MEASURE_LENGTH, /* the longest input allowed */
	MEASURE_EDGES,	/* the next size takes too long */
	MEASURE_DEATH,	/* the target crashed */
	MEASURE_BUDGET,
};

struct measurement {
	struct measure_point point[MEASURE_POINTS];
	size_t count;
	uint32_t values;
	bool *is_noisy; /* per counter and total: runs differ */
	bool has_noise;
	bool is_irregular; /* different pieces, not copies */
	enum measure_stop stop;
};

struct measure_limits {
	size_t length;
	uint64_t edges; /* of one execution */
};

/* Counters that matter: NULL for all of them. */
struct measure_keys {
	const bool *wanted; /* by key */
	bool are_lines; /* lines that were asked for: no share is too small */
};

/* What a measurement shows: the steepest law, whose it is, and the law of all
 * edges together. */
struct measure_result {
	struct law law, total;
	uint32_t key;
	/* A counter that matters grows, maybe steeper, by a law not shown. */
	bool is_unclear;
	uint32_t unclear_key;
	struct law unclear;
};

int measure_family(struct probe *probe, const struct family *family,
	const struct measure_limits *limits, struct measurement *measurement,
	struct error *err);
void measure_release(struct measurement *measurement);

/* The counts of KEY as a curve. */
void measure_get_curve(const struct measurement *measurement, uint32_t key,
	struct law_curve *curve);

/* The largest of them. */
uint64_t measure_most(const struct measurement *measurement, uint32_t key);
/* Their law. */
void measure_find_law(
	const struct measurement *measurement, uint32_t key, struct law *law);

void measure_judge(const struct probe *probe,
	const struct measurement *measurement, const struct measure_keys *keys,
	struct measure_result *result);

/* Is A the stronger result of two families? */
int measure_compare(
	const struct measure_result *a, const struct measure_result *b);

#endif
