/* SPDX-License-Identifier: MIT
 * Reads and writes what a generator draws from (lib/format/parameters.h). */
#ifndef RETREAD_FUZZ_PERF_GENERATE_PARAMETERS_H
#define RETREAD_FUZZ_PERF_GENERATE_PARAMETERS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/format/parameters.h"

struct parameters {
	uint64_t seed;
	unsigned count; /* at least 1: the main stream, whose name is "" */
	struct parameters_stream {
		char name[PARAMETERS_NAME];
		const uint8_t *bytes; /* borrowed */
		size_t length;
	} stream[PARAMETERS_STREAMS];
};

/* Never fails: whatever BYTES are, they are an input. They are borrowed. */
void parameters_read(
	struct parameters *parameters, const uint8_t *bytes, size_t length);

/* Returns how many bytes the file takes; writes them if that is at most CAPACITY.
 * Zeros at the end of a stream are left out, where they come by themselves. TO
 * must not overlap the streams. */
size_t parameters_write(
	const struct parameters *parameters, uint8_t *to, size_t capacity);

uint64_t parameters_hash(uint64_t hash, const void *bytes, size_t length);

/* Byte AT of an endless stream of random ones. */
uint8_t parameters_extend(uint64_t seed, const char *name, uint64_t at);

#endif
