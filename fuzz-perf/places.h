/* SPDX-License-Identifier: MIT
 * Where blocks of a program compiled by gcc are in its source. */
#ifndef RETREAD_FUZZ_PERF_PLACES_H
#define RETREAD_FUZZ_PERF_PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "lib/format/perf_map.h"

/* Names that perf_mapped_place refers to, from FIRST on. */
struct places_text {
	uint32_t first;
	char *bytes;
	size_t length, capacity;
};

void places_text_release(struct places_text *text);

/* Replaces the addresses in COLUMN of COUNT places by what PROGRAM's debug
 * information says of them; without any, lines and names stay unknown. */
void places_resolve(const char *program, struct perf_mapped_place *place,
	uint32_t count, struct places_text *text);

#endif
