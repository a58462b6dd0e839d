/* SPDX-License-Identifier: MIT
 * A typical input of any size, to compare with. */
#ifndef RETREAD_FUZZ_PERF_PROVE_TYPICAL_H
#define RETREAD_FUZZ_PERF_PROVE_TYPICAL_H

#include <stdbool.h>
#include <stddef.h>

struct bytes;
struct error;
struct family;
struct probe;

/* Among the parts of the COUNT SEEDS whose repetition adds work and leaves no
 * edge out that the seed covers, takes the one of median gain per byte: the
 * best would not be typical. Sets *IS_FOUND; release FAMILY then. */
int typical_find(struct probe *probe, const struct bytes *seed, size_t count,
	struct family *family, bool *is_found, struct error *err);

#endif
