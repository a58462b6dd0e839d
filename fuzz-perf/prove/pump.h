/* SPDX-License-Identifier: MIT
 * Finds the parts of an input whose repetition pays, alone and in pairs. */
#ifndef RETREAD_FUZZ_PERF_PROVE_PUMP_H
#define RETREAD_FUZZ_PERF_PROVE_PUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/families/family.h"

struct error;
struct probe;

/* A family and how it does at sizes that are small, but large for its base. */
struct pump {
	struct family family;
	uint32_t key;  /* the counter that grows fastest */
	double degree; /* its local degree */
	double yield;  /* its count, by the input's length to its degree */
	bool explodes; /* grows too fast for sizes to be doubled */
};

struct pumps {
	struct pump *pump;
	size_t count, capacity;
};

void pumps_release(struct pumps *pumps);

/* Tries everything on BASE, until PROBE's phase is over. WANTED: counters that
 * matter, by key, or NULL for all. */
int pump_find(struct pumps *pumps, struct probe *probe,
	const struct bytes *base, const bool *wanted, struct error *err);

/* Measures FAMILY at three sizes and adds it; takes it. */
int pump_add(struct pumps *pumps, struct probe *probe, struct family *family,
	const bool *wanted, struct error *err);

/* The best first. */
void pumps_sort(struct pumps *pumps);

#endif
