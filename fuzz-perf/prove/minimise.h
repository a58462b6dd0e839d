/* SPDX-License-Identifier: MIT
 * Makes a pattern shorter and readable without losing its law. */
#ifndef RETREAD_FUZZ_PERF_PROVE_MINIMISE_H
#define RETREAD_FUZZ_PERF_PROVE_MINIMISE_H

#include <stdint.h>

struct error;
struct family;
struct probe;

/* Changes FAMILY as long as what KEY counts keeps its local degree at three
 * sizes, and 90 % of what a byte brings. */
int minimise_family(struct probe *probe, struct family *family, uint32_t key,
	struct error *err);

#endif
